"""Why a seat's round ended as it did: the cards that decide, bets that go by cards alone, and prizes.

There are no words here and no payment: what became of each wager is what settlement says. `sure_bets` asks
it for every way in which the round can go on, before the dealer's cards are seen; what is the same in all
of them is sure.

>>> from pitboss.cards import parse_cards
>>> found = compare_hands("5h Kd Qc", "Ks 9d 2c")
>>> found.result, found.by, found.hand.decide, found.dealer.decide
('better', 'second', ('Qc',), ('9d',))
>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> napa = open_table(load_house("napa-valley"))
>>> seat = Seat(1, "ann", (("ante", 1000), ("pair_plus", 500)), parse_cards("9h 4h 2h"))
>>> [(bet.id, bet.state, bet.actions, bet.by[0].line) for bet in sure_bets(napa, seat)]
[('pair_plus', 'won', ('play',), 'flush')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Final, Literal, NamedTuple

from pitboss.cards import AnyCards, Card, parse_cards, texts_of
from pitboss.hands import (
    CATEGORY_OF_VALUE,
    Category,
    SixKind,
    cards_that_make,
    category3,
    category6,
    counting_groups,
    value3,
)
from pitboss.money import MICRO, Cents
from pitboss.round.bank import BankLimit, Cover, actions_left, cover_of
from pitboss.round.events import RoundSettled
from pitboss.round.settlement import (
    ActionId,
    Deal,
    Hand,
    Line,
    Meter,
    after_draw,
    judge_dealer,
    outcome_lines,
    pay_deal,
)
from pitboss.round.state import Round, Seat
from pitboss.round.table import Table
from pitboss.sheet.model import Outcome, Sheet
from pitboss.sheet.paybooks import PaidBy, Result
from pitboss.sheet.pays import (
    DEALER_CLASSES,
    HAND_CLASSES,
    SHARED_SIZES,
    SIX_CLASSES,
    TIED,
    Cash,
    Judged,
    MeterShare,
    Pay,
    colour_class,
    hand_class,
    kind_name,
    pay_class,
    shared_class,
)

# What ended the main game: the two hands, a dealer who does not play, a fold; or there was none.
How = Literal["compared", "not_qualified", "folded", "no_main"]
Versus = Literal["better", "equal", "worse"]
# The first difference: the category, or the first, second or third rank that counts within it (STD-4).
Difference = Literal["category", "first", "second", "third", "tie"]
_PLACES: Final[tuple[Difference, ...]] = ("first", "second", "third")
MAIN: Final[tuple[Literal["ante", "play"], ...]] = ("ante", "play")


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """Three cards in the order in which they count, what they are, and those of them that decide."""

    category: str
    cards: tuple[str, ...]
    decide: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two hands and the first difference between them; the result is the player's."""

    result: Versus
    by: Difference
    hand: JudgedHand
    dealer: JudgedHand


@dataclass(frozen=True, slots=True)
class SideResult:
    """What became of a bet that is judged by cards alone, and the cards that made it what it is.

    `needs` is the least hand that is paid, where any better one is paid too.
    """

    id: str
    judged: Judged
    result: Result
    by: tuple[PaidBy, ...]
    cards: tuple[str, ...]
    needs: str | None
    folded: bool  # a fold has lost it
    clause: str


@dataclass(frozen=True, slots=True)
class Showdown:
    """Why a seat's round ended as it did. `versus` and `by` are there where the hands were compared."""

    how: How
    versus: Versus | None
    by: Difference | None
    hand: JudgedHand
    dealer: JudgedHand
    clause: str | None  # of what ended the main game
    cover: Cover | None  # how far a player bank has covered the main game
    sides: tuple[SideResult, ...]


def compare_hands(hand: AnyCards, dealer: AnyCards) -> Comparison:
    """Two hands of three cards: which is better, by what, and the cards that show it (STD-2 to STD-4)."""
    hand, dealer = parse_cards(hand, 3), parse_cards(dealer, 3)
    mine, theirs = counting_groups(hand), counting_groups(dealer)
    own, other = value3(*hand), value3(*dealer)
    result: Versus = "equal" if own == other else "better" if own > other else "worse"
    if CATEGORY_OF_VALUE[own] is not CATEGORY_OF_VALUE[other]:
        return Comparison(result, "category", _alone(hand), _alone(dealer))
    for place, one, another in zip(_PLACES, mine, theirs, strict=False):
        if result != "equal" and one[0] >> 2 != another[0] >> 2:
            return Comparison(result, place, _judged(hand, one), _judged(dealer, another))
    return Comparison(result, "tie", _judged(hand, hand), _judged(dealer, dealer))


def explain(table: Table, hand: Hand, dealer: tuple[Card, ...], lines: Sequence[Line]) -> Showdown:
    """Why a seat of a finished round was paid these lines; `dealer` is every card that the dealer holds."""
    sheet, judged = table.sheet, judge_dealer(table, dealer)
    met = compare_hands(hand.final, judged.plays)
    own, other = _alone(hand.final), _alone(judged.plays)
    sides = tuple(_sides(table, hand, dealer, lines))
    if "ante" not in hand.wagers:
        return Showdown("no_main", None, None, own, other, None, None, sides)
    cover = _cover(table, hand, dealer, lines)
    if hand.action == "fold":
        return Showdown("folded", None, None, own, other, sheet.wagers["ante"].fold.clause, cover, sides)
    off = None if judged.qualifies else sheet.not_qualified
    compared = [off is None or off.of(wager) == "compare" for wager in MAIN]
    if off is not None and not any(compared):
        return Showdown("not_qualified", None, None, own, other, off.clause, cover, sides)
    how: How = "compared" if all(compared) else "not_qualified"
    clause = _outcome(sheet, met.result).clause if off is None or all(compared) else off.clause
    return Showdown(how, met.result, met.by, met.hand, met.dealer, clause, cover, sides)


def least_paid(table: Table, name: str) -> str | None:
    """The least hand that a pay table with one column pays, where every better one is paid too."""
    judged = table.sheet.pays[name].judged
    if "lines" not in table.sheet.pays[name].columns or judged in ("winner", "winning hand"):
        return None
    whole = judged in ("beaten hand", "equal hands")  # then one more class is that of no such hand
    size = TIED if whole else SHARED_SIZES.get(judged, HAND_CLASSES)
    pays = [award.pay is not None for award in table.book.awards[name][:size]]
    if True not in pays or not all(pays[pays.index(True) :]):
        return None
    return kind_name(pays.index(True), judged)


def _outcome(sheet: Sheet, result: Versus) -> Outcome:
    return {"better": sheet.better, "equal": sheet.equal, "worse": sheet.worse}[result]


def _judged(cards: Sequence[Card], decide: Sequence[Card]) -> JudgedHand:
    a, b, c = in_order = tuple(chain.from_iterable(counting_groups(cards)))
    return JudgedHand(
        category3(a, b, c).text, texts_of(in_order), texts_of([x for x in in_order if x in decide])
    )


def _alone(cards: Sequence[Card]) -> JudgedHand:
    """A hand that is compared with no other."""
    return _judged(cards, _namesake(cards))


def _namesake(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards by which a hand is called: the pair, the highest card, or all three."""
    a, b, c = cards
    return counting_groups(cards)[0] if category3(a, b, c) <= Category.PAIR else tuple(cards)


def _cover(table: Table, hand: Hand, dealer: tuple[Card, ...], lines: Sequence[Line]) -> Cover | None:
    """How far a player bank has covered Ante and Play: beside what they come to without its limit."""
    if table.sheet.bank is None:
        return None
    whole = {line.id: line for line in pay_deal(table, Deal(dealer, [hand])).seats[0].lines}
    main = [line for line in lines if line.id in MAIN]
    short = [line.profit != whole[line.id].profit or line.result != whole[line.id].result for line in main]
    if not any(short):
        return "full"
    return "none" if all(line.result == "returned" for line in main) else "partial"


def _sides(table: Table, hand: Hand, dealer: tuple[Card, ...], lines: Sequence[Line]) -> Iterator[SideResult]:
    """The lines that go by cards and not by the showdown."""
    for line in lines:
        pays = table.sheet.pays.get(line.id)
        if pays is None or line.id == "play":
            continue
        wager = table.sheet.wagers.get(line.id)
        folded = hand.action == "fold" and wager is not None and wager.fold.does == "lose"
        cards = () if folded else _cards_of(table, pays.judged, hand, dealer, line)
        needs = least_paid(table, line.id) if line.result == "lose" and not folded else None
        yield SideResult(
            line.id, pays.judged, line.result, line.by, texts_of(cards), needs, folded, line.clause
        )


def _cards_of(
    table: Table, judged: Judged, hand: Hand, dealer: tuple[Card, ...], line: Line
) -> tuple[Card, ...]:
    """The cards that make what a side bet was judged by; a pair that was carried is in the first three."""
    six = hand.cards + dealer[:3]
    plays = judge_dealer(table, dealer).plays
    own, other = value3(*hand.final), value3(*plays)
    match judged:
        case "six cards":
            whole = any(each.line.startswith("six_card_") for each in line.by)
            return six if whole else cards_that_make(category6(six), six)
        case "colours":
            return six if colour_class(six) == 2 else hand.cards
        case "dealer's hand":
            return _namesake(plays)
        case "both hands":
            return (*_namesake(hand.final), *_namesake(plays))
        case "beaten hand":
            return () if own == other else _namesake(hand.final if own < other else plays)
        case "equal hands":
            return (*_namesake(hand.final), *_namesake(plays)) if own == other else ()
        case "winner":
            better = [each for each, value in ((hand.final, own), (plays, other)) if value == max(own, other)]
            return tuple(card for each in better for card in _namesake(each))
    carried = any(each.column == "carry" for each in line.by)
    return _namesake(hand.cards if carried else hand.final)


_ANY_SHOWDOWN: Final = 0  # side bets and bonuses do not go by it
# The least that six cards can make of three: more cards never make less.
_LEAST_SIX: Final = {
    Category.PAIR: SixKind.PAIR,
    Category.THREE_OF_A_KIND: SixKind.THREE_OF_A_KIND,
}


@dataclass(frozen=True, slots=True)
class SureBet:
    """A side bet or bonus that a seat's own cards have won or lost, whatever the dealer has.

    It is so if the seat decides one of `actions`, or has; `always` where nothing else is left to decide.
    """

    id: str
    judged: Judged
    state: Literal["won", "lost"]
    actions: tuple[ActionId, ...]
    always: bool
    by: tuple[PaidBy, ...]  # the pays that are won
    least: bool  # a better pay may still come of it
    needs: str | None  # lost: the least hand that is paid
    clause: str
    cover: Cover | None  # how far a player bank covers it in the worst case


# The ways in which one bet may end, by decision; a bonus that is not paid has no line.
_Ends = Mapping[ActionId | None, Sequence[Line | None]]


def sure_bets(table: Table, seat: Seat, bank: BankLimit | None = None) -> tuple[SureBet, ...]:
    """The bets of a dealt seat that are won or lost already, in the order of the sheet's pay tables."""
    found = _sure(table, seat.cards, seat.bet, _Decided(seat.action, seat.discard, seat.drawn))
    if bank is None or table.sheet.bank is None:
        return tuple(bet for bet, _ in found)
    return tuple(replace(bet, cover=cover_of(table, bank, seat.bet, bet.id, most)) for bet, most in found)


class _Decided(NamedTuple):
    """What a seat has done with its cards, if anything."""

    action: ActionId | None
    discard: Card | None
    drawn: Card | None


# For each decision that is left: what the cards may be paid as after it.
_Classes = tuple[tuple[ActionId | None, tuple[int, ...]], ...]


@lru_cache(maxsize=1024)
def _sure(
    table: Table, cards: tuple[Card, ...], bet: tuple[tuple[str, Cents], ...], done: _Decided
) -> tuple[tuple[SureBet, Cents], ...]:
    """The sure bets before any cover, each with the most that it wins or loses."""
    three = _three(cards)
    actions = actions_left(table, dict(bet), done.action)
    classes = tuple((action, _pay_classes(three, action, done)) for action in actions)
    return _sure_of_classes(table, bet, tuple(_shared_classes(table, three)), classes)


@lru_cache(maxsize=4096)
def _sure_of_classes(
    table: Table, bet: tuple[tuple[str, Cents], ...], shared: tuple[int, ...], classes: _Classes
) -> tuple[tuple[SureBet, Cents], ...]:
    """The same by what the cards may be paid as: many cards are alike in that."""
    wagers = dict(bet)
    outcomes = {
        action: list(_outcomes(table, wagers, action, shared, paid_as)) for action, paid_as in classes
    }
    found: list[tuple[SureBet, Cents]] = []
    for name in table.sheet.pays:
        if table.sheet.pays[name].judged == "winning hand":
            continue  # the dealer's hand has a part in it, whatever one's own is
        ends = {action: [lines.get(name) for lines in each] for action, each in outcomes.items()}
        found += _won(name, table.sheet.pays[name].judged, ends)
        if name in wagers:
            found += _lost(table, name, wagers[name], ends)
    return tuple(found)


def _outcomes(
    table: Table,
    wagers: Mapping[str, Cents],
    action: ActionId | None,
    shared: Sequence[int],
    classes: Sequence[int],
) -> Iterator[dict[str, Line]]:
    """The lines of every end of a decision: a bet goes by the pay class or by a part of the shared class."""
    first, *others = shared
    ends = [(paid_as, first) for paid_as in classes] + [(classes[0], each) for each in others]
    reset = table.sheet.meter.reset * MICRO if table.sheet.meter else 0
    for paid_as, each in ends:
        meter = Meter(reset, reset)
        lines = outcome_lines(table, wagers, action, _ANY_SHOWDOWN, paid_as, each, meter)
        yield {line.id: line for line in lines}


def _shared_classes(table: Table, cards: tuple[Card, Card, Card]) -> Iterator[int]:
    """What the dealer's cards may make of a seat's own, one part of it changed at a time."""
    least = _LEAST_SIX.get(category3(*cards), SixKind.HIGH_CARD)
    colours = min(colour_class(cards), 1)  # of three cards alone, so that six of one colour are open
    yield shared_class(least, 0, colours)
    if table.book.shared:
        yield from (shared_class(six, 0, colours) for six in range(least + 1, SIX_CLASSES))
        yield from (shared_class(least, dealer, colours) for dealer in range(1, DEALER_CLASSES))
        if colours:
            yield shared_class(least, 0, 2)


def _pay_classes(cards: tuple[Card, Card, Card], action: ActionId | None, done: _Decided) -> tuple[int, ...]:
    """What the cards may be paid as: if a draw is still to come, with any card that is not one's own."""
    first = hand_class(*cards)
    if action != "draw":
        return (first,)
    if done.action == "draw":
        return (pay_class(hand_class(*_three(after_draw(cards, done.discard, done.drawn))), first),)
    a, b, c = cards
    others = [card for card in range(52) if card not in cards]
    hands = {hand_class(*three) for x in others for three in ((x, b, c), (a, x, c), (a, b, x))}
    return tuple(sorted(pay_class(hand, first) for hand in hands))


def _three(cards: tuple[Card, ...]) -> tuple[Card, Card, Card]:
    a, b, c = cards
    return a, b, c


def _won(name: str, judged: Judged, ends: _Ends) -> Iterator[tuple[SureBet, Cents]]:
    """The decisions after which a bet is won for sure, those with the same pay together."""
    pays: dict[tuple[tuple[PaidBy, ...], bool, str], list[ActionId | None]] = {}
    most: dict[tuple[PaidBy, ...], Cents] = {}
    for action, lines in ends.items():
        wins = [line for line in lines if line is not None and line.result == "win"]
        if len(wins) < len(lines):
            continue
        low = min(wins, key=lambda line: line.profit)
        several = len({line.by for line in wins}) > 1
        if several and any(each.payer == "meter" for each in low.by):
            continue  # what the meter pays by then is not known to be the least
        pays.setdefault((low.by, several, low.clause), []).append(action)
        most[low.by] = max(line.profit for line in wins)
    for (by, several, clause), actions in pays.items():
        always = len(actions) == len(ends)
        won = SureBet(name, judged, "won", _decided(actions), always, by, several, None, clause, None)
        yield won, most[by]


def _lost(table: Table, name: str, stake: Cents, ends: _Ends) -> Iterator[tuple[SureBet, Cents]]:
    """The decisions after which a bet is lost for sure; what only a fold loses is the fold's to tell."""
    lost = [action for action, lines in ends.items() if all(line and line.result == "lose" for line in lines)]
    forfeits = table.sheet.wagers[name].fold.does == "lose"
    by_cards = [action for action in lost if not (forfeits and action == "fold")]
    if by_cards:
        clause = next(line.clause for line in ends[by_cards[0]] if line is not None)
        always, needs = len(lost) == len(ends), least_paid(table, name)
        judged = table.sheet.pays[name].judged
        loss = SureBet(name, judged, "lost", _decided(lost), always, (), False, needs, clause, None)
        yield loss, stake


def _decided(actions: Iterable[ActionId | None]) -> tuple[ActionId, ...]:
    return tuple(action for action in actions if action is not None)


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A share of the meter that a seat's hand has won, and the meter before and after it (RIV-10, RIV-12)."""

    seat: int
    id: str  # the wager
    hand: str
    table: str
    column: str
    line: str
    cents: Cents
    before: Cents
    after: Cents
    clause: str
    receipt: str  # the id of the round


@dataclass(frozen=True, slots=True)
class EnvyPay:
    """What a seat was paid for the hand of another (RIV-11)."""

    seat: int
    holder: int  # the seat whose hand it is
    hand: str
    line: str
    cents: Cents
    clause: str
    receipt: str


def jackpots(state: Round) -> tuple[Jackpot, ...]:
    """What the meter has paid in a settled round, win by win in the order of settlement."""
    ended, rule = state.ended, state.table.sheet.meter
    if rule is None or not isinstance(ended, RoundSettled) or ended.meter is None:
        return ()
    found = []
    meter = Meter(rule.reset * MICRO, ended.meter.before + ended.meter.fed)
    for seat, line, by, pay in _pays(state):
        if isinstance(pay, MeterShare):
            before, cents = meter.now // MICRO, meter.take(pay)
            place = (by.hand or "", by.table, by.column, by.line)
            money = (cents, before, meter.now // MICRO)
            found.append(Jackpot(seat, line.id, *place, *money, line.clause, state.id))
    return tuple(found)


def envy_pays(state: Round) -> tuple[EnvyPay, ...]:
    """Who was paid for whose hand in a settled round, in the order of settlement."""
    if state.table.sheet.envy is None:
        return ()
    return tuple(
        EnvyPay(seat, by.seat, by.hand or "", by.line, pay.cents, line.clause, state.id)
        for seat, line, by, pay in _pays(state)
        if by.seat is not None and isinstance(pay, Cash)
    )


def _pays(state: Round) -> Iterator[tuple[int, Line, PaidBy, Pay | None]]:
    """Every pay of a settled round: at which seat, on which line, and what the sheet says there."""
    for paid in state.ended.seats if state.ended else ():
        for line in paid.lines:
            for by in line.by:
                yield paid.seat, line, by, state.table.sheet.pay_at(by.table, by.column, by.line)

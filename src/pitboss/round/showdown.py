"""The showdown explained: which cards of a seat and of the dealer decide its main game, and by which clause.

Beside it the bets that go by cards alone, with the cards that make them. There are no words here and no
payment: what became of each wager is what settlement says.

>>> from pitboss.cards import parse_cards
>>> found = compare(parse_cards("5h Kd Qc"), parse_cards("Ks 9d 2c"))
>>> found.result, found.by, found.hand.decide, found.dealer.decide
('better', 'second', ('Qc',), ('9d',))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

from pitboss.cards import Card, card_text
from pitboss.hands import (
    CATEGORY_OF_VALUE,
    Category,
    cards_that_make,
    category3,
    category6,
    counting_groups,
    value3,
)
from pitboss.round.cover import Cover
from pitboss.round.events import PaidLine
from pitboss.round.settlement import Deal, Hand, judge_dealer, settle_uncapped
from pitboss.round.table import Table
from pitboss.sheet.model import Outcome, Sheet
from pitboss.sheet.paybooks import PaidBy, Result
from pitboss.sheet.payclass import HAND_CLASSES, SHARED_SIZES, TIED, Judged, colour_class, kind_name

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


def compare(hand: Sequence[Card], dealer: Sequence[Card]) -> Comparison:
    """Two hands of three cards: which is better, by what, and the cards that show it (STD-2 to STD-4)."""
    mine, theirs = counting_groups(hand), counting_groups(dealer)
    own, other = value3(*hand), value3(*dealer)
    result: Versus = "equal" if own == other else "better" if own > other else "worse"
    if CATEGORY_OF_VALUE[own] is not CATEGORY_OF_VALUE[other]:
        return Comparison(result, "category", _alone(hand), _alone(dealer))
    for place, one, another in zip(_PLACES, mine, theirs, strict=False):
        if result != "equal" and one[0] >> 2 != another[0] >> 2:
            return Comparison(result, place, _judged(hand, one), _judged(dealer, another))
    return Comparison(result, "tie", _judged(hand, hand), _judged(dealer, dealer))


def explain(table: Table, hand: Hand, dealer: tuple[Card, ...], lines: Sequence[PaidLine]) -> Showdown:
    """Why a seat of a finished round was paid these lines; `dealer` is every card that the dealer holds."""
    sheet, judged = table.sheet, judge_dealer(table, dealer)
    met = compare(hand.final, judged.plays)
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
    return JudgedHand(category3(a, b, c).text, _texts(in_order), _texts([x for x in in_order if x in decide]))


def _alone(cards: Sequence[Card]) -> JudgedHand:
    """A hand that is compared with no other."""
    return _judged(cards, _namesake(cards))


def _namesake(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards by which a hand is called: the pair, the highest card, or all three."""
    a, b, c = cards
    return counting_groups(cards)[0] if category3(a, b, c) <= Category.PAIR else tuple(cards)


def _texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card_text(card) for card in cards)


def _cover(table: Table, hand: Hand, dealer: tuple[Card, ...], lines: Sequence[PaidLine]) -> Cover | None:
    """How far a player bank has covered Ante and Play: beside what they come to without its limit."""
    if table.sheet.bank is None:
        return None
    whole = {line.id: line for line in settle_uncapped(table, Deal(dealer, [hand])).seats[0].lines}
    main = [line for line in lines if line.id in MAIN]
    short = [line.profit != whole[line.id].profit or line.result != whole[line.id].result for line in main]
    if not any(short):
        return "full"
    return "none" if all(line.result == "returned" for line in main) else "partial"


def _sides(
    table: Table, hand: Hand, dealer: tuple[Card, ...], lines: Sequence[PaidLine]
) -> Iterator[SideResult]:
    """The lines that go by cards and not by the showdown."""
    for line in lines:
        pays = table.sheet.pays.get(line.id)
        if pays is None:
            continue
        wager = table.sheet.wagers.get(line.id)
        folded = hand.action == "fold" and wager is not None and wager.fold.does == "lose"
        cards = () if folded else _cards_of(table, pays.judged, hand, dealer, line)
        needs = least_paid(table, line.id) if line.result == "lose" and not folded else None
        yield SideResult(
            line.id, pays.judged, line.result, line.by, _texts(cards), needs, folded, line.clause
        )


def _cards_of(
    table: Table, judged: Judged, hand: Hand, dealer: tuple[Card, ...], line: PaidLine
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

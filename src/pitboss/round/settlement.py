"""Settlement: the only code that pays. Cards and wagers of a finished round go in, lines come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple, Self, cast

from pitboss.cards import AnyCard, AnyCards, Card, parse_card, parse_cards
from pitboss.hands import CATEGORY_OF_VALUE, VALUE3, best_three, value3
from pitboss.money import MICRO, Cents, dollars
from pitboss.round.table import RaiseId, Table, play_stake
from pitboss.sheet.model import Bank, Sheet
from pitboss.sheet.paybooks import Award, PaidBy, Result
from pitboss.sheet.pays import (
    Cash,
    ForOne,
    Judged,
    MeterShare,
    Pay,
    ToOne,
    class_of_six,
    colour_class,
    dealer_class,
    hand_class,
    judged_class,
    pay_class,
    shared_class,
)

MicroCents = int


class Meter:
    """The meter while a round is paid, seat by seat."""

    def __init__(self, reset: MicroCents, now: MicroCents) -> None:
        self.reset = reset
        self.now = now

    def take(self, share: MeterShare) -> Cents:
        """Pays a share in whole cents; what is left stays, and the house fills up to the reset (RIV-12)."""
        percent = share.percent
        cents = self.now * percent.numerator // (percent.denominator * 100 * MICRO)
        left = self.now - cents * MICRO
        self.now = self.reset + left if percent == 100 else max(left, self.reset)
        return cents


def profit_of(pay: Pay, on: Cents, stake: Cents, meter: Meter) -> Cents:
    """What a pay adds beyond the stake (STD-5); a fraction of a cent is dropped."""
    match pay:
        case ToOne(odds):
            return on * odds.numerator // odds.denominator
        case ForOne(odds):
            return on * odds.numerator // odds.denominator - stake
        case MeterShare():
            return meter.take(pay) - stake
        case Cash(cents, kept):
            return cents - stake if kept == "kept" else cents


ActionId = Literal["fold", "play", "draw"] | RaiseId


class _Hand(NamedTuple):
    seat: int
    player: str | int  # a seat number where nobody is named
    wagers: Mapping[str, Cents]
    cards: tuple[Card, Card, Card]
    action: ActionId | None = None
    discard: Card | None = None
    drawn: Card | None = None


class Hand(_Hand):
    """One seat of a finished round: its wagers, the three cards it was dealt, and what it did with them.

    >>> from pitboss import Hand
    >>> Hand(1, "ann", {"ante": 1000}, "9s 9h 4d", "play").cards
    (31, 30, 9)
    """

    __slots__ = ()

    def __new__(
        cls,
        seat: int,
        player: str | int,
        wagers: Mapping[str, Cents],
        cards: AnyCards,
        action: ActionId | None = None,
        discard: AnyCard | None = None,
        drawn: AnyCard | None = None,
    ) -> Self:
        gone, new = (each if each is None else parse_card(each) for each in (discard, drawn))
        three = cast(tuple[Card, Card, Card], _numbers(cards))
        return super().__new__(cls, seat, player, wagers, three, action, gone, new)

    @property
    def final(self) -> tuple[Card, ...]:
        """The hand that is judged."""
        return after_draw(self.cards, self.discard, self.drawn)


def _numbers(cards: AnyCards) -> tuple[Card, ...]:
    """Cards as numbers; those that are numbers in a tuple, as in every round, are taken as they are."""
    return cards if type(cards) is tuple and cards and type(cards[0]) is int else parse_cards(cards)


def after_draw(cards: tuple[Card, ...], discard: Card | None, drawn: Card | None) -> tuple[Card, ...]:
    """A hand with the drawn card, if any, in the place of the discard."""
    return cards if drawn is None else tuple(drawn if card == discard else card for card in cards)


class _Deal(NamedTuple):
    dealer: tuple[Card, ...]
    hands: Sequence[Hand]  # in seat order
    bank: Cents | None = None
    meter: Cents | None = None
    void: str | None = None  # the clause that voids the round
    micro: MicroCents = 0


class Deal(_Deal):
    """A finished round. The dealer's fourth card is there exactly when the sheet makes the dealer draw.

    The meter has the round's own contributions already in it; of what it holds beyond whole cents `micro` are
    the micro-cents (RIV-12).

    >>> from pitboss import Deal, Hand
    >>> ann = Hand(1, "ann", {"ante": 1000}, "9s 9h 4d", "play")
    >>> len(Deal("Qh 7c 2d", [ann]).hands)
    1
    """

    __slots__ = ()

    def __new__(
        cls,
        dealer: AnyCards,
        hands: Sequence[Hand],
        bank: Cents | None = None,
        meter: Cents | None = None,
        void: str | None = None,
        micro: MicroCents = 0,
    ) -> Self:
        return super().__new__(cls, _numbers(dealer), hands, bank, meter, void, micro)


class Recorded:
    """Kept in documents: read back strictly, without unknown fields."""

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid", "strict": True}


@dataclass(frozen=True, slots=True)
class Line(Recorded):
    """What happened to one wager, by which clause and which pays of the sheet; the same on the wire.

    `profit` does not count the stake. The pay as printed is `pay_text` of `by`.
    """

    id: str
    stake: Cents
    result: Result
    profit: Cents
    returned: Cents
    clause: str
    by: tuple[PaidBy, ...]  # of each envied hand one (RIV-11)

    @property
    def wins_meter(self) -> bool:
        """Whether it was paid out of the meter, which keeps the stake as its price (RIV-10)."""
        return any(each.payer == "meter" for each in self.by)


@dataclass(frozen=True, slots=True)
class PaidSeat(Recorded):
    """The lines of one seat and their sum."""

    seat: int
    hand: str | None  # None: no card was dealt
    net: Cents
    lines: tuple[Line, ...]


def pay_text(sheet: Sheet, by: Sequence[PaidBy]) -> str | None:
    """A pay as the sheet prints it; envied hands as the sum of what they pay."""
    pays = [sheet.pay_at(each.table, each.column, each.line) for each in by]
    if len(pays) > 1:
        return dollars(sum(pay.cents for pay in pays if isinstance(pay, Cash)))
    return pays[0].text if pays and pays[0] else None


class DealerResult(NamedTuple):
    """What the dealer held, which three cards play, and whether they qualify."""

    hand: str
    plays: tuple[Card, ...]
    qualifies: bool


@dataclass(frozen=True, slots=True)
class PaidBank(Recorded):
    """What the round did to a player bank (NAPA-10, NAPA-11)."""

    stake: Cents
    net: Cents
    cover_left: Cents


class MeterResult(NamedTuple):
    """The meter before and after the pays; beyond whole cents it then has `micro` micro-cents (RIV-12)."""

    before: Cents
    after: Cents
    micro: MicroCents


class Settlement(NamedTuple):
    """A whole round, paid.

    >>> from pitboss import Deal, Hand, Settlement, settle
    >>> ann = Hand(1, "ann", {"ante": 1000}, "9s 9h 4d", "fold")
    >>> paid: Settlement = settle("shine", Deal("Qh 7c 2d", [ann]))
    >>> paid.seats[0].net, paid.dealer.qualifies
    (-1000, True)
    """

    void: str | None
    dealer: DealerResult
    seats: tuple[PaidSeat, ...]
    bank: PaidBank | None
    meter: MeterResult | None


def dealer_draws(table: Table, cards: Sequence[Card]) -> bool:
    """Whether the sheet makes the dealer take a fourth card to these three (PEC-5, PEC-6)."""
    draw = table.sheet.dealer.draw
    if draw.when == "below":
        return CATEGORY_OF_VALUE[value3(cards[0], cards[1], cards[2])] < draw.below
    return draw.when == "always"


def judge_dealer(table: Table, cards: tuple[Card, ...]) -> DealerResult:
    """What the dealer holds: the best three of the cards, and whether they qualify."""
    plays = cards if len(cards) == 3 else best_three(cards)
    value = value3(plays[0], plays[1], plays[2])
    return DealerResult(CATEGORY_OF_VALUE[value].text, plays, value >= table.sheet.dealer.qualifier.value)


def pay_deal(table: Table, deal: Deal) -> Settlement:
    """Pays a finished round. The caller has checked cards, wagers and actions, as `settle` does."""
    sheet = table.sheet
    dealer = judge_dealer(table, deal.dealer)
    dealer_value = value3(dealer.plays[0], dealer.plays[1], dealer.plays[2])
    meter = Meter(sheet.meter.reset * MICRO if sheet.meter else 0, (deal.meter or 0) * MICRO + deal.micro)
    seats: list[tuple[Hand, str, list[Line]]] = []
    for hand in deal.hands:
        final = hand.final
        value = VALUE3[2704 * final[0] + 52 * final[1] + final[2]]
        name = CATEGORY_OF_VALUE[value].text
        if deal.void:
            lines = _void_lines(table, hand, deal.void)
        else:
            versus = 3 * dealer.qualifies + (value > dealer_value) - (value < dealer_value) + 1
            theirs = dealer_class(value, dealer_value)
            lines = _lines(table, hand, final, versus, theirs, deal.dealer, meter)
        seats.append((hand, name, lines))
    bank: PaidBank | None = None
    if not deal.void:
        if sheet.envy:
            _add_envy(table, seats)
        if sheet.bank and deal.bank is not None:
            cover = cover_lines(table, [lines for _, _, lines in seats], deal.bank)
            net = -sum(line.profit for _, _, lines in seats for line in lines)
            bank = PaidBank(deal.bank, net, cover)
    elif deal.bank is not None:
        bank = PaidBank(deal.bank, 0, deal.bank)
    return Settlement(
        void=deal.void,
        dealer=dealer,
        seats=tuple(
            PaidSeat(hand.seat, name, sum(line.profit for line in lines), tuple(lines))
            for hand, name, lines in seats
        ),
        bank=bank,
        meter=None if deal.meter is None else MeterResult(deal.meter, *divmod(meter.now, MICRO)),
    )


def _lines(
    table: Table,
    hand: Hand,
    final: tuple[Card, ...],
    versus: int,
    theirs: int,
    dealer: tuple[Card, ...],
    meter: Meter,
) -> list[Line]:
    """The lines of one seat before any cover; `theirs` is the dealer's class, as in `sheet.pays`."""
    first = hand_class(*hand.cards)
    paid_as = pay_class(hand_class(*final), first) if hand.action == "draw" else first
    shared = 0
    if table.book.shared and (looks := looks_at(table, hand.wagers)):
        dealt = hand.cards + dealer[:3]
        six = class_of_six(dealt) if "six cards" in looks else 0
        shared = shared_class(six, theirs, colour_class(dealt))
    return outcome_lines(table, hand.wagers, hand.action, versus, paid_as, shared, meter)


def looks_at(table: Table, wagers: Mapping[str, Cents]) -> frozenset[Judged]:
    """By which cards a bet and the bonuses are settled, beside the player's own three."""
    shared, bonuses = table.book.shared.items(), table.sheet.bonuses
    return frozenset(judged for name, judged in shared if name in wagers or name in bonuses)


def outcome_lines(
    table: Table,
    wagers: Mapping[str, Cents],
    action: ActionId | None,
    versus: int,
    paid_as: int,
    shared: int,
    meter: Meter,
) -> list[Line]:
    """The lines of one outcome, no card of which need be known: main game, bonuses, side wagers.

    `versus` is the showdown result as in the paybook, `paid_as` the pay class and `shared` the shared class:
    for a bet that looks at six cards alone, their class.
    """
    lines: list[Line] = []
    sheet, book = table.sheet, table.book
    ante = wagers.get("ante")
    folded = action == "fold"
    played = 0
    if ante is not None:
        if folded:
            lines.append(_lost("ante", ante, sheet.wagers["ante"].fold.clause))
        else:
            played = play_stake(table, ante, action)
            for name, stake, verdicts in (("ante", ante, book.ante), ("play", played, book.play)):
                result, award, by_hand = verdicts[versus]
                if by_hand:
                    award = book.awards[name][paid_as]
                lines.append(_line(name, stake, result, award, meter))
        for name, bonus in sheet.bonuses.items():
            if bonus.needs_play and not played:
                continue
            award = book.awards[name][judged_class(sheet.pays[name].judged, paid_as, shared)]
            if award.pay is not None:
                profit = profit_of(award.pay, played if bonus.on == "play" else ante, 0, meter)
                lines.append(Line(name, 0, "win", profit, 0, award.clause, award.by))
    for side in table.sides:
        side_stake = wagers.get(side.id)
        if side_stake is None:
            continue
        if folded and not side.stays:
            lines.append(_lost(side.id, side_stake, side.fold_clause))
            continue
        award = side.awards[judged_class(side.judged, paid_as, shared)]
        if side.judged == "winning hand":
            lines.append(_winning(side.id, side_stake, versus % 3, award, meter))
        else:
            lines.append(_line(side.id, side_stake, "push" if award.pushes else "lose", award, meter))
    return lines


def _lost(name: str, stake: Cents, clause: str) -> Line:
    return Line(name, stake, "lose", -stake, 0, clause, ())


def _winning(name: str, stake: Cents, comparison: int, award: Award, meter: Meter) -> Line:
    """A wager that a beaten hand loses: a better one is paid by its line, where it has one, or pushes."""
    if comparison == 0:
        return _lost(name, stake, award.clause)
    if comparison == 1:
        award = Award(None, award.clause)
    return _line(name, stake, "push", award, meter)


def _line(name: str, stake: Cents, result: Result, award: Award, meter: Meter) -> Line:
    if award.pay is not None:
        profit = profit_of(award.pay, stake, stake, meter)
        return Line(name, stake, "win", profit, 0, award.clause, award.by)
    if result == "lose":
        return _lost(name, stake, award.clause)
    returned = stake if result == "returned" else 0
    return Line(name, stake, result, 0, returned, award.clause, ())


def _void_lines(table: Table, hand: Hand, clause: str) -> list[Line]:
    """Every wager goes back and nothing is paid (STD-12)."""
    order = ["ante", *(side.id for side in table.sides)]
    stakes = [(name, hand.wagers[name]) for name in order if name in hand.wagers]
    if hand.action not in (None, "fold"):
        stakes.insert(1, ("play", play_stake(table, hand.wagers["ante"], hand.action)))
    return [Line(name, stake, "void", 0, stake, clause, ()) for name, stake in stakes]


def _add_envy(table: Table, seats: Sequence[tuple[Hand, str, list[Line]]]) -> None:
    """Pays everyone who made the envy wager for the hands that other people hold (RIV-11)."""
    envy = table.sheet.envy
    if envy is None:
        return
    holders = [
        (hand, cents, table.book.envied[hand_class(*hand.final)])
        for hand, _, _ in seats
        if (cents := table.book.envy[hand_class(*hand.final)])
        and (envy.folded_holder_counts or hand.action != "fold")
        and (not envy.holder_must_bet or envy.wager in hand.wagers)
    ]
    if not holders:
        return
    folds_lose = table.sheet.wagers[envy.wager].fold.does == "lose"
    for hand, _, lines in seats:
        if envy.wager not in hand.wagers or (folds_lose and hand.action == "fold"):
            continue
        others = [
            (holder.seat, cents, award)
            for holder, cents, award in holders
            if holder.seat != hand.seat and (envy.own == "seat" or holder.player != hand.player)
        ]
        if others:
            total = sum(cents for _, cents, _ in others)
            by = tuple(replace(each, seat=seat) for seat, _, award in others for each in award.by)
            lines.append(Line("envy", 0, "win", total, 0, envy.column.clause, by))


def cover_lines(table: Table, seats: Sequence[list[Line]], cover: Cents) -> Cents:
    """Gives wagers action seat by seat as far as the bank covers; returns the cover left (NAPA-11).

    The lines of the seats, in seat order, are changed to what the cover leaves of them.
    """
    bank = table.sheet.bank
    if bank is None:
        return cover
    for lines in seats:
        for name in bank.order:
            for number, line in enumerate(lines):
                if line.id != name:
                    continue
                covered = _covered(line, cover, bank.cover_clause, bank.collecting_uses_cover)
                cover -= cover_used(bank, covered)
                lines[number] = covered
        lines[:] = [line for line in lines if line.stake or line.profit]
    return cover


def cover_used(bank: Bank, line: Line) -> Cents:
    """What a settled line has used of the cover: each cent that changed hands (NAPA-11)."""
    uses = line.result == "win" or (line.result == "lose" and bank.collecting_uses_cover)
    return abs(line.profit) if uses else 0


def _covered(line: Line, cover: Cents, clause: str, collecting: bool) -> Line:
    """One line as far as the cover goes; a cent collected or paid uses a cent of cover, a push none."""
    if cover == 0:
        return Line(line.id, line.stake, "returned", 0, line.stake, clause, ())
    if line.result == "win" and line.profit > cover:
        return replace(line, profit=cover, clause=clause)
    if line.result == "lose" and collecting and line.stake > cover:
        return replace(line, profit=-cover, returned=line.stake - cover, clause=clause)
    return line

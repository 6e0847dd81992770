"""What there is to tell of a round, fact by fact: each with its kind, its values and its clause, unworded.

`pitboss.words.rounds` words them, for the own table, a joined one, replays and disputes alike. A wager, a pay
and a hand come with their key and with the house's word for them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pitboss.money import MICRO, Cents, dollars
from pitboss.round.event_views import DealTold, DecisionTold, EventView, RevealTold, Shown, UpTold
from pitboss.round.events import (
    BankTaken,
    BetsPlaced,
    DecidedBy,
    PaidBank,
    PaidLine,
    PaidSeat,
    RoundSettled,
    RoundVoided,
    VoidCause,
)
from pitboss.round.settle import ActionId
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybook import PaidBy, Result
from pitboss.sheet.pays import Cash


@dataclass(frozen=True, slots=True)
class Stake:
    """Money on one wager."""

    id: str
    label: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class _OfSeat:
    """A fact of one seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class _OfDealer:
    """A fact of the dealer, with the house's word for who deals."""

    dealer: str


@dataclass(frozen=True, slots=True)
class BetsFact(_OfSeat):
    """A seat has bet; without stakes the bet is taken back."""

    player: str
    stakes: tuple[Stake, ...]


@dataclass(frozen=True, slots=True)
class BankFact:
    """Somebody is the bank; with nothing staked it is given up."""

    player: str
    stake: Cents


@dataclass(frozen=True, slots=True)
class DealFact:
    """Cards go to these seats and to the dealer."""

    seats: tuple[int, ...]
    dealer: str


@dataclass(frozen=True, slots=True)
class HandFact(_OfSeat):
    """The cards of a seat can be seen."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UpFact(_OfDealer):
    """Cards of the dealer show."""

    cards: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class DecisionFact(_OfSeat):
    """A seat has decided; the clause is there where the platform has."""

    action: ActionId
    by: DecidedBy
    stake: Stake  # on Play
    discard: str | None
    drawn: str | None
    cards: tuple[str, ...]  # the hand after a draw
    clause: str | None


@dataclass(frozen=True, slots=True)
class DealerFact(_OfDealer):
    """The dealer's three cards are open; a fourth was drawn, or the dealer stands, by a clause."""

    cards: tuple[str, ...]
    drawn: str | None
    clause: str | None


@dataclass(frozen=True, slots=True)
class BestFact(_OfDealer):
    """The three of four cards that the dealer plays."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QualifierFact(_OfDealer):
    """Whether the dealer qualifies, where that is asked."""

    qualifies: bool
    clause: str


@dataclass(frozen=True, slots=True)
class LineFact(_OfSeat):
    """What became of one wager; `pays` are printed odds, None where the amount says it."""

    stake: Stake
    result: Result
    profit: Cents
    returned: Cents
    pays: str | None
    clause: str


@dataclass(frozen=True, slots=True)
class NetFact(_OfSeat):
    """What a seat has won or lost in all."""

    net: Cents


@dataclass(frozen=True, slots=True)
class BankNetFact:
    """What the bank has won or lost, and how much of its stake was not used."""

    bank: PaidBank


@dataclass(frozen=True, slots=True)
class MeterFact:
    """Where the meter stands, and whether it was won."""

    cents: Cents
    won: bool


@dataclass(frozen=True, slots=True)
class VoidFact:
    """The round is void."""

    cause: VoidCause
    clause: str


Fact = (
    BetsFact
    | BankFact
    | DealFact
    | HandFact
    | UpFact
    | DecisionFact
    | DealerFact
    | BestFact
    | QualifierFact
    | LineFact
    | NetFact
    | BankNetFact
    | MeterFact
    | VoidFact
)


def facts_of(sheet: Sheet, told: EventView, known: Collection[int] = ()) -> Iterator[Fact]:
    """The facts of one event, as a viewer was told it; the reveal leaves out the hands of seats known."""
    dealer = sheet.dealer
    match told:
        case BetsPlaced(seat, player, wagers):
            stakes = (Stake(name, sheet.label(name), wagers[name]) for name in sheet.wagers if name in wagers)
            yield BetsFact(seat, player, tuple(stakes))
        case BankTaken(player, stake):
            yield BankFact(player, stake)
        case DealTold(seats, shown):
            yield DealFact(seats, dealer.label)
            yield from _hands(shown)
        case UpTold(up_cards, shown):
            if up_cards:
                yield UpFact(dealer.label, up_cards, dealer.clause)
            yield from _hands(shown)
        case DecisionTold(seat, action, by, cost, discard, drawn, cards, clause):
            play = Stake("play", sheet.play.label, cost)
            yield DecisionFact(seat, action, by, play, discard, drawn, cards, clause)
        case RevealTold():
            yield from _hands([hand for hand in told.shown if hand.seat not in known])
            yield from _revealed(sheet, told)
        case RoundSettled():
            yield from _settled(sheet, told)
        case RoundVoided(cause, clause, results):
            yield VoidFact(cause, clause)
            for result in results:
                yield from _paid(sheet, result)


def _hands(shown: Sequence[Shown]) -> Iterator[Fact]:
    return (HandFact(hand.seat, hand.cards) for hand in shown)


def _revealed(sheet: Sheet, told: RevealTold) -> Iterator[Fact]:
    dealer = sheet.dealer
    if len(told.cards) > 3:
        yield DealerFact(dealer.label, told.cards[:3], told.cards[3], dealer.draw.clause)
        yield BestFact(dealer.label, told.plays)
    else:
        stands = dealer.draw.stands_clause if dealer.draw.when == "below" else None
        yield DealerFact(dealer.label, told.cards, None, stands)
    if not dealer.qualifier.always:
        yield QualifierFact(dealer.label, told.qualifies, dealer.qualifier.clause)


def _settled(sheet: Sheet, told: RoundSettled) -> Iterator[Fact]:
    for result in told.seats:
        yield from _paid(sheet, result)
    if told.bank:
        yield BankNetFact(told.bank)
    if told.meter:
        won = told.meter.after != told.meter.before + told.meter.fed
        if won or told.meter.fed:
            yield MeterFact(told.meter.after // MICRO, won)


def _paid(sheet: Sheet, seat: PaidSeat) -> Iterator[Fact]:
    yield from (line_fact(sheet, seat.seat, line) for line in seat.lines)
    yield NetFact(seat.seat, seat.net)


def line_fact(sheet: Sheet, seat: int, line: PaidLine) -> LineFact:
    """What became of one wager of a seat."""
    stake = Stake(line.id, sheet.label(line.id), line.stake)
    pays = None if _is_cash(sheet, line.by) else pay_text(sheet, line.by)
    return LineFact(seat, stake, line.result, line.profit, line.returned, pays, line.clause)


def _is_cash(sheet: Sheet, by: Sequence[PaidBy]) -> bool:
    pays = [sheet.pay_at(each.table, each.column, each.line) for each in by]
    return all(isinstance(pay, Cash) and pay.stake == "none" for pay in pays)


def pay_text(sheet: Sheet, by: Sequence[PaidBy]) -> str | None:
    """A pay as the sheet prints it; envied hands as the sum of what they pay."""
    pays = [sheet.pay_at(each.table, each.column, each.line) for each in by]
    if len(pays) > 1:
        return dollars(sum(pay.cents for pay in pays if isinstance(pay, Cash)))
    return pays[0].text if pays and pays[0] else None

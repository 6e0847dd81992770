"""What there is to tell of a round, fact by fact: each with its kind, its values and its clause, no words.

They cross the wire as they are. `pitboss.words.rounds` words them for the own table, a joined one, replays
and disputes alike, the page for itself. A wager, a pay and a hand are known by their keys.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pitboss.money import MICRO, Cents, dollars
from pitboss.round.cover import exhausted_at
from pitboss.round.event_views import DealTold, DecisionTold, EventView, RevealTold, Shown, UpTold
from pitboss.round.events import (
    BankTaken,
    BetsPlaced,
    DecidedBy,
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
    cents: Cents


@dataclass(frozen=True, slots=True)
class BetsFact:
    """A seat has bet; without stakes the bet is taken back."""

    seat: int
    player: str
    stakes: tuple[Stake, ...]
    k: Literal["bets"] = "bets"


@dataclass(frozen=True, slots=True)
class BankFact:
    """Somebody is the bank; with nothing staked it is given up."""

    player: str
    stake: Cents
    seat: int | None
    k: Literal["bank"] = "bank"


@dataclass(frozen=True, slots=True)
class DealFact:
    """Cards go to these seats and to the dealer."""

    seats: tuple[int, ...]
    k: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class HandFact:
    """The cards of a seat can be seen."""

    seat: int
    cards: tuple[str, ...]
    k: Literal["hand"] = "hand"


@dataclass(frozen=True, slots=True)
class UpFact:
    """Cards of the dealer show."""

    cards: tuple[str, ...]
    clause: str
    k: Literal["up"] = "up"


@dataclass(frozen=True, slots=True)
class DecisionFact:
    """A seat has decided; the clause is there where the platform has."""

    seat: int
    action: ActionId
    by: DecidedBy
    cost: Cents  # on Play
    discard: str | None
    drawn: str | None
    cards: tuple[str, ...]  # the hand after a draw
    clause: str | None
    k: Literal["decision"] = "decision"


@dataclass(frozen=True, slots=True)
class DealerFact:
    """The dealer's three cards are open; a fourth was drawn, or the dealer stands, by a clause."""

    cards: tuple[str, ...]
    drawn: str | None
    clause: str | None
    k: Literal["dealer"] = "dealer"


@dataclass(frozen=True, slots=True)
class BestFact:
    """The three of four cards that the dealer plays."""

    cards: tuple[str, ...]
    k: Literal["best"] = "best"


@dataclass(frozen=True, slots=True)
class QualifierFact:
    """Whether the dealer qualifies, where that is asked."""

    qualifies: bool
    clause: str
    k: Literal["qualifier"] = "qualifier"


@dataclass(frozen=True, slots=True)
class LineFact:
    """What became of one wager, and which pays of the sheet were won."""

    seat: int
    id: str
    stake: Cents
    result: Result
    profit: Cents
    returned: Cents
    clause: str
    by: tuple[PaidBy, ...]
    k: Literal["line"] = "line"


@dataclass(frozen=True, slots=True)
class NetFact:
    """What a seat has won or lost in all."""

    seat: int
    net: Cents
    k: Literal["net"] = "net"


@dataclass(frozen=True, slots=True)
class BankOutFact:
    """The bank's stake is used up: what it does not cover goes back from this seat on."""

    seat: int
    k: Literal["bank_out"] = "bank_out"


@dataclass(frozen=True, slots=True)
class BankNetFact:
    """What the bank has won or lost, and how much of its stake was not used."""

    net: Cents
    stake: Cents
    cover_left: Cents
    k: Literal["bank_net"] = "bank_net"


@dataclass(frozen=True, slots=True)
class MeterFact:
    """Where the meter stands, and whether it was won."""

    cents: Cents
    won: bool
    k: Literal["meter"] = "meter"


@dataclass(frozen=True, slots=True)
class VoidFact:
    """The round is void."""

    cause: VoidCause
    clause: str
    k: Literal["void"] = "void"


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
    | BankOutFact
    | BankNetFact
    | MeterFact
    | VoidFact
)


def facts_of(sheet: Sheet, told: EventView, known: Collection[int] = ()) -> Iterator[Fact]:
    """The facts of one event, as a viewer was told it; the reveal leaves out the hands of seats known."""
    match told:
        case BetsPlaced(seat, player, wagers):
            stakes = (Stake(name, wagers[name]) for name in sheet.wagers if name in wagers)
            yield BetsFact(seat, player, tuple(stakes))
        case BankTaken(player, stake, at):
            yield BankFact(player, stake, at)
        case DealTold(seats, shown):
            yield DealFact(seats)
            yield from _hands(shown)
        case UpTold(up_cards, shown):
            if up_cards:
                yield UpFact(up_cards, sheet.dealer.clause)
            yield from _hands(shown)
        case DecisionTold(seat, action, by, cost, discard, drawn, cards, clause):
            yield DecisionFact(seat, action, by, cost, discard, drawn, cards, clause)
        case RevealTold():
            yield from _hands([hand for hand in told.shown if hand.seat not in known])
            yield from _revealed(sheet, told)
        case RoundSettled():
            yield from _settled(sheet, told)
        case RoundVoided(cause, clause, results):
            yield VoidFact(cause, clause)
            for result in results:
                yield from _paid(result)


def _hands(shown: Sequence[Shown]) -> Iterator[Fact]:
    return (HandFact(hand.seat, hand.cards) for hand in shown)


def _revealed(sheet: Sheet, told: RevealTold) -> Iterator[Fact]:
    dealer = sheet.dealer
    if len(told.cards) > 3:
        yield DealerFact(told.cards[:3], told.cards[3], dealer.draw.clause)
        yield BestFact(told.plays)
    else:
        stands = dealer.draw.stands_clause if dealer.draw.when == "below" else None
        yield DealerFact(told.cards, None, stands)
    if not dealer.qualifier.always:
        yield QualifierFact(told.qualifies, dealer.qualifier.clause)


def _settled(sheet: Sheet, told: RoundSettled) -> Iterator[Fact]:
    for result in told.seats:
        yield from _paid(result)
    if told.bank:
        if (out := exhausted_at(sheet.bank, told.bank.stake, told.seats)) is not None:
            yield BankOutFact(out)
        yield BankNetFact(told.bank.net, told.bank.stake, told.bank.cover_left)
    if told.meter:
        won = told.wins_meter
        if won or told.meter.fed:
            yield MeterFact(told.meter.after // MICRO, won)


def _paid(seat: PaidSeat) -> Iterator[Fact]:
    yield from (line_fact(seat.seat, line) for line in seat.lines)
    yield NetFact(seat.seat, seat.net)


def line_fact(seat: int, line: PaidLine) -> LineFact:
    """What became of one wager of a seat."""
    return LineFact(seat, line.id, line.stake, line.result, line.profit, line.returned, line.clause, line.by)


def pay_text(sheet: Sheet, by: Sequence[PaidBy]) -> str | None:
    """A pay as the sheet prints it; envied hands as the sum of what they pay."""
    pays = [sheet.pay_at(each.table, each.column, each.line) for each in by]
    if len(pays) > 1:
        return dollars(sum(pay.cents for pay in pays if isinstance(pay, Cash)))
    return pays[0].text if pays and pays[0] else None

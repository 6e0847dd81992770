"""What there is to tell of a round, fact by fact: each with its kind, its values and its clause, unworded.

`pitboss.words.rounds` words them, for the own table, a joined one, replays and disputes alike. A wager, a pay
and a hand come with their key and with the house's word for them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pitboss.money import MICRO, Cents, dollars
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
    label: str
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
    k: Literal["bank"] = "bank"


@dataclass(frozen=True, slots=True)
class DealFact:
    """Cards go to these seats and to the dealer."""

    seats: tuple[int, ...]
    dealer: str
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

    dealer: str
    cards: tuple[str, ...]
    clause: str
    k: Literal["up"] = "up"


@dataclass(frozen=True, slots=True)
class DecisionFact:
    """A seat has decided; the clause is there where the platform has."""

    seat: int
    action: ActionId
    by: DecidedBy
    stake: Stake  # on Play
    discard: str | None
    drawn: str | None
    cards: tuple[str, ...]  # the hand after a draw
    clause: str | None
    k: Literal["decision"] = "decision"


@dataclass(frozen=True, slots=True)
class DealerFact:
    """The dealer's three cards are open; a fourth was drawn, or the dealer stands, by a clause."""

    dealer: str
    cards: tuple[str, ...]
    drawn: str | None
    clause: str | None
    k: Literal["dealer"] = "dealer"


@dataclass(frozen=True, slots=True)
class BestFact:
    """The three of four cards that the dealer plays."""

    dealer: str
    cards: tuple[str, ...]
    k: Literal["best"] = "best"


@dataclass(frozen=True, slots=True)
class QualifierFact:
    """Whether the dealer qualifies, where that is asked."""

    dealer: str
    qualifies: bool
    clause: str
    k: Literal["qualifier"] = "qualifier"


@dataclass(frozen=True, slots=True)
class LineFact:
    """What became of one wager; `pays` are printed odds, None where the amount says it."""

    seat: int
    stake: Stake
    result: Result
    profit: Cents
    returned: Cents
    pays: str | None
    clause: str
    k: Literal["line"] = "line"


@dataclass(frozen=True, slots=True)
class NetFact:
    """What a seat has won or lost in all."""

    seat: int
    net: Cents
    k: Literal["net"] = "net"


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
        yield BankNetFact(told.bank.net, told.bank.stake, told.bank.cover_left)
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

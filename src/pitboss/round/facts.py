"""What there is to tell of a round, fact by fact: each with its kind, its values and its clause, no words.

They cross the wire as they are. `pitboss.messages.rounds` words them for the own table, a joined one, replays
and disputes alike, the page for itself. A wager, a pay and a hand are known by their keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pitboss.cards import texts_of
from pitboss.money import MICRO, Cents
from pitboss.round import events
from pitboss.round.bank import exhausted_at
from pitboss.round.events import DealerRevealed, Decided, DecidedBy, Event, RoundSettled, VoidCause
from pitboss.round.settlement import ActionId, Line, PaidSeat
from pitboss.round.showdown import EnvyPay, Jackpot, Showdown, SureBet, envy_pays, jackpots, sure_bets
from pitboss.round.state import Round, Seat
from pitboss.round.table import play_stake
from pitboss.round.views import (
    NOBODY,
    Viewer,
    beside_hand,
    is_own,
    may_see,
    open_dealer,
    showdown_of,
)
from pitboss.sheet.model import Sheet


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
class SureFact:
    """A bet of a seat of one's own is won or lost by its own cards, whatever the dealer has."""

    seat: int
    bet: SureBet
    k: Literal["sure"] = "sure"


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
class ShowdownFact:
    """What decided the round of a seat."""

    seat: int
    showdown: Showdown
    k: Literal["showdown"] = "showdown"


@dataclass(frozen=True, slots=True)
class LineFact:
    """What became of one wager, and which pays of the sheet were won."""

    seat: int
    line: Line
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
class JackpotFact:
    """A hand has won a share of the meter."""

    jackpot: Jackpot
    k: Literal["jackpot"] = "jackpot"


@dataclass(frozen=True, slots=True)
class EnvyFact:
    """A seat is paid for the hand of another."""

    envy: EnvyPay
    k: Literal["envy"] = "envy"


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
    | SureFact
    | UpFact
    | DecisionFact
    | DealerFact
    | BestFact
    | QualifierFact
    | ShowdownFact
    | LineFact
    | NetFact
    | BankOutFact
    | BankNetFact
    | JackpotFact
    | EnvyFact
    | MeterFact
    | VoidFact
)


def tell(state: Round, event: Event, viewer: Viewer = NOBODY) -> tuple[Fact, ...]:
    """What a viewer learns from an event, and no more; `state` is the state right after it.

    Players know their own hands by the time all cards are shown, so these are not repeated then.
    """
    sheet = state.table.sheet
    match event:
        case events.BetsPlaced(seat, player, wagers):
            stakes = (Stake(name, wagers[name]) for name in sheet.wagers if name in wagers)
            return (BetsFact(seat, player, tuple(stakes)),)
        case events.BankTaken(player, stake, at):
            return (BankFact(player, stake, at),)
        case events.CardsDealt(seats):
            return (DealFact(seats), *_hands(state, viewer))
        case events.DealEnded(up_cards):
            up = [UpFact(up_cards, sheet.dealer.clause)] if up_cards else []
            late = sheet.player.looks == "when the deal is done"
            return (*up, *(_hands(state, viewer) if late else ()))
        case events.Decided():
            return tuple(_decided(state, event, viewer))
        case events.DealerRevealed():
            others = (seat for seat in state.seats if not is_own(seat, viewer))
            hands = (HandFact(seat.number, texts_of(seat.final)) for seat in others)
            return (*hands, *_revealed(sheet, event))
        case events.RoundSettled():
            return tuple(_settled(state, event))
        case events.RoundVoided(cause, clause, results):
            return (VoidFact(cause, clause), *(fact for each in results for fact in _paid(each)))


def told_apart(state: Round, event: Event) -> frozenset[str]:
    """The players who are told something else than everybody is: their own cards are in the event."""
    match event:
        case events.CardsDealt() | events.DealEnded() | events.DealerRevealed():
            return frozenset(seat.player for seat in state.seats)
        case events.Decided(seat=number, action="draw"):
            return frozenset(seat.player for seat in state.seats if seat.number == number)
    return frozenset()


def _hands(state: Round, viewer: Viewer) -> Iterator[Fact]:
    """A viewer's own hands, as soon as they may look, with the bets that these win or lose already."""
    for seat in state.seats:
        if is_own(seat, viewer) and may_see(state.table, state.phase, own=True):
            yield HandFact(seat.number, texts_of(seat.final))
            yield from _sure(state, seat)


def _sure(state: Round, seat: Seat) -> Iterator[Fact]:
    bank = beside_hand(state, seat.number).bank
    return (SureFact(seat.number, bet) for bet in sure_bets(state.table, seat, bank))


def _decided(state: Round, event: Decided, viewer: Viewer) -> Iterator[Fact]:
    """A decision; only its own person is told which card went and which came."""
    number, action, by = event.seat, event.action, event.by
    seat = next(seat for seat in state.seats if seat.number == number)
    cost = 0 if action == "fold" else play_stake(state.table, seat.wagers["ante"], action)
    clause = state.table.sheet.away.clause if by != "player" else None
    if action != "draw" or not is_own(seat, viewer):
        yield DecisionFact(number, action, by, cost, None, None, (), clause)
        return
    cards = texts_of(seat.final)
    yield DecisionFact(number, action, by, cost, event.discard, event.drawn, cards, clause)
    yield from _sure(state, seat)


def _revealed(sheet: Sheet, event: DealerRevealed) -> Iterator[Fact]:
    dealer = sheet.dealer
    if len(event.cards) > 3:
        yield DealerFact(event.cards[:3], event.cards[3], dealer.draw.clause)
        yield BestFact(event.plays)
    else:
        stands = dealer.draw.stands_clause if dealer.draw.when == "below" else None
        yield DealerFact(event.cards, None, stands)
    if not dealer.qualifier.always:
        yield QualifierFact(event.qualifies, dealer.qualifier.clause)


def _settled(state: Round, paid: RoundSettled) -> Iterator[Fact]:
    sheet, dealer = state.table.sheet, open_dealer(state)
    seats = {seat.number: seat for seat in state.seats}
    for result in paid.seats:
        showdown = showdown_of(state.table, seats[result.seat], dealer, result.lines)
        if _adds(showdown):
            yield ShowdownFact(result.seat, showdown)
        yield from _paid(result)
    if paid.bank:
        if (out := exhausted_at(sheet.bank, paid.bank.stake, paid.seats)) is not None:
            yield BankOutFact(out)
        yield BankNetFact(paid.bank.net, paid.bank.stake, paid.bank.cover_left)
    yield from (JackpotFact(each) for each in jackpots(state))
    yield from (EnvyFact(each) for each in envy_pays(state))
    if paid.meter and (paid.wins_meter or paid.meter.fed):
        yield MeterFact(paid.meter.after // MICRO, paid.wins_meter)


def _adds(showdown: Showdown) -> bool:
    """Whether it says more than that the dealer does not qualify, which was told with the dealer's cards."""
    short = showdown.cover in ("partial", "none")
    return showdown.how != "not_qualified" or showdown.versus is not None or short


def _paid(seat: PaidSeat) -> Iterator[Fact]:
    yield from (LineFact(seat.seat, line) for line in seat.lines)
    yield NetFact(seat.seat, seat.net)

"""What there is to tell of a round, fact by fact: each with its kind, its values and its clause, no words.

They cross the wire as they are. `pitboss.messages.rounds` words them for the own table, a joined one, replays
and disputes alike, the page for itself. A wager, a pay and a hand are known by their keys.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pitboss.cards import card_text
from pitboss.money import MICRO, Cents, dollars
from pitboss.round import events
from pitboss.round.bank import exhausted_at
from pitboss.round.events import (
    BankTaken,
    BetsPlaced,
    DecidedBy,
    Event,
    PaidLine,
    PaidSeat,
    RoundVoided,
    VoidCause,
)
from pitboss.round.settlement import ActionId
from pitboss.round.showdown import EnvyPay, Jackpot, Showdown, SureBet, envy_pays, jackpots, sure_bets
from pitboss.round.state import Round, Seat
from pitboss.round.table import play_stake
from pitboss.round.views import (
    NOBODY,
    Viewer,
    beside_hand,
    final_cards,
    is_own,
    may_see,
    open_dealer,
    showdown_of,
    texts,
)
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybooks import PaidBy, Result
from pitboss.sheet.pays import Cash


@dataclass(frozen=True, slots=True)
class Shown:
    """The cards of a seat that a viewer may see now."""

    seat: int
    cards: tuple[str, ...]
    discard: str | None = None
    sure: tuple[SureBet, ...] = ()  # of one's own cards before the reveal


@dataclass(frozen=True, slots=True)
class DealTold:
    """The cards are out; own ones are shown where players may look at once."""

    seats: tuple[int, ...]
    shown: tuple[Shown, ...]
    k: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class UpTold:
    """The deal is done: up cards show, and own cards where players had to wait for them."""

    up_cards: tuple[str, ...]
    shown: tuple[Shown, ...]
    k: Literal["up"] = "up"


@dataclass(frozen=True, slots=True)
class DecisionTold:
    """A seat decided; only its own person is told which card went and which came."""

    seat: int
    action: ActionId
    by: DecidedBy
    cost: Cents
    discard: str | None
    drawn: str | None
    cards: tuple[str, ...]  # the hand after a draw
    clause: str | None  # where the platform has decided
    sure: tuple[SureBet, ...] = ()  # after a draw, of one's own cards
    k: Literal["decide"] = "decide"


@dataclass(frozen=True, slots=True)
class RevealTold:
    """Every card is shown."""

    cards: tuple[str, ...]
    hand: str
    plays: tuple[str, ...]
    qualifies: bool
    shown: tuple[Shown, ...]
    k: Literal["reveal"] = "reveal"


@dataclass(frozen=True, slots=True)
class SettlementTold:
    """The round is paid: what decided it seat by seat, and what the whole table hears of."""

    paid: events.RoundSettled
    showdowns: tuple[Showdown, ...]  # in the order of the seats
    jackpots: tuple[Jackpot, ...]
    envy: tuple[EnvyPay, ...]
    k: Literal["settle"] = "settle"


EventView = (
    events.BetsPlaced
    | events.BankTaken
    | DealTold
    | UpTold
    | DecisionTold
    | RevealTold
    | SettlementTold
    | events.RoundVoided
)


def tell(state: Round, event: Event, viewer: Viewer = NOBODY) -> EventView:
    """What a viewer is told of an event; `state` is the state right after it."""
    match event:
        case events.CardsDealt(seats):
            return DealTold(seats, _shown(state, viewer))
        case events.DealEnded(up_cards):
            late = state.table.sheet.player.looks == "when the deal is done"
            return UpTold(up_cards, _shown(state, viewer) if late else ())
        case events.Decided(number, action, discard, drawn, by):
            seat = next(seat for seat in state.seats if seat.number == number)
            cost = 0 if action == "fold" else play_stake(state.table, seat.wagers["ante"], action)
            clause = state.table.sheet.away.clause if by != "player" else None
            if action != "draw" or not is_own(seat, viewer):
                return DecisionTold(number, action, by, cost, None, None, (), clause)
            cards, sure = texts(final_cards(seat)), _sure(state, seat)
            return DecisionTold(number, action, by, cost, discard, drawn, cards, clause, sure)
        case events.DealerRevealed(cards, hand, plays, qualifies):
            return RevealTold(cards, hand, plays, qualifies, _shown(state, viewer))
        case events.RoundSettled(paid):
            dealer, by_number = open_dealer(state), {seat.number: seat for seat in state.seats}
            why = tuple(showdown_of(state.table, by_number[each.seat], dealer, each.lines) for each in paid)
            return SettlementTold(event, why, jackpots(state), envy_pays(state))
        case events.BetsPlaced() | events.BankTaken() | events.RoundVoided():
            return event


def told_more(state: Round, event: Event) -> frozenset[str]:
    """The players who are told more of an event than everybody is, for their own cards are in it."""
    match event:
        case events.CardsDealt() | events.DealEnded():
            return frozenset(seat.player for seat in state.seats)
        case events.Decided(seat=number, action="draw"):
            return frozenset(seat.player for seat in state.seats if seat.number == number)
    return frozenset()


def _shown(state: Round, viewer: Viewer) -> tuple[Shown, ...]:
    return tuple(
        Shown(
            seat.number,
            texts(final_cards(seat)),
            card_text(seat.discard) if seat.discard is not None else None,
            _sure(state, seat) if is_own(seat, viewer) and not state.revealed else (),
        )
        for seat in state.seats
        if may_see(state.table, state.phase, own=is_own(seat, viewer))
    )


def _sure(state: Round, seat: Seat) -> tuple[SureBet, ...]:
    return sure_bets(state.table, seat, beside_hand(state, seat.number).bank)


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
        case DecisionTold(seat, action, by, cost, discard, drawn, cards, clause, sure):
            yield DecisionFact(seat, action, by, cost, discard, drawn, cards, clause)
            yield from (SureFact(seat, bet) for bet in sure)
        case RevealTold():
            yield from _hands([hand for hand in told.shown if hand.seat not in known])
            yield from _revealed(sheet, told)
        case SettlementTold():
            yield from _settled(sheet, told)
        case RoundVoided(cause, clause, results):
            yield VoidFact(cause, clause)
            for result in results:
                yield from _paid(result)


def _hands(shown: Sequence[Shown]) -> Iterator[Fact]:
    for hand in shown:
        yield HandFact(hand.seat, hand.cards)
        yield from (SureFact(hand.seat, bet) for bet in hand.sure)


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


def _settled(sheet: Sheet, told: SettlementTold) -> Iterator[Fact]:
    paid = told.paid
    for result, showdown in zip(paid.seats, told.showdowns, strict=True):
        if _adds(showdown):
            yield ShowdownFact(result.seat, showdown)
        yield from _paid(result)
    if paid.bank:
        if (out := exhausted_at(sheet.bank, paid.bank.stake, paid.seats)) is not None:
            yield BankOutFact(out)
        yield BankNetFact(paid.bank.net, paid.bank.stake, paid.bank.cover_left)
    yield from (JackpotFact(each) for each in told.jackpots)
    yield from (EnvyFact(each) for each in told.envy)
    if paid.meter and (paid.wins_meter or paid.meter.fed):
        yield MeterFact(paid.meter.after // MICRO, paid.wins_meter)


def _adds(showdown: Showdown) -> bool:
    """Whether it says more than that the dealer does not qualify, which was told with the dealer's cards."""
    short = showdown.cover in ("partial", "none")
    return showdown.how != "not_qualified" or showdown.versus is not None or short


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

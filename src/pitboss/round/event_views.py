"""Events as each viewer is told them: built from nothing, so that a hidden card is not in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pitboss.cards import card_text
from pitboss.money import Cents
from pitboss.round import events
from pitboss.round.events import DecidedBy, Event
from pitboss.round.prizes import EnvyPay, Jackpot, envy_pays, jackpots
from pitboss.round.raises import play_stake
from pitboss.round.settlement import ActionId
from pitboss.round.showdown import Showdown
from pitboss.round.state import Round, Seat
from pitboss.round.sure_wagers import SureBet, sure_bets
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

"""Events as each viewer is told them: built from nothing, so that a hidden card is not in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pitboss.cards import card_text
from pitboss.money import Cents
from pitboss.round import events
from pitboss.round.events import DecidedBy, Event
from pitboss.round.settle import ActionId
from pitboss.round.state import Round
from pitboss.round.view import NOBODY, Viewer, final_cards, is_own, may_see, texts


@dataclass(frozen=True, slots=True)
class Shown:
    """The cards of a seat that a viewer may see now."""

    seat: int
    cards: tuple[str, ...]
    discard: str | None = None


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


EventView = (
    events.BetsPlaced
    | events.BankTaken
    | DealTold
    | UpTold
    | DecisionTold
    | RevealTold
    | events.RoundSettled
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
            cost = 0 if action == "fold" else state.table.play_stake(seat.wagers["ante"])
            clause = state.table.sheet.away.clause if by != "player" else None
            if action != "draw" or not is_own(seat, viewer):
                return DecisionTold(number, action, by, cost, None, None, (), clause)
            return DecisionTold(number, action, by, cost, discard, drawn, texts(final_cards(seat)), clause)
        case events.DealerRevealed(cards, hand, plays, qualifies):
            return RevealTold(cards, hand, plays, qualifies, _shown(state, viewer))
        case events.BetsPlaced() | events.BankTaken() | events.RoundSettled() | events.RoundVoided():
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
        )
        for seat in state.seats
        if may_see(state.table, state.phase, own=is_own(seat, viewer))
    )

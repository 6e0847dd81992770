"""A hidden card never leaves the server early: not in a value, not in an order, not in a length."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from pitboss.cards import texts_of
from pitboss.odds import NotPriced
from pitboss.odds.coach import Worth
from pitboss.round import CardsDealt, Decided, Event, Round, Viewer, tell
from pitboss.round.facts import Fact, HandFact
from pitboss.round.state import Phase, Seat
from pitboss.round.table import Table
from pitboss.round.views import HIDDEN, NOBODY, DealerView, HandView, dealer_view, hand_view, may_see
from pitboss.table import advice, audience, people, round_play, views
from pitboss.table.advice import CoachFrame
from pitboss.table.live_state import LiveState, Turn
from pitboss.table.view_types import SeatFrame, StateFrame
from pitboss.table.views import own_seats, seat_frame
from tests.table import leaking
from tests.table.leaking import Leak, search, search_from_scratch
from tests.table.rig import HOUSES
from tests.table.weighing import coach_frame

SCRIPTS, DECKS = 20, 20  # pairs of decks at each house: 400; `torture leaks` tries many thousands


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-11")
def test_std_11_what_is_sent_before_the_reveal_hangs_on_no_hidden_card(house: str) -> None:
    tally = search(house, SCRIPTS, DECKS, "ci")
    assert tally.decks == SCRIPTS * DECKS
    assert tally.pairs > 2 * tally.decks  # a player, an onlooker and a spectator at each pair
    assert set(tally.seen) == {"deal", "decisions"}
    assert tally.coached > tally.decks  # at some of the pairs, in every frame of every viewer


@pytest.mark.parametrize("house", HOUSES)
def test_whole_rounds_with_other_seeds_differ_in_their_seals_alone(house: str) -> None:
    tally = search_from_scratch(house, 8, "ci")
    assert set(tally.seen) == {"bets", "deal", "decisions"}


# The search finds what is planted

Patch = pytest.MonkeyPatch
KNOWN = [0]  # hidden cards that a planted coach has seen


def _hidden_card(state: Round | None) -> int:
    """The dealer's first card, which nobody may know."""
    return state.dealer_cards[0] if state and state.dealer_cards else 0


def _hand_named(patch: Patch) -> None:
    """Another's hand is called by its name."""
    real = hand_view

    def leaks(*beside: Any, own: bool) -> HandView:
        seen, told = real(*beside, own=own), real(*beside, own=True)
        return replace(seen, label=told.label)

    patch.setattr(views, "hand_view", leaks)


def _caption_longer(patch: Patch) -> None:
    """A blank more or less: nothing that a person would see."""
    real = dealer_view

    def leaks(state: Round) -> DealerView:
        seen = real(state)
        return replace(seen, caption=seen.caption + " " * (_hidden_card(state) % 2))

    patch.setattr(views, "dealer_view", leaks)


def _fewer_backs(patch: Patch) -> None:
    """A folded hand shows as many backs as it has different ranks."""
    real = hand_view

    def leaks(table: Table, phase: Phase, seat: Seat, *beside: Any, own: bool) -> HandView:
        seen = real(table, phase, seat, *beside, own=own)
        if HIDDEN not in seen.cards:
            return seen
        return replace(seen, cards=(HIDDEN,) * len({card // 4 for card in seat.cards}))

    patch.setattr(views, "hand_view", leaks)


def _events_turned(patch: Patch) -> None:
    """The same events the other way round."""

    def leaks(state: Round, event: Event, viewer: Viewer = NOBODY) -> tuple[Fact, ...]:
        return tell(state, event, viewer)[:: -1 if _hidden_card(state) % 2 else 1]

    patch.setattr(audience, "tell", leaks)


def _seal_of_the_deck(patch: Patch) -> None:
    """The head of the chain has heard of the deck already."""
    real = views.state_frame

    def leaks(live: LiveState) -> StateFrame:
        frame = real(live)
        return replace(frame, fair=replace(frame.fair, chain_head=f"{_hidden_card(live.state):064x}"))

    patch.setattr(audience, "state_frame", leaks)
    patch.setattr(views, "state_frame", leaks)


def _clock_shorter(patch: Patch) -> None:
    """A millisecond more on the clock."""
    real = people.start_clocks

    def leaks(turn: Turn, *, again: bool = False) -> None:
        real(turn, again=again)
        if again and turn.live.until:
            turn.set_clocks(until=turn.live.until + 0.001 * (_hidden_card(turn.live.state) % 2))

    patch.setattr(round_play, "start_clocks", leaks)


def _number_skipped(patch: Patch) -> None:
    """One change that is told to nobody."""
    real = people.start_clocks

    def leaks(turn: Turn, *, again: bool = False) -> None:
        real(turn, again=again)
        if again and _hidden_card(turn.live.state) % 2:
            turn.set(revisions=structs.replace(turn.live.revisions, last=turn.live.rev + 1))

    patch.setattr(round_play, "start_clocks", leaks)


def _draw_told(patch: Patch) -> None:
    """Everybody hears which card was drawn."""

    def leaks(state: Round, event: Event, viewer: Viewer = NOBODY) -> tuple[Fact, ...]:
        seat = state.seat(event.seat) if isinstance(event, Decided) else None
        return tell(state, event, Viewer(seat.player) if seat else viewer)

    patch.setattr(audience, "tell", leaks)


def _hands_told(patch: Patch) -> None:
    """A fact tells of another's hand when the cards are out."""

    def leaks(state: Round, event: Event, viewer: Viewer = NOBODY) -> tuple[Fact, ...]:
        dealt = state.seats if isinstance(event, CardsDealt) else ()
        return (*tell(state, event, viewer), *(HandFact(seat.number, texts_of(seat.cards)) for seat in dealt))

    patch.setattr(audience, "tell", leaks)


def _replacement_known(patch: Patch) -> None:
    """A hint at the card that one would draw."""

    def leaks(live: LiveState, number: int, *, own: bool = False) -> SeatFrame:
        return replace(seat_frame(live, number, own=own), stack=_hint(live.state, number))

    def _hint(state: Round | None, number: int) -> int:
        seat = state.seat(number) if state else None
        known = state is not None and bool(state.deck) and seat is not None and seat.action is None
        return state.replacement(number) % 2 if state and known else 0

    patch.setattr(audience, "seat_frame", leaks)


def _own_seats_for_all(patch: Patch) -> None:
    """Everybody is sent what the first player sees of their own seat."""

    def leaks(live: LiveState, person: str | None) -> tuple[SeatFrame, ...]:
        first = live.state.seats[0].player if live.state and live.state.seats else None
        return (*own_seats(live, person), *own_seats(live, first))

    patch.setattr(views, "own_seats", leaks)


def _coach_knows(patch: Patch) -> None:
    """The coach puts an action that wins first."""
    real = advice.coach_frame

    def leaks(live: LiveState, number: int, worth: Worth | NotPriced) -> CoachFrame:
        frame = real(live, number, worth)
        return replace(frame, best=frame.best[::-1] if KNOWN[-1] % 2 else (*frame.best, ""))

    def asked(live: LiveState, person: str, number: int) -> CoachFrame:
        KNOWN.append(_hidden_card(live.state))
        return coach_frame(live, person, number)

    patch.setattr(advice, "coach_frame", leaks)
    patch.setattr(leaking, "coach_frame", asked)


def _coach_for_anybody(patch: Patch) -> None:
    """The coach speaks of another's hand."""
    real = coach_frame

    def asked(live: LiveState, person: str, number: int) -> CoachFrame:
        seat = live.state.seat(number) if live.state else None
        return real(live, seat.player if seat else person, number)

    patch.setattr(leaking, "coach_frame", asked)


def _looks_too_early(patch: Patch) -> None:
    """NAPA-4: one's own cards before the up card shows."""
    real = may_see

    def leaks(table: Table, phase: Phase, *, own: bool) -> bool:
        return real(table, phase, own=own) or own

    for module in ("views", "facts"):
        patch.setattr(sys.modules[f"pitboss.round.{module}"], "may_see", leaks)


def _up_card_too_early(patch: Patch) -> None:
    """NAPA-3: the up card while the deal goes on."""
    real = dealer_view

    def leaks(state: Round) -> DealerView:
        return real(replace(state, phase="decisions") if state.phase == "deal" else state)

    patch.setattr(views, "dealer_view", leaks)


EVERYWHERE = (
    _hand_named,
    _own_seats_for_all,
    _caption_longer,
    _fewer_backs,
    _events_turned,
    _hands_told,
    _seal_of_the_deck,
    _clock_shorter,
    _number_skipped,
    _coach_knows,
    _coach_for_anybody,
)
PLANTS = [
    *((plant, house) for plant in EVERYWHERE for house in ("rivers", "napa-valley")),
    (_draw_told, "pechanga"),
    (_replacement_known, "pechanga"),
    (_looks_too_early, "napa-valley"),
    (_up_card_too_early, "napa-valley"),
]


@pytest.mark.parametrize(
    ("plant", "house"), PLANTS, ids=[f"{plant.__name__[1:]}-{house}" for plant, house in PLANTS]
)
def test_a_planted_leak_is_found(plant: Callable[[Patch], None], house: str, monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        search(house, 6, 16, "planted")

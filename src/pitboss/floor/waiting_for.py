"""What a table waits for at this moment, so that a client knows whose turn it is and why nothing is dealt."""

from __future__ import annotations

from pitboss.floor.live_state import LiveState, people_in
from pitboss.floor.sitters import Sitter
from pitboss.floor.view_types import WaitFrame
from pitboss.round import Round


def waiting_for(live: LiveState) -> tuple[WaitFrame, ...]:
    """Facts for everybody; none where nothing but time, or the operator, moves the table."""
    state = live.open_round
    if live.frozen or (live.closing and state is None) or live.stored_table.closed:
        return ()
    if state is None:  # with a clock the next round opens by itself
        return () if live.clock is not None else (WaitFrame("bets", _seats(_betting(live))),)
    if state.phase == "bets":
        return (*_bank(live), *_bets(live, state))
    if state.phase == "decisions":
        return (WaitFrame("decision", tuple(state.waiting)),) if state.waiting else ()
    return ()


def _bank(live: LiveState) -> tuple[WaitFrame, ...]:
    """The answer of whom the bank is offered to (NAPA-16)."""
    offered = live.seating.people.get(live.turn.offered) if live.turn.offered else None
    return (WaitFrame("bank", offered.seats[:1]),) if offered and offered.seats else ()


def _bets(live: LiveState, state: Round) -> tuple[WaitFrame, ...]:
    """Somebody's bet; or, once there are bets, those who are not done."""
    if not (state.seats and people_in(state)):
        return (WaitFrame("bets", _seats(_betting(live))),)
    players = {each.player for each in state.seats}
    known = live.seating.people
    late = [each for each in known.values() if not each.ready and (each.here or each.id in players)]
    gone = tuple(each.number for each in state.seats if each.player not in known)
    numbers = tuple(sorted({*_seats(late), *gone}))
    return (WaitFrame("ready", numbers),) if numbers else ()


def _betting(live: LiveState) -> list[Sitter]:
    """The people who could bet now; the bank bets on no seat."""
    state = live.open_round
    bank = state.bank.player if state and state.bank else None
    return [
        each
        for each in live.seating.people.values()
        if each.seats and each.bot is None and each.here and not each.leaves and each.id != bank
    ]


def _seats(people: list[Sitter]) -> tuple[int, ...]:
    return tuple(sorted(seat for each in people for seat in each.seats))

"""What a table waits for at this moment, so that a client knows whose turn it is and why nothing is dealt."""

from __future__ import annotations

from functools import lru_cache

from pitboss.round import Round
from pitboss.table.awaited_people import awaited_people, awaited_seats, late_bettors
from pitboss.table.live_state import LiveState, people_in
from pitboss.table.sitters import Sitter
from pitboss.table.view_types import Awaited, WaitFrame


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
        out = {each.id for each in live.seating.people.values() if each.out is not None}
        seats = (each for each in state.seats if each.number in state.waiting and each.player not in out)
        return _frames("decision", tuple(each.number for each in seats), _away(live, state))
    return ()


def _bank(live: LiveState) -> tuple[WaitFrame, ...]:
    """The answer of whom the bank is offered to (NAPA-16)."""
    offered = live.seating.people.get(live.turn.offered) if live.turn.offered else None
    return (WaitFrame("bank", offered.seats[:1]),) if offered and offered.seats else ()


def _bets(live: LiveState, state: Round) -> tuple[WaitFrame, ...]:
    """Somebody's bet; or, once there are bets, those who are not done."""
    if not (state.seats and people_in(state)):
        return (WaitFrame("bets", _seats(_betting(live))),)
    return _frames("ready", _seats(late_bettors(live, state)), _away(live, state))


def _frames(what: Awaited, seats: tuple[int, ...], away: tuple[int, ...]) -> tuple[WaitFrame, ...]:
    """Those who can do something about it; and apart from them those who are away."""
    here = tuple(each for each in seats if each not in away)
    return _waits(what, here, away)


@lru_cache(maxsize=1024)
def _waits(what: Awaited, here: tuple[int, ...], away: tuple[int, ...]) -> tuple[WaitFrame, ...]:
    """The same at many tables: made once, and seen to be unchanged at a glance."""
    found = (WaitFrame(what, here), WaitFrame("away", away))
    return tuple(each for each in found if each.seats)


def _away(live: LiveState, state: Round) -> tuple[int, ...]:
    """The seats of who holds up the others and is not there."""
    awaited = {} if live.seating.all_here else awaited_people(live)
    found = [each for each in awaited.values() if not each.here]
    left = [each.number for each in state.seats if each.player not in live.seating.people]
    return tuple(sorted({*left, *(seat for each in found for seat in awaited_seats(live, each))}))


def _betting(live: LiveState) -> list[Sitter]:
    """The people who could bet now; the bank bets on no seat."""
    state = live.open_round
    bank = state.bank.player if state and state.bank else None
    return [
        each
        for each in live.seating.people.values()
        if each.seats and each.bot is None and each.here and each.id != bank
        if not each.leaves and each.out is None
    ]


def _seats(people: list[Sitter]) -> tuple[int, ...]:
    return tuple(sorted(seat for each in people for seat in each.seats))

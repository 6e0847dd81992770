"""For whom a table does not wait: who is away where no clock runs, who was nudged in vain, who is sat out.

Bets that were not dealt go back, a hand that was dealt is decided as its person has asked (STD-13); and
nobody waits for that person again before they do something.
"""

from __future__ import annotations

from pitboss.round import Refusal
from pitboss.table.announcements import DecidedFor, Nudged, SatOut
from pitboss.table.awaited_people import awaited_people, awaited_seats
from pitboss.table.live_state import LiveState
from pitboss.table.places import take_back_bets
from pitboss.table.settings import NUDGE_GAP
from pitboss.table.sitters import Missed, MissedDecision, Out, Sitter
from pitboss.table.turn import Turn


def act(turn: Turn, person: str) -> None:
    """Somebody does something: they are waited for again, and have seen what was decided for them."""
    _forget_wait(turn, person)
    sitter = turn.live.seating.people.get(person)
    if sitter is not None and (sitter.out is not None or sitter.missed):
        turn.set_sitter(person, out=None, missed=())


def _forget_wait(turn: Turn, person: str) -> None:
    """Nobody waits for a person any more, or not in vain."""
    clocks = turn.live.clocks
    if person in clocks.nudged or person in clocks.away_until:
        nudged = {each: at for each, at in clocks.nudged.items() if each != person}
        away = {each: until for each, until in clocks.away_until.items() if each != person}
        turn.set_clocks(nudged=nudged, away_until=away)


def lapse_step(turn: Turn) -> bool:
    """The next person who was waited for long enough sits out."""
    late = [person for person, until in turn.live.patience.items() if turn.now >= until]
    awaited = awaited_people(turn.live) if late else {}
    for person in late:
        if person in awaited:
            sit_out(turn, person, "idle" if awaited[person].here else "away")
            return True
    return False


def sit_out(turn: Turn, person: str, why: Out, by: str | None = None) -> None:
    """Nobody waits for a person any more; `by` is who has said so."""
    sitter = turn.live.seating.people[person]
    take_back_bets(turn, person)
    turn.set_sitter(person, ready=True, out=why)
    _forget_wait(turn, person)
    turn.note(SatOut(sitter.name, sitter.seats, why, by))


def nudge(turn: Turn, person: str, by: str | None) -> None:
    """Tells somebody that the others wait; where no clock runs they are waited for a little longer only."""
    live = turn.live
    awaited, nudged = awaited_people(live), live.clocks.nudged
    if person not in awaited:
        raise Refusal("not_awaited", "Nobody waits for this person", None, "seat")
    sitter = awaited[person]
    if not sitter.here:
        raise Refusal("away", f"{sitter.name} is away and cannot hear it", None, "seat")
    if person in nudged:
        raise Refusal("nudged", f"{sitter.name} was nudged already", None, "seat")
    turn.set_clocks(nudged={**nudged, person: turn.now})
    seat = awaited_seats(live, sitter)[0]
    turn.note(Nudged(sitter.name, seat, by))


def is_idle(live: LiveState, sitter: Sitter, now: float) -> bool:
    """Whether somebody is away, or has not answered a nudge."""
    since = live.clocks.nudged.get(sitter.id)
    return not sitter.here or (since is not None and now >= since + NUDGE_GAP)


def decided_for(turn: Turn, person: str, number: int, why: Missed) -> None:
    """Tells what the platform has decided for somebody, and keeps it until that person does something."""
    state = turn.live.state
    seat, sitter = state.seat(number) if state else None, turn.live.seating.people.get(person)
    if seat is None or seat.action is None or seat.by is None or seat.by == "player":
        raise AssertionError("the platform has decided")
    round_ = turn.live.stored_table.rounds
    name = sitter.name if sitter is not None else None
    turn.note(DecidedFor(number, name, seat.action, seat.by, why))
    if sitter is not None:
        kept = tuple(each for each in sitter.missed if each.round == round_)
        turn.set_sitter(person, missed=(*kept, MissedDecision(round_, number, seat.action, seat.by, why)))

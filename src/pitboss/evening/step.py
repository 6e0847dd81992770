"""An event at an evening as a function: the evening and the time give the evening after it, and its chips.

Nothing is read and nothing is written here; a refusal leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.evening.events import (
    Announce,
    CallOff,
    Count,
    Enter,
    Event,
    Leave,
    Movement,
    Outcome,
    Pause,
    Resume,
    Start,
)
from pitboss.evening.model import MOST_ENTRANTS, Entrant, Evening, Milliseconds
from pitboss.evening.rounds import begin_round, count_round, end, let_go
from pitboss.evening.seating import draw_order
from pitboss.round import Refusal


def announce(evening: str, event: Announce, now: Milliseconds) -> Evening:
    """A new evening."""
    return Evening(evening, event.host, event.plan, now).tell(now, ("announced", {"person": event.host}))


def step(evening: Evening, event: Event, now: Milliseconds) -> Outcome:
    """Does an event at an evening, or raises its refusal."""
    match event:
        case Enter(people, bots):
            return _enter(evening, people, bots, now)
        case Leave(person, removed):
            return _leave(evening, person, now, removed=removed)
        case Start(lot):
            return _start(evening, lot, now)
        case Count():
            _check_running(evening)
            return count_round(evening, event, now)
        case Pause():
            _check_running(evening)
            if evening.paused is not None:
                raise Refusal("evening_phase", "The evening is paused already")
            return Outcome(replace(evening, paused=now).tell(now, ("paused", {})))
        case Resume():
            return _resume(evening, now)
        case CallOff(deserted):
            return _call_off(evening, now, deserted=deserted)
        case Announce():
            raise Refusal("evening_phase", "The evening was announced already")


def _check_running(evening: Evening) -> None:
    if evening.phase != "running":
        raise Refusal("evening_phase", "The evening is not under way")


def _enter(evening: Evening, people: Sequence[str], bots: Sequence[str], now: Milliseconds) -> Outcome:
    plan, moved = evening.plan, list[Movement]()
    running = evening.phase == "running"
    if evening.phase not in ("listed", "running") or evening.calling_off:
        raise Refusal("evening_phase", "The evening is over")
    if running and evening.round > plan.late_until:
        text = f"Late entry was open until round {plan.late_until}"
        raise Refusal("late", text, values={"round": plan.late_until})
    for number, person in enumerate(people):
        if evening.entrant(person) is not None:
            raise Refusal("entered", "You have entered already")
        if len(evening.entrants) >= MOST_ENTRANTS:
            text = f"At most {MOST_ENTRANTS} may enter"
            raise Refusal("evening_full", text, values={"most": MOST_ENTRANTS})
        bot = bots[number] if bots else None
        new = Entrant(person, bot, chips=plan.chips if running else 0)
        evening = replace(evening, entrants=(*evening.entrants, new))
        evening = evening.tell(now, ("entered", {"person": person}))
        if running:
            moved.append(Movement(person, plan.chips, "stake"))
    return Outcome(evening, tuple(moved))


def _leave(evening: Evening, person: str, now: Milliseconds, *, removed: bool) -> Outcome:
    found = evening.entrant(person)
    if found is None or found.is_out or found.leaves:
        raise Refusal("not_entered", "This person has not entered, or is out", None, "person")
    told: tuple[str, dict[str, int | str]] = ("removed" if removed else "left", {"person": person})
    if evening.phase == "listed":
        left = tuple(each for each in evening.entrants if each.id != person)
        return Outcome(replace(evening, entrants=left).tell(now, told))
    _check_running(evening)
    left = tuple(replace(each, leaves=True) if each.id == person else each for each in evening.entrants)
    evening = replace(evening, entrants=left).tell(now, told)
    return let_go(evening, now) if evening.between else Outcome(evening)


def _start(evening: Evening, lot: str, now: Milliseconds) -> Outcome:
    if evening.phase != "listed":
        raise Refusal("evening_phase", "The evening has begun already")
    if len(evening.entrants) < 2:
        raise Refusal("few", "An evening starts with at least two people")
    if not evening.people:
        raise Refusal("few", "An evening starts with at least one person: bots do not play alone")
    stake = evening.plan.chips
    started = replace(
        evening,
        phase="running",
        started=now,
        level_since=now,
        entrants=tuple(replace(each, chips=stake) for each in evening.entrants),
    )
    order = draw_order([each.id for each in started.entrants], lot)
    begun = begin_round(started, now, order)
    told = {"people": len(order), "tables": len(begun.tables)}
    moved = tuple(Movement(each.id, stake, "stake") for each in started.entrants)
    return Outcome(begun.tell(now, ("started", {**told})), moved)


def _resume(evening: Evening, now: Milliseconds) -> Outcome:
    _check_running(evening)
    if evening.paused is None:
        raise Refusal("evening_phase", "The evening is not paused")
    later = evening.level_since + now - evening.paused  # a pause makes no level shorter
    going = replace(evening, paused=None, level_since=later).tell(now, ("resumed", {}))
    return Outcome(begin_round(going, now) if evening.between else going)


def _call_off(evening: Evening, now: Milliseconds, *, deserted: bool) -> Outcome:
    if evening.phase not in ("listed", "running") or evening.calling_off:
        raise Refusal("evening_phase", "The evening is over")
    off = replace(evening, calling_off=True)
    if deserted:
        off = off.tell(now, ("deserted", {}))
    if evening.phase == "listed" or evening.between:
        return end(off, now)
    return Outcome(off if deserted else off.tell(now, ("calling_off", {})))

"""An event at an evening as a function: the evening and the time give the evening after it, and its chips.

Here are also the rules between two rounds: chips are counted, who cannot bet is out, limits rise, and tables
are balanced so that none has two people more than another, with as few moves as that takes. Nothing is read
and nothing is written; a refusal leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.evening.model import (
    LONGEST,
    MOST_ENTRANTS,
    Announce,
    CallOff,
    Count,
    Enter,
    Entrant,
    Evening,
    Event,
    Leave,
    Milliseconds,
    Movement,
    Outcome,
    Pause,
    Resume,
    Start,
    standings,
)
from pitboss.money import Cents
from pitboss.round import Refusal

MINUTE = 60_000


def after_round(evening: Evening, now: Milliseconds) -> Evening:
    """The same under the limits of the next round; the last level lasts to the end."""
    played = replace(evening, level_rounds=evening.level_rounds + 1)
    level, last = evening.limits, len(evening.plan.levels) - 1
    over = (level.rounds is not None and played.level_rounds >= level.rounds) or (
        level.minutes is not None and (evening.paused or now) >= level_end(evening)
    )
    if not over or evening.level == last:
        return played
    return replace(played, level=evening.level + 1, level_rounds=0, level_since=evening.paused or now)


def level_end(evening: Evening) -> Milliseconds:
    """When the running level ends, if it is one by minutes and no pause comes."""
    return evening.level_since + (evening.limits.minutes or 0) * MINUTE


def is_last_round(evening: Evening) -> bool:
    """Whether the evening ends with the round that is played."""
    return evening.round >= min(evening.plan.rounds or LONGEST, LONGEST)


Seats = dict[int, str]  # seat -> person


class Arrangement(NamedTuple):
    """The tables of the next round in their order, and the tables that nobody plays at any more."""

    tables: dict[str, Seats]
    closed: tuple[str, ...]


def draw_order(people: Sequence[str], lot: str) -> list[str]:
    """People in the order of their lots."""
    return sorted(people, key=lambda each: sha256(f"{lot} {each}".encode()).digest())


def arrange(
    tables: Mapping[str, Mapping[int, str]],
    coming: Sequence[str],
    new_tables: Sequence[str],
    seats: int,
    moves: Mapping[str, int],
) -> Arrangement:
    """The tables of the next round: as few as hold everybody, none with two people more than another.

    A table that is not needed is broken: the one with the fewest people, of these the last. A late comer
    sits down where the fewest are. Then, from the fullest to the emptiest table, the person who was moved
    least often moves; of several, the one at the highest seat.
    """
    found = {name: dict(people) for name, people in tables.items()}
    people = len(coming) + sum(len(each) for each in found.values())
    needed = ceil(people / seats)
    standing, closed = list(coming), []
    while len(found) > needed:
        order = list(found)
        broken = min(order, key=lambda name: (len(found[name]), -order.index(name)))
        standing += [person for _, person in sorted(found.pop(broken).items())]
        closed.append(broken)
    for name in new_tables[: max(0, needed - len(found))]:
        found[name] = {}
    for person in standing:
        _sit(found[_emptiest(found)], person, seats)
    while found:
        full, empty = _fullest(found), _emptiest(found)
        if len(found[full]) - len(found[empty]) <= 1:
            break
        seat = min(found[full], key=lambda each: (moves.get(found[full][each], 0), -each))
        _sit(found[empty], found[full].pop(seat), seats)
    return Arrangement(found, tuple(closed))


def _emptiest(tables: Mapping[str, Seats]) -> str:
    order = list(tables)
    return min(order, key=lambda name: (len(tables[name]), order.index(name)))


def _fullest(tables: Mapping[str, Seats]) -> str:
    order = list(tables)
    return max(order, key=lambda name: (len(tables[name]), -order.index(name)))


def _sit(table: Seats, person: str, seats: int) -> None:
    table[next(seat for seat in range(1, seats + 1) if seat not in table)] = person


Told = list[tuple[str, dict[str, int | str]]]


def count_round(evening: Evening, event: Count, now: Milliseconds) -> Outcome:
    """All tables have ended the round: the next one begins, or the evening ends."""
    moved: list[Movement] = []
    told: Told = [("jackpot", {"person": person, "cents": cents}) for person, cents in event.jackpots]
    before = evening
    lost = set(event.lost_tables)
    evening = after_round(
        replace(evening, tables=tuple(each for each in evening.tables if each not in lost)), now
    )
    if evening.level != before.level:
        limits = evening.limits
        told.append(("level", {"number": evening.level + 1, "low": limits.low, "high": limits.high}))
    cost = before.limits.ante
    counted = tuple(_counted(evening, each, event, cost, moved, told) for each in evening.entrants)
    evening = replace(evening, entrants=counted)
    if before.round == before.plan.late_until > 0:
        told.append(("late_over", {"round": before.round}))
    evening = evening.tell(now, *told)
    decided = len(evening.playing) <= 1  # no other player can come before the one who is left
    if evening.calling_off or decided or is_last_round(before):
        done = end(evening, now)
        return Outcome(done.evening, (*moved, *done.moved))
    if evening.paused is not None:
        return Outcome(replace(evening, between=True), tuple(moved))
    return Outcome(begin_round(evening, now), tuple(moved))


def _counted(
    evening: Evening, entrant: Entrant, event: Count, ante: Cents, moved: list[Movement], told: Told
) -> Entrant:
    """A player after the round: one who missed it pays the lowest Ante, one who cannot bet again is out."""
    if entrant.is_out:
        return entrant
    stack = event.stacks.get(entrant.id, 0)
    after = entrant
    if entrant.table is not None and entrant.table not in event.lost_tables:
        if entrant.id in event.played:
            after = replace(after, rounds=entrant.rounds + 1, absent=False)
        else:
            cost = min(stack, ante)
            after = replace(after, missed=entrant.missed + 1, absent=True)
            told.append(("missed", {"person": entrant.id, "round": evening.round, "cents": cost}))
            if cost:
                moved.append(Movement(entrant.id, -cost, "missed"))
                stack -= cost
    if entrant.leaves or stack < evening.limits.least:
        return _out(evening, after, stack, moved, told)
    return replace(after, chips=stack)


def _out(evening: Evening, entrant: Entrant, stack: Cents, moved: list[Movement], told: Told) -> Entrant:
    """A player who is out with the last round; what is left goes back to the tray."""
    told.append(("out", {"person": entrant.id, "round": evening.round}))
    if stack:
        moved.append(Movement(entrant.id, -stack, "out"))
    return replace(entrant, out_round=evening.round, table=None, seat=None)


def let_go(evening: Evening, now: Milliseconds) -> Outcome:
    """In a pause between two rounds: a player who leaves is out at once, and has no part in the next one."""
    moved: list[Movement] = []
    told: Told = []
    left = tuple(
        _out(evening, each, each.chips, moved, told) if each.leaves and not each.is_out else each
        for each in evening.entrants
    )
    evening = replace(evening, entrants=left).tell(now, *told)
    done = end(evening, now) if len(evening.playing) <= 1 else Outcome(evening)
    return Outcome(done.evening, (*moved, *done.moved))


def begin_round(evening: Evening, now: Milliseconds, order: Sequence[str] = ()) -> Evening:
    """The next round: everybody who plays has a seat. `order` is that of the first draw."""
    plan, by_id = evening.plan, {each.id: each for each in evening.playing}
    people = order or tuple(by_id)
    tables = {
        name: {seat: each.id for seat, each in evening.seated(name).items() if not each.is_out}
        for name in evening.tables
    }
    seated = {person for each in tables.values() for person in each.values()}
    coming = [each for each in people if each not in seated]
    fresh = [table_name(evening.id, evening.opened + 1 + each) for each in range(len(people))]
    made = arrange(tables, coming, fresh, plan.seats, {each.id: each.moves for each in by_id.values()})
    places = {person: (name, seat) for name, each in made.tables.items() for seat, person in each.items()}
    opened = [name for name in made.tables if name not in tables]
    told: Told = [("table_closed", {"table": each}) for each in made.closed]
    told += [("table_opened", {"table": each}) for each in opened]
    entrants = []
    for each in evening.entrants:
        if each.id not in places:
            entrants.append(each)
            continue
        table, seat = places[each.id]
        moves = each.moves
        if each.table not in (None, table):
            moves += 1
            told.append(("moved", {"person": each.id, "table": table, "seat": seat}))
        entrants.append(replace(each, table=table, seat=seat, moves=moves))
    return replace(
        evening,
        entrants=tuple(entrants),
        tables=tuple(made.tables),
        opened=evening.opened + len(opened),
        round=evening.round + 1,
        between=False,
    ).tell(now, *told)


def table_name(evening: str, number: int) -> str:
    """How the tables of an evening are called."""
    return f"{evening}.{number}"


def end(evening: Evening, now: Milliseconds) -> Outcome:
    """The evening is over: everybody's chips go back to the tray, and the ranking stays."""
    moved = tuple(Movement(each.id, -each.chips, "end") for each in evening.playing if each.chips)
    off = evening.calling_off
    done = replace(
        evening, phase="called_off" if off else "ended", ended=now, tables=(), paused=None, between=False
    )
    if off:
        return Outcome(done.tell(now, ("called_off", {})), moved)
    first = [each.entrant.id for each in standings(done) if each.place == 1]
    winner: dict[str, int | str] = {"person": first[0]} if len(first) == 1 else {}
    return Outcome(done.tell(now, ("ended", winner)), moved)


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

"""Between two rounds of an evening: chips are counted, who cannot bet is out, tables are balanced."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.evening.events import Count, Movement, Outcome
from pitboss.evening.model import Entrant, Evening, Milliseconds
from pitboss.evening.schedule import after_round, is_last_round
from pitboss.evening.seating import arrange
from pitboss.evening.standings import standings
from pitboss.money import Cents

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
    decided = len(evening.playing) <= 1  # nobody else can come before who is left
    if evening.calling_off or decided or is_last_round(before):
        done = end(evening, now)
        return Outcome(done.evening, (*moved, *done.moved))
    if evening.paused is not None:
        return Outcome(replace(evening, between=True), tuple(moved))
    return Outcome(begin_round(evening, now), tuple(moved))


def _counted(
    evening: Evening, entrant: Entrant, event: Count, ante: Cents, moved: list[Movement], told: Told
) -> Entrant:
    """Somebody after the round: who has missed it pays the lowest Ante, who cannot bet any more is out."""
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
    """Somebody who is out with the round that was played last; what is left goes back to the tray."""
    told.append(("out", {"person": entrant.id, "round": evening.round}))
    if stack:
        moved.append(Movement(entrant.id, -stack, "out"))
    return replace(entrant, out_round=evening.round, table=None, seat=None)


def let_go(evening: Evening, now: Milliseconds) -> Outcome:
    """In a pause between two rounds: who leaves is out at once, and has no part in the next one."""
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

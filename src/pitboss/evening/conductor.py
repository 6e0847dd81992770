"""Conducts evenings: counts a round when all tables have ended it, and has each table play the next.

Every server looks after the tables that it has. The first that sees a round over counts it: the row of
the evening is locked and has a version, so that it is counted once, and nobody has to be the conductor.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

from pitboss.errors import CageFault, fault_fields
from pitboss.evening.deeds import advance, locked_evening, log_phase, stacks_of
from pitboss.evening.model import CallOff, Count, Evening, Event, load
from pitboss.evening.rows import EveningFelt, StoredEvening, evenings_under_way, mark_seen, tables_of
from pitboss.evening.views import Names, table_title
from pitboss.house import HOUR, MINUTE
from pitboss.ledger.accounts import evening_actor
from pitboss.ledger.servers import LeasedElsewhere
from pitboss.ledger.store import Conflict, Connection, Store, StoreFault
from pitboss.round import Refusal
from pitboss.round.table import open_table
from pitboss.sheet import load_house
from pitboss.table.live_floor import Floor
from pitboss.table.messages import Arrange, EveningSeat, SetEvening
from pitboss.table.settings import Settings

LOG = logging.getLogger("pitboss")
T = TypeVar("T")
Felts = Mapping[str, EveningFelt]
WAITS: Final = MINUTE  # after which no further round begins where no person is
DESERTED: Final = 10 * MINUTE  # after which an evening ends where no person is
RESTED: Final = 12 * HOUR  # the same of a paused one
MARKED: Final = MINUTE // 4  # between two notes that a person is there
BUSY: Final = 0.25  # seconds between two looks while an evening is under way
QUIET: Final = 1.0  # and while none is, for those of other servers
STILL: Final = MINUTE  # without a look: people who were there may not have come back yet


@dataclass
class Conductor:
    """Looks after the evenings of a house, from one server."""

    store: Store
    floor: Floor
    milliseconds: Callable[[], int]
    _since: dict[str, int] = field(default_factory=dict)  # when this server has first seen an evening
    _looked: int = 0

    async def run(self, wake: asyncio.Event) -> None:
        """Looks after evenings until it is cancelled: a few times a second, and when it is woken."""
        while True:
            busy = False
            try:
                if self.floor.holds():
                    busy = await self.look()
            except Exception as fault:  # noqa: BLE001 - it looks again
                LOG.error("evenings", extra={"fields": fault_fields(fault)})  # noqa: TRY400 - no values in the log
            with suppress(TimeoutError):
                await asyncio.wait_for(wake.wait(), BUSY if busy else QUIET)
            wake.clear()

    async def look(self) -> bool:
        """Does what there is to do now; whether an evening is under way."""
        found, now = await self._in_pool(lambda: self.store.read(_under_way)), self.milliseconds()
        rested, self._looked = now - self._looked > STILL, now
        known = {} if rested else self._since
        self._since = {stored.id: known.get(stored.id, now) for stored, _ in found}
        for stored, felts in found:
            evening = load(stored.state)
            alone = now - await self._seen(stored, felts, now)
            if _is_deserted(evening, alone):
                evening = await self._in_pool(partial(self._call_off, evening))
            if has_ended_round(evening, felts) and (alone < WAITS or evening.calling_off):
                evening = await self._in_pool(partial(self._count, evening))
            await self._tables(stored, evening, felts)
        return bool(found)

    async def _seen(self, stored: StoredEvening, felts: Felts, now: int) -> int:
        """When a person was there last, as far as this server can know."""
        rooms = [self.floor.rooms[table] for table in felts if table in self.floor.rooms]
        if not any(watcher.person is not None for room in rooms for watcher in room.watchers):
            return max(stored.seen, self._since[stored.id])
        if now - stored.seen >= MARKED:
            await self._in_pool(lambda: self.store.write(lambda each: mark_seen(each, stored.id, now)))
        return now

    async def _tables(self, stored: StoredEvening, evening: Evening, felts: Felts) -> None:
        """Brings the tables that are here to where the evening is."""
        for table in evening.tables if not evening.between else ():
            try:
                if table not in felts:
                    await self.open(stored, evening, table)
                await self._arrange(evening, table)
            except (Refusal, CageFault, StoreFault, LeasedElsewhere) as fault:
                _log(table, fault)
        for table, felt in felts.items():
            if felt.closed or table not in self.floor.rooms:
                continue
            try:
                await self._inform(evening, table)
                if table not in evening.tables and not self.floor.rooms[table].live.closing:
                    await self.floor.close(table, evening_actor(evening.id), f"close {table}")
            except (Refusal, CageFault, StoreFault) as fault:
                _log(table, fault)

    async def open(self, stored: StoredEvening, evening: Evening, table: str) -> None:
        """Opens a table of an evening, unless another server has."""
        plan, limits = evening.plan, evening.limits
        settings = Settings(
            name=table_title(evening, table),
            clock=plan.clock,
            house_clock=plan.clock,
            private=plan.private,
            coach=False,
            invite=stored.invite,
        )
        rules = open_table(load_house(plan.house), limits.low, limits.high)
        await self.floor.open(settings, rules, evening_actor(evening.id), table, evening=evening.id)

    async def _arrange(self, evening: Evening, table: str) -> None:
        """Begins the round of the evening at a table, if that is here and has ended the one before."""
        room = self.floor.rooms.get(table)
        stage = room.live.evening if room is not None else None
        if room is None or stage is None or stage.round >= evening.round or stage.stage != "done":
            return
        if room.live.frozen or room.live.closing:
            return
        seats = await self._in_pool(lambda: self.store.read(lambda c: _seats(c, evening, table)))
        await room.do(Arrange(evening.round, evening.limits.low, evening.limits.high, seats))
        room.expect()

    async def _inform(self, evening: Evening, table: str) -> None:
        """Has a table show what the evening has counted since it played there, and that it is paused."""
        room = self.floor.rooms[table]
        live, paused, chips = room.live, evening.paused is not None, dict[str, int]()
        stage = live.evening
        if stage is None:
            return
        if evening.between or table not in evening.tables or stage.round < evening.round:
            held = {each.id: 0 if each.is_out else each.chips for each in evening.entrants}
            chips = {each.id: held[each.id] for each in live.seating.seated() if each.id in held}
        if stage.paused != paused or {**live.stacks, **chips} != live.stacks:
            await room.do(SetEvening(paused, tuple(chips.items())))

    def _count(self, evening: Evening) -> Evening:
        """Counts the round, once, if it is still the one that all tables have ended."""

        def make(connection: Connection, stored: StoredEvening, value: Evening) -> Event | None:
            felts = _felts(connection, evening.id)
            if value.round != evening.round or not has_ended_round(value, felts):
                return None
            stages = {table: felts[table].round for table in value.tables}
            lost = tuple(table for table in value.tables if felts[table].closed)
            played = sorted({each for stage in stages.values() if stage for each in stage.played})
            jackpots = tuple(each for stage in stages.values() if stage for each in stage.jackpots)
            return Count(stacks_of(connection, value), tuple(played), lost, jackpots)

        return self._advance(evening, f"count {evening.round}", make)

    def _call_off(self, evening: Evening) -> Evening:
        """Nobody attends it: it ends, unless somebody has come meanwhile, or it does so already."""

        def make(connection: Connection, stored: StoredEvening, value: Evening) -> Event | None:
            alone = self.milliseconds() - max(stored.seen, self._since[evening.id])
            return CallOff(deserted=True) if _is_deserted(value, alone) else None

        return self._advance(evening, "deserted", make)

    def _advance(
        self,
        evening: Evening,
        command: str,
        make: Callable[[Connection, StoredEvening, Evening], Event | None],
    ) -> Evening:
        """Does what the evening itself does, if there is anything to do."""

        def work(connection: Connection) -> Evening:
            stored = locked_evening(connection, evening.id)
            value = load(stored.state)
            event = make(connection, stored, value)
            if event is None:
                return value
            return advance(connection, stored, event, evening_actor(value.id), command, self.milliseconds())

        try:
            after = self.store.write(work)
        except Conflict:
            return evening  # another server was faster
        log_phase(evening.phase, after)
        return after

    async def _in_pool(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.floor.pool, work)


def _is_deserted(evening: Evening, alone: int) -> bool:
    """Whether an evening ends because no person was there for so many milliseconds."""
    going = evening.phase == "running" and not evening.calling_off
    return going and alone >= (DESERTED if evening.paused is None else RESTED)


def has_ended_round(evening: Evening, felts: Felts) -> bool:
    """Whether every table of an evening has ended its round, or was closed."""
    if evening.phase != "running" or evening.between or not evening.tables:
        return False
    return all(_has_ended(evening, felts.get(table)) for table in evening.tables)


def _has_ended(evening: Evening, felt: EveningFelt | None) -> bool:
    if felt is None:
        return False
    stage = felt.round
    return felt.closed or (stage is not None and stage.round == evening.round and stage.stage == "done")


def _under_way(connection: Connection) -> list[tuple[StoredEvening, dict[str, EveningFelt]]]:
    found = evenings_under_way(connection)
    felts = tables_of(connection, [each.id for each in found]) if found else []
    return [(each, {felt.id: felt for felt in felts if felt.evening == each.id}) for each in found]


def _felts(connection: Connection, evening: str) -> dict[str, EveningFelt]:
    return {each.id: each for each in tables_of(connection, [evening])}


def _seats(connection: Connection, evening: Evening, table: str) -> tuple[EveningSeat, ...]:
    names = Names(connection)
    return tuple(
        EveningSeat(seat, each.id, *names.of(each.id), each.bot)
        for seat, each in sorted(evening.seated(table).items())
    )


def _log(table: str, fault: Exception) -> None:
    LOG.warning("evening", extra={"fields": {"table": table, "fault": type(fault).__name__}})

"""The floor: the live tables that this server has, opened, found, taken up when nobody else has them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from pitboss.cage.ids import table_actor
from pitboss.cage.journal import LeaseLost, Purse
from pitboss.cage.leases import ServerExpired
from pitboss.cage.store import surely
from pitboss.faults import CageFault, HouseLost
from pitboss.floor.commands import CloseUp, Tick
from pitboss.floor.counts import Counts, NoCounts
from pitboss.floor.desk_work import ReckonedHere, Reckoner
from pitboss.floor.elsewhere import NOBODY, Elsewhere, Owned
from pitboss.floor.idle_tables import Quiet
from pitboss.floor.lease_keeper import Leases
from pitboss.floor.listing import Listed, Listing
from pitboss.floor.live_state import LiveState
from pitboss.floor.rules_origin import keeps_meter, plays_chips
from pitboss.floor.settings import Seconds, Settings
from pitboss.floor.stored_calls import keep
from pitboss.floor.stored_tables import StoredTables, no_table
from pitboss.floor.table_faults import passes
from pitboss.floor.table_runner import MOVED, Room
from pitboss.floor.taking_up import live_state
from pitboss.floor.unusable_tables import UnusableTables
from pitboss.pit import Pit
from pitboss.round import Refusal
from pitboss.round.table import Table

LOG = logging.getLogger("pitboss")

T = TypeVar("T")
STILL: Final = 4.0  # seconds without a pulse
LOOKS: Final[Seconds] = 0.5  # between two looks for tables that no server has
LAST_CALLS: Final[Seconds] = 5.0  # for calls under way, when the house closes


class Floor:
    """The live tables of this process. Without leases it is alone, and takes what it finds."""

    def __init__(
        self,
        pit: Pit,
        pool: Executor,
        now: Callable[[], Seconds],
        new_id: Callable[[], str],
        reckoner: Reckoner | None = None,
        leases: Leases | None = None,
    ) -> None:
        self.pit = pit
        self.pool = pool
        self.now = now
        self.new_id = new_id
        self.reckoner: Reckoner = reckoner or ReckonedHere()
        self.leases = leases
        self.rooms: dict[str, Room] = {}
        self.owned: Owned = NOBODY
        self.unusable = UnusableTables(pit, new_id, lambda: self._stored.owner)
        self._stored = StoredTables(pit, self.unusable, leases)
        self.listing = Listing(pit.store)
        self.counts: Counts = NoCounts()
        self._quiet = Quiet(now)
        self._taking: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False
        self.pulse: float | None = None  # when whoever runs it was last seen alive, by the machine's clock
        self.lost: HouseLost | None = None  # why this process may no longer write

    @property
    def set_aside(self) -> dict[str, str]:
        """The tables that cannot go on, each with the kind of fault; they wait for who closes them."""
        self._sweep()
        asides = {table: room.live.settings.aside for table, room in self.rooms.items()}
        return self.unusable.faults | {table: why for table, why in asides.items() if why}

    def holds(self) -> bool:
        """Whether the tables that are here are surely this server's."""
        return self.leases is None or self.leases.holds()

    # Taking tables up

    async def start(self) -> int:
        """Takes up every table that no running server has: rounds go on, clocks start full again.

        Gives how many. A table that cannot go on is set aside; the others do not hear of it.
        """
        self._loop = asyncio.get_running_loop()
        if self.leases is not None:
            await self._in_pool(self.leases.start)
        while await self.take_free():
            pass
        return len(self.rooms)

    async def watch_leases(self) -> None:
        """Takes up what other servers have left, until it is cancelled."""
        while True:
            await asyncio.sleep(LOOKS)
            try:
                while self.holds() and await self.take_free():
                    pass
            except Exception as fault:  # noqa: BLE001 - it looks again
                LOG.warning("leases", extra={"fields": {"fault": type(fault).__name__}})

    async def take_free(self) -> bool:
        """Takes up some of the tables that no running server has; gives whether there was any.

        A server whose own lease has run out meanwhile takes nothing, until it has begun anew.
        """
        done = False
        for table in await self._in_pool(lambda: self._stored.free(self.rooms.keys())):
            try:
                await self._take_once(table)
                done = True
            except (Elsewhere, LeaseLost):  # somebody was faster
                continue
            except ServerExpired:
                return False
            except Refusal:
                done = done or self.is_lost(table)
        return done

    async def take(self, table: str) -> Room:
        """Takes up one table that was left open, and no other."""
        return await self._take_once(table, terminal=True)

    async def _take_once(self, table: str, *, terminal: bool = False) -> Room:
        """Takes a table up, once: who asks for it meanwhile waits for the same, who comes later finds it."""
        found = self.rooms.get(table)
        if found is not None and found.holds():
            return found
        task = self._taking.get(table)
        if task is None:
            task = self._taking[table] = asyncio.create_task(self._take(table, terminal=terminal))
            task.add_done_callback(lambda _: self._taking.pop(table, None))
        return await asyncio.shield(task)

    async def _take(self, table: str, *, terminal: bool) -> Room:
        taken = await self._in_pool(lambda: self._stored.take(table, self.now(), terminal=terminal))
        room = self._room(*taken)
        if self._closed or not room.holds():  # since it was taken
            raise Refusal("unavailable", "The house closes now", None)
        self._have(room)
        self.counts.lease_taken()
        room.expect()
        try:
            await room.do(Tick())
        except Exception as fault:
            if passes(fault) or isinstance(fault, Refusal):
                raise
            await room.set_aside(fault)
        task = asyncio.create_task(self._reckon_meter(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if not self.reckoner.waits:
            await task
        return room

    async def _reckon_meter(self, room: Room) -> None:
        """From which meter on a bet is fair, at a table that was taken up; it opens without."""
        fair = await self.reckoner.break_evens(room.live.table)
        if fair:
            room.live = replace(room.live, break_evens=fair)

    async def open(
        self,
        settings: Settings,
        table: Table,
        actor: str,
        name: str = "",
        beside: Callable[[LiveState], None] | None = None,
    ) -> Room:
        """Opens a new table; its id is a new one, or the name it is given.

        What is to be done `beside` is stored with it or not at all.
        """
        name = name or self.new_id()

        def work() -> Room:
            purse: Purse = "chips" if plays_chips(table.sheet, settings) else "house"
            own_meter = keeps_meter(settings)
            pit_table = self.pit.open(
                name, table, actor, f"open {name}", purse, own_meter=own_meter, owner=self._stored.owner
            )
            live = live_state(pit_table, settings, self.now(), fair=fair)
            room = self._room(live, self.pit.store.write(lambda connection: keep(connection, live)))
            if beside is not None:
                beside(live)
            return room

        fair = await self.reckoner.break_evens(table)
        room = await self._in_pool(lambda: surely(lambda: self.pit.store.together(work)))
        self._have(room)
        self.listing.forget()
        await room.do(Tick())
        return room

    def _have(self, room: Room) -> None:
        before = self.rooms.get(room.live.id)
        if before is not None:
            self.drop(before)
        self.rooms[room.live.id] = room
        self.owned.took(room.live.id)

    def is_lost(self, table: str) -> bool:
        """Whether a table could not be taken up: it can only be closed."""
        return table in self.unusable.faults

    def room(self, table: str) -> Room:
        """A table by its id."""
        self._sweep()
        found = self.rooms.get(table)
        if found is None:
            raise no_table()
        return found

    def _here(self, table: str) -> Room | None:
        """A table that is surely this server's."""
        self._sweep()
        found = self.rooms.get(table)
        return found if found is not None and found.holds() else None

    async def seek(self, table: str) -> Room:
        """A table to do something at; raises `Elsewhere` with the address of the server that has it.

        One that no running server has is taken up.
        """
        found = self._here(table)
        if found is not None:
            return found
        if self.leases is None:
            raise no_table()
        if not self.holds():
            raise Refusal("unavailable", "The house cannot answer at this moment", None)
        if self.is_lost(table):
            raise no_table()
        owner = await self._in_pool(lambda: self._stored.owner_of(table))
        if owner is not None and owner.server != self.leases.server:
            raise Elsewhere(owner.address)
        return await self._take_once(table)

    async def look(self, table: str) -> LiveState:
        """A table to read only, wherever it is: the last that was stored of it, where it is not here."""
        found = self._here(table)
        if found is not None:
            return found.live
        if self.leases is None:
            raise no_table()
        return await self._in_pool(lambda: self._stored.read(table, self.now()))

    async def has_ended(self, table: str) -> bool:
        """Whether a table was closed for good."""
        return await self._in_pool(lambda: self._stored.has_ended(table))

    async def way_to(self, table: str) -> Elsewhere | None:
        """Where a table is; None where it is here."""
        try:
            await self.seek(table)
        except Elsewhere as there:
            return there
        return None

    def listed(self, person: str | None = None) -> list[Listed]:
        """The tables of all servers that a person may find in the lobby, but for those that are lost here."""
        self._sweep()
        return [each for each in self.listing.listed(person) if each.table not in self.unusable.faults]

    async def close(
        self, table: str, actor: str, command: str = "", beside: Callable[[], None] | None = None
    ) -> None:
        """Closes a table; a running round is finished first, that of a table set aside is void.

        What is to be done `beside` is for a table that could not be taken up, and stored with its end.
        """
        command = command or self.new_id()
        if self.is_lost(table):

            def work() -> None:
                self.unusable.close(table, actor, command)
                if beside is not None:
                    beside()

            await self._in_pool(lambda: surely(lambda: self.pit.store.together(work)))
            self.unusable.faults.pop(table, None)
            return
        room = await self.seek(table)
        await room.do(CloseUp(actor, command))

    async def close_deserted(self) -> int:
        """Closes private tables that nobody has come to for a day, public ones where nobody sits for an hour.

        Gives how many; the house's own tables stay.
        """
        self._sweep()
        found = self._quiet.deserted(self.rooms)
        for table in found:
            with suppress(Refusal):  # somebody closes it at this moment, or the house does
                await self.close(table, table_actor(table))
        return len(found)

    def cut(self, person: str, reason: str, before: Seconds) -> None:
        """Ends every connection of a person that was there before a moment; seats and hands are kept."""
        for room in self.rooms.values():
            for watcher in list(room.watchers):
                if watcher.person == person and watcher.since <= before:
                    watcher.cut(reason)

    def resume(self) -> None:
        """After a pause of this process: the clocks of all tables start full again."""
        for room in self.rooms.values():
            room.resume()

    async def stop(self) -> None:
        """Parks everything: open rounds wait for the next start, or for another server, which may begin."""
        if self._closed:
            return
        self._closed = True
        for room in self.rooms.values():
            room.park()
        for task in self._tasks:
            task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_CALLS):
                for room in self.rooms.values():
                    await room.rest()
        if self.leases is not None:
            await asyncio.to_thread(self.leases.stop)

    def _sweep(self) -> None:
        """Forgets tables that have closed."""
        for table, room in list(self.rooms.items()):
            if room.live.stored_table.closed:
                room.stop()
                del self.rooms[table]
                self.owned.lost(table)
                self.listing.forget()

    def _room(self, live: LiveState, version: int) -> Room:
        room = Room(
            live,
            version,
            self.pit,
            self.new_id,
            self.pool,
            self.now,
            self.reckoner,
            stood_still=self.stood_still,
            holds=partial(self._holds_as, live.stored_table.owner),
        )
        room.lost = partial(self._give_up, room)
        return room

    def _holds_as(self, owner: str | None) -> bool:
        """Whether what was taken under an id is surely this server's; after a loss it has another one."""
        return self.leases is None or (self.leases.holds() and self.leases.server == owner)

    def stood_still(self) -> bool:
        """Whether this process has done nothing for a while: stopped, or asleep with its machine."""
        return self.pulse is not None and time.time() - self.pulse > STILL

    def _give_up(self, room: Room, fault: CageFault) -> None:
        """This process may no longer write: at all, and whoever runs it ends it, or at one table."""
        self.counts.lease_lost()
        if isinstance(fault, HouseLost):
            self.lost = self.lost or fault
        else:
            self.drop(room)

    def lose_leases(self) -> None:
        """All tables may be others' by now; from whichever thread has found that out."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._drop_all)

    def _drop_all(self) -> None:
        for room in list(self.rooms.values()):
            if not room.holds():  # it was not taken since, under another id
                self.counts.lease_lost()
                self.drop(room)

    def drop(self, room: Room) -> None:
        """A table is another server's now: nothing more is said of it here; its people ask where it is."""
        table = room.live.id
        room.park()
        for watcher in list(room.watchers):
            watcher.cut(MOVED)
        if self.rooms.get(table) is room:
            del self.rooms[table]
            self.owned.lost(table)
            LOG.warning("lease lost", extra={"fields": {"table": table}})

    async def _in_pool(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

"""The floor: the live tables of a house as this server serves them: opened, found, looked at, closed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Final, TypeVar

from pitboss.errors import CageFault, HouseLost
from pitboss.evening.rows import EveningRound
from pitboss.ledger.accounts import table_actor
from pitboss.ledger.journal import NoSuchTable, Purse, read_table
from pitboss.ledger.sqlite_store import LoopWriter, SqliteStore
from pitboss.ledger.store import Connection, surely
from pitboss.round import Refusal
from pitboss.round.table import Table
from pitboss.table.advice import ReckonedHere, Reckoner
from pitboss.table.lease_keeper import Leases
from pitboss.table.live_state import LiveState
from pitboss.table.lobby import Listed, Listing
from pitboss.table.messages import CloseUp, Tick
from pitboss.table.pit import Pit
from pitboss.table.rooms import (
    Counts,
    Elsewhere,
    NoCounts,
    Quiet,
    Takeover,
    UnusableTables,
    live_state,
    no_table,
)
from pitboss.table.settings import Seconds, Settings, keeps_meter, plays_chips
from pitboss.table.stored_calls import keep
from pitboss.table.table_runner import LOG, Room, log_opened

T = TypeVar("T")
STILL: Final = 4.0  # seconds without a pulse
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
        self.listing = Listing(pit.store)
        self.unusable = UnusableTables(pit, new_id, lambda: self.owner)
        # On a SQLite file calls at tables need no thread.
        self.writer = LoopWriter(pit.store) if isinstance(pit.store, SqliteStore) else None
        self.rooms: dict[str, Room] = {}  # the tables that are here, by id
        self.counts: Counts = NoCounts()
        self.takeover = Takeover(self)
        self._quiet = Quiet(now)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False
        self.pulse: float | None = None  # when its runner was last seen alive, by the machine's clock
        self.lost: HouseLost | None = None  # why this process may no longer write

    @property
    def set_aside(self) -> dict[str, str]:
        """The tables that cannot go on, each with the kind of fault; they wait for who closes them."""
        self.sweep()
        asides = {table: room.live.settings.aside for table, room in self.rooms.items()}
        return self.unusable.faults | {table: why for table, why in asides.items() if why}

    @property
    def owner(self) -> str | None:
        """The id under which this server takes tables."""
        return self.leases.server if self.leases is not None else None

    @property
    def stopping(self) -> bool:
        """Whether the tables are being given back, or were: this process closes."""
        return self._closed

    @property
    def waiting_writes(self) -> int:
        """Calls at tables that wait for the writer of a SQLite file."""
        return 0 if self.writer is None else self.writer.waiting

    def add(self, room: Room) -> None:
        """A table is here now; one of its name that was here before is put away."""
        before = self.rooms.get(room.live.id)
        if before is not None:
            self.drop(before)
        self.rooms[room.live.id] = room

    def find(self, table: str) -> Room | None:
        """A table that is surely this server's."""
        self.sweep()
        found = self.rooms.get(table)
        return found if found is not None and found.holds() else None

    def holds(self) -> bool:
        """Whether the tables that are here are surely this server's."""
        return self.leases is None or self.leases.holds()

    def holds_as(self, owner: str | None) -> bool:
        """Whether what was taken under an id is surely this server's; after a loss it has another one."""
        return self.leases is None or (self.leases.holds() and self.leases.server == owner)

    def sweep(self) -> None:
        """Forgets tables that have closed."""
        for table, room in list(self.rooms.items()):
            if room.live.stored_table.closed:
                room.stop()
                del self.rooms[table]
                self.listing.forget()

    def drop(self, room: Room) -> None:
        """A table is another server's now: nothing more is said of it here; its people ask where it is."""
        table = room.live.id
        room.park()
        room.send_away()
        if self.rooms.get(table) is room:
            del self.rooms[table]
            LOG.warning("table lost", extra={"fields": {"table": table}})

    def drop_lost(self) -> None:
        """Puts away what was taken under a lease that has run out."""
        for room in list(self.rooms.values()):
            if not room.holds():  # it was not taken since, under another id
                self.counts.lease_lost()
                self.drop(room)

    def give_up(self, room: Room, fault: CageFault) -> None:
        """This process may no longer write: at one table, or at all, and then the server ends."""
        self.counts.lease_lost()
        if isinstance(fault, HouseLost):
            self.lost = self.lost or fault
        else:
            self.drop(room)

    async def start(self) -> int:
        """Begins to serve: rounds go on, clocks start full again. Gives how many tables are here.

        A server that is alone takes up every table first. One of several answers at once, and takes those
        that somebody asks for; `takeover.watch` sees to the others. A table that cannot go on is set aside.
        """
        self._loop = asyncio.get_running_loop()
        if self.leases is not None:
            await self.in_pool(self.leases.start)
        if self.leases is None or self.leases.alone:
            while await self.takeover.take_free():
                pass
        return len(self.rooms)

    async def take(self, table: str) -> Room:
        """Takes up one table of a terminal that was left open, and no other."""
        return await self.takeover.take(table, terminal=True)

    async def open(
        self,
        settings: Settings,
        table: Table,
        actor: str,
        name: str = "",
        beside: Callable[[LiveState], None] | None = None,
        command: str = "",
        asked_with: str = "",
        evening: str | None = None,
    ) -> Room:
        """Opens a new table; its id is a new one, or the name it is given.

        What is to be done `beside` is stored with it or not at all. The `command` id of its opener
        is kept, with a digest of what was asked with it. A table of an `evening` plays with its chips.
        """
        name = name or self.new_id()

        def work() -> Room:
            chips = evening is not None or plays_chips(table.sheet, settings)
            purse: Purse = "chips" if chips else "house"
            pit_table = self.pit.open(
                name,
                table,
                actor,
                command or f"open {name}",
                purse,
                own_meter=keeps_meter(settings),
                owner=self.owner,
                evening=evening,
                asked_with=asked_with,
            )
            begins = EveningRound() if evening is not None else None
            live = live_state(pit_table, settings, self.now(), fair=fair, evening=begins)
            room = Room(live, self.pit.store.write(lambda connection: keep(connection, live)), self)
            if beside is not None:
                beside(live)
            return room

        fair = await self.reckoner.break_evens(table)
        room = await self.in_pool(lambda: surely(lambda: self.pit.store.together(work)))
        self.add(room)
        self.listing.forget()
        log_opened(room.live, actor)
        await room.do(Tick())
        return room

    def is_lost(self, table: str) -> bool:
        """Whether a table could not be taken up: it can only be closed."""
        return table in self.unusable.faults

    def room(self, table: str) -> Room:
        """A table by its id."""
        self.sweep()
        found = self.rooms.get(table)
        if found is None:
            raise no_table()
        return found

    async def seek(self, table: str) -> Room:
        """A table to do something at; raises `Elsewhere` with the address of the server that has it.

        One that no running server has is taken up, before those that nobody asks for.
        """
        found = self.find(table)
        if found is not None:
            return found
        if self.leases is None:
            raise no_table()
        if not self.holds():
            raise Refusal("unavailable", "The house cannot answer at this moment", None)
        if self.is_lost(table):
            raise no_table()
        await self.takeover.wait_for_lease(table, self.leases.server)
        return await self.takeover.take(table)

    async def look(self, table: str) -> LiveState:
        """A table to read only, wherever it is: the last that was stored of it, where it is not here."""
        found = self.find(table)
        if found is not None:
            return found.live
        if self.leases is None:
            raise no_table()
        return await self.in_pool(lambda: self.takeover.read(table))

    async def has_ended(self, table: str) -> bool:
        """Whether a table was closed for good."""
        return await self.in_pool(
            lambda: self.pit.store.read(lambda connection: _has_ended(connection, table))
        )

    async def way_to(self, table: str) -> Elsewhere | None:
        """Where a table is; None where it is here."""
        try:
            await self.seek(table)
        except Elsewhere as there:
            return there
        return None

    def listed(self, person: str | None = None) -> list[Listed]:
        """The tables of all servers that a person may find in the lobby, but for those that are lost here."""
        self.sweep()
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

            await self.in_pool(lambda: surely(lambda: self.pit.store.together(work)))
            self.unusable.faults.pop(table, None)
            return
        room = await self.seek(table)
        await room.do(CloseUp(actor, command))

    async def close_deserted(self) -> int:
        """Closes private tables that nobody has come to for a day, public ones where nobody sits for an hour.

        Gives how many; the house's own tables stay.
        """
        self.sweep()
        found = self._quiet.deserted(self.rooms)
        for table in found:
            with suppress(Refusal):  # it is being closed at this moment
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
        self.takeover.end()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_CALLS):
                for room in self.rooms.values():
                    await room.rest()
        if self.writer is not None:
            self.writer.close()
        if self.leases is not None:
            await asyncio.to_thread(self.leases.stop)
        for room in self.rooms.values():
            room.send_away()

    def stood_still(self) -> bool:
        """Whether this process has done nothing for a while: stopped, or asleep with its machine."""
        return self.pulse is not None and time.time() - self.pulse > STILL

    def lose_leases(self) -> None:
        """All tables may be others' by now; from whichever thread has found that out."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.drop_lost)

    async def in_pool(self, work: Callable[[], T]) -> T:
        """Does what waits for the database, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)


def _has_ended(connection: Connection, table: str) -> bool:
    with suppress(NoSuchTable):
        return read_table(connection, table).closed
    return False

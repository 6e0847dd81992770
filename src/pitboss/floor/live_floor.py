"""The floor: all live tables of a house, opened, found, and taken up again after a restart."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hmac import compare_digest
from typing import Final, TypeVar

from pitboss.cage import operator_rows
from pitboss.cage.ids import table_actor
from pitboss.cage.journal import Purse, read_table
from pitboss.cage.store import surely
from pitboss.faults import CageFault, HouseLost
from pitboss.floor.commands import CloseUp, Tick
from pitboss.floor.counts import Counts, NoCounts
from pitboss.floor.desk_work import ReckonedHere, Reckoner
from pitboss.floor.elsewhere import NOBODY, Elsewhere, Owned
from pitboss.floor.idle_tables import Quiet
from pitboss.floor.listing import Listed, Listing
from pitboss.floor.live_state import LiveState
from pitboss.floor.rules_origin import keeps_meter, plays_chips
from pitboss.floor.saved_lobbies import open_lobbies
from pitboss.floor.saved_table import Remembered, remembered
from pitboss.floor.settings import Seconds, Settings
from pitboss.floor.stored_calls import keep
from pitboss.floor.table_faults import passes
from pitboss.floor.table_runner import MOVED, Room
from pitboss.floor.taking_up import live_state, taken_up
from pitboss.pit import CloseTable, Pit
from pitboss.pit.abandonment import give_up
from pitboss.round import Refusal, VoidRound
from pitboss.round.table import Table

LOG = logging.getLogger("pitboss")

T = TypeVar("T")
STILL: Final = 4.0  # seconds without a pulse


class Floor:
    """All live tables of this process."""

    def __init__(
        self,
        pit: Pit,
        pool: Executor,
        now: Callable[[], Seconds],
        new_id: Callable[[], str],
        reckoner: Reckoner | None = None,
    ) -> None:
        self.pit = pit
        self.pool = pool
        self.now = now
        self.new_id = new_id
        self.reckoner: Reckoner = reckoner or ReckonedHere()
        self.rooms: dict[str, Room] = {}
        self.owned: Owned = NOBODY
        self._lost: dict[str, str] = {}  # tables that could not even be taken up, and the kind of fault
        self.listing = Listing(pit.store)
        self.counts: Counts = NoCounts()
        self._quiet = Quiet(now)
        self._tasks: set[asyncio.Task[None]] = set()
        self.pulse: float | None = None  # when whoever runs it was last seen alive, by the machine's clock
        self.lost: HouseLost | None = None  # why this process may no longer write

    @property
    def set_aside(self) -> dict[str, str]:
        """The tables that cannot go on, each with the kind of fault; they wait for who closes them."""
        self._sweep()
        asides = {table: room.live.settings.aside for table, room in self.rooms.items()}
        return self._lost | {table: why for table, why in asides.items() if why}

    async def start(self) -> int:
        """Takes up every table that was open: rounds go on, clocks start full again. Gives how many.

        A table that cannot go on is set aside; the others do not hear of it.
        """
        rooms = await self._in_pool(self._recover)
        for room in rooms:
            await self._take_up(room)
        return len(rooms)

    async def take(self, table: str) -> Room:
        """Takes up one table that was left open, and no other."""

        def work() -> Room:
            kept = self.pit.store.read(lambda connection: operator_rows.read_lobby(connection, table))
            if kept is None:
                raise Refusal("no_table", "There is no such table", None, "table")
            return self._recovered(kept, remembered(kept.settings, kept.seating))

        room = await self._in_pool(work)
        await self._take_up(room)
        return room

    async def _take_up(self, room: Room) -> None:
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

    async def _reckon_meter(self, room: Room) -> None:
        """From which meter on a bet is fair, at a table that was taken up; it opens without."""
        fair = await self.reckoner.break_evens(room.live.table)
        if fair:
            room.live = replace(room.live, break_evens=fair)

    def _recover(self) -> list[Room]:
        """All tables that were open, but for those of people at a terminal: they take them up themselves."""
        rooms = []
        for each in self.pit.store.read(open_lobbies):
            try:
                was = remembered(each.settings, each.seating)
                if not was.settings.terminal:
                    rooms.append(self._recovered(each, was))
            except Exception as fault:
                if passes(fault):
                    raise
                self._lose(each.felt, fault)
        return rooms

    def _lose(self, table: str, fault: Exception) -> None:
        """A table cannot be taken up: nobody comes there, and its round is void where that is possible."""
        self._lost[table] = reason = type(fault).__name__
        LOG.error("set aside", extra={"fields": {"table": table, "fault": reason}})
        with suppress(Exception):  # it is told as it is, and given up when it is closed
            pit_table = self.pit.take(table)
            if pit_table.state is not None:
                pit_table.do(table_actor(table), self.new_id(), VoidRound("cannot go on"))

    def _recovered(self, each: operator_rows.Lobby, was: Remembered) -> Room:
        pit_table = self.pit.take(each.felt)
        return self._room(taken_up(pit_table, was, self.now()), each.version)

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
            pit_table = self.pit.open(name, table, actor, f"open {name}", purse, own_meter=own_meter)
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
        self.rooms[room.live.id] = room
        self.owned.took(room.live.id)

    def is_lost(self, table: str) -> bool:
        """Whether a table could not be taken up: it can only be closed."""
        return table in self._lost

    def room(self, table: str) -> Room:
        """A table by its id."""
        self._sweep()
        found = self.rooms.get(table)
        if found is None:
            raise Refusal("no_table", "There is no such table", None, "table")
        return found

    async def seek(self, table: str) -> Room:
        """A table to do something at; raises `Elsewhere` with the address of the server that has it."""
        return self.room(table)

    async def look(self, table: str) -> LiveState:
        """A table to read only, wherever it is: the last that was stored of it, where it is not here."""
        return self.room(table).live

    async def way_to(self, table: str) -> Elsewhere | None:
        """Where a table is; None where it is here."""
        try:
            await self.seek(table)
        except Elsewhere as there:
            return there
        return None

    def admit(self, live: LiveState, person: str | None, invite: str) -> None:
        """Refuses who may not come to a table: a private one asks for its invitation."""
        settings = live.settings
        known = person is not None and (person == settings.host or person in live.seating.people)
        if settings.private and not known and not compare_digest(invite.encode(), settings.invite.encode()):
            raise Refusal("private", "This table is private: come with its invitation", None, "invite")
        if person is None and not settings.spectators:
            raise Refusal("no_spectators", "This table has no spectators: sign in to play", None)

    def listed(self, person: str | None = None) -> list[Listed]:
        """The tables of all servers that a person may find in the lobby, but for those that are lost here."""
        self._sweep()
        return [each for each in self.listing.listed(person) if each.table not in self._lost]

    async def close(
        self, table: str, actor: str, command: str = "", beside: Callable[[], None] | None = None
    ) -> None:
        """Closes a table; a running round is finished first, that of a table set aside is void.

        What is to be done `beside` is for a table that could not be taken up, and stored with its end.
        """
        command = command or self.new_id()
        if table in self._lost:

            def work() -> None:
                self._close_lost(table, actor, command)
                if beside is not None:
                    beside()

            await self._in_pool(lambda: surely(lambda: self.pit.store.together(work)))
            self._lost.pop(table, None)
            return
        room = self.room(table)
        await room.do(CloseUp(actor, command))

    def _close_lost(self, table: str, actor: str, command: str) -> None:
        """Closes a table that could not be taken up, by its rules or else by what the ledger says."""
        try:
            pit_table = self.pit.take(table)
            if pit_table.state is not None:
                pit_table.do(table_actor(table), self.new_id(), VoidRound("cannot go on"))
            pit_table.do(actor, command, CloseTable())
        except Exception as fault:
            if passes(fault):
                raise
            give_up(self.pit, table, actor, command)
        self.pit.store.write(
            lambda connection: operator_rows.forget_lobby(
                connection, table, read_table(connection, table).epoch
            )
        )

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

    def cut(self, person: str, reason: str) -> None:
        """Ends every connection of a person; seats and hands are kept, as when a connection is lost."""
        for room in self.rooms.values():
            for watcher in list(room.watchers):
                if watcher.person == person:
                    watcher.cut(reason)

    def resume(self) -> None:
        """After a pause of this process: the clocks of all tables start full again."""
        for room in self.rooms.values():
            room.resume()

    async def stop(self) -> None:
        """Parks everything: open rounds wait for the next start."""
        for room in self.rooms.values():
            room.park()
        for task in self._tasks:
            task.cancel()

    def _sweep(self) -> None:
        """Forgets tables that have closed."""
        for table, room in list(self.rooms.items()):
            if room.live.stored_table.closed:
                room.stop()
                del self.rooms[table]
                self.owned.lost(table)
                self.listing.forget()

    def _room(self, live: LiveState, version: int) -> Room:
        lost = partial(self._give_up, live.id)
        return Room(
            live,
            version,
            self.pit,
            self.new_id,
            self.pool,
            self.now,
            self.reckoner,
            lost,
            self.stood_still,
        )

    def stood_still(self) -> bool:
        """Whether this process has done nothing for a while: stopped, or asleep with its machine."""
        return self.pulse is not None and time.time() - self.pulse > STILL

    def _give_up(self, table: str, fault: CageFault) -> None:
        """This process may no longer write: at all, and whoever runs it ends it, or at one table."""
        self.counts.lease_lost()
        if isinstance(fault, HouseLost):
            self.lost = self.lost or fault
        else:
            self.drop(table)

    def drop(self, table: str) -> None:
        """A table is another server's now: nothing more is said of it here; its people ask where it is."""
        room = self.rooms.pop(table, None)
        if room is not None:
            room.park()
            for watcher in list(room.watchers):
                watcher.cut(MOVED)
            self.owned.lost(table)
            LOG.warning("lease lost", extra={"fields": {"table": table}})

    async def _in_pool(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

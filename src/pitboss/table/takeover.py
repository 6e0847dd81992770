"""Takes up tables that no running server has: at once those that somebody asks for, the others beside them.

A server that stops gives its tables back; one that was killed, stopped or cut off keeps them until its lease
has run out. Whoever asks for one of them in its last moments waits for that, and has it then. What nobody
asks for is shared: each server takes its part of the house's tables, and the rest only if nobody else does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from msgspec.structs import replace

from pitboss.errors import fault_fields
from pitboss.ledger.journal import LeaseLost
from pitboss.ledger.leases import Lease, ServerExpired
from pitboss.round import Refusal
from pitboss.table.commands import Tick
from pitboss.table.elsewhere import Elsewhere
from pitboss.table.rooms import Rooms
from pitboss.table.settings import Seconds
from pitboss.table.stored_tables import StoredTables
from pitboss.table.table_faults import passes
from pitboss.table.table_log import LOG, log_table
from pitboss.table.table_runner import Room

T = TypeVar("T")
LOOKS: Final[Seconds] = 0.5  # between two looks for tables that no server has
OVERDUE: Final[Seconds] = 0.5  # that a lease lasts whose server has missed three renewals
MOMENT: Final[Seconds] = 0.01  # after the end of a lease
CALM: Final[Seconds] = 5.0  # after which what can wait is worked out for a table that was taken up
POLITE: Final = 3  # looks, in which a server with its part of the tables leaves what it sees to others


class Takeover:
    """How one server comes to its tables, beside those that are opened there."""

    def __init__(self, stored: StoredTables, rooms: Rooms) -> None:
        self._stored = stored
        self._rooms = rooms
        self._taking: dict[str, asyncio.Task[Room]] = {}
        self._reckoning: set[asyncio.Task[None]] = set()
        self._left_to_others = 0  # looks in a row
        self._ended = False

    def end(self) -> None:
        """Nothing more is taken."""
        self._ended = True
        for task in self._reckoning:
            task.cancel()

    async def watch(self) -> None:
        """Takes up what other servers have left, until it is cancelled."""
        while True:
            try:
                while self._rooms.holds() and await self.take_free():
                    pass
            except Exception as fault:  # noqa: BLE001 - it looks again
                LOG.warning("leases", extra={"fields": fault_fields(fault)})
            await asyncio.sleep(LOOKS)

    async def take_free(self) -> bool:
        """Takes up some of the tables that no running server has; gives whether there was any to take.

        A server whose own lease has run out meanwhile takes nothing, until it has begun anew.
        """
        rooms = self._rooms.by_id
        alone = self._left_to_others >= POLITE
        free = await self._in_pool(lambda: self._stored.free(rooms.keys(), alone=alone))
        self._left_to_others = self._left_to_others + 1 if free.left and not free.mine else 0
        done = False
        for table in free.mine:
            try:
                await self.take(table)
                done = True
            except (Elsewhere, LeaseLost):  # somebody was faster
                continue
            except ServerExpired:
                return False
            except Refusal:
                done = done or table in self._stored.unusable.faults
        return done

    async def wait_for_lease(self, table: str, mine: str) -> None:
        """Raises `Elsewhere` when another server has a table.

        One that has not renewed its lease in time may be gone, and its address leads nowhere: so its lease
        runs out first, or is renewed after all.
        """
        lease = await self._other_lease(table, mine)
        if lease is not None and lease.left <= OVERDUE * 1000:
            await asyncio.sleep(lease.left / 1000 + MOMENT)
            lease = await self._other_lease(table, mine)
        if lease is not None:
            raise Elsewhere(lease.owner.address)

    async def _other_lease(self, table: str, mine: str) -> Lease | None:
        lease = await self._in_pool(lambda: self._stored.lease_of(table))
        return None if lease is None or lease.owner.server == mine else lease

    async def take(self, table: str, *, terminal: bool = False) -> Room:
        """Takes a table up, once: who asks for it meanwhile waits for the same, who comes later finds it."""
        found = self._rooms.by_id.get(table)
        if found is not None and found.holds():
            return found
        task = self._taking.get(table)
        if task is None:
            task = self._taking[table] = asyncio.create_task(self._take(table, terminal=terminal))
            task.add_done_callback(lambda _: self._taking.pop(table, None))
        return await asyncio.shield(task)

    async def _take(self, table: str, *, terminal: bool) -> Room:
        now = self._rooms.now()
        taken = await self._in_pool(lambda: self._stored.take(table, now, terminal=terminal))
        room = self._rooms.make(*taken)
        if self._ended or not room.holds():  # since it was taken
            raise Refusal("unavailable", "The house closes now", None)
        self._rooms.add(room)
        self._rooms.counts.lease_taken()
        log_table("table taken", table, rounds=room.live.stored_table.rounds)
        room.expect()
        try:
            await room.do(Tick())
        except Exception as fault:
            if passes(fault) or isinstance(fault, Refusal):
                raise
            await room.set_aside(fault)
        task = asyncio.create_task(self._reckon_meter(room))
        self._reckoning.add(task)
        task.add_done_callback(self._reckoning.discard)
        if not self._rooms.reckoner.waits:
            await task
        return room

    async def _reckon_meter(self, room: Room) -> None:
        """From which meter on a bet is fair, at a table that was taken up; it opens without.

        It is asked for when those who came with the table are back at it: reckoning takes the processor.
        """
        if self._rooms.reckoner.waits:
            await asyncio.sleep(CALM)
        fair = await self._rooms.reckoner.break_evens(room.live.table)
        if fair:
            room.live = replace(room.live, break_evens=fair)

    async def _in_pool(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._rooms.pool, work)

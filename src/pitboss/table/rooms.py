"""The live tables at this server: taken up, kept while its lease holds, put away when they are lost.

A server that stops gives its tables back; one that was killed, stopped or cut off keeps them until its lease
has run out. Who asks for one of them in its last moments waits for that, and has it then. What nobody asks
for is shared: each server takes its part of the house's tables, and the rest only if nobody else does.
Servers that look at the same time begin at different tables. A table that cannot be taken up is put aside,
and waits until somebody closes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeVar
from zlib import crc32

from msgspec.structs import replace

from pitboss.errors import CageFault, HouseLost, fault_fields
from pitboss.ledger import journal
from pitboss.ledger.accounts import table_actor
from pitboss.ledger.journal import LeaseLost, NoSuchTable, read_table
from pitboss.ledger.servers import Lease, LeasedElsewhere, ServerExpired, count_tables, free_tables, lease_of
from pitboss.ledger.sqlite_store import LoopWriter, SqliteStore
from pitboss.ledger.store import Connection, surely
from pitboss.money import Cents
from pitboss.round import Refusal, RoundSettled, RoundVoided, VoidRound
from pitboss.table.advice import Reckoner
from pitboss.table.commands import CloseTable
from pitboss.table.lease_keeper import Leases
from pitboss.table.live_state import LiveState, Revisions, Turn, passes, people_in
from pitboss.table.messages import Tick
from pitboss.table.people import start_clocks
from pitboss.table.pit import Pit, PitTable, give_up
from pitboss.table.planning import Supply
from pitboss.table.seating import BankTurn, Seating
from pitboss.table.settings import Remembered, Seconds, Settings, open_lobbies, remembered
from pitboss.table.table_runner import LOG, Room, log_table, log_table_fault
from pitboss.table.till import Books


class Counts(Protocol):
    """Hears of rounds that are over, and of what happens to the leases of tables."""

    def round_ended(self, live: LiveState, end: RoundSettled | RoundVoided) -> None:
        """A round at a table was paid, or is void, and that is stored."""

    def lease_taken(self) -> None:
        """A table that was open is served here from now on."""

    def lease_lost(self) -> None:
        """A table that was served here is another server's."""


class NoCounts:
    """Nobody counts."""

    def round_ended(self, live: LiveState, end: RoundSettled | RoundVoided) -> None:
        return

    def lease_taken(self) -> None:
        return

    def lease_lost(self) -> None:
        return


class Elsewhere(Refusal):
    """The table lives at another server of the house: no error, but the way there."""

    def __init__(self, address: str) -> None:
        text = "This table is at another server of the house: go on there"
        super().__init__("elsewhere", text, None, "table", {"address": address})
        self.address = address  # as that server's settings say it


@dataclass
class Rooms:
    """Those of one server. Without leases it is alone, and what it has stays its own."""

    pit: Pit
    pool: Executor
    now: Callable[[], Seconds]
    new_id: Callable[[], str]
    reckoner: Reckoner
    leases: Leases | None
    stood_still: Callable[[], bool]  # whether this process has done nothing for a while
    house_lost: Callable[[HouseLost], None]  # hears that this process may no longer write at all
    closed: Callable[[], None]  # hears that a table has closed
    by_id: dict[str, Room] = field(default_factory=dict)
    counts: Counts = field(default_factory=NoCounts)

    def __post_init__(self) -> None:
        store = self.pit.store
        self.writer = (
            LoopWriter(store) if isinstance(store, SqliteStore) else None
        )  # calls need no thread then

    def close_writer(self) -> None:
        """Nothing is written for these tables any more."""
        if self.writer is not None:
            self.writer.close()

    @property
    def waiting_writes(self) -> int:
        """Calls at tables that wait for the writer of a SQLite file."""
        return 0 if self.writer is None else self.writer.waiting

    def add(self, room: Room) -> None:
        """A table is here now; one of its name that was here before is put away."""
        before = self.by_id.get(room.live.id)
        if before is not None:
            self.drop(before)
        self.by_id[room.live.id] = room

    def find(self, table: str) -> Room | None:
        """A table that is surely this server's."""
        self.sweep()
        found = self.by_id.get(table)
        return found if found is not None and found.holds() else None

    def holds(self) -> bool:
        """Whether the tables that are here are surely this server's."""
        return self.leases is None or self.leases.holds()

    def holds_as(self, owner: str | None) -> bool:
        """Whether what was taken under an id is surely this server's; after a loss it has another one."""
        return self.leases is None or (self.leases.holds() and self.leases.server == owner)

    def sweep(self) -> None:
        """Forgets tables that have closed."""
        for table, room in list(self.by_id.items()):
            if room.live.stored_table.closed:
                room.stop()
                del self.by_id[table]
                self.closed()

    def drop(self, room: Room) -> None:
        """A table is another server's now: nothing more is said of it here; its people ask where it is."""
        table = room.live.id
        room.park()
        room.send_away()
        if self.by_id.get(table) is room:
            del self.by_id[table]
            LOG.warning("table lost", extra={"fields": {"table": table}})

    def drop_lost(self) -> None:
        """Puts away what was taken under a lease that has run out."""
        for room in list(self.by_id.values()):
            if not room.holds():  # it was not taken since, under another id
                self.counts.lease_lost()
                self.drop(room)

    def give_up(self, room: Room, fault: CageFault) -> None:
        """This process may no longer write: at all, and whoever runs it ends it, or at one table."""
        self.counts.lease_lost()
        if isinstance(fault, HouseLost):
            self.house_lost(fault)
        else:
            self.drop(room)


# Tables that nobody comes to

DESERTED: Final[Seconds] = 86_400.0  # without a visitor, after which a private table is closed
EMPTY: Final[Seconds] = 3_600.0  # without a person on a seat, after which a public one is


class Quiet:
    """Since when nobody was seen to sit at a table, whenever one looked; it begins anew with the process."""

    def __init__(self, now: Callable[[], Seconds]) -> None:
        self._now = now
        self._since: dict[str, Seconds] = {}

    def deserted(self, rooms: Mapping[str, Room]) -> list[str]:
        """Which tables are to be closed; none with a person's money on it, none of the house's own."""
        now = self._now()
        empty = [table for table, room in rooms.items() if not is_used(room.live)]
        self._since = {table: self._since.get(table, now) for table in empty}
        return [table for table, room in rooms.items() if self._is_deserted(table, room, now)]

    def _is_deserted(self, table: str, room: Room, now: Seconds) -> bool:
        live = room.live
        if live.closing or has_money(live) or live.settings.evening is not None:
            return False
        if live.settings.private:
            return not room.watchers and now - room.left >= DESERTED
        return bool(live.settings.host) and table in self._since and now - self._since[table] >= EMPTY


def has_money(live: LiveState) -> bool:
    """Whether a person's money lies in the open round; what bots have bet goes back to them."""
    return live.open_round is not None and people_in(live.open_round)


def is_used(live: LiveState) -> bool:
    """Whether a person sits here and is connected, or has a bet in the round."""
    return has_money(live) or any(each.here and each.bot is None for each in live.seating.seated())


# Tables that cannot be taken up


@dataclass
class UnusableTables:
    """Those of one server, each with the kind of fault."""

    pit: Pit
    new_id: Callable[[], str]
    owner: Callable[[], str | None]  # under which tables are taken
    faults: dict[str, str] = field(default_factory=dict)

    def add(self, table: str, fault: Exception) -> None:
        """A table cannot be taken up: its round is void where that is possible."""
        self.faults[table] = type(fault).__name__
        log_table_fault("set aside", table, fault)
        with suppress(Exception):  # it is told as it is, and given up when it is closed
            self._void(table)

    def close(self, table: str, actor: str, command: str) -> None:
        """Closes one of them, by its rules or else by what the ledger says; in a transaction."""
        try:
            self._void(table)
            self.pit.take(table, owner=self.owner()).do(actor, command, CloseTable())
        except Exception as fault:
            if passes(fault):
                raise
            give_up(self.pit, table, actor, command)
        self.pit.store.write(
            lambda connection: journal.forget_lobby(connection, table, read_table(connection, table).epoch)
        )

    def _void(self, table: str) -> None:
        pit_table = self.pit.take(table, owner=self.owner())
        if pit_table.state is not None:
            pit_table.do(table_actor(table), self.new_id(), VoidRound("cannot go on"))


# Which tables to take

AT_ONCE: Final = 16  # tables in one pass: the next pass is soon, and others want some, too
SEEN: Final = 64  # tables among which a server chooses


class FreeTables(NamedTuple):
    """Tables that no running server has."""

    mine: list[str]  # to be taken up now
    left: bool = False  # there are more


def tables_to_take(
    connection: Connection, server: str, passed: Collection[str], has: int | None = None, most: int = AT_ONCE
) -> FreeTables:
    """The tables to take up this time: first those with money in a round, then those with people.

    Those are passed by that this server has already, or that could not be taken up here before. One that
    `has` tables takes no more than its part of the house.
    """
    found = [each for each in free_tables(connection, SEEN + len(passed)) if each.id not in passed]
    if not found:
        return FreeTables([])
    if has is not None:
        tables, servers = count_tables(connection)
        most = max(0, min(most, -(-tables // max(1, servers)) - has))
    found.sort(key=lambda each: (each.urgency, crc32(f"{server} {each.id}".encode())))
    return FreeTables([each.id for each in found[:most]], len(found) > most)


# Taken up

EPOCH: Final = 2**32  # revisions: those of a table that was taken up are above all that were seen before


def live_state(
    pit_table: PitTable,
    settings: Settings,
    now: Seconds,
    *,
    fair: tuple[Cents, ...] = (),
    seating: Seating | None = None,
    turn: BankTurn | None = None,
) -> LiveState:
    """A live table; its clocks start full. `fair` tells from which meter on a bet is."""
    first = (pit_table.standing.stored_table.epoch - 1) * EPOCH
    state = LiveState(
        pit_table.table,
        settings,
        pit_table.standing,
        seating or Seating(),
        turn or BankTurn(),
        revisions=Revisions(first, first),
        meter=pit_table.meter(),
        break_evens=fair,
    )
    begun = Turn(state, now, Books(), Supply(pit_table.pit.entropy))
    start_clocks(begun)
    return begun.live


def taken_up(pit_table: PitTable, was: Remembered, now: Seconds) -> LiveState:
    """A table as it was left."""
    state = live_state(pit_table, was.settings, now, seating=was.seating, turn=was.turn)
    if was.round == state.stored_table.rounds:
        return state
    return replace(state, seating=was.seating.new_round())  # the next round was opened, and no more


# Tables in the database


class Taken(NamedTuple):
    """A table that is this server's from now on, and how often what the floor remembers of it was kept."""

    live: LiveState
    version: int


def no_table() -> Refusal:
    """What is said of a table that is not there, or not for everybody."""
    return Refusal("no_table", "There is no such table", None, "table")


@dataclass
class StoredTables:
    """What one server can find out about tables of its house. Everything here waits for the database."""

    pit: Pit
    unusable: UnusableTables
    leases: Leases | None = None  # None: it is alone, and takes what it finds

    @property
    def owner(self) -> str | None:
        """The id under which this server takes tables."""
        return self.leases.server if self.leases is not None else None

    def free(self, here: Collection[str], *, alone: bool = False) -> FreeTables:
        """The tables to take up now, beside those that are here; `alone`: nobody else takes any."""
        passed = {*here, *self.unusable.faults}
        if self.leases is None:
            found = self.pit.store.read(open_lobbies)
            return FreeTables([each.felt for each in found if each.felt not in passed])
        share = None if alone or self.leases.alone else len(here)
        server = self.leases.server
        return self.pit.store.read(lambda connection: tables_to_take(connection, server, passed, share))

    def lease_of(self, table: str) -> Lease | None:
        """The running server that has a table, and for how long."""
        return self.pit.store.read(lambda connection: lease_of(connection, table))

    def read(self, table: str, now: Seconds) -> LiveState:
        """A table to look at only, as it was last stored; whoever has it has it still."""
        _, was = self._kept(table, terminal=False)
        return taken_up(self.pit.read(table), was, now)

    def has_ended(self, table: str) -> bool:
        """Whether a table was closed for good; one that never was has not ended."""
        with suppress(NoSuchTable):
            return self.pit.store.read(lambda connection: read_table(connection, table)).closed
        return False

    def take(self, table: str, now: Seconds, *, terminal: bool) -> Taken:
        """Takes a table as it was left. Those of people at a terminal are theirs alone.

        One that cannot be taken up is put aside, and there is no such table.
        """
        try:
            work = partial(self._take, table, now, terminal=terminal)
            return surely(lambda: self.pit.store.together(work))
        except LeasedElsewhere as fault:
            raise Elsewhere(fault.owner.address) from None
        except NoSuchTable:
            raise no_table() from None
        except Exception as fault:
            if isinstance(fault, Refusal) or passes(fault):
                raise
            self.unusable.add(table, fault)
            raise no_table() from None

    def _take(self, table: str, now: Seconds, *, terminal: bool) -> Taken:
        """All of it is one transaction: what is read was there when nobody else could write it any more."""
        pit_table = self.pit.take(table, owner=self.owner)
        kept, was = self._kept(table, terminal=terminal)
        return Taken(taken_up(pit_table, was, now), kept.version)

    def _kept(self, table: str, *, terminal: bool) -> tuple[journal.Lobby, Remembered]:
        kept = self.pit.store.read(lambda connection: journal.read_lobby(connection, table))
        was = remembered(kept.settings, kept.seating) if kept is not None else None
        if kept is None or was is None or was.settings.terminal is not terminal:
            raise no_table()
        return kept, was


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
        room = Room(taken.live, taken.version, self._rooms)
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

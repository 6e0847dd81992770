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
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol
from zlib import crc32

from msgspec.structs import replace

from pitboss.errors import fault_fields
from pitboss.evening.rows import EveningRound, round_of_table
from pitboss.ledger import journal
from pitboss.ledger.accounts import table_actor
from pitboss.ledger.journal import LeaseLost, NoSuchTable, read_table
from pitboss.ledger.servers import Lease, LeasedElsewhere, ServerExpired, count_tables, free_tables, lease_of
from pitboss.ledger.store import Connection, surely
from pitboss.money import Cents
from pitboss.round import Refusal, RoundSettled, RoundVoided, VoidRound
from pitboss.table.commands import CloseTable
from pitboss.table.live_state import LiveState, Revisions, Turn, passes, people_in
from pitboss.table.messages import Tick
from pitboss.table.people import start_clocks
from pitboss.table.pit import Pit, PitTable, give_up
from pitboss.table.planning import Supply
from pitboss.table.seating import BankTurn, Seating
from pitboss.table.settings import Remembered, Seconds, Settings, open_lobbies, remembered
from pitboss.table.table_runner import LOG, Room, log_table, log_table_fault
from pitboss.table.till import Books

if TYPE_CHECKING:
    from pitboss.table.live_floor import Floor


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
        if live.closing or has_money(live) or live.evening is not None:
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
    evening: EveningRound | None = None,
) -> LiveState:
    """A live table; its clocks start full. `fair` tells from which meter on a bet is."""
    first = (pit_table.standing.stored_table.epoch - 1) * EPOCH
    state = LiveState(
        pit_table.table,
        settings,
        pit_table.standing,
        seating or Seating(),
        turn or BankTurn(),
        evening,
        revisions=Revisions(first, first),
        meter=pit_table.meter(),
        break_evens=fair,
    )
    begun = Turn(state, now, Books(), Supply(pit_table.pit.entropy))
    start_clocks(begun)
    return begun.live


def taken_up(pit_table: PitTable, was: Remembered, now: Seconds) -> LiveState:
    """A table as it was left."""
    evening = pit_table.pit.store.read(lambda connection: round_of_table(connection, pit_table.id))
    state = live_state(pit_table, was.settings, now, seating=was.seating, turn=was.turn, evening=evening)
    if was.round == state.stored_table.rounds:
        return state
    return replace(state, seating=was.seating.new_round())  # the next round was opened, and no more


# Tables in the database


class Taken(NamedTuple):
    """A table that is this server's from now on, and how often what the floor remembers of it was kept."""

    live: LiveState
    version: int


def no_table() -> Refusal:
    """Refuses a table that is not there, or not for this person."""
    return Refusal("no_table", "There is no such table", None, "table")


LOOKS: Final[Seconds] = 0.5  # between two looks for tables that no server has
OVERDUE: Final[Seconds] = 0.5  # that a lease lasts whose server has missed three renewals
MOMENT: Final[Seconds] = 0.01  # after the end of a lease
CALM: Final[Seconds] = 5.0  # after which what can wait is worked out for a table that was taken up
POLITE: Final = 3  # looks, in which a server with its part of the tables leaves what it sees to others


class Takeover:
    """How one server comes to its tables, beside those that are opened there."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
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
                while self._floor.holds() and await self.take_free():
                    pass
            except Exception as fault:  # noqa: BLE001 - it looks again
                LOG.warning("leases", extra={"fields": fault_fields(fault)})
            await asyncio.sleep(LOOKS)

    async def take_free(self) -> bool:
        """Takes up some of the tables that no running server has; gives whether there was any to take.

        A server whose own lease has run out meanwhile takes nothing, until it has begun anew.
        """
        rooms = self._floor.rooms
        alone = self._left_to_others >= POLITE
        free = await self._floor.in_pool(lambda: self._free(rooms.keys(), alone=alone))
        self._left_to_others = self._left_to_others + 1 if free.left and not free.mine else 0
        done = False
        for table in free.mine:
            try:
                await self.take(table)
                done = True
            except (Elsewhere, LeaseLost):  # another was faster
                continue
            except ServerExpired:
                return False
            except Refusal:
                done = done or table in self._floor.unusable.faults
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
            raise Elsewhere(lease.address)

    async def _other_lease(self, table: str, mine: str) -> Lease | None:
        store = self._floor.pit.store
        lease = await self._floor.in_pool(lambda: store.read(lambda connection: lease_of(connection, table)))
        return None if lease is None or lease.server == mine else lease

    async def take(self, table: str, *, terminal: bool = False) -> Room:
        """Takes a table up, once: callers who ask meanwhile wait for the same."""
        found = self._floor.rooms.get(table)
        if found is not None and found.holds():
            return found
        task = self._taking.get(table)
        if task is None:
            task = self._taking[table] = asyncio.create_task(self._take(table, terminal=terminal))
            task.add_done_callback(lambda _: self._taking.pop(table, None))
        return await asyncio.shield(task)

    async def _take(self, table: str, *, terminal: bool) -> Room:
        taken = await self._floor.in_pool(lambda: self._take_stored(table, terminal=terminal))
        room = Room(*taken, self._floor)
        if self._ended or not room.holds():  # since it was taken
            raise Refusal("unavailable", "The house closes now", None)
        self._floor.add(room)
        self._floor.counts.lease_taken()
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
        if not self._floor.reckoner.waits:
            await task
        return room

    async def _reckon_meter(self, room: Room) -> None:
        """From which meter on a bet is fair, at a table that was taken up; it opens without.

        It is asked for when those who came with the table are back at it: reckoning takes the processor.
        """
        if self._floor.reckoner.waits:
            await asyncio.sleep(CALM)
        fair = await self._floor.reckoner.break_evens(room.live.table)
        if fair:
            room.live = replace(room.live, break_evens=fair)

    # What waits for the database

    def _free(self, here: Collection[str], *, alone: bool = False) -> FreeTables:
        """The tables to take up now, beside those that are here; `alone`: nobody else takes any."""
        passed = {*here, *self._floor.unusable.faults}
        if self._floor.leases is None:
            found = self._floor.pit.store.read(open_lobbies)
            return FreeTables([each.felt for each in found if each.felt not in passed])
        share = None if alone or self._floor.leases.alone else len(here)
        server = self._floor.leases.server
        return self._floor.pit.store.read(
            lambda connection: tables_to_take(connection, server, passed, share)
        )

    def read(self, table: str) -> LiveState:
        """A table to look at only, as it was last stored; its server keeps it."""
        _, was = self._kept(table, terminal=False)
        return taken_up(self._floor.pit.read(table), was, self._floor.now())

    def _take_stored(self, table: str, *, terminal: bool) -> Taken:
        """Takes a table as it was left. Those of people at a terminal are theirs alone.

        One that cannot be taken up is put aside, and there is no such table.
        """
        try:
            work = partial(self._take_now, table, terminal=terminal)
            return surely(lambda: self._floor.pit.store.together(work))
        except LeasedElsewhere as fault:
            raise Elsewhere(fault.lease.address) from None
        except NoSuchTable:
            raise no_table() from None
        except Exception as fault:
            if isinstance(fault, Refusal) or passes(fault):
                raise
            self._floor.unusable.add(table, fault)
            raise no_table() from None

    def _take_now(self, table: str, *, terminal: bool) -> Taken:
        """All of it is one transaction: what is read was there when nobody else could write it any more."""
        pit_table = self._floor.pit.take(table, owner=self._floor.owner)
        kept, was = self._kept(table, terminal=terminal)
        return Taken(taken_up(pit_table, was, self._floor.now()), kept.version)

    def _kept(self, table: str, *, terminal: bool) -> tuple[journal.Lobby, Remembered]:
        kept = self._floor.pit.store.read(lambda connection: journal.read_lobby(connection, table))
        was = remembered(kept.settings, kept.seating) if kept is not None else None
        if kept is None or was is None or was.settings.terminal is not terminal:
            raise no_table()
        return kept, was

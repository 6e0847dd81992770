"""The floor: all live tables of a house, opened, found, and taken up again after a restart."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final, TypeVar

from sqlalchemy import Connection

from pitboss.cage import desk
from pitboss.cage.journal import all_felts, settle_lease
from pitboss.faults import HouseLost, OutcomeUnknown
from pitboss.floor.fair_meter import break_evens
from pitboss.floor.live import LiveTable
from pitboss.floor.memory import Remembered, remembered, seating_text, settings_text
from pitboss.floor.room import Mark, Room
from pitboss.floor.settings import Seconds, Settings
from pitboss.money import Cents
from pitboss.pit import Pit
from pitboss.round import Refusal
from pitboss.round.table import Table

T = TypeVar("T")
STILL: Final = 4.0  # seconds without a pulse


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as the lobby shows it."""

    table: str
    title: str
    house: str
    name: str
    game: str
    low: Cents
    high: Cents
    seats: int
    taken: int
    bots: int
    watching: int
    phase: str
    round: int
    clock: bool
    private: bool
    spectators: bool


def left_open(connection: Connection) -> list[tuple[desk.Lobby, Remembered]]:
    """The live tables of a database that are open, as they were last seen."""
    open_ = {felt.id for felt in all_felts(connection, open_only=True)}
    kept = [each for each in desk.all_lobbies(connection) if each.felt in open_]
    return [(each, remembered(each.settings, each.seating)) for each in kept]


class Floor:
    """All live tables of this process."""

    def __init__(
        self, pit: Pit, pool: Executor, now: Callable[[], Seconds], new_id: Callable[[], str]
    ) -> None:
        self.pit = pit
        self.pool = pool
        self.now = now
        self.new_id = new_id
        self.rooms: dict[str, Room] = {}
        self.set_aside: dict[str, str] = {}  # tables that cannot go on, and why
        self.pulse: float | None = None  # when whoever runs it was last seen alive, by the machine's clock
        self.lost: HouseLost | None = None  # why this process may no longer write
        self._opening: Counter[str] = Counter()  # tables that are not in their rooms yet, by host

    async def start(self) -> int:
        """Takes up every table that was open: rounds go on, clocks start full again. Gives how many."""
        rooms = await self._in_pool(self._recover)
        for room in rooms:
            await self._take_up(room)
        return len(rooms)

    async def take(self, table: str) -> Room:
        """Takes up one table that was left open, and no other."""

        def work() -> Room:
            kept = self.pit.store.read(lambda connection: desk.read_lobby(connection, table))
            if kept is None:
                raise Refusal("no_table", "There is no such table", None, "table")
            return self._recovered(kept, remembered(kept.settings, kept.seating))

        room = await self._in_pool(work)
        await self._take_up(room)
        return room

    async def _take_up(self, room: Room) -> None:
        self.rooms[room.live.felt.id] = room
        room.expect()
        await room.call(lambda live, now: live.tick(now))

    def _recover(self) -> list[Room]:
        """All tables that were open, but for those of people at a terminal: they take them up themselves."""
        return [
            self._recovered(each, was)
            for each, was in self.pit.store.read(left_open)
            if not was.settings.terminal
        ]

    def _recovered(self, each: desk.Lobby, was: Remembered) -> Room:
        live = LiveTable(self.pit.take(each.felt), was.settings, self.new_id, self.now())
        live.seating, live.turn = was.seating, was.turn
        if was.round != live.felt.standing.felt.rounds:  # the next round was opened, and no more
            live.seating = live.seating.new_round()
        return self._room(live, each.version)

    async def open(self, settings: Settings, table: Table, actor: str, name: str = "") -> Room:
        """Opens a new table; its id is a new one, or the name it is given."""
        name = name or self.new_id()

        def work() -> Room:
            felt = self.pit.open(name, table, actor, f"open {name}")
            live = LiveTable(felt, settings, self.new_id, self.now())
            version = self._keep(live)
            return self._room(live, version)

        def surely() -> Room:
            break_evens(table)  # worked out before others have to wait for it
            return self._surely(work)

        self._opening[settings.host] += 1
        try:
            room = await self._in_pool(surely)
            self.rooms[room.live.felt.id] = room
        finally:
            self._opening -= Counter((settings.host,))
        await room.call(lambda live, now: live.tick(now))
        return room

    def _surely(self, work: Callable[[], T]) -> T:
        """Work in one transaction that may be done twice without harm: it is, when its answer is lost."""
        try:
            return self.pit.store.together(work)
        except OutcomeUnknown:
            return self.pit.store.together(work)

    def hosted(self, person: str) -> int:
        """How many tables a person has open."""
        self._sweep()
        open_ = sum(room.live.settings.host == person for room in self.rooms.values())
        return open_ + self._opening[person]

    def room(self, table: str) -> Room:
        """A table by its id."""
        self._sweep()
        found = self.rooms.get(table)
        if found is None:
            raise Refusal("no_table", "There is no such table", None, "table")
        return found

    def admit(self, table: str, person: str | None, invite: str) -> Room:
        """A table for somebody who wants to come: a private one asks for its invitation."""
        room = self.room(table)
        settings, live = room.live.settings, room.live
        known = person is not None and (person == settings.host or person in live.seating.people)
        if settings.private and not known and not compare_digest(invite.encode(), settings.invite.encode()):
            raise Refusal("private", "This table is private: come with its invitation", None, "invite")
        if person is None and not settings.spectators:
            raise Refusal("no_spectators", "This table has no spectators: sign in to play", None)
        return room

    def listed(self, person: str | None = None) -> list[Listed]:
        """The tables a person may find in the lobby: public ones, and those they know already."""
        self._sweep()
        found = []
        for room in self.rooms.values():
            live, settings = room.live, room.live.settings
            mine = person is not None and (person == settings.host or person in live.seating.people)
            if settings.private and not mine:
                continue
            sheet, people = live.table.sheet, live.seating.seated()
            found.append(
                Listed(
                    table=live.felt.id,
                    title=settings.name,
                    house=sheet.id,
                    name=sheet.name,
                    game=sheet.game,
                    low=live.table.min,
                    high=live.table.max,
                    seats=sheet.seats,
                    taken=sum(len(each.seats) for each in people),
                    bots=sum(each.bot is not None for each in people),
                    watching=room.watching(),
                    phase=live.phase,
                    round=live.felt.standing.felt.rounds,
                    clock=settings.clock is not None,
                    private=settings.private,
                    spectators=settings.spectators,
                )
            )
        return sorted(found, key=lambda each: (each.house, each.title, each.table))

    async def close(self, table: str, actor: str) -> None:
        """Closes a table; a running round is finished first."""
        room, command = self.room(table), self.new_id()
        await room.call(lambda live, now: live.close(actor, command, now))

    async def close_deserted(self) -> int:
        """Closes private tables that nobody has come to for a day; gives how many."""
        found = [table for table, room in self.rooms.items() if room.is_deserted() and not room.live.closing]
        for table in found:
            with suppress(Refusal):  # somebody closes it at this moment, or the house does
                await self.close(table, f"table:{table}")
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

    def _sweep(self) -> None:
        """Forgets tables that have closed."""
        for table, room in list(self.rooms.items()):
            if room.live.felt.standing.felt.closed:
                room.stop()
                del self.rooms[table]

    def _room(self, live: LiveTable, version: int) -> Room:
        room = Room(live, self.pool, self.now, self._keep, self._stored, self._lose, self.stood_still)
        room.version = version
        return room

    def stood_still(self) -> bool:
        """Whether this process has done nothing for a while: stopped, or asleep with its machine."""
        return self.pulse is not None and time.time() - self.pulse > STILL

    def _lose(self, fault: HouseLost) -> None:
        self.lost = self.lost or fault

    def _keep(self, live: LiveTable) -> int:
        settings = settings_text(live.settings)
        felt = live.felt.standing.felt
        seating = seating_text(live.seating, live.turn, felt.rounds)

        def work(connection: Connection) -> int:
            if felt.closed:
                desk.forget_lobby(connection, felt.id, felt.epoch)
                return 0
            return desk.keep_lobby(connection, felt.id, felt.epoch, settings, seating)

        return self.pit.store.write(work)

    def _stored(self, live: LiveTable) -> Mark:
        felt = live.felt.standing.felt

        def work(connection: Connection) -> Mark:
            found = settle_lease(connection, felt.id, felt.epoch)
            return Mark(found.sequence, desk.lobby_version(connection, felt.id))

        return self.pit.store.write(work)

    async def _in_pool(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

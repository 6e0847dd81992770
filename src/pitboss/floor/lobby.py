"""The floor: all live tables of a house, opened, found, and taken up again after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from hmac import compare_digest
from typing import TypeVar

from sqlalchemy import Connection

from pitboss.cage import desk
from pitboss.cage.journal import all_felts
from pitboss.floor.live import LiveTable
from pitboss.floor.memory import remembered, seating_text, settings_text
from pitboss.floor.room import Room
from pitboss.floor.settings import Seconds, Settings
from pitboss.money import Cents
from pitboss.pit import Pit
from pitboss.round import Refusal
from pitboss.round.table import Table

T = TypeVar("T")


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

    async def start(self) -> int:
        """Takes up every table that was open: rounds go on, clocks start full again. Gives how many."""
        rooms = await self._in_pool(self._recover)
        for room in rooms:
            self.rooms[room.live.felt.id] = room
            room.expect()
            await room.call(lambda live, now: live.tick(now))
        return len(rooms)

    def _recover(self) -> list[Room]:
        def kept(connection: Connection) -> list[desk.Lobby]:
            open_ = {felt.id for felt in all_felts(connection, open_only=True)}
            return [each for each in desk.all_lobbies(connection) if each.felt in open_]

        rooms = []
        for each in self.pit.store.read(kept):
            was = remembered(each.settings, each.seating)
            live = LiveTable(self.pit.take(each.felt), was.settings, self.new_id, self.now())
            live.seating, live.turn = was.seating, was.turn
            if was.round != live.felt.standing.felt.rounds:  # the next round was opened, and no more
                live.seating = live.seating.new_round()
            rooms.append(self._room(live))
        return rooms

    async def open(self, settings: Settings, table: Table, actor: str) -> Room:
        """Opens a new table."""

        def work() -> Room:
            name = self.new_id()
            felt = self.pit.open(name, table, actor, f"open {name}")
            live = LiveTable(felt, settings, self.new_id, self.now())
            self._keep(live)
            return self._room(live)

        room = await self._in_pool(work)
        self.rooms[room.live.felt.id] = room
        await room.call(lambda live, now: live.tick(now))
        return room

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
                    watching=len(room.watchers),
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

    def cut(self, person: str, reason: str) -> None:
        """Ends every connection of a person; seats and hands are kept, as when a connection is lost."""
        for room in self.rooms.values():
            for watcher in list(room.watchers):
                if watcher.person == person:
                    watcher.cut(reason)

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

    def _room(self, live: LiveTable) -> Room:
        return Room(live, self.pool, self.now, self._keep)

    def _keep(self, live: LiveTable) -> None:
        settings = settings_text(live.settings)
        seating = seating_text(live.seating, live.turn, live.felt.standing.felt.rounds)

        def work(connection: Connection) -> None:
            if live.felt.standing.felt.closed:
                desk.forget_lobby(connection, live.felt.id)
            else:
                desk.keep_lobby(connection, live.felt.id, settings, seating)

        self.pit.store.write(work)

    async def _in_pool(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

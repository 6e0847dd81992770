"""Two servers of one house in one process, on one PostgreSQL: no thread runs, and time passes when told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import cast

from sqlalchemy import update

from pitboss.house.limits import Departures
from pitboss.ledger import Store, open_store, servers
from pitboss.ledger.postgres_store import PostgresStore
from pitboss.ledger.schema import servers as server_rows
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table.audience import Watcher
from pitboss.table.lease_keeper import LeaseKeeper
from pitboss.table.live_floor import Floor
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from tests.table.orders import at

HOUR = 3600.0
PURSE = 100_000
ANTE = {"ante": 1000}


class StillKeeper(LeaseKeeper):
    """A keeper that renews only when it is told to."""

    def start(self) -> None:
        self._register()


class Server:
    """One server: its floor, its lease, and a clock of its own."""

    def __init__(self, place: str, name: str) -> None:
        self.store: Store = open_store(place)
        self.time = 1000.0
        self.address = f"http://{name}"
        self.numbers = count(1)
        self.keeper = StillKeeper(
            cast("PostgresStore", self.store),
            self.address,
            lambda _: self.floor.lose_leases(),
            ttl=HOUR,
            monotonic=lambda: self.time,
            new_id=lambda: f"{name} {next(self.numbers)}",
        )
        self.pit = Pit(self.store, Random(name).randbytes, lambda: 0)
        self.pool = ThreadPoolExecutor(2)
        self.ids = count(1)
        self.floor = Floor(
            self.pit, self.pool, lambda: 0.0, lambda: f"{name} id {next(self.ids)}", leases=self.keeper
        )
        self.departures = Departures(self.store, self.floor, lambda: 1_000_000)

    async def open(self, table: str = "t", *people: str) -> Room:
        """A table without a clock where these people sit."""
        room = await self.floor.open(Settings(table, None), open_table(load_house("rivers")), "op", table)
        for seat, person in enumerate(people, 1):
            self.pit.grant(person, PURSE, "op", f"grant {person}")
            await room.come(person, person.title())
            await room.do(at(room).sit(person, seat))
        return room

    def dies(self) -> None:
        """Its lease runs out in the database; it says nothing, and does not know it."""
        self.falls_silent(0)

    def falls_silent(self, milliseconds: int) -> None:
        """Its lease has so much left in the database."""
        end = servers.CLOCK + milliseconds
        gone = update(server_rows).where(server_rows.c.id == self.keeper.server).values(deadline=end)
        self.store.write(lambda connection: connection.execute(gone))

    async def hears_departures(self) -> None:
        """One look for who must go."""
        for each in self.departures.news():
            await self.departures.show_out(each)

    async def ends(self) -> None:
        await self.floor.stop()
        self.pool.shutdown()
        self.store.close()


class Onlooker:
    """A connection to a room: what it was sent, and why it was ended."""

    def __init__(self, room: Room, person: str | None = None) -> None:
        self.sent: list[bytes] = []
        self.cut: list[str] = []
        room.watch(Watcher(person, self.sent.append, self.cut.append))


@asynccontextmanager
async def _two(place: str) -> AsyncIterator[tuple[Server, Server]]:
    here, there = Server(place, "here"), Server(place, "there")
    try:
        yield here, there
    finally:
        await here.ends()
        await there.ends()


def share(place: str, evening: Callable[[Server, Server], Awaitable[None]]) -> None:
    """Two servers that have begun, and an evening with them."""

    async def run() -> None:
        async with _two(place) as (here, there):
            await here.floor.start()
            await there.floor.start()
            await evening(here, there)

    asyncio.run(run())


async def loop_turns() -> None:
    """What was handed to the loop from elsewhere is done."""
    done = asyncio.Event()
    asyncio.get_running_loop().call_soon_threadsafe(done.set)
    await done.wait()

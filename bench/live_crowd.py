"""All who are connected in the live bench: the tables they open, the seats they take, how they begin."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, TypeVar

import httpx

from bench.live_client import Log, Seat, Wire, play
from bench.live_places import Place
from pitboss.sheet import houses
from tests.live.server import Guest, Server

SEATS = 7
TOGETHER = 25  # connections that are opened at a time
TRIES = 20  # of a request that a busy server refuses for the moment
TURNS = 3  # commands of a seat in a round: a bet, done with it, a decision

W = TypeVar("W", bound=Wire)


@dataclass
class Crowd:
    """A place, its tables and all who are connected."""

    place: Place
    tables: list[str] = field(default_factory=list)
    log: Log = field(default_factory=Log)
    seats: list[Seat] = field(default_factory=list)
    watchers: list[Wire] = field(default_factory=list)

    def home(self, table: int) -> Server:
        """The server at which a table, by its number, is opened and played."""
        return self.place.servers[table % len(self.place.servers)]

    async def open(self, number: int) -> None:
        """Opens tables until there are so many, of all houses in turn, without clocks."""
        async with httpx.AsyncClient(timeout=60) as http:
            while len(self.tables) < number:
                next_ = len(self.tables)
                asked = {
                    "id": f"t{next_}",
                    "house": houses()[next_ % len(houses())],
                    "title": "bench",
                    "clock": False,
                }
                host = self.place.guests[next_ * SEATS % len(self.place.guests)]
                opened = await _post(http, f"{self.home(next_).address}/api/tables", asked, host)
                self.tables.append(opened["table"])

    async def watch(self, number: int) -> None:
        """Sockets of people who only look."""
        for each in range(number):
            table = each % len(self.tables)
            host = f"127.0.0.1:{self.home(table).port}"
            self.watchers.append(await self._connect(partial(Wire, host), table, ""))

    async def seat(self, number: int) -> None:
        """Clients come and sit down until there are so many; seven at a table."""
        new = range(len(self.seats), number)
        async with httpx.AsyncClient(timeout=60) as http:
            for first in new[::TOGETHER]:
                some = new[first - new.start : first - new.start + TOGETHER]
                self.seats += await asyncio.gather(*(self._sit(http, each) for each in some))

    async def _sit(self, http: httpx.AsyncClient, number: int) -> Seat:
        table, seat = number // SEATS, number % SEATS + 1
        id_, server = self.tables[table], self.home(table)
        asked = await _post(http, f"{server.address}/api/tables/{id_}/ticket", {}, self.place.guests[number])
        ticket, host = asked["ticket"], f"127.0.0.1:{server.port}"
        wire = await self._connect(lambda path: Seat(host, path, id_, seat, self.log), table, ticket)
        wire.act()
        while wire.waiting:
            await asyncio.sleep(0.005)
        return wire

    async def _connect(self, make: Callable[[str], W], table: int, ticket: str) -> W:
        loop = asyncio.get_running_loop()
        path = f"/api/tables/{self.tables[table]}/socket" + (f"?ticket={ticket}" if ticket else "")
        _, wire = await loop.create_connection(lambda: make(path), "127.0.0.1", self.home(table).port)
        await wire.first_view
        return wire

    def rounds(self) -> int:
        """How many rounds were opened so far, at the tables where somebody sits."""
        return sum(each.frames.view()["state"]["round"] for each in self.seats[::SEATS])

    def close(self) -> None:
        for each in (*self.seats, *self.watchers):
            each.close()


async def _post(http: httpx.AsyncClient, where: str, asked: dict[str, Any], guest: Guest) -> dict[str, Any]:
    """The answer to a request; a server that is busy, or asked too fast, is asked again when it says so."""
    headers = {"authorization": f"Bearer {guest.session}"}
    for _ in range(TRIES):
        answer = await http.post(where, json=asked, headers=headers)
        if answer.status_code != httpx.codes.TOO_MANY_REQUESTS:
            break
        await asyncio.sleep(float(answer.headers["Retry-After"]))
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


def allow_files(number: int) -> None:
    """Each connection is an open file, here and in the server, which inherits the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < number:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(number, hard), hard))


async def warm(active: list[Seat], every: float) -> None:
    """Tables come to be at different points of their rounds, and each seat acts at a moment of its own."""
    chance = Random(len(active))
    turns = {each.table: chance.randrange(TURNS) for each in active}
    for each in active:
        each.pace = turns[each.table] + chance.random()
    await play(active, every, TURNS * every)
    for each in active:
        each.pace %= 1


def middle_and_worst(delays: list[float]) -> tuple[float, float]:
    """The median, and what 99 in 100 are not above."""
    if not delays:
        raise RuntimeError("no command was answered")
    return delays[len(delays) // 2], delays[min(len(delays) - 1, len(delays) * 99 // 100)]

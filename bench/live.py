"""The live server under load: seated clients who each decide every few seconds, on 127.0.0.1."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, process_time, sleep
from typing import Any, NamedTuple, TypeVar

import httpx

from bench.cage import on_disk
from bench.live_client import Log, Seat, Wire, play
from bench.report import heading, note
from pitboss.sheet import houses
from tests.live.server import Guest, Server, one_address, people

SEATS = 7
EVERY = 3.0  # seconds between two commands of a seat
AIM = 0.050  # seconds, p99
LEVELS, QUICK = (100, 300, 1000), (100,)
WATCHERS = 200  # idle sockets, to see what one weighs
SEARCH = 3  # further loads, to find the largest that keeps the aim
TOGETHER = 25  # connections that are opened at a time
WARM_TABLES = 10
TURNS = 3  # commands of a seat in a round: a bet, done with it, a decision

W = TypeVar("W", bound=Wire)


class Lap(NamedTuple):
    """What one load was like."""

    clients: int
    commands: float  # a second
    rounds: float  # a second
    own: tuple[float, float]  # p50 and p99 until the sender sees it, in seconds
    others: tuple[float, float]  # and until the others at the table do
    server: float  # share of one core
    client: float
    refused: int

    @property
    def good(self) -> bool:
        return max(self.own[1], self.others[1]) <= AIM


@dataclass
class Crowd:
    """A server, its tables and all who are connected."""

    server: Server
    guests: list[Guest]
    tables: list[str] = field(default_factory=list)
    log: Log = field(default_factory=Log)
    seats: list[Seat] = field(default_factory=list)
    watchers: list[Wire] = field(default_factory=list)

    def memory(self) -> int:
        """The resident memory of the server in bytes."""
        return int(self._proc("statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def used(self) -> float:
        """Processor time of the server so far, in seconds."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _proc(self, name: str) -> str:
        return Path(f"/proc/{self.server.pid}/{name}").read_text(encoding="utf-8")

    async def open(self, number: int) -> None:
        """Opens tables until there are so many, of all houses in turn, without clocks."""
        async with httpx.AsyncClient(base_url=self.server.address, timeout=60) as http:
            while len(self.tables) < number:
                asked = {
                    "house": houses()[len(self.tables) % len(houses())],
                    "title": "bench",
                    "clock": False,
                }
                host = self.guests[len(self.tables) * SEATS % len(self.guests)]
                mine = {"authorization": f"Bearer {host.session}"}
                opened = await http.post("/api/tables", json=asked, headers=mine)
                self.tables.append(opened.raise_for_status().json()["table"])

    async def watch(self, number: int) -> None:
        """Sockets of people who only look."""
        for each in range(number):
            table = self.tables[each % len(self.tables)]
            self.watchers.append(await self._connect(lambda path: Wire(self.host, path), table, ""))

    async def seat(self, number: int) -> None:
        """Clients come and sit down until there are so many; seven at a table."""
        new = range(len(self.seats), number)
        async with httpx.AsyncClient(base_url=self.server.address, timeout=60) as http:
            for first in new[::TOGETHER]:
                some = new[first - new.start : first - new.start + TOGETHER]
                self.seats += await asyncio.gather(*(self._sit(http, each) for each in some))

    async def _sit(self, http: httpx.AsyncClient, number: int) -> Seat:
        table, seat = self.tables[number // SEATS], number % SEATS + 1
        mine = {"authorization": f"Bearer {self.guests[number].session}"}
        asked = await http.post(f"/api/tables/{table}/ticket", json={}, headers=mine)
        ticket = asked.raise_for_status().json()["ticket"]
        wire = await self._connect(lambda path: Seat(self.host, path, table, seat, self.log), table, ticket)
        wire.act()
        while wire.waiting:
            await asyncio.sleep(0.005)
        return wire

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.port}"

    async def _connect(self, make: Callable[[str], W], table: str, ticket: str) -> W:
        loop = asyncio.get_running_loop()
        path = f"/api/tables/{table}/socket" + (f"?ticket={ticket}" if ticket else "")
        _, wire = await loop.create_connection(lambda: make(path), "127.0.0.1", self.server.port)
        await wire.first_view
        return wire

    async def rounds(self) -> int:
        """How many rounds were opened so far."""
        async with httpx.AsyncClient(base_url=self.server.address, timeout=60) as http:
            lines = (await http.get("/metrics")).text.splitlines()
        return int(float(next(line.split()[1] for line in lines if line.startswith("pitboss_rounds "))))

    def close(self) -> None:
        for each in (*self.seats, *self.watchers):
            each.close()


def run(quick: bool) -> None:
    """The loads, then where the time goes."""
    levels = QUICK if quick else LEVELS
    most = levels[-1]
    if not Path("/proc/self/stat").exists():
        note("The load of the live server is measured on Linux only: it is read from /proc.")
        return
    _allow_files(4 * most + WATCHERS)
    heading(f"Live tables: up to {most:,} seated clients on {-(-most // SEATS)} tables")
    note(
        f"Each seat sends one command every {EVERY:.0f} s. p50 and p99 are from sending a command until the"
        " view with its effect arrives: at its sender, and at the others of the table. SQLite,"
        " synchronous=FULL."
    )
    with on_disk() as folder, Server(Path(folder), arguments=one_address(Path(folder))) as server:
        guests = people(server.db, most)
        server.start()
        crowd = Crowd(server, guests)
        laps = asyncio.run(_loads(crowd, levels, quick))
        _stop(server)
        note(_verdict(laps))
        spent = Path(folder) / "spent"
        server.start(program=("-m", "bench.live_server", str(spent)))
        asyncio.run(_shares(Crowd(server, guests, crowd.tables), spent, _largest(laps) or levels[0], quick))
        _stop(server)


def _stop(server: Server) -> None:
    status = server.stop()
    if status != 0 or "Traceback" in server.said():
        raise RuntimeError(f"the server ended with status {status}:\n{server.said()[-2000:]}")


def _allow_files(number: int) -> None:
    """Each connection is an open file, here and in the server, which inherits the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < number:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(number, hard), hard))


async def _loads(crowd: Crowd, levels: tuple[int, ...], quick: bool) -> list[Lap]:
    most = -(-levels[-1] // SEATS)
    await crowd.open(WARM_TABLES)  # the first of each house fill the caches
    before = crowd.memory()
    await crowd.open(max(most, 2 * WARM_TABLES))
    table = (crowd.memory() - before) / (len(crowd.tables) - WARM_TABLES)
    await crowd.watch(WATCHERS)
    before = crowd.memory()
    await crowd.watch(WATCHERS)
    socket = (crowd.memory() - before) / WATCHERS
    for each in crowd.watchers:
        each.close()
    laps: list[Lap] = []
    heads = ("clients", "cmds/s", "rounds/s", "own p50", "p99", "others p50", "p99", "server", "client")
    print("  {:>7}{:>8}{:>9}{:>9}{:>8}{:>11}{:>8}{:>8}{:>8}".format(*heads), flush=True)
    for level in levels:
        await crowd.seat(level)
        laps.append(await _lap(crowd, level, quick))
    for _ in range(0 if quick else SEARCH):
        if (between := _between(laps)) is not None:
            laps.append(await _lap(crowd, between, quick))
    weight = crowd.memory()
    crowd.close()
    note(
        f"Memory: {table / 1024:,.0f} KB an empty table, {socket / 1024:,.0f} KB an idle socket, "
        f"{weight / 2**20:,.0f} MB with everybody there."
    )
    return laps


async def _lap(crowd: Crowd, clients: int, quick: bool) -> Lap:
    """One load: whole tables, so that nobody waits for a seat that does not act."""
    active = crowd.seats[: clients // SEATS * SEATS if clients < len(crowd.seats) else clients]
    await _warm(active)
    lasts = (3 if quick else 4) * EVERY
    crowd.log.clear()
    rounds, used, mine, begun = await crowd.rounds(), crowd.used(), process_time(), perf_counter()
    await play(active, EVERY, lasts)
    seconds = perf_counter() - begun
    server, client = crowd.used() - used, process_time() - mine
    commands, refused = len(crowd.log.sent), crowd.log.refused
    own, others = crowd.log.delays()
    lap = Lap(
        clients,
        commands / seconds,
        (await crowd.rounds() - rounds) / seconds,
        _parts(own),
        _parts(others),
        server / seconds,
        client / seconds,
        refused,
    )
    print(
        f"  {clients:>7,}{lap.commands:>8,.0f}{lap.rounds:>9,.1f}{lap.own[0] * 1000:>6,.1f} ms"
        f"{lap.own[1] * 1000:>5,.0f} ms{lap.others[0] * 1000:>8,.1f} ms{lap.others[1] * 1000:>5,.0f} ms"
        f"{lap.server:>8.0%}{lap.client:>8.0%}",
        flush=True,
    )
    return lap


async def _warm(active: list[Seat]) -> None:
    """Tables come to be at different points of their rounds, and each seat acts at a moment of its own."""
    chance = Random(len(active))
    turns = {each.table: chance.randrange(TURNS) for each in active}
    for each in active:
        each.pace = turns[each.table] + chance.random()
    await play(active, EVERY, TURNS * EVERY)
    for each in active:
        each.pace %= 1


def _parts(delays: list[float]) -> tuple[float, float]:
    """The median, and what 99 in 100 are not above."""
    if not delays:
        raise RuntimeError("no command was answered")
    return delays[len(delays) // 2], delays[min(len(delays) - 1, len(delays) * 99 // 100)]


def _largest(laps: list[Lap]) -> int | None:
    """The largest load that was good; a smaller one that was not had a bad moment of the machine."""
    return max((each.clients for each in laps if each.good), default=None)


def _between(laps: list[Lap]) -> int | None:
    """The next load to try: halfway between the largest that is good and the next that is not."""
    good = _largest(laps) or 0
    bad = min((each.clients for each in laps if each.clients > good), default=None)
    if bad is None:
        return None
    middle = (good + bad) // 2 // SEATS * SEATS
    return middle if middle >= SEATS and middle not in {each.clients for each in laps} else None


def _verdict(laps: list[Lap]) -> str:
    good, most = _largest(laps), max(each.clients for each in laps)
    aim = f"p99 <= {AIM * 1000:.0f} ms"
    if good is None:
        return f"No load kept {aim}."
    return (
        f"{aim} was kept with all {good:,} clients."
        if good == most
        else f"The largest load with {aim}: {good:,} clients."
    )


async def _shares(crowd: Crowd, file: Path, clients: int, quick: bool) -> None:
    """Where the time of the server goes, with stopwatches in it, in a run of its own."""
    await crowd.seat(clients)
    await _warm(crowd.seats)
    before = _read_spent(crowd, file)
    crowd.log.clear()
    mine = process_time()
    await play(crowd.seats, EVERY, (1 if quick else 3) * EVERY)
    after = _read_spent(crowd, file)
    commands, mine = len(crowd.log.sent), process_time() - mine
    crowd.close()
    spent, clock = _less(after["spent"], before["spent"]), _less(after["clock"], before["clock"])
    whole, seconds = spent.pop("all"), clock.pop("all")
    spent["sockets"] = whole - sum(spent.values())
    names = {
        "rules": "rules, floor and pit",
        "database": "database",
        "views": "views as bytes",
        "sockets": "sockets, messages, HTTP",
    }
    told = ", ".join(
        f"{names[key]} {value / whole:.0%}" for key, value in sorted(spent.items(), key=lambda one: -one[1])
    )
    note(
        f"At {clients:,} clients, with stopwatches in the server: {told};"
        f" {whole / max(1, commands) * 1000:,.1f} ms of processor time a command in all."
        f" The event loop was {after['late'] * 1000:,.0f} ms late (p99)."
    )
    busy = {
        "the server's core, for Python runs on one at a time": whole / seconds,
        "the one writer of the database": clock["writer"] / seconds,
        "the client of this bench": mine / seconds,
    }
    most = max(busy, key=lambda name: busy[name])
    note(
        f"Busy: {', '.join(f'{name} {share:.0%}' for name, share in busy.items())} (the disk keeps the writer"
        f" waiting for {clock['disk'] / seconds:.0%} of all time). What saturates first: {most}."
    )


def _less(after: dict[str, float], before: dict[str, float]) -> dict[str, float]:
    return {key: value - before.get(key, 0.0) for key, value in after.items()}


def _read_spent(crowd: Crowd, file: Path) -> dict[str, Any]:
    file.unlink(missing_ok=True)
    os.kill(crowd.server.pid, signal.SIGUSR1)
    while not file.exists():
        sleep(0.005)
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found

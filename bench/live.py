"""Live servers under load: seated clients who each decide every few seconds, on 127.0.0.1."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from bench.cage import on_disk
from bench.live_client import play
from bench.live_crowd import SEATS, Crowd, allow_files, middle_and_worst, warm
from bench.live_places import Place, on_postgres, on_sqlite
from bench.live_shares import shares
from bench.report import heading, note

EVERY = 3.0  # seconds between two commands of a seat
AIM = 0.050  # seconds, p99
LEVELS, QUICK = (100, 300, 1000), (100,)
SERVERS = (1, 2)  # on PostgreSQL
WATCHERS = 200  # idle sockets, to see what one weighs
SEARCH = 3  # further loads, to find the largest that keeps the aim
WARM_TABLES = 10
MEASURES = 50
MEASURED = [{"seat": seat, "cards": ["Ah", "Kd", "2c"], "stack": 1000 * seat} for seat in range(100)]


class Lap(NamedTuple):
    """What one load was like."""

    clients: int
    commands: float  # a second
    rounds: float  # a second
    own: tuple[float, float]  # p50 and p99 until the sender sees it, in seconds
    others: tuple[float, float]  # and until the others at the table do
    server: float  # share of one core
    client: float
    cost: float  # seconds of the servers' processor time a command
    measure: float  # seconds of a fixed piece of Python at the same time
    database: float  # and of PostgreSQL's
    messages: float  # between who clicks and the server
    bytes: float  # a command, of everybody at the table, both ways
    refused: int

    @property
    def good(self) -> bool:
        return max(self.own[1], self.others[1]) <= AIM


def run(quick: bool) -> None:
    """The loads on SQLite and on PostgreSQL, then where the time goes."""
    levels = QUICK if quick else LEVELS
    most = levels[-1]
    if not Path("/proc/self/stat").exists():
        note("The load of the live server is measured on Linux only: it is read from /proc.")
        return
    allow_files(4 * most + WATCHERS)
    heading(f"Live tables: up to {most:,} seated clients on {-(-most // SEATS)} tables")
    note(
        f"Each seat sends one command every {EVERY:.0f} s. p50 and p99 are from sending a command until the"
        " view with its effect arrives: at its sender, and at the others of the table. Every commit is on the"
        " disk before it is answered. Processor time is per command, of the servers and of PostgreSQL apart,"
        " and as a multiple of a fixed piece of Python (JSON of 100 seats) that was timed beside it, so that"
        " programs can be compared on a machine that others use, too;"
        " messages are those of who clicks, bytes those of all at the table."
    )
    with on_disk() as name:
        folder = Path(name)
        with on_sqlite(folder, most) as place:
            _title(place)
            crowd = Crowd(place)
            laps = asyncio.run(_loads(crowd, levels, 0 if quick else SEARCH, quick))
            place.stop()
            note(_verdict(laps))
            spent, clients = folder / "spent", _largest(laps) or levels[0]
            place.servers[0].start(program=("-m", "bench.live_server", str(spent)))
            again = Crowd(place, crowd.tables)
            asyncio.run(shares(again, spent, clients, EVERY, 1 if quick else 3))
            place.stop()
        for servers in SERVERS:
            with on_postgres(folder, most, servers) as place:
                _title(place)
                laps = asyncio.run(_loads(Crowd(place), levels, 0, quick))
                place.stop()
                note(_verdict(laps))


def _title(place: Place) -> None:
    print(f"\n  {place.name}", flush=True)
    heads = ("clients", "cmds/s", "rounds/s", "own p50", "p99", "others p50", "p99", "server", "client")
    print("  {:>7}{:>8}{:>9}{:>9}{:>8}{:>11}{:>8}{:>8}{:>8}".format(*heads), flush=True)


async def _loads(crowd: Crowd, levels: tuple[int, ...], search: int, quick: bool) -> list[Lap]:
    most = -(-levels[-1] // SEATS)
    await crowd.open(WARM_TABLES)  # the first of each house fill the caches
    before = crowd.place.memory()
    await crowd.open(max(most, 2 * WARM_TABLES))
    table = (crowd.place.memory() - before) / (len(crowd.tables) - WARM_TABLES)
    await crowd.watch(WATCHERS)
    before = crowd.place.memory()
    await crowd.watch(WATCHERS)
    socket = (crowd.place.memory() - before) / WATCHERS
    for each in crowd.watchers:
        each.close()
    laps: list[Lap] = []
    for level in levels:
        await crowd.seat(level)
        laps.append(await _lap(crowd, level, quick))
    for _ in range(search):
        if (between := _between(laps)) is not None:
            laps.append(await _lap(crowd, between, quick))
    weight = crowd.place.memory()
    crowd.close()
    note(
        f"Memory: {table / 1024:,.0f} KB an empty table, {socket / 1024:,.0f} KB an idle socket, "
        f"{weight / 2**20:,.0f} MB with everybody there."
    )
    return laps


async def _lap(crowd: Crowd, clients: int, quick: bool) -> Lap:
    """One load: whole tables, so that nobody waits for a seat that does not act."""
    active = crowd.seats[: clients // SEATS * SEATS if clients < len(crowd.seats) else clients]
    place, log = crowd.place, crowd.log
    await warm(active, EVERY)
    lasts = (3 if quick else 4) * EVERY
    log.clear()
    rounds, used, database = crowd.rounds(), place.used(), place.used_by_database()
    mine, begun = process_time(), perf_counter()
    await play(active, EVERY, lasts)
    seconds = perf_counter() - begun
    server, client = place.used() - used, process_time() - mine
    database = place.used_by_database() - database
    commands = len(log.sent)
    asked = max(1, commands + log.refused)
    own, others = log.delays()
    lap = Lap(
        clients,
        commands / seconds,
        (crowd.rounds() - rounds) / seconds,
        middle_and_worst(own),
        middle_and_worst(others),
        server / seconds,
        client / seconds,
        server / asked,
        _measure(),
        database / asked,
        log.messages / asked,
        log.bytes / asked,
        log.refused,
    )
    _show(lap)
    return lap


def _measure() -> float:
    """Seconds of processor time for a fixed piece of Python: how fast the machine is at this moment."""
    best = float("inf")
    for _ in range(MEASURES):
        begun = process_time()
        json.loads(json.dumps(MEASURED))
        best = min(best, process_time() - begun)
    return best


def _show(lap: Lap) -> None:
    print(
        f"  {lap.clients:>7,}{lap.commands:>8,.0f}{lap.rounds:>9,.1f}{lap.own[0] * 1000:>6,.1f} ms"
        f"{lap.own[1] * 1000:>5,.0f} ms{lap.others[0] * 1000:>8,.1f} ms{lap.others[1] * 1000:>5,.0f} ms"
        f"{lap.server:>8.0%}{lap.client:>8.0%}",
        flush=True,
    )
    of_database = f", {lap.database * 1000:.2f} ms of PostgreSQL's" if lap.database else ""
    print(
        f"          {lap.cost * 1000:.2f} ms of the servers' time ({lap.cost / lap.measure:.1f} × the piece"
        f" of Python){of_database}, {lap.messages:.1f} messages, {lap.bytes / 1024:,.1f} KB",
        flush=True,
    )


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

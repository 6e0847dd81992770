"""Floods of questions against a server with tables in play: how much longer the tables' people wait."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import uuid4

import httpx

from bench.cage import on_disk
from bench.live_client import play
from bench.live_crowd import SEATS, Crowd, allow_files, middle_and_worst, warm
from bench.live_places import Place
from bench.report import heading, note
from pitboss.sheet.files import house_text
from tests.live.server import Guest, Server, people

TABLES = 3
EVERY = 0.7  # seconds between two commands of a seat
LASTS, QUICK = 8.0, 4.0  # seconds of a flood
LARGE = 250_000  # bytes of a settle

Send = Callable[[httpx.AsyncClient, int], Coroutine[Any, Any, httpx.Response]]


@dataclass(frozen=True)
class Flood:
    """So many clients who each ask again as soon as they have an answer, or only once."""

    name: str
    clients: int
    send: Send
    once: bool = False


_numbers = count(100_001)
_addresses = count(2)


def _odds(http: httpx.AsyncClient, client: int) -> Coroutine[Any, Any, httpx.Response]:
    return http.get("/api/houses/rivers/odds", params={"players": 7, "meter": 100 * next(_numbers)})


@cache
def _large_settle() -> str:
    hand = {"seat": 1, "cards": ["As", "Ks", "Qs"], "wagers": {"ante": 1000}, "action": "play"}
    seats = [hand] * (LARGE // len(json.dumps(hand)))
    return json.dumps({"house": "rivers", "dealer": ["2c", "3d", "5h"], "seats": seats})


@cache
def _large_receipt() -> str:
    return json.dumps({"format": 1, "events": [{"k": "x", "n": each} for each in range(9_000)]})


def _settle(http: httpx.AsyncClient, client: int) -> Coroutine[Any, Any, httpx.Response]:
    return http.post("/api/settle", content=_large_settle())


def _verify(http: httpx.AsyncClient, client: int) -> Coroutine[Any, Any, httpx.Response]:
    return http.post("/api/verify", content=_large_receipt())


def _visit(http: httpx.AsyncClient, client: int) -> Coroutine[Any, Any, httpx.Response]:
    return http.get("/", headers={"Accept": "text/html"})


def _lab(http: httpx.AsyncClient, client: int) -> Coroutine[Any, Any, httpx.Response]:
    change = f"pays.pair_plus.lines.straight={next(_numbers)} to 1"
    return http.get("/api/lab/pechanga", params={"set": change})


def _sheet(text: str) -> Callable[[Guest], Send]:
    def by(guest: Guest) -> Send:
        def send(http: httpx.AsyncClient, client: int) -> Coroutine[Any, Any, httpx.Response]:
            mine = {"authorization": f"Bearer {guest.session}"}
            return http.post(
                "/api/tables", json={"id": uuid4().hex, "sheet": text, "title": "bomb"}, headers=mine
            )

        return send

    return by


def _two_up() -> str:
    """A sheet that is dear to price: two cards up, and a dealer who draws."""
    text = Path("examples/two-up.toml").read_text(encoding="utf-8")
    return text.replace('when = "never"', 'when = "always"', 1)


BOMBS = {
    "a key of 32,000 dots": "a" + ".a" * 32_000 + " = 1",
    "a header of 32,000 dots": "[" + "a." * 32_000 + "a]",
    "1,500 unknown clauses": "".join(f'[wager.w{n}]\nclause = "XX-{n}"\n' for n in range(1_500))
    + house_text("rivers"),
    "a sheet that is dear to price": _two_up(),
}


def run(quick: bool) -> None:
    """A table's p50 and p99 alone, then under each flood, as a multiple of it alone."""
    if not Path("/proc/self/stat").exists():
        note("The desk is measured on Linux only: memory is read from /proc.")
        return
    heading(f"The desk: {TABLES} tables in play while others ask")
    note(
        f"{TABLES * SEATS} seats, one command each every {EVERY} s; p50 and p99 are from a command until its"
        " sender sees the view with its effect. A flood's clients ask again as soon as they are answered."
    )
    allow_files(2_000)
    with on_disk() as folder, Server(Path(folder)) as server:
        guests = people(server.db, TABLES * SEATS + 1)
        server.start()
        place = Place("the desk", (server,), guests)
        asyncio.run(_floods(Crowd(place), guests[-1], QUICK if quick else LASTS))
        place.stop()


async def _floods(crowd: Crowd, guest: Guest, lasts: float) -> None:
    await crowd.open(TABLES)
    await crowd.seat(TABLES * SEATS)
    await warm(crowd.seats, EVERY)
    print(
        f"  {'flood':<34}{'p50':>9}{'p99':>9}{'×p50':>7}{'×p99':>7}{'asked':>7}{'429':>6}{'MB':>6}",
        flush=True,
    )
    alone = await _lap(crowd, None, lasts)
    _row("nobody asks", alone, alone, Counter(), crowd)
    worst = 1.0
    floods = [
        Flood("20 visits to / at once", 20, _visit, once=True),
        Flood("10 × odds, 7 players", 10, _odds),
        Flood("40 × odds, 7 players", 40, _odds),
        Flood("10 × settle of 250 KB", 10, _settle),
        Flood("16 × verify", 16, _verify),
        Flood("10 × Lab, a rule moved", 10, _lab),
        *(Flood(f"16 × {name}", 16, _sheet(text)(guest)) for name, text in BOMBS.items()),
    ]
    for flood in floods:
        told: Counter[str] = Counter()
        found = await _lap(crowd, flood, lasts, told)
        again = await _lap(crowd, None, lasts / 2)
        _row(flood.name, found, alone, told, crowd)
        worst = max(worst, found[1] / max(alone[1], again[1]))
    crowd.close()
    note(f"The worst p99 is {worst:,.1f} × that of the tables alone, measured before or just after it.")


def _row(
    name: str, found: tuple[float, float], alone: tuple[float, float], told: Counter[str], crowd: Crowd
) -> None:
    asked = sum(told.values())
    print(
        f"  {name:<34}{found[0] * 1000:>6,.1f} ms{found[1] * 1000:>6,.0f} ms"
        f"{found[0] / alone[0]:>7.1f}{found[1] / alone[1]:>7.1f}{asked:>7,}{told['429']:>6,}"
        f"{crowd.place.memory() / 2**20:>6,.0f}",
        flush=True,
    )


async def _lap(
    crowd: Crowd, flood: Flood | None, lasts: float, told: Counter[str] | None = None
) -> tuple[float, float]:
    """The delays at the tables while a flood runs."""
    crowd.log.clear()
    over = asyncio.Event()
    own = f"127.0.0.{next(_addresses)}"  # no flood is refused for what another has asked
    limits = httpx.Limits(max_connections=200)
    transport = httpx.AsyncHTTPTransport(local_address=own, limits=limits)
    async with httpx.AsyncClient(
        base_url=crowd.place.servers[0].address, timeout=60, transport=transport
    ) as http:
        clients = []
        if flood is not None and told is not None:
            clients = [
                asyncio.create_task(_ask(http, flood, number, told, over)) for number in range(flood.clients)
            ]
        await play(crowd.seats, EVERY, lasts)
        over.set()
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
    return middle_and_worst(crowd.log.delays()[0])


async def _ask(
    http: httpx.AsyncClient, flood: Flood, number: int, told: Counter[str], over: asyncio.Event
) -> None:
    """One client: after a 429 it waits a tenth of what it was told to, so that the door is tried as well."""
    while not over.is_set():
        begun = perf_counter()
        answer = await flood.send(http, number)
        told[str(answer.status_code)] += 1
        if flood.once:
            return
        if answer.status_code == 429:
            await asyncio.sleep(min(1.0, int(answer.headers.get("Retry-After", "1")) / 10))
        elif perf_counter() - begun < 0.01:
            await asyncio.sleep(0.01)

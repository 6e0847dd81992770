"""An hour of fuzz, reconnects, guests and rounds against a real server: its resident memory stays as it is.

`python -m torture soak --minutes 240` does it for as long as one likes. Clients come from many
addresses of 127.0.0.0/8, so that every limit of the server stands as it is delivered. Linux only: memory is
read in /proc.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from pitboss.sheet import houses
from tests.live.player import Player
from tests.live.server import Server, people
from tests.web.talk import bent, noise, torn

MINUTES, QUICK = 60.0, 1.5
WARM = 0.25  # of the time, at most
LONGEST_WARM = 600.0  # seconds: until caches with an end are full
GROWTH = 1.10
TABLES_EACH, AT_A_TABLE = 2, 3  # of each house
PACE = 9.0  # messages a second of one person: they may send ten
STAY = 60  # messages over one socket, about
LOOK = 1.0  # seconds between two looks at the memory
PAGE = os.sysconf("SC_PAGE_SIZE")
_NET = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)


@dataclass
class Soak:
    """One server, what was done to it, and what it weighed."""

    server: Server
    end: float
    told: Counter[str] = field(default_factory=Counter)
    weights: list[tuple[float, int]] = field(default_factory=list)
    addresses: count[int] = field(default_factory=lambda: count(1))

    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    def address(self) -> str:
        """Another address of this machine each time."""
        number = next(self.addresses) % 60_000
        return f"127.0.{number // 250 + 1}.{number % 250 + 1}"

    def weight(self) -> int:
        """Bytes that the server holds in memory."""
        return int(Path(f"/proc/{self.server.pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE

    async def weigh(self) -> None:
        begun = time.monotonic()
        while self.goes_on():
            self.weights.append((time.monotonic() - begun, self.weight()))
            if len(self.weights) % 30 == 0:
                told = ", ".join(f"{number:,} {what}" for what, number in sorted(self.told.items()))
                print(f"soak: {self.weight() / 1e6:,.0f} MB after {told}", file=sys.stderr, flush=True)
            await asyncio.sleep(LOOK)


async def _request(soak: Soak, method: str, path: str, address: str, **more: Any) -> httpx.Response:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(transport=transport, base_url=soak.server.address, timeout=60) as http:
        return await http.request(method, path, **more)


async def _come(soak: Soak, player: Player, address: str) -> ClientConnection:
    ticket = await _request(
        soak,
        "POST",
        f"/api/tables/{player.table}/ticket",
        address,
        json={},
        headers={"authorization": f"Bearer {player.guest.session}"},
    )
    assert ticket.status_code in (200, 429, 503), ticket.text
    if ticket.status_code != 200:
        raise OSError(ticket.text)
    where = soak.server.socket_of(player.table, ticket.json()["ticket"])
    packed = None if player.chance.random() < 0.5 else "deflate"
    return await connect(where, compression=packed, max_size=None, local_addr=(address, 0))


async def _listen(socket: ClientConnection, player: Player) -> None:
    async for text in socket:
        frame = json.loads(text)
        player.take(frame)
        assert frame.get("code") not in ("fault", "unavailable"), frame


def _message(player: Player) -> str:
    """The next command of a round, or something bent, torn or senseless."""
    player.sent += 1
    command = player.next_command() or {"do": "ready"}
    rev = player.view["rev"]
    said = {"t": "cmd", "id": f"{player.guest.person[:8]}-{player.sent}", "rev": rev, **command}
    if command["do"] == "ready":
        player.ready_for = player.view["round"]
    match player.chance.randrange(10):
        case 0:
            return noise(player.chance)
        case 1 | 2:
            return torn(player.chance, json.dumps(said))
        case 3 | 4 | 5:
            return bent(player.chance, said)
        case _:
            return json.dumps(said)


async def _fuzz(soak: Soak, player: Player) -> None:
    """One person who never behaves for long."""
    address = soak.address()
    while soak.goes_on():
        listening = None
        try:
            socket = await _come(soak, player, address)
            soak.told["connections"] += 1
            player.take(json.loads(await socket.recv()))
            listening = asyncio.create_task(_listen(socket, player))
            for _ in range(player.chance.randint(1, 2 * STAY)):
                if not soak.goes_on() or listening.done():
                    break
                await socket.send(_message(player).encode("utf-8", "replace").decode())
                soak.told["messages"] += 1
                await asyncio.sleep(1 / PACE)
            if player.chance.random() < 0.5:
                await socket.close()
            else:
                socket.transport.abort()  # gone without a word
        except _NET:
            await asyncio.sleep(0.2)
        finally:
            if listening is not None:
                listening.cancel()
                done = (await asyncio.gather(listening, return_exceptions=True))[0]
                if isinstance(done, AssertionError):
                    raise done


async def _visit(soak: Soak, tables: list[str], chance: Random) -> None:
    """Spectators who come and go, new guests, lookers at pages."""
    while soak.goes_on():
        address = soak.address()
        try:
            where = soak.server.socket_of(chance.choice(tables))
            async with connect(where, max_size=None, local_addr=(address, 0)) as socket:
                await socket.recv()
            soak.told["connections"] += 1
            answer = await _request(soak, "POST", "/api/guests", address)
            soak.told["guests"] += answer.status_code == 201
            await _request(soak, "GET", chance.choice(["/api/tables", "/metrics", "/no", "/api/me"]), address)
        except (*_NET, httpx.TransportError):
            pass
        await asyncio.sleep(0.05)


def _players(server: Server, chance: Random) -> list[Player]:
    guests = iter(people(server.db, AT_A_TABLE * TABLES_EACH * len(houses())))
    server.start()
    found = []
    with httpx.Client(base_url=server.address, timeout=60) as http:
        for house in houses() * TABLES_EACH:
            mine = [next(guests) for _ in range(AT_A_TABLE)]
            opened = http.post(
                "/api/tables",
                json={"id": uuid4().hex, "house": house, "title": house, "clock": True},
                headers={"authorization": f"Bearer {mine[0].session}"},
            )
            table = opened.raise_for_status().json()["table"]
            found += [
                Player(guest, table, house, seat, Random(chance.random()))
                for seat, guest in enumerate(mine, 1)
            ]
    return found


async def _all(soak: Soak, players: list[Player], chance: Random) -> None:
    tables = sorted({each.table for each in players})
    visitors = (_visit(soak, tables, Random(chance.random())) for _ in range(3))
    await asyncio.gather(soak.weigh(), *(_fuzz(soak, each) for each in players), *visitors)


def run(quick: bool, minutes: float | None = None) -> str:
    """The figures as a sentence; memory that grows is an AssertionError."""
    minutes = minutes or (QUICK if quick else MINUTES)
    chance = Random("soak")
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        players = _players(server, chance)
        soak = Soak(server, time.monotonic() + minutes * 60)
        asyncio.run(_all(soak, players, chance))
        status = server.stop()
        assert status == 0, server.said()
        assert "Traceback" not in server.said(), server.said()
    warm = min(LONGEST_WARM, minutes * 60 * WARM)
    span = max(10 * LOOK, (minutes * 60 - warm) / 10)
    first = median(weight for at, weight in soak.weights if warm <= at < warm + span)
    last = median(weight for at, weight in soak.weights if at >= minutes * 60 - span)
    told = ", ".join(f"{number:,} {what}" for what, number in sorted(soak.told.items()))
    figure = (
        f"{told} in {minutes:,.0f} minutes: {first / 1e6:,.0f} MB when warm, {last / 1e6:,.0f} MB at the end"
    )
    assert last <= first * GROWTH, f"memory is not flat: {figure}"
    return figure

"""Faults of the database under a live server: people play on, and what they were told is what is stored."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psycopg
from sqlalchemy import Connection, select
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from pitboss.ledger import open_store
from pitboss.ledger.schema import deeds
from pitboss.proof.house_audit import audit
from tests.live.player import Acked, Frame, Player
from tests.live.proxy import Proxy
from tests.live.server import Guest, Server, people
from tests.postgres import Cluster, new_database
from tests.seen import answer_in

HOUSES = ("rivers", "napa-valley", "pechanga")
AT_A_TABLE = 2
STORED = ("bets", "fold", "play", "draw")
BEFORE = 8  # commands that are acknowledged between two faults
LONGEST = 90.0  # seconds after which a table is stuck, whatever the machine does
_LOST = (ConnectionClosed, InvalidHandshake, httpx.HTTPError, OSError, TimeoutError)


@dataclass
class Tough(Player):
    """A person who never gives up: what had no answer, or `unknown`, is said again under the same id."""

    open: Frame | None = None
    refused: list[Acked] = field(default_factory=list)
    unknown: int = 0
    last: float = 0.0  # when a command was last acknowledged

    async def ask(self, command: Frame) -> Frame:
        self.sent += 1
        id_ = f"{self.guest.person[:8]}-{self.sent}"
        self.open = {"t": "cmd", "id": id_, "rev": self.view["rev"], **command}
        return await self.say_again()

    async def say_again(self) -> Frame:
        """Says what is open, until somebody knows what came of it."""
        assert self.socket is not None
        assert self.open is not None
        asked, round_ = self.open, self.view["round"]
        while True:
            await self.socket.send(json.dumps(asked))
            frame = await self._answer(asked["id"])
            if frame["t"] != "unknown":
                break
            self.unknown += 1
            await asyncio.sleep(0.2)
        self.open = None
        told = Acked(asked["id"], asked["do"], round_)
        if frame["t"] == "done":
            self.acked.append(told)
            self.last = time.monotonic()
            if asked["do"] == "ready":
                self.ready_for = round_
        else:
            self.refused.append(told)
            if frame["code"] == "unavailable":
                await asyncio.sleep(0.1)
        return frame

    async def _answer(self, id_: str) -> Frame:
        async with asyncio.timeout(30):
            while True:
                answer = answer_in(await self.hear())
                if answer is not None and answer["id"] == id_:
                    return answer

    async def play_on(self, server: Server, over: asyncio.Event) -> None:
        """Plays until it is over, whatever happens to connections."""
        async with httpx.AsyncClient(base_url=server.address, timeout=20) as http:
            while not over.is_set():
                try:
                    await self.come(http, server)
                    if self.open is not None:
                        await self.say_again()
                    while not over.is_set():
                        command = self.next_command()
                        if command is not None:
                            await self.ask(command)
                            continue
                        with suppress(TimeoutError):
                            await asyncio.wait_for(self.hear(), 0.3)
                except _LOST:
                    await asyncio.sleep(0.1)
                finally:
                    await self.leave()


@dataclass
class Figures:
    """What was done to the database, and what came of it."""

    faults: dict[str, int] = field(default_factory=dict)
    acked: int = 0
    refused: int = 0
    unknown: int = 0
    longest: float = 0.0  # seconds from the database's return to the slowest table's next command

    def add(self, other: Figures) -> None:
        for name, number in other.faults.items():
            self.faults[name] = self.faults.get(name, 0) + number
        self.acked += other.acked
        self.refused += other.refused
        self.unknown += other.unknown
        self.longest = max(self.longest, other.longest)


Fault = Callable[[], Awaitable[None]]


@dataclass
class Scene:
    """A server on a database that can be harmed."""

    server: Server
    truth: str  # the address of the database, past all harm
    faults: dict[str, Fault]


@contextmanager
def on_postgres() -> Iterator[Scene]:
    """A server that reaches PostgreSQL by way of a proxy."""
    with ExitStack() as stack:
        cluster = Cluster()
        stack.callback(shutil.rmtree, cluster.folder, ignore_errors=True)
        cluster.start()
        stack.callback(cluster.stop)
        truth = new_database(cluster.address, "faults")
        proxy = Proxy(cluster.folder / ".s.PGSQL.5432")
        stack.callback(proxy.close)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = f"postgresql://pitboss@127.0.0.1:{proxy.port}/faults"
        server = stack.enter_context(Server(folder, database=database))

        async def lost_answer() -> None:
            proxy.lose_commits(3)
            await asyncio.sleep(0.5)
            proxy.mend()

        async def backends() -> None:
            with psycopg.connect(cluster.address, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'faults'"
                )

        async def postmaster() -> None:
            await asyncio.to_thread(cluster.stop, signal.SIGQUIT)
            await asyncio.sleep(1)
            await asyncio.to_thread(cluster.start)

        async def cut() -> None:
            proxy.cut()
            await asyncio.sleep(1)
            proxy.mend()

        async def silent(*, forget: bool) -> None:
            proxy.fall_silent()
            await _alive(server, 9)
            proxy.mend(forget=forget)

        yield Scene(
            server,
            truth,
            {
                "answers to COMMIT lost": lost_answer,
                "backends killed": backends,
                "postmasters killed": postmaster,
                "networks cut": cut,
                "networks silent, then late": lambda: silent(forget=False),
                "networks silent, then new": lambda: silent(forget=True),
                "servers stopped for a while": lambda: _stopped(server),
            },
        )


@contextmanager
def on_sqlite() -> Iterator[Scene]:
    """A server on a file whose disk can be full or broken."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        byte = folder / "fault"
        byte.write_bytes(b"\0")
        preload = {"LD_PRELOAD": str(faulty_disk(folder)), "PITBOSS_FAULT": str(byte)}
        server = stack.enter_context(Server(folder, preload=preload))

        async def broken(kind: bytes) -> None:
            with byte.open("r+b", buffering=0) as file:
                file.write(kind)
                await _alive(server, 1)
                file.seek(0)
                file.write(b"\0")

        yield Scene(
            server,
            str(server.db),
            {
                "disks full": lambda: broken(b"\1"),
                "disks that do not sync": lambda: broken(b"\2"),
                "servers stopped for a while": lambda: _stopped(server),
            },
        )


def faulty_disk(folder: Path) -> Path:
    """The library that lets writes fail, built."""
    made = folder / "faulty_disk.so"
    source = Path(__file__).parent / "faulty_disk.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl"], check=True)
    return made


async def _alive(server: Server, seconds: float) -> None:
    """So long the database is away: the process answers that it lives, and that it is not ready."""
    end = time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=server.address, timeout=15) as http:
        try:
            while time.monotonic() < end:
                assert (await http.get("/healthz")).status_code == 200
                await asyncio.sleep(0.2)
            assert (await http.get("/readyz")).status_code == 503
        except httpx.TransportError as fault:
            raise AssertionError(f"the server does not answer:\n{server.said()}") from fault


async def _stopped(server: Server) -> None:
    os.kill(server.pid, signal.SIGSTOP)
    await asyncio.sleep(6)
    os.kill(server.pid, signal.SIGCONT)


def evening(scene: Scene, chance: Random, names: list[str]) -> Figures:
    """People play at tables without a clock, and the faults happen one after the other."""
    server = scene.server
    guests = people(scene.truth, AT_A_TABLE * len(HOUSES))
    server.start()
    players = _players(server, guests, chance)
    figures = Figures()
    asyncio.run(_play(scene, players, names, figures))
    status = server.stop()
    assert status == 0, server.said()
    assert "Traceback" not in server.said(), server.said()
    check_told(scene.truth, players)
    figures.acked = sum(len(each.acked) for each in players)
    figures.refused = sum(len(each.refused) for each in players)
    figures.unknown = sum(each.unknown for each in players)
    return figures


def _players(server: Server, guests: list[Guest], chance: Random) -> list[Tough]:
    found = []
    with httpx.Client(base_url=server.address, timeout=60) as http:
        for number, house in enumerate(HOUSES):
            mine = guests[number * AT_A_TABLE : (number + 1) * AT_A_TABLE]
            body = {"id": house, "house": house, "title": house, "clock": False, "bots": ["optimal"]}
            asked = http.post(
                "/api/tables", json=body, headers={"authorization": f"Bearer {mine[0].session}"}
            )
            table = asked.raise_for_status().json()["table"]
            found += [
                Tough(guest, table, house, seat, Random(chance.random()))
                for seat, guest in enumerate(mine, 2)
            ]
    return found


async def _play(scene: Scene, players: list[Tough], names: list[str], figures: Figures) -> None:
    over = asyncio.Event()
    playing = [asyncio.create_task(each.play_on(scene.server, over)) for each in players]
    try:
        await _all_go_on(players, time.monotonic())
        for name in names:
            begun = sum(len(each.acked) for each in players)
            while sum(len(each.acked) for each in players) < begun + BEFORE:
                await asyncio.sleep(0.01)
            await scene.faults[name]()
            back = time.monotonic()
            await _all_go_on(players, back)
            figures.longest = max(figures.longest, time.monotonic() - back)
            figures.faults[name] = figures.faults.get(name, 0) + 1
        async with httpx.AsyncClient(base_url=scene.server.address, timeout=15) as http:
            while (await http.get("/readyz")).status_code != 200:
                await asyncio.sleep(0.2)
    finally:
        over.set()
        await asyncio.gather(*playing)


async def _all_go_on(players: list[Tough], since: float) -> None:
    """Until somebody at every table has had a command acknowledged."""
    tables = {each.table for each in players}
    async with asyncio.timeout(LONGEST):
        while {each.table for each in players if each.last > since} != tables:
            await asyncio.sleep(0.02)


def check_told(where: str, players: list[Tough]) -> None:
    """What was acknowledged is stored, once; what was refused is not; the books are clean."""
    store = open_store(where)
    try:

        def work(connection: Connection) -> list[Any]:
            return [tuple(row) for row in connection.execute(select(deeds.c.actor, deeds.c.command))]

        done = store.read(work)
        assert len(done) == len(set(done))
        stored = set(done)
        for each in players:
            mine = each.guest.person
            lost = [one for one in each.acked if one.do in STORED and (mine, one.id) not in stored]
            kept = [one for one in each.refused if (mine, one.id) in stored]
            assert (lost, kept) == ([], []), mine
        found = audit(store)
        assert found.clean, found.faults
    finally:
        store.close()

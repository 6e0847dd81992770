"""`pitboss serve` in a process of its own on 127.0.0.1, and a database with people who can come to it."""

from __future__ import annotations

import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

import httpx

from pitboss.ledger import open_store
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings
from tests.live.patient import PROGRAM

ROOT = Path(__file__).parents[2]
START = 120.0  # seconds after which a server that does not answer has failed
PURSE = 100_000_000  # cents that everybody is given


class Guest(NamedTuple):
    """A person who is signed in."""

    person: str
    session: str


def free_port() -> int:
    """A port of 127.0.0.1 that nobody uses at this moment."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def people(db: Path | str, number: int) -> list[Guest]:
    """Guests with money, written before the server starts: an address may make only a few of them."""
    store = open_store(db)
    try:
        house = House(ServeSettings(), store)
        guests = [
            Guest(person.id, session)
            for person, session in (house.accounts.people.guest() for _ in range(number))
        ]
        for each in guests:
            house.pit.grant(each.person, PURSE, "test", secrets.token_hex(8))
        house.pool.shutdown()
    finally:
        store.close()
    return guests


class Started(Protocol):
    """A process, as far as it matters here."""

    pid: int

    def poll(self) -> int | None: ...
    def send_signal(self, sig: int) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


class Forked:
    """A server that was forked from a process which had it in memory: it starts several times as fast."""

    def __init__(self, parent: Preloaded, pid: int) -> None:
        self.parent = parent
        self.pid = pid
        self.status: int | None = None

    def poll(self) -> int | None:
        if self.status is None and self.parent.has_answer(0):
            self.status = self.parent.answer()
        return self.status

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def wait(self, timeout: float | None = None) -> int:
        if self.status is None:
            if not self.parent.has_answer(timeout):
                raise TimeoutError(f"the server with process id {self.pid} has not ended")
            self.status = self.parent.answer()
        return self.status


class Preloaded:
    """The process from which servers are forked."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.live.preloaded"],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )

    def fork(self, arguments: list[str], log: Path) -> Forked:
        assert self._process.stdin is not None
        asked = json.dumps({"arguments": arguments, "log": str(log)})
        self._process.stdin.write(f"{asked}\n".encode())
        return Forked(self, self.answer())

    def has_answer(self, timeout: float | None) -> bool:
        assert self._process.stdout is not None
        return bool(select.select([self._process.stdout], [], [], timeout)[0])

    def answer(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())

    def __enter__(self) -> Preloaded:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


def environment() -> dict[str, str]:
    """The environment without settings of Pitboss, but that all guests come from here."""
    here = {key: value for key, value in os.environ.items() if not key.startswith("PITBOSS_")}
    return here | {"PITBOSS_MOST_TABLES_EACH": "250"}


def one_address(folder: Path) -> tuple[str, ...]:
    """All clients come from this machine: what one address may have is what all of them have."""
    limits = ("most_sockets_address", "requests_address")
    file = folder / "crowd.toml"
    file.write_text("".join(f"{each} = 100000\n" for each in limits), encoding="utf-8")
    return ("--config", str(file))


@dataclass
class Server:
    """One `pitboss serve` after the other on the same file and port."""

    folder: Path
    preloaded: Preloaded | None = None
    port: int = field(default_factory=free_port)
    process: Started | None = None
    arguments: tuple[str, ...] = ()  # of the command, beside the port and the file
    database: str = ""  # an address instead of the file
    preload: dict[str, str] = field(default_factory=dict)  # more of the environment

    @property
    def db(self) -> Path:
        return self.folder / "pitboss.db"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def socket_of(self, table: str, ticket: str = "") -> str:
        """Where a table's socket is."""
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket" + (
            f"?ticket={ticket}" if ticket else ""
        )

    @property
    def pid(self) -> int:
        """The process that serves."""
        assert self.process is not None
        return self.process.pid

    def start(self, *, fresh: bool = True, program: Sequence[str] = PROGRAM) -> None:
        """Starts it, and returns when it answers; a fresh one does not come from memory."""
        place = self.database or str(self.db)
        arguments = ["serve", "--port", str(self.port), "--db", place, *self.arguments]
        if fresh or self.preloaded is None:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [sys.executable, *program, *arguments],
                    stdout=subprocess.DEVNULL,
                    stderr=log,
                    cwd=ROOT,
                    env=environment() | self.preload,
                )
        else:
            self.process = self.preloaded.fork(arguments, self.log)
        end = time.monotonic() + START
        while True:
            try:
                httpx.get(f"{self.address}/healthz", timeout=START).raise_for_status()
            except httpx.TransportError:
                assert self.process.poll() is None, f"the server did not start:\n{self.said()}"
                assert time.monotonic() < end, f"the server does not answer:\n{self.said()}"
                time.sleep(0.01)  # it listens as soon as its tables are taken up
            else:
                return

    def kill(self) -> None:
        """Ends it at once."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)

    def killed(self) -> None:
        """Waits for the end of a killed one."""
        assert self.process is not None
        assert self.process.wait(START) == -signal.SIGKILL, self.said()
        self.process = None

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Asks it to end, and gives its exit status."""
        assert self.process is not None
        self.process.send_signal(how)
        status = self.process.wait(START)
        self.process = None
        return status

    def said(self) -> str:
        """Its log."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.kill()
            self.process.wait()
            self.process = None

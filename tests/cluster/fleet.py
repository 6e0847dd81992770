"""Servers on one PostgreSQL, each of which reaches it by way of its own proxy; all of them real processes."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.cluster.witness import call_witness
from tests.live.proxy import Proxy
from tests.live.server import Guest, Preloaded, Server, one_address, people
from tests.postgres import Cluster, new_database

DATABASE = "cluster"
SKEW = ("-m", "tests.cluster.skewed")


@dataclass
class Member:
    """One server of the fleet, with its way to the database."""

    name: str  # as the database knows its sessions
    server: Server
    proxy: Proxy
    skew: int = 0  # seconds by which its clock is wrong
    stopped: bool = False

    @property
    def address(self) -> str:
        return self.server.address

    @property
    def runs(self) -> bool:
        """Whether it is there and not stopped."""
        return self.server.process is not None and not self.stopped

    def start(self) -> None:
        if self.skew:
            self.server.start(program=(*SKEW, str(self.skew)))
        else:
            self.server.start(fresh=False)

    def kill(self) -> None:
        """kill -9, and its end; one that is stopped dies as well."""
        self.server.kill()
        self.server.killed()
        self.stopped = False

    def freeze(self) -> None:
        os.kill(self.server.pid, signal.SIGSTOP)
        self.stopped = True

    def thaw(self) -> None:
        os.kill(self.server.pid, signal.SIGCONT)
        self.stopped = False


@dataclass
class Fleet:
    """The whole of it. Close it by leaving its block: no process stays."""

    servers: int
    settings: tuple[str, ...] = ()  # of PostgreSQL, beside those of the tests
    members: list[Member] = field(default_factory=list)
    _stack: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Fleet:
        with self._stack:
            self.cluster = Cluster(self.settings) if self.settings else Cluster()
            self._stack.callback(shutil.rmtree, self.cluster.folder, ignore_errors=True)
            self.cluster.start()
            self._stack.callback(self._end_database)
            self.truth = new_database(self.cluster.address, DATABASE)  # past all harm
            for number in range(self.servers):
                self.members.append(self._member(f"server-{number}"))
            self._stack = self._stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _end_database(self) -> None:
        if self.cluster.process.poll() is None:
            self.cluster.stop()

    def _member(self, name: str) -> Member:
        proxy = Proxy(self.cluster.folder / ".s.PGSQL.5432")
        self._stack.callback(proxy.close)
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        preloaded = self._stack.enter_context(Preloaded())
        database = f"postgresql://pitboss@127.0.0.1:{proxy.port}/{DATABASE}?application_name={name}"
        server = Server(folder, preloaded, arguments=one_address(folder), database=database)
        member = Member(name, self._stack.enter_context(server), proxy)
        self._stack.callback(self._let_go, member)
        return member

    def _let_go(self, member: Member) -> None:
        """Whatever befell it, it can end."""
        member.proxy.mend(forget=True)
        if member.stopped:
            member.thaw()

    def people(self, number: int) -> list[Guest]:
        """Guests with money, written before the servers start; from here on the witness sees every write."""
        found = people(self.truth, number)
        call_witness(self.truth)
        return found

    def start(self, some: list[Member] | None = None) -> None:
        """Starts servers, all at the same time."""
        with ThreadPoolExecutor() as threads:
            for each in [threads.submit(member.start) for member in (some or self.members)]:
                each.result()

    def at(self, address: str) -> Member:
        """Whose address it is."""
        return next(each for each in self.members if each.address == address)

    @property
    def doors(self) -> list[str]:
        """The addresses that a balancer would try: those of servers that are there."""
        return [each.address for each in self.members if each.server.process is not None]

    def end_sessions(self, name: str = "%") -> None:
        """Ends the sessions of one server in the database, or of all."""
        with psycopg.connect(self.truth, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name LIKE %s AND pid <> pg_backend_pid() AND datname = %s",
                (name, DATABASE),
            )

    def end(self) -> None:
        """Stops every server in order, and looks at how each of them ended."""
        for each in self.members:
            if each.server.process is not None:
                status = each.server.stop()
                assert status == 0, f"{each.name} ended with status {status}\n{each.server.said()[-3000:]}"
            assert "Traceback" not in each.server.said(), each.server.said()[-6000:]

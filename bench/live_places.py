"""Where the live bench plays: one server on a SQLite file, or one and more on a PostgreSQL of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.live.server import Guest, Server, one_address, people
from tests.postgres import SAFE, Cluster, new_database

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Place:
    """Servers that are up, who may come to them, and their database's own process where it has one."""

    name: str
    servers: tuple[Server, ...]
    guests: list[Guest]
    database: int | None = None  # the process id of the postmaster
    database_address: str = ""

    def memory(self) -> int:
        """The resident memory of the servers in bytes."""
        pages = (int(_proc(each.pid, "statm").split()[1]) for each in self.servers)
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")

    def used(self) -> float:
        """Processor time of the servers so far, in seconds."""
        return sum(sum(_times(each.pid)[:2]) for each in self.servers)

    def used_by_database(self) -> float:
        """Processor time of PostgreSQL so far, in seconds, with that of sessions that have ended."""
        return 0.0 if self.database is None else used_by_cluster(self.database)

    def stop(self) -> None:
        """Ends the servers in order."""
        for each in self.servers:
            status = each.stop()
            if status != 0 or "Traceback" in each.said():
                raise RuntimeError(f"the server ended with status {status}:\n{each.said()[-2000:]}")


def _proc(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text(encoding="utf-8")


def _times(pid: int) -> tuple[float, ...]:
    """Seconds of a process in itself and in the system, and the same of its children that have ended."""
    fields = _proc(pid, "stat").rpartition(")")[2].split()
    return tuple(int(each) / _TICKS for each in fields[11:15])


def used_by_cluster(postmaster: int) -> float:
    """Seconds of processor time of a PostgreSQL so far, with that of sessions that have ended."""
    while True:
        children = _proc(postmaster, f"task/{postmaster}/children").split()
        try:
            return sum(_times(postmaster)) + sum(sum(_times(int(each))[:2]) for each in children)
        except (FileNotFoundError, ProcessLookupError):  # one of them has ended at this moment
            continue


@contextmanager
def on_sqlite(folder: Path, number: int) -> Iterator[Place]:
    """One server on a file, and so many people."""
    with Server(folder, arguments=one_address(folder)) as server:
        guests = people(server.db, number)
        server.start()
        yield Place("1 server on SQLite", (server,), guests)


@contextmanager
def on_postgres(folder: Path, number: int, servers: int, settings: tuple[str, ...] = ()) -> Iterator[Place]:
    """So many servers on a PostgreSQL that writes to the disk at every commit, and so many people."""
    with ExitStack() as stack:
        cluster = Cluster((*SAFE, "-c", "max_connections=100", *settings))
        stack.callback(shutil.rmtree, cluster.folder, ignore_errors=True)
        cluster.start()
        stack.callback(cluster.stop)
        address = new_database(cluster.address, "live")
        guests = people(address, number)
        found = []
        for each in range(servers):
            own = folder / f"postgres-{servers}-{each}"
            own.mkdir()
            found.append(stack.enter_context(Server(own, arguments=one_address(own), database=address)))
            found[-1].start()
        name = f"{servers} server{'s' * (servers > 1)} on PostgreSQL"
        yield Place(name, tuple(found), guests, cluster.process.pid, address)

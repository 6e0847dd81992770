"""Several server processes behind one port: their parent starts them, again if need be, and ends them.

A worker that dies is replaced, and the others go on. The parent itself knows no table and asks no database:
it is told by its workers which tables each of them has.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.ledger.server_lock import serve_database
from pitboss.ledger.store import bare_store, is_postgres
from pitboss.round import Refusal
from pitboss.web.dispatcher import Dispatcher, Way
from pitboss.web.log import log, log_fault
from pitboss.web.server import raise_file_limit
from pitboss.web.settings import ServeSettings
from pitboss.web.worker import OUTDATED, Task

PROGRAM: Final = ["-m", "pitboss.web.worker"]
PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # seconds until one that has died is started again
STEADY: Final = 60.0  # seconds after which one has not died at once
SILENT: Final = 4.0  # seconds without a word after which a worker stands still, and gets no connections
HEARD: Final = 65_536  # bytes that are read of a worker at a time


def check_workers(settings: ServeSettings) -> None:
    """Refuses several workers where they cannot be."""
    if not is_postgres(settings.db):
        text = (
            "a SQLite file is written by one process alone; give them a PostgreSQL with --db postgresql://…"
        )
        raise Refusal("settings", f"workers: {settings.workers} processes cannot serve this database: {text}")
    if settings.secure:
        text = "with TLS it cannot be read which table a connection is for, so let a proxy do TLS before them"
        raise Refusal("settings", f"workers: {settings.workers} processes behind one port: {text}")
    if not hasattr(socket, "send_fds"):
        raise Refusal("settings", "workers: this system cannot hand connections from one process to another")


@dataclass(eq=False)
class Worker:
    """A server process, as its parent sees it."""

    number: int
    process: asyncio.subprocess.Process
    control: socket.socket
    ready: bool = False
    ended: bool = False  # it says nothing more
    spoke: float = 0.0  # when it has last said something
    tables: set[str] = field(default_factory=set)
    _rest: bytes = b""  # of a line that is not whole

    def hear(self) -> Iterator[dict[str, Any]]:
        """The lines that it has said and that have not been read."""
        try:
            while said := self.control.recv(HEARD):
                *lines, self._rest = (self._rest + said).split(b"\n")
                yield from map(json.loads, lines)
            self.ended = True
        except BlockingIOError:
            return
        except OSError:
            self.ended = True

    def take(self, connection: socket.socket) -> bool:
        """Gives it a connection; False where it takes none at this moment."""
        try:
            socket.send_fds(self.control, [b"c"], [connection.fileno()])
        except OSError:
            return False
        return True


class Crew:
    """The workers of one port, and who of them has which table."""

    def __init__(
        self, ready: Callable[[], None] = lambda: None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.workers: dict[int, Worker] = {}
        self.ready = ready  # hears that one more takes connections
        self.now = now
        self._turn = 0

    def hand(self, connection: socket.socket, way: Way) -> bool:
        """Gives a connection to the one that has its table, to the one that it names, or to any, in turn."""
        for worker in self.workers.values():
            self.listen(worker)  # what was said before this connection came is known by now
        since = self.now() - SILENT
        ready = [each for each in self.workers.values() if each.ready and each.spoke > since]
        meant = [each for each in ready if each.number == way.worker or way.table in each.tables]
        if meant or way.worker:
            return bool(meant) and meant[-1].take(connection)
        self._turn += 1
        start = self._turn % len(ready) if ready else 0
        return any(each.take(connection) for each in ready[start:] + ready[:start])

    def listen(self, worker: Worker) -> None:
        """Hears what a worker has to say."""
        for said in worker.hear():
            worker.spoke = self.now()
            match said:
                case {"ready": True}:
                    worker.ready = True
                    self.ready()
                case {"took": str(table)}:
                    for other in self.workers.values():
                        other.tables.discard(table)
                    worker.tables.add(table)
                case {"lost": str(table)}:
                    worker.tables.discard(table)

    @property
    def all_ready(self) -> bool:
        return all(each.ready for each in self.workers.values())


class Parent:
    """Runs the workers until it is told to end."""

    def __init__(self, settings: ServeSettings, listening: socket.socket, opened: Callable[[], None]) -> None:
        self.settings, self.listening = settings, listening
        self.opened = opened
        self.crew = Crew(self._one_more)
        self.open = False
        self.asked = 0  # how often it was told to end
        self.failed = False
        self._stop = asyncio.Event()

    async def run(self) -> int:
        """Serves; gives the exit status."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._asked_to_end, number)
        self.dispatcher = Dispatcher(self.listening, self.settings, self.crew.hand)
        keepers = [asyncio.create_task(self._keep(number)) for number in range(1, self.settings.workers + 1)]
        await self._stop.wait()
        self.dispatcher.close()
        self._signal(signal.SIGTERM)
        await asyncio.gather(*keepers)
        log("closed", workers=self.settings.workers)
        return int(self.failed)

    def _asked_to_end(self, number: int) -> None:
        self.asked += 1
        self._stop.set()
        if self.asked > 1:
            self._signal(signal.SIGINT)  # they do not wait for connections any more

    def _signal(self, number: int) -> None:
        for worker in self.crew.workers.values():
            with suppress(ProcessLookupError):
                worker.process.send_signal(number)

    async def _keep(self, number: int) -> None:
        """One worker, and those that follow it."""
        loop, deaths = asyncio.get_running_loop(), 0
        while not self._stop.is_set():
            began = loop.time()
            status = await self._live(number)
            if self._stop.is_set():
                self.failed = self.failed or status not in (0, -signal.SIGTERM)
                return
            log("worker ended", worker=number, status=status)
            if not self.open or status == OUTDATED:  # it can never begin, and has said why
                self.failed = True
                self._stop.set()
                return
            deaths = 0 if loop.time() - began > STEADY else deaths + 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), PAUSES[min(max(deaths - 1, 0), len(PAUSES) - 1)])

    async def _live(self, number: int) -> int:
        """One worker, from its start to its end; gives its exit status."""
        loop = asyncio.get_running_loop()
        try:
            worker = await self._start(number)
        except OSError as fault:
            log_fault("worker", fault)
            return 1
        self.crew.workers[number] = worker
        loop.add_reader(worker.control.fileno(), self._hear, worker)
        if self._stop.is_set():
            worker.process.terminate()
        try:
            return await worker.process.wait()
        finally:
            loop.remove_reader(worker.control.fileno())
            worker.control.close()
            del self.crew.workers[number]
            if not any(each.ready for each in self.crew.workers.values()):
                self._wait_for_one()

    async def _start(self, number: int) -> Worker:
        ours, theirs = socket.socketpair()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *PROGRAM,
                str(theirs.fileno()),
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # Ctrl-C is said to the parent, and by the parent to them
            )
        settings = self.settings.model_copy(update={"desk_workers": desks(self.settings)})
        task = Task(number=number, settings=settings)
        with suppress(OSError):  # it has ended already, which is seen soon
            ours.sendall(task.model_dump_json().encode() + b"\n")
        ours.setblocking(False)
        log("worker", worker=number, process=process.pid)
        return Worker(number, process, ours)

    def _hear(self, worker: Worker) -> None:
        self.crew.listen(worker)
        if worker.ended:
            asyncio.get_running_loop().remove_reader(worker.control.fileno())

    def _one_more(self) -> None:
        if self._stop.is_set():
            return
        if self.open:
            self.dispatcher.begin()
        elif self.crew.all_ready and len(self.crew.workers) == self.settings.workers:
            self.open = True
            self.dispatcher.begin()
            self.opened()

    def _wait_for_one(self) -> None:
        """Nobody is there: who comes waits at the door."""
        if not self._stop.is_set():
            self.dispatcher.pause()


def desks(settings: ServeSettings) -> int:
    """How many processes reckon for one worker: all of them together leave one core free."""
    return settings.desk_workers or max(1, ((os.cpu_count() or 2) - 1) // settings.workers)


def run_workers(
    settings: ServeSettings,
    listening: socket.socket,
    opened: Callable[[], None],
    *,
    take_over: bool = False,
) -> int:
    """Serves with several processes; gives the exit status."""
    raise_file_limit()
    with closing(bare_store(settings.db)) as store:  # it gets our shape once, and faults are told once
        serve_database(store, take_over=take_over).close()

    async def run() -> int:
        return await Parent(settings, listening, opened).run()

    return asyncio.run(run())

"""Looks after a running house: its database can be written and is its own; the log hears of faults."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from pitboss.errors import CageFault, HouseLost
from pitboss.ledger import servers
from pitboss.ledger.database import Serving
from pitboss.ledger.servers import read_clock
from pitboss.ledger.store import Connection, Store, kind_of
from pitboss.table.live_floor import Floor
from pitboss.web.log import LOG, log, log_fault
from pitboss.web.readiness import NOT_ASKED, DatabaseFacts, Readiness, readiness_of

EVERY: Final = 1.0  # seconds between two looks
LONGEST: Final = 3.0  # seconds that an answer may take: who asks gives up soon after


@dataclass
class Watch:
    """Looks after a running house once a second, in a thread of its own."""

    store: Store
    floor: Floor
    milliseconds: Callable[[], int]
    serving: Serving | None = None
    clock: Callable[[], float] = time.time  # this machine's
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "watch"))
    _asked: asyncio.Task[DatabaseFacts] | None = None
    _answered: float = 0.0
    _found: DatabaseFacts = NOT_ASKED  # the last answer
    _told: str = ""  # what the log was last told

    async def run(self) -> None:
        """Until it is cancelled. A process that has stood still lets all clocks start again."""
        loop = asyncio.get_running_loop()
        while True:
            if self.floor.stood_still():
                log("resumed", tables=len(self.floor.rooms))
                self.floor.resume()
            self.floor.pulse = time.time()
            try:
                await loop.run_in_executor(self._thread, self._check)
            except HouseLost as fault:
                self.floor.lost = self.floor.lost or fault
            except CageFault:
                pass  # the database is away: readiness says so, and so does everything that asks it
            except Exception as fault:  # noqa: BLE001 - it looks again
                log_fault("watch", fault)
            await asyncio.sleep(EVERY)

    def _check(self) -> None:
        self.store.check()
        self.store.check_shape()
        if self.serving is not None:
            self.serving.check()

    async def readiness(self) -> Readiness:
        """Whether the house can serve, and why not. The database is asked once a second at most.

        A house that closes asks nothing more.
        """
        database = self._found if self.floor.stopping else await self._ask_in_time()
        found = readiness_of(self.floor, database)
        if found.why != self._told:
            self._told = found.why
            LOG.warning("ready", extra={"fields": {"ready": not found.why, "why": found.why or None}})
        return found

    async def _ask_in_time(self) -> DatabaseFacts:
        if self._asked is None and time.monotonic() - self._answered >= EVERY:
            self._asked = asyncio.create_task(self._ask())
        if self._asked is None:
            return self._found
        try:
            return await asyncio.wait_for(asyncio.shield(self._asked), LONGEST)
        except TimeoutError:
            return DatabaseFacts(fault="timeout", why="The database does not answer")

    async def _ask(self) -> DatabaseFacts:
        try:
            self._found = await asyncio.get_running_loop().run_in_executor(self._thread, self._write)
            return self._found
        finally:
            self._answered, self._asked = time.monotonic(), None

    def _write(self) -> DatabaseFacts:
        """Writes a row, and looks at the database's clock while it does so."""
        clocks: list[float] = []

        def work(connection: Connection) -> None:
            before = self.clock()
            theirs = read_clock(connection) / 1000
            clocks[:] = [theirs - (before + self.clock()) / 2]
            servers.write_pulse(connection, self.milliseconds())

        begun = time.perf_counter()
        try:
            self._check()
            self.store.write(work)
        except CageFault as fault:
            return DatabaseFacts(fault=kind_of(fault) or "other", why=str(fault))
        return DatabaseFacts(time.perf_counter() - begun, clocks[0])

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False)

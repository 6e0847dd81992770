"""Whether the house can go on: its database can be written, is still its own, and no table stands still."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from pitboss.cage import operator_rows
from pitboss.cage.server_lock import Serving
from pitboss.cage.store import Store
from pitboss.faults import CageFault, HouseLost
from pitboss.floor.live_floor import Floor
from pitboss.web.log import LOG, log, log_fault

EVERY: Final = 1.0  # seconds between two looks
LONGEST: Final = 10.0  # seconds that an answer may take; the database has no more than that either


@dataclass
class Watch:
    """Looks after a running house once a second, in a thread of its own."""

    store: Store
    floor: Floor
    milliseconds: Callable[[], int]
    serving: Serving | None = None
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "watch"))
    _asked: asyncio.Task[str] | None = None
    _answered: float = 0.0
    _why: str = ""  # the last answer
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
            except Exception as fault:  # noqa: BLE001 - it looks again
                log_fault("watch", fault)
            await asyncio.sleep(EVERY)

    def _check(self) -> None:
        self.store.check()
        if self.serving is not None:
            self.serving.check()

    async def why_not_ready(self) -> str:
        """Why the house cannot serve now; nothing when it can. It is asked of the database once a second."""
        if self._asked is None and time.monotonic() - self._answered >= EVERY:
            self._asked = asyncio.create_task(self._ask())
        if self._asked is not None:
            try:
                await asyncio.wait_for(asyncio.shield(self._asked), LONGEST)
            except TimeoutError:
                return "The database does not answer"
        return self._why

    async def _ask(self) -> str:
        try:
            loop = asyncio.get_running_loop()
            self._why = await loop.run_in_executor(self._thread, self._written) or self._tables()
            if self._why != self._told:
                self._told = self._why
                LOG.warning("ready", extra={"fields": {"ready": not self._why, "why": self._why or None}})
            return self._why
        finally:
            self._answered, self._asked = time.monotonic(), None

    def _written(self) -> str:
        """Why nothing can be written."""
        try:
            self._check()
            self.store.write(lambda connection: operator_rows.write_pulse(connection, self.milliseconds()))
        except CageFault as fault:
            return str(fault)
        return ""

    def _tables(self) -> str:
        """Why some table cannot go on."""
        if self.floor.lost is not None:
            return str(self.floor.lost)
        if self.floor.set_aside:
            return f"Tables are set aside: {', '.join(sorted(self.floor.set_aside))}"
        stuck = sorted(table for table, room in self.floor.rooms.items() if room.stuck)
        return f"Tables wait for the database: {', '.join(stuck)}" if stuck else ""

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False)

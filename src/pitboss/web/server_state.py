"""A running house: its database, its people, its floor. One of them serves all requests of a process."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final, TypeVar
from uuid import uuid4
from weakref import WeakValueDictionary

from argon2 import PasswordHasher
from fastapi.concurrency import run_in_threadpool

from pitboss.desk.desk import Desk
from pitboss.desk.table_questions import DeskReckoner
from pitboss.evening.commands import Evenings
from pitboss.house.accounts import open_accounts
from pitboss.house.attention import Incidents
from pitboss.house.audits import AuditRunner
from pitboss.house.limits import Departures, Limits
from pitboss.ledger.database import Serving
from pitboss.ledger.store import Store, Unreachable
from pitboss.table import Pit
from pitboss.table.lease_keeper import Leases
from pitboss.table.live_floor import Floor
from pitboss.web.health import Watch
from pitboss.web.limits import Buckets, Load, Pace, Sockets
from pitboss.web.metrics import Metrics
from pitboss.web.settings import ServeSettings

T = TypeVar("T")

MESSAGES: Final = Pace(40, 10)  # over all sockets of one person, or of one address's spectators
BODIES: Final = Pace(1024 * 1024, 128 * 1024)  # bytes of requests from one address, at once and each second
THREADS: Final = 16  # that work at tables; most of the time they wait for the disk
LONGEST_WAIT: Final = 1.0  # seconds that a command may have to wait; past that the server refuses what comes
QUESTIONS: Final = Pace(300, 100 / 60)  # of one address, and of one person
SHEETS: Final = Pace(20, 3 / 60)
AT_ONCE: Final = 5  # seconds' worth of requests may come together, as when a page loads


class House:
    """All that requests share. Only tests pass an entropy, a clock, a desk; or compute in this process."""

    def __init__(
        self,
        settings: ServeSettings,
        store: Store,
        *,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        now: Callable[[], float] = time.time,
        new_id: Callable[[], str] = lambda: uuid4().hex,
        hasher: PasswordHasher | None = None,
        desk: Desk | None = None,
        reckons_here: bool = False,
        serving: Serving | None = None,
        leases: Leases | None = None,
    ) -> None:
        self.settings, self.store, self.entropy = settings, store, entropy
        self.now = now if leases is None else leases.now  # seconds since 1970
        self.pit = Pit(store, entropy, self._time)
        self.pool = ThreadPoolExecutor(THREADS, "table")
        self.desk = desk or Desk(settings.desk_workers, now=self.now)
        reckoner = None if reckons_here else DeskReckoner(self.desk)
        self.floor = Floor(self.pit, self.pool, self.now, new_id, reckoner, leases)
        self.accounts = open_accounts(store, self.pit, entropy, self._time, hasher, settings.newcomers)
        self.limits = Limits(store)
        self.departures = Departures(store, self.floor, self._time)
        self.evenings = Evenings(
            store, self.limits, self._time, entropy, new_id, settings.offered, settings.most
        )
        self.incidents = Incidents(store, self._time)
        self.audits = AuditRunner(store, settings.db, self._time, self.in_pool)
        self.sockets = Sockets(settings)
        self.messages = Buckets(MESSAGES)  # by person, or by address
        self.requests = Buckets(_pace(settings.requests_address))  # by address
        self.own_requests = Buckets(_pace(settings.requests_person))  # by person
        self.bodies = Buckets(BODIES)  # bytes of requests, by address
        self.questions = Buckets(QUESTIONS)  # to the desk, by address and by person
        self.sheets = Buckets(SHEETS)  # the same of sheets that players bring or post pays on
        self.watch = Watch(store, self.floor, self._time, serving)
        self.metrics = Metrics(self.floor, self.sockets, self.pool, store, self.desk)
        self.load = Load(LONGEST_WAIT, THREADS)
        self.turns = WeakValueDictionary[str, asyncio.Lock]()  # by person
        self.counting = asyncio.Lock()  # of the hold: one at a time

    async def in_pool(self, work: Callable[[], T]) -> T:
        """Work that waits for the database, away from the event loop.

        A server without its lease does not hear the database: it says so at once, and another one is asked.
        """
        if not self.floor.holds():
            raise Unreachable("This server does not hear the database at this moment")
        return await asyncio.get_running_loop().run_in_executor(self.pool, copy_context().run, work)

    async def in_turn(self, person: str, work: Callable[[], T]) -> T:
        """What a person reads of their own, one thing at a time: only they wait for it."""
        async with self.turn(person):
            return await run_in_threadpool(work)

    def turn(self, whose: str) -> asyncio.Lock:
        """A lock for one person's work, so that it is done one thing at a time."""
        return self.turns.setdefault(whose, asyncio.Lock())

    @property
    def milliseconds(self) -> int:
        """The time as the database keeps it."""
        return self._time()

    def _time(self) -> int:
        return int(self.now() * 1000)


def _pace(requests: int) -> Pace:
    return Pace(AT_ONCE * requests, requests)

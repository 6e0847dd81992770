"""A running house: its database, its people, its floor. One of them serves all requests of a process."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar
from uuid import uuid4
from weakref import WeakValueDictionary

from argon2 import PasswordHasher
from fastapi.concurrency import run_in_threadpool

from pitboss.desk.desk import Desk
from pitboss.desk.table_questions import DeskReckoner
from pitboss.evening.commands import Evenings
from pitboss.house.accounts import Accounts, open_accounts
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


@dataclass(frozen=True, slots=True)
class House:
    """All that requests share."""

    settings: ServeSettings
    store: Store
    pit: Pit
    accounts: Accounts
    limits: Limits
    floor: Floor
    pool: ThreadPoolExecutor
    now: Callable[[], float]  # seconds since 1970
    sockets: Sockets
    desk: Desk
    messages: Buckets  # by person, or by address
    requests: Buckets  # by address
    own_requests: Buckets  # by person
    bodies: Buckets  # bytes of requests, by address
    questions: Buckets  # to the desk, by address and by person
    sheets: Buckets  # the same of sheets that somebody brings or posts pays on
    watch: Watch
    metrics: Metrics
    load: Load
    departures: Departures
    evenings: Evenings
    incidents: Incidents
    entropy: Callable[[int], bytes]
    audits: AuditRunner
    turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)  # by person
    counting: asyncio.Lock = field(default_factory=asyncio.Lock)  # of the hold: one at a time

    async def in_pool(self, work: Callable[[], T]) -> T:
        """Work that waits for the database, away from the event loop.

        A server without its lease does not hear the database: it says so at once, and another one is asked.
        """
        return await _in_pool(self.floor, self.pool, work)

    async def in_turn(self, person: str, work: Callable[[], T]) -> T:
        """What somebody reads of their own, one thing at a time: who asks for much waits alone."""
        async with self.turn(person):
            return await run_in_threadpool(work)

    def turn(self, whose: str) -> asyncio.Lock:
        """Held by whoever has this turn; nobody else has it meanwhile."""
        return self.turns.setdefault(whose, asyncio.Lock())

    @property
    def milliseconds(self) -> int:
        """The time as the database keeps it."""
        return int(self.now() * 1000)


async def _in_pool(floor: Floor, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    if not floor.holds():
        raise Unreachable("This server does not hear the database at this moment")
    return await asyncio.get_running_loop().run_in_executor(pool, copy_context().run, work)


def open_house(
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
) -> House:
    """A house on a database. Only tests pass more: an entropy, a clock, a desk; or reckon in this process."""
    now = now if leases is None else leases.now

    def milliseconds() -> int:
        return int(now() * 1000)

    pit = Pit(store, entropy, milliseconds)
    pool = ThreadPoolExecutor(THREADS, "table")
    desk = desk or Desk(settings.desk_workers, now=now)
    floor = Floor(pit, pool, now, new_id, None if reckons_here else DeskReckoner(desk), leases)
    accounts = open_accounts(store, pit, entropy, milliseconds, hasher, settings.newcomers)
    limits = Limits(store)
    sockets = Sockets(settings)
    metrics = Metrics(floor, sockets, pool, store, desk)
    return House(
        settings,
        store,
        pit,
        accounts,
        limits,
        floor,
        pool,
        now,
        sockets,
        desk,
        Buckets(MESSAGES),
        Buckets(Pace(AT_ONCE * settings.requests_address, settings.requests_address)),
        Buckets(Pace(AT_ONCE * settings.requests_person, settings.requests_person)),
        Buckets(BODIES),
        Buckets(QUESTIONS),
        Buckets(SHEETS),
        Watch(store, floor, milliseconds, serving),
        metrics,
        Load(LONGEST_WAIT, THREADS),
        Departures(store, floor, milliseconds),
        Evenings(store, limits, milliseconds, entropy, new_id, settings.offered, settings.most),
        Incidents(store, milliseconds),
        entropy,
        AuditRunner(store, settings.db, milliseconds, partial(_in_pool, floor, pool)),
    )

"""A running house, which serves all requests of a process: its database, people, floor and health."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeVar
from uuid import uuid4
from weakref import WeakValueDictionary

from argon2 import PasswordHasher
from fastapi.concurrency import run_in_threadpool

from pitboss.desk.desk import Desk
from pitboss.desk.table_questions import DeskReckoner
from pitboss.errors import CageFault, HouseLost
from pitboss.evening.commands import Evenings
from pitboss.house.accounts import open_accounts
from pitboss.house.attention import Incidents
from pitboss.house.audits import AuditRunner
from pitboss.house.limits import Departures, Limits
from pitboss.ledger import servers
from pitboss.ledger.database import Serving
from pitboss.ledger.servers import read_clock
from pitboss.ledger.store import Connection, Store, Unreachable, kind_of
from pitboss.table import Pit
from pitboss.table.lease_keeper import Leases
from pitboss.table.live_floor import Floor
from pitboss.web.limits import Buckets, Load, Pace, Sockets
from pitboss.web.log import LOG, log, log_fault
from pitboss.web.metrics import Metrics
from pitboss.web.settings import ServeSettings

T = TypeVar("T")

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
        # Messages over all sockets of one person, or of one address's spectators.
        self.messages = Buckets(Pace(settings.messages_at_once, settings.messages_person))
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


# --- Whether a server can work: what `/readyz` answers, and the watch that looks again and again.

CLOCK: Final = 5.0  # seconds by which this machine's clock and the database's may differ
DIGITS: Final = 6  # of a second


class Written(NamedTuple):
    """What came of writing a row."""

    seconds: float | None = None  # that it took
    clock: float | None = None  # seconds by which the database's clock is ahead of this machine's
    fault: str = ""  # a key
    why: str = ""  # for the log alone


NOT_ASKED: Final = Written()


class Check(NamedTuple):
    """One thing that must be so. Its facts are keys and numbers, and name no table and nobody."""

    ok: bool
    facts: dict[str, bool | int | float | str | None]
    why: str  # in words, for the log alone: it may name tables


def checks_of(floor: Floor, database: Written) -> dict[str, Check]:
    """What the floor and the database say at this moment.

    A server without its lease has no table; one that renews it late is about to lose them. A clock that was
    not seen yet is nobody's fault: the database is, which is looked at by itself.
    """
    fault, why = database.fault or None, database.why
    if floor.lost is not None:
        fault, why = "lost", str(floor.lost)
    age = 0.0 if floor.leases is None else floor.leases.age()
    in_time = database.clock is None or abs(database.clock) <= CLOCK
    lost, aside = floor.unusable.faults, floor.set_aside
    stuck = sorted(table for table, room in floor.rooms.items() if room.stuck)
    tables = {"here": len(floor.rooms), "lost": len(lost), "set_aside": len(aside.keys() - lost.keys())}
    told = [f"Tables are set aside: {', '.join(sorted(aside))}"] if aside else []
    told += [f"Tables wait for the database: {', '.join(stuck)}"] if stuck else []
    return {
        "open": Check(not floor.stopping, {"draining": floor.stopping}, "The house closes"),
        "database": Check(not fault, {"seconds": _rounded(database.seconds), "fault": fault}, why),
        "lease": Check(floor.holds(), {"age_seconds": _rounded(age)}, "The lease of this server has run out"),
        "clock": Check(
            in_time,
            {"offset_seconds": _rounded(database.clock), "most_seconds": CLOCK},
            "The clocks of this machine and of the database differ",
        ),
        "tables": Check(not told, {**tables, "stuck": len(stuck)}, "; ".join(told)),
    }


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, DIGITS)


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
    _asked: asyncio.Task[Written] | None = None
    _answered: float = 0.0
    _found: Written = NOT_ASKED  # the last answer
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

    async def checks(self) -> dict[str, Check]:
        """Whether the house can serve, by what must be so. The database is asked once a second at most.

        A house that closes asks nothing more.
        """
        found = checks_of(self.floor, self._found if self.floor.stopping else await self._ask_in_time())
        why = "; ".join(each.why for each in found.values() if not each.ok)
        if why != self._told:
            self._told = why
            LOG.warning("ready", extra={"fields": {"ready": not why, "why": why or None}})
        return found

    async def _ask_in_time(self) -> Written:
        if self._asked is None and time.monotonic() - self._answered >= EVERY:
            self._asked = asyncio.create_task(self._ask())
        if self._asked is None:
            return self._found
        try:
            return await asyncio.wait_for(asyncio.shield(self._asked), LONGEST)
        except TimeoutError:
            return Written(fault="timeout", why="The database does not answer")

    async def _ask(self) -> Written:
        try:
            self._found = await asyncio.get_running_loop().run_in_executor(self._thread, self._write)
            return self._found
        finally:
            self._answered, self._asked = time.monotonic(), None

    def _write(self) -> Written:
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
            return Written(fault=kind_of(fault) or "other", why=str(fault))
        return Written(time.perf_counter() - begun, clocks[0])

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False)

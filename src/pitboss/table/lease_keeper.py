"""Keeps this server's lease: renews it twice a second, knows by itself when it has run out, and begins anew.

Renewing has a thread and a connection of its own, and waits for no work at tables. Whether the lease holds is
asked of this machine's own clock, counted from before a renewal was sent: so the server knows that it has
lost its tables no later than the others do, also when it was stopped, or the network is silent.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, Protocol, cast
from uuid import uuid4

from pitboss.errors import CageFault, fault_fields
from pitboss.ledger.servers import ServerExpired, register, renew, resign, resign_all, resign_at
from pitboss.ledger.sqlite_store import SqliteStore
from pitboss.ledger.store import Connection, Store, StoreFault
from pitboss.table.settings import Seconds

if TYPE_CHECKING:
    from pitboss.ledger.postgres_store import PostgresStore

LOG = logging.getLogger("pitboss")

TTL: Final[Seconds] = 2.5  # that a lease lasts
EVERY: Final[Seconds] = 0.5  # between two renewals
LONGEST: Final[Seconds] = 1.0  # that a renewal may take, before it is tried over another connection
MARGIN: Final = 1 / 6  # of a lease, by which a server counts it shorter than the database does
LOOK: Final[Seconds] = 0.1  # between two looks at the clock
FOR_EVER: Final = 10**13  # milliseconds: of a server that is alone


def boot_time() -> Seconds:
    """A clock that never goes back, and goes on while the process is stopped or the machine asleep."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)  # CLOCK_MONOTONIC stands still in a sleeping Linux
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Leases(Protocol):
    """A server's right to its tables."""

    @property
    def alone(self) -> bool:
        """Whether no other server can have tables of this house."""

    @property
    def server(self) -> str:
        """The id under which tables are taken now; a new one after each loss."""

    def holds(self) -> bool:
        """Whether the tables that were taken under this id are surely still this server's."""

    def age(self) -> Seconds | None:
        """How long ago the lease was last renewed; None where there is none."""

    def now(self) -> Seconds:
        """The time by the database's clock, on which all servers agree."""

    def start(self) -> None:
        """Begins; from now on tables can be taken."""

    def stop(self) -> None:
        """Gives all tables back at once."""


def leases_of(store: Store, address: str, lost: Callable[[str], None], place: str = "") -> Leases:
    """What a server needs on this kind of database; `lost` hears of an id under which nothing is held.

    `place` is where it listens, if no other process that lives can listen there; else it is empty.
    """
    if isinstance(store, SqliteStore):
        return SoleServer(store, address)
    return LeaseKeeper(cast("PostgresStore", store), address, lost, place=place)


class SoleServer:
    """A server that is alone on its database, a SQLite file: what it has taken stays its own."""

    alone: Final = True

    def __init__(self, store: Store, address: str, now: Callable[[], Seconds] = time.time) -> None:
        self.server = uuid4().hex
        self.now = now
        self._store = store
        self._address = address

    def holds(self) -> bool:
        """Always: `pitboss.ledger.database` sees it when another program takes the file over."""
        return True

    def age(self) -> Seconds | None:
        """It needs no renewal."""
        return 0.0

    def start(self) -> None:
        """Nobody else runs: leases of servers before it have ended."""

        def work(connection: Connection) -> None:
            resign_all(connection)
            register(connection, self.server, self._address, FOR_EVER)

        self._store.write(work)

    def stop(self) -> None:
        """Takes its row away."""
        with suppress(CageFault, StoreFault):
            self._store.write(lambda connection: resign(connection, self.server))


class LeaseKeeper:
    """The lease of one of several servers on a PostgreSQL database."""

    alone: Final = False

    def __init__(
        self,
        store: PostgresStore,
        address: str,
        lost: Callable[[str], None] = lambda _: None,
        *,
        place: str = "",
        ttl: Seconds = TTL,
        every: Seconds = EVERY,
        monotonic: Callable[[], Seconds] = boot_time,
        new_id: Callable[[], str] = lambda: uuid4().hex,
    ) -> None:
        self.lost = lost  # hears the id under which nothing is held any more; in a thread of the keeper
        self.ttl = ttl
        self.every = every
        self._shared = store  # by which all other work is done
        self._store = store.apart(within=min(ttl / 2, LONGEST))
        self._address = address
        self._place = place
        self._monotonic = monotonic
        self._new_id = new_id
        self._door = Lock()
        self._server = new_id()
        self._registered = False
        self._until: Seconds = 0.0  # by this machine's clock
        self._offset: Seconds = 0.0  # of the database's clock to this machine's
        self._latest: Seconds = 0.0  # time that was told
        self._left: list[str] = []  # ids that are lost, and whose rows may still be there
        self._ended = Event()
        self._threads: list[Thread] = []

    @property
    def server(self) -> str:
        return self._server

    def holds(self) -> bool:
        with self._door:
            return self._registered and self._monotonic() < self._until

    def age(self) -> Seconds | None:
        with self._door:
            began = self._until - self.ttl * (1 - MARGIN)
            return self._monotonic() - began if self._registered else None

    def now(self) -> Seconds:
        with self._door:
            self._latest = max(self._latest, self._monotonic() + self._offset)  # it never goes back
            return self._latest

    def start(self) -> None:
        """Registers, or raises why that cannot be; then it renews by itself.

        Who listened at this place before has ended, however it did: its tables are free at once.
        """
        self._store.write(lambda connection: resign_at(connection, self._place))
        self._register()
        for work, pause in ((self.beat, self.every), (self.look, LOOK)):
            thread = Thread(target=self._run, args=(work, pause), name=f"lease {work.__name__}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()
        with self._door:
            self._registered = False
        with suppress(CageFault, StoreFault):  # else it runs out by itself
            self._store.write(self._resign_left)
            LOG.info("lease given back", extra={"fields": {"server": self._server}})
        self._store.close()

    def beat(self) -> None:
        """Renews, or begins anew under another id after a loss; a fault of the database is tried again."""
        try:
            if self._registered:
                self._renew()
            if not self._registered:
                self._register()
        except (CageFault, StoreFault) as fault:
            LOG.warning("lease", extra={"fields": fault_fields(fault)})
        self.look()

    def look(self) -> None:
        """Tells of a lease that has run out by this machine's clock; nothing is asked of the database."""
        with self._door:
            late = self._registered and self._monotonic() >= self._until
        if late:
            self._shared.doubt("The database does not answer")
            self._lose(self._server)

    def _run(self, work: Callable[[], None], pause: Seconds) -> None:
        while not self._ended.wait(pause):
            work()

    def _renew(self) -> None:
        server, sent = self._server, self._monotonic()
        try:
            deadline = self._store.write(lambda connection: renew(connection, server, self._milliseconds))
        except ServerExpired:
            self._lose(server)
            return
        with self._door:
            answered = self._monotonic()
            # What has run out here may have been taken by others, though the renewal came in time.
            if self._registered and self._server == server and answered < self._until:
                self._keep(sent, answered, deadline)

    def _register(self) -> None:
        server, sent = self._server, self._monotonic()

        def work(connection: Connection) -> int:
            for each in self._left:
                resign(connection, each)
            return register(connection, server, self._address, self._milliseconds, self._place)

        try:
            deadline = self._store.write(work)
        except BaseException:
            with self._door:  # it may be there, when only its answer was lost
                self._left.append(server)
                self._server = self._new_id()
            raise
        with self._door:
            self._left.clear()
            self._registered = True
            self._keep(sent, self._monotonic(), deadline)
        LOG.info("lease taken", extra={"fields": {"server": server}})

    def _keep(self, sent: Seconds, answered: Seconds, deadline: int) -> None:
        self._until = sent + self.ttl * (1 - MARGIN)
        self._offset = deadline / 1000 - self.ttl - (sent + answered) / 2

    def _lose(self, server: str) -> None:
        with self._door:
            if not self._registered or self._server != server:
                return
            self._registered = False
            self._left.append(server)
            self._server = self._new_id()
        LOG.error("lease lost", extra={"fields": {"server": server}})
        self.lost(server)

    def _resign_left(self, connection: Connection) -> None:
        for server in (*self._left, self._server):
            resign(connection, server)

    @property
    def _milliseconds(self) -> int:
        return int(self.ttl * 1000)

"""What every database of the ledger can do: work in transactions, with its faults said in sentences.

Come here for `Store`, which `database` opens, and for what can go wrong with it. Other rooms need no library
beneath it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from pitboss.errors import CageFault, HouseLost, OutcomeUnknown
from pitboss.ledger.upgrade import check_unchanged

__all__ = [
    "HEAD",
    "PLACES",
    "RECORD",
    "UPGRADE",
    "Conflict",
    "Connection",
    "Connections",
    "FaultKind",
    "Here",
    "Piece",
    "Store",
    "StoreFault",
    "Unreachable",
    "Work",
    "first_line",
    "kind_of",
    "surely",
    "told",
    "told_faults",
]


class StoreFault(Exception):
    """The database could not do a piece of work, and nothing of it was stored; the message is its own."""


class Conflict(StoreFault):
    """What was written stands against what is there: a key twice, or a check that the tables have."""


T = TypeVar("T")
Work = Callable[[Connection], T]


class Unreachable(CageFault):
    """The database cannot be opened or has gone; the message says which and why. Nothing was stored."""


FaultKind = Literal["unreachable", "unknown", "conflict", "other"]


class Connections(NamedTuple):
    """How the pool of a store is used at this moment."""

    size: int
    in_use: int
    waiting: int  # pieces of work for which nobody has a connection, or the writer's turn, yet


def kind_of(fault: BaseException) -> FaultKind | None:
    """Which kind of fault of the database this is; None where it is none of its faults."""
    if isinstance(fault, OutcomeUnknown):
        return "unknown"
    if isinstance(fault, (Unreachable, HouseLost)):
        return "unreachable"
    if isinstance(fault, StoreFault):
        return "conflict" if isinstance(fault, Conflict) else "other"
    return None


class Piece(Generic[T]):
    """A piece of work, and what came of it."""

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.result: T | None = None
        self.fault: BaseException | None = None


class Here(local):
    """The transaction that this thread is in the middle of."""

    connection: Connection | None = None


class Store(ABC):
    """A database of the cage. `write` and `read` run work in a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.url = engine.url.render_as_string(hide_password=True)
        self._here = Here()
        self.fixed = False  # whether it must keep our shape: else every write is refused
        self.on_commit: Callable[[float], None] = lambda seconds: None  # hears how long each has taken
        self.on_wait: Callable[[float], None] = lambda seconds: None  # how long a connection was waited for
        self.on_fault: Callable[[FaultKind], None] = lambda kind: None  # what a piece of work has failed by

    @abstractmethod
    def write(self, work: Work[T]) -> T:
        """Does work and returns its result once it is safely stored; an exception leaves nothing behind.

        One exception says otherwise: after `OutcomeUnknown` it may be stored whole, or not at all. Work may
        be done again from its beginning where the database asks for that.
        """

    @abstractmethod
    def read(self, work: Work[T]) -> T:
        """Does work that only reads, on one unchanging picture of the database; it refuses to write there."""

    def together(self, work: Callable[[], T]) -> T:
        """Does work that writes and reads several times as one transaction; a failed write is undone alone.

        What it has written is safely stored when this returns, and an exception leaves nothing of it behind,
        with the same one exception. It may be done in another thread, and more than once, and must not wait
        for anybody else who writes.
        """
        return self.write(lambda connection: self._inside(connection, work))

    def _inside(self, connection: Connection, work: Callable[[], T]) -> T:
        outer, self._here.connection = self._here.connection, connection
        try:
            return work()
        finally:
            self._here.connection = outer

    def count_fault(self, fault: BaseException) -> None:
        """Whoever counts hears of a fault that a piece of work has ended with, if it is the database's."""
        kind = kind_of(fault)
        if kind is not None:
            self.on_fault(kind)

    @contextmanager
    def _told_and_counted(self) -> Iterator[None]:
        """Faults of the database inside the block are counted, and told in the cage's own words."""
        try:
            with told_faults(self.url):
                yield
        except Exception as fault:
            self.count_fault(fault)
            raise

    @abstractmethod
    def connections(self) -> Connections:
        """How its connections are used at this moment."""

    def check(self) -> None:
        """Raises `HouseLost` when what was opened is no longer what its address names; by default it is."""
        return

    def check_shape(self) -> None:
        """Raises `ShapeChanged` when somebody has upgraded the database since it was opened."""
        if self.fixed:
            self.read(check_unchanged)

    def close(self) -> None:
        """Lets go of all connections."""
        self.engine.dispose()


def surely(work: Callable[[], T]) -> T:
    """Does a write that may be done twice without harm: it is, when the answer to its commit is lost."""
    try:
        return work()
    except OutcomeUnknown:
        return work()


def told(fault: BaseException, url: str) -> BaseException:
    """A fault of the database in the cage's own words; anything else as it is."""
    gone = isinstance(fault, OperationalError) or type(fault) is DatabaseError  # the latter: a broken file
    if gone and isinstance(fault, DBAPIError):
        return Unreachable(f"The database {url} cannot be used: {first_line(fault)}")
    if isinstance(fault, NoConnection):
        return Unreachable(f"The database {url} cannot be used: all connections to it are busy")
    if isinstance(fault, SQLAlchemyError):
        kind = Conflict if isinstance(fault, IntegrityError) else StoreFault
        return kind(first_line(fault) if isinstance(fault, DBAPIError) else str(fault))
    return fault


@contextmanager
def told_faults(url: str) -> Iterator[None]:
    """Faults of the database inside the block are told in the cage's own words."""
    try:
        yield
    except SQLAlchemyError as fault:
        raise told(fault, url) from None


def first_line(fault: DBAPIError) -> str:
    """What the database says, without what follows it."""
    return (str(fault.orig).strip() or str(fault)).splitlines()[0]


UPGRADE: Final = 7_035_190  # one process changes the shape of the database
HEAD: Final = 7_035_191  # one head over all chains is made at a time
RECORD: Final = 7_035_192  # one record of the house's chain is written at a time
PLACES: Final = 7_035_195  # one table is opened at a time, where it is counted

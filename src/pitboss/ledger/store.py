"""What every database of the ledger can do: work in transactions, with its faults said in sentences.

Come here for `Store`, which `database` opens, and for what can go wrong with it; for `Prepared`, statements
that every command runs; and for the shape of a database: which one it has, and bringing it up to ours.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from importlib import resources
from threading import Lock, local
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Final,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    TypeVar,
)

from sqlalchemy import ClauseElement, Connection, Engine, Executable, inspect, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from pitboss.errors import CageFault, HouseLost, OutcomeUnknown

if TYPE_CHECKING:
    from alembic.config import Config


Hook = Callable[[str], None]

_hooks: list[Hook] = []


def reach(name: str) -> None:
    """Tells that a point was reached; nobody listens outside the tests."""
    for hook in _hooks:
        hook(name)


def is_watched() -> bool:
    """Whether anybody listens: else the names need not be made."""
    return bool(_hooks)


def listen(hook: Hook) -> None:
    """Calls `hook` with the name of every point from now on."""
    _hooks.append(hook)


upsert: Final = postgresql.insert  # for ON CONFLICT, which SQLite writes alike
Values = Mapping[str, Any]
Row = tuple[Any, ...]

NOTHING: Final[Values] = {}


class _Text(NamedTuple):
    """A statement in a driver's words."""

    sql: str
    bound: Callable[[Values], Any]  # the values as the driver takes them


class Prepared:
    """A statement that every command runs, given to the driver itself; its values always have the same names.

    SQLAlchemy writes it once for each database; running it so takes a seventh of the time.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self.statement = statement
        self._texts: dict[str, _Text] = {}

    def first(self, connection: Connection, values: Values) -> Row | None:
        """The first row that it finds or returns."""
        found: list[Row] = self.run(connection, values).fetchall()
        return found[0] if found else None

    def all(self, connection: Connection, values: Values) -> list[Row]:
        """The rows that it finds or returns."""
        found: list[Row] = self.run(connection, values).fetchall()
        return found

    def changes(self, connection: Connection, values: Values) -> int:
        """The number of rows that it changes."""
        return int(self.run(connection, values).rowcount)

    def write(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Runs it with each of one or more rows."""
        text = self._text(connection, rows[0])
        with _translated(connection, text.sql):
            connection.connection.cursor().executemany(text.sql, [text.bound(row) for row in rows])

    def run(self, connection: Connection, values: Values = NOTHING) -> Any:
        """Runs it once; gives the driver's cursor."""
        text = self._text(connection, values)
        driver: Any = connection.connection.dbapi_connection
        with _translated(connection, text.sql):
            return driver.execute(text.sql, text.bound(values))

    def _text(self, connection: Connection, values: Values) -> _Text:
        dialect = connection.dialect
        if (found := self._texts.get(dialect.name)) is None:
            compiled: Any = self.statement.compile(dialect=dialect, column_keys=list(values))
            fixed = {key: value for key, value in compiled.params.items() if key not in values}
            places = compiled.positiontup

            def bound(values: Values) -> Any:
                every = {**fixed, **values}
                return [every[name] for name in places] if places else every

            found = self._texts[dialect.name] = _Text(str(compiled), bound)
        return found


@contextmanager
def _translated(connection: Connection, sql: str) -> Iterator[None]:
    """A driver's fault is raised as SQLAlchemy's."""
    dialect = connection.dialect
    try:
        yield
    except dialect.loaded_dbapi.Error as fault:
        gone = dialect.is_disconnect(fault, connection.connection, None)
        if gone:
            with suppress(DBAPIError):  # SQLAlchemy learns of it, and opens new connections from now on
                connection.exec_driver_sql("SELECT 1")
        raise DBAPIError.instance(
            sql, None, fault, dialect.loaded_dbapi.Error, connection_invalidated=gone, dialect=dialect
        ) from fault


LATEST: Final = "0001"  # of migrations/versions; a test holds it to the files


class WrongShape(CageFault):
    """The database does not have the shape that this program needs; the message says what to do."""


class ShapeChanged(WrongShape, HouseLost):
    """Another Pitboss has upgraded the database while this process used it: the process must end."""


_shape = Prepared(text("SELECT version_num FROM alembic_version"))


def shape_of(connection: Connection) -> str | None:
    """The revision of the database, or None when it is empty."""
    names = inspect(connection).get_table_names()
    if "alembic_version" not in names:
        if names:
            raise WrongShape(f"This database is not one of Pitboss's: it has the table {names[0]!r}")
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found) if found is not None else None


def upgrade(connection: Connection) -> bool:
    """Brings the database up to the latest shape; True when anything was changed.

    There is no way back to an older shape: a backup from before the upgrade is the way back.
    """
    before = shape_of(connection)
    if before == LATEST:
        return False
    check_known(before)
    from alembic import command

    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return True


def check_latest(shape: str | None) -> None:
    """Refuses every shape but ours; only `pitboss upgrade` and a server that is alone may change it."""
    check_known(shape)
    if shape is not None and shape != LATEST:
        raise WrongShape(
            f"The database has the older shape {shape}, and this version of Pitboss needs {LATEST}."
            " Back it up, then run: pitboss upgrade"
        )


def check_unchanged(connection: Connection) -> None:
    """Raises ShapeChanged where the database no longer has our shape.

    Every transaction that writes begins with this. Until it ends nobody can change the shape: SQLite has one
    writer, and on PostgreSQL an upgrade locks the table that is read here.
    """
    found = _shape.first(connection, {})
    if found is None or found[0] != LATEST:
        shape = "none" if found is None else found[0]
        raise ShapeChanged(
            f"The database was upgraded while it was in use: it has the shape {shape} now, and this version"
            f" of Pitboss needs {LATEST}. Nothing further is stored: start the version that upgraded it"
        )


def check_known(shape: str | None) -> None:
    """Refuses a shape that is none of ours: that of a newer Pitboss."""
    if shape is None or shape == LATEST:
        return
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    try:
        ScriptDirectory.from_config(migrations()).get_revision(shape)
    except CommandError:
        raise WrongShape(
            f"The database has shape {shape}, which this version of Pitboss does not know (it knows up to"
            f" {LATEST}). A newer Pitboss has upgraded it: use that one, or restore a backup from before"
        ) from None


def migrations() -> Config:
    """Where Alembic finds the changes."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(resources.files("pitboss.ledger") / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


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
    "Places",
    "Store",
    "StoreFault",
    "Unreachable",
    "Work",
    "first_line",
    "kind_of",
    "read_one",
    "reads",
    "surely",
    "told",
    "told_faults",
]


class StoreFault(Exception):
    """The database could not do a piece of work, and nothing of it was stored; the message is its own."""


class Conflict(StoreFault):
    """What was written stands against what is there: a key twice, or a check that the tables have."""


T = TypeVar("T")
P = ParamSpec("P")
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


class Places:
    """So many places, each given to the thread that has waited longest: a lock lets others push in."""

    def __init__(self, number: int) -> None:
        self.free = number
        self.waiting: deque[Lock] = deque()
        self._door = Lock()

    def take(self, patience: float = -1.0) -> bool:
        """Waits for a place, for so many seconds or until there is one; False where none comes in time."""
        with self._door:
            if self.free:
                self.free -= 1
                return True
            turn = Lock()
            turn.acquire()
            self.waiting.append(turn)
        try:
            return turn.acquire(timeout=patience) or not self._leave(turn)
        except BaseException:  # interrupted
            if not self._leave(turn):
                self.give_back()
            raise

    def _leave(self, turn: Lock) -> bool:
        """Waits no longer; False where the place was given just now."""
        with self._door:
            if late := turn in self.waiting:
                self.waiting.remove(turn)
        return late

    def give_back(self) -> None:
        """The next who waits has it."""
        with self._door:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self.free += 1


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
        """Gives `on_fault` a fault that a piece of work has ended with, if it is the database's."""
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
        """Raises `ShapeChanged` when the database was upgraded since it was opened."""
        if self.fixed:
            self.read(check_unchanged)

    def close(self) -> None:
        """Lets go of all connections."""
        self.engine.dispose()


def reads(
    work: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[Store, P], T]:
    """Makes a function of a store out of one of a connection: it reads all in one transaction."""

    @wraps(work)
    def read(store: Store, /, *args: P.args, **named: P.kwargs) -> T:
        return store.read(lambda connection: work(connection, *args, **named))

    return read


def read_one(connection: Connection, query: Executable, kind: Callable[..., T]) -> T | None:
    """The first row of a query as a record of this kind; None where there is no row."""
    found = connection.execute(query).first()
    return None if found is None else kind(*found)


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

"""What the servers of a house tell each other and count together. Inside a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    BigInteger,
    ClauseElement,
    ColumnElement,
    Connection,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.ledger.leases import CLOCK, Milliseconds
from pitboss.ledger.schema import chores, departures, errands, evenings, felts, places, pulse, salts, tries
from pitboss.ledger.statements import Prepared
from pitboss.ledger.store import PLACES

# Who must go from all tables

Reason = Literal["signed_out", "excluded"]


class Departure(NamedTuple):
    """Somebody who must go, and why."""

    number: int
    person: str
    reason: Reason
    at: int  # milliseconds, by the clock of who wrote it


_write: Final = Prepared(insert(departures).inline())
_since: Final = Prepared(
    select(departures).where(departures.c.at >= bindparam("since")).order_by(departures.c.number)
)


def write_departure(connection: Connection, person: str, reason: Reason, at: int) -> None:
    """Writes down that somebody must go."""
    _write.run(connection, {"person": person, "reason": reason, "at": at})


def departures_since(connection: Connection, at: int) -> list[Departure]:
    """Who had to go since a moment, in the order in which it was written."""
    return [Departure(*row) for row in _since.all(connection, {"since": at})]


def forget_departures(connection: Connection, before: int) -> int:
    """Removes what every server has heard long ago; gives how many there were."""
    return connection.execute(delete(departures).where(departures.c.at < before)).rowcount


# Errands: acts at tables that another process has

ErrandState = Literal["waits", "done", "refused", "withdrawn"]


class Errand(NamedTuple):
    """An act that somebody wants done: who, under which id, what, at which table, and with what."""

    number: int
    operator: str
    command: str
    what: str
    felt: str | None
    asked: str  # JSON


class Outcome(NamedTuple):
    """What has come of an errand, and the refusal as JSON."""

    state: ErrandState
    answer: str


_waits: Final = (errands.c.state == "waits", errands.c.until > CLOCK)
_columns: Final = (errands.c[name] for name in Errand._fields)
_waiting: Final = Prepared(select(*_columns).where(*_waits).order_by(errands.c.number))
_end: Final = (
    update(errands)
    .where(errands.c.number == bindparam("errand"), *_waits)
    .values(state=bindparam("ended"), answer=bindparam("told"))
)


def send_errand(connection: Connection, errand: Errand, lasts: Milliseconds) -> int:
    """Writes an errand down for so long; gives its number."""
    values = {name: value for name, value in errand._asdict().items() if name != "number"}
    statement = insert(errands).values(**values, until=CLOCK + lasts, state="waits", answer="")
    return int(connection.execute(statement.returning(errands.c.number)).scalar_one())


def waiting_errands(connection: Connection) -> list[Errand]:
    """The errands that wait for whoever has their table, the oldest first."""
    return [Errand(*row) for row in _waiting.all(connection, {})]


def end_errand(connection: Connection, number: int, state: ErrandState, answer: str = "") -> bool:
    """An errand has come to its end; False where it had before, or its time is over."""
    values = {"errand": number, "ended": state, "told": answer}
    return connection.execute(_end, values).rowcount == 1


def outcome_of(connection: Connection, number: int) -> Outcome:
    """What has come of an errand."""
    query = select(errands.c.state, errands.c.answer).where(errands.c.number == number)
    return Outcome(*connection.execute(query).one())


def forget_errands(connection: Connection, before: Milliseconds) -> int:
    """Removes errands whose time was over long ago; the journal of acts has what was done."""
    return connection.execute(delete(errands).where(errands.c.until < before)).rowcount


# What servers count together


# Tries
def _locked(new: sqlite.Insert | postgresql.Insert) -> ClauseElement:
    """A row as it is, or a new one; either is nobody else's until the commit."""
    kept = new.on_conflict_do_update(index_elements=["key"], set_={"key": new.excluded.key})
    return kept.returning(tries.c.times)


_lock_tries: Final = Prepared(_locked(sqlite.insert(tries)), postgresql=_locked(postgresql.insert(tries)))
_write_tries: Final = Prepared(
    update(tries)
    .where(tries.c.key == bindparam("of"))
    .values(times=bindparam("times"), until=bindparam("until"))
)


def lock_tries(connection: Connection, keys: Iterable[str]) -> dict[str, list[int]]:
    """When was tried under each key. Nobody else counts there until the commit: the order is one for all."""
    found = {}
    for key in sorted(keys):
        [(times,)] = _lock_tries.all(connection, {"key": key, "times": "", "until": 0})
        found[key] = [int(each) for each in times.split()]
    return found


def write_tries(connection: Connection, times: Mapping[str, list[int]], until: int) -> None:
    """Keeps when was tried under each key, until a time after which nobody asks for it."""
    rows = [
        {"of": key, "times": " ".join(map(str, each)), "until": until} for key, each in sorted(times.items())
    ]
    _write_tries.write(connection, rows)


def forget_tries(connection: Connection, now: int, most: int) -> int:
    """Forgets keys whose time is over, and beyond so many those that were not used for longest."""
    gone = _drop_tries(connection, tries.c.until <= now, None)
    count = connection.execute(select(func.count()).select_from(tries)).scalar_one()
    return gone + (_drop_tries(connection, None, count - most) if count > most else 0)


def _drop_tries(connection: Connection, which: ColumnElement[bool] | None, first: int | None) -> int:
    """Rows that somebody counts under at this moment stay."""
    old = select(tries.c.key).order_by(tries.c.until).with_for_update(skip_locked=True)
    old = old if which is None else old.where(which)
    old = old if first is None else old.limit(first)
    return int(connection.execute(delete(tries).where(tries.c.key.in_(old))).rowcount)


# Places for tables
class Taken(NamedTuple):
    """How many tables are open: in all, of one host, opened from one network."""

    tables: int
    host: int
    network: int


def lock_places(connection: Connection) -> None:
    """Nobody else opens a table until the commit. It is a transaction's last lock."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer and needs no lock
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({PLACES})")


def count_places(connection: Connection, host: str, network: str) -> Taken:
    """The tables that are open, and those that evenings hold a place for."""
    query = (
        select(places.c.host, places.c.network, literal(1))
        .join(felts, felts.c.id == places.c.felt)
        .where(felts.c.closed.is_(False))
    )
    opened = (
        select(felts.c.evening, func.count().label("tables"))
        .where(felts.c.evening.is_not(None), felts.c.closed.is_(False))
        .group_by(felts.c.evening)
        .subquery()
    )
    held = select(evenings.c.host, evenings.c.network, evenings.c.places, opened.c.tables).outerjoin(
        opened, opened.c.evening == evenings.c.id
    )
    found = [tuple(row) for row in connection.execute(query)]
    found += [
        (of, where, max(count, tables or 0))
        for of, where, count, tables in connection.execute(
            held.where(or_(evenings.c.places > 0, opened.c.tables > 0))
        )
    ]
    return Taken(
        sum(count for *_, count in found),
        sum(count for of, _, count in found if of == host),
        sum(count for _, where, count in found if where == network),
    )


def take_place(connection: Connection, table_id: str, host: str, network: str) -> None:
    """A table is open."""
    connection.execute(places.insert().values(felt=table_id, host=host, network=network))


def free_place(connection: Connection, table_id: str) -> None:
    """A table has closed: from where it was opened is forgotten."""
    connection.execute(delete(places).where(places.c.felt == table_id))


# Chores
def take_chore(connection: Connection, name: str, every: int, now: int) -> bool:
    """Whether a chore is to be done now, by whoever asks; then nobody else is told so for a while.

    Times are milliseconds: PostgreSQL's own, so that servers whose clocks differ do not differ in this.
    """
    server: Any = now
    new: Any = sqlite.insert(chores)
    if connection.dialect.name == "postgresql":
        new = postgresql.insert(chores)
        server = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
    statement = (
        new.values(name=name, last=server)
        .on_conflict_do_update(
            index_elements=["name"],
            set_={"last": new.excluded.last},
            where=chores.c.last <= new.excluded.last - every,
        )
        .returning(chores.c.name)
    )
    return connection.execute(statement).first() is not None


# Digests
def read_salt(connection: Connection, name: str) -> str | None:
    """The secret of this house's digests of one kind; None before there is one."""
    found = connection.execute(select(salts.c.secret).where(salts.c.name == name)).scalar()
    return None if found is None else str(found)


def keep_salt(connection: Connection, name: str, secret: str) -> str:
    """Keeps a secret unless there is one; gives the one that all servers use."""
    new = postgresql.insert(salts) if connection.dialect.name == "postgresql" else sqlite.insert(salts)
    connection.execute(new.values(name=name, secret=secret).on_conflict_do_nothing())
    return str(read_salt(connection, name))


def _beaten(new: sqlite.Insert | postgresql.Insert) -> ClauseElement:
    return new.on_conflict_do_update(index_elements=["server"], set_={"at": new.excluded.at})


_beat: Final = Prepared(_beaten(sqlite.insert(pulse)), postgresql=_beaten(postgresql.insert(pulse)))


def write_pulse(connection: Connection, at: int) -> None:
    """Writes when the server was last able to write."""
    _beat.run(connection, {"server": "one", "at": at})

"""The servers of a house: which run, which has which table, what they tell each other. Inside a transaction.

A server has one row, which it renews; a table names its server. So a table is leased for as long as its
server's row has not run out by the database's clock, and renewing waits for no table. The fence is the epoch
in every write of a table (`journal`): a server that has lost a table writes nothing, whatever a clock says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    FunctionElement,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.compiler import compiles

from pitboss.errors import CageFault
from pitboss.ledger.journal import NoSuchTable
from pitboss.ledger.schema import (
    accounts,
    chores,
    departures,
    errands,
    felts,
    lobby,
    pulse,
    rounds,
    salts,
    servers,
    tries,
)
from pitboss.ledger.store import read_one, upsert

# Which server has which table


Milliseconds = int


class _DatabaseClock(FunctionElement[int]):
    """What the database's own clock says at this moment, in milliseconds since 1970."""

    type = BigInteger()
    inherit_cache = True


@compiles(_DatabaseClock, "sqlite")
def _on_sqlite(element: _DatabaseClock, compiler: Any, **named: Any) -> str:
    return "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"


@compiles(_DatabaseClock, "postgresql")
def _on_postgresql(element: _DatabaseClock, compiler: Any, **named: Any) -> str:
    return "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)"


CLOCK: Final = _DatabaseClock()
LONG_GONE: Final = 3_600_000  # milliseconds after which the row of a server that has ended is taken away


def read_clock(connection: Connection) -> Milliseconds:
    """What the database's own clock says, in milliseconds since 1970."""
    return int(connection.execute(select(CLOCK)).scalar_one())


class Lease(NamedTuple):
    """Which server has a table, where people reach it, and for how long if it does not renew."""

    server: str
    address: str
    left: Milliseconds


class LeasedElsewhere(CageFault):
    """Another server has this table, and its lease has not run out."""

    def __init__(self, table: str, lease: Lease) -> None:
        super().__init__(f"The table {table!r} is at another server now, {lease.address or lease.server}")
        self.lease = lease


class ServerExpired(CageFault):
    """A server's row is gone or has run out: it holds nothing, and comes back under a new id."""


class FreeTable(NamedTuple):
    """An open live table that no running server has."""

    id: str
    urgency: int  # 0: money waits in its open round; 1: people sit there; 2: neither


# Servers

_alive = servers.c.deadline > CLOCK


def register(
    connection: Connection, server: str, address: str, ttl: Milliseconds, place: str = ""
) -> Milliseconds:
    """A server begins to hold tables; gives until when. Those that ran out long ago are forgotten."""
    connection.execute(delete(servers).where(servers.c.deadline < CLOCK - LONG_GONE))
    new = insert(servers).values(id=server, address=address, place=place, deadline=CLOCK + ttl, since=CLOCK)
    return int(connection.execute(new.returning(servers.c.deadline)).scalar_one())


def renew(connection: Connection, server: str, ttl: Milliseconds) -> Milliseconds:
    """A server goes on holding its tables; gives until when. One that has run out is never revived.

    It does not wait for a disk or a standby: a renewal that is lost with the database's machine ends a lease
    early, and no more. Tables are taken, and everything is written, under the fence.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL synchronous_commit TO off")
    mine = update(servers).where(servers.c.id == server, _alive).values(deadline=CLOCK + ttl)
    deadline = connection.execute(mine.returning(servers.c.deadline)).scalar()
    if deadline is None:
        raise ServerExpired(f"The lease of the server {server!r} has run out")
    return int(deadline)


def resign(connection: Connection, server: str) -> None:
    """A server has ended, or holds nothing any more: its tables have no owner at once."""
    connection.execute(delete(servers).where(servers.c.id == server))


def resign_at(connection: Connection, place: str) -> None:
    """A server that listens where only one can knows that earlier ones there have ended, also by a kill.

    Their tables have no owner at once, and nobody waits for the end of a lease. Without a place nobody goes.
    """
    connection.execute(delete(servers).where(servers.c.place == place, servers.c.place != ""))


def resign_all(connection: Connection) -> None:
    """Ends all leases: the caller alone may serve this database."""
    connection.execute(delete(servers))


# Tables


_leased = and_(servers.c.id == felts.c.owner, _alive)


def lease_of(connection: Connection, table: str) -> Lease | None:
    """The running server that has a table, and for how long; None when nobody's lease lives."""
    columns = servers.c.id, servers.c.address, servers.c.deadline - CLOCK
    return read_one(connection, select(*columns).where(_leased, felts.c.id == table), Lease)


def take_lease(connection: Connection, table: str, server: str | None = None) -> int:
    """Makes the caller the only one who may write this table from now on; gives the new epoch.

    A server gets a table that no other running server has. Without a server (a terminal's own table, a tool)
    it is taken from the server that has it.
    """
    row = select(felts.c.epoch).where(felts.c.id == table).with_for_update()  # of two at once, one waits here
    before = connection.execute(row).scalar()
    if before is None:
        raise NoSuchTable(f"There is no table {table!r}")
    if server is not None:
        _check_free(connection, table, server)
    epoch = int(before) + 1
    connection.execute(update(felts).where(felts.c.id == table).values(epoch=epoch, owner=server))
    return epoch


def _check_free(connection: Connection, table: str, server: str) -> None:
    """Refuses a table that another running server has, and a taker that does not run by the clock."""
    lease = lease_of(connection, table)
    if lease is not None and lease.server != server:
        raise LeasedElsewhere(table, lease)
    if connection.execute(select(servers.c.id).where(servers.c.id == server, _alive)).first() is None:
        raise ServerExpired(f"The lease of the server {server!r} has run out")


_money_waits = exists().where(
    rounds.c.felt == felts.c.id,
    rounds.c.ended.is_(None),
    accounts.c.kind.in_(("escrow", "bank")),
    accounts.c.key == rounds.c.id,
    accounts.c.balance != 0,
)
_urgent = case((_money_waits, 0), (lobby.c.seating.not_like('%"people":[]%'), 1), else_=2)


_live = (felts.c.closed.is_(False), lobby.c.version > 0, lobby.c.settings.not_like('%"terminal":true%'))
_tables = select(felts.c.id).join(lobby, lobby.c.felt == felts.c.id).where(*_live)


def free_tables(connection: Connection, most: int) -> list[FreeTable]:
    """Open live tables that no running server has: first those with money in a round, then those with people.

    A terminal's own table is nobody's to take.
    """
    free = _tables.where(~exists().where(_leased))
    query = free.add_columns(_urgent).order_by(_urgent, felts.c.id).limit(most)
    return [FreeTable(table, int(urgency)) for table, urgency in connection.execute(query)]


def count_tables(connection: Connection) -> tuple[int, int]:
    """How many tables of the house are open and live, and how many servers run."""
    tables = select(func.count()).select_from(_tables.subquery()).scalar_subquery()
    running = select(func.count()).select_from(servers).where(_alive).scalar_subquery()
    found = connection.execute(select(tables, running)).one()
    return int(found[0]), int(found[1])


class ServedTable(NamedTuple):
    """An open live table with the server that has it now, if any does."""

    id: str
    address: str | None


def served_tables(connection: Connection) -> list[ServedTable]:
    """All open live tables, by id, and where each is served."""
    query = _tables.add_columns(servers.c.address).outerjoin(servers, _leased).order_by(felts.c.id)
    return [ServedTable(*row) for row in connection.execute(query)]


def servers_run(connection: Connection) -> bool:
    """Whether any server runs."""
    return connection.execute(select(servers.c.id).where(_alive).limit(1)).first() is not None


# Who must go from all tables

Reason = Literal["signed_out", "excluded"]


class Departure(NamedTuple):
    """A person who must leave all tables, and why."""

    number: int
    person: str
    reason: Reason
    at: int  # milliseconds, by the clock of who wrote it


def write_departure(connection: Connection, person: str, reason: Reason, at: int) -> None:
    """Writes down that a person must leave all tables."""
    connection.execute(insert(departures).values(person=person, reason=reason, at=at))


def departures_since(connection: Connection, at: int) -> list[Departure]:
    """Who had to go since a moment, in the order in which it was written."""
    query = select(departures).where(departures.c.at >= at).order_by(departures.c.number)
    return [Departure(*row) for row in connection.execute(query)]


def forget_departures(connection: Connection, before: int) -> int:
    """Removes what every server has heard long ago; gives how many there were."""
    return connection.execute(delete(departures).where(departures.c.at < before)).rowcount


# Errands: acts at tables that another process has

ErrandState = Literal["waits", "done", "refused", "withdrawn"]


class Errand(NamedTuple):
    """An act for another process to do: by whom, under which id, what, at which table, and with what."""

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


def send_errand(connection: Connection, errand: Errand, lasts: Milliseconds) -> int:
    """Writes an errand down for so long; gives its number."""
    values = {name: value for name, value in errand._asdict().items() if name != "number"}
    statement = insert(errands).values(**values, until=CLOCK + lasts, state="waits", answer="")
    return int(connection.execute(statement.returning(errands.c.number)).scalar_one())


def waiting_errands(connection: Connection) -> list[Errand]:
    """The errands that still wait for the server of their table, the oldest first."""
    columns = (errands.c[name] for name in Errand._fields)
    query = select(*columns).where(*_waits).order_by(errands.c.number)
    return [Errand(*row) for row in connection.execute(query)]


def end_errand(connection: Connection, number: int, state: ErrandState, answer: str = "") -> bool:
    """An errand has come to its end; False where it had before, or its time is over."""
    mine = update(errands).where(errands.c.number == number, *_waits)
    return connection.execute(mine.values(state=state, answer=answer)).rowcount == 1


def outcome_of(connection: Connection, number: int) -> Outcome:
    """What has come of an errand."""
    query = select(errands.c.state, errands.c.answer).where(errands.c.number == number)
    return Outcome(*connection.execute(query).one())


def forget_errands(connection: Connection, before: Milliseconds) -> int:
    """Removes errands whose time was over long ago; the journal of acts has what was done."""
    return connection.execute(delete(errands).where(errands.c.until < before)).rowcount


# What servers count together


# Tries
def lock_tries(connection: Connection, keys: Iterable[str]) -> dict[str, list[int]]:
    """When was tried under each key. Nobody else counts there until the commit: the order is one for all."""
    found, new = {}, upsert(tries)
    taken = new.on_conflict_do_update(index_elements=["key"], set_={"key": new.excluded.key})
    for key in sorted(keys):  # its row as it is, or a new one
        row = connection.execute(taken.returning(tries.c.times), {"key": key, "times": "", "until": 0})
        found[key] = [int(each) for each in row.scalar_one().split()]
    return found


def write_tries(connection: Connection, times: Mapping[str, list[int]], until: int) -> None:
    """Keeps when was tried under each key, until a time after which nobody asks for it."""
    for key, each in sorted(times.items()):
        values = {"times": " ".join(map(str, each)), "until": until}
        connection.execute(update(tries).where(tries.c.key == key).values(values))


def forget_tries(connection: Connection, now: int, most: int) -> int:
    """Forgets keys whose time is over, and beyond so many those that were not used for longest."""
    gone = _drop_tries(connection, tries.c.until <= now, None)
    count = connection.execute(select(func.count()).select_from(tries)).scalar_one()
    return gone + (_drop_tries(connection, None, count - most) if count > most else 0)


def _drop_tries(connection: Connection, which: ColumnElement[bool] | None, first: int | None) -> int:
    """Rows that another transaction is counting under stay."""
    old = select(tries.c.key).order_by(tries.c.until).with_for_update(skip_locked=True)
    old = old if which is None else old.where(which)
    old = old if first is None else old.limit(first)
    return int(connection.execute(delete(tries).where(tries.c.key.in_(old))).rowcount)


# Chores
def take_chore(connection: Connection, name: str, every: int, now: int) -> bool:
    """Whether the caller is to do a chore now; then no other server is for a while.

    Times are milliseconds: PostgreSQL's own, so that servers whose clocks differ do not differ in this.
    """
    new = upsert(chores)
    statement = (
        new.values(name=name, last=CLOCK if connection.dialect.name == "postgresql" else now)
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
    connection.execute(upsert(salts).values(name=name, secret=secret).on_conflict_do_nothing())
    return str(read_salt(connection, name))


def write_pulse(connection: Connection, at: int) -> None:
    """Writes when the server was last able to write."""
    new = upsert(pulse).values(server="one", at=at)
    connection.execute(new.on_conflict_do_update(index_elements=["server"], set_={"at": at}))

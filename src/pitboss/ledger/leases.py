"""Which server has which table, by the database's clock. Inside a transaction.

A server has one row, which it renews; a table names its server. So a table is leased for as long as its
server's row has not run out, and renewing waits for no table. The fence is the epoch in every write of a
table (`journal`): whoever has lost it writes nothing, whatever a clock says.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    FunctionElement,
    and_,
    bindparam,
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
from pitboss.ledger.schema import accounts, felts, lobby, rounds, servers
from pitboss.ledger.statements import Prepared

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


_clock = Prepared(select(CLOCK))


def read_clock(connection: Connection) -> Milliseconds:
    """What the database's own clock says, in milliseconds since 1970."""
    found = _clock.first(connection, {})
    assert found is not None
    return int(found[0])


class Owner(NamedTuple):
    """The server that has a table, and where people reach it."""

    server: str
    address: str


class LeasedElsewhere(CageFault):
    """Another server has this table, and its lease has not run out."""

    def __init__(self, table: str, owner: Owner) -> None:
        super().__init__(f"The table {table!r} is at another server now, {owner.address or owner.server}")
        self.owner = owner


class ServerExpired(CageFault):
    """A server's row is gone or has run out: it holds nothing, and comes back under a new id."""


class Lease(NamedTuple):
    """Whose a table is, and for how long if that server does not renew."""

    owner: Owner
    left: Milliseconds


class FreeTable(NamedTuple):
    """An open live table that no running server has."""

    id: str
    urgency: int  # 0: money waits in its open round; 1: people sit there; 2: neither


# Servers

_register = (
    insert(servers).values(deadline=CLOCK + bindparam("ttl"), since=CLOCK).returning(servers.c.deadline)
)
_renew = (
    update(servers)
    .where(servers.c.id == bindparam("server"), servers.c.deadline > CLOCK)
    .values(deadline=CLOCK + bindparam("ttl"))
    .returning(servers.c.deadline)
)


def register(
    connection: Connection, server: str, address: str, ttl: Milliseconds, place: str = ""
) -> Milliseconds:
    """A server begins to hold tables; gives until when. Those that ran out long ago are forgotten."""
    connection.execute(delete(servers).where(servers.c.deadline < CLOCK - LONG_GONE))
    values = {"id": server, "address": address, "ttl": ttl, "place": place}
    return int(connection.execute(_register, values).scalar_one())


def renew(connection: Connection, server: str, ttl: Milliseconds) -> Milliseconds:
    """A server goes on holding its tables; gives until when. One that has run out is never revived.

    It does not wait for a disk or a standby: a renewal that is lost with the database's machine ends a lease
    early, and no more. Tables are taken, and everything is written, under the fence.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL synchronous_commit TO off")
    deadline = connection.execute(_renew, {"server": server, "ttl": ttl}).scalar()
    if deadline is None:
        raise ServerExpired(f"The lease of the server {server!r} has run out")
    return int(deadline)


def resign(connection: Connection, server: str) -> None:
    """A server has ended, or holds nothing any more: its tables have no owner at once."""
    connection.execute(delete(servers).where(servers.c.id == server))


def resign_at(connection: Connection, place: str) -> None:
    """Whoever listens at a place where only one can knows that others who did have ended, also by a kill.

    Their tables have no owner at once, and nobody waits for the end of a lease. Without a place nobody goes.
    """
    connection.execute(delete(servers).where(servers.c.place == place, servers.c.place != ""))


def resign_all(connection: Connection) -> None:
    """Whoever alone may serve a database finds nobody else's leases there."""
    connection.execute(delete(servers))


# Tables


_alive = servers.c.deadline > CLOCK
_leased = and_(servers.c.id == felts.c.owner, _alive)
_lease = Prepared(
    select(servers.c.id, servers.c.address, servers.c.deadline - CLOCK).where(
        _leased, felts.c.id == bindparam("felt")
    )
)


def lease_of(connection: Connection, table: str) -> Lease | None:
    """The running server that has a table, and for how long; None when nobody's lease lives."""
    found = _lease.first(connection, {"felt": table})
    return None if found is None else Lease(Owner(*found[:2]), int(found[2]))


def owner_of(connection: Connection, table: str) -> Owner | None:
    """The running server that has a table; None when nobody's lease lives."""
    found = lease_of(connection, table)
    return None if found is None else found.owner


_row = select(felts.c.epoch).where(felts.c.id == bindparam("felt"))
_hold_row = Prepared(_row, postgresql=_row.with_for_update())
_take = Prepared(
    update(felts)
    .where(felts.c.id == bindparam("felt"))
    .values(epoch=felts.c.epoch + 1, owner=bindparam("server"))
)
_runs = Prepared(select(servers.c.id).where(servers.c.id == bindparam("server"), _alive))


def take_lease(connection: Connection, table: str, server: str | None = None) -> int:
    """Makes the caller the only one who may write this table from now on; gives the new epoch.

    A server gets a table that no other running server has. Without a server (a terminal's own table, a tool)
    it is taken from whoever has it.
    """
    found = _hold_row.first(connection, {"felt": table})  # of two at once, one waits here
    if found is None:
        raise NoSuchTable(f"There is no table {table!r}")
    if server is not None:
        _check_free(connection, table, server)
    _take.run(connection, {"felt": table, "server": server})
    return int(found[0]) + 1


def _check_free(connection: Connection, table: str, server: str) -> None:
    """Refuses a table that another running server has, and a taker that does not run by the clock."""
    owner = owner_of(connection, table)
    if owner is not None and owner.server != server:
        raise LeasedElsewhere(table, owner)
    if _runs.first(connection, {"server": server}) is None:
        raise ServerExpired(f"The lease of the server {server!r} has run out")


_waiting = exists().where(
    rounds.c.felt == felts.c.id,
    rounds.c.ended.is_(None),
    accounts.c.kind.in_(("escrow", "bank")),
    accounts.c.key == rounds.c.id,
    accounts.c.balance != 0,
)
_urgent = case((_waiting, 0), (lobby.c.seating.not_like('%"people":[]%'), 1), else_=2)


_live = (felts.c.closed.is_(False), lobby.c.version > 0, lobby.c.settings.not_like('%"terminal": true%'))
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

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
    insert,
    select,
    update,
)
from sqlalchemy.ext.compiler import compiles

from pitboss.cage.journal import NoSuchTable
from pitboss.cage.schema import accounts, felts, lobby, rounds, servers
from pitboss.faults import CageFault

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


class FreeTable(NamedTuple):
    """An open live table that no running server has, as it was left."""

    id: str
    waiting: bool  # money waits in its open round
    settings: str
    seating: str


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


def register(connection: Connection, server: str, address: str, ttl: Milliseconds) -> Milliseconds:
    """A server begins to hold tables; gives until when. Those that ran out long ago are forgotten."""
    connection.execute(delete(servers).where(servers.c.deadline < CLOCK - LONG_GONE))
    values = {"id": server, "address": address, "ttl": ttl}
    return int(connection.execute(_register, values).scalar_one())


def renew(connection: Connection, server: str, ttl: Milliseconds) -> Milliseconds:
    """A server goes on holding its tables; gives until when. One that has run out is never revived."""
    deadline = connection.execute(_renew, {"server": server, "ttl": ttl}).scalar()
    if deadline is None:
        raise ServerExpired(f"The lease of the server {server!r} has run out")
    return int(deadline)


def resign(connection: Connection, server: str) -> None:
    """A server has ended, or holds nothing any more: its tables have no owner at once."""
    connection.execute(delete(servers).where(servers.c.id == server))


def resign_all(connection: Connection) -> None:
    """Whoever alone may serve a database finds nobody else's leases there."""
    connection.execute(delete(servers))


# Tables


_alive = servers.c.deadline > CLOCK
_leased = and_(servers.c.id == felts.c.owner, _alive)
_owners = select(felts.c.id, servers.c.id, servers.c.address).where(_leased)


def owner_of(connection: Connection, table: str) -> Owner | None:
    """The running server that has a table; None when nobody's lease lives."""
    found = connection.execute(_owners.where(felts.c.id == table)).first()
    return None if found is None else Owner(*found[1:])


_hold_row = select(felts.c.epoch, felts.c.owner).where(felts.c.id == bindparam("felt")).with_for_update()
_take = (
    update(felts)
    .where(felts.c.id == bindparam("felt"))
    .values(epoch=felts.c.epoch + 1, owner=bindparam("server"))
)


def take_lease(connection: Connection, table: str, server: str | None = None) -> int:
    """Makes the caller the only one who may write this table from now on; gives the new epoch.

    A server gets a table that no other running server has. Without a server (a terminal's own table, a tool)
    it is taken from whoever has it.
    """
    found = connection.execute(_hold_row, {"felt": table}).first()  # of two at once, one waits here
    if found is None:
        raise NoSuchTable(f"There is no table {table!r}")
    if server is not None:
        _check_free(connection, table, server)
    connection.execute(_take, {"felt": table, "server": server})
    return int(found.epoch) + 1


def _check_free(connection: Connection, table: str, server: str) -> None:
    """Refuses a table that another running server has, and a taker that does not run by the clock."""
    owner = owner_of(connection, table)
    if owner is not None and owner.server != server:
        raise LeasedElsewhere(table, owner)
    if connection.execute(select(servers.c.id).where(servers.c.id == server, _alive)).first() is None:
        raise ServerExpired(f"The lease of the server {server!r} has run out")


_waiting = exists().where(
    rounds.c.felt == felts.c.id,
    rounds.c.ended.is_(None),
    accounts.c.kind.in_(("escrow", "bank")),
    accounts.c.key == rounds.c.id,
    accounts.c.balance != 0,
)
_urgent = case((_waiting, 0), (lobby.c.seating.not_like('%"people":[]%'), 1), else_=2)


def free_tables(connection: Connection, most: int) -> list[FreeTable]:
    """Open live tables that no running server has: first those with money in a round, then those with people.

    A terminal's own table is nobody's to take.
    """
    query = (
        select(felts.c.id, _waiting, lobby.c.settings, lobby.c.seating)
        .join(lobby, lobby.c.felt == felts.c.id)
        .where(felts.c.closed.is_(False), lobby.c.version > 0, ~exists().where(_leased))
        .where(lobby.c.settings.not_like('%"terminal": true%'))
        .order_by(_urgent, felts.c.id)
        .limit(most)
    )
    return [FreeTable(table, bool(waiting), *texts) for table, waiting, *texts in connection.execute(query)]

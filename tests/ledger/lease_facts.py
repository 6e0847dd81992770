"""What a database knows of leases, all of it: for tests that look at everything after each step."""

from __future__ import annotations

from sqlalchemy import Connection, select

from pitboss.ledger.journal import stored_tables
from pitboss.ledger.servers import CLOCK, Owner, owner_of


def database_time(connection: Connection) -> int:
    """What the database's own clock says at this moment, in milliseconds."""
    return int(connection.execute(select(CLOCK)).scalar_one())


def owners_of(connection: Connection) -> dict[str, Owner]:
    """The open tables that running servers have."""
    tables = (stored.id for stored in stored_tables(connection, open_only=True))
    return {table: owner for table in tables if (owner := owner_of(connection, table)) is not None}

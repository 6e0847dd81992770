"""What a database knows of leases, all of it: for tests that look at everything after each step."""

from __future__ import annotations

from sqlalchemy import Connection, select

from pitboss.ledger.journal import stored_tables
from pitboss.ledger.servers import CLOCK, lease_of


def database_time(connection: Connection) -> int:
    """What the database's own clock says at this moment, in milliseconds."""
    return int(connection.execute(select(CLOCK)).scalar_one())


def owners_of(connection: Connection) -> dict[str, tuple[str, str]]:
    """The open tables that running servers have, each with its server and where people reach it."""
    tables = (stored.id for stored in stored_tables(connection, open_only=True))
    found = {table: lease_of(connection, table) for table in tables}
    return {table: lease[:2] for table, lease in found.items() if lease is not None}

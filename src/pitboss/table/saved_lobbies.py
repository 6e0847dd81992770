"""The live tables of a database as they were last seen, for whoever takes them up or looks at them."""

from __future__ import annotations

from contextlib import suppress

from pitboss.ledger import operator_rows
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.store import Connection
from pitboss.table.saved_table import Remembered, remembered


def left_open(connection: Connection) -> list[tuple[operator_rows.Lobby, Remembered]]:
    """The live tables of a database that are open and can be read, as they were last seen."""
    found = []
    for each in open_lobbies(connection):
        with suppress(ValueError, TypeError, LookupError, AttributeError):
            found.append((each, remembered(each.settings, each.seating)))
    return found


def open_lobbies(connection: Connection) -> list[operator_rows.Lobby]:
    """What was kept of the live tables that are open."""
    open_ = {stored.id for stored in stored_tables(connection, open_only=True)}
    return [each for each in operator_rows.all_lobbies(connection) if each.felt in open_]

"""Which tables a server takes up: those that no running server has, the most urgent first, some at a time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from pitboss.cage.leases import free_tables
from pitboss.cage.store import Connection

AT_ONCE: Final = 16  # tables in one pass: the next pass is soon, and others want some, too


def tables_to_take(connection: Connection, passed: Collection[str], most: int = AT_ONCE) -> list[str]:
    """The tables to take up this time: first those with money in a round, then those with people.

    Those are passed by that this server has already, or that could not be taken up here before.
    """
    found = free_tables(connection, most + len(passed))
    return [each.id for each in found if each.id not in passed][:most]

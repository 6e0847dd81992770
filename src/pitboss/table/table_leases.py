"""Which tables a server takes up unasked: those that no running server has, the most urgent first.

Servers that look at the same time begin at different tables, and each leaves to the others what is more than
its part of the house.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple
from zlib import crc32

from pitboss.ledger.leases import count_tables, free_tables
from pitboss.ledger.store import Connection

AT_ONCE: Final = 16  # tables in one pass: the next pass is soon, and others want some, too
SEEN: Final = 64  # tables among which a server chooses


class FreeTables(NamedTuple):
    """Tables that no running server has."""

    mine: list[str]  # to be taken up now
    left: bool = False  # there are more


def tables_to_take(
    connection: Connection, server: str, passed: Collection[str], has: int | None = None, most: int = AT_ONCE
) -> FreeTables:
    """The tables to take up this time: first those with money in a round, then those with people.

    Those are passed by that this server has already, or that could not be taken up here before. One that
    `has` tables takes no more than its part of the house.
    """
    found = [each for each in free_tables(connection, SEEN + len(passed)) if each.id not in passed]
    if not found:
        return FreeTables([])
    if has is not None:
        tables, servers = count_tables(connection)
        most = max(0, min(most, -(-tables // max(1, servers)) - has))
    found.sort(key=lambda each: (each.urgency, crc32(f"{server} {each.id}".encode())))
    return FreeTables([each.id for each in found[:most]], len(found) > most)

"""A meter that many tables share, kept in parts: tables that settle at once do not wait for each other.

A table feeds one of 32 accounts, by its id; what the meter holds is their sum. The first of them has the
meter's own key: it is started with, wins are paid from it, and then all others are gathered in it.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, bindparam, select

from pitboss.ledger.ids import meter_account
from pitboss.ledger.ledger import Account, MicroCents, account_ids
from pitboss.ledger.prepared import Prepared
from pitboss.ledger.schema import accounts

PARTS: Final = 32


def part_key(meter: str, number: int) -> str:
    """The key of one part of a shared meter."""
    return f"{meter}#{number:02}" if number else meter


def part_of(meter: str, table: str) -> str:
    """The key of the part that a table feeds."""
    return part_key(meter, sha256(table.encode()).digest()[0] % PARTS)


def whole_of(part: str) -> str:
    """The key of the meter that a part belongs to."""
    return part.partition("#")[0]


def is_part(key: str, meters: Container[str]) -> bool:
    """Whether a key is that of a part of one of some shared meters."""
    whole = whole_of(key)
    return whole in meters and meter_account(key) in parts_of(whole)


@lru_cache
def parts_of(meter: str) -> tuple[Account, ...]:
    """All parts of a shared meter, the first one first."""
    return tuple(meter_account(part_key(meter, number)) for number in range(PARTS))


_names: Final = [f"part{number}" for number in range(PARTS)]
_held: Final = Prepared(
    select(accounts.c.key, accounts.c.balance).where(
        accounts.c.kind == bindparam("kind"), accounts.c.key.in_([bindparam(name) for name in _names])
    )
)


def read_parts(connection: Connection, meter: str) -> dict[Account, MicroCents]:
    """What is in each part of a shared meter that was ever fed."""
    keys = (part.key for part in parts_of(meter))
    values = {"kind": "meter", **dict(zip(_names, keys, strict=True))}
    return {meter_account(key): int(held) for key, held in _held.all(connection, values)}


def read_meter(connection: Connection, meter: str) -> MicroCents:
    """What a shared meter holds; tables may be feeding it at this moment."""
    return sum(read_parts(connection, meter).values())


def lock_meter(connection: Connection, meter: str) -> dict[Account, MicroCents]:
    """What is in each part of a shared meter, by key; nobody feeds or wins it until the commit."""
    account_ids(connection, parts_of(meter))  # also those that were never fed: they are opened, and locked
    return dict(sorted(read_parts(connection, meter).items()))

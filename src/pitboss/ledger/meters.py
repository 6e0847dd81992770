"""A meter that many tables share, kept in parts: tables that settle at once do not wait for each other.

A table feeds one of 32 accounts, by its id; what the meter holds is their sum. The first of them has the
meter's own key: it is started with, wins are paid from it, and then all others are gathered in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, Connection, Select, bindparam, case, cast, func, select

from pitboss.ledger.accounts import Account, MicroCents, account_ids, meter_account
from pitboss.ledger.schema import OF_METERS, accounts, deeds, events, felts, rounds, transfers
from pitboss.ledger.statements import Prepared

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


# What went into each meter and out of it

_giver, _taker = accounts.alias("giver"), accounts.alias("taker")


class StoredMeter(NamedTuple):
    """A meter, of a rule sheet or of one table: what it holds, and what moved there by what for."""

    key: str
    sheet: str
    felt: str | None  # whose own it is
    held: MicroCents
    moved: dict[str, MicroCents]  # what came is above zero, what went below


class PaidJackpot(NamedTuple):
    """A share of a meter that somebody won; the body is that of the settlement."""

    number: int  # of the transfer
    at: int
    meter: str
    amount: MicroCents
    taker_kind: str
    taker: str
    felt: str
    sheet: str
    round: str
    body: str


def all_meters(connection: Connection) -> list[StoredMeter]:
    """Every meter that was ever started."""
    own = {row.id: row.sheet for row in connection.execute(_tables) if row.meter == row.id}
    held, moved = (
        defaultdict[str, int](int),
        defaultdict[str, defaultdict[str, int]](lambda: defaultdict(int)),
    )
    for key, balance in connection.execute(
        select(accounts.c.key, accounts.c.balance).where(accounts.c.kind == "meter")
    ):
        held[key if key in own else whole_of(key)] += int(balance)
    for key, what, amount in connection.execute(_sums):
        moved[key if key in own else whole_of(key)][what] += int(amount)
    for key, here in held.items():  # the bets, which are nearly all of its transfers, are what is left
        moved[key]["contribution"] = here - sum(moved[key].values())
    return [
        StoredMeter(key, own.get(key, key), key if key in own else None, held[key], dict(moved[key]))
        for key in sorted(held)
    ]


def paid_jackpots(connection: Connection, before: int | None, most: int) -> list[PaidJackpot]:
    """Jackpots, the latest first, before the number of one of them."""
    query: Select[Any] = (
        select(
            transfers.c.id,
            deeds.c.at,
            _giver.c.key,
            transfers.c.amount,
            _taker.c.kind,
            _taker.c.key,
            events.c.felt,
            rounds.c.sheet,
            events.c.round,
            events.c.body,
        )
        .select_from(transfers)
        .join(_giver, _giver.c.id == transfers.c.giver)
        .join(_taker, _taker.c.id == transfers.c.taker)
        .join(deeds, deeds.c.id == transfers.c.deed)
        .join(events, events.c.deed == transfers.c.deed)
        .join(rounds, rounds.c.id == events.c.round)
        .where(OF_METERS, transfers.c.what == "jackpot", events.c.body.contains('"k":"settle"'))
        .order_by(transfers.c.id.desc())
        .limit(most)
    )
    if before is not None:
        query = query.where(transfers.c.id < before)
    return [PaidJackpot(*row) for row in connection.execute(query)]


_tables = select(felts.c.id, felts.c.sheet, felts.c.meter).where(felts.c.meter.is_not(None))
_mine = accounts.alias("mine")
_rare = (
    select(transfers.c.giver, transfers.c.taker, transfers.c.what, transfers.c.amount)
    .where(OF_METERS)
    .subquery()
)
_came = case((_rare.c.taker == _mine.c.id, _rare.c.amount), else_=-_rare.c.amount)
_sums = (
    select(_mine.c.key, _rare.c.what, cast(func.sum(_came), BigInteger))
    .select_from(_rare)
    .join(_mine, _mine.c.id.in_((_rare.c.giver, _rare.c.taker)))
    .where(_mine.c.kind == "meter")
    .group_by(_mine.c.key, _rare.c.what)
)

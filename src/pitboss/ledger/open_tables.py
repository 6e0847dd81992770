"""The tables that are open, as one sees them from outside. Everything is inside a transaction."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from pitboss.ledger.ids import escrow_account
from pitboss.ledger.journal import Purse
from pitboss.ledger.schema import accounts, felts, lobby, rounds


class OpenTable(NamedTuple):
    """A table that is open."""

    id: str
    version: int  # how often it was kept how the table is run and who sits there
    sheet: str  # its hash
    low: int
    high: int
    rounds: int
    purse: Purse
    staked: int  # micro-cents that lie in its open round


_ESCROW: Final = escrow_account("").kind
_open: Final = (
    select(
        felts.c.id,
        lobby.c.version,
        felts.c.sheet,
        felts.c.low,
        felts.c.high,
        felts.c.rounds,
        felts.c.purse,
        func.coalesce(accounts.c.balance, 0),
    )
    .select_from(lobby)
    .join(felts, felts.c.id == lobby.c.felt)
    .outerjoin(rounds, (rounds.c.felt == felts.c.id) & (rounds.c.number == felts.c.rounds))
    .outerjoin(accounts, (accounts.c.kind == _ESCROW) & (accounts.c.key == rounds.c.id))
    .where(lobby.c.version > 0, felts.c.closed.is_(False))
)


def open_tables(connection: Connection) -> list[OpenTable]:
    """The live tables that are open, whoever serves them, or nobody."""
    return [OpenTable(*row) for row in connection.execute(_open)]


def kept_texts(connection: Connection, tables: Collection[str]) -> dict[str, tuple[str, str]]:
    """How tables are run and who sits there, in the floor's own words."""
    query = select(lobby.c.felt, lobby.c.settings, lobby.c.seating).where(lobby.c.felt.in_(tables))
    return {felt: (settings, seating) for felt, settings, seating in connection.execute(query)}

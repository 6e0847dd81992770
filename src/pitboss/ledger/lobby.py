"""The live tables as they were last kept: how each is run and who sits there. Inside a transaction."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import ClauseElement, Connection, bindparam, func, literal_column, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.ledger.accounts import escrow_account
from pitboss.ledger.journal import Purse, check_lease
from pitboss.ledger.schema import accounts, felts, lobby, rounds
from pitboss.ledger.servers import free_place
from pitboss.ledger.statements import Prepared


class Lobby(NamedTuple):
    """A live table as it was last seen, in the floor's own words."""

    felt: str
    settings: str
    seating: str
    version: int  # how often it was kept


def _kept(new: sqlite.Insert | postgresql.Insert) -> ClauseElement:
    """Puts a row in the place of the one that a table has."""
    values = {
        "settings": new.excluded.settings,
        "seating": new.excluded.seating,
        "version": lobby.c.version + literal_column("1"),
    }
    return new.on_conflict_do_update(index_elements=["felt"], set_=values).returning(lobby.c.version)


_keep: Final = Prepared(_kept(sqlite.insert(lobby)), postgresql=_kept(postgresql.insert(lobby)))
_live: Final = lobby.c.version > 0
_version: Final = Prepared(select(lobby.c.version).where(lobby.c.felt == bindparam("table")))


def write_lobby(connection: Connection, table_id: str, settings: str, seating: str) -> int:
    """Keeps how a table is run and who sits there, in the place of what was kept; gives how often it was.

    Only who holds the table may, and has seen to that in this transaction (`journal.check_held`).
    """
    values = {"felt": table_id, "settings": settings, "seating": seating, "version": 1}
    [(version,)] = _keep.all(connection, values)
    return int(version)


def read_lobby(connection: Connection, table_id: str) -> Lobby | None:
    """What was kept of a table."""
    found = connection.execute(select(lobby).where(lobby.c.felt == table_id, _live)).first()
    return None if found is None else Lobby(*found)


def all_lobbies(connection: Connection) -> list[Lobby]:
    """What was kept of all tables, by id."""
    return [Lobby(*row) for row in connection.execute(select(lobby).where(_live).order_by(lobby.c.felt))]


def settings_of_table(connection: Connection, table_id: str) -> str | None:
    """How a table is run, or was until it closed."""
    found = connection.execute(select(lobby.c.settings).where(lobby.c.felt == table_id)).scalar()
    return None if found is None else str(found)


def lobby_version(connection: Connection, table_id: str) -> int:
    """How often a table was kept; 0 when it is not live."""
    found = _version.first(connection, {"table": table_id})
    return 0 if found is None else int(found[0])


def forget_lobby(connection: Connection, table_id: str, epoch: int) -> None:
    """A table is no longer live, as who holds it says: who sat there is forgotten, how it was run is not."""
    check_lease(connection, table_id, epoch)
    connection.execute(update(lobby).where(lobby.c.felt == table_id).values(seating="", version=0))
    free_place(connection, table_id)


# Open tables, as one sees them from outside


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

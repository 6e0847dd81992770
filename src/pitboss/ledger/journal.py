"""What is stored of tables: their events, rounds and sheets, how each is run now, and who sits there.

Everything here happens inside a transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, NamedTuple

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from pitboss.canonical import START, link
from pitboss.errors import CageFault
from pitboss.ledger.accounts import escrow_account
from pitboss.ledger.deeds import Deed, canonical
from pitboss.ledger.schema import accounts, evenings, events, felts, lobby, places, rounds, sheets
from pitboss.ledger.store import PLACES, Prepared, reach, read_one, upsert

Purse = Literal["house", "chips"]  # people's own money, or chips that are worth something at this table only


class LeaseLost(CageFault):
    """Another process holds this table now; nothing was written. Other tables are not touched by it."""

    def __init__(self, table: str) -> None:
        super().__init__(f"Another process holds the table {table!r} now")


class NoSuchTable(CageFault):
    """No table has this id."""


class StoredTable(NamedTuple):
    """A table as stored."""

    id: str
    sheet: str
    low: int
    high: int
    epoch: int
    sequence: int
    rounds: int
    head: str
    closed: bool
    purse: Purse = "house"
    meter: str | None = None  # the key of its meter's account
    owner: str | None = None  # the server that took it last
    evening: str | None = None  # the evening whose chips are played with


class StoredRound(NamedTuple):
    """A round as stored; `ended` is None while it is open."""

    id: str
    felt: str
    number: int
    sheet: str
    low: int
    high: int
    commitment: str
    seed: str
    ended: str | None
    previous: str | None
    head: str | None
    at: int | None = None  # when it ended


class StoredEvent(NamedTuple):
    """An event as stored: its place at the table, its round, and its JSON."""

    sequence: int
    round: str | None
    body: str


# Sheets


def keep_sheet(connection: Connection, hash_: str, content: str) -> None:
    """Stores a sheet by its hash, so that an old round is judged by the rules of its day."""
    statement = upsert(sheets).values(hash=hash_, content=content)
    connection.execute(statement.on_conflict_do_nothing())


def sheet_content(connection: Connection, hash_: str) -> str:
    """The stored content of a sheet."""
    return str(connection.execute(select(sheets.c.content).where(sheets.c.hash == hash_)).scalar_one())


# Tables

_advance = Prepared(
    update(felts)
    .where(
        felts.c.id == bindparam("felt"),
        felts.c.epoch == bindparam("held"),
        felts.c.sequence == bindparam("last"),
    )
    .values(
        low=bindparam("least"),
        high=bindparam("most"),
        sequence=bindparam("next"),
        rounds=bindparam("played"),
        head=bindparam("now"),
        closed=bindparam("shut"),
    )
)


def store_table(connection: Connection, stored: StoredTable) -> None:
    """Stores a new table."""
    connection.execute(insert(felts), stored._asdict())
    reach("journal:felt")


def read_table(connection: Connection, table_id: str) -> StoredTable:
    """A table as it stands."""
    found = connection.execute(select(felts).where(felts.c.id == table_id)).first()
    if found is None:
        raise NoSuchTable(f"There is no table {table_id!r}")
    return StoredTable(*found)


def stored_tables(connection: Connection, *, open_only: bool = False) -> list[StoredTable]:
    """Every table, by id; or those that are not closed."""
    query = select(felts).order_by(felts.c.id)
    if open_only:
        query = query.where(felts.c.closed.is_(False))
    return [StoredTable(*row) for row in connection.execute(query)]


def advance(connection: Connection, before: StoredTable, after: StoredTable) -> None:
    """Moves a table on, if it is where the caller left it and the lease is still the caller's."""
    values = {
        "felt": before.id,
        "held": before.epoch,
        "last": before.sequence,
        "least": after.low,
        "most": after.high,
        "next": after.sequence,
        "played": after.rounds,
        "now": after.head,
        "shut": after.closed,
    }
    if _advance.changes(connection, values) != 1:
        raise LeaseLost(before.id)
    reach("journal:table")


_fence = Prepared(
    select(felts.c.sequence)
    .where(felts.c.id == bindparam("felt"), felts.c.epoch == bindparam("held"))
    .with_for_update(key_share=True)
)


def settle_lease(connection: Connection, table_id: str, epoch: int) -> StoredTable:
    """A table as it stands for good, after the answer to a commit was lost; LeaseLost if it is another's now.

    It writes the row: PostgreSQL waits with that until an older transaction of the caller has ended, and what
    an older one has left at the end of SQLite's log is overwritten.
    """
    touch = update(felts).where(felts.c.id == table_id, felts.c.epoch == epoch).values(epoch=epoch)
    if connection.execute(touch).rowcount != 1:
        raise LeaseLost(table_id)
    return read_table(connection, table_id)


def check_held(connection: Connection, stored: StoredTable) -> None:
    """Raises LeaseLost when a table is no longer where the caller left it, or no longer the caller's.

    Else it stays so until the commit: the first lock of every transaction at a table.
    """
    found = _fence.first(connection, {"felt": stored.id, "held": stored.epoch})
    if found is None or found[0] != stored.sequence:
        raise LeaseLost(stored.id)


# Rounds and events

_write_events = Prepared(insert(events).inline())
_open_round = Prepared(insert(rounds).inline())
_end_round = Prepared(
    update(rounds)
    .where(rounds.c.id == bindparam("round"), rounds.c.ended.is_(None))
    .values(ended=bindparam("how"), previous=bindparam("before"), head=bindparam("now"), at=bindparam("when"))
)


def write_events(
    connection: Connection, table_id: str, written: Sequence[tuple[Deed, StoredEvent]], previous: str
) -> str:
    """Adds events to a table, each with its deed; two of the same place are refused by the database.

    Each is linked to the one before it, whose link is `previous`. Gives the link of the last.
    """
    rows = []
    for deed, (sequence, round_, body) in written:
        previous = link(previous, event_text(table_id, deed, sequence, round_, body).encode())
        row = {"felt": table_id, "deed": deed.number, "sequence": sequence, "round": round_, "body": body}
        rows.append(row | {"link": previous})
    if rows:
        _write_events.write(connection, rows)
        reach("journal:events")
    return previous


def event_text(table_id: str, deed: Deed, sequence: int, round_: str | None, body: str) -> str:
    """What the link of an event stands for: the event, and who caused it, when, under which id."""
    number, actor, command, content, at = deed
    place = {"felt": table_id, "sequence": sequence, "round": round_, "body": body}
    return canonical(
        {**place, "deed": number, "actor": actor, "command": command, "content": content, "at": at}
    )


def last_link(connection: Connection, stored: StoredTable) -> str:
    """The link of a table's last event."""
    mine = events.c.felt == stored.id, events.c.sequence == stored.sequence
    found = connection.execute(select(events.c.link).where(*mine)).scalar()
    return START if found is None else str(found)


def open_round(connection: Connection, new: StoredRound) -> None:
    """Stores a round with its commitment and its secret seed, before anybody bets on it."""
    _open_round.run(connection, new._asdict())
    reach("journal:round")


def end_round(connection: Connection, round_: str, how: str, previous: str, head: str, at: int) -> None:
    """Closes a round and puts it into its table's chain."""
    values = {"round": round_, "how": how, "before": previous, "now": head, "when": at}
    if _end_round.changes(connection, values) != 1:
        raise AssertionError(f"The round {round_} has ended before")
    reach("journal:end")


def read_round(connection: Connection, round_: str) -> StoredRound | None:
    """A round by its id."""
    return read_one(connection, select(rounds).where(rounds.c.id == round_), StoredRound)


def last_round(connection: Connection, table_id: str) -> StoredRound | None:
    """The latest round of a table."""
    query = select(rounds).where(rounds.c.felt == table_id).order_by(rounds.c.number.desc()).limit(1)
    return read_one(connection, query, StoredRound)


def events_of_round(connection: Connection, round_: str) -> list[StoredEvent]:
    """The events of a round in order."""
    columns = events.c.sequence, events.c.round, events.c.body
    query = select(*columns).where(events.c.round == round_).order_by(events.c.sequence)
    return [StoredEvent(*row) for row in connection.execute(query)]


# Places for tables
class Taken(NamedTuple):
    """How many tables are open: in all, of one host, opened from one network."""

    tables: int
    host: int
    network: int


def lock_places(connection: Connection) -> None:
    """Nobody else opens a table until the commit. It is a transaction's last lock."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer and needs no lock
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({PLACES})")


def count_places(connection: Connection, host: str, network: str) -> Taken:
    """The tables that are open, and those that evenings hold a place for."""
    query = (
        select(places.c.host, places.c.network, literal(1))
        .join(felts, felts.c.id == places.c.felt)
        .where(felts.c.closed.is_(False))
    )
    opened = (
        select(felts.c.evening, func.count().label("tables"))
        .where(felts.c.evening.is_not(None), felts.c.closed.is_(False))
        .group_by(felts.c.evening)
        .subquery()
    )
    held = select(evenings.c.host, evenings.c.network, evenings.c.places, opened.c.tables).outerjoin(
        opened, opened.c.evening == evenings.c.id
    )
    found = [tuple(row) for row in connection.execute(query)]
    found += [
        (of, where, max(count, tables or 0))
        for of, where, count, tables in connection.execute(
            held.where(or_(evenings.c.places > 0, opened.c.tables > 0))
        )
    ]
    return Taken(
        sum(count for *_, count in found),
        sum(count for of, _, count in found if of == host),
        sum(count for _, where, count in found if where == network),
    )


def take_place(connection: Connection, table_id: str, host: str, network: str) -> None:
    """A table is open."""
    connection.execute(places.insert().values(felt=table_id, host=host, network=network))


def free_place(connection: Connection, table_id: str) -> None:
    """A table has closed: from where it was opened is forgotten."""
    connection.execute(delete(places).where(places.c.felt == table_id))


# How live tables are run, and who sits there


class Lobby(NamedTuple):
    """A live table as it was last seen, in the floor's own words."""

    felt: str
    settings: str
    seating: str
    version: int  # how often it was kept


_new: Final = upsert(lobby)
_keep: Final = Prepared(
    _new.on_conflict_do_update(
        index_elements=["felt"],
        set_={
            "settings": _new.excluded.settings,
            "seating": _new.excluded.seating,
            "version": lobby.c.version + 1,
        },
    ).returning(lobby.c.version)
)
_live: Final = lobby.c.version > 0


def write_lobby(connection: Connection, table_id: str, settings: str, seating: str) -> int:
    """Keeps how a table is run and who sits there, in the place of what was kept; gives how often it was.

    Only who holds the table may, and has seen to that in this transaction (`journal.check_held`).
    """
    values = {"felt": table_id, "settings": settings, "seating": seating, "version": 1}
    [(version,)] = _keep.all(connection, values)
    return int(version)


def read_lobby(connection: Connection, table_id: str) -> Lobby | None:
    """What was kept of a table."""
    return read_one(connection, select(lobby).where(lobby.c.felt == table_id, _live), Lobby)


def all_lobbies(connection: Connection) -> list[Lobby]:
    """What was kept of all tables, by id."""
    return [Lobby(*row) for row in connection.execute(select(lobby).where(_live).order_by(lobby.c.felt))]


def settings_of_table(connection: Connection, table_id: str) -> str | None:
    """How a table is run, or was until it closed."""
    found = connection.execute(select(lobby.c.settings).where(lobby.c.felt == table_id)).scalar()
    return None if found is None else str(found)


def lobby_version(connection: Connection, table_id: str) -> int:
    """How often a table was kept; 0 when it is not live."""
    return int(connection.scalar(select(lobby.c.version).where(lobby.c.felt == table_id)) or 0)


def forget_lobby(connection: Connection, table_id: str, epoch: int) -> None:
    """A table is no longer live, as who holds it says: who sat there is forgotten, how it was run is not."""
    held = select(felts.c.id).where(felts.c.id == table_id, felts.c.epoch == epoch)
    if connection.execute(held.with_for_update(read=True)).first() is None:
        raise LeaseLost(table_id)
    connection.execute(update(lobby).where(lobby.c.felt == table_id).values(seating="", version=0))
    free_place(connection, table_id)


class OpenTable(NamedTuple):
    """A live table that is open, whether a server has it or none."""

    stored: StoredTable
    version: int  # how often it was kept how the table is run and who sits there
    staked: int  # micro-cents that lie in its open round


_open: Final = (
    select(felts, lobby.c.version, func.coalesce(accounts.c.balance, 0))
    .select_from(lobby)
    .join(felts, felts.c.id == lobby.c.felt)
    .outerjoin(rounds, (rounds.c.felt == felts.c.id) & (rounds.c.number == felts.c.rounds))
    .outerjoin(accounts, (accounts.c.kind == escrow_account("").kind) & (accounts.c.key == rounds.c.id))
    .where(_live, felts.c.closed.is_(False))
)


def open_tables(connection: Connection) -> list[OpenTable]:
    """Every live table that is open."""
    return [OpenTable(StoredTable(*row[:-2]), *row[-2:]) for row in connection.execute(_open)]


def kept_texts(connection: Connection, tables: Collection[str]) -> dict[str, tuple[str, str]]:
    """How tables are run and who sits there, in the floor's own words."""
    query = select(lobby.c.felt, lobby.c.settings, lobby.c.seating).where(lobby.c.felt.in_(tables))
    return {felt: (settings, seating) for felt, settings, seating in connection.execute(query)}

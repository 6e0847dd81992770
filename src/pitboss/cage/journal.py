"""What was done: deeds with their answers, the events of tables and rounds, leases. Inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.cage.points import reach
from pitboss.cage.schema import deeds, events, felts, rounds, sheets


class OtherContent(Exception):
    """A command id was used before for something else."""


class LeaseLost(Exception):
    """Another process holds this table now; nothing was written."""


class NoSuchFelt(Exception):
    """No table has this id."""


class Asked(NamedTuple):
    """A command as the cage knows it: who, under which id, and what in canonical JSON."""

    actor: str
    command: str
    content: str

    @property
    def digest(self) -> str:
        return sha256(self.content.encode()).hexdigest()


class Felt(NamedTuple):
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


class StoredEvent(NamedTuple):
    """An event as stored: its place at the table, its round, and its JSON."""

    sequence: int
    round: str | None
    body: str


def canonical(value: Any) -> str:
    """JSON with sorted keys and no blanks, so that equal values are equal texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


# Deeds

_first = select(deeds.c.content, deeds.c.answer).where(
    deeds.c.actor == bindparam("actor"), deeds.c.command == bindparam("command")
)
_do = insert(deeds).returning(deeds.c.id)


def first_answer(connection: Connection, asked: Asked) -> str | None:
    """What was answered when this command came for the first time, or None when it is new."""
    found = connection.execute(_first, {"actor": asked.actor, "command": asked.command}).first()
    if found is None:
        return None
    if found.content != asked.digest:
        raise OtherContent(f"The command id {asked.command!r} was used before for something else")
    return str(found.answer)


def write_deed(connection: Connection, asked: Asked, answer: str, at: int) -> int:
    """Writes a command with its answer; its number goes with events and transfers."""
    row = {
        "actor": asked.actor,
        "command": asked.command,
        "content": asked.digest,
        "answer": answer,
        "at": at,
    }
    number = int(connection.execute(_do, row).scalar_one())
    reach("journal:deed")
    return number


# Sheets

_KEEP_SHEET: Final = {
    "sqlite": sqlite.insert(sheets).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(sheets).on_conflict_do_nothing(),
}
_sheet = select(sheets.c.content).where(sheets.c.hash == bindparam("hash"))


def keep_sheet(connection: Connection, hash_: str, content: str) -> None:
    """Stores a sheet by its hash, so that an old round is judged by the rules of its day."""
    connection.execute(_KEEP_SHEET[connection.dialect.name], {"hash": hash_, "content": content})


def sheet_content(connection: Connection, hash_: str) -> str:
    """The stored content of a sheet."""
    return str(connection.execute(_sheet, {"hash": hash_}).scalar_one())


# Tables

_felt = select(felts).where(felts.c.id == bindparam("felt"))
_lease = (
    update(felts)
    .where(felts.c.id == bindparam("felt"))
    .values(epoch=felts.c.epoch + 1)
    .returning(felts.c.epoch)
)
_advance = (
    update(felts)
    .where(
        felts.c.id == bindparam("felt"),
        felts.c.epoch == bindparam("held"),
        felts.c.sequence == bindparam("last"),
    )
    .values(
        sequence=bindparam("next"),
        rounds=bindparam("played"),
        head=bindparam("now"),
        closed=bindparam("shut"),
    )
)


def open_felt(connection: Connection, felt: Felt) -> None:
    """Stores a new table."""
    connection.execute(insert(felts), felt._asdict())
    reach("journal:felt")


def read_felt(connection: Connection, felt: str) -> Felt:
    """A table as it stands."""
    found = connection.execute(_felt, {"felt": felt}).first()
    if found is None:
        raise NoSuchFelt(f"There is no table {felt!r}")
    return _felt_of(found)


def all_felts(connection: Connection) -> list[Felt]:
    """Every table, by id."""
    return [_felt_of(row) for row in connection.execute(select(felts).order_by(felts.c.id))]


def _felt_of(row: Row[Any]) -> Felt:
    return Felt(*tuple(row))


def take_lease(connection: Connection, felt: str) -> int:
    """Makes the caller the only one who may write this table's events from now on."""
    epoch = connection.execute(_lease, {"felt": felt}).scalar()
    if epoch is None:
        raise NoSuchFelt(f"There is no table {felt!r}")
    return int(epoch)


def advance(connection: Connection, before: Felt, after: Felt) -> None:
    """Moves a table on, if it is where the caller left it and the lease is still the caller's."""
    values = {
        "felt": before.id,
        "held": before.epoch,
        "last": before.sequence,
        "next": after.sequence,
        "played": after.rounds,
        "now": after.head,
        "shut": after.closed,
    }
    if connection.execute(_advance, values).rowcount != 1:
        raise LeaseLost(f"Another process holds the table {before.id!r} now")
    reach("journal:table")


# Rounds and events

_write_events = insert(events)
_open_round = insert(rounds)
_end_round = (
    update(rounds)
    .where(rounds.c.id == bindparam("round"), rounds.c.ended.is_(None))
    .values(ended=bindparam("how"), previous=bindparam("before"), head=bindparam("now"))
)
_round = select(rounds).where(rounds.c.id == bindparam("round"))
_last_round = (
    select(rounds).where(rounds.c.felt == bindparam("felt")).order_by(rounds.c.number.desc()).limit(1)
)
_events_of_round = (
    select(events.c.sequence, events.c.round, events.c.body)
    .where(events.c.round == bindparam("round"))
    .order_by(events.c.sequence)
)


def write_events(connection: Connection, felt: str, deed: int, written: Sequence[StoredEvent]) -> None:
    """Adds events to a table; two of the same place are refused by the database."""
    if written:
        connection.execute(
            _write_events, [{"felt": felt, "deed": deed, **each._asdict()} for each in written]
        )
        reach("journal:events")


def open_round(connection: Connection, new: StoredRound) -> None:
    """Stores a round with its commitment and its secret seed, before anybody bets on it."""
    connection.execute(_open_round, new._asdict())
    reach("journal:round")


def end_round(connection: Connection, round_: str, how: str, previous: str, head: str) -> None:
    """Closes a round and puts it into its table's chain."""
    values = {"round": round_, "how": how, "before": previous, "now": head}
    if connection.execute(_end_round, values).rowcount != 1:
        raise AssertionError(f"The round {round_} has ended before")
    reach("journal:end")


def read_round(connection: Connection, round_: str) -> StoredRound | None:
    """A round by its id."""
    found = connection.execute(_round, {"round": round_}).first()
    return None if found is None else StoredRound(*found)


def last_round(connection: Connection, felt: str) -> StoredRound | None:
    """The latest round of a table."""
    found = connection.execute(_last_round, {"felt": felt}).first()
    return None if found is None else StoredRound(*found)


def events_of_round(connection: Connection, round_: str) -> list[StoredEvent]:
    """The events of a round in order."""
    return [StoredEvent(*row) for row in connection.execute(_events_of_round, {"round": round_})]

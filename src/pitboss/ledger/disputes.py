"""Rounds that somebody doubts: which are open, how each began and ended, and the notes on them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, func, insert, select, update

from pitboss.ledger.deeds import record_note, told_note
from pitboss.ledger.schema import acts, disputes, notes, rounds


class StoredDispute(NamedTuple):
    """A dispute with the note it began with, and the act that closed it, if one has."""

    number: int
    round: str
    felt: str
    sheet: str
    author: str  # who began it
    at: int
    text: str
    closed: int | None  # when
    closed_by: str | None
    after: str | None  # what the act says


_COLUMNS: Final = (
    disputes.c.number,
    disputes.c.round,
    rounds.c.felt,
    rounds.c.sheet,
    notes.c.author,
    notes.c.at,
    notes.c.text,
    acts.c.at,
    acts.c.actor,
    acts.c.after,
)
_all: Final[Select[Any]] = (
    select(*_COLUMNS)
    .select_from(disputes)
    .join(rounds, rounds.c.id == disputes.c.round)
    .join(notes, notes.c.number == disputes.c.note)
    .outerjoin(acts, acts.c.number == disputes.c.closed)
)
_open: Final = disputes.c.closed.is_(None)


def open_dispute(connection: Connection, round_: str, note: int) -> int:
    """Somebody doubts a round; its number. A round has at most one that is open."""
    statement = insert(disputes).values(round=round_, note=note).returning(disputes.c.number)
    return int(connection.execute(statement).scalar_one())


def dispute_of_round(connection: Connection, round_: str) -> StoredDispute | None:
    """The last dispute of a round."""
    query = _all.where(disputes.c.round == round_).order_by(disputes.c.number.desc()).limit(1)
    found = connection.execute(query).first()
    return None if found is None else StoredDispute(*found)


def close_dispute(connection: Connection, number: int, act: int) -> bool:
    """An act closes a dispute; whether it was open."""
    statement = update(disputes).where(disputes.c.number == number, _open).values(closed=act)
    return connection.execute(statement).rowcount == 1


def find_disputes(
    connection: Connection, *, is_open: bool, before: int | None, most: int
) -> list[StoredDispute]:
    """Open disputes, or closed ones, the latest first."""
    query = _all.where(_open if is_open else ~_open).order_by(disputes.c.number.desc()).limit(most)
    if before is not None:
        query = query.where(disputes.c.number < before)
    return [StoredDispute(*row) for row in connection.execute(query)]


def count_open(connection: Connection, author: str | None = None) -> int:
    """How many disputes are open; of one person, or of all."""
    query = select(func.count()).select_from(disputes).where(_open)
    if author is not None:
        query = query.join(notes, notes.c.number == disputes.c.note).where(notes.c.author == author)
    return int(connection.execute(query).scalar_one())


def has_doubted(connection: Connection, author: str, round_: str) -> bool:
    """Whether a person has said something about a round before."""
    query = select(notes.c.number).where(notes.c.author == author, notes.c.round == round_).limit(1)
    return connection.execute(query).first() is not None


class Note(NamedTuple):
    """What somebody wrote about a round."""

    number: int
    at: int
    author: str
    round: str
    text: str


def write_note(connection: Connection, at: int, author: str, round_: str, text: str) -> int:
    """Writes a note on a round and records it; it is never changed. Gives its number."""
    statement = insert(notes).values(at=at, author=author, round=round_, text=text).returning(notes.c.number)
    number = int(connection.execute(statement).scalar_one())
    record_note(connection, number, told_note(at, author, round_, text))
    return number


def notes_of_round(connection: Connection, round_: str) -> list[Note]:
    """The notes on a round in the order they were written."""
    query = select(notes).where(notes.c.round == round_).order_by(notes.c.number)
    return [Note(*row) for row in connection.execute(query)]

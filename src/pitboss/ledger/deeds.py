"""What was asked for and done: commands as deeds, each once, with its answer. Inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.canonical import plain_text, sorted_text
from pitboss.errors import CageFault
from pitboss.ledger.crash_points import reach
from pitboss.ledger.prepared import Prepared
from pitboss.ledger.schema import deeds


class OtherContent(CageFault):
    """A command id was used before for something else."""


class Request(NamedTuple):
    """A command as the cage knows it: who, under which id, and what in canonical JSON."""

    actor: str
    command: str
    content: str

    @property
    def digest(self) -> str:
        return sha256(self.content.encode()).hexdigest()


class Deed(NamedTuple):
    """A command that was written: its number, by whom, under which id, the hash of what was asked, when."""

    number: int
    actor: str
    command: str
    content: str
    at: int


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_DELETE: Final = b"\x7f"  # the one character of ASCII that this encoder escapes and others do not


def canonical(value: Any) -> str:
    """JSON with sorted keys, no blanks and nothing but ASCII, so that equal values are equal texts."""
    return _ascii(plain_text(value), value)


def canonical_row(row: Mapping[str, object]) -> str:
    """The same of texts and whole numbers under plain names: every event is written so."""
    return _ascii(sorted_text(row), row)


def _ascii(written: bytes | None, value: Any) -> str:
    if written is not None and written.isascii() and _DELETE not in written:
        return written.decode()
    return _ENCODER.encode(value)


ALONE: Final = canonical({"events": 0})  # what a deed answers that made no event and moved no money

_first = Prepared(
    select(deeds.c.content, deeds.c.answer).where(
        deeds.c.actor == bindparam("actor"), deeds.c.command == bindparam("command")
    )
)
_do = Prepared(insert(deeds).returning(deeds.c.id))
_do_once = Prepared(
    sqlite.insert(deeds).on_conflict_do_nothing().returning(deeds.c.id),
    postgresql=postgresql.insert(deeds).on_conflict_do_nothing().returning(deeds.c.id),
)


def first_answer(connection: Connection, asked: Request) -> str | None:
    """What was answered when this command came for the first time, or None when it is new."""
    found = _first.first(connection, {"actor": asked.actor, "command": asked.command})
    if found is None:
        return None
    return _same(asked, *found)


def any_answer(connection: Connection, actor: str, command: str) -> str | None:
    """What was answered to somebody under a command id, whatever they asked; None when it is new."""
    found = _first.first(connection, {"actor": actor, "command": command})
    return None if found is None else str(found[1])


def _same(asked: Request, content: str, answer: str) -> str:
    if content != asked.digest:
        raise OtherContent(f"The command id {asked.command!r} was used before for something else")
    return answer


def write_deed(connection: Connection, asked: Request, answer: str, at: int) -> int:
    """Writes a new command with its answer; only `posting`, `deed_chain` and the pit's `writing` call it."""
    [(number,)] = _do.all(connection, _deed(asked, answer, at))
    reach("journal:deed")
    return int(number)


def write_once(connection: Connection, asked: Request, answer: str, at: int) -> int | str:
    """Writes a new command and gives its number, or gives the first answer to one that was done before."""
    found = _do_once.first(connection, _deed(asked, answer, at))
    if found is None:
        [(content, first)] = _first.all(connection, {"actor": asked.actor, "command": asked.command})
        return _same(asked, content, first)
    reach("journal:deed")
    return int(found[0])


def _deed(asked: Request, answer: str, at: int) -> dict[str, str | int]:
    return {
        "actor": asked.actor,
        "command": asked.command,
        "content": asked.digest,
        "answer": answer,
        "at": at,
    }

"""What was asked for and done: commands as deeds, each done once, with its answer. Inside a transaction.

A deed outside tables (a grant, an opening, an operator's act, a note, a role, a limit) also has a record in
the house's chain, written in the same transaction; its head covers all records before it. Only ids and
hashes of free text are in it: names and texts can be erased, and the chain stays whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, text

from pitboss.canonical import START, link, plain_text
from pitboss.errors import CageFault
from pitboss.ledger.accounts import Transfer
from pitboss.ledger.schema import deeds, people, records
from pitboss.ledger.store import RECORD, Prepared, reach, upsert


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
    written = plain_text(value)
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
_do_once = Prepared(upsert(deeds).on_conflict_do_nothing().returning(deeds.c.id))


def first_answer(connection: Connection, asked: Request) -> str | None:
    """What was answered when this command came for the first time, or None when it is new."""
    found = _first.first(connection, {"actor": asked.actor, "command": asked.command})
    if found is None:
        return None
    return _same(asked, *found)


def any_answer(connection: Connection, actor: str, command: str) -> str | None:
    """The answer to a command id of this actor, whatever it asked for; None when the id is new."""
    found = _first.first(connection, {"actor": actor, "command": command})
    return None if found is None else str(found[1])


def _same(asked: Request, content: str, answer: str) -> str:
    if content != asked.digest:
        raise OtherContent(f"The command id {asked.command!r} was used before for something else")
    return answer


def write_deed(connection: Connection, asked: Request, answer: str, at: int) -> int:
    """Writes a new command with its answer; only `posting`, `deed_chain` and the pit's `writing` call it."""
    values = {**asked._asdict(), "content": asked.digest, "answer": answer, "at": at}
    found = _do.first(connection, values)
    reach("journal:deed")
    assert found is not None
    return int(found[0])


def write_once(connection: Connection, asked: Request, answer: str, at: int) -> int | str:
    """Writes a new command and gives its number, or gives the first answer to one that was done before."""
    found = _do_once.first(
        connection, {**asked._asdict(), "content": asked.digest, "answer": answer, "at": at}
    )
    if found is None:
        [(content, first)] = _first.all(connection, {"actor": asked.actor, "command": asked.command})
        return _same(asked, content, first)
    reach("journal:deed")
    return int(found[0])


# The chain of deeds outside tables

Subject = Literal["deed", "act", "note", "person"]
RecordValues = dict[str, Any]
HOUSE: Final = "the house"  # how a head over all chains calls this one; no table is called so
SELF: Final = "the head"  # and itself
SUBJECTS: Final[tuple[Subject, ...]] = ("deed", "act", "note", "person")
STATE: Final = (  # of a person: what others rely on, and nothing that names anybody
    "role", "created", "deleted", "loss", "loss_next", "loss_from",
    "minutes", "minutes_next", "minutes_from", "excluded_until",
)  # fmt: skip


class End(NamedTuple):
    """Where the chain ends: how many records there are, and the head of the last."""

    number: int
    head: str


_lock = Prepared(text(f"SELECT pg_advisory_xact_lock({RECORD})"))
_end = Prepared(select(records.c.number, records.c.head).order_by(records.c.number.desc()).limit(1))
_append = Prepared(insert(records).inline())
_state = Prepared(select(*(people.c[name] for name in STATE)).where(people.c.id == bindparam("person")))


def chain_end(connection: Connection) -> End:
    """The last record."""
    found = _end.first(connection, {})
    return End(0, START) if found is None else End(*found)


def record_deed(
    connection: Connection, deed: int, asked: Request, answer: str, at: int, moved: Sequence[Transfer]
) -> None:
    """Records a deed that is no table's, with the money it has moved."""
    record(connection, "deed", deed, told_deed(*asked[:2], asked.digest, answer, at, moved))


def record_person(connection: Connection, person: str, why: str, by: str, at: int) -> None:
    """Records how a person stands after a change: role, limits, exclusion, whether deleted."""
    found = _state.first(connection, {"person": person})
    if found is not None:
        record(connection, "person", person, told_person(dict(zip(STATE, found, strict=True)), why, by, at))


def record(connection: Connection, subject: Subject, about: int | str, told: RecordValues) -> None:
    """Adds a record. The caller has taken all its other locks before: the chain's end is the last one."""
    if connection.dialect.name == "postgresql":
        _lock.run(connection)
    number, previous = chain_end(connection)
    content = record_text(number + 1, subject, about, told)
    row: dict[str, Any] = {**dict.fromkeys(SUBJECTS), subject: about}
    row |= {"number": number + 1, "content": content, "head": link(previous, content.encode())}
    _append.run(connection, row)
    reach("chain:record")


# What a record says
def record_text(number: int, subject: Subject, about: int | str, told: RecordValues) -> str:
    """A record as it is stored and hashed: its number, the row it is about, and what that row says."""
    return canonical({"number": number, subject: about, **told})


def told_deed(
    actor: str, command: str, content: str, answer: str, at: int, moved: Sequence[Transfer]
) -> RecordValues:
    """What a record says of a deed: who, when, under which id, and every transfer."""
    money = [[*each.giver, *each.taker, each.amount, each.what] for each in moved]
    said = {"actor": actor, "command": command, "content": content, "answer": hashed(answer)}
    return {**said, "at": at, "moved": money}


class Act(NamedTuple):
    """What an operator did, with the values before and after; people are named by id alone."""

    at: int
    actor: str
    what: str
    before: str
    after: str
    felt: str | None = None
    round: str | None = None
    number: int = 0  # 0: not written yet


def told_act(act: Act) -> RecordValues:
    """What a record says of an operator's act; the values are hashed, for a reason may name a person."""
    told = act._asdict() | {"before": hashed(act.before), "after": hashed(act.after)}
    del told["number"]
    return told


def told_note(at: int, author: str, round_: str, written: str) -> RecordValues:
    """What a record says of a note; its text is hashed, so that it can be erased where a law asks for it."""
    return {"at": at, "author": author, "round": round_, "text": hashed(written)}


def told_person(state: Mapping[str, Any], why: str, by: str, at: int) -> RecordValues:
    """What a record says of a person."""
    values = {name: bool(state[name]) if name == "deleted" else state[name] for name in STATE}
    return {"at": at, "by": by, "why": why, "state": values}


def hashed(written: str) -> str:
    """SHA-256 of a text."""
    return sha256(written.encode()).hexdigest()


class Granted(NamedTuple):
    """How often something was given, and when for the last time."""

    number: int
    last: int | None  # milliseconds since 1970, UTC


def granted(connection: Connection, actor: str, prefix: str) -> Granted:
    """What an actor has given under ids that begin so."""
    query = select(func.count(), func.max(deeds.c.at)).where(
        deeds.c.actor == actor, deeds.c.command.startswith(prefix)
    )
    number, last = connection.execute(query).one()
    return Granted(int(number), None if last is None else int(last))

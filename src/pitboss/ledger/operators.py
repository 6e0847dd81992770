"""What operators did and should look at: acts, incidents, audits, disputes. Inside a transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, Select, case, delete, func, insert, or_, select, update

from pitboss.ledger.accounts import operator_actor
from pitboss.ledger.deeds import (
    Act,
    Request,
    canonical,
    record,
    told_act,
    told_note,
)
from pitboss.ledger.posting import do_deed
from pitboss.ledger.schema import acts, audits, disputes, incidents, notes, rounds
from pitboss.ledger.store import read_one, upsert

_ACT: Final = tuple(acts.c[name] for name in Act._fields)


# Acts
def write_act(connection: Connection, act: Act) -> Act:
    """Writes down what an operator did and records it; it is never changed. Gives it with its number."""
    values = {name: value for name, value in act._asdict().items() if name != "number"}
    number = int(connection.execute(insert(acts).values(values).returning(acts.c.number)).scalar_one())
    record(connection, "act", number, told_act(act))
    return act._replace(number=number)


def act_asked(operator: str, command: str, what: str, asked: Mapping[str, Any]) -> Request:
    """An operator's command as the journal of deeds knows it, apart from what it causes at a table."""
    return Request(operator_actor(operator), f"act {command}", canonical(act_content(what, asked)))


def act_content(what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the deed of an act was asked."""
    return {"k": "Act", "what": what, "asked": dict(asked)}


def do_act(connection: Connection, asked: Request, act: Act) -> Act:
    """Writes down an act, with the deed that lets its command be done once; gives it with its number."""
    written = write_act(connection, act)
    do_deed(connection, asked, canonical({"act": written.number}), act.at)
    return written


def read_act(connection: Connection, number: int) -> Act:
    """An act by its number."""
    return Act(*connection.execute(select(*_ACT).where(acts.c.number == number)).one())


class ActQuery(NamedTuple):
    """Which acts are looked for; `until` itself is not among them."""

    table: str | None = None
    person: str | None = None  # whom an act was about, by id
    actor: str | None = None  # the operator's id, or the console
    what: str | None = None
    since: int | None = None
    until: int | None = None
    before: int | None = None  # the number of an act, and not that one


def find_acts(connection: Connection, asked: ActQuery, most: int) -> list[Act]:
    """Acts by table, person, operator, kind and time, the latest first. Numbers are nobody else's."""
    query = select(*_ACT).order_by(acts.c.number.desc()).limit(most)
    if asked.before is not None:
        query = query.where(acts.c.number < asked.before)
    if asked.table is not None:
        query = query.where(acts.c.felt == asked.table)
    if asked.actor is not None:
        query = query.where(acts.c.actor == asked.actor)
    if asked.what is not None:
        query = query.where(acts.c.what == asked.what)
    if asked.since is not None:
        query = query.where(acts.c.at >= asked.since)
    if asked.until is not None:
        query = query.where(acts.c.at < asked.until)
    if asked.person is not None:
        named = (
            acts.c[part].contains(canonical(asked.person), autoescape=True) for part in ("before", "after")
        )
        query = query.where(or_(*named))
    return [Act(*row) for row in connection.execute(query)]


def kinds_of_acts(connection: Connection) -> list[str]:
    """The kinds of acts that there are."""
    return list(connection.scalars(select(acts.c.what).distinct().order_by(acts.c.what)))


# Incidents


class Incident(NamedTuple):
    """Something that has happened to a person, a table or a network: how often, and when first and last."""

    kind: str
    subject: str
    first: int
    last: int
    times: int
    detail: str  # JSON


def note_incident(connection: Connection, found: Incident, quiet: int) -> None:
    """Adds to what is known; after so many milliseconds without it, counting begins anew."""
    new = upsert(incidents)
    old = incidents.c.last < found.last - quiet
    values = {
        "first": case((old, new.excluded.first), else_=incidents.c.first),
        "times": case((old, new.excluded.times), else_=incidents.c.times + new.excluded.times),
        "last": new.excluded.last,
        "detail": new.excluded.detail,
    }
    statement = new.values(**found._asdict())
    connection.execute(statement.on_conflict_do_update(index_elements=["kind", "subject"], set_=values))


def incidents_since(connection: Connection, kind: str, at: int, least: int, most: int) -> list[Incident]:
    """Those of a kind that happened at least so often and were met since a moment, the latest first."""
    query = (
        select(incidents)
        .where(incidents.c.kind == kind, incidents.c.last >= at, incidents.c.times >= least)
        .order_by(incidents.c.last.desc(), incidents.c.subject)
        .limit(most)
    )
    return [Incident(*row) for row in connection.execute(query)]


def end_incident(connection: Connection, kind: str, subject: str) -> None:
    """It is over."""
    connection.execute(delete(incidents).where(incidents.c.kind == kind, incidents.c.subject == subject))


def forget_incidents(connection: Connection, before: int, most: int) -> int:
    """Removes old ones, and of too many those that were not met for longest; gives how many there were."""
    gone = connection.execute(delete(incidents).where(incidents.c.last < before)).rowcount
    count = connection.execute(select(func.count()).select_from(incidents)).scalar_one()
    if count <= most:
        return gone
    edge = select(incidents.c.last).order_by(incidents.c.last.desc()).offset(most).limit(1).scalar_subquery()
    return gone + connection.execute(delete(incidents).where(incidents.c.last <= edge)).rowcount


State = Literal["running", "clean", "faulty", "stopped", "lost", "failed"]


class StoredAudit(NamedTuple):
    """An audit: who asked for it, how far it has come, what came of it."""

    number: int
    at: int  # when it was asked for
    operator: str
    state: State
    seen: int  # when the server that runs it last said so
    done: int  # rounds
    total: int
    ended: int | None
    faults: int
    result: str  # figures and the first faults, as JSON


def begin_audit(connection: Connection, operator: str, at: int) -> int:
    """Writes down that an audit runs; a conflict when one does already. Gives its number."""
    values: dict[str, Any] = {"operator": operator, "state": "running", "at": at, "seen": at, "done": 0}
    values |= {"total": 0, "faults": 0, "result": "{}"}
    return int(connection.execute(insert(audits).values(**values).returning(audits.c.number)).scalar_one())


def move_audit(connection: Connection, number: int, at: int, done: int, total: int) -> bool:
    """An audit has come so far; whether it is still to run."""
    return _running(connection, number, {"seen": at, "done": done, "total": total})


def end_audit(
    connection: Connection, number: int, state: State, at: int, faults: int = 0, result: str = "{}"
) -> bool:
    """An audit has ended, one way or another; whether it was running until now."""
    return _running(connection, number, {"state": state, "ended": at, "faults": faults, "result": result})


def lose_silent(connection: Connection, before: int, at: int) -> int | None:
    """The audit of a server that has said nothing since a moment is lost; its number, if there is one."""
    statement = (
        update(audits)
        .where(audits.c.state == "running", audits.c.seen < before)
        .values(state="lost", ended=at)
        .returning(audits.c.number)
    )
    return connection.execute(statement).scalar()


def read_audit(connection: Connection, number: int) -> StoredAudit | None:
    """An audit by its number."""
    return read_one(connection, select(audits).where(audits.c.number == number), StoredAudit)


def last_audits(connection: Connection, most: int, before: int | None = None) -> list[StoredAudit]:
    """The last audits, the latest first."""
    query = select(audits).order_by(audits.c.number.desc()).limit(most)
    if before is not None:
        query = query.where(audits.c.number < before)
    return [StoredAudit(*row) for row in connection.execute(query)]


def last_verdict(connection: Connection) -> StoredAudit | None:
    """The last audit that came to its end: clean, or with faults."""
    query = select(audits).where(audits.c.state.in_(("clean", "faulty")))
    return read_one(connection, query.order_by(audits.c.number.desc()).limit(1), StoredAudit)


def _running(connection: Connection, number: int, values: dict[str, Any]) -> bool:
    statement = update(audits).where(audits.c.number == number, audits.c.state == "running").values(**values)
    return connection.execute(statement).rowcount == 1


# Disputes: rounds that a player questions


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


_DISPUTE_COLUMNS: Final = (
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
    select(*_DISPUTE_COLUMNS)
    .select_from(disputes)
    .join(rounds, rounds.c.id == disputes.c.round)
    .join(notes, notes.c.number == disputes.c.note)
    .outerjoin(acts, acts.c.number == disputes.c.closed)
)
_open: Final = disputes.c.closed.is_(None)


def open_dispute(connection: Connection, round_: str, note: int) -> int:
    """Opens a dispute and gives its number. A round has at most one that is open."""
    statement = insert(disputes).values(round=round_, note=note).returning(disputes.c.number)
    return int(connection.execute(statement).scalar_one())


def dispute_of_round(connection: Connection, round_: str) -> StoredDispute | None:
    """The last dispute of a round."""
    query = _all.where(disputes.c.round == round_).order_by(disputes.c.number.desc()).limit(1)
    return read_one(connection, query, StoredDispute)


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
    """What a person wrote about a round."""

    number: int
    at: int
    author: str
    round: str
    text: str


def write_note(connection: Connection, at: int, author: str, round_: str, text: str) -> int:
    """Writes a note on a round and records it; it is never changed. Gives its number."""
    statement = insert(notes).values(at=at, author=author, round=round_, text=text).returning(notes.c.number)
    number = int(connection.execute(statement).scalar_one())
    record(connection, "note", number, told_note(at, author, round_, text))
    return number


def notes_of_round(connection: Connection, round_: str) -> list[Note]:
    """The notes on a round in the order they were written."""
    query = select(notes).where(notes.c.round == round_).order_by(notes.c.number)
    return [Note(*row) for row in connection.execute(query)]

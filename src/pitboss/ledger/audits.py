"""Audits that are asked for while the house runs: one at a time, to be watched from every server."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, insert, select, update

from pitboss.ledger.schema import audits

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


_COLUMNS: Final = tuple(audits.c[name] for name in StoredAudit._fields)


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
    found = connection.execute(select(*_COLUMNS).where(audits.c.number == number)).first()
    return None if found is None else StoredAudit(*found)


def last_audits(connection: Connection, most: int, before: int | None = None) -> list[StoredAudit]:
    """The last audits, the latest first."""
    query = select(*_COLUMNS).order_by(audits.c.number.desc()).limit(most)
    if before is not None:
        query = query.where(audits.c.number < before)
    return [StoredAudit(*row) for row in connection.execute(query)]


def last_verdict(connection: Connection) -> StoredAudit | None:
    """The last audit that came to its end: clean, or with faults."""
    query = select(*_COLUMNS).where(audits.c.state.in_(("clean", "faulty")))
    found = connection.execute(query.order_by(audits.c.number.desc()).limit(1)).first()
    return None if found is None else StoredAudit(*found)


def _running(connection: Connection, number: int, values: dict[str, Any]) -> bool:
    statement = update(audits).where(audits.c.number == number, audits.c.state == "running").values(**values)
    return connection.execute(statement).rowcount == 1

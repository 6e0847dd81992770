"""What operators should look at, whichever server has met it. Everything is inside a transaction."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, case, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.ledger.schema import incidents


class Incident(NamedTuple):
    """Something that has happened about somebody or something, how often, and when first and last."""

    kind: str
    subject: str
    first: int
    last: int
    times: int
    detail: str  # JSON


_columns: Final = tuple(incidents.c[name] for name in Incident._fields)


def note_incident(connection: Connection, found: Incident, quiet: int) -> None:
    """Adds to what is known; after so many milliseconds without it, counting begins anew."""
    new: Any = sqlite.insert(incidents)
    if connection.dialect.name == "postgresql":
        new = postgresql.insert(incidents)
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
        select(*_columns)
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

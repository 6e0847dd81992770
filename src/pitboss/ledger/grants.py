"""What play money somebody was given, and when. Everything here happens inside a transaction."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, select

from pitboss.ledger.schema import deeds


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

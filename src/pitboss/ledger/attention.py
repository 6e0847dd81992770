"""What asks for an operator's look: rounds that were void, people who are excluded. Only reading."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, literal_column, select

from pitboss.ledger.schema import people, rounds


class VoidRound(NamedTuple):
    """A round that was declared void, and when."""

    id: str
    felt: str
    at: int


class Excluded(NamedTuple):
    """Somebody who does not play until a time."""

    person: str
    until: int


def rounds_void_since(connection: Connection, at: int, most: int) -> list[VoidRound]:
    """Rounds that were void since a moment, the latest first."""
    query = (
        select(rounds.c.id, rounds.c.felt, rounds.c.at)
        .where(literal_column("ended = 'void'"), rounds.c.at >= at)  # as the index has it
        .order_by(rounds.c.at.desc(), rounds.c.id)
        .limit(most)
    )
    return [VoidRound(*row) for row in connection.execute(query)]


def excluded_people(connection: Connection, now: int, most: int) -> list[Excluded]:
    """People who are excluded from play now; who comes back first stands first."""
    query = (
        select(people.c.id, people.c.excluded_until)
        .where(people.c.excluded_until > now, people.c.deleted.is_(False))
        .order_by(people.c.excluded_until, people.c.id)
        .limit(most)
    )
    return [Excluded(*row) for row in connection.execute(query)]

"""What people with a name decided, and what it gave up: kept beside the tables. Inside a transaction.

Nothing here is part of the books: it can be lost or deleted, and no account changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from pitboss.ledger.accounts import is_account, person_account
from pitboss.ledger.schema import accounts, decisions, deeds, people, rounds, transfers

Sort = Literal["table", "drill"]

_COLUMNS: Final = [column for column in decisions.columns if column.name not in ("id", "person")]


class Decision(NamedTuple):
    """One decision of a person."""

    at: int
    kind: Sort
    house: str
    sheet: str
    cards: str  # high to low
    up: str
    action: str  # as the odds name it: `play`, `draw:4d`
    best: str  # `play|draw:4d` where both are as good
    cost: int  # micro-cents
    ante: int  # cents
    round: str | None = None
    seat: int | None = None
    drill: int | None = None
    step: int | None = None
    ms: int | None = None


class BetOn(NamedTuple):
    """A round that a person has bet on."""

    transfer: int
    round: str
    at: int
    ended: str | None


def keep_decision(connection: Connection, person: str, made: Decision) -> None:
    """Keeps one decision."""
    connection.execute(insert(decisions), made._asdict() | {"person": person})


def decisions_of(connection: Connection, person: str, *, most: int) -> list[Decision]:
    """A person's last decisions, the oldest first."""
    latest = (
        select(*_COLUMNS)
        .where(decisions.c.person == person)
        .order_by(decisions.c.at.desc(), decisions.c.id.desc())
        .limit(most)
    )
    return [Decision(*row) for row in connection.execute(latest)][::-1]


def last_drill(connection: Connection, person: str, house: str) -> int:
    """The number of a person's last drill at a house; 0 before the first."""
    query = select(func.max(decisions.c.drill)).where(
        decisions.c.person == person, decisions.c.house == house
    )
    return int(connection.execute(query).scalar() or 0)


def unlearned(connection: Connection, person: str, house: str, sheet: str) -> list[Decision]:
    """The last drill answer to each hand that is to come back, at a house with these rules."""
    mine = (
        decisions.c.person == person,
        decisions.c.kind == "drill",
        decisions.c.house == house,
        decisions.c.sheet == sheet,
    )
    last = select(func.max(decisions.c.id)).where(*mine).group_by(decisions.c.cards, decisions.c.up)
    query = select(*_COLUMNS).where(decisions.c.id.in_(last), decisions.c.step.is_not(None))
    return [Decision(*row) for row in connection.execute(query.order_by(decisions.c.id))]


# Rounds that were not looked at yet


def mark_of(connection: Connection, person: str) -> int | None:
    """The last transfer whose round was looked at; None when there is no such person."""
    query = select(func.coalesce(people.c.progress_after, 0)).where(
        people.c.id == person, people.c.deleted.is_(False)
    )
    found = connection.execute(query).scalar()
    return None if found is None else int(found)


def bets_after(connection: Connection, person: str, mark: int, most: int) -> list[BetOn]:
    """What a person has bet since then, the oldest first; a round stands there once for each bet."""
    mine = select(accounts.c.id).where(is_account(person_account(person))).scalar_subquery()
    taker = accounts.alias("taker")
    query = (
        select(transfers.c.id, rounds.c.id, deeds.c.at, rounds.c.ended)
        .join(taker, taker.c.id == transfers.c.taker)
        .join(rounds, rounds.c.id == taker.c.key)
        .join(deeds, deeds.c.id == transfers.c.deed)
        .where(transfers.c.giver == mine, transfers.c.id > mark, taker.c.kind == "escrow")
        .order_by(transfers.c.id)
        .limit(most)
    )
    return [BetOn(*row) for row in connection.execute(query)]


def known_rounds(connection: Connection, person: str, asked: Sequence[str]) -> set[str]:
    """Which of these rounds have been looked at."""
    query = select(decisions.c.round).where(decisions.c.person == person, decisions.c.round.in_(asked))
    return set(connection.execute(query).scalars())


def decisions_in(connection: Connection, person: str, asked: Sequence[str]) -> list[Decision]:
    """What is kept of a person's decisions in some rounds."""
    query = select(*_COLUMNS).where(decisions.c.person == person, decisions.c.round.in_(asked))
    return [Decision(*row) for row in connection.execute(query)]


def keep_found(
    connection: Connection, person: str, before: int, after: int, found: Sequence[Decision]
) -> bool:
    """Keeps what was found and moves the mark; False, and nothing kept, when the mark was moved meanwhile."""
    moved = (
        update(people)
        .where(
            people.c.id == person,
            people.c.deleted.is_(False),
            func.coalesce(people.c.progress_after, 0) == before,
        )
        .values(progress_after=after)
    )
    if connection.execute(moved).rowcount != 1:
        return False
    if found:
        connection.execute(insert(decisions), [each._asdict() | {"person": person} for each in found])
    return True


def forget(connection: Connection, person: str) -> int:
    """Deletes all progress of a person; rounds until now are not looked at again. Gives how many went."""
    gone = connection.execute(delete(decisions).where(decisions.c.person == person)).rowcount
    last = select(func.coalesce(func.max(transfers.c.id), 0)).scalar_subquery()
    connection.execute(update(people).where(people.c.id == person).values(progress_after=last))
    return gone

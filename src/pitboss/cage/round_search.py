"""Rounds as people look for them: by table, person and time, with when each ended. Only reading."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Select, case, func, or_, select

from pitboss.cage.journal import Purse, read_table
from pitboss.cage.ledger import MicroCents, is_purse_of
from pitboss.cage.schema import accounts, deeds, events, felts, rounds, transfers

Only = Literal["voids", "platform"]


class RoundQuery(NamedTuple):
    """Which rounds are looked for; `until` itself is not among them."""

    id: str | None = None
    table: str | None = None
    person: str | None = None
    since: int | None = None
    until: int | None = None
    before: int | None = None
    most: int = 50


class FoundRound(NamedTuple):
    """A round that was found; its place is the deed of its last event."""

    id: str
    felt: str
    number: int
    sheet: str
    ended: Literal["settled", "void", "unused"] | None
    place: int
    at: int


class PersonsRound(NamedTuple):
    """A round of a person that has ended, with what it brought them in all."""

    id: str
    felt: str
    number: int
    sheet: str
    ended: str
    purse: Purse
    net: MicroCents
    place: int  # the deed of their last transfer
    at: int


class Stretch(NamedTuple):
    """Rounds of a table, without a gap."""

    felt: str
    first: int
    last: int


_place = (  # the deed of a round's last event
    select(func.max(events.c.deed)).where(events.c.round == rounds.c.id).scalar_subquery().label("place")
)


def find_rounds(connection: Connection, asked: RoundQuery) -> list[FoundRound]:
    """Rounds by id, table, person and time, the latest first."""
    last = select(*(rounds.c[name] for name in ("id", "felt", "number", "sheet", "ended")), _place).subquery()
    query = select(last, deeds.c.at).join(deeds, deeds.c.id == last.c.place)
    if asked.id is not None:
        query = query.where(last.c.id == asked.id)
    if asked.table is not None:
        query = query.where(last.c.felt == asked.table)
    if asked.person is not None:
        query = query.where(last.c.id.in_(_rounds_of(asked.person)))
    if asked.since is not None:
        query = query.where(deeds.c.at >= asked.since)
    if asked.until is not None:
        query = query.where(deeds.c.at < asked.until)
    if asked.before is not None:
        query = query.where(last.c.place < asked.before)
    query = query.order_by(last.c.place.desc()).limit(asked.most)
    return [FoundRound(*row) for row in connection.execute(query)]


def _rounds_of(person: str) -> Select[tuple[str]]:
    """The rounds that a person has put money into, at a seat or as the bank."""
    mine = select(accounts.c.id).where(is_purse_of(person))
    return (
        select(accounts.c.key)
        .join(transfers, transfers.c.taker == accounts.c.id)
        .where(transfers.c.giver.in_(mine), accounts.c.kind.in_(("escrow", "bank")))
    )


def last_event_at(connection: Connection, round_: str) -> int:
    """When the last thing happened in a round."""
    mine = select(events.c.deed).where(events.c.round == round_)
    return int(connection.execute(select(func.max(deeds.c.at)).where(deeds.c.id.in_(mine))).scalar() or 0)


# A person's own


def rounds_of_person(
    connection: Connection,
    person: str,
    before: int | None,
    most: int,
    only: Only | None = None,
    table: str | None = None,
) -> list[PersonsRound]:
    """A person's rounds that have ended, the latest first; `only` void ones, or those with somebody away.

    With a `table` those that were played there.
    """
    query = _rounds_of_person(person, before, most, only)
    found = connection.execute(query if table is None else query.where(rounds.c.felt == table)).all()
    ended = select(deeds.c.id, deeds.c.at).where(deeds.c.id.in_([row.place for row in found]))
    times = {row.id: row.at for row in connection.execute(ended)}
    return [
        PersonsRound(
            row.id,
            row.felt,
            row.number,
            row.sheet,
            row.ended,
            row.purse,
            int(row.net),
            row.place,
            times[row.place],
        )
        for row in found
    ]


def _rounds_of_person(person: str, before: int | None, most: int, only: Only | None) -> Select[Any]:
    mine = select(accounts.c.id).where(is_purse_of(person))
    signed = case((transfers.c.taker.in_(mine), transfers.c.amount), else_=-transfers.c.amount)
    # A deed belongs to one round: that of its events.
    of_round = (
        select(events.c.deed, func.max(events.c.round).label("round"))
        .where(events.c.round.is_not(None))
        .group_by(events.c.deed)
        .subquery()
    )
    last = func.max(transfers.c.deed)
    query = (
        select(rounds, felts.c.purse, func.sum(signed).label("net"), last.label("place"))
        .join(felts, felts.c.id == rounds.c.felt)
        .join(of_round, of_round.c.round == rounds.c.id)
        .join(transfers, transfers.c.deed == of_round.c.deed)
        .where(or_(transfers.c.giver.in_(mine), transfers.c.taker.in_(mine)), rounds.c.ended.is_not(None))
        .group_by(rounds.c.id, felts.c.purse)
        .order_by(last.desc())
        .limit(most)
    )
    if only == "voids":
        query = query.where(rounds.c.ended == "void")
    if only == "platform":  # somebody's, at least; whose is seen in the events
        away = select(events.c.round).where(
            events.c.round == rounds.c.id, events.c.body.like('%"by":"away %')
        )
        query = query.where(away.exists())
    return query if before is None else query.having(last < before)


def bodies_of_rounds(connection: Connection, ids: Sequence[str]) -> dict[str, list[str]]:
    """The events of some rounds as they are stored, each round's in order."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    query = select(events.c.round, events.c.body).where(events.c.round.in_(ids)).order_by(events.c.sequence)
    for round_, body in connection.execute(query):
        found[round_].append(body)
    return found


# Whole stretches, for who writes history out


def ended_stretches(
    connection: Connection, table: str | None, since: int | None, until: int | None
) -> list[Stretch]:
    """For each table the ended rounds of a time: all from the first to the last, so no chain is broken."""
    query = select(rounds.c.felt, rounds.c.number).where(rounds.c.ended.is_not(None))
    if table is not None:
        query = query.where(rounds.c.felt == read_table(connection, table).id)
    if since is not None or until is not None:
        query = (
            query.join(events, events.c.round == rounds.c.id)
            .join(deeds, deeds.c.id == events.c.deed)
            .group_by(rounds.c.felt, rounds.c.number)
        )
        if since is not None:
            query = query.having(func.max(deeds.c.at) >= since)
        if until is not None:
            query = query.having(func.max(deeds.c.at) < until)
    found = query.subquery()
    number = found.c.number
    ends = (
        select(found.c.felt, func.min(number), func.max(number)).group_by(found.c.felt).order_by(found.c.felt)
    )
    return [Stretch(*row) for row in connection.execute(ends)]


def ends_of_rounds(connection: Connection, stretch: Stretch) -> list[int]:
    """When each round of a stretch ended: the time of its last event."""
    query = (
        select(func.max(deeds.c.at))
        .select_from(rounds)
        .join(events, events.c.round == rounds.c.id)
        .join(deeds, deeds.c.id == events.c.deed)
        .where(rounds.c.felt == stretch.felt, rounds.c.number.between(stretch.first, stretch.last))
        .group_by(rounds.c.number)
        .order_by(rounds.c.number)
    )
    return list(connection.scalars(query))

"""Evenings and leagues as they are stored, with their events and their tables. Inside a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, func, insert, or_, select, update

from pitboss.cage.errors import Conflict
from pitboss.cage.schema import deeds, evening_events, evenings, felts, leagues, lobby


class StoredEvening(NamedTuple):
    """An evening as stored; `state` is the evening in its own words."""

    id: str
    host: str
    league: str | None
    phase: str
    invite: str
    made: int
    version: int  # how many events it has
    state: str


class StoredLeague(NamedTuple):
    """A league as stored."""

    id: str
    name: str
    host: str
    made: int


class EveningFelt(NamedTuple):
    """A table of an evening: whether it is closed, and how it is run."""

    id: str
    evening: str
    closed: bool
    settings: str | None


class StoredEveningEvent(NamedTuple):
    """Something that has happened to an evening, with its deed and when it was done."""

    evening: str
    number: int
    deed: int
    body: str
    at: int


def store_evening(connection: Connection, new: StoredEvening) -> None:
    """Stores a new evening."""
    connection.execute(insert(evenings), new._asdict())


def read_evening(connection: Connection, evening: str, *, lock: bool = False) -> StoredEvening | None:
    """An evening as it stands; `lock` keeps it so until the commit, before any account is locked."""
    query = select(evenings).where(evenings.c.id == evening)
    found = connection.execute(query.with_for_update() if lock else query).first()
    return None if found is None else StoredEvening(*found)


def advance_evening(connection: Connection, before: StoredEvening, phase: str, state: str) -> None:
    """Moves an evening on by one event; a conflict where somebody else has."""
    changed = connection.execute(
        update(evenings)
        .where(evenings.c.id == before.id, evenings.c.version == before.version)
        .values(phase=phase, state=state, version=before.version + 1)
    )
    if changed.rowcount != 1:
        raise Conflict(f"the evening {before.id} has gone on meanwhile")


def write_event(connection: Connection, evening: str, number: int, deed: int, body: str) -> None:
    """Writes what has happened to an evening."""
    row = {"evening": evening, "number": number, "deed": deed, "body": body}
    connection.execute(insert(evening_events), row)


def events_of_evening(connection: Connection, evening: str) -> list[StoredEveningEvent]:
    """What has happened to an evening, in order."""
    query = (
        select(evening_events, deeds.c.at)
        .join(deeds, deeds.c.id == evening_events.c.deed)
        .where(evening_events.c.evening == evening)
        .order_by(evening_events.c.number)
    )
    return [StoredEveningEvent(*row) for row in connection.execute(query)]


def all_evenings(connection: Connection, most: int = 200) -> list[StoredEvening]:
    """The evenings, those that are not over first, then the latest."""
    over = evenings.c.phase.in_(("ended", "called_off"))
    query = select(evenings).order_by(over, evenings.c.made.desc(), evenings.c.id).limit(most)
    return [StoredEvening(*row) for row in connection.execute(query)]


def evenings_of_league(connection: Connection, league: str) -> list[StoredEvening]:
    """The evenings of a league in the order in which they were announced."""
    query = select(evenings).where(evenings.c.league == league).order_by(evenings.c.made, evenings.c.id)
    return [StoredEvening(*row) for row in connection.execute(query)]


def evenings_under_way(connection: Connection) -> list[StoredEvening]:
    """The evenings that somebody must look after: those that run, and those with a table to close."""
    open_tables = select(felts.c.evening).where(felts.c.evening.is_not(None), felts.c.closed.is_(False))
    query = select(evenings).where(or_(evenings.c.phase == "running", evenings.c.id.in_(open_tables)))
    return [StoredEvening(*row) for row in connection.execute(query.order_by(evenings.c.id))]


def tables_of(connection: Connection, wanted: Sequence[str]) -> list[EveningFelt]:
    """The tables of some evenings: all that are open, and those that have closed."""
    query = (
        select(felts.c.id, felts.c.evening, felts.c.closed, lobby.c.settings)
        .outerjoin(lobby, and_(lobby.c.felt == felts.c.id, lobby.c.version > 0))
        .where(felts.c.evening.in_(wanted))
        .order_by(felts.c.id)
    )
    return [EveningFelt(*row) for row in connection.execute(query)]


def count_hosted(connection: Connection, host: str, since: int) -> tuple[int, int]:
    """How many evenings of a host are not over, and how many were announced since a moment."""
    query = select(func.count()).select_from(evenings).where(evenings.c.host == host)
    goes_on = connection.execute(query.where(evenings.c.phase.in_(("listed", "running")))).scalar_one()
    return int(goes_on), int(connection.execute(query.where(evenings.c.made >= since)).scalar_one())


# Leagues


def store_league(connection: Connection, new: StoredLeague) -> None:
    """Stores a new league."""
    connection.execute(insert(leagues), new._asdict())


def read_league(connection: Connection, league: str) -> StoredLeague | None:
    """A league by its id."""
    found = connection.execute(select(leagues).where(leagues.c.id == league)).first()
    return None if found is None else StoredLeague(*found)


def count_leagues(connection: Connection, host: str) -> int:
    """How many leagues somebody has begun."""
    query = select(func.count()).select_from(leagues).where(leagues.c.host == host)
    return int(connection.execute(query).scalar_one())


def all_leagues(connection: Connection, most: int = 200) -> list[StoredLeague]:
    """The leagues, by name."""
    return [
        StoredLeague(*row)
        for row in connection.execute(select(leagues).order_by(leagues.c.name, leagues.c.id).limit(most))
    ]

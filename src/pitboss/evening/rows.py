"""Evenings and leagues as they are stored, with their events and their tables. Inside a transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    true,
    tuple_,
    update,
)

from pitboss.ledger.people import Person
from pitboss.ledger.schema import deeds, entrants, evening_events, evening_rounds, evenings, felts, leagues
from pitboss.ledger.store import Conflict, upsert
from pitboss.money import Cents


class StoredEvening(NamedTuple):
    """An evening as stored; `state` is the evening in its own words."""

    id: str
    host: str
    league: str | None
    phase: str
    invite: str
    made: int
    version: int  # how many events it has
    private: bool
    network: str  # a digest of where it was announced, until it is over
    places: int  # tables that it holds a place for
    seen: int  # when a person was at one of its tables last, or did something with it
    state: str


class StoredLeague(NamedTuple):
    """A league as stored."""

    id: str
    name: str
    host: str
    made: int


class CountedLeague(NamedTuple):
    """A league, and how many evenings of it a viewer may see: all, and those that have ended."""

    league: StoredLeague
    evenings: int
    ended: int


Stage = Literal["playing", "paid", "done"]


class EveningRound(NamedTuple):
    """Which round of an evening a table plays; it plays no other before the evening says so.

    It is `paid` when the round has ended, and `done` when people have seen that.
    """

    round: int = 0
    stage: Stage = "done"
    paused: bool = False  # the evening begins no further round
    played: tuple[str, ...] = ()  # the people who have bet in it, or were the bank
    jackpots: tuple[tuple[str, Cents], ...] = ()  # who was paid out of the meter, and how much


class EveningFelt(NamedTuple):
    """A table of an evening: whether it is closed, and else which round it plays."""

    id: str
    evening: str
    closed: bool
    round: EveningRound | None


class StoredEveningEvent(NamedTuple):
    """Something that has happened to an evening, with its deed and when it was done."""

    evening: str
    number: int
    deed: int
    body: str
    at: int


_OVER: Final = ("ended", "called_off")
_over: Final = evenings.c.phase.in_(_OVER)


def store_evening(connection: Connection, new: StoredEvening) -> None:
    """Stores a new evening."""
    connection.execute(insert(evenings), new._asdict())


def read_evening(connection: Connection, evening: str, *, lock: bool = False) -> StoredEvening | None:
    """An evening as it stands; `lock` keeps it so until the commit, before any account is locked."""
    query = select(evenings).where(evenings.c.id == evening)
    found = connection.execute(query.with_for_update() if lock else query).first()
    return None if found is None else StoredEvening(*found)


def advance_evening(
    connection: Connection, before: StoredEvening, phase: str, state: str, places: int
) -> None:
    """Moves an evening on by one event; a conflict where somebody else has."""
    values = {"phase": phase, "state": state, "version": before.version + 1, "places": places}
    changed = connection.execute(
        update(evenings)
        .where(evenings.c.id == before.id, evenings.c.version == before.version)
        .values(values | ({"network": ""} if phase in _OVER else {}))
    )
    if changed.rowcount != 1:
        raise Conflict(f"the evening {before.id} has gone on meanwhile")


def mark_seen(connection: Connection, evening: str, now: int) -> None:
    """A person is there: at one of its tables, or does something with it."""
    connection.execute(update(evenings).where(evenings.c.id == evening).values(seen=now))


def write_entrants(
    connection: Connection, evening: str, come: Collection[str], gone: Collection[str]
) -> None:
    """Who is among the people of an evening from now on, and who no more."""
    if gone:
        left = (entrants.c.evening == evening, entrants.c.person.in_(gone))
        connection.execute(delete(entrants).where(*left))
    if come:
        connection.execute(insert(entrants), [{"evening": evening, "person": each} for each in sorted(come)])


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


def _mine(viewer: Person | None) -> ColumnElement[bool]:
    """Whether the viewer hosts an evening, or has entered it."""
    if viewer is None:
        return false()
    entered = exists().where(entrants.c.evening == evenings.c.id, entrants.c.person == viewer.id)
    return or_(evenings.c.host == viewer.id, entered)


def _visible(viewer: Person | None) -> ColumnElement[bool]:
    """Whether the viewer may see an evening: a private one is for its host, its people and operators."""
    return true() if _operates(viewer) else or_(~evenings.c.private, _mine(viewer))


def _operates(viewer: Person | None) -> bool:
    return viewer is not None and viewer.role == "operator"


def _page(
    connection: Connection,
    query: Select[Any],
    order: Sequence[ColumnElement[Any]],
    id_: ColumnElement[str],
    after: str | None,
    most: int,
) -> list[Any] | None:
    """Rows in an order, those after one that is named; None where it is not among them."""
    if after is not None:
        last = connection.execute(query.with_only_columns(*order).where(id_ == after)).first()
        if last is None:
            return None
        query = query.where(tuple_(*order) > tuple_(*last))
    return list(connection.execute(query.order_by(*order).limit(most)))


def list_evenings(
    connection: Connection, viewer: Person | None, after: str | None, most: int
) -> list[StoredEvening] | None:
    """A page of the evenings that a viewer may see: those that are not over first, of these the viewer's own,
    then the latest. None where the one that it begins after is none of them.
    """
    mine = _mine(viewer)
    rank = case((and_(_over, ~mine), 3), (_over, 2), (~mine, 1), else_=0)
    order = (rank, -evenings.c.made, evenings.c.id)
    query = select(evenings).where(_visible(viewer))
    found = _page(connection, query, order, evenings.c.id, after, most)
    return None if found is None else [StoredEvening(*row) for row in found]


def evenings_of_league(connection: Connection, league: str, viewer: Person | None) -> list[StoredEvening]:
    """The evenings of a league that a viewer may see, in the order in which they were announced."""
    query = select(evenings).where(evenings.c.league == league, _visible(viewer))
    return [StoredEvening(*row) for row in connection.execute(query.order_by(evenings.c.made, evenings.c.id))]


def evenings_under_way(connection: Connection) -> list[StoredEvening]:
    """The evenings that somebody must look after: those that run, and those with a table to close."""
    open_tables = select(felts.c.evening).where(felts.c.evening.is_not(None), felts.c.closed.is_(False))
    query = select(evenings).where(or_(evenings.c.phase == "running", evenings.c.id.in_(open_tables)))
    return [StoredEvening(*row) for row in connection.execute(query.order_by(evenings.c.id))]


def tables_of(connection: Connection, wanted: Sequence[str]) -> list[EveningFelt]:
    """The tables of some evenings: all that are open, and those that have closed."""
    query = (
        select(felts.c.id, felts.c.evening, felts.c.closed, *_ROUND)
        .outerjoin(evening_rounds, evening_rounds.c.felt == felts.c.id)
        .where(felts.c.evening.in_(wanted))
        .order_by(felts.c.id)
    )
    return [
        EveningFelt(felt, evening, closed, None if closed or round_[0] is None else _round(*round_))
        for felt, evening, closed, *round_ in connection.execute(query)
    ]


_ROUND: Final = tuple(evening_rounds.c[name] for name in EveningRound._fields)


def _round(number: int, stage: Stage, paused: bool, played: str, jackpots: str) -> EveningRound:
    people = msgspec.json.decode(played, type=tuple[str, ...])
    return EveningRound(
        number, stage, paused, people, msgspec.json.decode(jackpots, type=tuple[tuple[str, int], ...])
    )


def round_of_table(connection: Connection, table: str) -> EveningRound | None:
    """Which round of its evening a table plays; None of a table of no evening."""
    found = connection.execute(select(*_ROUND).where(evening_rounds.c.felt == table)).first()
    return None if found is None else _round(*found)


def write_round(connection: Connection, table: str, now: EveningRound) -> None:
    """Keeps which round of its evening a table plays; only the server that holds the table may."""
    texts = {name: msgspec.json.encode(getattr(now, name)).decode() for name in ("played", "jackpots")}
    values = now._asdict() | texts
    new = upsert(evening_rounds).values(felt=table, **values)
    connection.execute(new.on_conflict_do_update(index_elements=["felt"], set_=values))


class Hosted(NamedTuple):
    """How many evenings are not over, of one host and from one network; and how many the host has announced
    since a moment."""

    host: int
    network: int
    since: int


def count_hosted(connection: Connection, host: str, network: str, since: int) -> Hosted:
    """Counts the evenings of a host, and those that were announced from a network."""

    def count(*which: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(evenings).where(*which)
        return int(connection.execute(query).scalar_one())

    mine = evenings.c.host == host
    return Hosted(
        count(mine, ~_over),
        count(evenings.c.network == network, ~_over),
        count(mine, evenings.c.made >= since),
    )


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


def list_leagues(
    connection: Connection, viewer: Person | None, after: str | None, most: int
) -> list[CountedLeague] | None:
    """A page of the leagues that have an evening which a viewer may see, and of the viewer's own, which come
    first; then the latest. None where the one that it begins after is none of them.
    """
    ended = func.sum(case((evenings.c.phase == "ended", 1), else_=0))
    seen = (
        select(evenings.c.league, func.count().label("all"), ended.label("ended"))
        .where(evenings.c.league.is_not(None), _visible(viewer))
        .group_by(evenings.c.league)
        .subquery()
    )
    mine = leagues.c.host == viewer.id if viewer is not None else false()
    query = (
        select(leagues, func.coalesce(seen.c.all, 0), func.coalesce(seen.c.ended, 0))
        .outerjoin(seen, seen.c.league == leagues.c.id)
        .where(true() if _operates(viewer) else or_(mine, seen.c.all > 0))
    )
    order = (case((mine, 0), else_=1), -leagues.c.made, leagues.c.id)
    found = _page(connection, query, order, leagues.c.id, after, most)
    if found is None:
        return None
    return [CountedLeague(StoredLeague(*row[:-2]), int(row[-2]), int(row[-1])) for row in found]

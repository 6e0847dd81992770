"""Kept beside the tables: the live floor, operators' acts, notes on disputes. Inside a transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import ClauseElement, Connection, bindparam, insert, literal_column, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.ledger.deed_chain import NewAct, note_deed, record_act, record_note, told_act, told_note
from pitboss.ledger.deeds import Request, canonical
from pitboss.ledger.ids import operator_actor
from pitboss.ledger.journal import check_lease
from pitboss.ledger.prepared import Prepared
from pitboss.ledger.schema import acts, lobby, notes, pulse
from pitboss.ledger.shared_counts import free_place


class Lobby(NamedTuple):
    """A live table as it was last seen, in the floor's own words."""

    felt: str
    settings: str
    seating: str
    version: int  # how often it was kept


class Act(NamedTuple):
    """What an operator did, with the values before and after; people stand there by id, never by name."""

    number: int
    at: int
    actor: str
    what: str
    before: str
    after: str
    felt: str | None
    round: str | None


class Note(NamedTuple):
    """What somebody wrote about a round."""

    number: int
    at: int
    author: str
    round: str
    text: str


# The live floor


def _kept(new: sqlite.Insert | postgresql.Insert) -> ClauseElement:
    """Puts a row in the place of the one that a table has."""
    values = {
        "settings": new.excluded.settings,
        "seating": new.excluded.seating,
        "version": lobby.c.version + literal_column("1"),
    }
    return new.on_conflict_do_update(index_elements=["felt"], set_=values).returning(lobby.c.version)


_keep: Final = Prepared(_kept(sqlite.insert(lobby)), postgresql=_kept(postgresql.insert(lobby)))

_live: Final = lobby.c.version > 0
_version: Final = Prepared(select(lobby.c.version).where(lobby.c.felt == bindparam("table")))


def write_lobby(connection: Connection, table_id: str, settings: str, seating: str) -> int:
    """Keeps how a table is run and who sits there, in the place of what was kept; gives how often it was.

    Only who holds the table may, and has seen to that in this transaction (`journal.check_held`).
    """
    values = {"felt": table_id, "settings": settings, "seating": seating, "version": 1}
    [(version,)] = _keep.all(connection, values)
    return int(version)


def read_lobby(connection: Connection, table_id: str) -> Lobby | None:
    """What was kept of a table."""
    found = connection.execute(select(lobby).where(lobby.c.felt == table_id, _live)).first()
    return None if found is None else Lobby(*found)


def all_lobbies(connection: Connection) -> list[Lobby]:
    """What was kept of all tables, by id."""
    return [Lobby(*row) for row in connection.execute(select(lobby).where(_live).order_by(lobby.c.felt))]


def settings_of_table(connection: Connection, table_id: str) -> str | None:
    """How a table is run, or was until it closed."""
    found = connection.execute(select(lobby.c.settings).where(lobby.c.felt == table_id)).scalar()
    return None if found is None else str(found)


def lobby_version(connection: Connection, table_id: str) -> int:
    """How often a table was kept; 0 when it is not live."""
    found = _version.first(connection, {"table": table_id})
    return 0 if found is None else int(found[0])


def forget_lobby(connection: Connection, table_id: str, epoch: int) -> None:
    """A table is no longer live, as who holds it says: who sat there is forgotten, how it was run is not."""
    check_lease(connection, table_id, epoch)
    connection.execute(update(lobby).where(lobby.c.felt == table_id).values(seating="", version=0))
    free_place(connection, table_id)


# The server itself


def _beaten(new: sqlite.Insert | postgresql.Insert) -> ClauseElement:
    return new.on_conflict_do_update(index_elements=["server"], set_={"at": new.excluded.at})


_beat: Final = Prepared(_beaten(sqlite.insert(pulse)), postgresql=_beaten(postgresql.insert(pulse)))


def write_pulse(connection: Connection, at: int) -> None:
    """Writes when the server was last able to write."""
    _beat.run(connection, {"server": "one", "at": at})


# Operators


def write_act(connection: Connection, act: NewAct) -> int:
    """Writes down what an operator did and records it; it is never changed. Gives its number."""
    statement = insert(acts).values(**act._asdict()).returning(acts.c.number)
    number = int(connection.execute(statement).scalar_one())
    record_act(connection, number, told_act(act))
    return number


def act_asked(operator: str, command: str, what: str, asked: Mapping[str, Any]) -> Request:
    """An operator's command as the journal of deeds knows it, apart from what it causes at a table."""
    return Request(operator_actor(operator), f"act {command}", canonical(act_content(what, asked)))


def act_content(what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the deed of an act was asked."""
    return {"k": "Act", "what": what, "asked": dict(asked)}


def do_act(connection: Connection, asked: Request, act: Act) -> Act:
    """Writes down an act, with the deed that lets its command be done once; gives it with its number."""
    number = write_act(connection, NewAct(*act[1:]))
    note_deed(connection, asked, canonical({"act": number}), act.at)
    return act._replace(number=number)


def read_act(connection: Connection, number: int) -> Act:
    """An act by its number."""
    return Act(*connection.execute(select(acts).where(acts.c.number == number)).one())


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
    query = select(acts).order_by(acts.c.number.desc()).limit(most)
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


def write_note(connection: Connection, at: int, author: str, round_: str, text: str) -> int:
    """Writes a note on a round and records it; it is never changed. Gives its number."""
    statement = insert(notes).values(at=at, author=author, round=round_, text=text).returning(notes.c.number)
    number = int(connection.execute(statement).scalar_one())
    record_note(connection, number, told_note(at, author, round_, text))
    return number


def notes_of_round(connection: Connection, round_: str) -> list[Note]:
    """The notes on a round in the order they were written."""
    query = select(notes).where(notes.c.round == round_).order_by(notes.c.number)
    return [Note(*row) for row in connection.execute(query)]

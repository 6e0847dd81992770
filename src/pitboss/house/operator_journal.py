"""The journal of what operators did: each act once, with the values before and after it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from sqlalchemy import Connection, select

from pitboss.cage import desk
from pitboss.cage.desk import Act
from pitboss.cage.journal import canonical
from pitboss.cage.people import Person, person_called, read_person
from pitboss.cage.schema import acts
from pitboss.cage.store import Store
from pitboss.house.names import looked_up
from pitboss.round import Refusal

Values = Mapping[str, Any]


class ActShown(BaseModel):
    """An act as the journal shows it. People stand in the values by id; `name` is the operator's of today."""

    number: int
    at: int  # milliseconds since 1970
    actor: str
    name: str | None
    what: str
    before: dict[str, Any]
    after: dict[str, Any]
    table: str | None
    round: str | None
    repeated: bool = False  # it had been done before under this id, and nothing was done again


class ActPage(BaseModel):
    """A page of the journal, the latest first; `before` its last number is the next page."""

    acts: list[ActShown]


def done_before(
    connection: Connection, actor: str, command: str, what: str, asked: Values
) -> ActShown | None:
    """The act that an operator's command has led to; the same id for something else is refused."""
    mark = canonical({"command": command})[1:-1]
    query = select(acts).where(acts.c.actor == actor, acts.c.after.contains(mark, autoescape=True))
    for row in connection.execute(query):
        act = Act(*row)
        after = json.loads(act.after)
        if after.get("command") != command:
            continue
        if (act.what, after.get("asked")) != (what, json.loads(canonical(asked))):
            text = "This command id was used before for something else: take a new one for each command"
            raise Refusal("id_used", text, None, "id")
        return _shown(connection, act, repeated=True)
    return None


def write_down(
    connection: Connection,
    now: int,
    actor: str,
    command: str,
    what: str,
    asked: Values,
    before: Values,
    after: Values,
    felt: str | None = None,
    round_: str | None = None,
) -> ActShown:
    """Writes an act into the journal, with the command's id, so that repeating it is seen."""
    after = {**after, "command": command, "asked": asked}
    texts = (canonical(before), canonical(after))
    number = desk.write_act(connection, now, actor, what, *texts, felt, round_)
    return _shown(connection, Act(number, now, actor, what, *texts, felt, round_))


def page_of_acts(store: Store, before: int | None, most: int, table: str | None) -> ActPage:
    """A page of the journal, the latest first."""

    def work(connection: Connection) -> ActPage:
        found = desk.last_acts(connection, most, felt=table, before=before)
        return ActPage(acts=[_shown(connection, each) for each in found])

    return store.read(work)


def _shown(connection: Connection, act: Act, *, repeated: bool = False) -> ActShown:
    known = read_person(connection, act.actor)
    return ActShown(
        number=act.number,
        at=act.at,
        actor=act.actor,
        name=known.shown if known else None,
        what=act.what,
        before=json.loads(act.before),
        after=json.loads(act.after),
        table=act.felt,
        round=act.round,
        repeated=repeated,
    )


def somebody(connection: Connection, name: str) -> Person:
    """A person by name, or else by id."""
    found = person_called(connection, looked_up(name))
    if found is None and name.isprintable():
        found = read_person(connection, name)
    if found is None:
        text = f"Nobody is registered as {name[:40]!r}, and nobody has it as an id"
        raise Refusal("no_person", text, None, "person")
    return found

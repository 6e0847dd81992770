"""What an operator does, over HTTP: tables, money, exclusions. Every act is in the journal."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.errors import CageFault
from pitboss.house.attention import Attention, attention
from pitboss.house.names import looked_up
from pitboss.house.operator_journal import ActPage, ActShown, Command, page_of_acts
from pitboss.house.operator_tables import TableRow, TablesFound, list_tables, show_table
from pitboss.house.request_shapes import Key
from pitboss.ledger.operators import ActQuery
from pitboss.ledger.people import Person, person_called
from pitboss.round import Refusal
from pitboss.round.events import VoidCause
from pitboss.round.play import void_clauses
from pitboss.table.frames import table_view
from pitboss.table.messages import SeatNumber
from pitboss.table.view_types import TableView
from pitboss.web.desk_questions import asker
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.incident_watch import tell_incidents
from pitboss.web.operator_requests import Name, Number, Reasoned, Time, Wanted, people_desk_of
from pitboss.web.server_state import House
from pitboss.web.table_acts import HouseTable, act_anywhere

routes = APIRouter(prefix="/api/operator", tags=["operator"])


class Voided(Reasoned):
    """The round to void: the one on the table, or exactly this one."""

    cause: VoidCause
    round: Key | None = None


class Governed(Reasoned):
    """What a host may do at a table, done by an operator; at which seat, or the terms from now on."""

    do: Literal["deal_now", "nudge", "sit_out", "remove", "change", "hand_over"]
    seat: SeatNumber | None = None
    low: Number | None = None
    high: Number | None = None
    clock: bool | None = None
    coach: bool | None = None


class Granted(Reasoned):
    """Play money for a person, by name or id."""

    person: Name
    cents: Annotated[int, Field(gt=0, le=100_000_000)]


class VoidRule(BaseModel):
    """Why a round of this table may be void, and by which clause."""

    cause: VoidCause
    clause: str


class TableShown(TableRow):
    """A table with what everybody may see of it; without a view where it cannot be read."""

    voids: list[VoidRule]
    view: TableView | None


class ActsWanted(Wanted):
    """A page of the journal; `until` itself is not in it. A person may be named, or an operator."""

    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=200)] = 50
    table: Key | None = None
    person: Name | None = None
    operator: Name | None = None
    kind: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    since: Time | None = None
    until: Time | None = None


@routes.post("/tables", status_code=201)
async def open_a_house_table(body: HouseTable, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Opens a public table of the house's own; `table` of the answer is its id."""
    command = Command(who.id, body.id, "open", body.model_dump(exclude={"id"}))
    return await act_anywhere(house, command, asker(request, who))


@routes.post("/tables/{table}/close")
async def close(table: str, body: Reasoned, who: Operator, house: TheHouse) -> ActShown:
    """Closes a table: a running round is finished first, bets that were not dealt go back.

    The round of a table that was set aside is void.
    """
    return await act_anywhere(house, _asked(who, "close", table, body))


@routes.post("/tables/{table}/freeze")
async def freeze(table: str, body: Reasoned, who: Operator, house: TheHouse) -> ActShown:
    """Stops a table as it is: no bet, no decision, no clock."""
    return await act_anywhere(house, _asked(who, "freeze", table, body))


@routes.post("/tables/{table}/thaw")
async def thaw(table: str, body: Reasoned, who: Operator, house: TheHouse) -> ActShown:
    """Lets a stopped table go on, with full clocks."""
    return await act_anywhere(house, _asked(who, "thaw", table, body))


@routes.post("/tables/{table}/void")
async def void(table: str, body: Voided, who: Operator, house: TheHouse) -> ActShown:
    """Declares the open round void: everything goes back (STD-12)."""
    asked = {"cause": body.cause, "round": body.round}
    return await act_anywhere(house, _asked(who, "void", table, body, **asked))


@routes.post("/tables/{table}/host")
async def govern(table: str, body: Governed, who: Operator, house: TheHouse) -> ActShown:
    """Does at any table what its host may at a private one: it is told as the operator's."""
    asked = body.model_dump(exclude={"id", "why", "do"}, exclude_none=True)
    return await act_anywhere(house, _asked(who, body.do, table, body, **asked))


def _asked(who: Person, what: str, table: str, body: Reasoned, **more: Any) -> Command:
    """What an operator wants done at a table."""
    return Command(who.id, body.id, what, {"table": table, **more, "why": body.why})


@routes.post("/grants", status_code=201)
async def grant(body: Granted, who: Operator, house: TheHouse) -> ActShown:
    """Gives play money to a person, out of the mint."""
    desk = people_desk_of(house, who)
    return await house.in_pool(lambda: desk.grant_to(body.id, body.person, body.cents, body.why))


@routes.get("/acts")
async def acts(wanted: Annotated[ActsWanted, Query()], who: Operator, house: TheHouse) -> ActPage:
    """What operators did, the latest first."""

    def work() -> ActPage:
        asked = ActQuery(
            wanted.table,
            _id_of(house, wanted.person),
            _id_of(house, wanted.operator),
            wanted.kind,
            wanted.since,
            wanted.until,
            wanted.before,
        )
        return page_of_acts(house.store, asked, wanted.most)

    return await house.in_pool(work)


def _id_of(house: House, name: str | None) -> str | None:
    """Whom a filter names: somebody by name, or the id of anybody, also of who is deleted; the console."""
    if name is None:
        return None
    known = house.store.read(lambda connection: person_called(connection, looked_up(name)))
    return name if known is None else known.id


@routes.get("/attention")
async def needs_attention(who: Operator, house: TheHouse) -> Attention:
    """What needs attention, the most urgent first; an empty list says that all is well."""

    def work() -> Attention:
        tell_incidents(house)
        return attention(house.store, _tables(house), house.milliseconds)

    return await house.in_pool(work)


@routes.get("/tables")
async def tables(who: Operator, house: TheHouse) -> TablesFound:
    """All open tables of the house, public and private, at whichever server they are."""
    return TablesFound(tables=await house.in_pool(lambda: _tables(house)))


def _tables(house: House) -> list[TableRow]:
    return list_tables(house.store, house.floor.listing, house.floor.set_aside)


@routes.get("/tables/{table}")
async def table(table: str, who: Operator, house: TheHouse) -> TableShown:
    """One table as a spectator sees it: nothing that is hidden from them is in it."""
    faults = house.floor.set_aside
    row = await house.in_pool(lambda: show_table(house.store, house.floor.listing, table, faults))
    try:
        live = await house.floor.look(table)
    except (Refusal, CageFault, ValueError, LookupError):  # it cannot be read; it can be closed
        return TableShown(**row.model_dump(), voids=[], view=None)
    clauses = void_clauses(live.table.sheet)
    voids = [VoidRule(cause=cause, clause=clause) for cause, clause in clauses.items()]
    return TableShown(**row.model_dump(), voids=voids, view=table_view(live, None))

"""What an operator does, over HTTP: tables, money, exclusions. Every act is in the journal."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import Field

from pitboss.cage.errors import Conflict
from pitboss.floor.messages import Id, SeatNumber
from pitboss.house.operator_journal import ActPage, ActShown, done_elsewhere, page_of_acts
from pitboss.round.events import VoidCause
from pitboss.web.desk_questions import asker
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.operator_requests import (
    Commanded,
    Key,
    Name,
    Number,
    Reasoned,
    Wanted,
    desk_of,
    people_desk_of,
)
from pitboss.web.table_routes import OpenTable, open_room

routes = APIRouter(prefix="/api/operator", tags=["operator"])


class HouseTable(OpenTable):
    """A public table of the house's own."""

    id: Id
    private: Literal[False] = False


class Voided(Commanded):
    """The round to void: the one on the table, or exactly this one."""

    cause: VoidCause
    round: Key | None = None


class Governed(Commanded):
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


class ActsWanted(Wanted):
    """A page of the journal."""

    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=200)] = 50
    table: Key | None = None


@routes.post("/tables", status_code=201)
async def open_a_house_table(body: HouseTable, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Opens a public table of the house's own; `table` of the answer is its id."""
    desk = desk_of(house, who)
    command = desk.command(body.id, "open", body.model_dump(exclude={"id"}))
    found = await house.in_pool(lambda: desk.known(command))
    if found is not None:
        return found
    try:
        await open_room(house, body, "", desk.actor, asker(request, who), desk.opened(command))
    except Conflict:
        return await house.in_pool(lambda: done_elsewhere(house.store, command))
    return await house.in_pool(lambda: desk.new(command))


@routes.post("/tables/{table}/close")
async def close(table: str, body: Commanded, who: Operator, house: TheHouse) -> ActShown:
    """Closes a table: a running round is finished first, bets that were not dealt go back.

    The round of a table that was set aside is void.
    """
    return await desk_of(house, who).close(table, body.id)


@routes.post("/tables/{table}/freeze")
async def freeze(table: str, body: Commanded, who: Operator, house: TheHouse) -> ActShown:
    """Stops a table as it is: no bet, no decision, no clock."""
    return await desk_of(house, who).freeze(table, body.id)


@routes.post("/tables/{table}/thaw")
async def thaw(table: str, body: Commanded, who: Operator, house: TheHouse) -> ActShown:
    """Lets a stopped table go on, with full clocks."""
    return await desk_of(house, who).thaw(table, body.id)


@routes.post("/tables/{table}/void")
async def void(table: str, body: Voided, who: Operator, house: TheHouse) -> ActShown:
    """Declares the open round void: everything goes back (STD-12)."""
    return await desk_of(house, who).void(table, body.id, body.cause, body.round)


@routes.post("/tables/{table}/host")
async def govern(table: str, body: Governed, who: Operator, house: TheHouse) -> ActShown:
    """Does at any table what its host may at a private one: it is told as the operator's."""
    asked = body.model_dump(exclude={"id"}, exclude_none=True)
    return await desk_of(house, who).govern(table, body.id, asked)


@routes.post("/grants", status_code=201)
async def grant(body: Granted, who: Operator, house: TheHouse) -> ActShown:
    """Gives play money to a person, out of the mint."""
    desk = people_desk_of(house, who)
    return await house.in_pool(lambda: desk.grant(body.id, desk.find(body.person).id, body.cents, body.why))


@routes.get("/acts")
def acts(wanted: Annotated[ActsWanted, Query()], who: Operator, house: TheHouse) -> ActPage:
    """What operators did, the latest first."""
    return page_of_acts(house.store, wanted.before, wanted.most, wanted.table)

"""What operators do, over HTTP: tables, money, people. Every act is in the journal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.errors import CageFault
from pitboss.house import MOST_ROWS, Asked, Key
from pitboss.house.attention import Attention, attention
from pitboss.house.credentials import looked_up, make_secret
from pitboss.house.operator_journal import (
    LATE,
    LOOKS,
    PATIENCE,
    ActPage,
    ActShown,
    Command,
    Errands,
    done_elsewhere,
    page_of_acts,
)
from pitboss.house.operator_people import (
    PeopleDesk,
    PeopleFound,
    PersonPage,
    find_people,
    seats_of,
    show_person,
)
from pitboss.house.operator_tables import OperatorDesk, TableRow, TablesFound, list_tables, show_table
from pitboss.ledger.operators import ActQuery
from pitboss.ledger.people import Person, person_called
from pitboss.ledger.servers import Departure, Reason
from pitboss.ledger.store import Conflict
from pitboss.round import Refusal
from pitboss.round.events import VoidCause
from pitboss.round.play import void_clauses
from pitboss.table.messages import Id, SeatNumber
from pitboss.table.rooms import Elsewhere
from pitboss.table.view_types import TableView
from pitboss.table.views import table_view
from pitboss.web.background import tell_incidents
from pitboss.web.guard import MaybePerson, Operator, TheHouse, check_operator
from pitboss.web.houses import Asker, asker
from pitboss.web.pages import SEE_OTHER, coded, comes_from_elsewhere, own_address, page
from pitboss.web.server_state import House
from pitboss.web.tables import OpenTable, open_room

Name = Annotated[str, Field(min_length=1, max_length=100)]
Time = Annotated[int, Field(ge=0, le=10**14)]  # milliseconds since 1970
Number = Annotated[int, Field(ge=0, le=2**63 - 1)]


class Commanded(Asked):
    """What an operator asks for; `id` makes repeating it safe."""

    id: Id


class Reasoned(Commanded):
    """Something that is done for a reason."""

    why: Annotated[str, Field(min_length=1, max_length=400, pattern=r"\S")]


class Wanted(BaseModel):
    """How many rows a list is to show: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")

    most: Annotated[int, Field(ge=1, le=MOST_ROWS)] = 50


class PageWanted(Wanted):
    """A page of a list: what comes before the place of the last row of the page before."""

    before: Number | None = None


def people_desk_of(house: TheHouse, who: Operator) -> PeopleDesk:
    """An operator at work with people."""
    new_secret = partial(make_secret, house.entropy)
    return PeopleDesk(who.id, house.store, lambda: house.milliseconds, house.pit, new_secret)


AtPeople = Annotated[PeopleDesk, Depends(people_desk_of)]


pages = APIRouter(include_in_schema=False)


@pages.get("/operator")
@pages.get("/operator/{section:path}")
def console(request: Request, who: MaybePerson) -> Response:
    """The frame; a script fills it. If you are not signed in you do that first, and come back here."""
    if who is None and not comes_from_elsewhere(request):
        wanted = own_address(request.scope["path"], request.url.query)
        return RedirectResponse(f"/account?then={quote(wanted, safe='/')}", SEE_OTHER)
    if who is not None:
        check_operator(who)
    return page(request, "operator.html.j2", who)


class HouseTable(OpenTable, Reasoned):
    """A public table of the house's own."""

    private: Literal[False] = False


async def act_here(
    house: House, command: Command, claim: Callable[[], None] = lambda: None, asker: Asker | None = None
) -> ActShown:
    """Does an act at a table that is here, or that nobody has; `Elsewhere` where another server has it."""
    desk = OperatorDesk(
        command.operator, house.store, lambda: house.milliseconds, house.pit, house.floor, claim
    )
    if command.what != "open":
        return await desk.do(command)
    found = await house.in_pool(lambda: desk.known(command))
    if found is not None:
        return found
    body = HouseTable.model_validate({**command.asked, "id": command.id})
    try:
        await open_room(house, body, "", desk.actor, asker, desk.opened(command))
    except Conflict:
        return await house.in_pool(lambda: done_elsewhere(house.store, command))
    return await house.in_pool(lambda: desk.new(command))


async def act_anywhere(house: House, command: Command, asker: Asker | None = None) -> ActShown:
    """Does an act here, or has the server do it that has the table; refused, nothing has changed."""
    try:
        return await act_here(house, command, asker=asker)
    except Elsewhere:
        return await _by_errand(house, command)


async def _by_errand(house: House, command: Command) -> ActShown:
    errands = Errands(house.store)
    number = await house.in_pool(lambda: errands.send(command))
    for _ in range(int(PATIENCE / LOOKS)):
        found = await house.in_pool(lambda: errands.look(number, command))
        if found is not None:
            return found
        await asyncio.sleep(LOOKS)
    return await house.in_pool(lambda: errands.withdraw(number, command))


async def carry_out_errands(house: House) -> None:
    """Does what other servers or the command line want done at the tables that are here."""
    errands = Errands(house.store)
    for number, command in await house.in_pool(errands.waiting):
        try:
            act = await act_here(house, command, partial(errands.claim, number))
        except Elsewhere:
            continue
        except Refusal as refusal:
            if refusal.code not in LATE:
                await house.in_pool(partial(errands.refuse, number, refusal))
            continue
        if act.repeated:
            await house.in_pool(partial(errands.finish, number))


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


class ActsWanted(PageWanted):
    """A page of the journal; `until` itself is not in it. A person may be named, or an operator."""

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
def grant(body: Granted, desk: AtPeople) -> ActShown:
    """Gives play money to a person, out of the mint."""
    return desk.grant_to(body.id, body.person, body.cents, body.why)


@routes.get("/acts")
def acts(wanted: Annotated[ActsWanted, Query()], who: Operator, house: TheHouse) -> ActPage:
    """What operators did, the latest first."""
    person, actor = _id_of(house, wanted.person), _id_of(house, wanted.operator)
    times = wanted.since, wanted.until, wanted.before
    asked = ActQuery(wanted.table, person, actor, wanted.kind, *times)
    return page_of_acts(house.store, asked, wanted.most)


def _id_of(house: House, name: str | None) -> str | None:
    """The id of the person that a filter names. Ids, also those of deleted people, are taken as they are."""
    if name is None:
        return None
    known = house.store.read(lambda connection: person_called(connection, looked_up(name)))
    return name if known is None else known.id


@routes.get("/attention")
def needs_attention(who: Operator, house: TheHouse) -> Attention:
    """What needs attention, the most urgent first; an empty list says that all is well."""
    tell_incidents(house)
    return attention(house.store, _tables(house), house.milliseconds)


@routes.get("/tables")
def tables(who: Operator, house: TheHouse) -> TablesFound:
    """All open tables of the house, public and private, at whichever server they are."""
    return TablesFound(tables=_tables(house))


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


class PeopleWanted(Wanted):
    """Whose name or id begins so, or everybody."""

    search: Annotated[str, Field(max_length=100)] = ""
    after: Annotated[str, Field(max_length=120, pattern=r"^[!-~]*$")] = ""


class Excluded(Reasoned):
    """Until when a person does not play."""

    until: Time


class LinkMade(BaseModel):
    """The link for another password, to be handed over, and as a QR code in SVG; it is shown once."""

    act: ActShown
    link: str | None
    picture: str | None


@routes.get("/people")
def people(wanted: Annotated[PeopleWanted, Query()], who: Operator, house: TheHouse) -> PeopleFound:
    """The people of the house, who was here last first."""
    return find_people(house.store, wanted.search, wanted.after, wanted.most)


@routes.get("/people/{name}")
def person(name: str, who: Operator, house: TheHouse) -> PersonPage:
    """One person with money, limits, sessions, and the seats they have."""
    known = show_person(house.store, name, house.milliseconds)
    return PersonPage(**known.model_dump(), seats=seats_of(house.floor.listing, known.id))


@routes.post("/people/{name}/exclude")
async def exclude(name: str, body: Excluded, desk: AtPeople, house: TheHouse) -> ActShown:
    """Keeps a person, by name or id, from playing: hands that were dealt are played to their end."""
    return await _sent_away(house, "excluded", lambda: desk.exclude(body.id, name, body.until, body.why))


@routes.post("/people/{name}/reset", status_code=201)
async def reset(name: str, body: Reasoned, desk: AtPeople, house: TheHouse) -> LinkMade:
    """A link with which a person sets another password within a day."""
    made = await house.in_pool(lambda: desk.reset_password(body.id, name, body.why))
    if made.secret is None:
        return LinkMade(act=made.act, link=None, picture=None)
    link = f"{house.settings.public_address}/reset/{made.secret}"
    picture = await house.in_pool(lambda: coded(link))
    return LinkMade(act=made.act, link=link, picture=picture.decode())


@routes.post("/people/{name}/sign-out")
async def sign_out(name: str, body: Reasoned, desk: AtPeople, house: TheHouse) -> ActShown:
    """Ends all sessions of a person, of their programs, and their sockets."""
    return await _sent_away(house, "signed_out", lambda: desk.sign_out(body.id, name, body.why))


@routes.post("/people/{name}/delete")
async def delete(name: str, body: Reasoned, desk: AtPeople, house: TheHouse) -> ActShown:
    """Erases a person who has nothing in an open round."""
    return await _sent_away(house, "signed_out", lambda: desk.delete(body.id, name, body.why))


async def _sent_away(house: House, reason: Reason, act: Callable[[], ActShown]) -> ActShown:
    """Does what has a person go; from the tables that are here at once."""
    done = await house.in_pool(act)
    if not done.repeated:
        await house.departures.show_out(Departure(0, done.after["person"], reason, done.at))
    return done

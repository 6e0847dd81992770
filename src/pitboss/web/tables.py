"""Tables over HTTP: opening one, tickets for its socket, the socket itself, its page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Final

from fastapi import APIRouter, Request, Response, WebSocket
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from pitboss.desk.question import question
from pitboss.desk.table_questions import pays_question
from pitboss.house import Asked, Title, check_printable
from pitboss.house.house_cards import EXAMPLES, HOUSE
from pitboss.house.rates import keyed_digest, network_of
from pitboss.lab.rule_changes import LARGEST_SHEET
from pitboss.ledger.deeds import OtherContent, any_answer, canonical, hashed
from pitboss.ledger.journal import settings_of_table
from pitboss.ledger.people import Person
from pitboss.ledger.store import Conflict, Connection
from pitboss.report.pay_frequencies import Pays
from pitboss.round import Refusal, open_table
from pitboss.sheet import Sheet, sheet_from_content
from pitboss.table.bots import BOTS, MOST_BOTS
from pitboss.table.live_state import LiveState
from pitboss.table.lobby import Listed, Origin, check_admission, check_places, take_place
from pitboss.table.messages import CloseUp, Id, SeatBot, TakeSeat
from pitboss.table.rooms import Elsewhere
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from pitboss.table.view_types import TableView
from pitboss.table.views import table_view
from pitboss.web.guard import (
    MaybePerson,
    SignedIn,
    TheHouse,
    address_of,
    allowed_origin,
    house_of,
    secret_of,
)
from pitboss.web.houses import Asker, TheAsker, as_json, offered_sheet
from pitboss.web.limits import Rank
from pitboss.web.pages import own_address, page
from pitboss.web.refusals import refused
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings
from pitboss.web.socket import TableSocket, rank_of, shown_as

GO_THERE: Final = 4001  # why a socket is closed; the reason is the address, and empty means: here, but anew


def way_to_table(settings: ServeSettings, there: Elsewhere | None) -> str:
    """The address of the server that has a table, for a client; empty for the one that the client has asked.

    Behind a public name that is never so: there each server is reached by the address of its settings.
    """
    if there is None or there.address == settings.public_address:
        return settings.addresses[0] if settings.addresses else ""
    return there.address


def hand_on(request: Request, settings: ServeSettings, there: Elsewhere) -> Response:
    """Sends a request to the owner, as it is."""
    answer = refused(there)
    path = own_address(request.scope["path"], request.url.query)
    answer.headers["Location"] = way_to_table(settings, there) + path
    return answer


routes = APIRouter(prefix="/api", tags=["tables"])
pages = APIRouter(include_in_schema=False)

Odds = Annotated[int, Field(ge=0, le=999_999_999)]


class OpenTable(Asked):
    """A table to open: of a house, or by a sheet that the opener brings. `id` makes repeating it safe."""

    id: Id
    house: Annotated[str, Field(max_length=40)] | None = None
    sheet: Annotated[str, Field(max_length=LARGEST_SHEET)] | None = None  # TOML, instead of a house
    title: Title
    low: Annotated[int, Field(gt=0, le=10**9)] | None = None
    high: Annotated[int, Field(gt=0, le=10**9)] | None = None
    clock: bool = True
    private: bool = False
    spectators: bool = True
    coach: bool = True
    bots: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=MOST_BOTS)] = []  # noqa: RUF012
    pays: dict[str, dict[str, Odds]] | None = None  # posted tables, odds to 1
    seat: Annotated[int, Field(ge=1, le=100)] | None = None  # where its opener sits down at once


class Opened(BaseModel):
    """A table that was opened; anyone with the invitation may come."""

    table: str
    invite: str


class TicketAsked(Asked):
    """For a private table its invitation."""

    invite: Annotated[str, Field(max_length=100)] = ""


class Ticket(BaseModel):
    """Opens one socket within half a minute."""

    ticket: str
    address: str = ""  # the server that has the table; empty: the one that was asked


@routes.get("/tables")
def lobby(who: MaybePerson, house: TheHouse) -> list[Listed]:
    """The tables one may come to."""
    return house.floor.listed(who.id if who else None)


@routes.post("/tables", status_code=201)
async def open_a_table(body: OpenTable, who: SignedIn, house: TheHouse, asker: TheAsker) -> Opened:
    """Opens a table; its opener is its host, and has a seat there at once who asks for one."""
    before = await house.in_pool(lambda: opened_before(house, body, who))
    if before is not None:
        return before
    try:
        room = await open_own_room(house, body, who, asker)
    except (Conflict, OtherContent):  # the same command came by another way at the same time
        before = await house.in_pool(lambda: opened_before(house, body, who))
        if before is None:
            raise
        return before
    return Opened(table=room.live.id, invite=room.live.settings.invite)


def opened_before(house: House, body: OpenTable, who: Person) -> Opened | None:
    """The table that this person has opened with this command; its id for anything else is refused."""

    def work(connection: Connection) -> Opened | None:
        answer = any_answer(connection, who.id, body.id)
        if answer is None:
            return None
        said = json.loads(answer)
        if said.get("asked") != asked_with(body):
            text = "This command id was used before for something else: take a new one for each command"
            raise Refusal("id_used", text, None, "id")
        kept = settings_of_table(connection, said["table"])
        return Opened(table=said["table"], invite=json.loads(kept or "{}").get("invite", ""))

    return house.store.read(work)


def asked_with(body: OpenTable) -> str:
    """A digest of what is asked for a table."""
    return hashed(canonical(body.model_dump(exclude={"id"})))


async def open_own_room(house: House, body: OpenTable, who: Person, asker: Asker) -> Room:
    """A new table of a person, who may be seated there before anyone else, bots included."""
    if body.seat is not None:
        await house.in_pool(lambda: house.limits.check_entry(who.id, house.milliseconds))
    return await open_room(house, body, who.id, who.id, asker, opener=who)


async def open_room(
    house: House,
    body: OpenTable,
    host: str,
    actor: str,
    asker: Asker | None = None,
    beside: Callable[[LiveState], None] | None = None,
    opener: Person | None = None,
) -> Room:
    """A new table with its bots; one of the house's own has no host. Its place is taken with it.

    What is to be done `beside` is stored with the table or not at all.
    """
    most, floor = house.settings.most, house.floor
    network = network_of(address_of(asker.request)) if asker else ""

    def place(live: LiveState) -> None:
        """In the transaction that opens the table."""
        if beside is not None:
            beside(live)
        house.store.write(lambda connection: take_place(connection, live.id, origin(connection), most))

    def origin(connection: Connection) -> Origin:
        return Origin(host, keyed_digest(connection, "places")(network) if network else "")

    house.load.check(Rank.NEWCOMER, house.milliseconds)
    await house.in_pool(lambda: house.store.read(lambda each: check_places(each, Origin(host), most)))
    sheet = await _sheet(house, body, asker)
    table = open_table(sheet, body.low, body.high)
    _check_table(body, sheet, opener)
    settings = Settings(
        name=body.title.strip(),
        clock=house.settings.clock if body.clock else None,
        house_clock=house.settings.clock,
        private=body.private,
        spectators=body.spectators,
        coach=body.coach,
        invite=floor.new_id(),
        host=host,
    )
    named = {"command": body.id, "asked_with": asked_with(body)} if opener is not None else {}
    room = await floor.open(settings, table, actor, floor.new_id(), place, **named)
    if body.seat is not None and opener is not None:
        name, avatar = shown_as(opener)
        await room.come(opener.id, name, avatar=avatar)
        await room.do(TakeSeat(opener.id, body.seat))
        room.expect()
    for bot in body.bots:
        await room.do(SeatBot(bot))
    return room


def _check_table(body: OpenTable, sheet: Sheet, opener: Person | None) -> None:
    check_printable(body.title, "title", "A title has printable characters")
    for bot in body.bots:
        if bot not in BOTS:
            raise Refusal("bot", f"{bot!r} is no bot; allowed: {', '.join(BOTS)}", None, "bots")
    if body.seat is not None and (opener is None or body.seat > sheet.seats):
        raise Refusal("no_seat", f"Seats are numbered 1 to {sheet.seats}", sheet.seats_clause, "seat")


async def _sheet(house: House, body: OpenTable, asker: Asker | None) -> Sheet:
    """The rules of a table to open; the desk checks a sheet that you bring, or pays that you post."""
    text = body.sheet
    if (body.house is None) == (text is None):
        raise Refusal("sheet", "A table plays either a house or a sheet: give one of the two", None, "sheet")
    if text is None and body.pays is None:
        return offered_sheet(house, body.house or "")
    if text is None:
        offered_sheet(house, body.house or "")
    own = (text or "").encode("utf-8", "replace")
    asked = question("sheet", own, kept=False, house=body.house, pays=body.pays)
    content = await (asker.ask(asked, sheet=True) if asker else house.desk.ask(HOUSE, asked))
    return await house.in_pool(lambda: sheet_from_content(json.loads(content)))


@routes.get("/tables/{table}")
async def look(
    table: str, who: MaybePerson, house: TheHouse, request: Request, invite: str = "", watch: bool = False
) -> TableView:
    """A table as one may see it now; refused where one wants to `watch` and there is no room for a socket."""
    viewer = who.id if who else None
    live = await house.floor.look(table)
    check_admission(live, viewer, invite)
    if watch:
        house.load.check(rank_of(live, viewer), house.milliseconds)
        house.sockets.check(address_of(request), viewer, house.milliseconds)
    return table_view(live, viewer)


class Closing(BaseModel):
    """A table that its host closes; while `closed` is false a running round is finished first."""

    table: str
    closed: bool


@routes.delete("/tables/{table}")
async def close_a_table(table: str, who: SignedIn, house: TheHouse) -> Closing:
    """The host closes a table: bets that were not dealt go back, a hand that was dealt is played first."""
    room = await house.floor.seek(table)
    await room.do(CloseUp(who.id, f"close {table}", as_host=True))
    return Closing(table=table, closed=room.live.stored_table.closed)


@routes.get("/tables/{table}/pays", response_model=Pays)
async def pays(table: str, who: MaybePerson, house: TheHouse, asker: TheAsker, invite: str = "") -> Response:
    """The table's pay tables, as posted, with how often each line is paid and what each wager costs."""
    live = await house.floor.look(table)
    check_admission(live, who.id if who else None, invite)
    return as_json(await asker.ask(pays_question(live.table)))


class HandRank(BaseModel):
    """A category of three cards, with an example."""

    category: str
    label: str  # the house's own
    cards: list[str]


@routes.get("/tables/{table}/hands")
async def hands(table: str, who: MaybePerson, house: TheHouse, invite: str = "") -> list[HandRank]:
    """The hands as the table's house calls them, the best first (STD-2)."""
    live = await house.floor.look(table)
    check_admission(live, who.id if who else None, invite)
    label = live.table.sheet.hand_label
    return [
        HandRank(category=each.text, label=label(each.text), cards=list(cards))
        for each, cards in EXAMPLES.items()
    ]


@routes.post("/tables/{table}/ticket")
async def ticket(table: str, body: TicketAsked, who: SignedIn, house: TheHouse, request: Request) -> Ticket:
    """A ticket for the table's socket, which is good at whichever server has the table."""
    there = await house.floor.way_to(table)  # first: what nobody has is here then
    live = await house.floor.look(table)
    check_admission(live, who.id, body.invite)
    if there is None:
        house.load.check(rank_of(live, who.id), house.milliseconds)
        house.sockets.check(address_of(request), who.id, house.milliseconds)
    playing = live.takes_part(who.id)

    def give() -> str:
        if not playing:  # a hand that was dealt is played to its end
            house.limits.check_entry(who.id, house.milliseconds)
        return house.accounts.sessions.give_ticket(secret_of(request) or "", table)

    return Ticket(ticket=await house.in_pool(give), address=way_to_table(house.settings, there))


@routes.websocket("/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str, ticket: str = "", invite: str = "") -> None:
    """The table, live. Without a ticket one watches, where the table lets spectators in."""
    house, address = house_of(websocket), address_of(websocket)
    try:
        if not allowed_origin(websocket):
            raise Refusal("origin", "This page may not do that")
        who = None
        if ticket:
            who = await house.in_pool(lambda: house.accounts.sessions.use_ticket(ticket, table))
            if who is None:
                raise Refusal("ticket", "This ticket is used, too old, or for another table")
        room = await house.floor.seek(table)
        if who is None:
            check_admission(room.live, None, invite)
        house.load.check(rank_of(room.live, who.id if who else None), house.milliseconds)
        with house.sockets.entered(address, who.id if who else None, house.milliseconds):
            await websocket.accept()
            await TableSocket(house, room, websocket, who, address).run()
    except Elsewhere as there:
        await websocket.accept()  # a browser shows its page nothing of a socket that was not opened
        await websocket.close(GO_THERE, way_to_table(house.settings, there))
    except Refusal as refusal:
        house.metrics.refused(refusal.code)
        await websocket.send_denial_response(refused(refusal, house.milliseconds))


@pages.get("/tables/{table}")
async def table_page(
    request: Request, table: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> HTMLResponse:
    """A live table; who has no account becomes a guest there."""
    live = await house.floor.look(table)
    try:
        check_admission(live, who.id if who else None, invite)
        title = live.settings.name
    except Refusal:  # the page says what to do; of a private table it does not say more
        title = "Private table"
    return page(
        request,
        "table.html.j2",
        who,
        table=table,
        house=live.table.sheet.id,
        house_name=live.table.sheet.name,
        title=title,
        invite=invite,
        servers=" ".join(sorted(house.settings.addresses)),
    )

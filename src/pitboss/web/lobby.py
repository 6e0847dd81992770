"""The lobby and its invitations: tables to join, forms that open one. It all works without a script."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import ValidationError

from pitboss.house.credentials import LONGEST, name_of
from pitboss.house.house_cards import house_cards, posted_tables, ranks
from pitboss.ledger.people import Person
from pitboss.round import Refusal
from pitboss.sheet import Sheet, houses, load_house
from pitboss.table.bots import BOTS, MOST_BOTS
from pitboss.table.live_state import LiveState
from pitboss.table.lobby import is_invited
from pitboss.table.messages import HaveBots
from pitboss.table.seating import AVATARS, Avatar, avatar_of
from pitboss.web.background import shared_meters
from pitboss.web.guard import MaybePerson, TheHouse, address_of
from pitboss.web.houses import asker, offered_sheet
from pitboss.web.pages import SEE_OTHER, Filled, amount, drawn, form_of, house_address, number, page
from pitboss.web.people import keep_session
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings
from pitboss.web.tables import OpenTable, open_own_room

pages = APIRouter(include_in_schema=False)

MOST_ODDS: Final = 999_999


@pages.get("/")
async def lobby(request: Request, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """Five houses and the tables that are open."""
    return await _lobby(request, who, house)


@pages.get("/lobby/tables")
def open_tables(request: Request, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """The list of tables alone, for a lobby that is kept open."""
    return page(request, "tables.html.j2", who, tables=house.floor.listed(who.id if who else None))


@pages.get("/lobby/qr.svg")
async def network_code(house: TheHouse) -> Response:
    """Where the others in this network come in, as a QR code."""
    if not house.settings.lan:
        raise Refusal("no_page", "This house is not open to a local network: pitboss serve --lan opens one")
    return await drawn_response(house, house.settings.public_address)


async def drawn_response(house: House, address: str) -> Response:
    """An address as a picture of a QR code."""
    picture = await house.in_pool(lambda: drawn(address))
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@pages.post("/play")
async def play_now(request: Request, who: MaybePerson, house: TheHouse) -> Response:
    """A seat at a table of one's own, at once; who is nobody yet becomes a guest."""
    form = await form_of(request, ("house", "bots"))
    try:
        sheet = offered_sheet(house, form.get("house", ""))
        bots = number(form, "bots", 0, MOST_BOTS)
        who = me = await person_or_guest(request, who, house)
        await house.in_pool(lambda: house.limits.check_entry(me.id, house.milliseconds))
        own = await house.in_pool(lambda: _own_table(house, me.id, sheet))
        if own is not None and own not in house.floor.rooms:  # its server seats the bots, when asked there
            return _to_table(own)
        if own is not None:
            room = house.floor.room(own)
        else:
            title, seat = f"{who.shown}'s table"[:60], _middle(sheet)
            new = house.floor.new_id()
            asked = OpenTable(id=new, house=sheet.id, title=title, clock=False, private=True, seat=seat)
            room = await open_own_room(house, asked, who, asker(request, who))
        await room.do(HaveBots(bots))
    except Refusal as refusal:
        return await _lobby(request, who, house, refusal, form, "play")
    return _to_table(room.live.id)


@pages.post("/open")
async def open_a_table(request: Request, who: MaybePerson, house: TheHouse) -> Response:
    """A table as its host wants it, who sits there at once."""
    form = await form_of(request)
    try:
        asked = _asked(form, house.floor.new_id())
        who = await person_or_guest(request, who, house)
        room = await open_own_room(house, asked, who, asker(request, who))
    except Refusal as refusal:
        return await _lobby(request, who, house, refusal, form, "open")
    return _to_table(room.live.id)


async def _lobby(
    request: Request,
    who: Person | None,
    house: House,
    refusal: Refusal | None = None,
    form: Filled | None = None,
    at: str = "",
) -> HTMLResponse:
    """The lobby; with the sentence of a refusal where it belongs, and the form as it was filled in."""
    prices = await house_cards(house.desk, house.settings.offered)
    return await run_in_threadpool(
        page,
        request,
        "lobby.html.j2",
        who,
        houses=prices,
        ranks=ranks(),
        meters=await run_in_threadpool(shared_meters, house),
        tables=await run_in_threadpool(house.floor.listed, who.id if who else None),
        bots=[(name, bot.label) for name, bot in BOTS.items()],
        most_bots=MOST_BOTS,
        clock=house.settings.clock,
        network=house.settings.public_address if house.settings.lan else None,
        refusal=refusal,
        form=form or {},
        at=at,
    )


def _middle(sheet: Sheet) -> int:
    """The seat in the middle of a table."""
    return (sheet.seats + 1) // 2


async def person_or_guest(
    request: Request, who: Person | None, house: House, invitation: str = "", *, vouched: bool = False
) -> Person:
    """The person who is signed in, or a new guest with a session."""
    if who is not None:
        return who
    address, people = address_of(request), house.accounts.people
    guest, secret = await house.in_pool(lambda: people.guest(address, invitation, vouched=vouched))
    keep_session(request, secret)
    return guest


def _own_table(house: House, person: str, sheet: Sheet) -> str | None:
    """A private table without a clock that this person has opened and sits at: play goes on there."""
    for each in house.floor.listing.entries(fresh=True):
        settings, people = each.was.settings, each.was.seating.people
        mine = settings.host == person and settings.private and settings.clock is None
        if mine and person in people and people[person].seats and each.sheet == sheet.hash:
            return each.listed.table
    return None


def _to_table(table: str) -> Response:
    return RedirectResponse(f"/tables/{table}", SEE_OTHER)


def _asked(form: Filled, id_: str) -> OpenTable:
    """The table a form asks for, in the shape in which programs ask for one."""
    kind = form.get("bot", "optimal")
    try:
        return OpenTable(
            id=id_,
            house=form.get("house", ""),
            title=form.get("title", "").strip() or "Table",
            low=amount(form, "low"),
            high=amount(form, "high"),
            clock="clock" in form,
            private="private" in form,
            spectators="spectators" in form,
            coach="coach" in form,
            bots=[kind] * number(form, "bots", 0, MOST_BOTS),
            pays=_posted(form),
            seat=_middle(load_house(house)) if (house := form.get("house", "")) in houses() else None,
        )
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Refusal("message", f"{place}: {first['msg']}", None, place) from None


def _posted(form: Filled) -> dict[str, dict[str, int]] | None:
    """The pay tables that are posted; none where the house prints its own, or nothing was changed."""
    house = form.get("house", "")
    if house not in houses():
        return None
    tables = tuple(posted_tables(load_house(house)))
    default = {table.id: {line.key: line.odds for line in table.lines} for table in tables}
    asked = {
        table: {key: number(form, f"{table}.{key}", odds, MOST_ODDS) for key, odds in lines.items()}
        for table, lines in default.items()
    }
    return None if asked == default else asked


GONE: Final = 410


@pages.get("/tables/{table}/invite")
async def invitation(
    request: Request, table: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> HTMLResponse:
    """Who invites, to which house, at which limits, who sits there; and one button."""
    live = await _table(house, table)
    if live is None:
        return _ended(request, who)
    _check_invited(live, who, invite)
    return await _invite_page(request, house, live, who, invite)


@pages.get("/tables/{table}/invite.svg")
async def qr_code(
    request: Request, table: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> Response:
    """The address of the invitation as a QR code."""
    live = await house.floor.look(table)
    _check_invited(live, who, invite)
    address = _address(request, house, live)
    return await drawn_response(house, address)


@pages.post("/tables/{table}/invite")
async def come_to_table(request: Request, table: str, who: MaybePerson, house: TheHouse) -> Response:
    """Seats who comes: a guest from now on, if need be, called and pictured as they like.

    The seat itself is taken over the table's socket, at whichever server has the table.
    """
    form = await form_of(request, ("invite", "name", "avatar"))
    live = await _table(house, table)
    if live is None:
        return _ended(request, who)
    invite = form.get("invite", "")
    _check_invited(live, who, invite)
    try:
        wanted = _introduction(form, who)
        who = me = await person_or_guest(request, who, house, vouched=live.settings.private)
        await house.in_pool(lambda: house.limits.check_entry(me.id, house.milliseconds))
        if wanted != (None, None):
            await house.in_pool(lambda: house.accounts.people.introduce(me.id, *wanted))
        query = urlencode({"sit": "1"} | ({"invite": invite} if invite else {}))
    except Refusal as refusal:
        return await _invite_page(request, house, live, who, invite, refusal, form)
    return _to_table(f"{table}?{query}")


async def _table(house: House, table: str) -> LiveState | None:
    """A table; None for one that has ended."""
    try:
        live = await house.floor.look(table)
    except Refusal as refusal:
        if refusal.code == "no_table" and await house.floor.has_ended(table):
            return None
        raise
    return None if live.closing or live.stored_table.closed else live


def _check_invited(live: LiveState, who: Person | None, invite: str) -> None:
    if live.settings.private and not is_invited(live, who.id if who else None, invite):
        text = "This invitation is not complete, or not for this table: ask for the whole link"
        raise Refusal("private", text, None, "invite")


def _ended(request: Request, who: Person | None) -> HTMLResponse:
    return page(request, "invite.html.j2", who, GONE, ended=True)


async def _invite_page(
    request: Request,
    house: House,
    live: LiveState,
    who: Person | None,
    invite: str,
    refusal: Refusal | None = None,
    form: Filled | None = None,
) -> HTMLResponse:
    settings, sheet = live.settings, live.table.sheet
    host = await house.in_pool(lambda: house.accounts.people.person(settings.host)) if settings.host else None
    me = who.id if who else None
    seen = settings.spectators or me is not None or is_invited(live, me, invite)
    return page(
        request,
        "invite.html.j2",
        who,
        ended=False,
        host=host.shown if host else None,
        sheet=sheet,
        table=live.table,
        settings=settings,
        chips=live.till.chips,
        guests=live.seating.seated() if seen else (),
        taken=sum(len(each.seats) for each in live.seating.seated()),
        seated=any(each.id == me for each in live.seating.seated()),
        invite=invite,
        own=_address(request, house, live),
        id=live.id,
        avatar=(form or {}).get("avatar") or (avatar_of(who.id, who.avatar) if who else ""),
        name=(form or {}).get("name", who.alias or "" if who else ""),
        longest=LONGEST,
        refusal=refusal,
    )


def _introduction(form: Filled, who: Person | None) -> tuple[str | None, Avatar | None]:
    """What the form says of a person, as far as it is new; the name is checked before there is a guest."""
    name = form.get("name", "").strip()
    avatar = next((each for each in AVATARS if each == form.get("avatar")), None)
    if who is not None and not who.guest:
        return None, avatar
    if not name or (who is not None and name == who.alias):
        return None, avatar
    return name_of(name), avatar


def _address(request: Request, house: House, live: LiveState) -> str:
    """The invitation as others get it: that of a private table has its key, which you need to see it."""
    key = live.settings.invite if live.settings.private else ""
    base = house_address(request)
    return f"{base}/tables/{live.id}/invite" + (f"?{urlencode({'invite': key})}" if key else "")


def invitation_address(settings: ServeSettings) -> str:
    """The link that lets new people in, without one the address of the house."""
    return settings.public_address + (f"/welcome/{settings.invitation}" if settings.invitation else "")


@pages.get("/welcome/{invitation}")
def welcome(request: Request, invitation: str, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """Says where one is invited to. Whether the invitation holds is seen when one comes in."""
    return _welcome_page(request, house, who, invitation[:64])


@pages.post("/welcome")
async def come_to_house(request: Request, who: MaybePerson, house: TheHouse) -> Response:
    """A new guest, who finds the lobby."""
    form = await form_of(request, ("invitation",))
    invitation = form.get("invitation", "")[:64]
    try:
        await person_or_guest(request, who, house, invitation)
    except Refusal as refusal:
        return _welcome_page(request, house, who, invitation, refusal)
    return RedirectResponse("/", SEE_OTHER)


def _welcome_page(
    request: Request, house: House, who: Person | None, invitation: str, refusal: Refusal | None = None
) -> HTMLResponse:
    return page(
        request,
        "welcome.html.j2",
        who,
        first=house.settings.newcomers.money,
        invitation=invitation,
        refusal=refusal,
    )

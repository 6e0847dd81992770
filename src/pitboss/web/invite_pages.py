"""Invitations: a page that says who invites to which table and seats who comes with one button; its QR code.

A private table shows itself only to who has its invitation, or knows it already.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from pitboss.house.names import LONGEST, name_of
from pitboss.ledger.people import Person
from pitboss.round import Refusal
from pitboss.table.live_state import LiveState
from pitboss.table.lobby import is_invited
from pitboss.table.seating import AVATARS, Avatar, avatar_of
from pitboss.web.forms import Filled, form_of
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.lobby_pages import SEE_OTHER, drawn_response, somebody
from pitboss.web.pages import page
from pitboss.web.people_routes import keep_session
from pitboss.web.refusal_response import STATUS
from pitboss.web.server_state import House

routes = APIRouter(include_in_schema=False)

GONE: Final = 410


class Guest(NamedTuple):
    """Somebody at a seat, as the page lists them."""

    name: str
    seats: tuple[int, ...]
    avatar: Avatar | None
    bot: bool


@routes.get("/tables/{table}/invite")
async def invitation(
    request: Request, table: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> HTMLResponse:
    """Who invites, to which house, at which limits, who sits there; and one button."""
    live = await _table(house, table)
    if live is None:
        return _ended(request, who)
    _check_invited(live, who, invite)
    return await _page(request, house, live, who, invite)


@routes.get("/tables/{table}/invite.svg")
async def qr_code(
    request: Request, table: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> Response:
    """The address of the invitation as a QR code."""
    live = await house.floor.look(table)
    _check_invited(live, who, invite)
    address = _address(request, house, live)
    return await drawn_response(house, address)


@routes.post("/tables/{table}/invite")
async def come_in(request: Request, table: str, who: MaybePerson, house: TheHouse) -> Response:
    """Seats who comes: a guest from now on, if need be, called and pictured as they like.

    The seat itself is taken over the table's socket, at whichever server has the table.
    """
    form, secret = await form_of(request, ("invite", "name", "avatar")), None
    live = await _table(house, table)
    if live is None:
        return _ended(request, who)
    invite = form.get("invite", "")
    _check_invited(live, who, invite)
    try:
        wanted = _introduction(form, who)
        who, secret = await somebody(request, who, house, vouched=live.settings.private)
        me = who
        await house.in_pool(lambda: house.limits.check_entry(me.id, house.milliseconds))
        if wanted != (None, None):
            await house.in_pool(lambda: house.accounts.people.introduce(me.id, *wanted))
        query = urlencode({"sit": "1"} | ({"invite": invite} if invite else {}))
        answer: Response = RedirectResponse(f"/tables/{table}?{query}", SEE_OTHER)
    except Refusal as refusal:
        answer = await _page(request, house, live, who, invite, refusal, form)
    if secret is not None:
        keep_session(request, answer, house, secret)
    return answer


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


async def _page(
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
        STATUS.get(refusal.code, 422) if refusal else 200,
        ended=False,
        host=host.shown if host else None,
        sheet=sheet,
        table=live.table,
        settings=settings,
        chips=live.till.chips,
        guests=_guests(live) if seen else (),
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


def _guests(live: LiveState) -> tuple[Guest, ...]:
    people = live.seating.seated()
    return tuple(Guest(each.name, each.seats, each.avatar, each.bot is not None) for each in people)


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
    """The invitation as others get it: that of a private table has its key, which whoever asks knows."""
    key = live.settings.invite if live.settings.private else ""
    base = house.settings.address or str(request.base_url).rstrip("/")
    return f"{base}/tables/{live.id}/invite" + (f"?{urlencode({'invite': key})}" if key else "")

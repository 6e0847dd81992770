"""People over HTTP: guests, names, sessions, tokens for programs, limits, and their account's page."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel, Field

from pitboss.house import Asked, people
from pitboss.house.accounts import DEVICE, TokenListed
from pitboss.house.credentials import ALLOWED, SESSION
from pitboss.house.limits import Allowed, Change, exclusion, loss_limit, time_limit
from pitboss.house.people import BROKE
from pitboss.ledger.people import Person
from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.table.seating import Avatar, avatar_of
from pitboss.web.background import send_away
from pitboss.web.guard import (
    COOKIE,
    DEVICE_COOKIE,
    MaybePerson,
    SignedIn,
    TheHouse,
    address_of,
    secret_of,
    set_cookie,
)
from pitboss.web.pages import SEE_OTHER, form_of, own_address, page
from pitboss.web.server_state import House

routes = APIRouter(prefix="/api", tags=["people"])

Text = Annotated[str, Field(max_length=400)]


class NameAndPassword(Asked):
    """To register, and to sign in."""

    name: Text
    password: Text


class PasswordOnly(Asked):
    """To delete an account."""

    password: Text = ""


class NewPassword(Asked):
    """To change a password."""

    old: Text
    new: Text


class Introduction(Asked):
    """What a guest wants to be called, empty for nothing, and anybody's picture; what is left out stays."""

    name: Text | None = None
    avatar: Avatar | None = None


class Invited(Asked):
    """What somebody knows who was invited to this house."""

    invitation: Text = ""


class LimitsAsked(Asked):
    """Limits to set; what is left out stays, null is no limit."""

    loss: Annotated[int, Field(ge=0, le=10**12)] | None = None
    minutes: Annotated[int, Field(ge=0, le=10**6)] | None = None
    excluded_until: Annotated[int, Field(ge=0, le=10**14)] | None = None


class LabelAsked(Asked):
    """A name for a program's token."""

    label: Text


class Me(BaseModel):
    """Who is signed in, what is in hand, and how the session stands."""

    id: str
    name: str
    avatar: Avatar
    guest: bool
    role: str
    funds: Cents
    session_since: int | None
    session_elapsed: int
    session_net: Cents
    on_tables: Cents
    limits: Allowed


class TokenMade(BaseModel):
    """A program's secret: it is shown once."""

    secret: str


def me_of(house: House, who: Person) -> Me:
    """A person as they see themselves."""
    now = house.milliseconds
    standing = house.limits.standing(who.id, now)
    return Me(
        id=who.id,
        name=who.shown,
        avatar=avatar_of(who.id, who.avatar),
        guest=who.guest,
        role=who.role,
        funds=house.pit.funds(who.id),
        session_since=standing.since,
        session_elapsed=standing.elapsed,
        session_net=standing.net,
        on_tables=standing.on_tables,
        limits=house.limits.allowed(who.id, now),
    )


def keep_session(request: Request, secret: str) -> None:
    """Sends the secret of a session."""
    set_cookie(request, COOKIE, secret, SESSION)


def keep_device(request: Request, house: House, who: Person) -> None:
    """Lets a browser be known again as one that this person has used; programs have no use for it."""
    device = request.cookies.get(DEVICE_COOKIE)
    if device is not None or "origin" in request.headers:
        set_cookie(request, DEVICE_COOKIE, house.accounts.sessions.remember_browser(who.id, device), DEVICE)


@routes.post("/guests", status_code=201)
def begin_as_a_guest(request: Request, house: TheHouse, body: Invited | None = None) -> Me:
    """A new guest with play money, signed in at once; with the house's invitation, where it asks for one."""
    who, secret = house.accounts.people.guest(address_of(request), body.invitation if body else "")
    keep_session(request, secret)
    return me_of(house, who)


@routes.get("/me")
def who_am_i(who: SignedIn, house: TheHouse) -> Me:
    """Who is signed in, with money, net position and time."""
    return me_of(house, who)


@routes.put("/me")
def introduce_yourself(body: Introduction, who: SignedIn, house: TheHouse) -> Me:
    """What a guest is called, and the picture of a person; tables hear of it with `introduce`."""
    return me_of(house, house.accounts.people.introduce(who.id, body.name, body.avatar))


@routes.post("/register")
def keep_the_account(body: NameAndPassword, who: SignedIn, request: Request, house: TheHouse) -> Me:
    """A guest gets a name and a password, and keeps the money; the session gets a new secret."""
    named = house.accounts.people.register(who.id, body.name, body.password)
    old = request.cookies.get(COOKIE)
    if old is not None and secret_of(request) == old:  # a program has a token instead
        keep_session(request, house.accounts.sessions.renew(old))
        keep_device(request, house, named)
    return me_of(house, named)


@routes.post("/sign-in")
def sign_in(body: NameAndPassword, request: Request, house: TheHouse) -> Me:
    """A session for a name and its password."""
    device, address = request.cookies.get(DEVICE_COOKIE), address_of(request)
    try:
        secret = house.accounts.sessions.sign_in(body.name, body.password, address, device)
    except Refusal as refusal:
        house.incidents.note_sign_in(body.name, address, refusal)
        raise
    keep_session(request, secret)
    who = house.accounts.sessions.who(secret)
    if who is None:
        raise Refusal("signed_out", "Sign in again")
    keep_device(request, house, who)
    return me_of(house, who)


@routes.post("/sign-out", status_code=204)
async def sign_out(request: Request, house: TheHouse) -> None:
    """Ends the session. Sockets end too: another session, or a program, comes back with a new ticket."""
    secret = secret_of(request)
    if secret:
        who = await house.in_pool(lambda: house.accounts.sessions.who(secret))
        await house.in_pool(lambda: house.accounts.sessions.sign_out(secret))
        if who is not None:
            await send_away(house, who.id, "signed_out")
    set_cookie(request, COOKIE, "", 0)


@routes.post("/password", status_code=204)
async def change_password(body: NewPassword, who: SignedIn, request: Request, house: TheHouse) -> None:
    """Another password; every other session ends, every token of a program, and every socket."""
    address = address_of(request)
    secret = await house.in_pool(
        lambda: house.accounts.people.change_password(who.id, body.old, body.new, address)
    )
    await send_away(house, who.id, "signed_out")
    keep_session(request, secret)
    await house.in_pool(lambda: keep_device(request, house, who))


@routes.delete("/me", status_code=204)
async def delete_the_account(body: PasswordOnly, who: SignedIn, request: Request, house: TheHouse) -> None:
    """Erases name, password, tokens and progress."""
    address = address_of(request)
    await house.in_pool(lambda: house.accounts.people.delete(who.id, body.password, address))
    await send_away(house, who.id, "signed_out")
    set_cookie(request, COOKIE, "", 0)


@routes.post("/top-up")
def top_up(who: SignedIn, house: TheHouse) -> Me:
    """Free play money for a person who has next to none left."""
    people.top_up(house.pit, who.id, money=house.settings.newcomers.money)
    return me_of(house, who)


@routes.put("/limits")
def set_limits(body: LimitsAsked, who: SignedIn, house: TheHouse) -> Allowed:
    """Limits on loss and time: stricter at once, looser after a day."""
    now, changes = house.milliseconds, list[Change]()
    if "loss" in body.model_fields_set:
        changes.append(loss_limit(body.loss, now))
    if "minutes" in body.model_fields_set:
        changes.append(time_limit(body.minutes, now))
    if body.excluded_until is not None:
        changes.append(exclusion(body.excluded_until, now))
    return house.limits.change(who.id, now, changes)


@routes.get("/tokens")
def tokens(who: SignedIn, house: TheHouse) -> list[TokenListed]:
    """Tokens for programs."""
    return house.accounts.sessions.tokens_of(who.id)


@routes.post("/tokens", status_code=201)
def new_token(body: LabelAsked, who: SignedIn, request: Request, house: TheHouse) -> TokenMade:
    """A token for a program."""
    return TokenMade(secret=house.accounts.sessions.make_token(who.id, body.label, secret_of(request)))


@routes.delete("/tokens/{token}", status_code=204)
def revoke(token: str, who: SignedIn, house: TheHouse) -> None:
    """Ends a program's token."""
    house.accounts.sessions.revoke(who.id, token)


pages = APIRouter(include_in_schema=False)

LONGEST_ADDRESS: Final = 400  # characters of an address to come back to


@pages.get("/account")
def account(request: Request, who: MaybePerson, house: TheHouse, then: str = "") -> HTMLResponse:
    """Name and password, limits, tokens for programs, history to take along.

    `then` is the page of this house that somebody wanted who signs in.
    """
    return page(
        request,
        "account.html.j2",
        who,
        me=me_of(house, who) if who else None,
        tokens=house.accounts.sessions.tokens_of(who.id) if who else (),
        broke=BROKE,
        first=house.settings.newcomers.money,
        password_allowed=ALLOWED,
        now=house.milliseconds,
        then=_own_page(then),
    )


def _own_page(then: str) -> str | None:
    """A page of this house, or none: nobody is sent away to another host."""
    wanted = urlsplit(then[:LONGEST_ADDRESS])
    return own_address(wanted.path, wanted.query) if wanted.path.startswith("/") else None


LONGEST_LINK: Final = 100  # characters of a link's secret


@pages.get("/reset/{link}")
def reset(request: Request, link: str) -> HTMLResponse:
    """A form for the new password. Whether the link is good is seen when it is used."""
    return _reset_page(request, link)


@pages.post("/reset")
async def set_password(request: Request, house: TheHouse) -> Response:
    """Sets it and signs in; everything else that was signed in is so no more."""
    form = await form_of(request, ("link", "password"))
    link, password = form.get("link", "")[:LONGEST_LINK], form.get("password", "")
    try:
        who, secret = await house.in_pool(lambda: house.accounts.people.reset_password(link, password))
    except Refusal as refusal:
        return _reset_page(request, link, refusal)
    await send_away(house, who.id, "signed_out")
    keep_session(request, secret)
    return RedirectResponse("/account", SEE_OTHER)


def _reset_page(request: Request, link: str, refusal: Refusal | None = None) -> HTMLResponse:
    return page(
        request,
        "reset.html.j2",
        None,
        link=link[:LONGEST_LINK],
        refusal=refusal,
        password_allowed=ALLOWED,
    )

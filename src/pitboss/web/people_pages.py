"""One's own account: what a person may set, see, take along and end."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.house.credentials import ALLOWED
from pitboss.house.people import BROKE
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.pages import own_address, page
from pitboss.web.people_routes import me_of

routes = APIRouter(include_in_schema=False)

LONGEST: Final = 400  # characters of an address to come back to


@routes.get("/account")
def account(request: Request, who: MaybePerson, house: TheHouse, then: str = "") -> HTMLResponse:
    """Name and password, limits, tokens for programs, history to take along.

    `then` is the page of this house that somebody wanted who signs in.
    """
    return page(
        request,
        "account.html.j2",
        who,
        me=me_of(house, who) if who else None,
        tokens=house.accounts.tokens.of(who.id) if who else (),
        broke=BROKE,
        first=house.settings.newcomers.money,
        password_allowed=ALLOWED,
        now=house.milliseconds,
        then=_own_page(then),
    )


def _own_page(then: str) -> str | None:
    """A page of this house, or none: nobody is sent away to another host."""
    wanted = urlsplit(then[:LONGEST])
    return own_address(wanted.path, wanted.query) if wanted.path.startswith("/") else None

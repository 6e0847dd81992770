"""One's own account: what a person may set, see, take along and end."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.house.credentials import ALLOWED
from pitboss.house.top_ups import BROKE
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.pages import page
from pitboss.web.people_routes import me_of

routes = APIRouter(include_in_schema=False)


@routes.get("/account")
def account(request: Request, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """Name and password, limits, tokens for programs, history to take along."""
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
    )

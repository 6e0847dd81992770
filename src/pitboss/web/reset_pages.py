"""Another password by the link that an operator has handed over."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from pitboss.house.credentials import ALLOWED
from pitboss.round import Refusal
from pitboss.web.departure_watch import send_away
from pitboss.web.forms import form_of
from pitboss.web.guard import TheHouse
from pitboss.web.lobby_pages import SEE_OTHER
from pitboss.web.pages import page
from pitboss.web.people_routes import keep_session
from pitboss.web.refusal_response import STATUS

routes = APIRouter(include_in_schema=False)

LONGEST: Final = 100  # characters of a link's secret


@routes.get("/reset/{link}")
def reset(request: Request, link: str) -> HTMLResponse:
    """A form for the new password. Whether the link is good is seen when it is used."""
    return _page(request, link)


@routes.post("/reset")
async def set_password(request: Request, house: TheHouse) -> Response:
    """Sets it and signs in; everything else that was signed in is so no more."""
    form = await form_of(request, ("link", "password"))
    link, password = form.get("link", "")[:LONGEST], form.get("password", "")
    try:
        who, secret = await house.in_pool(lambda: house.accounts.people.reset_password(link, password))
    except Refusal as refusal:
        return _page(request, link, refusal)
    await send_away(house, who.id, "signed_out")
    answer = RedirectResponse("/account", SEE_OTHER)
    keep_session(request, answer, house, secret)
    return answer


def _page(request: Request, link: str, refusal: Refusal | None = None) -> HTMLResponse:
    status = STATUS.get(refusal.code, 422) if refusal else 200
    link = link[:LONGEST]
    return page(request, "reset.html.j2", None, status, link=link, refusal=refusal, password_allowed=ALLOWED)

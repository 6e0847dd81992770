"""The invitation to a house that takes new people by invitation: a link, and a page with one button."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from pitboss.ledger.people import Person
from pitboss.round import Refusal
from pitboss.web.forms import form_of
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.lobby_pages import SEE_OTHER, somebody
from pitboss.web.pages import page
from pitboss.web.people_routes import keep_session
from pitboss.web.refusal_response import STATUS
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings

routes = APIRouter(include_in_schema=False)


def invitation_address(settings: ServeSettings) -> str:
    """The link that lets new people in, without one the address of the house."""
    return settings.public_address + (f"/welcome/{settings.invitation}" if settings.invitation else "")


@routes.get("/welcome/{invitation}")
def welcome(request: Request, invitation: str, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """Says where one is invited to. Whether the invitation holds is seen when one comes in."""
    return _page(request, house, who, invitation[:64])


@routes.post("/welcome")
async def come_in(request: Request, who: MaybePerson, house: TheHouse) -> Response:
    """A new guest, who finds the lobby."""
    form = await form_of(request, ("invitation",))
    invitation = form.get("invitation", "")[:64]
    try:
        _, secret = await somebody(request, who, house, invitation)
    except Refusal as refusal:
        return _page(request, house, who, invitation, refusal)
    answer = RedirectResponse("/", SEE_OTHER)
    if secret is not None:
        keep_session(request, answer, house, secret)
    return answer


def _page(
    request: Request, house: House, who: Person | None, invitation: str, refusal: Refusal | None = None
) -> HTMLResponse:
    return page(
        request,
        "welcome.html.j2",
        who,
        STATUS.get(refusal.code, 422) if refusal else 200,
        first=house.settings.newcomers.money,
        invitation=invitation,
        refusal=refusal,
    )

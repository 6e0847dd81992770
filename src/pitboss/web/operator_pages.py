"""The operator's console: one page for all its sections, for people with the role."""

from __future__ import annotations

from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from pitboss.web.guard import MaybePerson, check_operator
from pitboss.web.lobby_pages import SEE_OTHER
from pitboss.web.pages import comes_from_elsewhere, own_address, page

routes = APIRouter(include_in_schema=False)


@routes.get("/operator")
@routes.get("/operator/{section:path}")
def console(request: Request, who: MaybePerson) -> Response:
    """The frame; a script fills it. Who is not signed in does so first, and comes back here."""
    if who is None and not comes_from_elsewhere(request):
        wanted = own_address(request.scope["path"], request.url.query)
        return RedirectResponse(f"/account?then={quote(wanted, safe='/')}", SEE_OTHER)
    if who is not None:
        check_operator(who)
    return page(request, "operator.html.j2", who)

"""The pages: those of live tables, and all that is read and filled in around them."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from pitboss.floor.admission import check_admission
from pitboss.round import Refusal
from pitboss.web import (
    drill_pages,
    felt_styles,
    invite_pages,
    lab_pages,
    lobby_pages,
    people_pages,
    round_pages,
    rules_pages,
)
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.pages import page

routes = APIRouter(include_in_schema=False)
PAGES = (
    felt_styles,
    lobby_pages,
    invite_pages,
    rules_pages,
    lab_pages,
    drill_pages,
    people_pages,
    round_pages,
)
for each in PAGES:
    routes.include_router(each.routes)

FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<rect width="32" height="32" rx="7" fill="#14181b"/>'
    '<circle cx="16" cy="16" r="11" fill="#12463a" stroke="#d9b45b" stroke-width="2.5"'
    ' stroke-dasharray="5.8 2.84"/>'
    '<path d="M16 9c4 4 6 5.600 6 8.400a3.300 3.300 0 0 1-5.200 2.700l1 3h-3.600l1-3'
    'A3.300 3.300 0 0 1 10 17.400C10 14.600 12 13 16 9z" fill="#f4efe3"/></svg>'
)


@routes.get("/favicon.ico")
@routes.get("/favicon.svg")
def favicon() -> Response:
    """A chip with a spade."""
    return Response(FAVICON, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


@routes.get("/tables/{table}")
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
        servers=" ".join(house.settings.reached_at),
    )

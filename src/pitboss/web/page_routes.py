"""The pages: those of live tables, and all that is read and filled in around them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.round import Refusal
from pitboss.table.lobby import check_admission
from pitboss.web import (
    drill_pages,
    felt_styles,
    invite_pages,
    lab_pages,
    lobby_pages,
    operator_pages,
    people_pages,
    reset_pages,
    round_pages,
    rules_pages,
    service_worker,
    site_files,
    welcome_pages,
)
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.pages import page

routes = APIRouter(include_in_schema=False)
PAGES = (
    felt_styles,
    site_files,
    service_worker,
    lobby_pages,
    invite_pages,
    welcome_pages,
    rules_pages,
    lab_pages,
    drill_pages,
    people_pages,
    operator_pages,
    reset_pages,
    round_pages,
)
for each in PAGES:
    routes.include_router(each.routes)


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

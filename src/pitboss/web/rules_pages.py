"""The rules of a house as a card for players: clauses, readings, pay tables with their chances, prices."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.round import open_table
from pitboss.sheet.card import card_data, showdown_rows
from pitboss.web.felts import felts, ranks
from pitboss.web.guard import MaybePerson
from pitboss.web.house_routes import house_sheet
from pitboss.web.pages import page
from pitboss.web.pays import pays_of

routes = APIRouter(include_in_schema=False)


@routes.get("/rules")
def all_rules(request: Request, who: MaybePerson) -> HTMLResponse:
    """The houses, to choose one."""
    return page(request, "rules.html.j2", who, felts=felts(), ranks=ranks())


@routes.get("/rules/{house}")
def rules(request: Request, house: str, who: MaybePerson) -> HTMLResponse:
    """One house's sheet."""
    sheet = house_sheet(house)
    card = card_data(sheet)
    return page(
        request,
        "sheet.html.j2",
        who,
        card=card,
        showdown=showdown_rows(sheet),
        play_label=sheet.play.label,
        pays=pays_of(open_table(sheet)),
        own=[each for each in card["clauses"] if each["id"] in sheet.clauses],
        common=[each for each in card["clauses"] if each["id"] not in sheet.clauses],
        known={each["id"] for each in card["clauses"]},
        felts=felts(),
    )

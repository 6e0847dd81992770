"""The rules of a house as a card for players: clauses, readings, pay tables with their chances, prices."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse

from pitboss.desk.tables import pays_question
from pitboss.house.house_cards import house_cards, ranks
from pitboss.messages.rules import card_data
from pitboss.report.pay_frequencies import Pays
from pitboss.round import open_table
from pitboss.web.desk_questions import shown
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.house_routes import house_sheet
from pitboss.web.pages import page

routes = APIRouter(include_in_schema=False)


@routes.get("/rules")
async def all_rules(request: Request, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """The houses, to choose one."""
    prices = await house_cards(house.desk)
    return await run_in_threadpool(page, request, "rules.html.j2", who, houses=prices, ranks=ranks())


@routes.get("/rules/{house}")
async def rules(request: Request, house: str, who: MaybePerson, the_house: TheHouse) -> HTMLResponse:
    """One house's sheet."""
    sheet = house_sheet(house)
    card = card_data(sheet)
    return await run_in_threadpool(
        page,
        request,
        "sheet.html.j2",
        who,
        card=card,
        play_label=sheet.play.label,
        pays=await shown(the_house, pays_question(open_table(sheet)), Pays),
        own=[each for each in card["clauses"] if each["id"] in sheet.clauses],
        common=[each for each in card["clauses"] if each["id"] not in sheet.clauses],
        known={each["id"] for each in card["clauses"]},
        houses=await house_cards(the_house.desk),
    )

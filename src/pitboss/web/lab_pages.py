"""The Lab's page. A script makes it live; without one it shows the printed sheet in tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.house.house_cards import house_cards
from pitboss.lab import Chart, Overview
from pitboss.messages.rounds import decision_words
from pitboss.sheet import first_house
from pitboss.web.desk_questions import shown
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.house_routes import house_sheet
from pitboss.web.lab_routes import what_asked
from pitboss.web.pages import page

routes = APIRouter(include_in_schema=False)

TEMPORARY: Final = 307


@routes.get("/lab")
def some_lab() -> RedirectResponse:
    """The Lab with a house to begin with."""
    return RedirectResponse(f"/lab/{first_house('lab')}", TEMPORARY)


@routes.get("/lab/{house}")
async def lab_page(request: Request, house: str, who: MaybePerson, the_house: TheHouse) -> HTMLResponse:
    """One house in the Lab. What is changed stands in the query, which is the script's to read."""
    house_sheet(house)
    printed = what_asked()
    told = await shown(the_house, printed.of("lab", house, distribution=False), Overview)
    best = await shown(the_house, printed.of("lab_chart", house, up=""), Chart)
    return await run_in_threadpool(
        page,
        request,
        "lab.html.j2",
        who,
        told=told,
        best=best,
        houses=await house_cards(the_house.desk),
        said_action=decision_words,
        share=lambda text: float(Fraction(text)),
    )

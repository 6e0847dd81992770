"""The Lab's page. A script makes it live; without one it shows the printed sheet in tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.lab import chart, overview, what_if
from pitboss.web.felts import felts
from pitboss.web.guard import MaybePerson
from pitboss.web.house_routes import house_sheet
from pitboss.web.pages import page

routes = APIRouter(include_in_schema=False)

FIRST: Final = "rivers"  # it has the most to move: four wagers, a meter, envy
TEMPORARY: Final = 307


@routes.get("/lab")
def some_lab() -> RedirectResponse:
    """The Lab with a house to begin with."""
    return RedirectResponse(f"/lab/{FIRST}", TEMPORARY)


@routes.get("/lab/{house}")
def lab_page(request: Request, house: str, who: MaybePerson) -> HTMLResponse:
    """One house in the Lab. What is changed stands in the query, which is the script's to read."""
    house_sheet(house)
    asked = what_if(house)
    return page(
        request,
        "lab.html.j2",
        who,
        told=overview(asked),
        best=chart(asked),
        felts=felts(),
        share=lambda text: float(Fraction(text)),
    )

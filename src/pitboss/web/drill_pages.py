"""The pages of practice: the drill, and one's progress with its charts."""

from __future__ import annotations

from typing import Final, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.cards import signs
from pitboss.house.drills import Kind
from pitboss.house.progress import Progress, SittingTold
from pitboss.lab import Chart
from pitboss.messages.rounds import decision_words
from pitboss.money import MICRO, Cents, dollars
from pitboss.sheet import first_house, houses, load_house
from pitboss.web.desk_questions import TheAsker, shown
from pitboss.web.drill_routes import progress_of
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.lab_routes import what_asked
from pitboss.web.pages import page

routes = APIRouter(include_in_schema=False)

KINDS: Final[dict[Kind, str]] = {
    "borderline": "Borderline",
    "mixed": "Mixed",
    "speed": "Speed",
    "misses": "My misses",
}
MOST_BARS: Final = 30
HEIGHT: Final = 160  # of the chart


class Bar(NamedTuple):
    """A sitting in the chart; `top` and `height` in its units."""

    sitting: SittingTold
    x: float
    width: float
    top: float
    height: float


@routes.get("/drill")
async def drill_page(
    request: Request,
    who: MaybePerson,
    the_house: TheHouse,
    house: str = "",
    kind: Kind = "borderline",
) -> HTMLResponse:
    """Hands to decide about, one after the other."""
    chosen = house if house in houses() else first_house("drill")
    found = await shown(the_house, what_asked().of("lab_chart", chosen, up=""), Chart)
    return page(
        request,
        "drill.html.j2",
        who,
        house=chosen,
        kind=kind,
        kinds=KINDS,
        names={each: load_house(each).name for each in houses()},
        rules=(*found.words, *found.rules),
    )


@routes.get("/progress")
async def progress_page(request: Request, who: MaybePerson, house: TheHouse, asker: TheAsker) -> HTMLResponse:
    """What one gave up, when, and how."""
    found = Progress(kept=False)
    if who is not None:
        found = await progress_of(house, who, asker)
    return page(
        request,
        "progress.html.j2",
        who,
        progress=found,
        bars=bars(found.sittings),
        height=HEIGHT,
        names={each: load_house(each).name for each in houses()},
        fine=fine,
        said=said,
        hand=signs,
        said_action=decision_words,
    )


def bars(sittings: list[SittingTold]) -> list[Bar]:
    """The last sittings as bars of what was given up, side by side over a width of 100."""
    last = sittings[-MOST_BARS:]
    most = max((each.given_up for each in last), default=0)
    step = 100 / max(len(last), 8)
    found = []
    for place, each in enumerate(last):
        tall = HEIGHT * each.given_up / most if most else 0.0
        found.append(Bar(each, place * step + step * 0.15, step * 0.7, HEIGHT - tall, tall))
    return found


def fine(micro_cents: int) -> str:
    """What was given up, to the cent: `$1.85`; what would look like nothing is told as less than a cent."""
    cents: Cents = round(micro_cents / MICRO)
    if micro_cents and not cents:
        return "< $0.01"
    text = dollars(cents)
    return text if "." in text else f"{text}.00"


def said(share: float | None) -> str:
    """An accuracy: `93 %`."""
    return "–" if share is None else f"{share:.0%}".replace("%", " %")

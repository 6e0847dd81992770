"""The pages of evenings and leagues: what is on, an evening with its host's desk, the screen for the wall."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from pitboss.house.evening_views import EveningShown
from pitboss.house.names import LONGEST
from pitboss.ledger.people import Person
from pitboss.messages.leagues import rule_text
from pitboss.sheet import load_house
from pitboss.table.settings import Clock
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.lobby_pages import drawn_response
from pitboss.web.pages import page
from pitboss.web.server_state import House

routes = APIRouter(include_in_schema=False)

# Seconds for bets, a decision and the result, by what the form calls it.
_USUAL: Final = Clock()
PACES: Final = {
    "quick": (12, 15, 4),
    "usual": (int(_USUAL.bets), int(_USUAL.decision), int(_USUAL.result)),
    "relaxed": (45, 45, 6),
}


@routes.get("/evenings")
def evenings_page(request: Request, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """What is on, what is to come and what was; and the form in which an evening is put on."""
    sheets = [load_house(name) for name in house.settings.offered]
    leagues = [each for each in house.evenings.leagues(who) if each.you_host]
    return page(request, "evenings.html.j2", who, sheets=sheets, leagues=leagues, paces=PACES)


@routes.get("/evening/{evening}")
async def evening_page(
    request: Request, evening: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> HTMLResponse:
    """An evening: its list, its standings, its result; for its host the desk."""
    shown = await _look(house, evening, who, invite)
    return page(request, "evening.html.j2", who, evening=shown, invite=invite, longest=LONGEST)


@routes.get("/evening/{evening}/wall")
async def wall_page(
    request: Request, evening: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> HTMLResponse:
    """The same for everybody in the room, to be read from afar."""
    shown = await _look(house, evening, who, invite)
    own = _address(request, house, shown, invite)
    return page(request, "evening_wall.html.j2", who, evening=shown, invite=invite, own=own)


@routes.get("/evening/{evening}/enter.svg")
async def qr_code(
    request: Request, evening: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> Response:
    """The address of an evening as a QR code."""
    shown = await _look(house, evening, who, invite)
    return await drawn_response(house, _address(request, house, shown, invite))


@routes.get("/league/{league}")
async def league_page(request: Request, league: str, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """What the evenings of a league add up to."""
    shown = await house.in_pool(lambda: house.evenings.league(league, who))
    rules = (rule_text(shown.points_rule), rule_text(shown.tie_rule))
    return page(request, "league.html.j2", who, league=shown, rules=rules)


async def _look(house: House, evening: str, who: Person | None, invite: str) -> EveningShown:
    return await house.in_pool(lambda: house.evenings.look(evening, who, invite))


def _address(request: Request, house: House, evening: EveningShown, invite: str) -> str:
    """The evening as others get it: that of a private one has its key, which whoever asks knows."""
    base = house.settings.address or str(request.base_url).rstrip("/")
    key = evening.invite or invite
    return f"{base}/evening/{evening.id}" + (f"?{urlencode({'invite': key})}" if key else "")

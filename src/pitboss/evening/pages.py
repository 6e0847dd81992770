"""Evenings and leagues over HTTP: their pages, the screen on the wall, and the API that programs use."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import Field

from pitboss.evening.commands import (
    PAGE,
    BotsAsked,
    Entering,
    EveningAsked,
    HostAct,
    Hosting,
    LeagueAsked,
    Removing,
)
from pitboss.evening.model import Clock
from pitboss.evening.views import EveningListed, EveningShown, LeagueListed, LeagueShown
from pitboss.house import Key
from pitboss.house.credentials import LONGEST
from pitboss.house.rates import network_of
from pitboss.ledger.people import Person
from pitboss.messages.tables import rule_text
from pitboss.sheet import load_house
from pitboss.web.guard import MaybePerson, SignedIn, TheHouse, address_of
from pitboss.web.lobby import drawn_response
from pitboss.web.operators import Wanted
from pitboss.web.pages import house_address, page
from pitboss.web.server_state import House

pages = APIRouter(include_in_schema=False)
# Seconds for bets, a decision and the result, by what the form calls it.
_USUAL: Final = Clock()
PACES: Final = {
    "quick": (12, 15, 4),
    "usual": (int(_USUAL.bets), int(_USUAL.decision), int(_USUAL.result)),
    "relaxed": (45, 45, 6),
}


@pages.get("/evenings")
def evenings_page(request: Request, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """What is on, what is to come and what was; and the form in which an evening is put on."""
    sheets = [load_house(name) for name in house.settings.offered]
    leagues = [each for each in house.evenings.leagues(who) if each.you_host]
    return page(request, "evenings.html.j2", who, sheets=sheets, leagues=leagues, paces=PACES)


@pages.get("/evening/{evening}")
async def evening_page(
    request: Request, evening: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> HTMLResponse:
    """An evening: its list, its standings, its result; for its host the desk."""
    shown = await _look(house, evening, who, invite)
    return page(request, "evening.html.j2", who, evening=shown, invite=invite, longest=LONGEST)


@pages.get("/evening/{evening}/wall")
async def wall_page(
    request: Request, evening: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> HTMLResponse:
    """The same for everybody in the room, to be read from afar."""
    shown = await _look(house, evening, who, invite)
    own = _address(request, house, shown, invite)
    return page(request, "evening_wall.html.j2", who, evening=shown, invite=invite, own=own)


@pages.get("/evening/{evening}/enter.svg")
async def qr_code(
    request: Request, evening: str, who: MaybePerson, house: TheHouse, invite: str = ""
) -> Response:
    """The address of an evening as a QR code."""
    shown = await _look(house, evening, who, invite)
    return await drawn_response(house, _address(request, house, shown, invite))


@pages.get("/league/{league}")
async def league_page(request: Request, league: str, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """What the evenings of a league add up to."""
    shown = await house.in_pool(lambda: house.evenings.league(league, who))
    rules = (rule_text(shown.points_rule), rule_text(shown.tie_rule))
    return page(request, "league.html.j2", who, league=shown, rules=rules)


async def _look(house: House, evening: str, who: Person | None, invite: str) -> EveningShown:
    return await house.in_pool(lambda: house.evenings.look(evening, who, invite))


def _address(request: Request, house: House, evening: EveningShown, invite: str) -> str:
    """The evening as others get it: the link of a private one has its key, which the caller knows."""
    base = house_address(request)
    key = evening.invite or invite
    return f"{base}/evening/{evening.id}" + (f"?{urlencode({'invite': key})}" if key else "")


api = APIRouter(prefix="/api", tags=["evenings"])


class PageWanted(Wanted):
    """A page of a list: what comes after one that is named by its id."""

    after: Key | None = None
    most: Annotated[int, Field(ge=1, le=PAGE)] = PAGE


async def _act(house: House, work: Callable[[], EveningShown]) -> EveningShown:
    """Does something, and has the tables of evenings looked at."""
    shown = await house.in_pool(work)
    house.evenings.wake.set()
    return shown


@api.get("/evenings")
def evenings(
    who: MaybePerson, house: TheHouse, wanted: Annotated[PageWanted, Query()]
) -> list[EveningListed]:
    """The evenings one may look at: those that are not over first, of these one's own, then the latest."""
    return house.evenings.listed(who, wanted.after, wanted.most)


@api.post("/evenings", status_code=201)
async def announce(body: EveningAsked, who: SignedIn, house: TheHouse, request: Request) -> EveningShown:
    """Announces an evening; you become its host, and may enter like everyone else."""
    network = network_of(address_of(request))
    return await _act(house, lambda: house.evenings.announce(body, who, network))


@api.get(
    "/evenings/{evening}",
    response_model=EveningShown,
    responses={304: {"description": "Nothing has changed", "model": None}},
)
async def look(
    evening: str,
    who: MaybePerson,
    house: TheHouse,
    invite: str = "",
    if_none_match: Annotated[str, Header()] = "",
) -> Response:
    """An evening as one may see it now. Ask again with its ETag in `If-None-Match`: 304 has no body."""
    shown = await house.in_pool(lambda: house.evenings.look(evening, who, invite))
    tag = f'"{sha256(shown.model_dump_json(exclude={"now"}).encode()).hexdigest()[:20]}"'
    if if_none_match == tag:
        return Response(status_code=304, headers={"ETag": tag})
    return Response(shown.model_dump_json(), media_type="application/json", headers={"ETag": tag})


@api.post("/evenings/{evening}/enter")
async def enter(evening: str, body: Entering, who: SignedIn, house: TheHouse) -> EveningShown:
    """Enters the starting list; or plays from the next round on, as long as late entry is open."""
    return await _act(house, lambda: house.evenings.enter(evening, body, who))


@api.post("/evenings/{evening}/leave")
async def leave(evening: str, body: Hosting, who: SignedIn, house: TheHouse) -> EveningShown:
    """Leaves the list; or is out when the running round has ended, and gives the chips up."""
    return await _act(house, lambda: house.evenings.leave(evening, body, who))


@api.post("/evenings/{evening}/remove")
async def remove(evening: str, body: Removing, who: SignedIn, house: TheHouse) -> EveningShown:
    """The host has somebody go, as if they had left."""
    return await _act(house, lambda: house.evenings.remove(evening, body, who))


@api.post("/evenings/{evening}/bots")
async def bots(evening: str, body: BotsAsked, who: SignedIn, house: TheHouse) -> EveningShown:
    """The host has bots enter."""
    return await _act(house, lambda: house.evenings.add_bots(evening, body, who))


@api.post("/evenings/{evening}/{act}")
async def conduct(evening: str, act: HostAct, body: Hosting, who: SignedIn, house: TheHouse) -> EveningShown:
    """The host starts the evening, has it rest after the running round or go on, or calls it off.

    An operator may, too, and says why.
    """
    return await _act(house, lambda: house.evenings.conduct(evening, act, body, who))


@api.get("/leagues")
def leagues(who: MaybePerson, house: TheHouse, wanted: Annotated[PageWanted, Query()]) -> list[LeagueListed]:
    """One's own leagues, and those of which one may see an evening, the latest first."""
    return house.evenings.leagues(who, wanted.after, wanted.most)


@api.post("/leagues", status_code=201)
async def begin_league(body: LeagueAsked, who: SignedIn, house: TheHouse, request: Request) -> LeagueShown:
    """Begins a league: its host puts evenings into it when they announce them."""
    network = network_of(address_of(request))
    return await house.in_pool(lambda: house.evenings.begin_league(body, who, network))


@api.get("/leagues/{league}")
def league(league: str, who: MaybePerson, house: TheHouse) -> LeagueShown:
    """A league: what those of its evenings that have ended, and that one may see, add up to."""
    return house.evenings.league(league, who)


routes = APIRouter()
routes.include_router(api)
routes.include_router(pages)

"""Evenings and leagues over HTTP: announced, entered, run by their host, looked at."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from pydantic import Field

from pitboss.house.evening_requests import (
    BotsAsked,
    Entering,
    EveningAsked,
    HostAct,
    Hosting,
    LeagueAsked,
    Removing,
)
from pitboss.house.evening_views import EveningListed, EveningShown, LeagueListed, LeagueShown
from pitboss.house.evenings import PAGE
from pitboss.house.rates import network_of
from pitboss.house.request_shapes import Key
from pitboss.web.guard import MaybePerson, SignedIn, TheHouse, address_of
from pitboss.web.operator_requests import Wanted
from pitboss.web.server_state import House

routes = APIRouter(prefix="/api", tags=["evenings"])


class PageWanted(Wanted):
    """A page of a list: what comes after one that is named by its id."""

    after: Key | None = None
    most: Annotated[int, Field(ge=1, le=PAGE)] = PAGE


async def _act(house: House, work: Callable[[], EveningShown]) -> EveningShown:
    """Does something, and has the tables of evenings looked at."""
    shown = await house.in_pool(work)
    house.evenings.wake.set()
    return shown


@routes.get("/evenings")
def evenings(
    who: MaybePerson, house: TheHouse, wanted: Annotated[PageWanted, Query()]
) -> list[EveningListed]:
    """The evenings one may look at: those that are not over first, of these one's own, then the latest."""
    return house.evenings.listed(who, wanted.after, wanted.most)


@routes.post("/evenings", status_code=201)
async def announce(body: EveningAsked, who: SignedIn, house: TheHouse, request: Request) -> EveningShown:
    """Announces an evening; who does is its host, and may enter like everybody else."""
    network = network_of(address_of(request))
    return await _act(house, lambda: house.evenings.announce(body, who, network))


@routes.get(
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


@routes.post("/evenings/{evening}/enter")
async def enter(evening: str, body: Entering, who: SignedIn, house: TheHouse) -> EveningShown:
    """Enters the starting list; or plays from the next round on, as long as late entry is open."""
    return await _act(house, lambda: house.evenings.enter(evening, body, who))


@routes.post("/evenings/{evening}/leave")
async def leave(evening: str, body: Hosting, who: SignedIn, house: TheHouse) -> EveningShown:
    """Leaves the list; or is out when the running round has ended, and gives the chips up."""
    return await _act(house, lambda: house.evenings.leave(evening, body, who))


@routes.post("/evenings/{evening}/remove")
async def remove(evening: str, body: Removing, who: SignedIn, house: TheHouse) -> EveningShown:
    """The host has somebody go, as if they had left."""
    return await _act(house, lambda: house.evenings.remove(evening, body, who))


@routes.post("/evenings/{evening}/bots")
async def bots(evening: str, body: BotsAsked, who: SignedIn, house: TheHouse) -> EveningShown:
    """The host has bots enter."""
    return await _act(house, lambda: house.evenings.add_bots(evening, body, who))


@routes.post("/evenings/{evening}/{act}")
async def conduct(evening: str, act: HostAct, body: Hosting, who: SignedIn, house: TheHouse) -> EveningShown:
    """The host starts the evening, has it rest after the running round or go on, or calls it off.

    An operator may, too, and says why.
    """
    return await _act(house, lambda: house.evenings.conduct(evening, act, body, who))


@routes.get("/leagues")
def leagues(who: MaybePerson, house: TheHouse, wanted: Annotated[PageWanted, Query()]) -> list[LeagueListed]:
    """One's own leagues, and those of which one may see an evening, the latest first."""
    return house.evenings.leagues(who, wanted.after, wanted.most)


@routes.post("/leagues", status_code=201)
async def begin_league(body: LeagueAsked, who: SignedIn, house: TheHouse, request: Request) -> LeagueShown:
    """Begins a league: its host puts evenings into it when they announce them."""
    network = network_of(address_of(request))
    return await house.in_pool(lambda: house.evenings.begin_league(body, who, network))


@routes.get("/leagues/{league}")
def league(league: str, who: MaybePerson, house: TheHouse) -> LeagueShown:
    """A league: what those of its evenings that have ended, and that one may see, add up to."""
    return house.evenings.league(league, who)

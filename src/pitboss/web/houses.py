"""Houses over HTTP: rules, prices, advice and settlements, and how the desk is asked for them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from pitboss.desk.question import Question, question
from pitboss.desk.table_questions import pays_question
from pitboss.house.house_cards import ask_own, house_cards, ranks
from pitboss.house.rates import network_of
from pitboss.messages.rules import card_data
from pitboss.report.pay_frequencies import Pays
from pitboss.round import Refusal, open_table
from pitboss.sheet import Sheet, houses, load_house
from pitboss.web.guard import MaybePerson, TheHouse, address_of, check_bucket, house_of
from pitboss.web.pages import page
from pitboss.web.server_state import House

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asker:
    """A person who asks the desk, or None for one who is not signed in; and the request they ask with."""

    request: Request
    person: str | None

    async def ask(self, asked: Question, *, sheet: bool = False) -> bytes:
        """The desk's answer, unless this one asks too often or goes away before it is there."""
        house = house_of(self.request)
        network = network_of(address_of(self.request))
        line = f"address {network}" if self.person is None else f"person {self.person}"
        for whose in dict.fromkeys((f"address {network}", line)):
            buckets = house.sheets if sheet else house.questions
            check_bucket(house, buckets, whose, 1, "Too many questions: try again in a minute")
        return await _while_there(self.request, house.desk.ask(line, asked, address=network))


def asker(request: Request, who: MaybePerson) -> Asker:
    """The client of a request, for the desk."""
    return Asker(request, who.id if who is not None else None)


TheAsker = Annotated[Asker, Depends(asker)]


async def _while_there(request: Request, asking: Coroutine[Any, Any, bytes]) -> bytes:
    """The answer; a question whose asker has gone is given up."""
    answer = asyncio.ensure_future(asking)
    gone = asyncio.ensure_future(_gone(request))
    try:
        either: set[asyncio.Future[Any]] = {answer, gone}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise Refusal("unavailable", "The client has gone")
        return answer.result()
    finally:
        answer.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    """Ends when the client does; its body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def shown(house: House, asked: Question, kind: type[T]) -> T:
    """What a page of the house's own shows, as a value: one of few questions, asked once and then known."""
    return await ask_own(house.desk, asked, kind)


routes = APIRouter(prefix="/api", tags=["houses"])

Cards = Annotated[str, Query(max_length=20)]
Bets = Annotated[str | None, Query(max_length=200, description="ante=1000,pair_plus=500")]


class HouseListed(BaseModel):
    """A house in the lobby."""

    id: str
    name: str
    game: str
    about: str
    seats: int
    low: int
    high: int
    wagers: dict[str, str]


ANY_OBJECT: Final[dict[str, Any]] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}


def as_json(text: bytes) -> Response:
    """An answer of the desk on its way out, as it came."""
    return Response(text, media_type="application/json")


def house_sheet(house: str) -> Sheet:
    """A house by its id, and nothing else: a request never makes us open a file."""
    if house not in houses():
        raise Refusal("no_house", f"There is no house {house[:40]!r}; allowed: {', '.join(houses())}")
    return load_house(house)


def offered_sheet(house: House, name: str) -> Sheet:
    """A house by its id, if one can play there."""
    sheet, offered = house_sheet(name), house.settings.offered
    if name not in offered:
        raise Refusal("no_house", f"{sheet.name} is not played here; allowed: {', '.join(offered)}")
    return sheet


@routes.get("/houses")
def all_houses(house: TheHouse) -> list[HouseListed]:
    """The houses one can play at."""
    return [
        HouseListed(
            id=sheet.id,
            name=sheet.name,
            game=sheet.game,
            about=sheet.about,
            seats=sheet.seats,
            low=sheet.limits.min,
            high=sheet.limits.max,
            wagers={wager.id: wager.label for wager in sheet.wagers.values()},
        )
        for sheet in map(load_house, house.settings.offered)
    ]


@routes.get("/houses/{house}/rules")
def rules(house: str) -> dict[str, Any]:
    """A house as a player's card: wagers, pay tables, clauses, readings."""
    return {**card_data(house_sheet(house))}


@routes.get("/houses/{house}/pays", response_model=Pays)
async def pays(house: str, who: TheAsker) -> Response:
    """Every pay table with how often each line is paid, and what each wager costs."""
    return as_json(await who.ask(pays_question(open_table(house_sheet(house)))))


@routes.get("/houses/{house}/odds", response_model=dict[str, Any])
async def odds(
    house: str,
    who: TheAsker,
    strategy: Annotated[str, Query(max_length=20)] = "optimal",
    bets: Bets = None,
    players: Annotated[int, Query(ge=1, le=7)] = 1,
    meter: Annotated[int | None, Query(ge=0, le=10**15)] = None,
) -> Response:
    """The exact price of every wager, as `pitboss odds --json`."""
    house_sheet(house)
    asked = question("odds", house=house, strategy=strategy, bets=bets, players=players, meter=meter)
    return as_json(await who.ask(asked))


@routes.get("/houses/{house}/advice", response_model=dict[str, Any])
async def advice(house: str, who: TheAsker, cards: Cards, up: Cards = "", bets: Bets = None) -> Response:
    """The worth of each action for one hand, as `pitboss advise --json --explain`."""
    house_sheet(house)
    return as_json(await who.ask(question("advice", house=house, cards=cards, up=up, bets=bets)))


@routes.post("/settle", response_model=dict[str, Any], openapi_extra=ANY_OBJECT)
async def settle(request: Request, who: TheAsker) -> Response:
    """What a finished round pays, line by line, with the clause; as `pitboss settle`, for the houses."""
    return as_json(await who.ask(question("settle", await request.body(), kept=False)))


pages = APIRouter(include_in_schema=False)


@pages.get("/rules")
async def all_rules(request: Request, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """The houses, to choose one."""
    prices = await house_cards(house.desk)
    return await run_in_threadpool(page, request, "rules.html.j2", who, houses=prices, ranks=ranks())


@pages.get("/rules/{house}")
async def rules_page(request: Request, house: str, who: MaybePerson, the_house: TheHouse) -> HTMLResponse:
    """One house's sheet."""
    from pitboss.lab import Chart
    from pitboss.web.lab import what_asked  # it asks by what this module defines

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
        rule=(await shown(the_house, what_asked().of("lab_chart", house, up=""), Chart)).words,
        own=[each for each in card["clauses"] if each["id"] in sheet.clauses],
        common=[each for each in card["clauses"] if each["id"] not in sheet.clauses],
        known={each["id"] for each in card["clauses"]},
        houses=await house_cards(the_house.desk),
    )

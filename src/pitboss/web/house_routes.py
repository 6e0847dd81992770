"""Houses over HTTP: rules, prices, advice and settlements. The same answers as the commands give."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from pitboss.desk.question import question
from pitboss.desk.tables import pays_question
from pitboss.messages.rules import card_data
from pitboss.report.pay_frequencies import Pays
from pitboss.round import Refusal, open_table
from pitboss.sheet import Sheet, houses, load_house
from pitboss.web.desk_questions import TheAsker
from pitboss.web.guard import TheHouse
from pitboss.web.server_state import House

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
        raise Refusal("no_house", f"There is no house {house[:40]!r}; allowed: {', '.join(houses())}", None)
    return load_house(house)


def offered_sheet(house: House, name: str) -> Sheet:
    """A house by its id, if one can play there."""
    sheet, offered = house_sheet(name), house.settings.offered
    if name not in offered:
        raise Refusal("no_house", f"{sheet.name} is not played here; allowed: {', '.join(offered)}", None)
    return sheet


@routes.get("/houses")
def all_houses(house: TheHouse) -> list[HouseListed]:
    """The houses one can play at."""
    found = []
    for name in house.settings.offered:
        sheet = load_house(name)
        found.append(
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
        )
    return found


@routes.get("/houses/{house}/rules")
def rules(house: str) -> dict[str, Any]:
    """A house as a player's card: wagers, pay tables, clauses, readings."""
    return card_data(house_sheet(house))


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

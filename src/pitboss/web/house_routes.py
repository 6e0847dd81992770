"""Houses over HTTP: rules, prices, advice and settlements. The same answers as the commands give."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict

from pitboss.cards import NotACard, parse_cards
from pitboss.odds import Game, advise
from pitboss.odds.asked import bets_of, strategy_called
from pitboss.round import Refusal, open_table
from pitboss.round.ruling import rule_round
from pitboss.sheet import Sheet, houses, load
from pitboss.sheet.card import card_data
from pitboss.sheet.handtext import HAND_FORMS
from pitboss.web.pays import Pays, pays_of

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


class Adjudicate(BaseModel):
    """A finished round, as `pitboss settle` takes it; its sheet is one of the houses."""

    model_config = ConfigDict(extra="allow")


def house_sheet(house: str) -> Sheet:
    """A house by its id, and nothing else: a request never makes us open a file."""
    if house not in houses():
        raise Refusal("no_house", f"There is no house {house[:40]!r}; allowed: {', '.join(houses())}", None)
    return load(house)


@routes.get("/houses")
def all_houses() -> list[HouseListed]:
    """The houses one can play at."""
    found = []
    for name in houses():
        sheet = load(name)
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


@routes.get("/houses/{house}/pays")
def pays(house: str) -> Pays:
    """Every pay table with how often each line is paid, and what each wager costs."""
    return pays_of(open_table(house_sheet(house)))


@routes.get("/houses/{house}/odds")
def odds(
    house: str,
    strategy: Annotated[str, Query(max_length=20)] = "optimal",
    bets: Bets = None,
    players: Annotated[int, Query(ge=1, le=7)] = 1,
    meter: Annotated[int | None, Query(ge=0, le=10**15)] = None,
) -> dict[str, Any]:
    """The exact price of every wager, as `pitboss odds --json`."""
    game = Game(open_table(house_sheet(house)), players, meter)
    chosen = strategy_called(game.sheet, strategy)
    if chosen is None:
        raise Refusal("strategy", f"Write optimal, always, mimic or {HAND_FORMS}", None, "strategy")
    return game.price_all(chosen, bets_of(bets) if bets else None).as_json()


@routes.get("/houses/{house}/advice")
def advice(house: str, cards: Cards, up: Cards = "", bets: Bets = None) -> dict[str, Any]:
    """The worth of each action for one hand, as `pitboss advise --json --explain`."""
    game = Game(open_table(house_sheet(house)))
    try:
        found = advise(game, parse_cards(cards), parse_cards(up), bets_of(bets) if bets else None)
    except NotACard as fault:
        raise Refusal("card", str(fault), "STD-1", "cards") from None
    return found.as_json() | {"explain": dict(found.ends)}


@routes.post("/settle")
def settle(body: Adjudicate) -> dict[str, Any]:
    """What a finished round pays, line by line, with the clause."""
    return rule_round(body.model_dump(), house_sheet)

"""The Lab over HTTP: a house with some rules moved, priced exactly. The query is the whole question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import PlainTextResponse, Response

from pitboss.cards import Card, NotACard, parse_cards
from pitboss.lab import (
    CellHands,
    Chart,
    Comparison,
    ExploredHand,
    Overview,
    Sitting,
    WhatIf,
    chart,
    comparison,
    explore,
    hands_of_cell,
    overview,
    sitting,
    what_if,
    written_csv,
    written_sheet,
)
from pitboss.odds.asked import bets_of
from pitboss.odds.sheet_price import MOST_METER
from pitboss.round import Refusal
from pitboss.sheet import load
from pitboss.sheet.reader import MOST_SEATS
from pitboss.web.guard import address_of, house_of
from pitboss.web.house_routes import Bets, Cards, house_sheet

routes = APIRouter(prefix="/api/lab", tags=["lab"])

T = TypeVar("T")

MOST_COMPARED: Final = 8
MOST_CENTS: Final = 10**12

Sets = Annotated[list[str] | None, Query(alias="set", description="As --set: dealer.shows=1; repeated")]
Players = Annotated[int, Query(ge=1, le=MOST_SEATS)]
MeterCents = Annotated[int | None, Query(ge=0, le=MOST_METER)]
Strategy = Annotated[str, Query(max_length=20, description="optimal, always, mimic or a cut-off hand")]
Amount = Annotated[int, Query(ge=1, le=MOST_CENTS)]
UpRank = Annotated[str, Query(max_length=2, description="The rank of the up card, like K")]


@dataclass(frozen=True, slots=True)
class Question:
    """The part of the query that every question has; made into a what-if away from the event loop."""

    sets: tuple[str, ...]
    players: int
    meter: int | None
    strategy: str

    def of(self, house: str) -> WhatIf:
        """What is asked about one house."""
        house_sheet(house)
        return what_if(house, self.sets, self.players, self.meter, self.strategy)


def question(
    sets: Sets = None, players: Players = 1, meter: MeterCents = None, strategy: Strategy = "optimal"
) -> Question:
    """What is changed, and how it is played."""
    return Question(tuple(sets or ()), players, meter, strategy)


Asked = Annotated[Question, Depends(question)]


async def _worked(request: Request, work: Callable[[], T]) -> T:
    """An answer of the Lab's own threads."""
    house = house_of(request)
    return await house.lab.work(address_of(request), house.milliseconds, work)


@routes.get("/compare")
async def compare(
    request: Request,
    asked: Asked,
    house: Annotated[list[str], Query(min_length=1, max_length=MOST_COMPARED)],
) -> Comparison:
    """Several houses side by side; the changes are made on each, a meter is read where there is one."""

    def one(name: str) -> WhatIf:
        house_sheet(name)
        meter = asked.meter if load(name).meter else None
        return what_if(name, asked.sets, asked.players, meter, asked.strategy)

    return await _worked(request, lambda: comparison([one(name) for name in house]))


@routes.get("/{house}.csv", response_class=Response)
async def figures_as_csv(request: Request, house: str, asked: Asked) -> Response:
    """The figures of every wager, as `pitboss odds --csv`."""
    text = await _worked(request, lambda: written_csv(asked.of(house)))
    return Response(text, media_type="text/csv", headers=_named(f"{house}.csv"))


@routes.get("/{house}")
async def lab(request: Request, house: str, asked: Asked, distribution: bool = False) -> Overview:
    """Every wager with its figures and linear form, folk strategies priced, and what can be turned."""
    return await _worked(request, lambda: overview(asked.of(house), distribution))


@routes.get("/{house}/chart")
async def strategy_chart(request: Request, house: str, asked: Asked, up: UpRank = "") -> Chart:
    """The best play as a chart: grid, categories, cut-offs, rules."""
    return await _worked(request, lambda: chart(asked.of(house), up))


@routes.get("/{house}/hands")
async def cell_hands(
    request: Request, house: str, asked: Asked, cell: Annotated[str, Query(max_length=20)], up: UpRank = ""
) -> CellHands:
    """The hands of one cell of the chart, with the worth of each action."""
    return await _worked(request, lambda: hands_of_cell(asked.of(house), cell, up))


@routes.get("/{house}/hand")
async def one_hand(
    request: Request, house: str, asked: Asked, cards: Cards, up: Cards = "", bets: Bets = None
) -> ExploredHand:
    """What each action is worth for one hand, and how the dealer's hands go against it."""

    def work() -> ExploredHand:
        wagers = bets_of(bets) if bets else None
        return explore(asked.of(house), _cards(cards, "cards"), _cards(up, "up"), wagers)

    return await _worked(request, work)


@routes.get("/{house}/session")
async def session(
    request: Request,
    house: str,
    asked: Asked,
    bets: Annotated[str, Query(max_length=200, description="ante=1000,pair_plus=500")],
    bankroll: Amount,
    rounds: Annotated[int, Query(ge=1, le=10**6)],
    stop_win: Annotated[int | None, Query(ge=1, le=MOST_CENTS)] = None,
    stop_loss: Annotated[int | None, Query(ge=1, le=MOST_CENTS)] = None,
) -> Sitting:
    """How many rounds of one bet can go, counted and not sampled."""
    return await _worked(
        request, lambda: sitting(asked.of(house), bets_of(bets), bankroll, rounds, stop_win, stop_loss)
    )


@routes.get("/{house}/sheet.toml", response_class=PlainTextResponse)
async def sheet_file(request: Request, house: str, asked: Asked) -> Response:
    """The sheet with its changes, as a file that `pitboss check` accepts and a table can be opened with."""

    def work() -> tuple[str, str]:
        found = asked.of(house)
        return written_sheet(found), f"{house}-changed.toml" if found.changed else f"{house}.toml"

    text, name = await _worked(request, work)
    return PlainTextResponse(text, headers=_named(name))


def _named(name: str) -> dict[str, str]:
    """A browser keeps the answer under a name; only names of houses come here."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _cards(text: str, path: str) -> list[Card]:
    try:
        return list(parse_cards(text))
    except NotACard as fault:
        raise Refusal("card", str(fault), "STD-1", path) from None

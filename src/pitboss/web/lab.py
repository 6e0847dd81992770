"""The Lab over HTTP and its page: a house with some rules moved, priced exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from pitboss.desk.question import Question, question
from pitboss.house.house_cards import house_cards
from pitboss.lab import CellHands, Chart, ExploredHand, Overview, Sitting
from pitboss.lab.bankroll_panels import BankrollPanel, TablePanel
from pitboss.lab.rule_changes import LONGEST_SET, MOST_SETS
from pitboss.messages.rounds import decision_words
from pitboss.odds.game import MOST_METER
from pitboss.odds.prices import PACE
from pitboss.sheet import first_house
from pitboss.sheet.reader import MOST_SEATS
from pitboss.web.guard import MaybePerson, TheHouse
from pitboss.web.houses import Bets, Cards, TheAsker, as_json, house_sheet, shown
from pitboss.web.pages import page

routes = APIRouter(prefix="/api/lab", tags=["lab"])

MOST_CENTS: Final = 10**12
SECONDS: Final = 30  # that a question may take: a simulation follows where the exact count does not end

Sets = Annotated[list[str] | None, Query(alias="set", description="As --set: dealer.shows=1; repeated")]
Players = Annotated[int, Query(ge=1, le=MOST_SEATS)]
MeterCents = Annotated[int | None, Query(ge=0, le=MOST_METER)]
Strategy = Annotated[str, Query(max_length=20, description="optimal, always, mimic or a cut-off hand")]
Amount = Annotated[int, Query(ge=1, le=MOST_CENTS)]
WholeBet = Annotated[str, Query(max_length=200, description="ante=1000,pair_plus=500")]
Pace = Annotated[int, Query(ge=1, le=1000, description="rounds an hour")]
UpRank = Annotated[str, Query(max_length=2, description="The rank of the up card, like K")]


@dataclass(frozen=True, slots=True)
class WhatAsked:
    """The part of the query that every question has."""

    sets: tuple[str, ...]
    players: int
    meter: int | None
    strategy: str

    def of(self, job: str, house: str, **more: Any) -> Question:
        """What is asked about a house, with what is changed."""
        house_sheet(house)
        longest = [each[: LONGEST_SET + 1] for each in self.sets[: MOST_SETS + 1]]  # more is refused anyway
        values: dict[str, Any] = {"players": self.players, "meter": self.meter, "strategy": self.strategy}
        return question(job, seconds=SECONDS, house=house, sets=longest, **values, **more)


def what_asked(
    sets: Sets = None, players: Players = 1, meter: MeterCents = None, strategy: Strategy = "optimal"
) -> WhatAsked:
    """What is changed, and how it is played."""
    return WhatAsked(tuple(sets or ()), players, meter, strategy)


Asked = Annotated[WhatAsked, Depends(what_asked)]


@routes.get("/{house}.csv", response_class=Response)
async def figures_as_csv(who: TheAsker, house: str, asked: Asked) -> Response:
    """The figures of every wager, as `pitboss odds --csv`."""
    text = await who.ask(asked.of("lab_csv", house))
    return Response(text, media_type="text/csv", headers=_named(f"{house}.csv"))


@routes.get("/{house}", response_model=Overview)
async def lab(who: TheAsker, house: str, asked: Asked) -> Response:
    """Every wager with its figures and linear form, folk strategies priced, and what can be changed."""
    return as_json(await who.ask(asked.of("lab", house)))


@routes.get("/{house}/chart", response_model=Chart)
async def strategy_chart(who: TheAsker, house: str, asked: Asked, up: UpRank = "") -> Response:
    """The best play as a chart: grid, categories, cut-offs, rules."""
    return as_json(await who.ask(asked.of("lab_chart", house, up=up)))


@routes.get("/{house}/hands", response_model=CellHands)
async def cell_hands(
    who: TheAsker, house: str, asked: Asked, cell: Annotated[str, Query(max_length=20)], up: UpRank = ""
) -> Response:
    """The hands of one cell of the chart, with the worth of each action."""
    return as_json(await who.ask(asked.of("lab_cell", house, cell=cell, up=up)))


@routes.get("/{house}/hand", response_model=ExploredHand)
async def one_hand(
    who: TheAsker, house: str, asked: Asked, cards: Cards, up: Cards = "", bets: Bets = None
) -> Response:
    """What each action is worth for one hand, and how the dealer's hands go against it."""
    return as_json(await who.ask(asked.of("lab_hand", house, cards=cards, up=up, bets=bets)))


@routes.get("/{house}/session", response_model=Sitting)
async def session(
    who: TheAsker,
    house: str,
    asked: Asked,
    bets: WholeBet,
    bankroll: Amount,
    rounds: Annotated[int, Query(ge=1, le=10**6)],
    stop_win: Annotated[int | None, Query(ge=1, le=MOST_CENTS)] = None,
    stop_loss: Annotated[int | None, Query(ge=1, le=MOST_CENTS)] = None,
) -> Response:
    """How many rounds of one bet can go, counted and not sampled."""
    stops: dict[str, Any] = {"stop_win": stop_win, "stop_loss": stop_loss}
    found = asked.of("lab_session", house, bets=bets, bankroll=bankroll, rounds=rounds, **stops)
    return as_json(await who.ask(found))


@routes.get("/{house}/bankroll", response_model=BankrollPanel)
async def bankroll(
    who: TheAsker,
    house: str,
    asked: Asked,
    bets: WholeBet,
    bankroll: Amount,
    pace: Pace = PACE,
    rebate: Annotated[int | None, Query(ge=1, le=100, description="per cent of a loss")] = None,
) -> Response:
    """What a bet asks of a bankroll: an hour, N0, Kelly, ruin; what coupons and a rebate are worth."""
    found = asked.of("lab_bankroll", house, bets=bets, bankroll=bankroll, pace=pace, rebate=rebate)
    return as_json(await who.ask(found))


@routes.get("/{house}/risk", response_model=TablePanel)
async def risk(
    who: TheAsker,
    house: str,
    asked: Asked,
    bets: WholeBet,
    pace: Pace = 40,
    hours: Annotated[int, Query(ge=1, le=24)] = 20,
) -> Response:
    """How far a table strays whose seats share a dealer, what it holds, its worst day, its meter."""
    found = asked.of("lab_risk", house, bets=bets, pace=pace, hours=hours)
    return as_json(await who.ask(found))


@routes.get("/{house}/sheet.toml", response_class=PlainTextResponse)
async def sheet_file(who: TheAsker, house: str, asked: Asked) -> Response:
    """The sheet with its changes, as a file that `pitboss check` accepts and a table can be opened with."""
    name, _, text = (await who.ask(asked.of("lab_sheet", house))).partition(b"\n")
    return PlainTextResponse(text, headers=_named(name.decode()))


def _named(name: str) -> dict[str, str]:
    """A browser keeps the answer under a name; only names of houses come here."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


pages = APIRouter(include_in_schema=False)

TEMPORARY: Final = 307


@pages.get("/lab")
def some_lab() -> RedirectResponse:
    """The Lab with a house to begin with."""
    return RedirectResponse(f"/lab/{first_house('lab')}", TEMPORARY)


@pages.get("/lab/{house}")
async def lab_page(request: Request, house: str, who: MaybePerson, the_house: TheHouse) -> HTMLResponse:
    """One house in the Lab. What is changed stands in the query, which is the script's to read."""
    house_sheet(house)
    printed = what_asked()
    told = await shown(the_house, printed.of("lab", house), Overview)
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

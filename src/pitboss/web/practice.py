"""Practice over HTTP: drills, progress, and their pages."""

from __future__ import annotations

import json
import secrets
from io import StringIO
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from pydantic import Field

from pitboss.cards import signs
from pitboss.desk.question import question
from pitboss.desk.table_questions import worth_told, worths_question
from pitboss.house import Asked
from pitboss.house import progress as drills
from pitboss.house.progress import (
    COLUMNS,
    INTERVALS,
    MOST,
    MOST_QUESTIONS,
    SECONDS,
    Answered,
    Drill,
    Kind,
    Progress,
    Question,
    SittingTold,
    as_row,
    keep_answer,
    look_back,
    missed_hands,
    told,
)
from pitboss.lab import Chart
from pitboss.ledger import history as kept
from pitboss.ledger.people import Person
from pitboss.messages.rounds import decision_words
from pitboss.money import MICRO, Cents, dollars
from pitboss.odds.borderline import ANTE, PracticeDeal
from pitboss.odds.coach import Coached, Weighed, hand_of, weigh
from pitboss.sheet import first_house, houses, load_house
from pitboss.text import write_rows
from pitboss.web.guard import MaybePerson, SignedIn, TheHouse, house_of
from pitboss.web.houses import Asker, TheAsker, house_sheet, shown
from pitboss.web.lab import what_asked
from pitboss.web.pages import page
from pitboss.web.server_state import House

routes = APIRouter(prefix="/api", tags=["practice"])

TRY_AGAIN: Final = "Not the best: try again."
MOST_DRILLS: Final = 10**9

Number = Annotated[int, Query(ge=1, le=MOST_QUESTIONS)]
Hands = Annotated[
    list[str] | None,
    Query(max_length=MOST_QUESTIONS, description="A guest's missed hands: Kd9c2s-Kh; repeated"),
]
Seed = Annotated[str | None, Query(max_length=40, description="The same seed draws the same hands")]


class AnswerAsked(Asked):
    """An answer. `retry`: a first wrong answer may be given again; `again`: this is that second answer."""

    question: Question
    action: Annotated[str, Field(max_length=10)]
    discard: Annotated[str, Field(max_length=2)] | None = None
    ms: Annotated[int, Field(ge=0, le=3_600_000)] | None = None
    drill: Annotated[int, Field(ge=1, le=MOST_DRILLS)] = 1
    step: Annotated[int, Field(ge=0, lt=len(INTERVALS))] | None = None
    retry: bool = False
    again: bool = False


def _named(who: Person | None) -> Person | None:
    """Whose progress is kept: that of people with a name."""
    return who if who is not None and not who.guest else None


@routes.get("/drill/{house}")
async def questions(
    request: Request,
    house: str,
    who: MaybePerson,
    asker: TheAsker,
    kind: Kind = "borderline",
    n: Number = 20,
    hand: Hands = None,
    seed: Seed = None,
) -> Drill:
    """Hands to decide about, without the answers. Missed hands that are due come first, whatever the kind."""
    sheet = house_sheet(house)
    asked = [drills.asked_hand(each).deal for each in hand or ()]
    number, missed = await run_in_threadpool(_missed, house_of(request), _named(who), house)
    found: list[tuple[PracticeDeal, int | None]] = [
        (deal, step) for deal, (step, when) in missed.items() if kind == "misses" or when <= number
    ]
    found = (found + [(deal, 0) for deal in asked])[:n]
    due = len(found)
    if kind != "misses":
        known = {drills.in_order(deal) for deal, _ in found}
        text = seed if seed is not None else secrets.token_hex()
        draw = question("drill_hands", kept=seed is not None, seed=text, house=house, kind=kind, number=n)
        new = (PracticeDeal(tuple(cards), tuple(up)) for cards, up in json.loads(await asker.ask(draw)))
        found += [(deal, None) for deal in new if drills.in_order(deal) not in known][: n - due]
    return Drill(
        house=house,
        name=sheet.name,
        game=sheet.game,
        dealer=sheet.dealer.label,
        kind=kind,
        number=number,
        ante=ANTE,
        bet=drills.bet_words(house),
        seconds=SECONDS,
        intervals=list(INTERVALS),
        questions=[drills.shown(house, *each) for each in found],
        kept=_named(who) is not None,
        due=due,
        missed=len(missed) + len(asked),
    )


def _missed(house: House, who: Person | None, name: str) -> tuple[int, dict[PracticeDeal, tuple[int, int]]]:
    """The number of the next drill, and the missed hands of a person at a house of today's rules."""
    if who is None:
        return 1, {}
    return missed_hands(house.store, who.id, house_sheet(name))


@routes.post("/drill/{house}/answers")
async def answer(
    request: Request, house: str, body: AnswerAsked, who: MaybePerson, asker: TheAsker
) -> Answered:
    """What an answer gives up, worked out from its cards; kept for people with a name."""
    house_sheet(house)
    state = drills.dealt(house, body.question)
    worth = worth_told(await asker.ask(worths_question([hand_of(state, 1)])))
    found = weigh(state, 1, worth)
    chosen = drills.chosen_of(found, body.action, body.discard)
    hand = body.question.deal
    rule = json.loads(await asker.ask(question("drill_rule", house=house, cards=hand.cards, up=hand.up)))
    if body.again:  # the first answer counted
        return drills.answered(found, chosen, 0, rule)
    return await run_in_threadpool(_counted, house_of(request), house, body, _named(who), found, chosen, rule)


def _counted(
    the_house: House,
    house: str,
    body: AnswerAsked,
    own: Person | None,
    found: Coached,
    chosen: Weighed,
    rule: str,
) -> Answered:
    """A first answer: how far its hand has come, and that it was given."""
    right, before = not chosen.cost, body.step
    if own is not None:
        missed = _missed(the_house, own, house)[1]
        before = missed.get(drills.in_order(body.question.deal), (None, 0))[0]
    step = drills.next_step(right, before)
    if own is not None:
        now = the_house.milliseconds
        made = drills.decision(house, now, body.question, found, chosen, body.drill, step, body.ms)
        keep_answer(the_house.store, own.id, made)
    if body.retry and not right:
        return Answered(right=False, finished=False, text=TRY_AGAIN, again_in=INTERVALS[0], step=0)
    return drills.answered(found, chosen, step, rule)


@routes.get("/progress")
async def my_progress(who: SignedIn, house: TheHouse, asker: TheAsker) -> Progress:
    """Sittings, what was given up over time, kinds of mistakes, worst hands, drills: for who has a name."""
    return await progress_of(house, who, asker)


async def progress_of(house: House, who: Person, asker: Asker) -> Progress:
    """A person's progress, with the rounds that have ended until now."""
    if who.guest:
        return Progress(kept=False)
    async with house.turn(f"progress {who.id}"):
        more = await look_back(house.store, who.id, asker.ask)
    return await run_in_threadpool(lambda: told(_decisions(house, who), more=more))


def _decisions(house: House, who: Person) -> list[kept.Decision]:
    return house.store.read(lambda connection: kept.decisions_of(connection, who.id, most=MOST))


@routes.get("/progress.csv", response_class=PlainTextResponse)
async def my_progress_as_csv(who: SignedIn, house: TheHouse, asker: TheAsker) -> Response:
    """Every decision that is kept, a row for each, the oldest first."""
    async with house.turn(f"progress {who.id}"):
        while not who.guest and await look_back(house.store, who.id, asker.ask):
            pass

    def work() -> str:
        text = StringIO()
        write_rows(text, [COLUMNS])
        write_rows(text, map(as_row, _decisions(house, who)))
        return text.getvalue()

    headers = {"Content-Disposition": 'attachment; filename="progress.csv"'}
    return Response(await run_in_threadpool(work), media_type="text/csv; charset=utf-8", headers=headers)


@routes.delete("/progress", status_code=204)
def forget_my_progress(who: SignedIn, house: TheHouse) -> None:
    """Deletes everything that is kept of one's decisions; rounds and money stay."""
    house.store.write(lambda connection: kept.forget(connection, who.id))


pages = APIRouter(include_in_schema=False)

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


@pages.get("/drill")
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
        rule=found.words,
    )


@pages.get("/progress")
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

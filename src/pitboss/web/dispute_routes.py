"""What an operator looks into, over HTTP: disputed rounds with their notes, and the hold of every wager."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pitboss.cage.round_search import RoundQuery
from pitboss.house.disputes import Dispute, dispute
from pitboss.house.operator_journal import ActShown, somebody
from pitboss.house.round_finder import RoundFound, find_rounds
from pitboss.money import Cents
from pitboss.proof.wager_hold import SURE, Span, Theory, hold
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.house_routes import house_sheet
from pitboss.web.operator_requests import Commanded, Key, Name, Number, Time, Wanted, desk_of

routes = APIRouter(prefix="/api/operator", tags=["operator"])


class NoteAsked(Commanded):
    """A note on a round."""

    text: Annotated[str, Field(min_length=1, max_length=4_000)]


class RoundsWanted(Wanted):
    """Which rounds are looked for; `until` itself is not among them."""

    id: Key | None = None
    table: Key | None = None
    person: Name | None = None
    since: Time | None = None
    until: Time | None = None
    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=200)] = 50


class HoldWanted(Wanted):
    """Which rounds count."""

    house: Annotated[str, Field(max_length=40)] | None = None
    table: Key | None = None
    since: Time | None = None
    until: Time | None = None


class RoundsFound(BaseModel):
    """Rounds, the latest first; `before` the last one's place is the next page."""

    rounds: list[RoundFound]


class TheoryShown(BaseModel):
    """What the house should have kept of the money bet."""

    play: Literal["optimal", "any"]  # whether the figure takes the best play for granted
    hold: float
    exact: str
    standard_error: float
    low: float
    high: float


def _theory(theory: Theory | None) -> TheoryShown | None:
    if theory is None:
        return None
    return TheoryShown(
        play="optimal" if theory.optimal else "any",
        hold=float(theory.hold),
        exact=str(theory.hold),
        standard_error=theory.error,
        low=theory.low,
        high=theory.high,
    )


class HoldShown(BaseModel):
    """One wager: what was bet, what the house kept of it, and whether that is within chance."""

    model_config = ConfigDict(from_attributes=True)

    house: str
    wager: str
    label: str
    bets: int
    staked: Cents
    won: Cents
    actual: Annotated[float, BeforeValidator(float)]
    theory: Annotated[TheoryShown | None, BeforeValidator(_theory)]
    unpriced: str | None
    inside: bool | None


class HoldReport(BaseModel):
    """Actual against theoretical hold. Interval: at this confidence, bets taken for independent."""

    confidence: float = SURE
    wagers: list[HoldShown]


@routes.get("/rounds")
def rounds(wanted: Annotated[RoundsWanted, Query()], who: Operator, house: TheHouse) -> RoundsFound:
    """Finds rounds by id, table, person and time."""
    asked = RoundQuery(**wanted.model_dump())
    if wanted.person is not None:
        name = wanted.person
        found = house.store.read(lambda connection: somebody(connection, name))
        asked = asked._replace(person=found.id)
    return RoundsFound(rounds=find_rounds(house.store, asked))


@routes.get("/rounds/{round_id}")
def judge(round_id: str, who: Operator, house: TheHouse) -> Dispute:
    """A round judged again: its receipt, each line with its clause, the money moved, its tale, its notes."""
    return dispute(house.store, round_id)


@routes.post("/rounds/{round_id}/notes", status_code=201)
async def note(round_id: str, body: NoteAsked, who: Operator, house: TheHouse) -> ActShown:
    """Adds a note to a round; notes are never changed."""
    desk = desk_of(house, who)
    return await house.in_pool(lambda: desk.note(body.id, round_id, body.text))


@routes.get("/hold")
def holds(wanted: Annotated[HoldWanted, Query()], who: Operator, house: TheHouse) -> HoldReport:
    """Actual against theoretical hold of every wager, with its interval."""
    if wanted.house is not None:
        house_sheet(wanted.house)
    found = hold(house.store, Span(**wanted.model_dump()))
    return HoldReport(wagers=[HoldShown.model_validate(each) for each in found])

"""What a player doubts, over HTTP: the house is asked to judge a round again, and its answer is read."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import BaseModel, Field

from pitboss.house.disputes import DisputeListed, dispute_for, doubt
from pitboss.house.history import receipt_for
from pitboss.house.request_shapes import Asked
from pitboss.ledger.people import Person
from pitboss.round import Refusal, parse_round
from pitboss.round.events import people_of
from pitboss.web.guard import SignedIn, TheHouse
from pitboss.web.server_state import House

routes = APIRouter(prefix="/api", tags=["history"])

LONGEST: Final = 1_000  # characters of a doubt


class Doubted(Asked):
    """What somebody says is wrong with a round."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]


class DoubtShown(BaseModel):
    """The last dispute about a round, if there is one."""

    dispute: DisputeListed | None


@routes.get("/rounds/{round_id}/dispute")
async def the_doubt(round_id: str, who: SignedIn, house: TheHouse) -> DoubtShown:
    """Whether a round of one's own is doubted, and how that ended."""

    def work() -> DoubtShown:
        check_played(house, round_id, who)
        return DoubtShown(dispute=dispute_for(house.store, round_id, who))

    return await house.in_pool(work)


@routes.post("/rounds/{round_id}/dispute", status_code=201)
async def doubt_a_round(round_id: str, body: Doubted, who: SignedIn, house: TheHouse) -> DoubtShown:
    """Asks the house to judge a round of one's own again; once for each round."""

    def work() -> DoubtShown:
        doubt_own(house, round_id, who, body.text)
        return DoubtShown(dispute=dispute_for(house.store, round_id, who))

    return await house.in_pool(work)


def doubt_own(house: House, round_id: str, who: Person, text: str) -> None:
    """A doubt of somebody who has played in the round."""
    check_played(house, round_id, who)
    doubt(house.store, who.id, round_id, text, house.milliseconds)


def check_played(house: House, round_id: str, who: Person) -> None:
    """Refuses a round that somebody has not played in."""
    if who.id not in people_of(parse_round(receipt_for(house.store, round_id, who)).events):
        raise Refusal("not_played", "Only who has played in a round can doubt it", None, "round")

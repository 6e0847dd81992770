"""Disputed rounds, over HTTP: operators find, judge, note and close."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from pitboss.house.disputes import (
    MOST,
    Dispute,
    DisputeDesk,
    DisputeListed,
    DisputePage,
    Verdict,
    dispute,
    last_dispute,
    page_of_disputes,
)
from pitboss.house.history import RoundFound, find_rounds
from pitboss.house.operator_journal import ActShown, somebody
from pitboss.house.request_shapes import Key
from pitboss.ledger.history import RoundQuery
from pitboss.ledger.people import Person
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.operator_requests import Commanded, Name, Number, Reasoned, Time, Wanted, desk_of
from pitboss.web.server_state import House

routes = APIRouter(prefix="/api/operator", tags=["operator"])


class NoteAsked(Commanded):
    """A note on a round."""

    text: Annotated[str, Field(min_length=1, max_length=4_000)]


class Closed(Reasoned):
    """How a dispute ends: the round stands, it was wrong, or nobody doubts it any more."""

    verdict: Verdict


class DisputesWanted(Wanted):
    """A page of disputes."""

    state: Literal["open", "closed"] = "open"
    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=MOST)] = 50


class RoundsWanted(Wanted):
    """Which rounds are looked for; `until` itself is not among them."""

    id: Key | None = None
    table: Key | None = None
    person: Name | None = None
    since: Time | None = None
    until: Time | None = None
    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=200)] = 50


class RoundsFound(BaseModel):
    """Rounds, the latest first; `before` the last one's place is the next page."""

    rounds: list[RoundFound]


class Judged(Dispute):
    """A round judged again, and the last dispute about it, if there is one."""

    dispute: DisputeListed | None


@routes.get("/disputes")
async def disputes(wanted: Annotated[DisputesWanted, Query()], who: Operator, house: TheHouse) -> DisputePage:
    """Open disputes, or closed ones, the latest first."""
    is_open, before, most = wanted.state == "open", wanted.before, wanted.most
    return await house.in_pool(
        lambda: page_of_disputes(house.store, is_open=is_open, before=before, most=most)
    )


@routes.get("/rounds")
async def rounds(wanted: Annotated[RoundsWanted, Query()], who: Operator, house: TheHouse) -> RoundsFound:
    """Finds rounds by id, table, person and time."""
    return await house.in_pool(lambda: _found(house, wanted))


def _found(house: House, wanted: RoundsWanted) -> RoundsFound:
    asked = RoundQuery(**wanted.model_dump())
    if wanted.person is not None:
        name = wanted.person
        found = house.store.read(lambda connection: somebody(connection, name))
        asked = asked._replace(person=found.id)
    return RoundsFound(rounds=find_rounds(house.store, asked))


@routes.get("/rounds/{round_id}")
async def judge(round_id: str, who: Operator, house: TheHouse) -> Judged:
    """A round judged again: its receipt, each line with its clause, the money moved, its tale, its notes."""

    def work() -> Judged:
        found = dispute(house.store, round_id)
        return Judged.model_validate({**vars(found), "dispute": last_dispute(house.store, round_id)})

    return await house.in_pool(work)


@routes.post("/rounds/{round_id}/dispute", status_code=201)
async def open_dispute(round_id: str, body: Reasoned, who: Operator, house: TheHouse) -> ActShown:
    """Opens a dispute for somebody who has complained elsewhere."""
    desk = _desk_of(house, who)
    return await house.in_pool(lambda: desk.open(body.id, round_id, body.why))


@routes.post("/rounds/{round_id}/dispute/close")
async def close_dispute(round_id: str, body: Closed, who: Operator, house: TheHouse) -> ActShown:
    """Closes the open dispute of a round, for a reason that whoever doubted it may read."""
    desk = _desk_of(house, who)
    return await house.in_pool(lambda: desk.close(body.id, round_id, body.verdict, body.why))


@routes.post("/rounds/{round_id}/notes", status_code=201)
async def note(round_id: str, body: NoteAsked, who: Operator, house: TheHouse) -> ActShown:
    """Adds a note to a round; notes are never changed."""
    desk = desk_of(house, who)
    return await house.in_pool(lambda: desk.note(body.id, round_id, body.text))


def _desk_of(house: House, who: Person) -> DisputeDesk:
    return DisputeDesk(who.id, house.store, lambda: house.milliseconds)

"""Past rounds over HTTP: one's own history, receipts, and what a verifier needs."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel

from pitboss.cage.journal import read_round
from pitboss.money import Cents
from pitboss.proof import receipt, verify
from pitboss.round import Refusal
from pitboss.web.guard import MaybePerson, SignedIn, TheHouse
from pitboss.web.history import PastRound, rounds_of
from pitboss.web.people_routes import Asked

routes = APIRouter(prefix="/api", tags=["history"])


class Checked(BaseModel):
    """What a receipt shows: every check in a sentence, or the first fault."""

    right: bool
    checks: list[str]
    fault: str | None


class ReceiptAsked(Asked):
    """A receipt to verify."""

    receipt: dict[str, Any]


class Past(BaseModel):
    """A page of one's rounds, the latest first."""

    rounds: list[PastRound]
    net: Cents


@routes.get("/rounds")
def my_rounds(
    who: SignedIn,
    house: TheHouse,
    before: Annotated[int | None, Query(ge=0, le=2**63 - 1)] = None,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Past:
    """One's own rounds that have ended."""
    found = rounds_of(house.store, who.id, before, most)
    return Past(rounds=found, net=sum(each.net for each in found))


@routes.get("/rounds/{round_id}/receipt")
def the_receipt(round_id: str, who: MaybePerson, house: TheHouse) -> dict[str, Any]:
    """The receipt of a round that has ended: of any at a public table, of one's own at a private one."""
    stored = house.store.read(lambda connection: read_round(connection, round_id))
    if stored is None:
        raise Refusal("no_round", "There is no such round", None, "round")
    found: dict[str, Any] = json.loads(receipt(house.store, round_id))
    room = house.floor.rooms.get(stored.felt)
    people = {event.get("player") for event in found["events"]}
    mine = who is not None and (who.id in people or who.role == "operator")
    if (room is None or room.live.settings.private) and not mine:
        raise Refusal("private", "This round was played at a private table", None)
    return found


@routes.post("/verify")
def verify_a_receipt(body: ReceiptAsked) -> Checked:
    """Checks a receipt, as `pitboss verify` does; nothing is looked up."""
    text = json.dumps(body.receipt, sort_keys=True, separators=(",", ":"))
    found = verify(text)
    return Checked(right=found.fault is None, checks=list(found.checks), fault=found.fault)

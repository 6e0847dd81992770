"""What the house can be held to, over HTTP: the ends of its chains, and audits on demand."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from pitboss.house.audits import (
    MOST_AUDITS,
    MOST_TABLES,
    AuditDesk,
    AuditPage,
    AuditShown,
    ProofShown,
    page_of_audits,
    show_audit,
    show_proof,
)
from pitboss.house.operator_journal import ActShown
from pitboss.house.request_shapes import Key
from pitboss.ledger.people import Person
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.operator_requests import Number, Reasoned, Wanted
from pitboss.web.server_state import House

routes = APIRouter(prefix="/api/operator", tags=["operator"])


class ProofWanted(Wanted):
    """Whose chains are shown: those of tables after one of them."""

    after: Key | None = None
    most: Annotated[int, Field(ge=1, le=MOST_TABLES)] = 50


class AuditsWanted(Wanted):
    """A page of audits."""

    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=MOST_AUDITS)] = 20


@routes.get("/proof")
async def proof(wanted: Annotated[ProofWanted, Query()], who: Operator, house: TheHouse) -> ProofShown:
    """Where the chains of the house and of its tables end."""
    return await house.in_pool(lambda: show_proof(house.store, wanted.after or "", wanted.most))


@routes.get("/audits")
async def audits(wanted: Annotated[AuditsWanted, Query()], who: Operator, house: TheHouse) -> AuditPage:
    """The last audits; the one that runs comes first, with how far it is."""
    now = house.milliseconds
    return await house.in_pool(lambda: page_of_audits(house.store, wanted.before, wanted.most, now))


@routes.get("/audits/{number}")
async def one_audit(number: Number, who: Operator, house: TheHouse) -> AuditShown:
    """One audit, whichever server runs it."""
    return await house.in_pool(lambda: show_audit(house.store, number, house.milliseconds))


@routes.post("/audits", status_code=201)
async def begin(body: Reasoned, who: Operator, house: TheHouse) -> ActShown:
    """Begins an audit of everything, beside the tables that run; `audit` of the act is its number."""
    desk = _desk_of(house, who)
    act = await house.in_pool(lambda: desk.begin(body.id, body.why))
    if not act.repeated:
        house.audits.run(int(act.after["audit"]), who.id)
    return act


@routes.post("/audits/{number}/stop")
async def stop(number: Number, body: Reasoned, who: Operator, house: TheHouse) -> ActShown:
    """Stops an audit that runs, on whichever server."""
    desk = _desk_of(house, who)
    return await house.in_pool(lambda: desk.stop(body.id, number, body.why))


def _desk_of(house: House, who: Person) -> AuditDesk:
    return AuditDesk(who.id, house.store, lambda: house.milliseconds)

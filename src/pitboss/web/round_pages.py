"""Past rounds: one's history, a round step by step, its receipt, and the check of any receipt."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from pitboss.house.disputes import dispute_for
from pitboss.house.history import receipt_for, rounds_of, title_of
from pitboss.house.sitting import last_rounds
from pitboss.ledger.history import Only
from pitboss.ledger.people import Person
from pitboss.round import Refusal, parse_round
from pitboss.round.events import people_of
from pitboss.sheet import houses, load_house
from pitboss.table.replay_steps import replayed
from pitboss.web.desk_questions import TheAsker
from pitboss.web.doubt_routes import LONGEST, doubt_own
from pitboss.web.forms import form_of
from pitboss.web.guard import MaybePerson, SignedIn, TheHouse
from pitboss.web.history_routes import Checked, receipt_question
from pitboss.web.lobby_pages import SEE_OTHER
from pitboss.web.pages import page
from pitboss.web.refusal_response import STATUS
from pitboss.web.server_state import House

routes = APIRouter(include_in_schema=False)

PAGE: Final = 50  # rounds


@routes.get("/history")
async def history(
    request: Request,
    who: MaybePerson,
    house: TheHouse,
    before: Annotated[int | None, Query(ge=0, le=2**63 - 1)] = None,
    only: Only | None = None,
) -> HTMLResponse:
    """One's own rounds that have ended, the latest first."""
    rounds = (
        await house.in_turn(who.id, lambda: rounds_of(house.store, who.id, before, PAGE + 1, only))
        if who
        else []
    )
    return await run_in_threadpool(
        page,
        request,
        "history.html.j2",
        who,
        rounds=rounds[:PAGE],
        more=rounds[PAGE - 1].place if len(rounds) > PAGE else None,
        sat=last_rounds(rounds),
        names={name: load_house(name).name for name in houses()},
        only=only,
        before=before,
    )


@routes.get("/sittings/{table}")
def sitting_page(
    request: Request,
    table: str,
    who: MaybePerson,
    before: Annotated[int | None, Query(ge=0, le=2**63 - 1)] = None,
) -> HTMLResponse:
    """The card of one's own sitting at a table."""
    return page(request, "sitting.html.j2", who, table=table, before=before)


@routes.get("/rounds/{round_id}")
def round_page(request: Request, round_id: str, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """A round that has ended: what happened, what was paid and by which clause, and its receipt."""
    return _round(request, round_id, who, house)


@routes.post("/rounds/{round_id}/dispute")
async def doubt_form(request: Request, round_id: str, who: SignedIn, house: TheHouse) -> Response:
    """Asks the house to judge a round of one's own again."""
    text = (await form_of(request, ("text",))).get("text", "").replace("\r\n", "\n")[:LONGEST]
    try:
        await house.in_pool(lambda: doubt_own(house, round_id, who, text))
    except Refusal as refusal:
        fault = refusal
        return await house.in_pool(lambda: _round(request, round_id, who, house, fault))
    return RedirectResponse(f"/rounds/{quote(round_id)}#dispute", SEE_OTHER)


def _round(
    request: Request, round_id: str, who: Person | None, house: House, refusal: Refusal | None = None
) -> HTMLResponse:
    text = receipt_for(house.store, round_id, who)
    document = parse_round(text)
    receipt: dict[str, Any] = json.loads(text)
    table = receipt["proof"]["table"]
    title = house.store.read(lambda connection: title_of(connection, table))
    steps = replayed(document, who.id if who else None, title or "")
    sheet_house = receipt["sheet"]["id"]
    played = who is not None and who.id in people_of(document.events)
    return page(
        request,
        "round.html.j2",
        who,
        STATUS.get(refusal.code, 422) if refusal else 200,
        played=played,
        dispute=dispute_for(house.store, round_id, who) if who and played else None,
        refusal=refusal,
        round_id=round_id,
        title=title,
        steps=steps,
        view=steps[-1].view if steps else None,
        house=sheet_house if sheet_house in houses() else None,
        house_name=steps[-1].view.table.name if steps else sheet_house,
        proof=receipt["proof"],
        sheet=receipt["sheet"],
        void=next((event for event in receipt["events"] if event["k"] == "void"), None),
        unused=document.ended == "unused",
        open_table=table if table in house.floor.rooms else None,
    )


@routes.get("/rounds/{round_id}/receipt.json")
def receipt_file(round_id: str, who: MaybePerson, house: TheHouse) -> Response:
    """The receipt as it is written, byte for byte: its hash is part of the table's chain."""
    name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in round_id)
    headers = {
        "Content-Disposition": f'attachment; filename="receipt-{name}.json"',
        "Cache-Control": "no-store",
    }
    return Response(
        receipt_for(house.store, round_id, who).encode(), media_type="application/json", headers=headers
    )


@routes.get("/verify")
def verify_page(request: Request, who: MaybePerson) -> HTMLResponse:
    """A place for any receipt."""
    return page(request, "verify.html.j2", who, text="", checked=None)


@routes.post("/verify")
async def verify_form(request: Request, who: MaybePerson, asker: TheAsker) -> HTMLResponse:
    """The server's own check of a receipt, for a browser without a script; nothing is looked up or kept."""
    text = (await form_of(request, ("receipt",))).get("receipt", "").strip()
    checked = Checked.model_validate_json(await asker.ask(receipt_question(text.encode("utf-8", "replace"))))
    return page(request, "verify.html.j2", who, text=text, checked=checked)

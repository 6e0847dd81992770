"""Past rounds: one's history, receipts, replays, doubts, and the check of any receipt."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import StringIO
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from msgspec.structs import replace as altered
from pydantic import BaseModel, Field

from pitboss.desk.question import Question, question
from pitboss.house import Asked
from pitboss.house.disputes import DisputeListed, dispute_for, doubt
from pitboss.house.history import (
    PastRound,
    SittingCard,
    last_rounds,
    receipt_for,
    receipts_of,
    rounds_of,
    sitting_of,
    title_of,
)
from pitboss.ledger.history import Only
from pitboss.ledger.journal import StoredRound, StoredTable
from pitboss.ledger.people import Person
from pitboss.messages.rounds import Teller
from pitboss.money import Cents
from pitboss.proof.stored_receipts import COLUMNS, settled_rows
from pitboss.round import Refusal, Round, RoundSettled, Viewer, evolve, open_round, parse_round, tell
from pitboss.round.document import RoundDocument, load_round
from pitboss.round.events import people_of
from pitboss.sheet import houses, load_house
from pitboss.table.live_state import LiveState, Revisions
from pitboss.table.player_bank import HOUSE_PLAYER
from pitboss.table.seating import BankTurn, Seating, Sitter
from pitboss.table.settings import Settings, is_printed
from pitboss.table.table_state import Standing
from pitboss.table.till import PROPOSITION
from pitboss.table.view_types import TableView
from pitboss.table.views import table_view
from pitboss.text import write_rows
from pitboss.web.guard import MaybePerson, SignedIn, TheHouse
from pitboss.web.houses import TheAsker, as_json
from pitboss.web.pages import SEE_OTHER, form_of, page
from pitboss.web.server_state import House

routes = APIRouter(prefix="/api", tags=["history"])


class Checked(BaseModel):
    """What a receipt shows: every check in a sentence, or the first fault."""

    right: bool
    checks: list[str]
    fault: str | None


_RECEIPT: Final[dict[str, Any]] = {
    "application/json": {
        "schema": {
            "type": "object",
            "description": "A receipt (docs/receipts.md). Its bytes count: keep and send them as they are.",
        }
    }
}


class Replay(BaseModel):
    """A round step by step. It ended settled or void; or unused, when the table closed with no bet on it."""

    round: str
    ended: Literal["settled", "void", "unused"]
    steps: tuple[Step, ...]


class Past(BaseModel):
    """A page of one's rounds, the latest first."""

    rounds: list[PastRound]
    net: Cents


@routes.get("/rounds")
async def my_rounds(
    who: SignedIn,
    house: TheHouse,
    before: Annotated[int | None, Query(ge=0, le=2**63 - 1)] = None,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
    only: Only | None = None,
) -> Past:
    """One's own rounds that have ended; only the void ones, or those in which the platform decided."""
    found = await house.in_turn(who.id, lambda: rounds_of(house.store, who.id, before, most, only))
    return Past(rounds=found, net=sum(each.net for each in found if each.purse == "house"))


@routes.get("/tables/{table}/sitting")
async def my_sitting(
    table: str,
    who: SignedIn,
    house: TheHouse,
    asker: TheAsker,
    before: Annotated[int | None, Query(ge=0, le=2**63 - 1)] = None,
) -> SittingCard:
    """One's own last sitting at a table, or the one `before` a place of one's history, with its luck."""
    async with house.turn(f"sitting {who.id}"):
        return await sitting_of(house.store, who.id, table, before, asker.ask)


@routes.get("/rounds.jsonl", response_class=PlainTextResponse)
async def my_receipts(who: SignedIn, house: TheHouse) -> StreamingResponse:
    """The receipts of all one's rounds, one on each line, the latest first."""
    lines = _told(house, who.id, lambda found: "".join(f"{text}\n" for _, text in found))
    return _file(lines, "application/jsonl", "rounds.jsonl")


@routes.get("/rounds.csv", response_class=PlainTextResponse)
async def my_lines(who: SignedIn, house: TheHouse) -> StreamingResponse:
    """What became of every wager of one's own, a row for each, the latest round first; money in cents."""
    lines = _told(house, who.id, lambda found: _csv(_rows(found, who.id)), first=_csv([COLUMNS]))
    return _file(lines, "text/csv; charset=utf-8", "rounds.csv")


async def _told(
    house: House, person: str, written: Callable[[list[tuple[int, str]]], str], first: str = ""
) -> AsyncIterator[str]:
    """All of a person's receipts as they are written, some at a time: no more is ever in memory."""
    if first:
        yield first
    before: int | None = None

    def part() -> tuple[str, int | None]:
        found = receipts_of(house.store, person, before)
        return written(found.rounds), found.before

    while True:
        text, before = await house.in_turn(person, part)
        yield text
        if before is None:
            return


def _rows(found: list[tuple[int, str]], person: str) -> Iterator[Sequence[object]]:
    for ended, text in found:
        at = datetime.fromtimestamp(ended / 1000, UTC).isoformat(timespec="milliseconds")
        for row in settled_rows(at.replace("+00:00", "Z"), parse_round(text)):
            if row[COLUMNS.index("person")] == person:
                yield row


def _csv(rows: Iterable[Sequence[object]]) -> str:
    lines = StringIO()
    write_rows(lines, rows)
    return lines.getvalue()


def _file(lines: AsyncIterator[str], kind: str, name: str) -> StreamingResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines, media_type=kind, headers=headers)


@routes.get(
    "/rounds/{round_id}/receipt",
    response_class=Response,
    responses={200: {"content": _RECEIPT, "description": "The receipt, as the chain has hashed it"}},
)
def the_receipt(round_id: str, who: MaybePerson, house: TheHouse) -> Response:
    """The receipt of a round that has ended: of any at a public table, of one's own at a private one."""
    return Response(receipt_for(house.store, round_id, who).encode(), media_type="application/json")


@routes.get("/rounds/{round_id}/replay")
def the_replay(round_id: str, who: MaybePerson, house: TheHouse) -> Replay:
    """A round that has ended, step by step, as one saw it; who was not in it sees it like a spectator."""
    document = parse_round(receipt_for(house.store, round_id, who))
    table = document.proof.table if document.proof else ""
    title = house.store.read(lambda connection: title_of(connection, table))
    steps = replayed(document, who.id if who else None, title or "")
    return Replay(round=document.round, ended=document.ended, steps=steps)


@routes.post(
    "/verify",
    response_model=Checked,
    openapi_extra={"requestBody": {"content": _RECEIPT, "required": True}},
)
async def verify_a_receipt(request: Request, asker: TheAsker) -> Response:
    """Checks the receipt that is the body, byte for byte, as `pitboss verify` does; nothing is looked up."""
    return as_json(await asker.ask(receipt_question(await request.body())))


def receipt_question(receipt: bytes) -> Question:
    """Whether a receipt is good."""
    return question("check_receipt", receipt, kept=False)


LONGEST: Final = 1_000  # characters of a doubt


class Doubted(Asked):
    """What somebody says is wrong with a round."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]


class DoubtShown(BaseModel):
    """The last dispute about a round, if there is one."""

    dispute: DisputeListed | None


@routes.get("/rounds/{round_id}/dispute")
def the_doubt(round_id: str, who: SignedIn, house: TheHouse) -> DoubtShown:
    """Whether a round of one's own is doubted, and how that ended."""
    check_played(house, round_id, who)
    return DoubtShown(dispute=dispute_for(house.store, round_id, who))


@routes.post("/rounds/{round_id}/dispute", status_code=201)
def doubt_a_round(round_id: str, body: Doubted, who: SignedIn, house: TheHouse) -> DoubtShown:
    """Asks the house to judge a round of one's own again; once for each round."""
    doubt_own(house, round_id, who, body.text)
    return DoubtShown(dispute=dispute_for(house.store, round_id, who))


def doubt_own(house: House, round_id: str, who: Person, text: str) -> None:
    """A doubt of a person who has played in the round."""
    check_played(house, round_id, who)
    doubt(house.store, who.id, round_id, text, house.milliseconds)


def check_played(house: House, round_id: str, who: Person) -> None:
    """Refuses a round that this person has not played in."""
    if who.id not in people_of(parse_round(receipt_for(house.store, round_id, who)).events):
        raise Refusal("not_played", "Only players of this round can dispute it", None, "round")


pages = APIRouter(include_in_schema=False)

PAGE: Final = 50  # rounds


@pages.get("/history")
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


@pages.get("/sittings/{table}")
def sitting_page(
    request: Request,
    table: str,
    who: MaybePerson,
    before: Annotated[int | None, Query(ge=0, le=2**63 - 1)] = None,
) -> HTMLResponse:
    """The card of one's own sitting at a table."""
    return page(request, "sitting.html.j2", who, table=table, before=before)


@pages.get("/rounds/{round_id}")
def round_page(request: Request, round_id: str, who: MaybePerson, house: TheHouse) -> HTMLResponse:
    """A round that has ended: what happened, what was paid and by which clause, and its receipt."""
    return _round(request, round_id, who, house)


@pages.post("/rounds/{round_id}/dispute")
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


@pages.get("/rounds/{round_id}/receipt.json")
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


@pages.get("/verify")
def verify_page(request: Request, who: MaybePerson) -> HTMLResponse:
    """A place for any receipt."""
    return page(request, "verify.html.j2", who, text="", checked=None)


@pages.post("/verify")
async def verify_form(request: Request, who: MaybePerson, asker: TheAsker) -> HTMLResponse:
    """The server's own check of a receipt, for a browser without a script; nothing is looked up or kept."""
    text = (await form_of(request, ("receipt",))).get("receipt", "").strip()
    checked = Checked.model_validate_json(await asker.ask(receipt_question(text.encode("utf-8", "replace"))))
    return page(request, "verify.html.j2", who, text=text, checked=checked)


# --- The steps of a replayed round.


@dataclass(frozen=True, slots=True)
class Step:
    """One event: its kind, its sentences, and the table after it."""

    k: str
    sentences: tuple[str, ...]
    view: TableView


def replayed(document: RoundDocument, person: str | None, title: str) -> tuple[Step, ...]:
    """The steps of a recorded round, checked against the rules, as a person in it or a spectator saw them.

    Nobody can decide anything any more, so the views have no actions; and the names of others are not kept.
    """
    final, events = load_round(document)
    viewer, name = Viewer(person), _names(person)
    teller = Teller(final.table.sheet, name)
    state, steps = open_round(final.table, document.round), list[Step]()
    before = _table(document, final, title)
    for event in events:
        state = evolve(state, event)
        sentences = tuple(teller.sentences(tell(state, event, viewer)))
        steps.append(Step(event.k, sentences, _view(before, state, len(steps) + 1, person, name)))
    return tuple(steps)


def _names(person: str | None) -> Callable[[str], str]:
    def name(player: str) -> str:
        if player == person:
            return "you"
        if player == PROPOSITION:
            return HOUSE_PLAYER
        return "a bot" if player.startswith("bot:") else "a player"

    return name


def _table(document: RoundDocument, final: Round, title: str) -> LiveState:
    """The table as far as the document tells of it: closed, so that nobody is waited for."""
    table, proof, ended = final.table, document.proof, final.ended
    sheet = table.sheet
    stored = StoredTable(
        id=proof.table if proof else "",
        sheet=sheet.hash,
        low=table.min,
        high=table.max,
        epoch=0,
        sequence=0,
        rounds=proof.number if proof else 0,
        head=proof.previous if proof else "",
        closed=True,
        purse="house" if is_printed(sheet) else "chips",
    )
    place = (final.id, stored.id, stored.rounds, sheet.hash, table.min, table.max)
    round_ = StoredRound(*place, proof.commitment, "", None, None, None) if proof else None
    meter = ended.meter if isinstance(ended, RoundSettled) else None
    settings = Settings(title, clock=None, spectators=False, coach=False)
    return LiveState(table, settings, Standing(stored, round_), meter=meter.before if meter else 0)


def _view(
    before: LiveState, state: Round, rev: int, person: str | None, name: Callable[[str], str]
) -> TableView:
    """The table after an event."""
    people: dict[str, Sitter] = {}
    at = {each.number: each.player for each in state.seats}
    bank = state.bank
    if bank is not None and bank.seat is not None:
        at.setdefault(bank.seat, bank.player)
    for number, player in sorted(at.items()):
        bot = "bot" if player.startswith("bot:") else None
        seats = (*people[player].seats, number) if player in people else (number,)
        people[player] = Sitter(player, name(player), seats, bot)
    settled = state.ended if isinstance(state.ended, RoundSettled) else None
    live = altered(
        before,
        standing=altered(before.standing, state=state),
        seating=Seating(people),
        turn=BankTurn(bank.player, 0, int(state.ended is not None)) if bank else BankTurn(),
        revisions=Revisions(rev),
        meter=settled.meter.after if settled and settled.meter else before.meter,
    )
    view = table_view(live, person)
    meter = view.state.meter if before.meter else None  # a void round does not say
    return replace(
        view,
        state=replace(view.state, meter=meter and replace(meter, break_even=None, envy=())),
        you=replace(view.you, actions=(), bots=(), me=None),
    )

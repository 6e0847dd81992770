"""Past rounds over HTTP: one's own history, receipts, and what a verifier needs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from pydantic import BaseModel

from pitboss.desk.question import Question, question
from pitboss.house.history import PastRound, receipt_for, receipts_of, rounds_of, title_of
from pitboss.house.sitting import SittingCard, sitting_of
from pitboss.ledger.history import Only
from pitboss.money import Cents
from pitboss.proof.settled_lines import COLUMNS, settled_rows
from pitboss.round import parse_round
from pitboss.table.replay_steps import Step, replayed
from pitboss.text import write_rows
from pitboss.web.desk_questions import TheAsker
from pitboss.web.guard import MaybePerson, SignedIn, TheHouse
from pitboss.web.house_routes import as_json
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

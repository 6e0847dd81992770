"""What operators read and judge, over HTTP: the books, hold, meters, chains, audits, disputed rounds."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, ConfigDict, Field

from pitboss.house import Key
from pitboss.house.accounting import (
    AccountBook,
    AccountsShown,
    BooksShown,
    HoldReport,
    JackpotPage,
    MetersShown,
    hold_report,
    show_account,
    show_accounts,
    show_books,
    show_jackpots,
    show_meters,
)
from pitboss.house.audits import (
    AuditDesk,
    AuditPage,
    AuditShown,
    ProofShown,
    page_of_audits,
    show_audit,
    show_proof,
)
from pitboss.house.disputes import (
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
from pitboss.house.operator_journal import ActShown, person_named
from pitboss.ledger.accounts import Account, Kind
from pitboss.ledger.history import RoundQuery
from pitboss.proof.hold_report import Span
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.houses import house_sheet
from pitboss.web.operators import Commanded, Name, Number, PageWanted, Reasoned, Time, Wanted

routes = APIRouter(prefix="/api/operator", tags=["operator"])


def audit_desk_of(house: TheHouse, who: Operator) -> AuditDesk:
    """An operator at work with audits."""
    return AuditDesk(who.id, house.store, lambda: house.milliseconds)


def dispute_desk_of(house: TheHouse, who: Operator) -> DisputeDesk:
    """An operator at work with disputes."""
    return DisputeDesk(who.id, house.store, lambda: house.milliseconds)


AtAudits = Annotated[AuditDesk, Depends(audit_desk_of)]
AtDisputes = Annotated[DisputeDesk, Depends(dispute_desk_of)]
AccountKey = Annotated[str, Field(max_length=200)]


class AccountsWanted(Wanted):
    """Which accounts of a kind are listed."""

    search: AccountKey = ""
    after: AccountKey | None = None
    used: bool = False  # only those that hold anything


class AccountWanted(Wanted):
    """One account of a kind, and how many of its transfers."""

    key: AccountKey = ""


class HoldWanted(BaseModel):
    """Which rounds count."""

    model_config = ConfigDict(extra="forbid")

    house: Annotated[str, Field(max_length=40)] | None = None
    table: Key | None = None
    since: Time | None = None
    until: Time | None = None


@routes.get("/books")
def books(who: Operator, house: TheHouse) -> BooksShown:
    """All accounts by kind, and the trial balance."""
    return show_books(house.store)


@routes.get("/books/{kind}")
def accounts(
    kind: Kind, wanted: Annotated[AccountsWanted, Query()], who: Operator, house: TheHouse
) -> AccountsShown:
    """The accounts of a kind, by key."""
    asked = (wanted.search, wanted.after, wanted.most)
    return show_accounts(house.store, kind, *asked, used=wanted.used)


@routes.get("/books/{kind}/account")
def account(
    kind: Kind, wanted: Annotated[AccountWanted, Query()], who: Operator, house: TheHouse
) -> AccountBook:
    """One account with its last transfers."""
    return show_account(house.store, Account(kind, wanted.key), wanted.most)


@routes.get("/hold")
async def holds(wanted: Annotated[HoldWanted, Query()], who: Operator, house: TheHouse) -> HoldReport:
    """Actual against theoretical hold of every wager, with its interval; one question at a time."""
    if wanted.house is not None:
        house_sheet(wanted.house)
    async with house.counting:
        return await hold_report(house.store, Span(**wanted.model_dump()), house.desk, house.in_pool)


@routes.get("/meters")
def meters(who: Operator, house: TheHouse) -> MetersShown:
    """Every meter with what went in and what was paid."""
    return show_meters(house.store)


@routes.get("/jackpots")
def jackpots(wanted: Annotated[PageWanted, Query()], who: Operator, house: TheHouse) -> JackpotPage:
    """The jackpots that were paid, the latest first."""
    return show_jackpots(house.store, wanted.before, wanted.most)


class ProofWanted(Wanted):
    """Whose chains are shown: those of tables after one of them."""

    after: Key | None = None


@routes.get("/proof")
def proof(wanted: Annotated[ProofWanted, Query()], who: Operator, house: TheHouse) -> ProofShown:
    """Where the chains of the house and of its tables end."""
    return show_proof(house.store, wanted.after or "", wanted.most)


@routes.get("/audits")
def audits(wanted: Annotated[PageWanted, Query()], who: Operator, house: TheHouse) -> AuditPage:
    """The last audits; the one that runs comes first, with how far it is."""
    now = house.milliseconds
    return page_of_audits(house.store, wanted.before, wanted.most, now)


@routes.get("/audits/{number}")
def one_audit(number: Number, who: Operator, house: TheHouse) -> AuditShown:
    """One audit, whichever server runs it."""
    return show_audit(house.store, number, house.milliseconds)


@routes.post("/audits", status_code=201)
async def begin(body: Reasoned, desk: AtAudits, house: TheHouse) -> ActShown:
    """Begins an audit of everything, beside the tables that run; `audit` of the act is its number."""
    act = await house.in_pool(lambda: desk.begin(body.id, body.why))
    if not act.repeated:
        house.audits.run(int(act.after["audit"]), desk.operator)
    return act


@routes.post("/audits/{number}/stop")
def stop(number: Number, body: Reasoned, desk: AtAudits) -> ActShown:
    """Stops an audit that runs, on whichever server."""
    return desk.stop(body.id, number, body.why)


class NoteAsked(Commanded):
    """A note on a round."""

    text: Annotated[str, Field(min_length=1, max_length=4_000)]


class Closed(Reasoned):
    """How a dispute ends: the round stands, it was wrong, or nobody doubts it any more."""

    verdict: Verdict


class DisputesWanted(PageWanted):
    """A page of disputes."""

    state: Literal["open", "closed"] = "open"


class RoundsWanted(PageWanted):
    """Which rounds are looked for; `until` itself is not among them."""

    id: Key | None = None
    table: Key | None = None
    person: Name | None = None
    since: Time | None = None
    until: Time | None = None


class RoundsFound(BaseModel):
    """Rounds, the latest first; `before` the last one's place is the next page."""

    rounds: list[RoundFound]


class Judged(Dispute):
    """A round judged again, and the last dispute about it, if there is one."""

    dispute: DisputeListed | None


@routes.get("/disputes")
def disputes(wanted: Annotated[DisputesWanted, Query()], who: Operator, house: TheHouse) -> DisputePage:
    """Open disputes, or closed ones, the latest first."""
    is_open = wanted.state == "open"
    return page_of_disputes(house.store, is_open=is_open, before=wanted.before, most=wanted.most)


@routes.get("/rounds")
def rounds(wanted: Annotated[RoundsWanted, Query()], who: Operator, house: TheHouse) -> RoundsFound:
    """Finds rounds by id, table, person and time."""
    asked = RoundQuery(**wanted.model_dump())
    if wanted.person is not None:
        name = wanted.person
        found = house.store.read(lambda connection: person_named(connection, name))
        asked = asked._replace(person=found.id)
    return RoundsFound(rounds=find_rounds(house.store, asked))


@routes.get("/rounds/{round_id}")
def judge(round_id: str, who: Operator, house: TheHouse) -> Judged:
    """A round judged again: its receipt, each line with its clause, the money moved, its tale, its notes."""
    found = dispute(house.store, round_id)
    return Judged.model_validate({**vars(found), "dispute": last_dispute(house.store, round_id)})


@routes.post("/rounds/{round_id}/dispute", status_code=201)
def open_dispute(round_id: str, body: Reasoned, desk: AtDisputes) -> ActShown:
    """Opens a dispute for somebody who has complained elsewhere."""
    return desk.open(body.id, round_id, body.why)


@routes.post("/rounds/{round_id}/dispute/close")
def close_dispute(round_id: str, body: Closed, desk: AtDisputes) -> ActShown:
    """Closes the open dispute of a round, for a reason that the player who disputed it may read."""
    return desk.close(body.id, round_id, body.verdict, body.why)


@routes.post("/rounds/{round_id}/notes", status_code=201)
def note(round_id: str, body: NoteAsked, desk: AtDisputes) -> ActShown:
    """Adds a note to a round; notes are never changed."""
    return desk.note(body.id, round_id, body.text)

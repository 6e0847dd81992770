"""The house's money as operators read it: accounts with their transfers, meters with their jackpots, hold.

Hold is actual against theoretical: counted from the journal, priced by the desk. Micro-cents are written as
text: they are exact, and a browser's numbers are not that large.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from statistics import NormalDist
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator

from pitboss.desk.desk import Desk
from pitboss.desk.table_questions import law_question, law_told
from pitboss.house.audits import InPool
from pitboss.house.credentials import looked_up
from pitboss.house.history import house_id, title_of
from pitboss.house.house_cards import HOUSE
from pitboss.house.people import name_by_id
from pitboss.ledger import balances
from pitboss.ledger.accounts import Account, Kind, balance, owner_of_chips, whole_of
from pitboss.ledger.balances import Movement, PaidJackpot, StoredMeter
from pitboss.ledger.people import person_called
from pitboss.ledger.store import Connection, Store, reads
from pitboss.money import MICRO, Cents
from pitboss.odds import NotPriced
from pitboss.proof.hold_report import (
    SURE,
    BetKind,
    Counted,
    Law,
    Span,
    Theory,
    TooManyRounds,
    WagerHold,
    count_bets,
)
from pitboss.round import Refusal
from pitboss.round.table import Table

Micro = Annotated[str, BeforeValidator(str)]


class KindShown(BaseModel):
    """All accounts of a kind."""

    kind: Kind
    accounts: int
    used: int  # that hold anything
    total: Micro


class BooksShown(BaseModel):
    """All accounts by kind; the trial balance is nothing, or money was made or lost."""

    kinds: list[KindShown]
    trial: Micro


class AccountNamed(BaseModel):
    """An account, and how whose it is is called today."""

    kind: Kind
    key: str
    name: str | None


class AccountShown(AccountNamed):
    """An account and what is in it."""

    held: Micro


class AccountsShown(BaseModel):
    """A page of accounts by key; `after` the last one's key is the next."""

    accounts: list[AccountShown]


class MovementShown(BaseModel):
    """A transfer: what came is above zero, what went below."""

    at: int  # milliseconds since 1970
    what: str
    other: AccountNamed
    amount: Micro
    table: str | None
    round: str | None


class AccountBook(AccountShown):
    """An account with its last transfers, the latest first."""

    moved: list[MovementShown]


@reads
def show_books(connection: Connection) -> BooksShown:
    """Every kind of account that has any, with the trial balance."""
    kinds = [KindShown(**each._asdict()) for each in balances.by_kind(connection)]
    return BooksShown(kinds=kinds, trial=str(balances.trial_balance(connection)))


@reads
def show_accounts(
    connection: Connection, kind: Kind, search: str, after: str | None, most: int, *, used: bool
) -> AccountsShown:
    """The accounts of a kind whose key begins so; a person's name will do for theirs."""
    person = person_called(connection, looked_up(search)) if kind == "person" and search else None
    key = person.id if person else search
    found = balances.of_kind(
        connection, kind, search=key, after=after, most=min(most, balances.MOST_ACCOUNTS), used=used
    )
    return AccountsShown(accounts=[_account(connection, each.account, each.balance) for each in found])


@reads
def show_account(connection: Connection, account: Account, most: int) -> AccountBook:
    """One account with its last transfers."""
    if balances.account_number(connection, account) is None:
        raise Refusal("no_account", "There is no such account", None, "key")
    moved = balances.movements(connection, account, most)
    shown = _account(connection, account, balance(connection, account))
    return AccountBook(**shown.model_dump(), moved=list(_moved(connection, moved)))


def _moved(connection: Connection, found: Iterable[Movement]) -> Iterable[MovementShown]:
    known: dict[Account, str | None] = {}
    for each in found:
        if each.other not in known:
            known[each.other] = _name(connection, each.other)
        other = AccountNamed(kind=each.other.kind, key=each.other.key, name=known[each.other])
        yield MovementShown(**each._asdict() | {"other": other}, table=each.felt)


def _account(connection: Connection, account: Account, held: int) -> AccountShown:
    return AccountShown(kind=account.kind, key=account.key, name=_name(connection, account), held=str(held))


def _name(connection: Connection, account: Account) -> str | None:
    """What people call whose account it is: a person, or a table that is open."""
    if account.kind == "person":
        return name_by_id(connection, account.key)
    if account.kind in ("house", "tray", "proposition"):
        return title_of(connection, account.key)
    return None


class MeterShown(BaseModel):
    """A meter, of all tables of a sheet or of one table alone, in micro-cents."""

    key: str
    house: str
    table: str | None  # whose own it is
    held: Micro
    started: Micro  # with what it began
    contributed: Micro  # by bets
    reseeded: Micro  # by the house, up to the reset
    paid: Micro  # to people
    swept: Micro  # back to the table's own money, when it closed


class MetersShown(BaseModel):
    """All meters."""

    meters: list[MeterShown]


class ShareShown(BaseModel):
    """A line of the settlement that was paid from the meter."""

    wager: str
    clause: str
    paid: Cents  # the stake, which was its price, included


class JackpotShown(BaseModel):
    """A share of a meter that was won."""

    place: int  # ask for jackpots before this one
    at: int  # milliseconds since 1970
    meter: str
    house: str
    table: str
    round: str
    player: str
    name: str | None
    amount: Micro
    shares: list[ShareShown]


class JackpotPage(BaseModel):
    """Jackpots, the latest first."""

    jackpots: list[JackpotShown]


@reads
def show_meters(connection: Connection) -> MetersShown:
    """Every meter with all that went in and out."""
    found = balances.all_meters(connection)
    return MetersShown(meters=[_meter(each, house_id(connection, each.sheet)) for each in found])


@reads
def show_jackpots(connection: Connection, before: int | None, most: int) -> JackpotPage:
    """The jackpots that were paid: when, to whom, by which clause."""
    found = balances.paid_jackpots(connection, before, most)
    return JackpotPage(jackpots=[_jackpot(connection, each) for each in found])


def _meter(stored: StoredMeter, house: str) -> MeterShown:
    def moved(what: str) -> str:
        return str(abs(stored.moved.get(what, 0)))

    return MeterShown(
        key=stored.key,
        house=house,
        table=stored.felt,
        held=str(stored.held),
        started=moved("meter"),
        contributed=moved("contribution"),
        reseeded=moved("reset"),
        paid=moved("jackpot"),
        swept=moved("swept"),
    )


def _jackpot(connection: Connection, paid: PaidJackpot) -> JackpotShown:
    player = owner_of_chips(paid.taker, paid.felt) if paid.taker_kind == "chips" else paid.taker
    own = paid.meter == paid.felt
    return JackpotShown(
        **paid._asdict() | {"meter": paid.meter if own else whole_of(paid.meter)},
        place=paid.number,
        house=house_id(connection, paid.sheet),
        table=paid.felt,
        player=player,
        name=name_by_id(connection, player),
        shares=_shares(json.loads(paid.body), paid.amount),
    )


def _shares(settled: dict[str, Any], amount: int) -> list[ShareShown]:
    """The lines of a settlement that were paid from the meter to a seat that got this much."""
    for seat in settled["seats"]:
        lines = [line for line in seat["lines"] if any(each.get("payer") == "meter" for each in line["by"])]
        if lines and sum(line["profit"] + line["stake"] for line in lines) * MICRO == amount:
            return [
                ShareShown(wager=line["id"], clause=line["clause"], paid=line["profit"] + line["stake"])
                for line in lines
            ]
    return []


MOST_ROUNDS: Final = 200_000  # that are counted at once
MOST_PRICES: Final = 400
VERY_SURE: Final = 0.999
FAR: Final = NormalDist().inv_cdf((1 + VERY_SURE) / 2)
Chance = Literal["within", "rare", "very rare"]


class TheoryShown(BaseModel):
    """What the house should have kept of the money bet, and how far chance leads away from it."""

    play: Literal["optimal", "any"]  # whether the figure takes the best play for granted
    hold: float
    exact: str
    standard_error: float
    low: float  # 95 %
    high: float
    very_low: float  # 99.9 %
    very_high: float
    won: str  # cents as an exact fraction


class HoldShown(BaseModel):
    """One wager: what was bet, what the house kept of it, and whether that is within chance."""

    house: str
    wager: str
    label: str
    bets: int
    staked: Cents
    won: Cents
    actual: float
    theory: TheoryShown | None
    unpriced: str | None
    inside: bool | None  # of the 95 % interval
    chance: Chance | None


class HoldReport(BaseModel):
    """Actual against theoretical hold. Intervals: at these confidences, bets taken for independent."""

    confidence: float = SURE
    high_confidence: float = VERY_SURE
    wagers: list[HoldShown]


async def hold_report(store: Store, span: Span, desk: Desk, in_pool: InPool) -> HoldReport:
    """The hold of every wager of a span: read away from the event loop, priced in the desk's processes."""
    counted = await in_pool(lambda: _count(store, span))
    laws: dict[BetKind, Law | NotPriced] = {}
    for kind, table in counted.wanted():
        question = law_question(table, kind.wager, kind.players)
        try:
            laws[kind] = law_told(await desk.ask(HOUSE, question, lane="house"))
        except NotPriced as why:
            laws[kind] = why
        except Refusal as why:  # it takes too long, or too much
            laws[kind] = NotPriced(why.text)

    def law(kind: BetKind, table: Table) -> Law:
        found = laws[kind]
        if isinstance(found, NotPriced):
            raise found
        return found

    return HoldReport(wagers=[_shown(row) for row in counted.rows(law)])


def _count(store: Store, span: Span) -> Counted:
    try:
        counted = count_bets(store, span, limit=MOST_ROUNDS)
    except TooManyRounds as many:
        text = f"There are more than {many.limit:,} rounds: choose a house, a table or a shorter time"
        raise Refusal("many_rounds", text, None, "since", {"most": many.limit}) from None
    if len(counted.sums) > MOST_PRICES:
        text = f"There are more than {MOST_PRICES} prices to work out: choose a house or a table"
        raise Refusal("many_rounds", text, None, "house", {"most": MOST_PRICES})
    return counted


def _shown(row: WagerHold) -> HoldShown:
    return HoldShown(
        **asdict(row) | {"theory": _theory(row.theory, row.staked)},
        actual=float(row.actual),
        inside=row.inside,
        chance=chance_of(row.actual, row.theory),
    )


def _theory(theory: Theory | None, staked: Cents) -> TheoryShown | None:
    if theory is None:
        return None
    return TheoryShown(
        play="optimal" if theory.optimal else "any",
        hold=float(theory.hold),
        exact=str(theory.hold),
        standard_error=theory.error,
        low=theory.low,
        high=theory.high,
        very_low=float(theory.hold) - FAR * theory.error,
        very_high=float(theory.hold) + FAR * theory.error,
        won=str(theory.hold * staked),
    )


def chance_of(actual: Fraction, theory: Theory | None) -> Chance | None:
    """How an actual hold lies to the theory: as chance goes, outside 95 %, or outside 99.9 % of all cases."""
    if theory is None:
        return None
    away = abs(float(actual - theory.hold))
    if theory.low <= float(actual) <= theory.high:
        return "within"
    return "very rare" if away > FAR * theory.error else "rare"

"""The money of a house for its operators, over HTTP: books, hold, meters and jackpots. Only reading."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from pitboss.house.accounting import (
    MOST_JACKPOTS,
    MOST_MOVEMENTS,
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
from pitboss.house.request_shapes import Key
from pitboss.ledger.accounts import Account, Kind
from pitboss.ledger.balances import MOST_ACCOUNTS
from pitboss.proof.wager_hold import Span
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.house_routes import house_sheet
from pitboss.web.operator_requests import Number, Time, Wanted

routes = APIRouter(prefix="/api/operator", tags=["operator"])

AccountKey = Annotated[str, Field(max_length=200)]


class AccountsWanted(Wanted):
    """Which accounts of a kind are listed."""

    search: AccountKey = ""
    after: AccountKey | None = None
    most: Annotated[int, Field(ge=1, le=MOST_ACCOUNTS)] = 50
    used: bool = False  # only those that hold anything


class AccountWanted(Wanted):
    """One account of a kind, and how many of its transfers."""

    key: AccountKey = ""
    most: Annotated[int, Field(ge=1, le=MOST_MOVEMENTS)] = 50


class HoldWanted(Wanted):
    """Which rounds count."""

    house: Annotated[str, Field(max_length=40)] | None = None
    table: Key | None = None
    since: Time | None = None
    until: Time | None = None


class JackpotsWanted(Wanted):
    """A page of jackpots."""

    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=MOST_JACKPOTS)] = 50


@routes.get("/books")
async def books(who: Operator, house: TheHouse) -> BooksShown:
    """All accounts by kind, and the trial balance."""
    return await house.in_pool(lambda: show_books(house.store))


@routes.get("/books/{kind}")
async def accounts(
    kind: Kind, wanted: Annotated[AccountsWanted, Query()], who: Operator, house: TheHouse
) -> AccountsShown:
    """The accounts of a kind, by key."""
    asked = (wanted.search, wanted.after, wanted.most)
    return await house.in_pool(lambda: show_accounts(house.store, kind, *asked, used=wanted.used))


@routes.get("/books/{kind}/account")
async def account(
    kind: Kind, wanted: Annotated[AccountWanted, Query()], who: Operator, house: TheHouse
) -> AccountBook:
    """One account with its last transfers."""
    return await house.in_pool(lambda: show_account(house.store, Account(kind, wanted.key), wanted.most))


@routes.get("/hold")
async def holds(wanted: Annotated[HoldWanted, Query()], who: Operator, house: TheHouse) -> HoldReport:
    """Actual against theoretical hold of every wager, with its interval; one question at a time."""
    if wanted.house is not None:
        house_sheet(wanted.house)
    async with house.counting:
        return await hold_report(house.store, Span(**wanted.model_dump()), house.desk, house.in_pool)


@routes.get("/meters")
async def meters(who: Operator, house: TheHouse) -> MetersShown:
    """Every meter with what went in and what was paid."""
    return await house.in_pool(lambda: show_meters(house.store))


@routes.get("/jackpots")
async def jackpots(wanted: Annotated[JackpotsWanted, Query()], who: Operator, house: TheHouse) -> JackpotPage:
    """The jackpots that were paid, the latest first."""
    return await house.in_pool(lambda: show_jackpots(house.store, wanted.before, wanted.most))

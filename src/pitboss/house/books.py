"""The books as operators read them: kinds with their totals, the accounts of a kind, one with its transfers.

Micro-cents are written as text: they are exact, and a browser's numbers are not that large.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator

from pitboss.house.history import title_of
from pitboss.house.names import looked_up
from pitboss.ledger import account_pages, books
from pitboss.ledger.books import Movement
from pitboss.ledger.ledger import Account, Kind, balance
from pitboss.ledger.people import person_called, read_person
from pitboss.ledger.store import Connection, Store
from pitboss.round import Refusal

MOST_MOVEMENTS: Final = 200

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


def show_books(store: Store) -> BooksShown:
    """Every kind of account that has any, with the trial balance."""

    def work(connection: Connection) -> BooksShown:
        kinds = [KindShown(**each._asdict()) for each in books.by_kind(connection)]
        return BooksShown(kinds=kinds, trial=str(books.trial_balance(connection)))

    return store.read(work)


def show_accounts(
    store: Store, kind: Kind, search: str, after: str | None, most: int, *, used: bool
) -> AccountsShown:
    """The accounts of a kind whose key begins so; a person's name will do for theirs."""

    def work(connection: Connection) -> AccountsShown:
        key = _person_id(connection, search) if kind == "person" and search else search
        found = account_pages.page_of_kind(connection, kind, search=key, after=after, most=most, used=used)
        return AccountsShown(accounts=[_account(connection, each.account, each.balance) for each in found])

    return store.read(work)


def show_account(store: Store, account: Account, most: int) -> AccountBook:
    """One account with its last transfers."""

    def work(connection: Connection) -> AccountBook:
        if not account_pages.is_open(connection, account):
            raise Refusal("no_account", "There is no such account", None, "key")
        moved = books.movements(connection, account, min(most, MOST_MOVEMENTS))
        shown = _account(connection, account, balance(connection, account))
        return AccountBook(**shown.model_dump(), moved=list(_moved(connection, moved)))

    return store.read(work)


def _moved(connection: Connection, found: Iterable[Movement]) -> Iterable[MovementShown]:
    known: dict[Account, str | None] = {}
    for each in found:
        if each.other not in known:
            known[each.other] = _name(connection, each.other)
        other = AccountNamed(kind=each.other.kind, key=each.other.key, name=known[each.other])
        yield MovementShown(
            at=each.at,
            what=each.what,
            other=other,
            amount=str(each.amount),
            table=each.felt,
            round=each.round,
        )


def _account(connection: Connection, account: Account, held: int) -> AccountShown:
    return AccountShown(kind=account.kind, key=account.key, name=_name(connection, account), held=str(held))


def _name(connection: Connection, account: Account) -> str | None:
    """What people call whose account it is: a person, or a table that is open."""
    if account.kind == "person":
        known = read_person(connection, account.key)
        return known.shown if known else None
    if account.kind in ("house", "tray", "proposition"):
        return title_of(connection, account.key)
    return None


def _person_id(connection: Connection, search: str) -> str:
    found = person_called(connection, looked_up(search))
    return found.id if found else search

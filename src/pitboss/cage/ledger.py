"""Accounts and the one way to move money between them. Everything here happens inside a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from pitboss.cage.schema import MOST, accounts, transfers

MicroCents = int
Kind = Literal["mint", "person", "escrow", "house", "bank", "proposition", "meter"]

MAY_OWE: Final[frozenset[Kind]] = frozenset({"mint", "house"})
FRACTIONS: Final[frozenset[Kind]] = frozenset({"meter", "house"})  # the others hold whole cents


class Account(NamedTuple):
    """An account by what it is for and whose it is."""

    kind: Kind
    key: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}" if self.key else self.kind


MINT: Final = Account("mint")


class Transfer(NamedTuple):
    """Money from one account to another, in micro-cents, and what for."""

    giver: Account
    taker: Account
    amount: MicroCents
    what: str


class Overdrawn(Exception):
    """An account would fall below zero; the database refused it."""


class NotWholeCents(Exception):
    """An account that holds whole cents would hold a fraction of one; the database refused it."""


_find = select(accounts.c.id).where(accounts.c.kind == bindparam("kind"), accounts.c.key == bindparam("key"))
_balance = select(accounts.c.balance).where(
    accounts.c.kind == bindparam("kind"), accounts.c.key == bindparam("key")
)
_locked_balance = _balance.with_for_update()  # SQLite has one writer and needs no lock
_move = insert(transfers)
_OPEN: Final = {
    "sqlite": sqlite.insert(accounts).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(accounts).on_conflict_do_nothing(),
}


def balance(connection: Connection, account: Account, *, lock: bool = False) -> MicroCents:
    """What is in an account; one never used holds nothing. `lock` keeps it still until the commit."""
    found = connection.execute(_locked_balance if lock else _balance, account._asdict()).scalar()
    return int(found or 0)


def account_id(connection: Connection, account: Account) -> int:
    """The number of an account, opened when it is new."""
    name = account._asdict()
    found = connection.execute(_find, name).scalar()
    if found is None:
        row = name | {"may_owe": account.kind in MAY_OWE, "fractions": account.kind in FRACTIONS}
        connection.execute(_OPEN[connection.dialect.name], row)
        found = connection.execute(_find, name).scalar_one()
    return int(found)


def move(connection: Connection, deed: int, moved: Sequence[Transfer]) -> None:
    """Writes transfers under a deed. The database keeps the balances, and refuses what may not be."""
    if not moved:
        return
    numbers = {each: account_id(connection, each) for each in _in_order(moved)}
    rows = [
        {"deed": deed, "giver": numbers[giver], "taker": numbers[taker], "amount": amount, "what": what}
        for giver, taker, amount, what in moved
    ]
    for each in moved:
        if not 0 < each.amount <= MOST:
            raise ValueError(f"A transfer moves from 1 to {MOST} micro-cents, not {each.amount}")
    with _refusals(moved):
        connection.execute(_move, rows)


def _in_order(moved: Iterable[Transfer]) -> list[Account]:
    """The accounts of some transfers in one order for all, so that two transactions do not wait in a ring."""
    return sorted({account for each in moved for account in (each.giver, each.taker)})


@contextmanager
def _refusals(moved: Sequence[Transfer]) -> Iterator[None]:
    try:
        yield
    except IntegrityError as fault:
        text = str(fault.orig)
        if "no_overdraft" in text:
            givers = ", ".join(sorted({str(each.giver) for each in moved}))
            raise Overdrawn(f"There is not enough in the account to move this from: {givers}") from None
        if "whole_cents" in text:
            raise NotWholeCents("Only meters and the house hold fractions of a cent") from None
        raise

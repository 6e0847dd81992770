"""The accounts of a kind, a page at a time. Only reading."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, literal_column, select

from pitboss.ledger.books import Held
from pitboss.ledger.ledger import Account, Kind
from pitboss.ledger.schema import accounts

MOST_ACCOUNTS: Final = 200


def page_of_kind(
    connection: Connection, kind: Kind, *, search: str = "", after: str | None = None, most: int, used: bool
) -> list[Held]:
    """The accounts of a kind whose key begins so, by key, after one of them; `used`: that hold anything."""
    query = select(accounts.c.key, accounts.c.balance).where(accounts.c.kind == kind)
    if used:
        query = query.where(literal_column("balance <> 0"))  # as the index has it
    if search:
        query = query.where(accounts.c.key.startswith(search, autoescape=True))
    if after is not None:
        query = query.where(accounts.c.key > after)
    rows = connection.execute(query.order_by(accounts.c.key).limit(min(most, MOST_ACCOUNTS)))
    return [Held(Account(kind, key), int(balance)) for key, balance in rows]


def is_open(connection: Connection, account: Account) -> bool:
    """Whether an account was ever opened."""
    query = select(accounts.c.id).where(accounts.c.kind == account.kind, accounts.c.key == account.key)
    return connection.execute(query).first() is not None

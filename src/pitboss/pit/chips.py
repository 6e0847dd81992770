"""Chips of somebody who goes for good: they go back to the trays of the tables where they lie."""

from __future__ import annotations

from sqlalchemy import Connection, select

from pitboss.cage.deed_chain import do_deed
from pitboss.cage.journal import Asked, canonical
from pitboss.cage.ledger import Account, Transfer, is_purse_of
from pitboss.cage.schema import accounts
from pitboss.money import MICRO
from pitboss.pit.postings import SWEPT


def sweep_everywhere(connection: Connection, person: str, actor: str, now: int) -> None:
    """Takes a person's chips at every table back, each table's under a deed of its own."""
    query = select(accounts.c.key, accounts.c.balance).where(
        is_purse_of(person), accounts.c.kind == "chips", accounts.c.balance > 0
    )
    for key, held in connection.execute(query.order_by(accounts.c.key)).all():
        table, cents = str(key).removesuffix(f":{person}"), int(held) // MICRO
        what = canonical({"k": "Sweep", "table": table, "person": person, "cents": cents})
        swept = Transfer(Account("chips", key), Account("tray", table), int(held), SWEPT)
        do_deed(connection, Asked(actor, f"sweep {table}", what), canonical({"swept": cents}), now, [swept])

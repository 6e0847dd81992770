"""The ledger from outside: plain SQL that asks nothing of our own code but the numbers of accounts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, text

from pitboss.ledger import Store
from pitboss.ledger.accounts import MINT, Account, Kind, Transfer, account_ids
from pitboss.ledger.deeds import Request, write_deed
from pitboss.ledger.posting import move

CENT = 1_000_000
MOST = 4 * 10**18
KINDS: tuple[Kind, ...] = ("mint", "person", "escrow", "house", "bank", "proposition", "meter")
MUST_HAVE: tuple[Kind, ...] = ("person", "escrow", "bank", "proposition", "meter")
TABLES = (
    "accounts",
    "deeds",
    "transfers",
    "sheets",
    "felts",
    "rounds",
    "results",
    "events",
    "heads",
    "records",
)


def balances(store: Store) -> dict[str, int]:
    """What every account holds."""
    rows = store.read(lambda connection: connection.execute(text("SELECT * FROM accounts")).all())
    return {f"{row.kind}:{row.key}".rstrip(":"): row.balance for row in rows}


def whole(held: dict[str, int]) -> dict[str, int]:
    """The same with the parts of a meter as one."""
    found: dict[str, int] = {}
    for name, amount in held.items():
        meter = name.partition("#")[0] if name.startswith("meter:") else name
        found[meter] = found.get(meter, 0) + amount
    return found


def added_up(store: Store) -> dict[str, int]:
    """What every account must hold by the transfers alone."""
    query = "SELECT g.kind, g.key, t.kind, t.key, amount FROM transfers"
    query += " JOIN accounts g ON g.id = giver JOIN accounts t ON t.id = taker"
    held = dict.fromkeys(balances(store), 0)
    for giver, giver_key, taker, taker_key, amount in store.read(
        lambda connection: connection.execute(text(query)).all()
    ):
        held[f"{giver}:{giver_key}".rstrip(":")] -= amount
        held[f"{taker}:{taker_key}".rstrip(":")] += amount
    return held


def rows_of(store: Store) -> dict[str, list[Any]]:
    """Every row of every table."""

    def read(connection: Connection) -> dict[str, list[Any]]:
        return {
            table: sorted(
                (tuple(row) for row in connection.execute(text(f"SELECT * FROM {table}"))), key=repr
            )
            for table in TABLES
        }

    return store.read(read)


def run(store: Store, statement: str) -> None:
    """Any SQL, as somebody with a shell would ask for it."""
    store.write(lambda connection: connection.execute(text(statement)))


def deed(connection: Connection, name: str = "deed") -> int:
    """A deed for transfers to stand under, a new one or the one of that name."""
    found = connection.execute(text("SELECT id FROM deeds WHERE command = :name"), {"name": name}).scalar()
    return int(found) if found else write_deed(connection, Request("test", name, "{}"), "{}", 0)


def moves(store: Store, *moved: Transfer) -> None:
    """Moves money by the ledger's own way."""
    store.write(lambda connection: move(connection, deed(connection), moved))


def fund(store: Store, account: Account, amount: int) -> None:
    """Brings an account to an amount of money from nowhere."""
    moves(store, Transfer(MINT, account, amount, "fund"))


def insert_transfer(store: Store, giver: Account, taker: Account, amount: str | int) -> None:
    """Moves money by a bare INSERT, the amount as it is written."""

    def work(connection: Connection) -> None:
        numbers = account_ids(connection, [giver, taker])
        statement = (
            "INSERT INTO transfers (deed, giver, taker, amount, what)"
            f" VALUES ({deed(connection)}, {numbers[giver]}, {numbers[taker]}, {amount}, 'bare')"
        )
        connection.execute(text(statement))

    store.write(work)

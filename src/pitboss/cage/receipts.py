"""Receipts of ended rounds, as the texts that were hashed when they ended. Inside a transaction."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import BigInteger, Connection, Text, bindparam, insert, select, tuple_

from pitboss.cage.crash_points import reach
from pitboss.cage.prepared import Prepared
from pitboss.cage.schema import receipts, rounds

BATCH: Final = 200  # receipts read at a time

_write = Prepared(insert(receipts).inline())
_text = Prepared(select(receipts.c.text).where(receipts.c.round == bindparam("round")))
_next = (
    select(rounds.c.felt, rounds.c.number, receipts.c.text)
    .join(receipts, receipts.c.round == rounds.c.id)
    .where(
        tuple_(rounds.c.felt, rounds.c.number)
        > tuple_(bindparam("felt", type_=Text), bindparam("number", type_=BigInteger))
    )
    .order_by(rounds.c.felt, rounds.c.number)
    .limit(bindparam("most", type_=BigInteger))
)
_next_of_table = _next.where(rounds.c.felt == bindparam("felt", type_=Text))


class StoredReceipt(NamedTuple):
    """A receipt as stored, with its place."""

    felt: str
    number: int
    text: str


def write_receipt(connection: Connection, round_: str, text: str) -> None:
    """Keeps the receipt of a round that ends."""
    _write.run(connection, {"round": round_, "text": text})
    reach("journal:receipt")


def read_receipt(connection: Connection, round_: str) -> str | None:
    """The receipt of a round; None while it is open, and for one that was given up."""
    found = _text.first(connection, {"round": round_})
    return None if found is None else str(found[0])


def receipts_after(
    connection: Connection, table_id: str, number: int, *, most: int = BATCH, of_table: bool
) -> list[StoredReceipt]:
    """The next receipts by table and number; those of this one table, or of all from there on."""
    query = _next_of_table if of_table else _next
    at = {"felt": table_id, "number": number, "most": most}
    return [StoredReceipt(*row) for row in connection.execute(query, at)]

"""What is kept of ended rounds: receipts as they were hashed, and results. Inside a transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from sqlalchemy import BigInteger, Connection, Text, bindparam, insert, select, tuple_

from pitboss.ledger.crash_points import reach
from pitboss.ledger.prepared import Prepared
from pitboss.ledger.schema import receipts, results, rounds

BATCH: Final = 200  # receipts read at a time

_write = Prepared(insert(receipts).inline())
_write_results = Prepared(insert(results).inline())
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


class Result(NamedTuple):
    """What a round brought somebody who had bet in it or held the bank, even if that was taken back."""

    person: str
    net: int  # cents
    void: str | None  # the clause by which the round was; empty where none says so
    away: bool  # whether the table decided for them


class StoredResult(NamedTuple):
    """A result as stored, with its place."""

    felt: str
    number: int
    at: int
    result: Result


def write_results(connection: Connection, round_: str, found: Sequence[Result], at: int) -> None:
    """Keeps what a round that ends brought."""
    if found:
        _write_results.write(connection, [{"round": round_, "at": at, **each._asdict()} for each in found])
        reach("journal:results")


def write_receipt(connection: Connection, round_: str, text: str) -> None:
    """Keeps the receipt of a round that ends."""
    _write.run(connection, {"round": round_, "text": text})
    reach("journal:receipt")


def read_receipt(connection: Connection, round_: str) -> str | None:
    """The receipt of a round; None while it is open, and for one that was given up."""
    found = _text.first(connection, {"round": round_})
    return None if found is None else str(found[0])


def read_receipts(connection: Connection, asked: Collection[str]) -> dict[str, str]:
    """The receipts of some rounds, by round."""
    query = select(receipts.c.round, receipts.c.text).where(receipts.c.round.in_(asked))
    return dict(connection.execute(query).all())


def receipts_after(
    connection: Connection, table_id: str, number: int, *, most: int = BATCH, of_table: bool
) -> list[StoredReceipt]:
    """The next receipts by table and number; those of this one table, or of all from there on."""
    query = _next_of_table if of_table else _next
    at = {"felt": table_id, "number": number, "most": most}
    return [StoredReceipt(*row) for row in connection.execute(query, at)]

"""Receipts of stored rounds: the document with its proof, of rounds that have ended and of no others.

A receipt is given as the bytes that its table's chain has hashed, whatever Pitboss comes with today."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from sqlalchemy import Connection

from pitboss.errors import Refusal
from pitboss.ledger import journal
from pitboss.ledger.history import BATCH, read_receipt, receipts_after
from pitboss.ledger.journal import StoredRound
from pitboss.ledger.store import Store, reads
from pitboss.round.document import Receipt, RoundDocument
from pitboss.round.events import BankTaken, BetsPlaced, RoundSettled, RoundVoided
from pitboss.round.settlement import PaidBank
from pitboss.round.table import Table
from pitboss.table.table_state import RetoldRound, Unusable, receipt_of, retell


@reads
def receipt(connection: Connection, round_id: str) -> str:
    """The receipt of a round, as canonical JSON. While the round is open its seed is secret: no receipt."""
    stored = journal.read_round(connection, round_id)
    if stored is None:
        raise Refusal("no_round", f"There is no round {round_id!r}", None, "round")
    if stored.ended is None:
        text = f"The round {round_id} is open: its receipt, with the seed, comes when it has ended"
        raise Refusal("round_open", text, None, "round")
    found = read_receipt(connection, round_id)
    if found is None:
        raise Unusable(f"The round {round_id} has no receipt: it could not be told when it was given up")
    return found


def receipt_by_journal(connection: Connection, table: Table, stored: StoredRound) -> str | None:
    """The receipt that the journal of a round gives; None where it cannot be told any more."""
    try:
        told = retell(table, stored, journal.events_of_round(connection, stored.id))
        return retold_receipt(stored, told, stored.previous or "").text
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


def retold_receipt(stored: StoredRound, told: RetoldRound, previous: str) -> Receipt:
    """The receipt of a stored round as its events give it, behind a head.

    Rules that came with Pitboss when the round ended may not today, or only today: they were named in it, or
    stood in it. The head that is stored tells which; where neither gives it, it is today's way.
    """
    made = receipt_of(stored, *told, previous)
    if made.head == stored.head:
        return made
    other = receipt_of(stored, *told, previous, other_rules=True)
    return other if other.head == stored.head else made


def receipts(store: Store, table: str | None = None, after: int = 0, *, most: int = BATCH) -> Iterator[str]:
    """The receipts of all ended rounds, by table and number; of one table, those after a number.

    They are read some at a time (`most`): what has ended never changes, so no long transaction is needed.
    """
    table_id, number = table or "", after
    while True:
        query = partial(
            receipts_after, table_id=table_id, number=number, most=most, of_table=table is not None
        )
        batch = store.read(query)
        yield from (each.text for each in batch)
        if len(batch) < most:
            return
        table_id, number, _ = batch[-1]


# Rows of a table


COLUMNS: Final = (
    "time", "table", "number", "round", "house", "seat", "person",
    "wager", "stake", "result", "profit", "returned", "clause",
)  # fmt: skip


def settled_rows(at: str, document: RoundDocument) -> Iterator[tuple[object, ...]]:
    """A row for each settled line, and one for a bank; `at` is when the round ended. Money is in cents."""
    ended = document.events[-1] if document.events else None
    proof = document.proof
    if proof is None or not isinstance(ended, (RoundSettled, RoundVoided)):
        return  # closed unused: nothing was settled
    place = (at, proof.table, proof.number, document.round, document.sheet.id)
    seats = {each.seat: each.player for each in document.events if isinstance(each, BetsPlaced)}
    for paid in ended.seats:
        for line in paid.lines:
            money = (line.stake, line.result, line.profit, line.returned)
            yield *place, paid.seat, seats[paid.seat], line.id, *money, line.clause
    if ended.bank is not None:
        bank = [each for each in document.events if isinstance(each, BankTaken)][-1]
        clause = ended.clause if isinstance(ended, RoundVoided) else None
        yield *place, bank.seat, bank.player, "bank", *_bank(ended.bank, clause)


def _bank(paid: PaidBank, void: str | None) -> tuple[object, ...]:
    if void is not None:
        return paid.stake, "void", 0, paid.stake, void
    result = "win" if paid.net > 0 else "lose" if paid.net < 0 else "push"
    return paid.stake, result, paid.net, 0, None

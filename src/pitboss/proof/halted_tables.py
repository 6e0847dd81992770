"""Open tables that cannot go on: a round that cannot be rebuilt, or that cannot be paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import Connection

from pitboss.ledger.accounts import Account, balance
from pitboss.ledger.journal import StoredTable, stored_tables
from pitboss.ledger.schema import MOST
from pitboss.round import Round, SettleRound, apply
from pitboss.table.table_state import standing_of, table_of
from pitboss.table.till import meter_at, postings, till_of


def stuck_tables(connection: Connection) -> Iterator[tuple[str, str]]:
    """The open tables that cannot go on, each with a sentence's worth of why."""
    for stored in stored_tables(connection, open_only=True):
        try:
            table_of(connection, stored)
            state = standing_of(connection, stored.id).state
            why = unpayable(connection, stored, state) if state is not None else None
        except Exception as fault:  # noqa: BLE001 - what is stored may be anything
            yield stored.id, f"what is stored of it cannot be read ({type(fault).__name__})"
        else:
            if why is not None:
                yield stored.id, why


def unpayable(connection: Connection, stored: StoredTable, state: Round) -> str | None:
    """Why an open round that waits for nothing but its settlement cannot be paid, or None."""
    if state.phase != "reveal":
        return None
    till = till_of(stored)
    moved: Counter[Account] = Counter()
    for event in apply(state, SettleRound(meter_at(connection, till))):
        for giver, taker, amount, _ in postings(till, state, event):
            moved[giver] -= amount
            moved[taker] += amount
    for account, amount in sorted(moved.items()):
        if abs(balance(connection, account) + amount) > MOST:
            return f"its open round cannot be paid: {account} would hold or owe more than is counted"
    return None

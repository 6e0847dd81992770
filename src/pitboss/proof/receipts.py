"""Receipts of stored rounds: the document with its proof, of rounds that have ended and of no others.

A receipt is given as the bytes that its table's chain has hashed, whatever Pitboss comes with today."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, Select, Text, bindparam, select, tuple_

from pitboss.cage import journal
from pitboss.cage.journal import StoredEvent, StoredRound
from pitboss.cage.schema import events, rounds
from pitboss.cage.store import Store
from pitboss.pit.entries import retell
from pitboss.pit.standing import proof_of
from pitboss.proof.rules_of_day import Unusable, stored_table
from pitboss.proof.verified import head_of
from pitboss.round.document import RoundDocument, dump_document, to_document
from pitboss.round.refusal import Refusal
from pitboss.round.table import Table

Place = tuple[str, int]  # table, number

BATCH: Final = 200  # rounds read at a time

_next_ended = (
    select(rounds)
    .where(
        rounds.c.ended.is_not(None),
        tuple_(rounds.c.felt, rounds.c.number)
        > tuple_(bindparam("felt", type_=Text), bindparam("number", type_=BigInteger)),
    )
    .order_by(rounds.c.felt, rounds.c.number)
    .limit(bindparam("most", type_=BigInteger))
)
_events_of = (
    select(events.c.sequence, events.c.round, events.c.body)
    .where(events.c.round.in_(bindparam("rounds", expanding=True)))
    .order_by(events.c.felt, events.c.sequence)
)


def receipt(store: Store, round_id: str) -> str:
    """The receipt of a round, as canonical JSON. While the round is open its seed is secret: no receipt."""

    def work(connection: Connection) -> str:
        stored = journal.read_round(connection, round_id)
        if stored is None:
            raise Refusal("no_round", f"There is no round {round_id!r}", None, "round")
        if stored.ended is None:
            text = f"The round {round_id} is open: its receipt, with the seed, comes when it has ended"
            raise Refusal("round_open", text, None, "round")
        content = journal.sheet_content(connection, stored.sheet)
        return _written(
            stored_table(stored.sheet, content, stored.low, stored.high),
            stored,
            journal.events_of_round(connection, round_id),
        )

    return store.read(work)


def receipts(store: Store, table: str | None = None, after: int = 0, *, most: int = BATCH) -> Iterator[str]:
    """The receipts of all ended rounds, by table and number; of one table, those after a number.

    They are read some at a time (`most`): what has ended never changes, so no long transaction is needed.
    """
    place: Place = (table or "", after)
    query = _next_ended if table is None else _next_ended.where(rounds.c.felt == table)
    while True:
        batch = store.read(partial(_batch, query=query, after=place, most=most))
        yield from (text for _, text in batch)
        if len(batch) < most:
            return
        place = batch[-1][0]


def _batch(connection: Connection, query: Select[Any], after: Place, most: int) -> list[tuple[Place, str]]:
    """The next receipts, each with its place."""
    at = {"felt": after[0], "number": after[1], "most": most}
    found = [StoredRound(*row) for row in connection.execute(query, at)]
    entries: defaultdict[str, list[StoredEvent]] = defaultdict(list)
    for row in connection.execute(_events_of, {"rounds": [stored.id for stored in found]}):
        entries[row.round].append(StoredEvent(*row))
    sheets = {hash_: journal.sheet_content(connection, hash_) for hash_ in {each.sheet for each in found}}
    batch = []
    for stored in found:
        table = stored_table(stored.sheet, sheets[stored.sheet], stored.low, stored.high)
        batch.append(((stored.felt, stored.number), _written(table, stored, entries[stored.id])))
    return batch


def _written(table: Table, stored: StoredRound, entries: list[StoredEvent]) -> str:
    """The bytes that the chain has hashed. A changed journal gives none, or others, which no check takes."""
    try:
        told = retell(table, stored, entries)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise Unusable(
            f"The journal of round {stored.id} was changed: there is no receipt (pitboss audit says more)"
        ) from None
    proof = proof_of(stored, told.seeds, stored.previous or "", stored.head or "")
    document = to_document(told.state, told.events, proof)
    if head_of(document, proof) != stored.head:
        other = _with_other_rules(document, table)
        document = other if head_of(other, proof) == stored.head else document
    return dump_document(document)


def _with_other_rules(document: RoundDocument, table: Table) -> RoundDocument:
    """The document of a time when its rules came with Pitboss, or did not yet: now it is the other way."""
    kept = document.sheet
    content = table.sheet.rules if kept.content is None else None
    return replace(document, sheet=replace(kept, content=content))

"""Where a table stands between two commands, and how that is rebuilt from what is stored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct, field

from pitboss.canonical import START
from pitboss.fair import SCHEME
from pitboss.ledger import journal
from pitboss.ledger.journal import StoredRound, StoredTable
from pitboss.ledger.store import Connection
from pitboss.money import Cents
from pitboss.pit.entries import retell
from pitboss.round import Event, Round
from pitboss.round.document import Proof, Receipt, seal, to_document
from pitboss.round.table import Table, open_table
from pitboss.sheet import sheet_from_content


class Done(NamedTuple):
    """The answer to an accepted command: the places of its events at the table.

    A command that had been done before is answered with the same places and `repeated`; nothing happens
    again. The first time, the round's own events and its state after them go with it.
    """

    first: int
    last: int
    repeated: bool = False
    events: tuple[Event, ...] = ()
    state: Round | None = None


class Standing(Struct, frozen=True):
    """All that a table remembers between two commands; it is replaced only when a command is stored."""

    stored_table: StoredTable
    stored: StoredRound | None = None  # the open round
    state: Round | None = None
    events: tuple[Event, ...] = ()
    seeds: dict[int, str] = field(default_factory=dict)
    link: str = START  # of its last event


def table_of(connection: Connection, stored: StoredTable) -> Table:
    """The rules of a stored table."""
    return _rules(journal.sheet_content(connection, stored.sheet), stored.low, stored.high)


@lru_cache(maxsize=256)
def _rules(content: str, low: Cents, high: Cents) -> Table:
    """A table of a stored sheet; tables of one house share it, and taking one over is quick."""
    return open_table(sheet_from_content(json.loads(content)), low, high)


def standing_of(connection: Connection, table_id: str) -> Standing:
    """A table rebuilt from what is stored."""
    stored_table = journal.read_table(connection, table_id)
    stored = journal.last_round(connection, table_id)
    link = journal.last_link(connection, stored_table)
    if stored is None or stored.ended is not None:
        return Standing(stored_table, link=link)
    entries = journal.events_of_round(connection, stored.id)
    told = retell(table_of(connection, stored_table), stored, entries)
    return Standing(stored_table, stored, told.state, told.events, told.seeds, link)


def receipt_of(
    stored: StoredRound,
    state: Round,
    events: Sequence[Event],
    seeds: dict[int, str],
    previous: str,
    *,
    other_rules: bool = False,
) -> Receipt:
    """The receipt of a round that has ended, behind the head of the round before it.

    With `other_rules` it is that of a time when its rules came with Pitboss, or did not yet: the other way
    than now.
    """
    document = to_document(state, events, _proof_of(stored, seeds, previous), other_rules=other_rules)
    return seal(document, previous)


def _proof_of(stored: StoredRound, seeds: dict[int, str], previous: str) -> Proof:
    """The proof part of a round's document, without its head."""
    return Proof(
        scheme=SCHEME,
        table=stored.felt,
        number=stored.number,
        commitment=stored.commitment,
        server_seed=stored.seed,
        seat_seeds={str(seat): seeds[seat] for seat in sorted(seeds)},
        previous=previous,
        head="",
    )

"""What an audit reads, and what it finds.

Every row is read once, in order, some at a time, so the memory of an audit does not grow with the rounds.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Select, Text, func, or_, select

from pitboss.ledger.accounts import (
    WHAT_MOVED,
    Account,
    Transfer,
    bank_account,
    escrow_account,
    transfer_of,
    with_ends,
)
from pitboss.ledger.deeds import ALONE, canonical
from pitboss.ledger.history import Result, StoredReceipt, StoredResult
from pitboss.ledger.journal import StoredRound
from pitboss.ledger.schema import (
    accounts,
    acts,
    deeds,
    disputes,
    entrants,
    evening_events,
    evenings,
    events,
    felts,
    heads,
    notes,
    people,
    receipts,
    records,
    results,
    rounds,
    sheets,
    transfers,
)

if TYPE_CHECKING:
    from pitboss.proof.heads import Head


MOST_KEPT: Final = 1000  # faults told in words; the others are counted


class Wrong(Exception):
    """Something that cannot have happened by the rules, in one sentence."""


@dataclass(slots=True)
class Findings:
    """Grows while an audit runs."""

    figures: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    number: int = 0  # of faults

    def fault(self, sentence: str) -> None:
        self.number += 1
        if len(self.faults) < MOST_KEPT:
            self.faults.append(sentence)

    def audit(self, since: Head | None = None, last: Head | None = None) -> Audit:
        """What it has grown to."""
        return Audit(dict(self.figures), tuple(self.faults), self.number, since, last)


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit: what was counted, and what is wrong."""

    figures: dict[str, int]
    faults: tuple[str, ...]  # the first of them
    number: int  # of all faults
    since: Head | None = None  # what lies before it was not judged again
    last: Head | None = None  # the last head that this audit has seen

    @property
    def clean(self) -> bool:
        return self.number == 0


# Events as they are stored


def event_data(body: str) -> dict[str, Any]:
    """The JSON of an event, if it is written as the journal writes; raises Wrong."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise Wrong("it is not JSON") from None
    if not isinstance(data, dict) or canonical(data) != body:
        raise Wrong("it is not written as the journal writes")
    return data


def event_data_or_none(body: str) -> dict[str, Any] | None:
    """The JSON of an event; None where it is not written as the journal writes."""
    try:
        return event_data(body)
    except Wrong:
        return None


def is_hash(text: str) -> bool:
    """Whether a text can be a hash at all."""
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


# Values of the wrong kind


AUDITED: Final = (
    sheets, felts, rounds, receipts, results, events, deeds, transfers, accounts, heads, records, acts, notes,
    people, evenings, evening_events, entrants, disputes,
)  # fmt: skip


def wrong_kinds(connection: Connection) -> Iterator[str]:
    """A sentence for each table in which a value is of another kind than its column."""
    if connection.dialect.name != "sqlite":
        return  # PostgreSQL itself refuses such values
    for name, query in _strange_rows():
        if found := connection.execute(query).scalar_one():
            yield f"{found} of the {name} hold a text for a number, or a number for a text"


@cache
def _strange_rows() -> tuple[tuple[str, Select[Any]], ...]:
    """For each table the question how many of its rows are strange."""
    return tuple(
        (
            table.name,
            select(func.count())
            .select_from(table)
            .where(or_(*(func.typeof(column).not_in(_kinds(column)) for column in table.columns))),
        )
        for table in AUDITED
    )


def _kinds(column: Column[Any]) -> list[str]:
    return ["text" if isinstance(column.type, Text) else "integer", *(["null"] if column.nullable else [])]


# Rows in order


T = TypeVar("T")
_AT_A_TIME: Final = 1000


class Entry(NamedTuple):
    """An event with the deed that caused it."""

    sequence: int
    round: str | None
    body: str
    deed: int
    actor: str
    content: str
    answer: str
    command: str
    at: int
    link: str


class Moved(NamedTuple):
    """A transfer with the place of the first event of its deed."""

    first: int
    transfer: Transfer


class Part(NamedTuple):
    """What is told of one table: what comes after one of its events, which is between two rounds."""

    table: str
    sequence: int
    rounds: int  # that have ended by then


class OtherDeed(NamedTuple):
    """A deed that no event of a table tells of, with its record and one of its transfers."""

    id: int
    actor: str
    command: str
    content: str
    answer: str
    at: int
    place: int | None
    said: str | None
    transfer: Transfer | None


class Stream(Generic[T]):
    """Rows that are taken from the front as long as they fit."""

    def __init__(self, rows: Iterator[T]) -> None:
        self.taken = 0
        self._rows = rows
        self._next = next(rows, None)

    def take(self, fits: Callable[[T], bool] = lambda _: True) -> Iterator[T]:
        """Takes rows while they fit; by default all that are left."""
        while self._next is not None and fits(self._next):
            row, self._next = self._next, next(self._rows, None)
            self.taken += 1
            yield row


_RESULT: Final = [results.c[name] for name in Result._fields]
_of_a_table = select(events.c.deed).where(events.c.deed == deeds.c.id).exists()

_entries = (
    select(
        events.c.sequence,
        events.c.round,
        events.c.body,
        events.c.deed,
        deeds.c.actor,
        deeds.c.content,
        deeds.c.answer,
        deeds.c.command,
        deeds.c.at,
        events.c.link,
    )
    .join(deeds, deeds.c.id == events.c.deed)
    .order_by(events.c.sequence)
)
between_rounds = (  # a few of each table: the index of rounds has those of none in one place
    select(events.c.felt, events.c.body)
    .where(events.c.round.is_(None))
    .order_by(events.c.felt, events.c.sequence)
)
_rounds = select(rounds).order_by(rounds.c.number)
_receipts = _rounds.with_only_columns(rounds.c.felt, rounds.c.number, receipts.c.text).join(
    receipts, receipts.c.round == rounds.c.id
)
_results = _rounds.with_only_columns(rounds.c.felt, rounds.c.number, results.c.at, *_RESULT).join(
    results, results.c.round == rounds.c.id
)
_other_deeds = with_ends(
    select(
        deeds.c.id,
        deeds.c.actor,
        deeds.c.command,
        deeds.c.content,
        deeds.c.answer,
        deeds.c.at,
        records.c.number,
        records.c.content.label("said"),
        *WHAT_MOVED,
    )
    .select_from(deeds)
    .outerjoin(transfers, transfers.c.deed == deeds.c.id),
    outer=True,
).outerjoin(records, records.c.deed == deeds.c.id)
_other_deeds = _other_deeds.where(
    ~_of_a_table, or_(deeds.c.answer != ALONE, transfers.c.id.is_not(None))
).order_by(deeds.c.id, transfers.c.id)


def rows(connection: Connection, query: Select[Any]) -> Iterator[Any]:
    """The rows of a query, fetched some at a time."""
    options = {"stream_results": True, "yield_per": _AT_A_TIME}
    return iter(connection.execute(query, execution_options=options))


def _events_of(part: Part) -> ColumnElement[bool]:
    return (events.c.felt == part.table) & (events.c.sequence > part.sequence)


def _rounds_of(query: Select[Any], part: Part) -> Select[Any]:
    """Of a query of rounds those of a part."""
    return query.where(rounds.c.felt == part.table, rounds.c.number > part.rounds)


class AuditStreams(NamedTuple):
    """All that is stored of a part of a table, in order."""

    events: Stream[Entry]
    rounds: Stream[StoredRound]
    receipts: Stream[StoredReceipt]
    results: Stream[StoredResult]
    transfers: Stream[Moved]

    def pass_over(self) -> dict[Account, int | None]:
        """Leaves out a table whose rules are gone; what its open round must hold is not known."""
        for stream in (self.events, self.transfers, self.receipts, self.results):
            deque(stream.take(), maxlen=0)
        last = deque(self.rounds.take(), maxlen=1)
        return {account: None for each in last for account in accounts_of_round(each)}


def accounts_of_round(stored: StoredRound) -> tuple[Account, Account]:
    """Where the money of a round waits."""
    return escrow_account(stored.id), bank_account(stored.id)


def audit_streams(connection: Connection, part: Part) -> AuditStreams:
    """What is stored of a part of a table."""
    brought = rows(connection, _rounds_of(_results, part))
    return AuditStreams(
        Stream(map(Entry._make, rows(connection, _entries.where(_events_of(part))))),
        Stream(map(StoredRound._make, rows(connection, _rounds_of(_rounds, part)))),
        Stream(map(StoredReceipt._make, rows(connection, _rounds_of(_receipts, part)))),
        Stream(StoredResult(felt, number, at, Result(*result)) for felt, number, at, *result in brought),
        Stream(Moved(first, transfer_of(*what)) for first, *what in rows(connection, _moved(part))),
    )


def _moved(part: Part) -> Select[Any]:
    """The transfers of a part's deeds, by the place of the deed's first event."""
    first = func.min(events.c.sequence).label("first")
    told = select(events.c.deed, first).where(_events_of(part)).group_by(events.c.deed).subquery("told")
    query: Select[Any] = select(told.c.first, *WHAT_MOVED).select_from(told)
    query = with_ends(query.join(transfers, transfers.c.deed == told.c.deed))
    return query.order_by(told.c.first, transfers.c.id)


def other_deeds(connection: Connection, first: int = 0, records_before: int = 0) -> Iterator[OtherDeed]:
    """The deeds that are no table's, once for each of their transfers; from a number on, without those in
    earlier records."""
    query: Select[Any] = _other_deeds
    if first:
        later = or_(records.c.number.is_(None), records.c.number > records_before)
        query = query.where(deeds.c.id >= first, later)
    for row in rows(connection, query):
        what = row[8:]
        yield OtherDeed._make((*row[:8], None if what[0] is None else transfer_of(*what)))

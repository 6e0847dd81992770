"""A head over all chains, made from time to time: who keeps one sees later what is missing or was changed.

It covers each table's chains of rounds and of events, and the house's chain of what was done outside tables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, case, func, insert, select, tuple_, union_all

from pitboss.canonical import START, link
from pitboss.ledger.accounts import is_account, proposition_account, round_id
from pitboss.ledger.deeds import HOUSE, SELF, canonical, chain_end
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.schema import accounts, deeds, events, felts, heads, records, rounds, transfers
from pitboss.ledger.store import HEAD, Store, read_one
from pitboss.proof.audit_rows import Part, event_data_or_none

Place = tuple[int, str]  # how long a chain is, and its head
Chains = dict[tuple[str, str], Place]  # whose chain, and which -> its place

ROUNDS: Final = "rounds"
EVENTS: Final = "events"
RECORDS: Final = "records"

_BATCH: Final = 200  # places looked up at a time

_chains = (
    select(
        felts.c.id,
        felts.c.rounds - case((rounds.c.id.is_not(None) & rounds.c.ended.is_(None), 1), else_=0),
        felts.c.head,
        felts.c.sequence,
        events.c.link,
    )
    .select_from(
        felts.outerjoin(
            rounds, (rounds.c.felt == felts.c.id) & (rounds.c.number == felts.c.rounds)
        ).outerjoin(events, (events.c.felt == felts.c.id) & (events.c.sequence == felts.c.sequence))
    )
    .order_by(felts.c.id)
)
_in_order = select(heads.c.number, heads.c.at, heads.c.chains, heads.c.head).order_by(heads.c.number)


class Head(NamedTuple):
    """A head over all chains: its number, when it was made, the chains as canonical JSON, and itself."""

    number: int
    at: int  # milliseconds since 1970, UTC
    chains: str
    head: str


class Covered(NamedTuple):
    """How much a head stands for."""

    tables: int
    rounds: int
    records: int


class TableChains(NamedTuple):
    """The two chains of a table: of its rounds that have ended, and of its events."""

    table: str
    rounds: int
    head: str
    events: int
    link: str


def chains_of_tables(connection: Connection, after: str = "", most: int | None = None) -> list[TableChains]:
    """Where the chains of tables end, by id, after one of them."""
    found = connection.execute(_chains.where(felts.c.id > after).limit(most))
    return [TableChains(*row[:4], row.link or START) for row in found]


def last_head(connection: Connection) -> Head | None:
    """The last head over all chains."""
    return read_one(connection, _in_order.order_by(None).order_by(heads.c.number.desc()).limit(1), Head)


def make_head(store: Store, now: Callable[[], int]) -> Head:
    """Makes the next head over all chains and stores it; print it, publish it, keep it elsewhere."""

    def work(connection: Connection) -> Head:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({HEAD})")
        last = last_head(connection)
        number, previous = (last.number + 1, last.head) if last else (1, START)
        at = now()
        places: dict[str, list[Any]] = {SELF: [number, at], HOUSE: list(chain_end(connection))}
        places |= {table_id: ends for table_id, *ends in chains_of_tables(connection)}
        chains = canonical(places)
        made = Head(number, at, chains, link(previous, chains.encode()))
        connection.execute(insert(heads), made._asdict())
        return made

    return store.write(work)


def covered(head: Head) -> Covered:
    """How much a head stands for."""
    told: dict[str, list[Any]] = json.loads(head.chains)
    tables = [place for name, place in told.items() if name not in (SELF, HOUSE)]
    return Covered(len(tables), sum(place[0] for place in tables), told[HOUSE][0])


def wrong_heads(connection: Connection, first: int = 1) -> Iterator[tuple[Head, str | None]]:
    """Each stored head from a number on, and a sentence where it does not fit the one before it or today's
    chains."""
    number, at, previous, before = 0, 0, START, Chains()
    for row in connection.execute(_in_order.where(heads.c.number == first - 1)):
        number, at, previous = row.number, row.at, row.head
    streamed = {"stream_results": True, "yield_per": 50}
    for row in connection.execute(_in_order.where(heads.c.number >= first), execution_options=streamed):
        head = Head(*row)
        chains = read_chains(head)
        fault: str | None = None
        if head.number != number + 1 or head.at < at:
            fault = f"After head {number} comes number {number + 1}, at a later time"
        elif chains is None:
            fault = "Its chains cannot be read, or it has another number or time than they say"
        elif head.head != _linked(previous, head.chains):
            fault = "It does not follow from its chains and the head before it"
        else:
            fault = _not_there(connection, before, chains)
        yield head, fault
        number, at, previous, before = head.number, head.at, head.head, chains or before


def _linked(previous: str, chains: str) -> str | None:
    try:
        return link(previous, chains.encode())
    except ValueError:
        return None


def read_chains(head: Head) -> Chains | None:
    """The places of all chains that a head tells of; None where it is not written as heads are."""
    chains = Chains()
    try:
        data: Any = json.loads(head.chains)
        if canonical(data) != head.chains or data.pop(SELF) != [head.number, head.at] or HOUSE not in data:
            return None
        for name, place in data.items():
            whose = (RECORDS,) if name == HOUSE else (ROUNDS, EVENTS)
            for kind, count, last in zip(whose, place[::2], place[1::2], strict=True):
                if type(count) is not int or not isinstance(last, str):
                    return None
                chains[name, kind] = (count, last)
    except (ValueError, TypeError, AttributeError, KeyError):
        return None
    return chains


def _not_there(connection: Connection, before: Chains, chains: Chains) -> str | None:
    """A place that is not in today's chains; those of the head before are known."""
    for (name, kind), (count, _) in before.items():
        if (name, kind) not in chains:
            return f"The chain of {kind} of {name} was in the head before it"
        if chains[name, kind][0] < count:
            return f"The chain of {kind} of {name} was longer in the head before it"
    new = {chain: place for chain, place in chains.items() if before.get(chain) != place}
    for (name, kind), (count, last) in new.items():
        if count == 0 and last != START:
            return f"An empty chain ends with 64 zeros; that of the {kind} of {name} does not"
    wanted = [(chain, place) for chain, place in new.items() if place[0]]
    for start in range(0, len(wanted), _BATCH):
        some = dict(wanted[start : start + _BATCH])
        found = _today(connection, some)
        for (name, kind), (count, last) in some.items():
            if found.get((name, kind, count)) != last:
                return f"It knows {_called(name, kind, count)} with the head {last[:12]}, which is gone"
    return None


def _today(connection: Connection, chains: Chains) -> dict[tuple[str, str, int], str]:
    """The heads that the chains have today at these places."""
    found: dict[tuple[str, str, int], str] = {}
    for kind, table_id, number, head in (
        (ROUNDS, rounds.c.felt, rounds.c.number, rounds.c.head),
        (EVENTS, events.c.felt, events.c.sequence, events.c.link),
    ):
        places = [(name, count) for (name, which), (count, _) in chains.items() if which == kind]
        query = select(table_id, number, head).where(tuple_(table_id, number).in_(places))
        found |= {(name, kind, count): last for name, count, last in connection.execute(query)}
    numbers = [count for (_, which), (count, _) in chains.items() if which == RECORDS]
    house = select(records.c.number, records.c.head).where(records.c.number.in_(numbers))
    return found | {(HOUSE, RECORDS, count): last for count, last in connection.execute(house)}


def _called(name: str, kind: str, count: int) -> str:
    """A place of a chain in words."""
    if kind == ROUNDS:
        return f"round {name}:{count}"
    return f"record {count} of the house" if kind == RECORDS else f"event {count} of {name}"


# Where an audit goes on that was clean up to a head


_NOTHING = (0, START)


class TableStart(NamedTuple):
    """A table where its part begins: between two rounds."""

    part: Part
    head: str
    link: str
    low: int
    high: int
    own: int  # what its proposition player had


class Since(NamedTuple):
    """A head with the places of its chains, and the first deed that may have been done after it."""

    head: Head
    chains: Chains
    deed: int

    @property
    def records(self) -> int:
        """How many records of the house it covers, of which the last has this head."""
        return self.chains.get((HOUSE, RECORDS), _NOTHING)[0]

    def place(self, table: str, kind: str) -> tuple[int, str]:
        """How long a chain of a table was, and its head."""
        return self.chains.get((table, kind), _NOTHING)


def find_since(connection: Connection, wanted: str, places: list[StoredTable]) -> Since | None:
    """What has happened since a head; None where it is not there, or not readable, any more."""
    row = connection.execute(_in_order.where(heads.c.head == wanted)).first()
    chains = None if row is None else read_chains(Head(*row))
    if row is None or chains is None:
        return None
    found = Since(Head(*row), chains, 0)
    return found._replace(deed=_first_deed(connection, found, places))


def _first_deed(connection: Connection, since: Since, places: list[StoredTable]) -> int:
    """The least number of a deed that is in a chain behind the head's places."""
    least = [select(func.min(records.c.deed)).where(records.c.number > since.records)]
    for each in places:
        told = since.place(each.id, EVENTS)[0]
        if each.sequence > told:
            of_table = (events.c.felt == each.id) & (events.c.sequence == told + 1)
            least.append(select(events.c.deed).where(of_table))
    found = [number for query in least for number in connection.scalars(query) if number is not None]
    last = connection.execute(select(func.coalesce(func.max(deeds.c.id), 0))).scalar_one()
    return min(found, default=int(last) + 1)


def starts(connection: Connection, since: Since, places: list[StoredTable]) -> Iterator[TableStart]:
    """The tables that stand otherwise than in the head, or have an open round: where each part begins."""
    for each in places:
        (told, link), (ended, head) = since.place(each.id, EVENTS), since.place(each.id, ROUNDS)
        stands = (each.sequence, each.rounds, each.head) == (told, ended, head)
        if stands:
            continue
        opened = select(func.min(events.c.sequence)).where(events.c.round == round_id(each.id, ended + 1))
        first = connection.execute(opened).scalar()
        sequence = told if first is None else min(told, int(first) - 1)
        if sequence < told:
            place = (events.c.felt == each.id) & (events.c.sequence == sequence)
            link = connection.execute(select(events.c.link).where(place)).scalar() or START
        part = Part(each.id, sequence, ended)
        yield TableStart(part, head, link, *_limits(connection, each, part), _own(connection, part))


def _limits(connection: Connection, stored: StoredTable, part: Part) -> tuple[int, int]:
    """The limits of a table where its part begins: what the first change since then began from."""
    later = (events.c.felt == part.table) & (events.c.sequence > part.sequence) & events.c.round.is_(None)
    query = select(events.c.body).where(later).order_by(events.c.sequence)
    for body in connection.scalars(query):
        match event_data_or_none(body):
            case {"k": "terms", "was": [int(low), int(high)]}:
                return low, high
    return stored.low, stored.high


def _own(connection: Connection, part: Part) -> int:
    """What the proposition player of a table had before its part, by all of its transfers until then."""
    first = select(events.c.deed).where(events.c.felt == part.table, events.c.sequence == part.sequence + 1)
    mine = select(accounts.c.id).where(is_account(proposition_account(part.table))).scalar_subquery()
    before = transfers.c.deed < func.coalesce(first.scalar_subquery(), 0)
    moved = union_all(
        select(transfers.c.amount.label("amount")).where(transfers.c.taker == mine, before),
        select(-transfers.c.amount).where(transfers.c.giver == mine, before),
    ).subquery()
    return int(connection.execute(select(func.coalesce(func.sum(moved.c.amount), 0))).scalar_one())


def rounds_behind(connection: Connection, found: list[TableStart]) -> int:
    """How many rounds are judged again."""
    of_tables = (
        select(func.count()).where(rounds.c.felt == each.part.table, rounds.c.number > each.part.rounds)
        for each in found
    )
    return sum(int(connection.execute(query).scalar_one()) for query in of_tables)

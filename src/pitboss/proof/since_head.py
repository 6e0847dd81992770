"""Where an audit goes on that was clean up to a head: what has happened at each table and in the house since.

A head covers two chains of each table and that of the house. What lies before its places is not read again;
what lies behind them is judged from the place on where a table was between two rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, func, select, union_all

from pitboss.canonical import START
from pitboss.ledger.accounts import is_account, proposition_account, round_id
from pitboss.ledger.deeds import HOUSE
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.schema import accounts, deeds, events, heads, records, rounds, transfers
from pitboss.proof.heads import EVENTS, RECORDS, ROUNDS, Chains, Head, read_chains
from pitboss.proof.stored_events import event_data_or_none
from pitboss.proof.streams import Part

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
    row = connection.execute(
        select(heads.c.number, heads.c.at, heads.c.chains, heads.c.head).where(heads.c.head == wanted)
    ).first()
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

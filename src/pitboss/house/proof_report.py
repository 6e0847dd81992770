"""What the house can be held to, as operators read it: where its chains end, and the last head over all."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel

from pitboss.house.history import house_id, title_of
from pitboss.ledger import journal
from pitboss.ledger.deed_chain import chain_end
from pitboss.ledger.store import Connection, Store
from pitboss.proof.heads import TableChains, chains_of_tables, covered, last_head

MOST_TABLES: Final = 100


class HeadShown(BaseModel):
    """A head over all chains, and how much it stands for."""

    number: int
    at: int  # milliseconds since 1970
    head: str
    tables: int
    rounds: int
    records: int


class ChainsShown(BaseModel):
    """The chains of a table: of its ended rounds, and of its events."""

    table: str
    title: str | None  # while it is open
    house: str
    closed: bool
    rounds: int
    head: str
    events: int
    link: str


class ProofShown(BaseModel):
    """Where all chains end; `after` the last table is the next page."""

    records: int  # of what was done outside tables
    head: str  # of them
    last: HeadShown | None
    tables: list[ChainsShown]


def show_proof(store: Store, after: str, most: int) -> ProofShown:
    """The ends of the chains of the house and of some tables. No seed is in it, opened or not."""

    def work(connection: Connection) -> ProofShown:
        end, last = chain_end(connection), last_head(connection)
        found = chains_of_tables(connection, after, min(most, MOST_TABLES))
        return ProofShown(
            records=end.number,
            head=end.head,
            last=HeadShown(number=last.number, at=last.at, head=last.head, **covered(last)._asdict())
            if last
            else None,
            tables=[_chains(connection, each) for each in found],
        )

    return store.read(work)


def _chains(connection: Connection, found: TableChains) -> ChainsShown:
    stored = journal.read_table(connection, found.table)
    return ChainsShown(
        **found._asdict(),
        title=title_of(connection, found.table),
        house=house_id(connection, stored.sheet),
        closed=stored.closed,
    )

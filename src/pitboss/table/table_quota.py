"""Places for tables: how many may be open at once, in all, of one host and from one network.

They are counted in the transaction that opens a table, one at a time, so that a limit holds over all servers
however many ask at the same moment. From where a table was opened is kept as a keyed digest, as long as the
table is open.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.ledger import shared_counts
from pitboss.ledger.shared_counts import Taken
from pitboss.ledger.store import Connection
from pitboss.round import Refusal


@dataclass(frozen=True, slots=True)
class Most:
    """The limits of a floor."""

    tables: int
    each: int  # of one host
    network: int  # opened from one network


@dataclass(frozen=True, slots=True)
class Origin:
    """Who opens a table, and from where; the house's own tables come from nowhere."""

    host: str
    network: str = ""


def check_places(connection: Connection, origin: Origin, most: Most) -> None:
    """Refuses a table that has no place at this moment, before anything is worked out for it."""
    _check(shared_counts.count_places(connection, origin.host, origin.network), origin, most)


def take_place(connection: Connection, table: str, origin: Origin, most: Most) -> None:
    """A place for a table, in the transaction that opens it; the table frees it when it closes."""
    shared_counts.lock_places(connection)
    check_places(connection, origin, most)
    shared_counts.take_place(connection, table, origin.host, origin.network)


def check_evening(connection: Connection, origin: Origin, most: Most, needed: int) -> None:
    """Refuses an evening that needs more tables than there is room for, in the transaction that has it hold
    their places: they are counted already."""
    shared_counts.lock_places(connection)
    taken = shared_counts.count_places(connection, origin.host, origin.network)
    tables = f"This evening needs {needed} table{'s' if needed > 1 else ''}, and "
    less = "more seats at a table, or fewer people, need less"
    if taken.tables > most.tables:
        raise Refusal("rate", f"{tables}there is no room for them on the floor now", None)
    if taken.host > most.each:
        text = f"{tables}its host may have {most.each} open, with all others: {less}"
        raise Refusal("rate", text, None)
    if origin.network and taken.network > most.network:
        text = f"{tables}{most.network} may be open from the host's network, with all others: {less}"
        raise Refusal("rate", text, None)


def _check(taken: Taken, origin: Origin, most: Most) -> None:
    if taken.tables >= most.tables:
        raise Refusal("rate", "The floor is full: no further table is opened now", None)
    if not origin.host:
        return
    if taken.host >= most.each:
        text = f"You have {most.each} tables open: close one, or play at one of them"
        raise Refusal("rate", text, None)
    if origin.network and taken.network >= most.network:
        text = f"{most.network} tables are open that were opened from your network: play at one of them"
        raise Refusal("rate", text, None)

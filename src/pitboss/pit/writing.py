"""Writes what was planned at a table: deeds, events with their links, rounds, transfers, receipts.

The commands of one call are written together, and the table is moved on once.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.ledger import journal
from pitboss.ledger.crash_points import is_watched, reach
from pitboss.ledger.deed_chain import record_deed
from pitboss.ledger.deeds import Deed, write_deed
from pitboss.ledger.journal import CausedEvent, StoredTable
from pitboss.ledger.posting import DueTransfer, move_all
from pitboss.ledger.receipts import write_receipt, write_results
from pitboss.ledger.store import Connection
from pitboss.pit.planning import Writing
from pitboss.pit.table_state import Standing


def write_plans(
    connection: Connection, before: Standing, after: StoredTable, plans: Sequence[Writing], at: int
) -> str:
    """Writes some plans in their order; `before` is where the table stands. Gives the link of its last event.

    Locks are taken in one order for all: accounts by kind and key, the house's chain last.
    """
    deeds = [write_deed(connection, each.asked, each.answer, at) for each in plans]
    _reach_all(plans, "deed")
    if any(each.bodies for each in plans):
        journal.advance(connection, before.stored_table, after)
    for each in plans:
        if each.opened is not None:
            journal.open_round(connection, each.opened)
    link = _write_events(connection, before, plans, deeds, at)
    _reach_all(plans, "events")
    due = [DueTransfer(deed, moved) for deed, each in zip(deeds, plans, strict=True) for moved in each.moved]
    move_all(connection, due)
    _reach_all(plans, "moved")
    for each in plans:
        if each.ended is not None:
            journal.end_round(connection, *each.ended[:4], at)
            write_receipt(connection, each.ended.round, each.ended.receipt)
            write_results(connection, each.ended.round, each.ended.results, at)
    for deed, each in zip(deeds, plans, strict=True):
        if each.recorded:
            record_deed(connection, deed, each.asked, each.answer, at, each.moved)
    _reach_all(plans, "written")
    return link


def _write_events(
    connection: Connection, before: Standing, plans: Sequence[Writing], deeds: Sequence[int], at: int
) -> str:
    sequence, written = before.stored_table.sequence, []
    for number, each in zip(deeds, plans, strict=True):
        if each.bodies:
            deed = Deed(number, each.asked.actor, each.asked.command, each.asked.digest, at)
            for round_, body in each.bodies:
                sequence += 1
                written.append(CausedEvent(deed, sequence, round_, body))
    return journal.write_events(connection, before.stored_table.id, written, before.link)


def _reach_all(plans: Sequence[Writing], point: str) -> None:
    if is_watched():
        for each in plans:
            reach(f"{each.name}:{point}")

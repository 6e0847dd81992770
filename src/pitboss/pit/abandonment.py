"""The end of a table that cannot be told any more: everybody is given back what the ledger says they put in.

Where a round can be rebuilt it is voided by its rules (STD-12); this is for a table whose sheet or events
cannot be read.
"""

from __future__ import annotations

from functools import partial

from pitboss.canonical import link
from pitboss.ledger import journal
from pitboss.ledger.deeds import Deed, Request, canonical, write_once
from pitboss.ledger.ids import owner_of_chips
from pitboss.ledger.journal import CausedEvent, StoredRound, StoredTable
from pitboss.ledger.leases import take_lease
from pitboss.ledger.ledger import Transfer
from pitboss.ledger.posting import move
from pitboss.ledger.receipts import Result, write_results
from pitboss.ledger.round_money import stakes_of_round
from pitboss.ledger.store import Connection
from pitboss.pit.books import fit
from pitboss.pit.commands import CloseTable, command_text
from pitboss.pit.event_postings import Till, till_of
from pitboss.pit.pit import Pit
from pitboss.pit.planning import CLOSED, left_at

GIVEN_UP = canonical({"k": "given_up"})


def give_up(pit: Pit, table: str, actor: str, command: str) -> None:
    """Closes a table without its rules; stakes of an open round go back to the purses they came from."""

    def work(connection: Connection) -> None:
        asked = Request(actor, command, command_text(table, CloseTable()))
        take_lease(connection, table)
        before = journal.read_table(connection, table)
        last = journal.last_round(connection, table)
        open_ = last if last is not None and last.ended is None else None
        bodies = [(open_.id, GIVEN_UP), (None, CLOSED)] if open_ else [(None, CLOSED)]
        after = before._replace(
            sequence=before.sequence + len(bodies), closed=True, head=_head(before, open_)
        )
        answer = canonical({"first": before.sequence + 1, "last": after.sequence})
        at = pit.now()
        deed = write_once(connection, asked, answer, at)
        if isinstance(deed, str):
            return
        till = till_of(before)
        journal.advance(connection, before, after)
        cause = Deed(deed, actor, command, asked.digest, at)
        written = [CausedEvent(cause, place, *body) for place, body in enumerate(bodies, before.sequence + 1)]
        journal.write_events(connection, table, written, journal.last_link(connection, before))
        if open_ is not None:
            back = _stakes(connection, open_.id)
            move(connection, deed, back)
            journal.end_round(connection, open_.id, "void", before.head, after.head, at)
            write_results(connection, open_.id, _results(till, back), at)
        move(connection, deed, fit(connection, till, partial(left_at, till)))

    pit.store.write(work)


def _head(stored: StoredTable, open_: StoredRound | None) -> str:
    """A round that cannot be told has no receipt: its place in the chain is its id."""
    return link(stored.head, open_.id.encode()) if open_ is not None else stored.head


def _stakes(connection: Connection, round_: str) -> list[Transfer]:
    """What each purse has put into a round goes back to it."""
    found = stakes_of_round(connection, round_)
    return [Transfer(kept, purse, amount, "void") for kept, purse, amount in found]


def _results(till: Till, back: list[Transfer]) -> list[Result]:
    """Nobody has won or lost anything; the house's own player is nobody."""
    keys = {each.taker.key for each in back if each.taker.kind != "proposition"}
    people = {owner_of_chips(key, till.chips_of) if till.chips else key for key in keys}
    return [Result(person, 0, "", False) for person in sorted(people)]

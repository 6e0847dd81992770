"""What people bet with: chips between the tray of a table and its people, and play money from the mint."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.ledger.deeds import Request, canonical
from pitboss.ledger.ids import person_account, table_actor, table_of_chips, tray_account
from pitboss.ledger.ledger import MINT, Transfer
from pitboss.ledger.posting import do_deed
from pitboss.ledger.round_money import chips_of_person
from pitboss.ledger.store import Connection
from pitboss.money import MICRO, Cents
from pitboss.pit.books import Books
from pitboss.pit.checks import check_person, check_whole
from pitboss.pit.event_postings import SWEPT, till_of
from pitboss.pit.headroom import check_mint
from pitboss.pit.planning import Planned, Writing
from pitboss.pit.table_state import Done, Standing
from pitboss.round import Refusal


def plan_feed(standing: Standing, books: Books, who: str, cents: Cents, command: str) -> Planned:
    """Gives a person at a table something to bet with: chips, or play money from the mint."""
    till = till_of(standing.stored_table)
    if not till.chips:
        asked = grant_asked(who, cents, table_actor(till.table_id), command)
        writing = grant_writing(books, asked, who, cents)
        return Planned(standing, books.after(writing.moved), writing, Done(0, 0))
    _check_open(standing)
    moved = Transfer(till.house, till.purse(who), cents * MICRO, "chips")
    return _planned(standing, books, command, "Chips", who, cents, {"chips": cents}, moved)


def plan_sweep(standing: Standing, books: Books, who: str, command: str) -> Planned | None:
    """Takes the chips of somebody who gets up back to the tray; there is nothing to take of money."""
    till = till_of(standing.stored_table)
    cents = books.balance(till.purse(who)) // MICRO if till.gives_chips else 0
    if not cents:
        return None
    _check_open(standing)
    moved = Transfer(till.purse(who), till.house, cents * MICRO, SWEPT)
    return _planned(standing, books, command, "Sweep", who, cents, {"swept": cents}, moved)


def grant_asked(who: str, cents: Cents, actor: str, command: str, why: str = "") -> Request:
    """Play money that somebody asks the mint for. `why` is kept with the deed."""
    check_whole(cents)
    if cents <= 0:
        raise Refusal("amount", "A grant is above zero", None, "cents")
    check_person(who)
    reason = {"why": why} if why else {}
    return Request(actor, command, canonical({"k": "Grant", "person": who, "cents": cents, **reason}))


def grant_writing(books: Books, asked: Request, who: str, cents: Cents, why: str = "") -> Writing:
    """Play money from the mint."""
    mine, reason = person_account(who), {"why": why} if why else {}
    check_mint(books, cents * MICRO, mine)
    given = [Transfer(MINT, mine, cents * MICRO, "grant")]
    return Writing("Grant", asked, canonical({"granted": cents, **reason}), given, recorded=True)


def _check_open(standing: Standing) -> None:
    if standing.stored_table.closed:
        raise Refusal("closed", "This table is closed", None)


def _planned(
    standing: Standing,
    books: Books,
    command: str,
    k: str,
    who: str,
    cents: Cents,
    answer: Mapping[str, Cents],
    moved: Transfer,
) -> Planned:
    table = standing.stored_table.id
    asked = Request(table_actor(table), command, _asked(k, table, who, cents))
    writing = Writing(k, asked, canonical(answer), [moved], recorded=True)
    return Planned(standing, books.after([moved]), writing, Done(0, 0))


def _asked(k: str, table: str, person: str, cents: Cents) -> str:
    return canonical({"k": k, "table": table, "person": person, "cents": cents})


def sweep_everywhere(connection: Connection, person: str, actor: str, now: int) -> None:
    """Takes a person's chips at every table back, each table's under a deed of its own."""
    for chips, held in chips_of_person(connection, person):
        table, cents = table_of_chips(chips.key, person), held // MICRO
        asked = Request(actor, f"sweep {table}", _asked("Sweep", table, person, cents))
        back = Transfer(chips, tray_account(table), held, SWEPT)
        do_deed(connection, asked, canonical({"swept": cents}), now, [back])

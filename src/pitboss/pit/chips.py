"""Chips between the tray of a table and its people: given, taken back, swept in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.cage import journal
from pitboss.cage.deeds import Request, canonical, first_answer
from pitboss.cage.ids import chips_under, table_actor, table_of_chips, tray_account
from pitboss.cage.ledger import Account, Transfer, balance, held_under
from pitboss.cage.posting import do_deed
from pitboss.cage.round_money import chips_of_person
from pitboss.cage.store import Connection
from pitboss.money import MICRO, Cents
from pitboss.pit.postings import PROPOSITION, SWEPT, Till, swept
from pitboss.round import Refusal

if TYPE_CHECKING:
    from pitboss.pit.table import PitTable


def give_chips(table: PitTable, who: str, cents: Cents, command: str) -> None:
    """Gives a person chips from the tray, once under a command id."""
    moved = Transfer(table.till.house, table.till.purse(who), cents * MICRO, "chips")
    _do(table, command, _asked("Chips", table.id, who, cents), {"chips": cents}, moved)


def take_chips(table: PitTable, who: str, command: str) -> None:
    """Takes all chips of a person back to the tray."""
    cents = table.funds(who)
    if cents:
        moved = Transfer(table.till.purse(who), table.till.house, cents * MICRO, SWEPT)
        _do(table, command, _asked("Sweep", table.id, who, cents), {"swept": cents}, moved)


def _asked(k: str, table: str, person: str, cents: Cents) -> str:
    return canonical({"k": k, "table": table, "person": person, "cents": cents})


def _do(table: PitTable, command: str, what: str, answer: dict[str, Any], moved: Transfer) -> None:
    stored, asked = table.standing.stored_table, Request(table_actor(table.id), command, what)
    if stored.closed:
        raise Refusal("closed", "This table is closed", None)

    def work(connection: Connection) -> None:
        journal.check_held(connection, stored)
        if first_answer(connection, asked) is None:
            do_deed(connection, asked, canonical(answer), table.pit.now(), [moved])

    table.pit.store.write(work)


def left_at(connection: Connection, till: Till) -> list[Transfer]:
    """What is left of a table's own money when it closes: chips, what its own player has, its own meter."""
    held: dict[Account, int] = {}
    if till.chips:
        held |= held_under(connection, "chips", chips_under(till.table_id))
        held[till.purse(PROPOSITION)] = balance(connection, till.purse(PROPOSITION), lock=True)
    if till.own_meter:
        held[till.meter_account] = balance(connection, till.meter_account, lock=True)
    return swept(till, held)


def sweep_everywhere(connection: Connection, person: str, actor: str, now: int) -> None:
    """Takes a person's chips at every table back, each table's under a deed of its own."""
    for chips, held in chips_of_person(connection, person):
        table, cents = table_of_chips(chips.key, person), held // MICRO
        asked = Request(actor, f"sweep {table}", _asked("Sweep", table, person, cents))
        back = Transfer(chips, tray_account(table), held, SWEPT)
        do_deed(connection, asked, canonical({"swept": cents}), now, [back])

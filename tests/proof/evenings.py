"""Evenings for the tests of receipts and the audit: all houses, a sheet of one's own, jackpots, two tables of
one meter, an unused round, rounds that are still open."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

from sqlalchemy import Connection

from pitboss.ledger import Store
from pitboss.ledger.deeds import Act, canonical
from pitboss.ledger.operators import open_dispute, write_act, write_note
from pitboss.ledger.people import StoredLimits, add_guest, erase, set_role, write_limits
from pitboss.proof.heads import Head, make_head
from pitboss.round import Table, open_table
from pitboss.sheet import houses, load_house, load_sheet
from pitboss.table import Bet, CloseTable, OpenRound, Pit, PitCommand, PitTable
from tests.table.pit_evening import PEOPLE, next_commands, random_wagers

TWO_UP = Path(__file__).parents[2] / "examples" / "two-up.toml"
JACKPOTS = (  # often hit, and fed with fractions of a cent
    'meter.percent="2.500001"',
    'pays.progressive.lines.flush="33 % of the meter"',
    'pays.progressive.lines.pair="7 % of the meter"',
)


class Evening(NamedTuple):
    """What an evening left."""

    tables: dict[str, PitTable]
    heads: list[Head]


def all_tables() -> dict[str, Table]:
    """Every house, a second table of the Rivers meter, a meter that is often hit, a sheet from a file."""
    tables = {house: open_table(load_house(house)) for house in houses()}
    return tables | {
        "rivers-2": open_table(load_house("rivers"), 1000, 20000),
        "lucky": open_table(load_house("rivers", JACKPOTS)),
        "two-up": open_table(load_sheet(TWO_UP)),
    }


def play_evening(store: Store, rounds: int, seed: int, opened: dict[str, Table] | None = None) -> Evening:
    """Plays some rounds at each table, the tables in turn, and leaves most of them in the middle of one."""
    chance, times = Random(seed), count(1000)
    pit = Pit(store, chance.randbytes, lambda: next(times))
    ids = map(str, count())
    for person in PEOPLE:
        pit.grant(person, 10_000_000, "cashier", next(ids), "" if person == PEOPLE[0] else "welcome")
    tables = {
        name: pit.open(name, table, "cashier", next(ids))
        for name, table in (all_tables() if opened is None else opened).items()
    }
    heads = [make_head(store, lambda: next(times))]
    for _ in range(rounds):
        for name, table in tables.items():
            for _ in range(3 if name == "lucky" else 1):
                _play(table, chance, lambda: next(ids))
        if chance.random() < 0.3:
            heads.append(make_head(store, lambda: next(times)))
    for number, table in enumerate(tables.values()):
        for _ in range(number):
            _some(table, chance, lambda: next(ids))
    if "shine" in tables:
        _close_unused(tables["shine"], chance, lambda: next(ids))
    heads.append(make_head(store, lambda: next(times)))
    return Evening(tables, heads)


def run_house(store: Store, evening: Evening, *, doubted: bool = True) -> Head:
    """What is done outside tables: people, roles, limits, acts and notes; and a head over it.

    A round is `doubted` where the database can have that.
    """
    times = count(10**6)
    table_id = next(iter(evening.tables))

    def work(connection: Connection) -> None:
        for person in ("p1", "p2", "p3"):
            add_guest(connection, person, next(times))
            write_limits(
                connection, person, StoredLimits(5_000, 7_000, 9, 60, 90, 9, 99), person, next(times)
            )
        set_role(connection, "p1", "operator", "console", next(times))
        erase(connection, "p3", next(times))
        for number in (1, 2):
            before, after = canonical({"person": "p2"}), canonical({"funds": number, "person": "p2"})
            write_act(connection, Act(next(times), "p1", "grant", before, after, table_id, f"{table_id}:1"))
            note = write_note(connection, next(times), "p1", f"{table_id}:1", f"Note {number}")
            after = canonical({"note": note})
            write_act(connection, Act(next(times), "p1", "note", "{}", after, None, f"{table_id}:1"))
        if doubted:
            note = write_note(connection, next(times), "p2", f"{table_id}:1", "I had a pair")
            open_dispute(connection, f"{table_id}:1", note)

    store.write(work)
    return make_head(store, lambda: next(times))


def _some(table: PitTable, chance: Random, new_id: Callable[[], str]) -> None:
    for actor, command in next_commands(table, chance):
        table.do(actor, new_id(), command)


def _play(table: PitTable, chance: Random, new_id: Callable[[], str]) -> None:
    """One whole round."""
    _some(table, chance, new_id)
    while table.state is not None:
        _some(table, chance, new_id)


def _close_unused(table: PitTable, chance: Random, new_id: Callable[[], str]) -> None:
    """A bet comes, is taken back, and the table closes."""
    while table.state is not None:
        _some(table, chance, new_id)
    bet = random_wagers(table.table, chance)
    commands: list[PitCommand] = [OpenRound(), Bet(1, "ann", bet, "ab" * 16), Bet(1, "ann", {}), CloseTable()]
    for command in commands:
        table.do("ann", new_id(), command)

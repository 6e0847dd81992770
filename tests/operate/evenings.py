"""Databases to operate on: random evenings at every house, with chance and clock given."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

from pitboss.ledger import open_store
from pitboss.ledger.store import Store
from pitboss.round import open_table
from pitboss.sheet import houses, load_house
from pitboss.table import Pit, PitTable
from tests.table.pit_evening import PEOPLE, next_commands

NOON = 1_793_534_400_000  # 2026-11-01 12:00 UTC
MINUTE = 60_000
GRANT = 10_000_000  # cents for each person


def ticking(start: int = NOON, step: int = MINUTE) -> Callable[[], int]:
    """A clock that is a minute later whenever somebody looks."""
    ticks = count(start, step)
    return lambda: next(ticks)


def pit_in(store: Store, chance: Random) -> Pit:
    """A pit with everything of chance from one source."""
    return Pit(store, chance.randbytes, ticking())


def play_rounds(table: PitTable, chance: Random, rounds: int) -> None:
    """Plays a table until that many more rounds have ended."""
    wanted = table.standing.stored_table.rounds + rounds
    while table.standing.stored_table.rounds < wanted or table.state is not None:
        play_on(table, chance)


def play_on(table: PitTable, chance: Random) -> None:
    """The next command of a table."""
    for actor, command in next_commands(table, chance):
        table.do(actor, chance.randbytes(8).hex(), command)


def play_until_dealt(table: PitTable, chance: Random) -> None:
    """Leaves a round open with the stakes on the table."""
    play_on(table, chance)
    while table.state is None or table.state.phase == "bets":
        play_on(table, chance)


def evening_at(store: Store, seed: int, rounds: int) -> dict[str, PitTable]:
    """Some rounds at every house, and one left open at rivers with money in it."""
    chance = Random(seed)
    pit = pit_in(store, chance)
    for person in PEOPLE:
        pit.grant(person, GRANT, "operator", f"grant {person}")
    tables = {
        house: pit.open(house, open_table(load_house(house)), "operator", f"open {house}")
        for house in houses()
    }
    for table in tables.values():
        play_rounds(table, chance, rounds)
    play_until_dealt(tables["rivers"], chance)
    return tables


def make_evening(path: Path, seed: int = 3, rounds: int = 4) -> None:
    """An evening in a file; quickly written, it need survive no power cut."""
    store = open_store(path, "OFF")
    evening_at(store, seed, rounds)
    store.close()

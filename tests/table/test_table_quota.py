"""Places for tables hold over all servers, however many ask at once."""

from __future__ import annotations

import pytest

from pitboss.ledger import Store
from pitboss.ledger.journal import count_places
from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house
from pitboss.table import CloseTable, Pit
from pitboss.table.lobby import Most, Origin, take_place
from tests.databases import databases, place, store
from tests.ledger.at_once import at_once

__all__ = ["databases", "place", "store"]

MANY = 100


@pytest.mark.parametrize(
    ("most", "origins"),
    [
        (Most(3, MANY, MANY), [Origin(f"host {n}", f"net {n}") for n in range(8)]),
        (Most(MANY, 3, MANY), [Origin("ann", f"net {n}") for n in range(8)]),
        (Most(MANY, MANY, 3), [Origin(f"host {n}", "net") for n in range(8)]),
    ],
    ids=["in all", "of one host", "from one network"],
)
def test_of_many_tables_at_once_no_more_open_than_have_places(
    store: Store, most: Most, origins: list[Origin]
) -> None:
    pit, rules = Pit(store, bytes, lambda: 0), open_table(load_house("shine"), 500, 5_000)
    pit.open("first", rules, "op", "open")

    def opened(number: int) -> str:
        def work() -> str:
            made = pit.open(f"t{number}", rules, "op", f"open {number}")
            store.write(lambda connection: take_place(connection, made.id, origins[number], most))
            return made.id

        return store.together(work)

    told = at_once(len(origins), opened)
    tables = [each for each in told if isinstance(each, str)]
    assert len(tables) == 3
    assert {each.code for each in told if isinstance(each, Refusal)} == {"rate"}
    assert len([each for each in told if isinstance(each, Refusal)]) == 5
    assert store.read(lambda connection: count_places(connection, "", "")).tables == 3
    pit.take(tables[0]).do("op", "close", CloseTable())
    left = [n for n in range(len(origins)) if f"t{n}" not in tables]
    assert opened(left[0]) == f"t{left[0]}"
    with pytest.raises(Refusal):
        opened(left[1])

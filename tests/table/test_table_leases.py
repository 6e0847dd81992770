"""Which tables a server takes up: none that another has, none of a terminal's, the most urgent first."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from pitboss.ledger import Store
from pitboss.ledger.journal import write_lobby
from pitboss.ledger.servers import register
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Pit, PitTable
from pitboss.table.rooms import FreeTables, tables_to_take
from pitboss.table.seating import BankTurn, Seating, Sitter
from pitboss.table.settings import Settings, seating_text, settings_text


def left(pit: Pit, name: str, *people: str, owner: str | None = None, terminal: bool = False) -> PitTable:
    """A live table as a server leaves it, with people on its seats."""
    table = pit.open(name, open_table(load_house("shine")), "op", name, owner=owner)
    seating = Seating({who: Sitter(who, who, (number,)) for number, who in enumerate(people, 1)})
    settings = settings_text(Settings('"terminal":true', terminal=terminal))
    text = seating_text(seating, BankTurn(), 0)
    pit.store.write(lambda connection: write_lobby(connection, name, settings, text))
    return table


def seen(store: Store, passed: Collection[str] = (), server: str = "a", **more: int) -> FreeTables:
    return store.read(lambda connection: tables_to_take(connection, server, passed, **more))


def test_the_watch_takes_tables_with_money_then_with_people_then_others(store: Store) -> None:
    pit = Pit(store, bytes, lambda: 0)
    pit.grant("ann", 100_000, "op", "grant")
    store.write(lambda connection: register(connection, "a", "http://a", 3_600_000))
    left(pit, "empty")
    left(pit, "leased", "ann", owner="a")
    left(pit, "people", "ann", "bob")
    left(pit, "own", "ann", terminal=True)
    waits = left(pit, "waits", "ann")
    waits.do("op", "round", OpenRound())
    waits.do("ann", "bet", Bet(1, "ann", {"pair_xxx": 500}))
    idle = left(pit, "zeros")
    idle.do("op", "open", OpenRound())
    first, second, *others = seen(store).mine
    assert (first, second, sorted(others)) == ("waits", "people", ["empty", "zeros"])
    assert seen(store, most=2) == (["waits", "people"], True)
    assert seen(store, {"waits", "people", "zeros"}) == (["empty"], False)


def test_each_server_leaves_to_others_what_is_more_than_its_part_and_begins_elsewhere(store: Store) -> None:
    pit = Pit(store, bytes, lambda: 0)
    names = {f"table {number}" for number in range(10)}
    for name in names:
        left(pit, name)
    for server in ("a", "b", "c"):
        store.write(partial(register, server=server, address=f"http://{server}", ttl=3_600_000))
    parts = [seen(store, server=server, has=0) for server in ("a", "b", "c")]
    assert [(len(part.mine), part.left) for part in parts] == [(4, True)] * 3, "a third of ten, rounded up"
    assert len({part.mine[0] for part in parts}) > 1
    assert seen(store, has=4) == ([], True), "others may have them"
    assert set(seen(store).mine) == names, "if nobody does"
    assert seen(store, names, has=4) == ([], False)

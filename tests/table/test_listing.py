"""The lobby: tables of all servers, from the database, at most a second old."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from sqlalchemy import event

from pitboss.ledger import Store, journal
from pitboss.ledger.journal import read_table
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, CloseTable, OpenRound, Pit, PitTable
from pitboss.table.lobby import Listing
from pitboss.table.seating import BankTurn, Seating, Sitter
from pitboss.table.settings import Settings, seating_text, settings_text

NUMBERS = count(1)


@pytest.fixture
def pit(store: Store) -> Pit:
    """Somebody else's server, as far as the listing knows."""
    pit = Pit(store, bytes, lambda: 0)
    pit.grant("ann", 100_000, "op", "ann")
    return pit


def keep(pit: Pit, table: PitTable, settings: Settings, *sitters: Sitter) -> None:
    """What a server stores of a table when somebody comes or goes."""
    people = Seating({each.id: each for each in sitters})
    stored = pit.store.read(lambda connection: read_table(connection, table.id))
    seating = seating_text(people, BankTurn(), stored.rounds)
    pit.store.write(
        lambda connection: journal.write_lobby(connection, stored.id, settings_text(settings), seating)
    )


def opened(pit: Pit, name: str, settings: Settings, *sitters: Sitter) -> PitTable:
    table = pit.open(name, open_table(load_house("shine"), 500, 5_000), "op", f"open {next(NUMBERS)}")
    keep(pit, table, settings, *sitters)
    return table


def test_a_list_is_a_second_old_at_most_and_read_once_whoever_asks(store: Store, pit: Pit) -> None:
    now = [100.0]
    listing = Listing(store, lambda: now[0])
    asked: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    opened(pit, "one", Settings("One"))
    assert [each.table for each in listing.listed(None)] == ["one"]
    opened(pit, "two", Settings("Two"))
    asked.clear()
    now[0] += 0.999
    assert [len(listing.listed(person)) for person in (None, "ann", "bob")] == [1, 1, 1]
    assert asked == []
    now[0] += 0.001
    assert [len(listing.listed(person)) for person in (None, "ann", "bob")] == [2, 2, 2]
    assert sum("FROM lobby" in each and "felts" in each for each in asked) == 1
    opened(pit, "three", Settings("Three"))
    assert len(listing.listed(None)) == 2
    assert len(listing.entries(fresh=True)) == 3
    listing.forget()
    assert len(listing.listed(None)) == 3


def test_a_table_is_listed_as_its_server_has_last_stored_it(store: Store, pit: Pit) -> None:
    listing = Listing(store)
    listing.oldest = 0.0
    ann = Sitter("ann", "Ann", seats=(2, 3))
    bot = Sitter("bot:1", "Bot", seats=(1,), bot="optimal")
    settings = Settings("Mine", clock=None, private=True, host="ann")
    table = opened(pit, "mine", settings)
    opened(pit, "alone", replace(settings, terminal=True))
    assert listing.listed("bob") == []
    [found] = listing.listed("ann")
    assert (found.taken, found.bots, found.playing, found.round, found.clock) == (0, 0, False, 0, False)
    keep(pit, table, replace(settings, host="cat"), ann, bot)
    table.do("op", "round", OpenRound())
    [found] = listing.listed("ann")
    assert (found.house, found.low, found.high, found.seats) == (
        "shine",
        500,
        5_000,
        load_house("shine").seats,
    )
    assert (found.taken, found.bots, found.playing, found.round, found.private) == (3, 1, False, 1, True)
    table.do("ann", "bet", Bet(2, "ann", {"ante": 500}))
    assert [each.playing for each in listing.listed("cat")] == [True]
    table.do("ann", "back", Bet(2, "ann", {}))
    assert [each.playing for each in listing.listed("ann")] == [False]
    table.do("op", "close", CloseTable())
    assert listing.listed("ann") == []

"""A table that is taken over is the table that was left, after every command; old rounds keep their rules."""

from __future__ import annotations

import json
from functools import partial
from importlib import import_module
from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from pitboss.canonical import START, link
from pitboss.ledger import Store, open_store
from pitboss.ledger.history import read_receipt
from pitboss.ledger.journal import read_round
from pitboss.round import Refusal, RoundSettled, dump_round, open_round, open_table, replay
from pitboss.sheet import houses, load_house
from pitboss.table import Bet, CloseTable, OpenRound, Pit, PitTable, Settle
from pitboss.table.table_state import Standing
from tests.clauses.tables import QUEEN_HIGH, seat
from tests.ledger.books import rows_of
from tests.ledger.reached import TornOff, listening, torn_at
from tests.table.pit_evening import PEOPLE, close, evening, next_commands
from tests.table.sitting import Sitting

ON_SQLITE = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
HOUSES = pytest.mark.parametrize("house", houses())


def opened(store: Store, house: str) -> PitTable:
    pit = Pit(store, Random(house).randbytes, lambda: 0)
    for person in PEOPLE:
        pit.grant(person, 100_000_000, "op", person)
    return pit.open("t", open_table(load_house(house), None, 10_000), "op", "open")


def but_for_the_lease(standing: Standing) -> Standing:
    return replace(standing, stored_table=standing.stored_table._replace(epoch=0))


@HOUSES
def test_a_table_taken_after_any_command_is_the_table_that_was_left(store: Store, house: str) -> None:
    """State, events, seeds, places and the head of the chain, through whole rounds, voids and the end."""
    table = opened(store, house)
    chance = Random(f"{house} 5")
    number = 0
    while table.state is not None or table.standing.stored_table.rounds < 4:
        for actor, command in next_commands(table, chance, voids=0.1):
            table.do(actor, f"{number}", command)
            number += 1
            again = table.pit.take("t")
            assert but_for_the_lease(again.standing) == but_for_the_lease(table.standing)
            assert again.table == table.table
            if again.state is not None:
                told = replay(open_round(again.table, again.state.id), again.standing.events)
                assert told == again.state
            table = again
    assert number > 20
    table.do("op", "open last", OpenRound())
    table.do(*(close(table)[0], "close", close(table)[1]))
    assert but_for_the_lease(table.pit.take("t").standing) == but_for_the_lease(table.standing)


@ON_SQLITE
@HOUSES
def test_a_command_torn_off_at_any_point_before_its_commit_was_never_asked(store: Store, house: str) -> None:
    """At each named point of each command: no row, the same memory, and the command can come again."""
    table = opened(store, house)
    torn: set[str] = set()
    for number, (actor, command) in enumerate(evening(table, Random(house), 2)):
        before, standing = rows_of(store), table.standing
        points: list[str] = []
        with listening(points.append), torn_at("store:before commit"), pytest.raises(TornOff):
            table.do(actor, f"{number}", command)
        for point in points:
            with torn_at(point), pytest.raises(TornOff):
                table.do(actor, f"{number}", command)
            assert rows_of(store) == before
            assert table.standing is standing
        torn.update(points)
        assert not table.do(actor, f"{number}", command).repeated
    assert {"journal:round", "journal:end", "journal:table", "Bet:moved", "Settle:written"} <= torn
    assert {"OpenRound:asked", "StartDeal:deed", "store:before commit"} <= torn


@HOUSES
def test_each_head_follows_from_the_one_before_and_the_rounds_document(store: Store, house: str) -> None:
    table = opened(store, house)
    head = START
    number = 0
    while table.standing.stored_table.rounds < 4 or table.state is not None:
        held = table.standing
        for actor, command in next_commands(table, Random(number), voids=0.2):
            done = table.do(actor, f"{number}", command)
            number += 1
            if done.state is None or done.state.ended is None:
                continue
            assert held.stored is not None
            told = (*held.events, *done.events)
            previous, name = head, done.state.id
            receipt = json.loads(store.read(partial(read_receipt, round_=name)) or "")
            assert receipt["events"] == json.loads(dump_round(done.state, told))["events"]
            unsealed = receipt | {"proof": receipt["proof"] | {"head": ""}}
            head = link(previous, json.dumps(unsealed, sort_keys=True, separators=(",", ":")).encode())
            assert table.standing.stored_table.head == head == receipt["proof"]["head"]
            stored = store.read(partial(read_round, round_=name))
            assert stored is not None
            assert stored.ended == ("settled" if isinstance(done.state.ended, RoundSettled) else "void")
            assert (stored.previous, stored.head) == (previous, head)


# The rules of their day


@ON_SQLITE
def test_a_table_keeps_the_sheet_it_was_opened_with(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SHINE-9: a house posts other odds tomorrow; the table of today pays today's."""
    sitting = Sitting(store, monkeypatch, "shine", 'pays.pair_xxx.lines.pair="3 to 1"')
    hash_ = sitting.table.table.sheet.hash
    assert hash_ != load_house("shine").hash
    sitting.play({1: seat("2s 2h 3d", None, pair_xxx=500)}, QUEEN_HIGH, upto="reveal")
    store.close()

    def gone(*_: object) -> None:
        raise AssertionError("the sheet files are not asked")

    monkeypatch.setattr(import_module("pitboss.sheet.files"), "house_text", gone)
    again = open_store(place)
    table = Pit(again, Random(1).randbytes, lambda: 0).take("t")
    assert table.table.sheet.hash == hash_
    assert table.table == sitting.table.table
    table.do("op", "settle", Settle())
    paid = "SELECT amount FROM transfers WHERE what = 'won'"
    rows = again.read(lambda connection: connection.execute(text(paid)).all())
    assert [row[0] for row in rows] == [3 * 500 * 10**6]
    again.close()


@ON_SQLITE
@HOUSES
def test_a_sheet_comes_back_from_the_cage_as_it_went_in(store: Store, house: str) -> None:
    table = opened(store, house)
    assert table.pit.take("t").table.sheet == load_house(house)
    assert [row[0] for row in rows_of(store)["sheets"]] == [load_house(house).hash]


@ON_SQLITE
def test_tables_of_one_sheet_store_it_once_and_keep_their_own_limits(store: Store) -> None:
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    pit.grant("ann", 10_000_000, "op", "g")
    for name, high in (("small", 1000), ("large", 100_000)):
        pit.open(name, open_table(load_house("shine"), 500, high), "op", name)
    assert len(rows_of(store)["sheets"]) == 1
    small, large = pit.take("small"), pit.take("large")
    for table in (small, large):
        table.do("op", f"{table.id} r", OpenRound())
    large.do("ann", "1", Bet(1, "ann", {"ante": 100_000}))
    with pytest.raises(Refusal, match=r"at most the table maximum \(\$10\)"):
        small.do("ann", "2", Bet(1, "ann", {"ante": 1100}))
    small.do("op", "c", CloseTable())

"""Chips: a table's own money. It comes from the table's tray, goes back there, and is nobody's balance."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from sqlalchemy import Connection

from pitboss.ledger import Store
from pitboss.ledger.accounts import Account, balance
from pitboss.ledger.journal import LeaseLost
from pitboss.money import MICRO
from pitboss.proof.house_audit import audit
from pitboss.round import Decide, EndDeal, Refusal, RevealDealer, open_table
from pitboss.sheet import load_house, with_posted
from pitboss.table import Bet, CloseTable, Deal, OpenRound, Pit, PitTable, Settle
from pitboss.table.pit import give_up
from tests.ledger.books import balances, whole
from tests.proof.forging import audited

RICH = with_posted(load_house("shine"), {"pair_xxx": {"high_card_or_better": 9}})  # wins always


def opened(store: Store, sheet: object = RICH, name: str = "t") -> PitTable:
    pit = Pit(store, Random(name).randbytes, lambda: 0)
    assert sheet is not None
    return pit.open(name, open_table(sheet), "op", f"open {name}", "chips")  # type: ignore[arg-type]


def round_of(table: PitTable, wagers: dict[str, int], *people: str) -> None:
    """A round in which everybody plays what they have bet."""
    number = table.standing.stored_table.rounds

    def do(actor: str, command: object) -> None:
        table.do(actor, f"{table.id} {number} {command}", command)  # type: ignore[arg-type]

    do("op", OpenRound())
    for seat, person in enumerate(people, 1):
        do(person, Bet(seat, person, wagers))
    do("op", Deal())
    do("op", EndDeal())
    assert table.state is not None
    for seat in table.state.waiting:
        do(people[seat - 1], Decide(seat, people[seat - 1], "play"))
    do("op", RevealDealer())
    do("op", Settle())


def held(store: Store) -> dict[str, int]:
    """What is in each account that holds something, in cents."""
    return {name: amount // MICRO for name, amount in balances(store).items() if amount}


def test_a_bet_is_made_and_paid_in_chips_and_nobody_is_richer(store: Store) -> None:
    table = opened(store)
    table.pit.grant("ann", 5000, "op", "grant")
    with pytest.raises(Refusal, match="there is less in hand"):  # her money is not played with here
        round_of(table, {"pair_xxx": 1000}, "ann")
    table.feed("ann", 100_000, "chips")
    table.feed("ann", 100_000, "chips")  # once
    assert table.funds("ann") == 100_000
    table.do("ann", "bet", Bet(1, "ann", {"pair_xxx": 1000}))
    for command in (Deal(), EndDeal(), RevealDealer(), Settle()):
        table.do("op", str(command), command)
    assert held(store) == {"person:ann": 5000, "mint": -5000, "chips:t:ann": 109_000, "tray:t": -109_000}
    assert table.pit.funds("ann") == 5000
    assert audit(store).clean, audit(store).faults
    table.sweep("ann", "sweep")
    assert held(store) == {"person:ann": 5000, "mint": -5000}
    assert audit(store).clean, audit(store).faults


def test_when_the_table_closes_everything_goes_back_to_the_tray(store: Store) -> None:
    table = opened(store, load_house("rivers", ['pays.pair_plus.lines.pair="2 to 1"']))
    for person in ("ann", "bot:t:1"):
        table.feed(person, 100_000, f"chips {person}")
    round_of(table, {"ante": 500, "progressive": 100}, "ann", "bot:t:1")
    assert held(store)["meter:t"] == 100_050  # $1,000 to start with, and a quarter of two dollars (RIV-12)
    table.do("op", "close", CloseTable())
    assert held(store) == {}
    found = audit(store)
    assert found.clean, found.faults
    with pytest.raises(Refusal, match="This table is closed"):
        table.feed("ann", 1, "late")


def test_a_table_of_chips_has_a_meter_of_its_own(store: Store) -> None:
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    rivers = open_table(load_house("rivers"))
    shared = [pit.open(name, rivers, "op", name) for name in ("a", "b")]
    alone = pit.open("c", rivers, "op", "c", own_meter=True)
    chips = pit.open("d", rivers, "op", "d", "chips")
    assert {each.till.meter_account.key for each in shared} == {rivers.sheet.hash}
    assert (alone.till.meter, chips.till.meter) == ("c", "d")
    pit.grant("ann", 100_000, "op", "grant")
    chips.feed("ann", 100_000, "chips")
    for table in (alone, chips, shared[0]):
        round_of(table, {"ante": 500, "progressive": 100}, "ann")
    assert [each.meter() // MICRO for each in (*shared, alone, chips)] == [100_025] * 4
    assert whole(held(store))[f"meter:{rivers.sheet.hash}"] == 100_025
    assert audit(store).clean, audit(store).faults
    alone.do("op", "close", CloseTable())
    assert "meter:c" not in held(store)
    assert audit(store).clean, audit(store).faults


def test_only_who_holds_the_table_gives_chips(store: Store) -> None:
    old = opened(store)
    new = old.pit.take("t")
    with pytest.raises(LeaseLost):
        old.feed("ann", 100, "1")
    new.feed("ann", 100, "1")
    assert new.funds("ann") == 100


def test_what_a_table_plays_with_is_in_the_books_for_good(store: Store) -> None:
    """Who says afterwards that a table had another purse or meter is told by the audit."""
    table = opened(store, load_house("rivers"))
    table.feed("ann", 100_000, "chips")
    assert audit(store).clean
    for change in ("purse = 'house'", f"meter = '{table.standing.stored_table.sheet}'", "meter = NULL"):
        found = audited(store, partial(_changed, what=change))
        assert not found.clean, change


def _changed(connection: Connection, what: str) -> None:
    connection.exec_driver_sql(f"UPDATE felts SET {what}")


@pytest.mark.parametrize("chips", [True, False])
def test_a_table_that_cannot_be_told_is_given_up_and_stakes_go_back(store: Store, chips: bool) -> None:
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    table = pit.open("t", open_table(load_house("shine")), "op", "open", "chips" if chips else "house")
    table.feed("ann", 5000, "1")
    table.feed("bob", 5000, "2")
    table.do("op", "round", OpenRound())
    for seat, person in enumerate(("ann", "bob"), 1):
        table.do(person, f"bet {person}", Bet(seat, person, {"ante": 1000}))
    table.do("op", "deal", Deal())
    table.do("op", "end", EndDeal())
    table.do("ann", "fold", Decide(1, "ann", "fold"))
    give_up(pit, "t", "op", "close")
    give_up(pit, "t", "op", "close")  # once
    assert held(store) == ({} if chips else {"person:ann": 5000, "person:bob": 5000, "mint": -10_000})
    assert pit.take("t").standing.stored_table.closed
    assert "a round was given up that could be told" in " ".join(audit(store).faults)
    escrow = Account("escrow", "t:1")
    assert store.read(lambda connection: balance(connection, escrow)) == 0

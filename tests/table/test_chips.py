"""A live table with chips of its own: given to who sits down, taken back from who gets up, never money."""

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
from pitboss.sheet import Sheet, load_house, with_posted
from pitboss.table import Bet, CloseTable, OpenRound, Pit, PitTable, Settle, StartDeal, settings, till
from pitboss.table.people import CHIPS, chips_for
from pitboss.table.pit import give_up
from pitboss.table.settings import Settings
from pitboss.table.views import CHIPS_HERE, OWN_METER, OWN_SHEET, table_view
from tests.ledger.books import balances, whole
from tests.proof.forging import audited
from tests.table.rig import ANTE, CLOCK, PURSE, Floor, stack

GENEROUS = with_posted(load_house("shine"), {"pair_xxx": {"high_card_or_better": 9}})


def chips_table(sheet: Sheet = GENEROUS, high: int | None = None) -> Floor:
    floor = Floor("shine", None)
    pit_table = floor.pit.open("c", open_table(sheet, None, high), "op", "open c", "chips")
    floor.live = floor.table_of(pit_table)
    return floor


def chips(floor: Floor) -> dict[str, int]:
    """Chips by person, and the tray, in cents."""
    found = {}
    for name, held in floor.books().items():
        kind, _, key = name.partition(":")
        if kind in ("chips", "tray") and held:
            found["tray" if kind == "tray" else key.removeprefix("c:")] = held // 1_000_000
    return found


def test_who_sits_down_gets_chips_and_who_gets_up_gives_them_back() -> None:
    floor = chips_table()
    floor.sit("ann", "bob")
    assert chips(floor) == {"ann": CHIPS, "bob": CHIPS, "tray": -2 * CHIPS}
    assert floor.live.stacks["ann"] == CHIPS
    floor.bet("ann", {"pair_xxx": 1000})
    floor.ready("ann", "bob")
    assert chips(floor) == {"ann": CHIPS + 9000, "bob": CHIPS, "tray": -2 * CHIPS - 9000}
    floor.stand("ann")
    assert chips(floor) == {"bob": CHIPS, "tray": -CHIPS}
    assert floor.in_hand("ann") == floor.in_hand("bob") == PURSE
    floor.close()
    assert chips(floor) == {}
    assert audit(floor.store).clean, audit(floor.store).faults


def test_who_cannot_bet_any_more_gets_chips_when_the_round_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, ["4s 6h 8d"], "Ac Kc Qc")
    floor = chips_table(load_house("shine", ["table.limits.max=60000"]))
    floor.sit("ann")
    assert chips(floor)["ann"] == 120_000  # twice the maximum is more than $1,000
    floor.bet("ann", {"ante": 59_500})
    floor.ready("ann")
    floor.play("ann")
    assert chips(floor)["ann"] == 1000  # enough for an Ante of $5 with its Play
    floor.bet("ann", {"ante": 500})
    floor.ready("ann")
    floor.play("ann")
    assert floor.phase == "settled"
    assert chips(floor)["ann"] == 120_000
    assert floor.in_hand("ann") == PURSE


def test_bots_play_with_chips_too() -> None:
    floor = chips_table()
    floor.sit("ann")
    floor.live.add_bot("always", floor.now)
    floor.bet("ann", ANTE)
    bot = floor.live.seating.at(2)
    assert bot is not None
    assert chips(floor)[bot.id] > 0
    assert floor.pit.funds(bot.id) == 0


def test_enough_for_the_table() -> None:
    assert chips_for(open_table(load_house("shine"))) == CHIPS == 100_000
    assert chips_for(open_table(load_house("shine"), 100_000, 100_000)) == 200_000


def test_the_table_says_what_is_played_with() -> None:
    floor = chips_table()
    view = table_view(floor.live.live, None)
    assert (view.table.purse, view.table.own) == ("chips", False)
    assert view.table.notices[0] == CHIPS_HERE
    house = table_view(Floor("rivers").live.live, None)
    assert (house.table.purse, house.table.own) == ("house", False)
    assert not {CHIPS_HERE, OWN_METER, OWN_SHEET} & set(house.table.notices)
    assert house.state.meter is not None
    assert not house.state.meter.own


def test_a_rigged_table_is_played_until_its_tray_is_empty_and_then_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each round pays $9 for $1; the tray may owe $1,100 here, and $1,000 of that is ann's to begin with."""
    floor = chips_table()
    floor.sit("ann")
    monkeypatch.setattr(till, "FULL", 110_000 * 1_000_000)
    for _ in range(2):
        floor.bet("ann", {"pair_xxx": 1000})
        floor.ready("ann")
        assert floor.phase == "settled"
    told = floor.told()
    assert "worn_out" not in told
    floor.live.next("ann", floor.now)
    assert floor.told() == ["worn_out", "close_table", "closed"]
    assert chips(floor) == {}
    assert audit(floor.store).clean


def test_which_tables_play_with_chips_and_which_keep_their_meter() -> None:
    own = load_house("rivers", ['id="mine"', 'name="Mine"'])
    server, private = Settings("t", CLOCK), Settings("t", CLOCK, private=True)
    terminal = Settings("t", None, private=True, terminal=True)
    assert [settings.plays_chips(sheet, server) for sheet in (load_house("shine"), GENEROUS, own)] == [
        False,
        True,
        True,
    ]
    assert settings.is_own(own)
    assert not settings.is_own(GENEROUS)
    assert with_posted(load_house("shine"), {"pair_xxx": {"pair": 1, "flush": 3}}) != load_house("shine")
    assert [settings.keeps_meter(each) for each in (server, private, terminal)] == [False, True, False]
    assert not settings.plays_chips(own, terminal)


# Chips: a table's own money. It comes from the table's tray, goes back there, and is nobody's balance
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
    do("op", StartDeal())
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
    for command in (StartDeal(), EndDeal(), RevealDealer(), Settle()):
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
    table.do("op", "deal", StartDeal())
    table.do("op", "end", EndDeal())
    table.do("ann", "fold", Decide(1, "ann", "fold"))
    give_up(pit, "t", "op", "close")
    give_up(pit, "t", "op", "close")  # once
    assert held(store) == ({} if chips else {"person:ann": 5000, "person:bob": 5000, "mint": -10_000})
    assert pit.take("t").standing.stored_table.closed
    assert "a round was given up that could be told" in " ".join(audit(store).faults)
    escrow = Account("escrow", "t:1")
    assert store.read(lambda connection: balance(connection, escrow)) == 0

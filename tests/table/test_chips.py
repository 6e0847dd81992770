"""A live table with chips of its own: given to who sits down, taken back from who gets up, never money."""

from __future__ import annotations

import pytest

from pitboss.proof.house_audit import audit
from pitboss.round import open_table
from pitboss.sheet import Sheet, load_house, with_posted
from pitboss.table import settings, till
from pitboss.table.people import CHIPS, chips_for
from pitboss.table.settings import Settings
from pitboss.table.views import CHIPS_HERE, OWN_METER, OWN_SHEET, table_view
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

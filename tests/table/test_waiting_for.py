"""The view says what the table waits for, to everybody alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.table.views import table_view
from tests.table.rig import CLOCK, HOUSES, Floor


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("clock", [CLOCK, None])
def test_through_a_round(house: str, clock: object) -> None:
    floor = Floor(house, CLOCK if clock else None)
    floor.wait(0)
    assert floor.awaited() == [("bets", ())]  # somebody has to sit down
    floor.sit("ann", "bob", first=3)
    assert floor.awaited() == [("bets", (3, 4))]
    floor.ready("ann", "bob")
    assert floor.awaited() == [("bets", (3, 4))]  # both sit it out, so nothing is dealt
    floor.bet("ann")
    assert floor.awaited() == [("ready", (3,))]
    floor.bet("bob")
    floor.ready("ann")
    assert floor.awaited() == [("ready", (4,))]
    floor.ready("bob")
    assert floor.awaited() == [("decision", (3, 4))]
    floor.play("bob")
    assert floor.awaited() == [("decision", (3,))]
    assert (
        table_view(floor.live.live, None).state.waiting_for
        == table_view(floor.live.live, "ann").state.waiting_for
    )
    floor.play("ann")
    assert floor.phase == "settled"
    assert floor.awaited() == ([] if clock else [("bets", (3, 4))])


def test_a_bot_and_who_is_away_without_a_bet_are_not_waited_for() -> None:
    floor = Floor("rivers", None)
    floor.sit("ann", "bob")
    floor.live.add_bot("always", floor.now)
    floor.gone("bob")
    assert floor.awaited() == [("bets", (1,))]
    floor.bet("ann")
    assert floor.awaited() == [("ready", (1,))]


def test_the_bank_bets_on_no_seat_and_an_offer_is_waited_for() -> None:
    floor = Floor("napa-valley", None)
    floor.sit("ann", "bob")
    floor.live.want_bank("ann", True, floor.now)
    assert floor.awaited() == [("bank", (1,)), ("bets", (1, 2))]
    floor.take_bank("ann")
    assert floor.awaited() == [("bets", (2,))]
    floor.bet("bob")
    floor.ready("ann", "bob")
    assert floor.awaited() == [("decision", (2,))]


def test_a_table_that_is_stopped_or_closed_waits_for_nobody() -> None:
    floor = Floor("rivers", None)
    floor.dealt("ann")
    floor.live.freeze(True, floor.now)
    assert floor.awaited() == []
    floor.live.freeze(False, floor.now)
    floor.live.put(settings=replace(floor.live.settings, host="ann"))
    floor.live.close_as_host("ann", "close", floor.now)
    assert floor.awaited() == [("decision", (1,))]
    floor.play("ann")
    assert floor.awaited() == []
    assert floor.refused(floor.live.close_as_host, "bob", "close", floor.now).code == "not_host"

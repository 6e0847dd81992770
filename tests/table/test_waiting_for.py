"""The view says what the table waits for, to everybody alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.table.people import waiting_for
from pitboss.table.views import table_view
from tests.table.rig import CLOCK, HOUSES, Floor

Awaited = list[tuple[str, tuple[int, ...]]]


def _awaited(floor: Floor) -> Awaited:
    return [(each.what, each.seats) for each in waiting_for(floor.live.live)]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("clock", [CLOCK, None])
def test_through_a_round(house: str, clock: object) -> None:
    floor = Floor(house, CLOCK if clock else None)
    floor.wait(0)
    assert _awaited(floor) == [("bets", ())]  # somebody has to sit down
    floor.sit("ann", "bob", first=3)
    assert _awaited(floor) == [("bets", (3, 4))]
    floor.ready("ann", "bob")
    assert _awaited(floor) == [("bets", (3, 4))]  # both sit it out, so nothing is dealt
    floor.bet("ann")
    assert _awaited(floor) == [("ready", (3,))]
    floor.bet("bob")
    floor.ready("ann")
    assert _awaited(floor) == [("ready", (4,))]
    floor.ready("bob")
    assert _awaited(floor) == [("decision", (3, 4))]
    floor.play("bob")
    assert _awaited(floor) == [("decision", (3,))]
    assert (
        table_view(floor.live.live, None).state.waiting_for
        == table_view(floor.live.live, "ann").state.waiting_for
    )
    floor.play("ann")
    assert floor.phase == "settled"
    assert _awaited(floor) == ([] if clock else [("bets", (3, 4))])


def test_a_bot_and_who_is_away_without_a_bet_are_not_waited_for() -> None:
    floor = Floor("rivers", None)
    floor.sit("ann", "bob")
    floor.live.add_bot("always", floor.now)
    floor.gone("bob")
    assert _awaited(floor) == [("bets", (1,))]
    floor.bet("ann")
    assert _awaited(floor) == [("ready", (1,))]


def test_the_bank_bets_on_no_seat_and_an_offer_is_waited_for() -> None:
    floor = Floor("napa-valley", None)
    floor.sit("ann", "bob")
    floor.live.want_bank("ann", True, floor.now)
    assert _awaited(floor) == [("bank", (1,)), ("bets", (1, 2))]
    floor.take_bank("ann")
    assert _awaited(floor) == [("bets", (2,))]
    floor.bet("bob")
    floor.ready("ann", "bob")
    assert _awaited(floor) == [("decision", (2,))]


def test_a_table_that_is_stopped_or_closed_waits_for_nobody() -> None:
    floor = Floor("rivers", None)
    floor.dealt("ann")
    floor.live.freeze(True, floor.now)
    assert _awaited(floor) == []
    floor.live.freeze(False, floor.now)
    floor.live.put(settings=replace(floor.live.settings, host="ann"))
    floor.live.close_as_host("ann", "close", floor.now)
    assert _awaited(floor) == [("decision", (1,))]
    floor.play("ann")
    assert _awaited(floor) == []
    assert floor.refused(floor.live.close_as_host, "bob", "close", floor.now).code == "not_host"

"""A table without a clock waits long, but not for ever: who has vanished locks nobody's stake."""

from __future__ import annotations

import pytest

from pitboss.round import away_decision
from pitboss.table import PROPOSITION
from pitboss.table.seating import Instruction
from pitboss.table.settings import PRIVATE_WAIT, PUBLIC_GRACE, PUBLIC_WAIT
from pitboss.table.views import table_view
from tests.table.rig import CLOCK, HOUSES, PURSE, STEP, Floor

WAITS = pytest.mark.parametrize(("private", "wait"), [(False, PUBLIC_WAIT), (True, PRIVATE_WAIT)])


def test_a_public_table_waits_five_minutes_and_a_private_one_a_day() -> None:
    assert (PUBLIC_WAIT, PRIVATE_WAIT) == (5 * 60, 24 * 60 * 60)


@WAITS
@pytest.mark.parametrize("house", HOUSES)
def test_who_has_bet_is_dealt_to_although_another_is_never_ready(
    house: str, private: bool, wait: float
) -> None:
    floor = Floor(house, None, private=private)
    floor.sit("ann", "bob")
    floor.now = 10.0
    floor.bet("ann")
    floor.ready("ann")
    floor.wait(wait - STEP)
    assert floor.phase == "bets"
    floor.wait(STEP)
    assert floor.phase == "decisions"
    assert [seat.player for seat in floor.state.seats] == ["ann"]
    bank = floor.state.bank
    assert (bank.player if bank else None) == (PROPOSITION if house == "napa-valley" else None)


@WAITS
@pytest.mark.parametrize("instruction", ["away rule", "away fold"])
@pytest.mark.clause("STD-13")
def test_std_13_the_platform_decides_for_who_has_vanished(
    private: bool, wait: float, instruction: Instruction
) -> None:
    floor = Floor("rivers", None, private=private)
    floor.dealt("ann", "bob")
    floor.instruct("bob", instruction)
    floor.play("ann")
    rule = away_decision(floor.state, 2).action if instruction == "away rule" else "fold"
    floor.wait(wait - STEP)
    assert floor.decided(2) == (None, None)
    floor.wait(STEP)
    assert floor.phase == "settled"
    assert floor.decided(1) == ("play", "player")
    assert floor.decided(2) == (rule, instruction)


def test_nobody_keeps_a_strangers_stake_on_the_table_by_fidgeting() -> None:
    floor = Floor("rivers", None)
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.ready("ann")
    for step in range(10):
        floor.wait(PUBLIC_WAIT / 10 - STEP)
        floor.bet("bob", {"ante": 1000 + 500 * (step % 2)})
    assert floor.phase == "bets"
    floor.wait(10 * STEP)
    assert floor.phase == "decisions"


def test_a_paid_round_waits_for_nobody_and_an_empty_felt_for_anybody() -> None:
    floor = Floor("shine", None)
    floor.sit("ann")
    assert floor.live.deadline is None
    floor.deal("ann")
    floor.play("ann", "fold")
    assert floor.phase == "settled"
    assert floor.live.deadline is None
    floor.live.next("ann", floor.now)
    assert floor.live.deadline is None
    floor.bet("ann")
    assert floor.live.deadline == floor.now + PUBLIC_WAIT
    floor.bet("ann", {})
    assert floor.live.deadline is None


def test_the_longest_wait_is_no_clock_in_the_view() -> None:
    floor = Floor("rivers", None)
    floor.sit("ann")
    assert table_view(floor.live.live, None).state.waits_until is None
    floor.bet("ann")
    view = table_view(floor.live.live, None).state
    assert (view.deadline, view.waits_until) == (None, "1970-01-01T00:05:00.000Z")
    floor.wait(60)
    floor.ready("ann")
    view = table_view(floor.live.live, None).state
    assert (view.phase, view.deadline, view.waits_until) == ("decisions", None, "1970-01-01T00:06:00.000Z")


def test_where_a_clock_runs_it_is_the_clock_that_counts() -> None:
    floor = Floor("rivers", CLOCK)
    floor.dealt("ann")
    view = table_view(floor.live.live, None).state
    assert view.deadline is not None
    assert view.waits_until is None
    assert floor.live.deadline == floor.now + CLOCK.decision


@pytest.mark.parametrize(("gone", "wait"), [(False, PUBLIC_WAIT), (True, PUBLIC_GRACE)])
@pytest.mark.parametrize("how", ["restart", "thaw", "pause"])
def test_after_a_pause_people_have_their_full_time_again(how: str, gone: bool, wait: float) -> None:
    """The longest wait, and the patience with somebody who is away."""
    floor = Floor("rivers", None)
    floor.dealt("ann", "bob")
    if gone:
        floor.gone("bob")
    floor.wait(wait - 1)
    match how:
        case "restart":
            floor.restart()
        case "thaw":
            floor.live.freeze(True, floor.now)
            assert floor.live.deadline is None
            floor.now += 1e6
            floor.live.freeze(False, floor.now)
        case "pause":
            floor.now += 1e6
            floor.live.resume(floor.now)
    floor.wait(wait - STEP)
    assert floor.decided(2) == (None, None)
    floor.wait(STEP)
    assert floor.decided(2)[1] == "away rule"


def test_a_clock_whose_bets_have_left_asks_for_no_more_ticks() -> None:
    floor = Floor("rivers", CLOCK)
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.live.leave("ann", floor.now)
    assert floor.live.deadline is None
    floor.wait(1e6)
    assert floor.in_hand("ann") == PURSE

"""Without a clock nobody is held up by one who is away or does nothing; who is alone finds all as it was."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pitboss.round import away_decision
from pitboss.table import PROPOSITION
from pitboss.table.audience import encode
from pitboss.table.seating import Instruction, MissedDecision
from pitboss.table.settings import (
    NUDGE_GRACE,
    PRIVATE_GRACE,
    PRIVATE_WAIT,
    PUBLIC_GRACE,
    PUBLIC_WAIT,
    remembered,
    seating_text,
    settings_text,
)
from pitboss.table.views import table_view
from tests.table.rig import CLOCK, HOUSES, PURSE, STEP, Floor

GRACES = pytest.mark.parametrize(("private", "grace"), [(False, PUBLIC_GRACE), (True, PRIVATE_GRACE)])


def _notes(floor: Floor, kind: str) -> list[dict[str, object]]:
    return [json.loads(encode(each.note)) for each in floor.changes() if each.note and each.note.k == kind]


def test_the_graces_are_a_minute_in_public_and_five_among_friends() -> None:
    assert (PUBLIC_GRACE, PRIVATE_GRACE, NUDGE_GRACE) == (60, 300, 60)


@GRACES
@pytest.mark.parametrize("house", HOUSES)
def test_bets_of_who_is_away_go_back_and_the_others_are_dealt_to(
    house: str, private: bool, grace: float
) -> None:
    floor = Floor(house, None, private=private)
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.bet("bob")
    floor.ready("ann")
    floor.gone("bob")
    assert floor.awaited() == [("away", (2,))]  # nobody waits for him by name
    floor.wait(grace - STEP)
    assert floor.phase == "bets"
    assert floor.in_hand("bob") < PURSE
    floor.changes()
    floor.wait(STEP)
    assert floor.phase == "decisions"
    assert [seat.player for seat in floor.state.seats] == ["ann"]
    assert floor.in_hand("bob") == PURSE
    told = {"k": "sat_out", "name": "Bob", "seats": [2], "why": "away", "by": None}
    assert _notes(floor, "sat_out") == [told]


@GRACES
@pytest.mark.clause("STD-13")
def test_std_13_a_hand_of_who_is_away_is_decided_and_that_stays_to_be_read(
    private: bool, grace: float
) -> None:
    floor = Floor("rivers", None, private=private)
    floor.dealt("ann", "bob")
    floor.gone("bob")
    floor.play("ann")
    rule = away_decision(floor.state, 2).action
    floor.wait(grace - STEP)
    assert floor.decided(2) == (None, None)
    floor.changes()
    floor.wait(STEP)
    assert floor.phase == "settled"
    told = {"seat": 2, "name": "Bob", "action": rule, "by": "away rule", "why": "away"}
    assert _notes(floor, "decided_for") == [{"k": "decided_for", **told}]
    missed = MissedDecision(1, 2, rule, "away rule", "away")
    for person in ("ann", "bob", None):
        assert table_view(floor.live.live, person).seats[1].missed == missed
    floor.bet("ann")
    floor.come("bob")
    assert table_view(floor.live.live, "bob").seats[1].missed == missed  # he has not seen it yet
    kept = remembered(
        settings_text(floor.live.settings), seating_text(floor.live.seating, floor.live.turn, 2)
    )
    assert kept.seating.people["bob"].missed == (missed,)
    floor.bet("bob")
    assert table_view(floor.live.live, "bob").seats[1].missed is None


def test_who_is_alone_or_whose_company_is_away_too_finds_everything_as_it_was() -> None:
    floor = Floor("rivers", None, private=True)
    floor.dealt("ann", "bob")
    floor.gone("ann")
    floor.gone("bob")
    floor.wait(PRIVATE_WAIT - 1)
    assert (floor.decided(1), floor.decided(2)) == ((None, None), (None, None))
    floor.come("ann")  # now somebody waits
    floor.wait(1 - STEP)
    assert floor.decided(2) == (None, None)


def test_who_comes_back_in_time_is_waited_for_by_name_again() -> None:
    floor = Floor("rivers", None)
    floor.dealt("ann", "bob")
    floor.play("ann")
    floor.gone("bob")
    floor.wait(PUBLIC_GRACE - 1)
    floor.come("bob")
    assert floor.awaited() == [("decision", (2,))]
    floor.wait(10)
    assert floor.decided(2) == (None, None)
    floor.gone("bob")
    floor.wait(PUBLIC_GRACE - STEP)  # in full again
    assert floor.decided(2) == (None, None)


def test_a_clock_decides_by_itself_and_tells_so() -> None:
    floor = Floor("rivers", CLOCK)
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.bet("bob")
    floor.gone("bob")
    assert floor.live.patience == {}
    floor.wait(CLOCK.bets)
    assert _notes(floor, "time_up") == [{"k": "time_up", "why": "clock", "seats": [1, 2]}]
    assert floor.phase == "decisions"
    floor.play("ann")
    assert floor.awaited() == [("away", (2,))]
    floor.wait(CLOCK.decision)
    assert [each["why"] for each in _notes(floor, "decided_for")] == ["clock"]


def test_anybody_at_the_table_nudges_and_a_nudge_without_an_answer_ends_the_wait() -> None:
    floor = Floor("rivers", None)
    floor.sit("ann", "bob", "cat")
    floor.bet("ann")
    floor.ready("ann")
    floor.bet("bob")
    floor.changes()
    floor.power("ann", "nudge", seat=2)
    assert _notes(floor, "nudge") == [{"k": "nudge", "name": "Bob", "seat": 2, "by": "Ann"}]
    frame = table_view(floor.live.live, None).state.patience
    assert [(each.seats, each.why, each.until) for each in frame] == [
        ((2,), "nudged", "1970-01-01T00:01:00.000Z")
    ]
    assert floor.refused(floor.power, "cat", "nudge", seat=2).code == "nudged"
    assert floor.refused(floor.power, "dan", "nudge", seat=2).code == "no_seat"
    assert floor.refused(floor.power, "bob", "nudge", seat=1).code == "not_awaited"
    assert floor.refused(floor.power, "bob", "nudge", seat=2).code == "own_seat"
    floor.power("ann", "nudge", seat=3)
    floor.wait(NUDGE_GRACE - STEP)
    assert floor.phase == "bets"
    floor.ready("cat")  # an answer
    floor.wait(STEP)
    assert floor.phase == "decisions"
    assert floor.in_hand("bob") == PURSE
    floor.play("ann")
    assert floor.phase == "settled"
    floor.bet("ann")  # and in the next round nobody waits for him
    floor.ready("ann", "cat")
    assert floor.phase == "decisions"
    view = table_view(floor.live.live, "ann")
    assert (view.seats[1].out, view.seats[2].out) == ("idle", None)
    floor.power("bob", "instruct", instruction="away fold")
    assert table_view(floor.live.live, "ann").seats[1].out is None


def test_a_nudge_is_for_one_who_is_awaited_and_there_and_for_this_phase() -> None:
    floor = Floor("rivers", None)
    floor.dealt("ann", "bob")
    floor.power("ann", "nudge", seat=2)
    floor.play("bob")
    assert floor.live.patience == {}
    floor.play("ann")
    floor.deal("ann", "bob")
    floor.gone("bob")
    assert floor.refused(floor.power, "ann", "nudge", seat=2).code == "away"
    assert floor.live.clocks.nudged == {}


def test_an_idle_bank_is_given_back_or_dealt_against() -> None:
    floor = Floor("napa-valley", None)
    floor.sit("ann", "bob")
    floor.live.want_bank("ann", True, floor.now)
    floor.take_bank("ann")
    floor.bet("bob")
    floor.ready("bob")
    floor.power("bob", "nudge", seat=1)
    floor.wait(NUDGE_GRACE)
    assert floor.phase == "decisions"
    assert floor.state.bank is not None
    assert floor.state.bank.player == "ann"


# A table without a clock waits long, but not for ever: who has vanished locks nobody's stake
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


# The view says what the table waits for, to everybody alike
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

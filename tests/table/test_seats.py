"""Seats: who may sit where, who keeps a seat and how long."""

from __future__ import annotations

import pytest

from tests.table.rig import CLOCK, HOUSES, PEOPLE, Floor


@pytest.mark.clause("STD-9")
def test_std_9_seats_are_numbered_from_one_to_seven() -> None:
    floor = Floor()
    floor.come("ann")
    for seat in (0, 8, -1):
        refusal = floor.refused(floor.live.sit, "ann", seat, 0.0)
        assert (refusal.code, refusal.clause) == ("no_seat", "STD-9")
    floor.live.sit("ann", 7, 0.0)
    assert floor.seats() == {7: "ann"}


def test_nobody_sits_on_anothers_seat_or_twice_on_one() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.come("bob")
    assert "Ann" in floor.refused(floor.live.sit, "bob", 1, 0.0).text
    assert "yours" in floor.refused(floor.live.sit, "ann", 1, 0.0).text


@pytest.mark.parametrize("call", ["sit", "stand", "ready", "bet", "draft", "instruct", "more_time"])
def test_a_stranger_comes_to_the_table_first(call: str) -> None:
    floor = Floor("napa-valley")
    live = floor.live
    live.tick(0.0)
    calls = {
        "sit": lambda: live.sit("ann", 1, 0.0),
        "stand": lambda: live.stand("ann", None, 0.0),
        "ready": lambda: live.ready("ann", 0.0),
        "bet": lambda: live.bet("ann", "c", 1, {"ante": 1000}, "", 0.0),
        "draft": lambda: live.draft("ann", 1, {"ante": 1000}),
        "instruct": lambda: live.instruct("ann", "away fold"),
        "more_time": lambda: live.more_time("ann", 0.0),
    }
    assert floor.refused(calls[call]).code == "not_here"


@pytest.mark.parametrize("house", HOUSES)
def test_one_person_takes_as_many_seats_as_the_sheet_allows(house: str) -> None:
    floor = Floor(house)
    floor.come("ann")
    most = {"napa-valley": 3}.get(house, 7)  # NAPA-14; STD-9
    for seat in range(1, most + 1):
        floor.live.sit("ann", seat, 0.0)
    assert floor.seats() == dict.fromkeys(range(1, most + 1), "ann")
    if most < 7:
        refusal = floor.refused(floor.live.sit, "ann", most + 1, 0.0)
        assert (refusal.code, refusal.clause) == ("hands", "NAPA-14")


@pytest.mark.clause("NAPA-14")
def test_napa_14_seats_of_one_person_are_side_by_side() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", first=3)
    for seat in (1, 5, 7):
        refusal = floor.refused(floor.live.sit, "ann", seat, 0.0)
        assert (refusal.code, refusal.clause) == ("not_consecutive", "NAPA-14")
    floor.live.sit("ann", 2, 0.0)
    floor.live.sit("ann", 4, 0.0)
    assert floor.seats() == {2: "ann", 3: "ann", 4: "ann"}


@pytest.mark.clause("NAPA-14")
def test_napa_14_the_last_seat_is_not_beside_the_first() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", first=7)
    assert floor.refused(floor.live.sit, "ann", 1, 0.0).clause == "NAPA-14"


@pytest.mark.clause("NAPA-14")
def test_napa_14_nobody_gives_up_the_seat_in_the_middle() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", first=2)
    for seat in (3, 4):
        floor.live.sit("ann", seat, 0.0)
    assert floor.refused(floor.stand, "ann", 3).clause == "NAPA-14"
    floor.stand("ann", 4)
    floor.stand("ann", 2)
    assert floor.seats() == {3: "ann"}


def test_elsewhere_seats_of_one_person_may_be_apart() -> None:
    floor = Floor("shine")
    floor.sit("ann", first=1)
    floor.live.sit("ann", 7, 0.0)
    floor.live.sit("ann", 4, 0.0)
    floor.stand("ann", 4)
    assert floor.seats() == {1: "ann", 7: "ann"}


def test_a_seat_that_is_not_ones_own_is_not_given_up() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    assert floor.refused(floor.stand, "ann", 2).code == "not_yours"
    assert floor.refused(floor.stand, "ann", 5).code == "not_yours"


def test_who_stands_before_the_deal_without_a_bet_is_gone_at_once() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("bob")
    floor.stand("ann")
    assert floor.seats() == {2: "bob"}
    assert "ann" in floor.live.seating.people  # as an onlooker


def test_who_stands_with_a_bet_leaves_after_the_hand() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.stand("ann")
    assert floor.live.seating.people["ann"].leaving
    floor.bet("bob")
    floor.ready("ann", "bob")
    floor.play("ann")
    assert floor.seats() == {1: "ann", 2: "bob"}
    floor.play("bob")
    assert floor.phase == "settled"
    assert floor.seats() == {2: "bob"}


def test_who_gives_up_one_of_two_seats_with_a_bet_keeps_the_other() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.live.sit("ann", 2, 0.0)
    floor.deal("ann")
    floor.stand("ann", 2)
    floor.play("ann", seat=1)
    floor.play("ann", seat=2)
    assert floor.seats() == {1: "ann"}


def test_who_sits_down_again_does_not_leave_after_all() -> None:
    floor = Floor()
    floor.dealt("ann")
    floor.stand("ann")
    floor.live.sit("ann", 2, floor.now)
    floor.play("ann", seat=1)
    assert floor.seats() == {1: "ann", 2: "ann"}


@pytest.mark.parametrize("house", HOUSES)
def test_a_void_round_ends_the_hand_for_who_is_leaving(house: str) -> None:
    floor = Floor(house)
    floor.dealt("ann", "bob")
    floor.stand("ann")
    floor.void()
    assert floor.seats() == {2: "bob"}


def test_who_is_gone_keeps_the_seat_and_finds_everything_again() -> None:
    floor = Floor()
    floor.dealt("ann", "bob")
    floor.instruct("ann", "away fold")
    before = floor.live.seating.people["ann"]
    cards = floor.state.seat(1)
    floor.gone("ann")
    assert not floor.live.seating.people["ann"].here
    assert floor.told()[-1] == "away"
    floor.wait(5)
    floor.come("ann")
    assert floor.told() == ["back"]
    assert floor.live.seating.people["ann"] == before
    assert floor.state.seat(1) == cards
    floor.play("ann")
    assert floor.decided(1) == ("play", "player")


def test_who_is_gone_without_a_seat_is_forgotten() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.come("bob")
    floor.gone("bob")
    floor.gone("cat")
    assert set(floor.live.seating.people) == {"ann"}


def _round(floor: Floor, person: str) -> None:
    """A round that one person plays, and the pause after it."""
    floor.bet(person)
    floor.wait(CLOCK.bets)
    floor.wait(CLOCK.decision)
    assert floor.phase == "settled"
    floor.wait(CLOCK.result)


@pytest.mark.parametrize("gone", [False, True])
def test_a_seat_is_held_for_three_rounds_without_a_bet(gone: bool) -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    if gone:
        floor.gone("bob")
    for _ in range(2):
        _round(floor, "ann")
        assert floor.seats() == {1: "ann", 2: "bob"}
    _round(floor, "ann")
    assert floor.seats() == {1: "ann"}
    assert ("bob" in floor.live.seating.people) is not gone


def test_a_bet_starts_the_count_anew() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    for _ in range(2):
        _round(floor, "ann")
    _round(floor, "bob")
    for _ in range(2):
        _round(floor, "ann")
    assert floor.seats() == {1: "ann", 2: "bob"}
    _round(floor, "ann")
    assert floor.seats() == {1: "ann"}


def test_a_round_that_was_dealt_before_one_sat_down_does_not_count() -> None:
    floor = Floor()
    floor.dealt("ann")
    floor.come("bob")
    floor.live.sit("bob", 2, floor.now)
    floor.wait(CLOCK.decision + CLOCK.result)
    for _ in range(2):
        _round(floor, "ann")
    assert floor.seats() == {1: "ann", 2: "bob"}
    _round(floor, "ann")
    assert floor.seats() == {1: "ann"}


def test_without_a_clock_a_seat_is_held_for_ever() -> None:
    floor = Floor(clock=None)
    floor.sit("ann", "bob")
    for _ in range(5):
        floor.bet("ann")
        floor.ready("ann", "bob")
        floor.play("ann")
    assert floor.seats() == {1: "ann", 2: "bob"}


def test_seven_people_fill_the_table() -> None:
    floor = Floor()
    floor.sit(*PEOPLE)
    refusal = floor.refused(floor.live.add_bot, "timid", 0.0)
    assert (refusal.code, refusal.clause) == ("full", "STD-9")

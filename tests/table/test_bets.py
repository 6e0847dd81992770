"""Bets: on one's own seat, until all are ready or the clock of the first bet has run out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.ledger.deeds import OtherContent
from tests.clauses.tables import FULL_BET
from tests.table.rig import ANTE, CLOCK, HOUSES, PURSE, STEP, Floor


@pytest.mark.parametrize("house", HOUSES)
def test_a_bet_stands_on_ones_own_seat_only(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann", "bob")
    for seat in (1, 3):
        assert floor.refused(floor.bet, "bob", seat=seat).code == "not_yours"
    floor.bet("bob")
    assert [seat.player for seat in floor.state.seats] == ["bob"]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("ended", [False, True])
def test_a_bet_that_the_rules_refuse_changes_nothing(house: str, ended: bool) -> None:
    """Also while the paid round still lies on the felt: it must not be swept away by a refused bet."""
    floor = Floor(house)
    floor.sit("ann")
    if ended:
        floor.deal("ann")
        floor.play("ann")
        assert floor.phase == "settled"
    for wagers in ({"ante": 1}, {"ante": 50_100}, {"nothing": 500}, {"ante": -1000}):
        floor.refused(floor.bet, "ann", wagers)
    assert floor.refused(floor.bet, "ann", {}).code == "no_bet"
    refusal = floor.refused(floor.live.bet, "ann", "c", 1, {"ante": 1000}, "no seed", floor.now)
    assert refusal.code == "seed"


@pytest.mark.parametrize("ended", [False, True])
def test_a_bet_beyond_ones_money_changes_nothing(ended: bool) -> None:
    floor = Floor()
    floor.pit.grant("hal", 2500, "op", "hal")
    floor.come("hal")
    floor.live.sit("hal", 1, 0.0)
    if ended:
        floor.bet("hal", {"ante": 500})
        floor.ready("hal")
        floor.void()
    refusal = floor.refused(floor.bet, "hal", {"ante": 1500})
    assert refusal.code == "funds"
    assert "$30" in refusal.text  # as much again is kept for Play
    floor.bet("hal", {"ante": 1000})


@pytest.mark.parametrize("house", HOUSES)
def test_the_cards_are_dealt_as_soon_as_everybody_is_ready(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann", "bob", "cat")
    floor.bet("ann", FULL_BET[house])
    floor.ready("ann")
    floor.bet("bob")
    floor.ready("bob")
    assert floor.phase == "bets"
    floor.ready("cat")  # without a bet: cat sits this one out
    assert floor.phase == "decisions"
    assert [seat.number for seat in floor.state.seats] == [1, 2]


def test_a_new_bet_is_not_ready() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.ready("ann")
    floor.bet("ann", {"ante": 2000})
    floor.bet("bob")
    floor.ready("bob")
    assert floor.phase == "bets"
    floor.ready("ann")
    assert floor.phase == "decisions"


def test_who_is_ready_twice_is_told_of_once() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.ready("ann")
    floor.unchanged(floor.ready, "ann")


@pytest.mark.parametrize("house", HOUSES)
def test_the_clock_runs_from_the_first_bet(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann", "bob")
    floor.wait(1000)
    assert floor.phase == "bets"
    assert floor.live.deadline is None  # nobody is hurried before there is a bet
    floor.bet("ann")
    assert floor.live.deadline == floor.now + CLOCK.bets
    floor.wait(15)
    floor.bet("bob")
    floor.bet("ann", {"ante": 2000})
    assert floor.live.deadline == floor.now + 5
    floor.wait(5 - STEP)
    assert floor.phase == "bets"
    floor.wait(STEP)
    assert floor.phase == "decisions"


def test_a_cleared_bet_stops_the_clock() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.wait(12)
    floor.bet("ann", {})
    assert floor.live.deadline is None
    floor.wait(100)
    floor.bet("bob")
    assert floor.phase == "bets"
    assert floor.live.deadline == floor.now + CLOCK.bets
    assert floor.in_hand("ann") == PURSE


@pytest.mark.clause("NAPA-14")
def test_napa_14_a_bet_in_the_middle_is_not_cleared() -> None:
    """Otherwise the deal would be refused, and the table stand still for ever."""
    floor = Floor("napa-valley")
    floor.sit("ann", first=2)
    for seat in (3, 4):
        floor.live.sit("ann", seat, 0.0)
    for seat in (2, 3, 4):
        floor.bet("ann", seat=seat)
    assert floor.refused(floor.bet, "ann", {}, seat=3).clause == "NAPA-14"
    floor.bet("ann", {}, seat=4)
    floor.bet("ann", {}, seat=3)
    floor.wait(CLOCK.bets)
    assert [seat.number for seat in floor.state.seats] == [2]


@pytest.mark.parametrize("gone", ["ann", "bob"])
def test_who_has_bet_and_is_gone_is_left_the_time_to_come_back(gone: str) -> None:
    """The clock decides, not the loss of the connection."""
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.bet("bob")
    floor.ready("bob")
    floor.gone(gone)
    if gone == "ann":
        assert floor.phase == "bets"
        floor.come("ann")
        floor.bet("ann", {"ante": 500})
        floor.wait(CLOCK.bets)
    else:
        floor.ready("ann")  # bob was ready before
    assert floor.phase == "decisions"


def test_who_is_gone_without_a_bet_holds_nobody_up() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.ready("ann")
    assert floor.phase == "bets"
    floor.gone("bob")
    assert floor.phase == "decisions"


def test_ready_is_for_people_with_a_seat_before_the_deal() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.come("bob")
    assert floor.refused(floor.ready, "bob").code == "no_seat"
    floor.deal("ann")
    assert floor.refused(floor.ready, "ann").code == "phase"


@pytest.mark.parametrize("house", HOUSES)
def test_after_the_deal_bets_are_locked(house: str) -> None:
    floor = Floor(house)
    floor.dealt("ann", "bob")
    floor.come("cat")
    floor.live.sit("cat", 3, floor.now)
    for person, wagers in (("ann", {"ante": 2000}), ("bob", {}), ("cat", ANTE)):
        assert floor.refused(floor.bet, person, wagers).code == "phase"


@pytest.mark.parametrize("house", HOUSES)
def test_a_repeated_bet_is_one_bet(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann", "bob")
    floor.bet("ann", command="once")
    floor.ready("ann")
    floor.unchanged(floor.bet, "ann", command="once")  # and ann is still ready
    floor.bet("bob")
    floor.ready("bob")
    assert floor.phase == "decisions"
    floor.unchanged(floor.bet, "ann", command="once")
    floor.play("ann")
    floor.play("bob")
    floor.unchanged(floor.bet, "ann", command="once")  # the paid round stays
    floor.wait(CLOCK.result)
    floor.unchanged(floor.bet, "ann", command="once")
    assert floor.state.seats == ()


def test_a_command_id_is_not_used_for_another_bet() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.bet("ann", command="once")
    before = floor.picture()
    with pytest.raises(OtherContent):
        floor.bet("ann", {"ante": 2000}, command="once")
    assert floor.picture() == before


@pytest.mark.parametrize("clock", [CLOCK, None])
def test_the_paid_round_stays_on_the_felt(clock: object) -> None:
    floor = Floor(clock=CLOCK if clock else None)
    floor.dealt("ann")
    floor.play("ann")
    paid = floor.state
    assert paid.phase == "settled"
    floor.wait(CLOCK.result - STEP)
    assert floor.state == paid
    floor.wait(STEP)
    if clock:
        assert floor.phase == "bets"
        assert floor.state.id != paid.id
    else:
        floor.wait(1e6)
        assert floor.state == paid
        floor.bet("ann")
        assert floor.state.id != paid.id


def test_a_draft_is_looked_at_and_not_stored() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    before = floor.picture()
    spots = {spot.id: spot for spot in floor.live.draft("ann", 1, {"progressive": 100})}
    assert spots["progressive"].why_clause == "RIV-2"
    assert spots["ante"].enabled
    assert floor.picture() == before
    assert floor.refused(floor.live.draft, "ann", 2, ANTE).code == "not_yours"


def test_a_draft_is_open_while_the_paid_round_lies_there() -> None:
    floor = Floor()
    floor.dealt("ann")
    assert not any(spot.enabled for spot in floor.live.draft("ann", 1, ANTE))
    floor.play("ann")
    assert floor.phase == "settled"
    assert floor.live.draft("ann", 1, ANTE)[0].enabled


@pytest.mark.parametrize("house", HOUSES)
def test_one_persons_own_table_waits_for_ever(house: str) -> None:
    floor = Floor(house, clock=None, terminal=True)
    floor.sit("ann", "bob")
    seen = []
    steps: list[Callable[[], object]] = [
        lambda: floor.bet("ann"),
        lambda: floor.bet("bob"),
        lambda: floor.ready("ann"),
        lambda: floor.gone("bob"),
        lambda: floor.come("bob"),
        lambda: floor.ready("bob"),
        lambda: floor.play("ann", "fold"),
        lambda: floor.gone("bob"),
        lambda: floor.come("bob"),
        lambda: floor.play("bob", "fold"),
    ]
    for step in steps:
        step()
        seen.append(floor.phase)
        assert floor.live.deadline is None
        before = floor.picture()
        for _ in range(3):
            floor.now += 1e7
            floor.live.tick(floor.now)
        assert floor.picture() == before
    assert seen == ["bets"] * 5 + ["decisions"] * 4 + ["settled"]

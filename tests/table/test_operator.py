"""The operator: stopping a table, declaring a round void, closing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.round import Decide, EndDeal, RevealDealer, Round, legal_actions
from pitboss.table import StartDeal
from tests.clauses.tables import FULL_BET
from tests.table.rig import ANTE, CLOCK, HOUSES, STEP, Floor

STAGES = ("empty", "bets", "offered", "banked", "deal", "decisions", "decided", "all decided", "reveal")


def at_stage(house: str, stage: str, clock: object = CLOCK) -> Floor:
    """A table whose round has got as far as this. Stages that a live table passes at once are those in which
    a process may have ended."""
    floor = Floor(house, CLOCK if clock else None)
    floor.sit("ann", "bob", "cat")
    napa = house == "napa-valley"
    if stage == "empty":
        return floor
    if napa and stage in ("offered", "banked"):
        floor.live.want_bank("cat", True, floor.now)
    floor.bet("ann", FULL_BET[house])
    floor.bet("bob")
    if napa and stage == "banked":
        floor.take_bank("cat")
    if stage in ("bets", "offered", "banked"):
        return floor
    if stage in ("decisions", "decided"):
        floor.ready("ann", "bob", "cat")
        if stage == "decided":
            floor.play("ann")
        return floor
    dealer = f"table:{floor.live.id}"
    floor.live.pit_table.do(dealer, floor.new_id(), StartDeal())
    if stage == "deal":
        return floor
    floor.live.pit_table.do(dealer, floor.new_id(), EndDeal())
    for person, number in (("ann", 1), ("bob", 2)):
        command = _folds(floor.state, number)
        floor.live.pit_table.do(person, floor.new_id(), command)
    if stage == "reveal":
        floor.live.pit_table.do(dealer, floor.new_id(), RevealDealer())
    return floor


def _folds(state: Round, number: int) -> Decide:
    seat = state.seat(number)
    assert seat is not None
    return legal_actions(state, number)[0].command(seat.player)


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.clause("STD-12")
def test_std_12_a_void_round_gives_everything_back(house: str, stage: str) -> None:
    floor = at_stage(house, stage)
    floor.void("once")
    assert floor.phase == "void"
    floor.money_is_back()
    floor.unchanged(floor.void, "once")
    assert floor.refused(floor.void).code == "no_round"
    floor.wait(CLOCK.result)
    assert floor.phase == "bets"
    assert floor.state.seats == ()
    assert floor.state.bank is None


@pytest.mark.clause("NAPA-12")
def test_napa_12_exposed_cards_void_the_deal_and_nothing_else() -> None:
    for stage in STAGES:
        floor = at_stage("napa-valley", stage)
        if stage == "deal":
            floor.live.void("op", "v", "exposed", floor.now)
            floor.money_is_back()
        else:
            refusal = floor.refused(floor.live.void, "op", "v", "exposed", floor.now)
            assert refusal.clause == "NAPA-12"


def test_a_repeated_void_does_not_count_as_another_round() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", "bob")
    floor.live.want_bank("ann", True, 0.0)
    floor.take_bank("ann")
    floor.bet("bob")
    floor.void("once")
    for _ in range(5):
        floor.unchanged(floor.void, "once")
    assert floor.live.turn.streak == 1
    floor.wait(CLOCK.result)
    assert floor.live.turn.offered == "ann"


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", ["empty", "bets", "offered", "decisions", "decided"])
def test_a_stopped_table_stands_still(house: str, stage: str) -> None:
    floor = at_stage(house, stage)
    live = floor.live
    live.freeze(True, floor.now)
    assert live.deadline is None
    for _ in range(3):
        floor.now += 1000
        floor.unchanged(live.tick, floor.now)
    floor.come("dan")
    calls: list[Callable[[], object]] = [
        lambda: floor.bet("ann"),
        lambda: floor.ready("cat"),
        lambda: live.sit("dan", 4, floor.now),
        lambda: live.add_bot("timid", floor.now),
        lambda: floor.play("bob"),
        lambda: live.more_time("bob", floor.now),
        lambda: floor.take_bank("cat"),
    ]
    for call in calls:
        assert floor.refused(call).code == "frozen"
    floor.unchanged(live.freeze, True, floor.now)


@pytest.mark.parametrize(
    ("stage", "seconds", "after"),
    [("bets", CLOCK.bets, "decisions"), ("decided", CLOCK.decision, "settled")],
)
@pytest.mark.parametrize("house", HOUSES)
def test_a_table_that_goes_on_has_full_clocks(house: str, stage: str, seconds: float, after: str) -> None:
    floor = at_stage(house, stage)
    phase = floor.phase
    floor.wait(seconds - 1)
    floor.live.freeze(True, floor.now)
    floor.wait(5000)
    floor.live.freeze(False, floor.now)
    assert floor.phase == phase
    assert floor.live.deadline == floor.now + seconds
    floor.wait(seconds - STEP)
    assert floor.phase == phase
    floor.wait(STEP)
    assert floor.phase == after


def test_an_offer_and_a_paid_round_have_full_clocks_too() -> None:
    floor = at_stage("napa-valley", "offered")
    floor.wait(5)
    floor.live.freeze(True, floor.now)
    floor.wait(100)
    floor.live.freeze(False, floor.now)
    assert floor.live.turn.offered == "cat"
    assert floor.live.deadline == floor.now + CLOCK.bank_offer
    floor.take_bank("cat")
    floor.ready("ann", "bob", "cat")
    floor.wait(CLOCK.decision)
    floor.live.freeze(True, floor.now)
    floor.wait(100)
    floor.live.freeze(False, floor.now)
    assert floor.phase == "settled"
    assert floor.live.deadline == floor.now + CLOCK.result


def test_a_stopped_table_without_bets_has_no_clock_when_it_goes_on() -> None:
    floor = at_stage("rivers", "empty")
    floor.live.freeze(True, 0.0)
    floor.live.freeze(False, 50.0)
    assert floor.live.deadline is None


def test_a_stopped_round_can_be_void() -> None:
    floor = at_stage("rivers", "decided")
    floor.live.freeze(True, floor.now)
    floor.void()
    floor.money_is_back()
    floor.wait(100)
    assert floor.phase == "void"
    floor.live.freeze(False, floor.now)
    floor.wait(CLOCK.result)
    assert floor.phase == "bets"


@pytest.mark.parametrize("clock", [CLOCK, None])
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", ["empty", "bets", "offered", "banked"])
def test_closing_gives_undealt_bets_back(house: str, stage: str, clock: object) -> None:
    floor = at_stage(house, stage, clock)
    floor.close("once")
    assert floor.live.stored_table.closed
    floor.money_is_back()
    assert floor.live.turn.offered is None
    _is_closed(floor)
    floor.unchanged(floor.close, "once")


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", ["deal", "decisions", "decided", "all decided", "reveal"])
def test_closing_finishes_the_running_round_first(house: str, stage: str) -> None:
    floor = at_stage(house, stage)
    floor.close("once")
    floor.unchanged(floor.close, "once")
    assert floor.refused(floor.close, "another").code == "closing"
    if stage in ("deal", "decisions", "decided"):
        assert not floor.live.stored_table.closed
        assert floor.refused(floor.live.add_bot, "timid", floor.now).code == "closing"
        floor.come("dan")
        assert floor.refused(floor.live.sit, "dan", 5, floor.now).code == "closing"
        if stage != "decided":
            floor.play("ann", "fold")
        floor.wait(CLOCK.decision)
    assert floor.phase == "settled"  # and stays on the felt
    assert floor.live.stored_table.closed
    assert {
        name: held for name, held in floor.books().items() if name.startswith(("escrow", "bank")) and held
    } == {}
    floor.unchanged(floor.close, "once")
    _is_closed(floor)


def _is_closed(floor: Floor) -> None:
    """Nothing more is accepted, and nothing more happens."""
    live = floor.live
    assert live.deadline is None
    floor.unchanged(live.tick, floor.now + 1e6)
    calls: list[Callable[[], object]] = [
        lambda: live.sit("ann", 7, floor.now),
        lambda: live.add_bot("timid", floor.now),
        lambda: live.bet("ann", "late", 1, dict(ANTE), "", floor.now),
        lambda: live.ready("ann", floor.now),
        lambda: live.decide("ann", "late", 1, "play", None, floor.now),
        lambda: live.more_time("ann", floor.now),
        lambda: live.take_bank("cat", "late", 50_000, floor.now),
        lambda: live.void("op", "late", "malfunction", floor.now),
        lambda: live.close("op", "late", floor.now),
    ]
    for call in calls:
        floor.refused(call)


def test_who_sits_at_a_closed_table_can_still_get_up_and_go() -> None:
    floor = at_stage("rivers", "bets")
    floor.close()
    floor.stand("ann")
    floor.gone("ann")
    assert "ann" not in floor.live.seating.people

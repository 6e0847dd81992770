"""A process ends and another takes its tables over: the same cards, full clocks, not a cent elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.ledger.journal import LeaseLost
from pitboss.round import Round
from pitboss.table.settings import OFFER_WAIT, PUBLIC_WAIT
from tests.clauses.tables import FULL_BET
from tests.table.rig import CLOCK, HOUSES, STEP, Floor
from tests.table.test_operator import STAGES, at_stage


def _untouched(before: Round, after: Round) -> bool:
    """Whether the round has gone on with the same bets, cards and decisions."""
    return (
        before.id == after.id
        and before.bank == after.bank
        and (not before.deck or before.deck == after.deck)
        and all(
            old.cards in ((), new.cards) and old.bet == new.bet and old.action in (None, new.action)
            for old, new in zip(before.seats, after.seats, strict=True)
        )
    )


@pytest.mark.parametrize("clock", [CLOCK, None])
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", STAGES)
def test_the_round_goes_on_where_it_was(house: str, stage: str, clock: object) -> None:
    floor = at_stage(house, stage, clock)
    before = floor.state
    floor.now += 1000
    floor.restart()
    after = floor.state
    assert _untouched(before, after)
    live = floor.live
    if stage in ("all decided", "reveal"):
        assert after.phase == "settled"
        wanted = CLOCK.result
    elif stage in ("deal", "decisions", "decided"):
        assert after.phase == "decisions"
        wanted = CLOCK.decision
    else:
        assert after.phase == "bets"
        assert after == before
        offered = live.turn.offered is not None
        wanted = CLOCK.bank_offer if offered else CLOCK.bets
    due = live.deadline
    if stage == "empty" or (clock is None and after.phase == "settled"):
        assert due is None
    elif clock is None:
        offered = live.turn.offered is not None
        assert due == floor.now + (OFFER_WAIT if offered else PUBLIC_WAIT)
    else:
        assert due == floor.now + wanted
        floor.wait(wanted - STEP)
        assert floor.phase == after.phase
        floor.wait(CLOCK.bets + CLOCK.decision)
        assert floor.state.id != before.id or floor.phase == "settled"


@pytest.mark.parametrize("house", HOUSES)
def test_a_table_whose_people_are_not_known_any_more_waits_for_the_clock(house: str) -> None:
    floor = at_stage(house, "bets")
    before = floor.state
    floor.live = floor.table_of(floor.pit.take("t"))
    floor.live.tick(floor.now)
    assert floor.state == before
    floor.wait(CLOCK.bets)
    assert floor.phase == "decisions"
    floor.wait(CLOCK.decision)
    assert floor.phase == "settled"
    assert [floor.decided(number)[1] for number in (1, 2)] == ["away rule", "away rule"]


def test_a_stopped_table_stays_stopped() -> None:
    floor = at_stage("rivers", "decided")
    floor.live.freeze(True, floor.now)
    floor.restart()
    before = floor.state
    floor.wait(1000)
    assert floor.state == before
    assert floor.refused(floor.play, "bob").code == "frozen"
    floor.live.freeze(False, floor.now)
    assert floor.live.deadline == floor.now + CLOCK.decision


@pytest.mark.parametrize("house", HOUSES)
def test_an_evening_with_restarts_ends_like_one_without(house: str) -> None:
    def play(*, restarts: bool) -> dict[str, int]:
        floor = Floor(house)
        floor.sit("ann", "bob", "cat")
        steps: list[Callable[[], object]] = []
        for _ in range(3):
            steps += [
                lambda: floor.bet("ann", FULL_BET[house]),
                lambda: floor.bet("bob"),
                lambda: floor.ready("ann", "bob", "cat"),
                lambda: floor.play("bob"),
                lambda: floor.play("ann", "fold"),
                lambda: floor.wait(CLOCK.result),
            ]
        for step in steps:
            if restarts:
                floor.restart()
            step()
        return floor.books()

    assert play(restarts=True) == play(restarts=False)


@pytest.mark.parametrize("house", HOUSES)
def test_who_has_lost_the_table_writes_nothing_any_more(house: str) -> None:
    floor = at_stage(house, "decisions")
    old = floor.live
    floor.restart()
    before = floor.picture()["rows"]
    calls: list[Callable[[], object]] = [
        lambda: old.decide("ann", "late", 1, "play", None, floor.now),
        lambda: old.tick(floor.now + CLOCK.decision),
        lambda: old.void("op", "late", "malfunction", floor.now),
    ]
    for call in calls:
        with pytest.raises(LeaseLost):
            call()
    assert floor.picture()["rows"] == before


@pytest.mark.parametrize("house", HOUSES)
def test_a_command_repeated_after_the_restart_is_one_command(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann", "bob")
    floor.bet("ann", command="bet")
    floor.restart()
    floor.unchanged(floor.bet, "ann", command="bet")
    floor.bet("bob")
    floor.ready("ann", "bob")
    floor.play("ann", command="play")
    floor.restart()
    floor.unchanged(floor.play, "ann", command="play")
    floor.close("close")
    floor.play("bob")
    floor.restart()
    floor.unchanged(floor.close, "close")
    assert floor.refused(floor.close, "other").code == "closing"

"""Decisions: one's own, in time, or the platform's by the instruction that one left (STD-13)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from pitboss.cards import card_text, parse_cards
from pitboss.odds import Game, advise
from pitboss.proof.house_audit import audit
from pitboss.round import Decided, legal_actions, open_table
from pitboss.round.document import dump_event
from pitboss.round.state import Seat
from pitboss.sheet import load_sheet
from pitboss.table.bots import affordable, least_ante
from pitboss.table.seating import Instruction
from pitboss.table.stored_calls import added_money
from tests.table.pit_evening import random_wagers
from tests.table.rig import CLOCK, HOUSES, PEOPLE, PURSE, STEP, Floor, stack

# On both sides of the line of STD-13: queen high, at Pechanga a pair.
PLAYS = dict.fromkeys(HOUSES, "Qs 3h 2d") | {"pechanga": "2s 2h 3d"}
FOLDS = dict.fromkeys(HOUSES, "Js Th 8d") | {"pechanga": "As Kh Jd"}


@pytest.mark.parametrize("house", HOUSES)
def test_only_its_person_decides_for_a_seat(house: str) -> None:
    floor = Floor(house)
    floor.dealt("ann", "bob")
    for seat in (2, 3):
        floor.refused(floor.play, "ann", seat=seat)
    floor.play("ann")
    assert floor.refused(floor.play, "ann", "fold").code == "decided"


@pytest.mark.parametrize("house", HOUSES)
def test_decisions_come_in_any_order_and_the_last_one_ends_the_round(house: str) -> None:
    floor = Floor(house)
    floor.dealt("ann", "bob", "cat")
    floor.changes()
    floor.play("cat")
    floor.play("ann", "fold")
    assert floor.told() == ["decide", "decide"]
    floor.play("bob")
    assert floor.told() == ["decide", "reveal", "settle"]


@pytest.mark.parametrize("house", HOUSES)
def test_a_repeated_decision_is_one_decision(house: str) -> None:
    floor = Floor(house)
    floor.dealt("ann", "bob")
    floor.play("ann", command="once")
    floor.unchanged(floor.play, "ann", command="once")
    floor.play("bob", command="once")  # ids are each person's own
    floor.unchanged(floor.play, "bob", command="once")
    assert floor.phase == "settled"


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-13")
def test_std_13_the_clock_ends_and_the_rule_decides(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(house)
    stack(monkeypatch, [PLAYS[house], FOLDS[house], "9c 8s 4c"], "Ac Kc 7d 7c")
    floor.dealt("ann", "bob", "cat")
    assert floor.live.deadline == CLOCK.decision
    floor.play("cat")
    floor.gone("ann")
    floor.wait(CLOCK.decision - STEP)
    assert floor.phase == "decisions"
    assert floor.state.waiting == (1, 2)
    floor.changes()
    floor.wait(STEP)
    assert floor.phase == "settled"
    decided = floor.decisions()
    assert [(each.seat, each.action, each.by) for each in decided] == [
        (1, "play", "away rule"),
        (2, "fold", "away rule"),
    ]
    assert floor.decided(3) == ("play", "player")


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-13")
def test_std_13_the_mark_is_in_what_is_kept(house: str) -> None:
    floor = Floor(house)
    floor.dealt("ann")
    floor.wait(CLOCK.decision)
    bodies = [json.loads(row[4]) for row in floor.picture()["rows"]["events"]]
    assert [body["by"] for body in bodies if body["k"] == "decide"] == ["away rule"]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-13")
def test_std_13_always_fold(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(house)
    stack(monkeypatch, ["As Ks Qs", "Ah Kh Qh"], "4c 6c 7d 7c")
    floor.sit("ann", "bob")
    floor.instruct("ann", "away fold")
    floor.deal("ann", "bob")
    floor.wait(CLOCK.decision)
    assert floor.decided(1) == ("fold", "away fold")
    assert floor.decided(2) == ("play", "away rule")


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-13")
def test_std_13_the_optimal_strategy_is_what_the_odds_say(house: str) -> None:
    """Any bet, any hand: the platform takes an action that nothing is worth more than."""
    floor = Floor(house)
    chance = Random(f"optimal {house}")
    game = Game(floor.live.table)
    floor.sit(*PEOPLE[:4])
    for person in PEOPLE[:4]:
        floor.instruct(person, "away optimal")
    for _ in range(5):
        for person in PEOPLE[:4]:
            floor.bet(person, random_wagers(floor.live.table, chance))
        floor.wait(CLOCK.bets)
        waiting = floor.state.waiting
        floor.wait(CLOCK.decision)
        for number in waiting:
            seat = floor.state.seat(number)
            assert seat is not None
            assert seat.by == "away optimal"
            worth = advise(game, seat.cards, floor.state.up_cards, dict(seat.wagers)).actions
            assert worth[_named(seat)] == max(worth.values())
        floor.wait(CLOCK.result)


def _named(seat: Seat) -> str:
    return f"draw:{card_text(seat.discard)}" if seat.discard is not None else str(seat.action)


@pytest.mark.parametrize(
    ("house", "cards", "dealer", "wanted"),
    [
        ("rivers", "Qs 6h 4d", "Ac Kc 7c", "play"),
        ("rivers", "Qs 6h 3d", "Ac Kc 7c", "fold"),
        ("napa-valley", "Js 9h 3d", "2c 7c Ac", "fold"),  # an ace shows: the bank plays and is ahead
        ("napa-valley", "As 9h 3d", "2c 7c 4c", "play"),
        ("pechanga", "Ks Qs 2h", "Ac Ah 7c 8c", "draw 2h"),
    ],
)
@pytest.mark.clause("STD-13")
def test_std_13_optimal_on_both_sides_of_known_lines(
    house: str, cards: str, dealer: str, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = Floor(house)
    stack(monkeypatch, [cards], dealer)
    floor.sit("ann")
    floor.instruct("ann", "away optimal")
    floor.deal("ann")
    floor.wait(CLOCK.decision)
    seat = floor.state.seat(1)
    assert seat is not None
    action, _, discard = wanted.partition(" ")
    assert seat.action == action
    if discard:
        assert seat.discard == parse_cards(discard)[0]


def test_the_instruction_counts_that_stands_when_the_clock_ends() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.instruct("ann", "away fold")
    floor.deal("ann")
    for instruction in get_args(Instruction):
        floor.instruct("ann", instruction)
    floor.instruct("ann", "away fold")
    floor.wait(CLOCK.decision)
    assert floor.decided(1) == ("fold", "away fold")


def test_an_instruction_decides_nothing_before_the_clock_ends() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.instruct("ann", "away fold")
    floor.deal("ann")
    floor.wait(CLOCK.decision - STEP)
    assert floor.state.waiting == (1,)


def test_more_time_is_given_twice_to_each_person_in_each_round() -> None:
    floor = Floor()
    floor.dealt("ann", "bob")
    live = floor.live
    for more in (1, 2):
        live.more_time("ann", floor.now)
        assert live.deadline == CLOCK.decision + more * CLOCK.extension
    assert floor.refused(live.more_time, "ann", floor.now).code == "no_more_time"
    live.more_time("bob", floor.now)
    assert live.deadline == CLOCK.decision + 3 * CLOCK.extension
    floor.wait(CLOCK.decision + 3 * CLOCK.extension - STEP)
    assert floor.phase == "decisions"
    floor.wait(STEP)
    assert floor.phase == "settled"
    floor.wait(CLOCK.result)
    floor.deal("ann", "bob")
    begun = floor.now
    live.more_time("ann", floor.now)
    assert live.deadline == begun + CLOCK.decision + CLOCK.extension


def test_more_time_is_for_who_has_to_decide() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    assert floor.refused(floor.live.more_time, "ann", 0.0).code == "no_clock"
    floor.bet("bob", {"pair_plus": 500})  # RIV-4: nothing to decide
    floor.ready("ann", "bob")
    assert floor.refused(floor.live.more_time, "bob", 0.0).code == "no_clock"
    floor.live.more_time("ann", 0.0)
    floor.live.freeze(True, 1.0)
    floor.refused(floor.live.more_time, "ann", 1.0)


def test_without_a_clock_there_is_no_more_time() -> None:
    floor = Floor(clock=None)
    floor.dealt("ann")
    assert floor.refused(floor.live.more_time, "ann", 0.0).code == "no_clock"


@pytest.mark.clause("RIV-4")
def test_riv_4_a_round_without_an_ante_waits_for_nobody() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann", {"pair_plus": 500})
    floor.ready("ann", "bob")
    assert floor.phase == "settled"
    assert floor.live.deadline == CLOCK.result


def test_one_person_decides_each_of_several_hands() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann")
    for seat in (2, 3):
        floor.live.sit("ann", seat, 0.0)
    floor.deal("ann")
    floor.play("ann", "fold", seat=2)
    floor.play("ann", seat=1)
    floor.wait(CLOCK.decision)
    assert floor.decided(2) == ("fold", "player")
    assert floor.decided(1) == ("play", "player")
    assert floor.decided(3)[1] == "away rule"


def test_what_is_stale_is_known_by_numbers() -> None:
    """The number of the last change of phase, and of each seat: the edge refuses what is older."""
    floor = Floor()
    floor.sit("ann", "bob")
    marks = {}
    live = floor.live
    steps: list[Callable[[], object]] = [
        lambda: floor.bet("ann"),
        lambda: floor.bet("bob"),
        lambda: floor.ready("ann", "bob"),
        lambda: floor.play("ann"),
        lambda: floor.play("bob"),
        lambda: floor.wait(CLOCK.result),
    ]
    for step in steps:
        phase, rev = floor.phase, live.rev
        step()
        marks[f"{phase} > {floor.phase}"] = live.revisions.phase > rev
    assert marks == {
        "bets > bets": False,
        "bets > decisions": True,
        "decisions > decisions": False,
        "decisions > settled": True,
        "settled > bets": True,
    }
    assert 0 < live.revisions.seats[1] < live.revisions.seats[2]


def test_a_command_is_stale_only_if_the_phase_or_its_own_seat_has_changed() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    live = floor.live
    rev = live.rev
    floor.bet("bob")
    live.check_fresh(rev, 1)  # another's bet does not matter
    assert floor.refused(live.check_fresh, rev, 2).code == "stale"
    live.check_fresh(live.rev, 2)
    assert floor.refused(live.check_fresh, live.rev + 1, 1).code == "stale"  # nobody has seen that yet
    floor.bet("ann")
    rev = live.rev
    floor.ready("ann", "bob")
    for seat in (1, 2, None):
        assert floor.refused(live.check_fresh, rev, seat).code == "stale"  # the cards are dealt
    rev = live.rev
    floor.play("bob")
    live.more_time("ann", floor.now)
    floor.gone("bob")
    live.check_fresh(rev, 1)
    floor.play("ann")
    assert floor.refused(live.check_fresh, rev, 1).code == "stale"  # the round is paid
    rev = live.rev
    floor.wait(CLOCK.result)
    assert floor.refused(live.check_fresh, rev, 1).code == "stale"  # and another one is open


def test_each_change_has_its_number_and_the_state_after_it() -> None:
    floor = Floor()
    floor.dealt("ann")
    floor.wait(CLOCK.decision)
    changes = floor.changes()
    assert [change.rev for change in changes] == list(range(1, floor.live.rev + 1))
    phases = [change.state.phase for change in changes if change.event and change.state]
    assert phases == ["bets", "deal", "decisions", "decisions", "reveal", "settled"]
    assert [dump_event(c.event)["k"] for c in changes if isinstance(c.event, Decided)] == ["decide"]
    assert floor.changes() == []


# A live table where Play may be raised: the money of a raise, too little of it, and the audit
SHEET = load_sheet(Path(__file__).parents[2] / "examples" / "catalogue" / "ultimate.toml")
DEALER = "Ac 7c 2d"  # qualifies, and loses to a pair


def opened(patch: pytest.MonkeyPatch, *hands: str) -> Floor:
    stack(patch, list(hands), DEALER)
    return Floor("ultimate", table=open_table(SHEET))


def bet(dollars: int) -> dict[str, int]:
    return {"ante": 100 * dollars, "blind": 100 * dollars}


def raised(floor: Floor, person: str, times: int) -> None:
    number = floor.live.seating.people[person].seats[0]
    floor.live.do(floor.live.orders.say(person, "play", floor.new_id(), seat=number, times=times), floor.now)


def test_a_raise_takes_its_money_when_it_is_made_and_the_books_are_sound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    floor = opened(monkeypatch, "9s 9h 3h", "Ks Qd Jc")
    floor.dealt("ann", "bob", wagers=bet(10))
    assert floor.in_hand("ann") == PURSE - 3000  # Ante, Blind and the least Play
    raised(floor, "ann", 3)
    assert floor.in_hand("ann") == PURSE - 5000
    assert floor.live.stacks["ann"] == PURSE - 5000, "what the seat shows"
    floor.play("bob")
    assert floor.phase == "settled"
    # A pair beats ace high: 10 on the Ante, 30 on Play; the Blind pushes. The straight is paid 3 to 2 on it.
    assert floor.in_hand("ann") == PURSE + 4000
    assert floor.in_hand("bob") == PURSE + 1000 + 1000 + 1500
    floor.close()
    found = audit(floor.store)
    assert found.clean, found.faults


def test_a_raise_without_the_money_or_the_hand_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = opened(monkeypatch, "9s 9h 3h", "As 8d 4c")
    floor.pit.grant("poor", 4500, "op", "a little")
    floor.dealt("poor", "bob", wagers=bet(10))
    refusal = floor.refused(raised, floor, "bob", 2)
    assert (refusal.code, refusal.clause) == ("no_raise", "ULT-4")
    refusal = floor.refused(raised, floor, "poor", 3)
    text = "Play 3 times the Ante needs more than there is in hand: choose a smaller one"
    assert (refusal.code, refusal.text, refusal.clause) == ("funds", text, "ULT-4")
    raised(floor, "poor", 2)
    assert floor.in_hand("poor") == 500


def test_a_void_round_gives_a_raise_back(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = opened(monkeypatch, "9s 9h 3h", "As 8d 4c")
    floor.dealt("ann", "bob", wagers=bet(10))
    raised(floor, "ann", 2)
    assert floor.in_hand("ann") == PURSE - 4000
    floor.void()
    floor.money_is_back()


@pytest.mark.clause("STD-13")
def test_std_13_the_platform_raises_for_who_asked_for_the_best_play(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = opened(monkeypatch, "9s 9h 3h", "As 8d 4c")
    floor.dealt("ann", "bob", wagers=bet(10))
    floor.instruct("ann", "away optimal")
    floor.gone("ann")
    floor.play("bob")
    floor.wait(CLOCK.decision)
    assert floor.decided(1) == ("play_3x", "away optimal")


def test_a_raise_is_no_more_than_there_is_and_limits_know_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    floor = opened(monkeypatch, "9s 9h 3h", "As 8d 4c")
    floor.dealt("ann", "bob", wagers=bet(10))
    actions = {each.id: each for each in legal_actions(floor.state, 1)}
    assert affordable(actions["play_3x"], tuple(actions.values()), 3000).id == "play_3x"
    assert affordable(actions["play_3x"], tuple(actions.values()), 2999).id == "play_2x"
    assert affordable(actions["play_3x"], tuple(actions.values()), 1000).id == "play"
    say = floor.live.orders.say("ann", "play", "limits", seat=1, times=3)
    assert added_money(floor.live.live, say) == 2000  # what a person's own limits are asked about
    assert least_ante(floor.live.table) == {"ante": 500, "blind": 500}

"""A live table where Play may be raised: the money of a raise, too little of it, and the audit."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.proof.house_audit import audit
from pitboss.round import legal_actions, open_table
from pitboss.sheet import load_sheet
from pitboss.table.bots import affordable, least_ante
from pitboss.table.stored_calls import added_money
from tests.table.rig import CLOCK, PURSE, Floor, stack

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

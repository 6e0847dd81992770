"""AC: Atlantic City, Three Card. What other houses say alike is in `test_alike.py`."""

import pytest

from pitboss.round import Decide, PlaceBets, open_table, spots
from pitboss.sheet import load_house

from .tables import (
    UNBEATEN,
    Story,
    lost,
    play_out,
    play_to,
    seat,
    won,
)

HOUSE = "atlantic-city"


def ante_and_play(cards: str, dealer: str) -> Story:
    """One seat with $10 on the Ante that stays in."""
    return play_out(HOUSE, {1: seat(cards, "play", ante=1000)}, dealer)


# AC-1: Pair Plus alone


@pytest.mark.clause("AC-1")
def test_ac_1_pair_plus_alone_is_settled_without_a_decision() -> None:
    story = play_to("decisions", HOUSE, {1: seat("9s 9h 2d", pair_plus=500)})
    assert story.state.waiting == ()
    assert story.refusal(Decide(1, "ann", "play")).code == "nothing_to_decide"
    story = play_out(HOUSE, {1: seat("9s 9h 2d", pair_plus=500)})
    assert story.lines() == [won("pair_plus", 500, 500, "1 to 1", "AC-8")]


# AC-4: fold or Play


@pytest.mark.clause("AC-4")
def test_ac_4_a_fold_forfeits_only_the_ante() -> None:
    wagers = {"ante": 500, "pair_plus": 1000, "six_card_bonus": 500}
    story = play_out(HOUSE, {1: seat("9s 9d 3h", "fold", wagers)}, "9h 9c 4d")
    assert story.lines() == [
        lost("ante", 500, "AC-4"),
        won("pair_plus", 1000, 1000, "1 to 1", "AC-8"),
        won("six_card_bonus", 500, 25_000, "50 to 1", "AC-10"),
    ]


@pytest.mark.clause("AC-4")
def test_ac_4_a_fold_leaves_the_others_in_action_to_lose_as_well() -> None:
    wagers = {"ante": 500, "pair_plus": 1000, "six_card_bonus": 500}
    story = play_out(HOUSE, {1: seat("Ts 8d 3h", "fold", wagers)}, "9h 9c 4d")
    assert story.lines() == [
        lost("ante", 500, "AC-4"),
        lost("pair_plus", 1000, "AC-8"),
        lost("six_card_bonus", 500, "AC-10"),
    ]


# AC-9: the Six Card Bonus


@pytest.mark.clause("AC-9")
def test_ac_9_only_before_the_deal() -> None:
    bet = {"ante": 500, "pair_plus": 500}
    story = play_to("deal", HOUSE, {1: seat("9s 9h 2d", "play", bet)})
    late = PlaceBets(1, "ann", {**bet, "six_card_bonus": 500})
    assert story.refusal(late).clause == "AC-9"


# AC-11: the ranking


@pytest.mark.clause("AC-11")
def test_ac_11_a_straight_beats_a_flush() -> None:
    assert ante_and_play("3s 2h Ad", "Kc Qc Tc").result("play") == "win"
    assert ante_and_play("Ks Qs Ts", "3c 2c Ad").result("play") == "lose"


@pytest.mark.clause("AC-11")
def test_ac_11_three_of_a_kind_beats_a_straight() -> None:
    assert ante_and_play("2s 2h 2d", "Ac Kc Qd").result("play") == "win"
    assert ante_and_play("As Kh Qd", "2c 2d 2h").result("play") == "lose"
    assert ante_and_play("2s 2h 2d", UNBEATEN).result("play") == "lose"


@pytest.mark.clause("AC-2")
def test_ac_2_a_spot_offers_amounts_in_its_steps_within_the_limits() -> None:
    table = open_table(load_house("atlantic-city"), 600, 1900)
    ante = next(spot for spot in spots(table, {}, open_=True, accepted=False) if spot.id == "ante")
    assert (ante.min, ante.max, ante.step) == (1000, 1500, 500)

"""AC: Atlantic City, Three Card."""

import pytest

from pitboss.round import Decide, PlaceBets, legal_actions, open_table, spots
from pitboss.sheet import load

from .tables import (
    BORDERS,
    DEALERS,
    NOT_QUALIFIED,
    QUEEN_HIGH,
    UNBEATEN,
    Story,
    clause_against,
    lost,
    play_out,
    play_to,
    pushed,
    seat,
    table_of,
    won,
)

HOUSE = "atlantic-city"


def ante_and_play(cards: str, dealer: str) -> Story:
    """One seat with $10 on the Ante that stays in."""
    return play_out(HOUSE, {1: seat(cards, "play", ante=1000)}, dealer)


# AC-1, AC-2, AC-3, AC-9: the wagers


@pytest.mark.clause("AC-1")
def test_ac_1_ante_pair_plus_or_both_and_the_six_card_bonus() -> None:
    for wagers in (
        {"ante": 1000},
        {"pair_plus": 1000},  # a bet on one's own hand alone
        {"ante": 1000, "pair_plus": 1000},
        {"ante": 1000, "pair_plus": 1000, "six_card_bonus": 500},
    ):
        assert clause_against(HOUSE, wagers) is None


@pytest.mark.parametrize("wager", ["progressive", "double_shot", "pair_xxx", "super_6_bonus", "play"])
@pytest.mark.clause("AC-1")
def test_ac_1_no_other_wager(wager: str) -> None:
    assert clause_against(HOUSE, {"ante": 1000, wager: 500}) == "AC-1"


@pytest.mark.clause("AC-1")
def test_ac_1_pair_plus_alone_is_settled_without_a_decision() -> None:
    story = play_to("decisions", HOUSE, {1: seat("9s 9h 2d", pair_plus=500)})
    assert story.state.waiting == ()
    assert story.refusal(Decide(1, "ann", "play")).code == "nothing_to_decide"
    story = play_out(HOUSE, {1: seat("9s 9h 2d", pair_plus=500)})
    assert story.lines() == [won("pair_plus", 500, 500, "1 to 1", "AC-8")]


@pytest.mark.clause("AC-2")
def test_ac_2_wagers_come_in_5_dollar_steps() -> None:
    assert clause_against(HOUSE, {"ante": 1500}) is None
    assert clause_against(HOUSE, {"ante": 1200}) == "AC-2"
    assert clause_against(HOUSE, {"pair_plus": 1500}) is None
    assert clause_against(HOUSE, {"pair_plus": 1200}) == "AC-2"


@pytest.mark.clause("AC-2")
def test_ac_2_but_the_six_card_bonus_in_whole_dollars() -> None:
    both = {"ante": 1000, "pair_plus": 1000}
    assert clause_against(HOUSE, {**both, "six_card_bonus": 700}) is None
    assert clause_against(HOUSE, {**both, "six_card_bonus": 750}) == "AC-2"


@pytest.mark.clause("AC-3")
def test_ac_3_pair_plus_is_at_least_the_ante_when_both_are_bet() -> None:
    assert clause_against(HOUSE, {"ante": 1500, "pair_plus": 1000}) == "AC-3"
    assert clause_against(HOUSE, {"ante": 1500, "pair_plus": 1500}) is None
    assert clause_against(HOUSE, {"ante": 1500, "pair_plus": 2000}) is None
    assert clause_against(HOUSE, {"pair_plus": 500}) is None


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


@pytest.mark.clause("AC-4")
def test_ac_4_play_equals_the_ante() -> None:
    story = play_to("decisions", HOUSE, {1: seat("9s 9d 3h", ante=1500)})
    assert [(action.id, action.cost) for action in legal_actions(story.state, 1)] == [
        ("fold", 0),
        ("play", 1500),
    ]
    assert ante_and_play("9s 9d 3h", QUEEN_HIGH).line("play").stake == 1000
    draw = story.refusal(Decide(1, "ann", "draw", "3h"))
    assert (draw.code, draw.clause) == ("no_draw", "AC-4")


# AC-5, AC-6: the showdown


@pytest.mark.parametrize("cards", ["Ks 8h 2d", "Js 9h 4s", "7s 4h 2d", "As Ks Qs"])
@pytest.mark.clause("AC-5")
def test_ac_5_dealer_not_qualified_pays_the_ante_and_pushes_play_whatever_the_hand(cards: str) -> None:
    assert ante_and_play(cards, NOT_QUALIFIED).lines()[:2] == [
        won("ante", 1000, 1000, "1 to 1", "AC-5"),
        pushed("play", 1000, "AC-5"),
    ]


@pytest.mark.clause("AC-5")
def test_ac_5_the_line_is_queen_high() -> None:
    assert ante_and_play("Ks 8h 2s", "Jc Tc 8d").result("play") == "push"
    assert ante_and_play("Ks 8h 2s", "Qc 3c 2d").result("play") == "win"


@pytest.mark.clause("AC-6")
def test_ac_6_a_better_hand_is_paid_on_both() -> None:
    assert ante_and_play("Qs 9h 5d", QUEEN_HIGH).lines() == [
        won("ante", 1000, 1000, "1 to 1", "AC-6"),
        won("play", 1000, 1000, "1 to 1", "AC-6"),
    ]


@pytest.mark.clause("AC-6")
def test_ac_6_an_equal_hand_pushes_both() -> None:
    even = [pushed("ante", 1000, "AC-6"), pushed("play", 1000, "AC-6")]
    assert ante_and_play("Qs 9h 4s", QUEEN_HIGH).lines() == even


@pytest.mark.clause("AC-6")
def test_ac_6_a_worse_hand_loses_both() -> None:
    gone = [lost("ante", 1000, "AC-6"), lost("play", 1000, "AC-6")]
    assert ante_and_play("Qs 9h 3d", QUEEN_HIGH).lines() == gone


# AC-7: the Ante Bonus


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize(
    ("cards", "profit", "pays"),
    [
        ("As Ks Qs", 5_000, "5 to 1"),  # the mini royal has no line here
        ("Ks Qs Js", 5_000, "5 to 1"),
        ("3s 2s As", 5_000, "5 to 1"),
        ("As Ah Ad", 4_000, "4 to 1"),
        ("2s 2h 2d", 4_000, "4 to 1"),
        ("As Kh Qd", 1_000, "1 to 1"),
        ("3s 2h Ad", 1_000, "1 to 1"),
    ],
)
@pytest.mark.clause("AC-7")
def test_ac_7_ante_bonus_whatever_the_dealer_holds(cards: str, profit: int, pays: str, dealer: str) -> None:
    assert ante_and_play(cards, dealer).line("ante_bonus") == won("ante_bonus", 0, profit, pays, "AC-7")


@pytest.mark.parametrize("cards", [*BORDERS["flush"], *BORDERS["pair"], *BORDERS["high_card"]])
@pytest.mark.clause("AC-7")
def test_ac_7_none_below_a_straight(cards: str) -> None:
    assert ante_and_play(cards, QUEEN_HIGH).ids() == ["ante", "play"]


@pytest.mark.clause("AC-7")
def test_ac_7_only_with_ante_and_play_bet() -> None:
    folded = play_out(HOUSE, {1: seat("As Ah Ad", "fold", ante=1000)})
    no_ante = play_out(HOUSE, {1: seat("As Ah Ad", pair_plus=1000)})
    assert (folded.ids(), no_ante.ids()) == (["ante"], ["pair_plus"])


@pytest.mark.clause("AC-7")
def test_ac_7_it_is_on_the_ante() -> None:
    double = table_of(HOUSE, "play.times=2")  # to tell the two wagers apart
    assert play_out(double, {1: seat("As Ah Ad", "play", ante=1000)}).line("ante_bonus").profit == 4000


# AC-8: Pair Plus


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize(
    ("cards", "profit", "pays"),
    [
        ("As Ks Qs", 25_000, "50 to 1"),
        ("Ah Kh Qh", 25_000, "50 to 1"),
        ("Ad Kd Qd", 25_000, "50 to 1"),
        ("Ks Qs Js", 20_000, "40 to 1"),
        ("3s 2s As", 20_000, "40 to 1"),
        ("As Ah Ad", 15_000, "30 to 1"),
        ("2s 2h 2d", 15_000, "30 to 1"),
        ("As Kh Qd", 3_000, "6 to 1"),  # ace, king and queen not suited are a straight
        ("As Ks Qh", 3_000, "6 to 1"),
        ("3s 2h Ad", 3_000, "6 to 1"),
        ("As Ks Js", 1_500, "3 to 1"),
        ("5s 3s 2s", 1_500, "3 to 1"),
        ("As Ah Kd", 500, "1 to 1"),
        ("2s 2h 3d", 500, "1 to 1"),
    ],
)
@pytest.mark.clause("AC-8")
def test_ac_8_pair_plus_whatever_the_dealer_holds(cards: str, profit: int, pays: str, dealer: str) -> None:
    story = play_out(HOUSE, {1: seat(cards, pair_plus=500)}, dealer)
    assert story.lines() == [won("pair_plus", 500, profit, pays, "AC-8")]


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("cards", BORDERS["high_card"])
@pytest.mark.clause("AC-8")
def test_ac_8_below_a_pair_it_loses(cards: str, dealer: str) -> None:
    story = play_out(HOUSE, {1: seat(cards, pair_plus=500)}, dealer)
    assert story.lines() == [lost("pair_plus", 500, "AC-8")]


# AC-9, AC-10: the Six Card Bonus


@pytest.mark.clause("AC-9")
def test_ac_9_only_with_both_ante_and_pair_plus() -> None:
    assert clause_against(HOUSE, {"ante": 500, "pair_plus": 500, "six_card_bonus": 500}) is None
    assert clause_against(HOUSE, {"ante": 500, "six_card_bonus": 500}) == "AC-9"
    assert clause_against(HOUSE, {"pair_plus": 500, "six_card_bonus": 500}) == "AC-9"
    assert clause_against(HOUSE, {"six_card_bonus": 500}) == "AC-9"


@pytest.mark.clause("AC-9")
def test_ac_9_only_before_the_deal() -> None:
    bet = {"ante": 500, "pair_plus": 500}
    story = play_to("deal", HOUSE, {1: seat("9s 9h 2d", "play", bet)})
    late = PlaceBets(1, "ann", {**bet, "six_card_bonus": 500})
    assert story.refusal(late).clause == "AC-9"


@pytest.mark.parametrize(
    ("cards", "dealer", "profit", "pays"),
    [
        ("As Ks Qs", "Js Ts 4d", 500_000, "1000 to 1"),
        ("As Ts 2d", "Ks Qs Js", 500_000, "1000 to 1"),
        ("Ks Qs Js", "Ts 9s 2d", 100_000, "200 to 1"),
        ("As 2s 3s", "4s 5s Kd", 100_000, "200 to 1"),
        ("9s 9h 2c", "9d 9c Kh", 25_000, "50 to 1"),
        ("9s 9h 2c", "9d 2h Kc", 12_500, "25 to 1"),
        ("9s 9h 9d", "8s 8h 8d", 12_500, "25 to 1"),
        ("As 9s 4s", "Ks 2s 3d", 7_500, "15 to 1"),
        ("As Kh Qd", "Jc Ts 2h", 5_000, "10 to 1"),
        ("As 2h 3d", "4c 5s Kh", 5_000, "10 to 1"),
        ("9s 9h 2c", "9d Kh 4s", 2_500, "5 to 1"),
        ("Ks 4h 2d", "9s 9h 9d", 2_500, "5 to 1"),
    ],
)
@pytest.mark.clause("AC-10")
def test_ac_10_six_card_bonus(cards: str, dealer: str, profit: int, pays: str) -> None:
    wagers = {"ante": 500, "pair_plus": 500, "six_card_bonus": 500}
    line = play_out(HOUSE, {1: seat(cards, "play", wagers)}, dealer).line("six_card_bonus")
    assert line == won("six_card_bonus", 500, profit, pays, "AC-10")


@pytest.mark.parametrize(
    ("cards", "dealer"), [("9s 9h 2c", "2d Kh Ks"), ("9s 9h Ac", "Kd Qh 4s"), ("Ks As 2h", "3d 4c Qh")]
)
@pytest.mark.clause("AC-10")
def test_ac_10_below_three_of_a_kind_it_loses(cards: str, dealer: str) -> None:
    wagers = {"ante": 500, "pair_plus": 500, "six_card_bonus": 500}
    line = play_out(HOUSE, {1: seat(cards, "play", wagers)}, dealer).line("six_card_bonus")
    assert line == lost("six_card_bonus", 500, "AC-10")


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
    table = open_table(load("atlantic-city"), 600, 1900)
    ante = next(spot for spot in spots(table, {}, open_=True, accepted=False) if spot.id == "ante")
    assert (ante.min, ante.max, ante.step) == (1000, 1500, 500)

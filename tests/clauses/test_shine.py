"""SHINE: 3 Card Shine, whose pay tables are posted by the house."""

from itertools import combinations

import pytest

from pitboss.round import Decide, legal_actions, open_table
from pitboss.sheet import SheetRefused, load, with_posted
from pitboss.sheet.model import Sheet

from .tables import (
    BORDERS,
    DEALERS,
    HOUSES,
    NOT_QUALIFIED,
    QUEEN_HIGH,
    Story,
    adjudicate,
    clause_against,
    lost,
    play_out,
    play_to,
    pushed,
    seat,
    table_of,
    won,
)

HOUSE = "shine"
WAYS = {"ante": 1000, "pair_xxx": 500, "super_6_bonus": 700}


def ante_and_play(cards: str, dealer: str) -> Story:
    """One seat with $10 on the Ante that stays in."""
    return play_out(HOUSE, {1: seat(cards, "play", ante=1000)}, dealer)


# SHINE-1: three ways to play


@pytest.mark.clause("SHINE-1")
def test_shine_1_each_way_alone_and_all_together() -> None:
    for count in (1, 2, 3):
        for names in combinations(WAYS, count):
            assert clause_against(HOUSE, {name: WAYS[name] for name in names}) is None


@pytest.mark.parametrize("wager", ["pair_plus", "six_card_bonus", "progressive", "double_shot", "play"])
@pytest.mark.clause("SHINE-1")
def test_shine_1_there_is_no_fourth(wager: str) -> None:
    assert clause_against(HOUSE, {"ante": 1000, wager: 500}) == "SHINE-1"


@pytest.mark.clause("SHINE-1")
def test_shine_1_a_side_bet_alone_is_settled_without_a_decision() -> None:
    story = play_out(HOUSE, {1: seat("9s 9h 2d", pair_xxx=500), 2: seat("9d 3h 2s", super_6_bonus=500)})
    assert story.lines(1) == [won("pair_xxx", 500, 500, "1 to 1", "SHINE-7")]
    assert story.lines(2) == [lost("super_6_bonus", 500, "SHINE-8")]


# SHINE-2: the ranking


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3s 2s As", "Ac Ad Ah"),  # straight flush, three of a kind
        ("2s 2h 2d", "Ac Kc Qd"),  # three of a kind, straight
        ("3s 2h Ad", "Ac Kc Jc"),  # straight, flush
        ("5s 3s 2s", "Ac Ad Kc"),  # flush, pair
        ("2s 2h 3d", "Ac Kc Jd"),  # pair, high card
    ],
)
@pytest.mark.clause("SHINE-2")
def test_shine_2_straight_flush_three_of_a_kind_straight_flush_pair(better: str, worse: str) -> None:
    assert ante_and_play(better, worse).result("play") == "win"
    assert ante_and_play(worse, better).result("play") == "lose"


# SHINE-3: fold or Play


@pytest.mark.clause("SHINE-3")
def test_shine_3_a_fold_loses_the_ante_and_leaves_the_others_in_action() -> None:
    story = play_out(HOUSE, {1: seat("9s 9h 2d", "fold", WAYS)}, "9c 9d 4d")
    assert story.lines() == [
        lost("ante", 1000, "SHINE-3"),
        won("pair_xxx", 500, 500, "1 to 1", "SHINE-7"),
        won("super_6_bonus", 700, 35_000, "50 to 1", "SHINE-8"),
    ]


@pytest.mark.clause("SHINE-3")
def test_shine_3_play_equals_the_ante() -> None:
    story = play_to("decisions", HOUSE, {1: seat("9s 9h 2d", ante=1500)})
    options = [(action.id, action.cost) for action in legal_actions(story.state, 1)]
    assert options == [("fold", 0), ("play", 1500)]
    draw = story.refusal(Decide(1, "ann", "draw", "2d"))
    assert (draw.code, draw.clause) == ("no_draw", "SHINE-3")
    assert ante_and_play("9s 9h 2d", QUEEN_HIGH).line("play").stake == 1000


# SHINE-4, SHINE-5: the showdown


@pytest.mark.parametrize("cards", ["Ks 8h 2d", "Js 9h 4s", "7s 4h 2d", "As Ks Qs"])
@pytest.mark.clause("SHINE-4")
def test_shine_4_dealer_not_qualified_pays_the_ante_and_pushes_play(cards: str) -> None:
    assert ante_and_play(cards, NOT_QUALIFIED).lines()[:2] == [
        won("ante", 1000, 1000, "1 to 1", "SHINE-4"),
        pushed("play", 1000, "SHINE-4"),
    ]


@pytest.mark.clause("SHINE-4")
def test_shine_4_the_line_is_queen_high() -> None:
    assert ante_and_play("Ks 8h 2s", "Jc Tc 8d").result("play") == "push"
    assert ante_and_play("Ks 8h 2s", "Qc 3c 2d").result("play") == "win"


@pytest.mark.clause("SHINE-5")
def test_shine_5_better_is_paid_equal_pushes_worse_loses() -> None:
    assert ante_and_play("Qs 9h 5d", QUEEN_HIGH).lines() == [
        won("ante", 1000, 1000, "1 to 1", "SHINE-5"),
        won("play", 1000, 1000, "1 to 1", "SHINE-5"),
    ]
    even = [pushed("ante", 1000, "SHINE-5"), pushed("play", 1000, "SHINE-5")]
    gone = [lost("ante", 1000, "SHINE-5"), lost("play", 1000, "SHINE-5")]
    assert ante_and_play("Qs 9h 4s", QUEEN_HIGH).lines() == even
    assert ante_and_play("Qs 9h 3d", QUEEN_HIGH).lines() == gone


# SHINE-6: the Ante Bonus


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize(
    ("cards", "profit", "pays"),
    [
        ("As Ks Qs", 5_000, "5 to 1"),
        ("Ks Qs Js", 5_000, "5 to 1"),
        ("3s 2s As", 5_000, "5 to 1"),
        ("As Ah Ad", 4_000, "4 to 1"),
        ("2s 2h 2d", 4_000, "4 to 1"),
        ("As Kh Qd", 1_000, "1 to 1"),
        ("3s 2h Ad", 1_000, "1 to 1"),
    ],
)
@pytest.mark.clause("SHINE-6")
def test_shine_6_ante_bonus_whatever_the_dealer_holds(
    cards: str, profit: int, pays: str, dealer: str
) -> None:
    assert ante_and_play(cards, dealer).line("ante_bonus") == won("ante_bonus", 0, profit, pays, "SHINE-6")


@pytest.mark.parametrize("cards", [*BORDERS["flush"], *BORDERS["pair"], *BORDERS["high_card"]])
@pytest.mark.clause("SHINE-6")
def test_shine_6_none_below_a_straight(cards: str) -> None:
    assert ante_and_play(cards, QUEEN_HIGH).ids() == ["ante", "play"]


@pytest.mark.clause("SHINE-6")
def test_shine_6_at_odds_on_the_play_amount() -> None:
    double = table_of(HOUSE, "play.times=2")  # to tell the two wagers apart
    assert play_out(double, {1: seat("As Ah Ad", "play", ante=1000)}).line("ante_bonus").profit == 2 * 4000


@pytest.mark.clause("SHINE-6")
def test_shine_6_a_folded_hand_gets_none() -> None:
    assert play_out(HOUSE, {1: seat("As Ah Ad", "fold", ante=1000)}).ids() == ["ante"]


# SHINE-7: Pair XXX


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize(
    ("cards", "profit", "pays"),
    [
        ("As Ks Qs", 20_000, "40 to 1"),  # no line for a mini royal
        ("Ks Qs Js", 20_000, "40 to 1"),
        ("3s 2s As", 20_000, "40 to 1"),
        ("As Ah Ad", 15_000, "30 to 1"),
        ("2s 2h 2d", 15_000, "30 to 1"),
        ("As Kh Qd", 3_000, "6 to 1"),
        ("3s 2h Ad", 3_000, "6 to 1"),
        ("As Ks Js", 1_500, "3 to 1"),
        ("5s 3s 2s", 1_500, "3 to 1"),
        ("As Ah Kd", 500, "1 to 1"),
        ("2s 2h 3d", 500, "1 to 1"),
    ],
)
@pytest.mark.clause("SHINE-7")
def test_shine_7_pair_xxx_whatever_the_dealer_holds(cards: str, profit: int, pays: str, dealer: str) -> None:
    story = play_out(HOUSE, {1: seat(cards, pair_xxx=500)}, dealer)
    assert story.lines() == [won("pair_xxx", 500, profit, pays, "SHINE-7")]


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("cards", BORDERS["high_card"])
@pytest.mark.clause("SHINE-7")
def test_shine_7_below_a_pair_it_loses(cards: str, dealer: str) -> None:
    story = play_out(HOUSE, {1: seat(cards, pair_xxx=500)}, dealer)
    assert story.lines() == [lost("pair_xxx", 500, "SHINE-7")]


# SHINE-8: Super 6


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
@pytest.mark.clause("SHINE-8")
def test_shine_8_super_6_whatever_the_dealer_holds(cards: str, dealer: str, profit: int, pays: str) -> None:
    alone = seat(cards, super_6_bonus=500)
    played = seat(cards, "play", ante=1000, super_6_bonus=500)
    folded = seat(cards, "fold", ante=1000, super_6_bonus=500)
    for plan in (alone, played, folded):
        line = play_out(HOUSE, {1: plan}, dealer).line("super_6_bonus")
        assert line == won("super_6_bonus", 500, profit, pays, "SHINE-8")


@pytest.mark.parametrize(
    ("cards", "dealer"), [("9s 9h 2c", "2d Kh Ks"), ("9s 9h Ac", "Kd Qh 4s"), ("Ks As 2h", "3d 4c Qh")]
)
@pytest.mark.clause("SHINE-8")
def test_shine_8_below_three_of_a_kind_it_loses(cards: str, dealer: str) -> None:
    story = play_out(HOUSE, {1: seat(cards, super_6_bonus=500)}, dealer)
    assert story.lines() == [lost("super_6_bonus", 500, "SHINE-8")]


# SHINE-9: posted tables


@pytest.mark.clause("SHINE-9")
def test_shine_9_the_three_tables_are_marked_as_posted_wherever_they_are_shown() -> None:
    sheet = load(HOUSE)
    assert {name: table.posted for name, table in sheet.pays.items()} == {
        "ante_bonus": "SHINE-9",
        "pair_xxx": "SHINE-9",
        "super_6_bonus": "SHINE-9",
    }
    story = play_to("bets", HOUSE, {1: seat("", ante=1000)})
    assert {table.source for table in story.seen_by(None).tables} == {"posted"}
    for house in HOUSES:
        if house != HOUSE:
            seen = play_to("bets", house, {1: seat("", ante=1000)}).seen_by(None)
            assert {table.source for table in seen.tables} == {"sheet"}


@pytest.mark.clause("SHINE-9")
def test_shine_9_the_default_tables_in_full() -> None:
    printed = {
        name: [pay.text for pay in table.columns["lines"].lines.values()]
        for name, table in load(HOUSE).pays.items()
    }
    assert printed == {
        "ante_bonus": ["5 to 1", "4 to 1", "1 to 1"],
        "pair_xxx": ["40 to 1", "30 to 1", "6 to 1", "3 to 1", "1 to 1"],
        "super_6_bonus": ["1000 to 1", "200 to 1", "50 to 1", "25 to 1", "15 to 1", "10 to 1", "5 to 1"],
    }


@pytest.mark.clause("SHINE-9")
def test_shine_9_a_table_may_post_others() -> None:
    posted: Sheet = with_posted(
        load(HOUSE),
        {"ante_bonus": {"three_of_a_kind": 7}, "pair_xxx": {"pair": 2, "mini_royal": 100}},
    )
    table = open_table(posted)
    trips = play_out(table, {1: seat("9s 9h 9d", "play", WAYS)})
    assert trips.line("ante_bonus") == won("ante_bonus", 0, 7000, "7 to 1", "SHINE-6")
    assert trips.line("pair_xxx") == lost("pair_xxx", 500, "SHINE-7")  # the whole table was replaced
    royal = play_out(table, {1: seat("As Ks Qs", pair_xxx=500)})
    assert royal.lines() == [won("pair_xxx", 500, 50_000, "100 to 1", "SHINE-7")]
    assert posted.hash != load(HOUSE).hash
    default = play_out(HOUSE, {1: seat("9s 9h 9d", "play", WAYS)})
    assert default.line("ante_bonus").profit == 4000  # other tables keep theirs


@pytest.mark.clause("SHINE-9")
def test_shine_9_the_adjudicator_takes_posted_tables_too() -> None:
    seats = [{"seat": 1, "wagers": {"pair_xxx": 500}, "cards": ["9s", "9h", "2d"]}]
    answer = adjudicate(house=HOUSE, dealer=["Qc", "9c", "4d"], seats=seats, pays={"pair_xxx": {"pair": 2}})
    assert answer["seats"][0]["lines"][0]["pays"] == "2 to 1"


@pytest.mark.clause("SHINE-9")
def test_shine_9_only_posted_tables_can_be_replaced() -> None:
    for house in HOUSES:
        if house != HOUSE:
            name = next(iter(load(house).pays))
            with pytest.raises(SheetRefused):
                with_posted(load(house), {name: {"straight": 9}})
    with pytest.raises(SheetRefused):
        with_posted(load(HOUSE), {"pair_plus": {"pair": 2}})

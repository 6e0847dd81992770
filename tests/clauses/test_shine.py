"""SHINE: 3 Card Shine, whose pay tables are posted. What other houses say alike is in `test_alike.py`."""

import pytest

from pitboss.round import open_table
from pitboss.sheet import SheetRefused, load_house, with_posted
from pitboss.sheet.model import Sheet

from .tables import (
    HOUSES,
    Story,
    lost,
    play_out,
    play_to,
    seat,
    won,
)

HOUSE = "shine"
WAYS = {"ante": 1000, "pair_xxx": 500, "super_6_bonus": 700}


def ante_and_play(cards: str, dealer: str) -> Story:
    """One seat with $10 on the Ante that stays in."""
    return play_out(HOUSE, {1: seat(cards, "play", ante=1000)}, dealer)


# SHINE-1: three ways to play


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


# SHINE-9: posted tables


@pytest.mark.clause("SHINE-9")
def test_shine_9_the_three_tables_are_marked_as_posted_wherever_they_are_shown() -> None:
    sheet = load_house(HOUSE)
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
        for name, table in load_house(HOUSE).pays.items()
    }
    assert printed == {
        "ante_bonus": ["5 to 1", "4 to 1", "1 to 1"],
        "pair_xxx": ["40 to 1", "30 to 1", "6 to 1", "3 to 1", "1 to 1"],
        "super_6_bonus": ["1000 to 1", "200 to 1", "50 to 1", "25 to 1", "15 to 1", "10 to 1", "5 to 1"],
    }


@pytest.mark.clause("SHINE-9")
def test_shine_9_a_table_may_post_others() -> None:
    posted: Sheet = with_posted(
        load_house(HOUSE),
        {"ante_bonus": {"three_of_a_kind": 7}, "pair_xxx": {"pair": 2, "mini_royal": 100}},
    )
    table = open_table(posted)
    trips = play_out(table, {1: seat("9s 9h 9d", "play", WAYS)})
    assert trips.line("ante_bonus") == won("ante_bonus", 0, 7000, "7 to 1", "SHINE-6")
    assert trips.line("pair_xxx") == lost("pair_xxx", 500, "SHINE-7")  # the whole table was replaced
    royal = play_out(table, {1: seat("As Ks Qs", pair_xxx=500)})
    assert royal.lines() == [won("pair_xxx", 500, 50_000, "100 to 1", "SHINE-7")]
    assert posted.hash != load_house(HOUSE).hash
    default = play_out(HOUSE, {1: seat("9s 9h 9d", "play", WAYS)})
    assert default.line("ante_bonus").profit == 4000  # other tables keep theirs


@pytest.mark.clause("SHINE-9")
def test_shine_9_only_posted_tables_can_be_replaced() -> None:
    for house in HOUSES:
        if house != HOUSE:
            name = next(iter(load_house(house).pays))
            with pytest.raises(SheetRefused):
                with_posted(load_house(house), {name: {"straight": 9}})
    with pytest.raises(SheetRefused):
        with_posted(load_house(HOUSE), {"pair_plus": {"pair": 2}})

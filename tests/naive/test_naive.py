"""The naive settlement against values worked by hand from the clauses."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from .hands import DECK, category3, category6, queen_high, rank3
from .settlement import settle

Json = dict[str, Any]
Row = tuple[str, int, str, int, int, str | None, str]


def cut(cards: str) -> list[str]:
    return cards.split()


def one(cards: str, wagers: Json, action: str | None = None, seat: int = 1, **more: Any) -> Json:
    made: Json = {"seat": seat, "wagers": wagers, "cards": cards.split(), **more}
    if action is not None:
        made["action"] = action
    return made


def table(house: str, dealer: str, *seats: Json, **more: Any) -> Json:
    return settle({"house": house, "dealer": dealer.split(), "seats": list(seats), **more})


def rows(result: Json, index: int = 0) -> list[Row]:
    """The lines of a seat, short: id, stake, result, profit, returned, pays, clause."""
    keys = ("id", "stake", "result", "profit", "returned", "pays", "clause")
    lines: list[Json] = result["seats"][index]["lines"]
    for line in lines:
        assert set(line) == set(keys)
    return [tuple(line[key] for key in keys) for line in lines]


# ---------------------------------------------------------------- STD


def test_std_2_category_counts() -> None:
    hands = [list(three) for three in combinations(DECK, 3)]
    assert len(hands) == 22_100
    assert Counter(category3(hand) for hand in hands) == {
        "mini_royal": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }
    assert len({rank3(hand) for hand in hands}) == 741
    assert sum(queen_high(hand) for hand in hands) == 15_380  # STD-6


def test_std_2_order_of_categories() -> None:
    order = ["As Ks Qs", "4s 3s 2s", "3s 2s As", "2s 2h 2d", "As Kd Qs", "3s 2d As", "As Ks Js", "5s 3s 2s"]
    order += ["As Ad Kh", "2s 2d 3h", "As Kd Jh", "5s 3d 2h"]
    keys = [rank3(hand.split()) for hand in order]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)


def test_std_3_ace_low_only_in_3_2_a() -> None:
    assert category3(cut("Ah 2d 3c")) == "straight"
    assert rank3(cut("Ah 2d 3c")) < rank3(cut("2h 3d 4c"))
    assert category3(cut("Kh Ad 2c")) == "high_card"
    assert category3(cut("Ah 2h 3h")) == "straight_flush"


def test_std_4_pair_then_kicker() -> None:
    assert rank3(cut("Ks Kd 2h")) > rank3(cut("Qs Qd Ah"))
    assert rank3(cut("Ks Kd 3h")) > rank3(cut("Kh Kc 2h"))
    assert rank3(cut("Ks 9d 4h")) == rank3(cut("Kh 9c 4d"))
    assert rank3(cut("Ks 9s 4s")) > rank3(cut("Kh 9h 3h"))


def test_std_6_queen_high() -> None:
    assert queen_high(cut("Qs 3d 2h"))
    assert not queen_high(cut("Js Td 8h"))
    assert queen_high(cut("2s 2d 3h"))
    assert queen_high(cut("3s 2d Ah"))
    assert queen_high(cut("5s 3s 2s"))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ks Qs Js Ts 9s", "royal_flush"),
        ("Ah Ks Qs Js Ts 9s", "straight_flush"),
        ("Ah 2h 3h 4h 5h Kd", "straight_flush"),
        ("9c 9d 9h 9s 2c 2d", "four_of_a_kind"),
        ("9c 9d 9h 8s 8c 8d", "full_house"),
        ("9c 9d 9h 8s 8c 2d", "full_house"),
        ("9c 9d 8h 8s 2c 2d", "two_pair"),
        ("2h 4h 6h 8h Th Td", "flush"),
        ("2h 3h 4h 5h 6d 9h", "flush"),
        ("Ah 2d 3c 4s 5h 5d", "straight"),
        ("Ah Kd Qc Js Th 2d", "straight"),
        ("Qh Kd Ac 2s 3h 4d", "high_card"),
        ("9c 9d 9h 8s 4c 2d", "three_of_a_kind"),
        ("9c 9d Kh 8s 4c 2d", "pair"),
    ],
)
def test_std_7_best_five_of_six(cards: str, name: str) -> None:
    assert category6(cards.split()) == name


# ---------------------------------------------------------------- PEC


def test_pec_3_fold_loses_both() -> None:
    # A pair folded: the Double Shot is forfeited too. The dealer's high card needs a fourth.
    result = table("pechanga", "Kh 9c 4d 2s", one("9s 9d 3h", {"ante": 1000, "double_shot": 2000}, "fold"))
    assert rows(result) == [
        ("ante", 1000, "lose", -1000, 0, None, "PEC-3"),
        ("double_shot", 2000, "lose", -2000, 0, None, "PEC-3"),
    ]
    assert result["seats"][0]["hand"] == "pair"
    assert result["seats"][0]["net"] == -3000


def test_pec_6_best_three_of_four() -> None:
    result = table("pechanga", "Kh 9c 4d 9s", one("As Ad 3h", {"ante": 1000}, "play"))
    assert result["dealer"] == {"hand": "pair", "plays": ["Kh", "9c", "9s"], "qualifies": True}
    assert (result["void"], result["bank"], result["meter"]) == (None, None, None)


def test_pec_7_dealer_always_qualifies() -> None:
    result = table("pechanga", "7h 5c 2d 3s", one("8s 5d 4h", {"ante": 1000}, "play"))
    # 7-5-3 against 8-5-4
    assert result["dealer"] == {"hand": "high_card", "plays": ["7h", "5c", "3s"], "qualifies": True}
    assert rows(result)[1] == ("play", 1000, "win", 1000, 0, "1 to 1", "PEC-9")


def test_pec_9_worse_loses_both_and_pec_12_loss() -> None:
    result = table("pechanga", "Kh Kc 4d", one("As 9d 3h", {"ante": 1000, "double_shot": 100}, "play"))
    assert rows(result) == [
        ("ante", 1000, "lose", -1000, 0, None, "PEC-9"),
        ("play", 1000, "lose", -1000, 0, None, "PEC-9"),
        ("double_shot", 100, "lose", -100, 0, None, "PEC-12"),
    ]


def test_pec_10_equal_pushes_and_pec_11_bonus_still_pays() -> None:
    result = table("pechanga", "5h 4c 3d", one("5s 4d 3h", {"ante": 1000, "double_shot": 500}, "play"))
    assert rows(result) == [
        ("ante", 1000, "push", 0, 0, None, "PEC-10"),
        ("play", 1000, "push", 0, 0, None, "PEC-10"),
        ("play_bonus", 0, "win", 2000, 0, "2 to 1", "PEC-11"),
        ("double_shot", 500, "win", 2500, 0, "5 to 1", "PEC-12"),
    ]
    assert result["seats"][0]["net"] == 4500


def test_pec_11_pat_mini_royal() -> None:
    result = table("pechanga", "5h 4c 3d", one("As Qs Ks", {"ante": 1000, "double_shot": 500}, "play"))
    assert rows(result)[2:] == [
        ("play_bonus", 0, "win", 20_000, 0, "20 to 1", "PEC-11"),
        ("double_shot", 500, "win", 30_000, 0, "60 to 1", "PEC-12"),
    ]


def test_pec_11_no_flush_line() -> None:
    result = table("pechanga", "5h 5c 3d", one("As 9s 2s", {"ante": 1000, "double_shot": 500}, "play"))
    assert [row[0] for row in rows(result)] == ["ante", "play", "double_shot"]
    assert rows(result)[2] == ("double_shot", 500, "win", 1500, 0, "3 to 1", "PEC-12")


def test_pec_13_draw_tables() -> None:
    seat = one("As Ks 2d", {"ante": 1000, "double_shot": 500}, "draw", discard="2d", drawn="Qs")
    result = table("pechanga", "5h 5c 3d", seat)
    assert result["seats"][0]["hand"] == "mini_royal"
    assert rows(result) == [
        ("ante", 1000, "win", 1000, 0, "1 to 1", "PEC-9"),
        ("play", 1000, "win", 1000, 0, "1 to 1", "PEC-9"),
        ("play_bonus", 0, "win", 10_000, 0, "10 to 1", "PEC-11"),
        ("double_shot", 500, "win", 10_000, 0, "20 to 1", "PEC-13"),
    ]


def test_pec_13_nothing_for_a_drawn_straight() -> None:
    seat = one("6s 7h 2d", {"ante": 1000, "double_shot": 500}, "draw", discard="2d", drawn="8c")
    result = table("pechanga", "Kh Kc 3d", seat)
    assert rows(result)[2:] == [
        ("play_bonus", 0, "win", 1000, 0, "1 to 1", "PEC-11"),
        ("double_shot", 500, "lose", -500, 0, None, "PEC-13"),
    ]


def test_pec_13_nothing_for_a_drawn_pair() -> None:
    seat = one("Ks 7h 2d", {"ante": 1000, "double_shot": 500}, "draw", discard="2d", drawn="Kd")
    result = table("pechanga", "Ah Ac 3d", seat)
    assert rows(result)[2] == ("double_shot", 500, "lose", -500, 0, None, "PEC-13")


def test_pec_14_pair_of_the_first_three() -> None:
    broken = one("9s 9h 8s", {"ante": 1000, "double_shot": 500}, "draw", discard="9h", drawn="2d")
    kept = one("Ts Th 2c", {"ante": 1000, "double_shot": 500}, "draw", seat=2, discard="2c", drawn="4d")
    result = table("pechanga", "Ah Ac 3d", broken, kept)
    assert rows(result, 0)[2] == ("double_shot", 500, "win", 500, 0, "1 to 1", "PEC-14")
    assert rows(result, 1)[2] == ("double_shot", 500, "win", 500, 0, "1 to 1", "PEC-14")


def test_pec_14_only_the_higher_payment() -> None:
    # A pair that becomes trips: 4 to 1 and no more.
    seat = one("9s 9h 8s", {"ante": 1000, "double_shot": 500}, "draw", discard="8s", drawn="9d")
    result = table("pechanga", "Ah Ac 3d", seat)
    assert rows(result)[2:] == [
        ("play_bonus", 0, "win", 3000, 0, "3 to 1", "PEC-11"),
        ("double_shot", 500, "win", 2000, 0, "4 to 1", "PEC-13"),
    ]


def test_pec_14_trips_drawn_to_lose() -> None:
    seat = one("9s 9h 9d", {"ante": 1000, "double_shot": 500}, "draw", discard="9h", drawn="2d")
    result = table("pechanga", "Ah Ac 3d", seat)
    assert result["seats"][0]["hand"] == "pair"
    assert rows(result)[2] == ("double_shot", 500, "lose", -500, 0, None, "PEC-13")


# ---------------------------------------------------------------- AC


def test_ac_4_fold_leaves_the_side_bets() -> None:
    wagers = {"ante": 500, "pair_plus": 1000, "six_card_bonus": 100}
    result = table("atlantic-city", "9h 9c 4d", one("9s 9d 3h", wagers, "fold"))
    assert rows(result) == [
        ("ante", 500, "lose", -500, 0, None, "AC-4"),
        ("pair_plus", 1000, "win", 1000, 0, "1 to 1", "AC-8"),
        ("six_card_bonus", 100, "win", 5000, 0, "50 to 1", "AC-10"),
    ]


def test_ac_5_not_qualified() -> None:
    result = table("atlantic-city", "Jh Tc 8d", one("7s 4d 2h", {"ante": 1500}, "play"))
    assert result["dealer"] == {"hand": "high_card", "plays": ["Jh", "Tc", "8d"], "qualifies": False}
    assert rows(result) == [
        ("ante", 1500, "win", 1500, 0, "1 to 1", "AC-5"),
        ("play", 1500, "push", 0, 0, None, "AC-5"),
    ]


def test_ac_6_qualified() -> None:
    result = table(
        "atlantic-city",
        "Qh 9c 4d",
        one("Qs 9d 5h", {"ante": 500}, "play", seat=3),
        one("Qc 9h 4s", {"ante": 500}, "play", seat=1),
        one("Qd 9s 2h", {"ante": 500}, "play", seat=2),
    )
    assert [seat["seat"] for seat in result["seats"]] == [1, 2, 3]
    assert rows(result, 0)[1] == ("play", 500, "push", 0, 0, None, "AC-6")
    assert rows(result, 1)[1] == ("play", 500, "lose", -500, 0, None, "AC-6")
    assert rows(result, 2)[1] == ("play", 500, "win", 500, 0, "1 to 1", "AC-6")


def test_ac_7_ante_bonus_though_the_dealer_wins() -> None:
    result = table("atlantic-city", "Ah Ac Ad", one("7s 7d 7h", {"ante": 500}, "play"))
    assert rows(result) == [
        ("ante", 500, "lose", -500, 0, None, "AC-6"),
        ("play", 500, "lose", -500, 0, None, "AC-6"),
        ("ante_bonus", 0, "win", 2000, 0, "4 to 1", "AC-7"),
    ]


def test_ac_8_mini_royal_and_ac_7_as_a_straight_flush() -> None:
    result = table("atlantic-city", "5h 4c 2d", one("Ah Kh Qh", {"ante": 500, "pair_plus": 500}, "play"))
    assert rows(result)[2:] == [
        ("ante_bonus", 0, "win", 2500, 0, "5 to 1", "AC-7"),
        ("pair_plus", 500, "win", 25_000, 0, "50 to 1", "AC-8"),
    ]


def test_ac_8_pair_plus_alone() -> None:
    result = table("atlantic-city", "5h 4c 2d", one("Ah Kd Jh", {"pair_plus": 500}))
    assert rows(result) == [("pair_plus", 500, "lose", -500, 0, None, "AC-8")]


def test_ac_10_flush_15() -> None:
    wagers = {"ante": 500, "pair_plus": 500, "six_card_bonus": 700}
    result = table("atlantic-city", "Kh 9h 4d", one("Ah 7h 2h", wagers, "play"))
    assert rows(result)[-1] == ("six_card_bonus", 700, "win", 10_500, 0, "15 to 1", "AC-10")


# ---------------------------------------------------------------- NAPA


def test_napa_5_fold_loses_pair_plus_too() -> None:
    result = table(
        "napa-valley",
        "Qh 9c 4d",
        one("9s 9d 3h", {"ante": 1000, "pair_plus": 500}, "fold"),
        bank={"stake": 50_000},
    )
    assert rows(result) == [
        ("ante", 1000, "lose", -1000, 0, None, "NAPA-5"),
        ("pair_plus", 500, "lose", -500, 0, None, "NAPA-5"),
    ]
    assert result["bank"] == {"stake": 50_000, "net": 1500, "cover_left": 48_500}


def test_napa_6_not_qualified() -> None:
    result = table(
        "napa-valley",
        "Jh Tc 8d",
        one("9s 4d 3h", {"ante": 1000}, "play"),
        one("9d 4h 3s", {"ante": 1000}, "fold", seat=2),
        bank={"stake": 50_000},
    )
    assert rows(result, 0) == [
        ("ante", 1000, "win", 1000, 0, "1 to 1", "NAPA-6"),
        ("play", 1000, "returned", 0, 1000, None, "NAPA-6"),
    ]
    assert rows(result, 1) == [("ante", 1000, "lose", -1000, 0, None, "NAPA-5")]
    assert result["bank"] == {"stake": 50_000, "net": 0, "cover_left": 48_000}


def test_napa_7_qualified() -> None:
    # 4000 used of 4000: exactly covered.
    result = table(
        "napa-valley",
        "Qh 9c 4d",
        one("Qs 9d 4h", {"ante": 1000}, "play"),
        one("Qd 9h 3h", {"ante": 1000}, "play", seat=2),
        one("Qc 9s 5h", {"ante": 1000}, "play", seat=3),
        bank={"stake": 4000},
    )
    assert [row[2:] for row in rows(result, 0)] == [("push", 0, 0, None, "NAPA-7")] * 2
    assert [row[2:] for row in rows(result, 1)] == [("lose", -1000, 0, None, "NAPA-7")] * 2
    assert [row[2:] for row in rows(result, 2)] == [("win", 1000, 0, "1 to 1", "NAPA-7")] * 2
    assert result["bank"] == {"stake": 4000, "net": 0, "cover_left": 0}


def test_napa_9_royal_flush_and_napa_17_no_bonus() -> None:
    result = table(
        "napa-valley",
        "Qh 9c 4d",
        one("As Ks Qs", {"ante": 1000, "pair_plus": 500}, "play"),
        bank={"stake": 500_000},
    )
    assert rows(result) == [
        ("ante", 1000, "win", 1000, 0, "1 to 1", "NAPA-7"),
        ("play", 1000, "win", 1000, 0, "1 to 1", "NAPA-7"),
        ("pair_plus", 500, "win", 100_000, 0, "200 to 1", "NAPA-9"),
    ]
    assert result["bank"] == {"stake": 500_000, "net": -102_000, "cover_left": 398_000}


def test_napa_11_partial_collection() -> None:
    # Ante 1000 collected of 1500 cover, Play 500 of 1000, Pair Plus none.
    result = table(
        "napa-valley",
        "Kh Kc 4d",
        one("As 9d 3h", {"ante": 1000, "pair_plus": 500}, "play"),
        bank={"stake": 1500},
    )
    assert rows(result) == [
        ("ante", 1000, "lose", -1000, 0, None, "NAPA-7"),
        ("play", 1000, "lose", -500, 500, None, "NAPA-11"),
        ("pair_plus", 500, "returned", 0, 500, None, "NAPA-11"),
    ]
    assert result["bank"] == {"stake": 1500, "net": 1500, "cover_left": 0}


def test_napa_11_partial_payment() -> None:
    # 1000 + 1000 paid, 40 times 500 = 20,000 due and 3,000 left.
    result = table(
        "napa-valley",
        "Kh Kc 4d",
        one("7s 6s 5s", {"ante": 1000, "pair_plus": 500}, "play"),
        bank={"stake": 5000},
    )
    assert rows(result)[2] == ("pair_plus", 500, "win", 3000, 0, "40 to 1", "NAPA-11")
    assert result["bank"] == {"stake": 5000, "net": -5000, "cover_left": 0}


def test_napa_11_collections_do_not_extend_the_cover() -> None:
    # Seat 1's 2000 is collected and uses up the cover: seat 2's win is paid nothing, seat 3's push returned.
    result = table(
        "napa-valley",
        "Qh 9c 4d",
        one("Qs 8d 4h", {"ante": 1000}, "play"),
        one("As 8h 4c", {"ante": 1000}, "play", seat=2),
        one("Qd 9h 4s", {"ante": 1000}, "play", seat=3),
        bank={"stake": 2000},
    )
    assert [row[2:] for row in rows(result, 0)] == [("lose", -1000, 0, None, "NAPA-7")] * 2
    assert [row[2:] for row in rows(result, 1)] == [("returned", 0, 1000, None, "NAPA-11")] * 2
    assert [row[2:] for row in rows(result, 2)] == [("returned", 0, 1000, None, "NAPA-11")] * 2


def test_napa_11_folded_wager_collected_in_part() -> None:
    result = table("napa-valley", "Qh 9c 4d", one("Js 8d 4h", {"ante": 1000}, "fold"), bank={"stake": 1})
    assert rows(result) == [("ante", 1000, "lose", -1, 999, None, "NAPA-11")]


def test_napa_11_clockwise_by_seat_number() -> None:
    late = one("As 8h 4c", {"ante": 1000}, "play", seat=7)
    early = one("Ad 8s 4h", {"ante": 1000}, "play", seat=2)
    result = table("napa-valley", "Qh 9c 4d", late, early, bank={"stake": 2500})
    assert [seat["seat"] for seat in result["seats"]] == [2, 7]
    assert [row[3] for row in rows(result, 0) + rows(result, 1)] == [1000, 1000, 500, 0]


def test_napa_11_before_napa_6_once_the_cover_is_gone() -> None:
    # The Ante takes the whole cover; the Play would go back by NAPA-6 anyway, but is a later wager.
    result = table("napa-valley", "Jh 9c 4d", one("As 8h 4c", {"ante": 1000}, "play"), bank={"stake": 1000})
    assert rows(result) == [
        ("ante", 1000, "win", 1000, 0, "1 to 1", "NAPA-6"),
        ("play", 1000, "returned", 0, 1000, None, "NAPA-11"),
    ]


def test_napa_12_exposed_card_voids() -> None:
    seats = [
        one("As 8h 4c", {"ante": 1000, "pair_plus": 500}, "play"),
        one("Ad 8s 4h", {"ante": 700}, "fold", seat=2),
        one("Ac 8d 3h", {"ante": 600, "pair_plus": 600}, seat=3),
    ]
    result = table("napa-valley", "Qh 9c 4d", *seats, bank={"stake": 2500}, exposed=2, malfunction=True)
    assert result["void"] == "NAPA-12"
    assert rows(result, 0) == [
        ("ante", 1000, "void", 0, 1000, None, "NAPA-12"),
        ("play", 1000, "void", 0, 1000, None, "NAPA-12"),
        ("pair_plus", 500, "void", 0, 500, None, "NAPA-12"),
    ]
    assert [row[0] for row in rows(result, 1)] == ["ante"]
    assert [row[0] for row in rows(result, 2)] == ["ante", "pair_plus"]
    assert result["bank"] == {"stake": 2500, "net": 0, "cover_left": 2500}
    assert result["dealer"] == {"hand": "high_card", "plays": ["Qh", "9c", "4d"], "qualifies": True}


def test_napa_13_malfunction_voids() -> None:
    seat = one("As 8h 4c", {"ante": 1000}, "play")
    result = table("napa-valley", "Qh 9c 4d", seat, bank={"stake": 2500}, exposed=1, malfunction=True)
    assert result["void"] == "NAPA-13"
    assert [row[6] for row in rows(result)] == ["NAPA-13", "NAPA-13"]


# ---------------------------------------------------------------- SHINE


def test_shine_3_fold_leaves_the_side_bets() -> None:
    wagers = {"ante": 1000, "pair_xxx": 500, "super_6_bonus": 500}
    result = table("shine", "Kh 9c 4d", one("7s 6d 5h", wagers, "fold"))
    assert rows(result) == [
        ("ante", 1000, "lose", -1000, 0, None, "SHINE-3"),
        ("pair_xxx", 500, "win", 3000, 0, "6 to 1", "SHINE-7"),
        ("super_6_bonus", 500, "lose", -500, 0, None, "SHINE-8"),  # 4-5-6-7 and 9: no straight
    ]


def test_shine_4_not_qualified_and_shine_6_bonus() -> None:
    result = table("shine", "Jh 9c 4d", one("7s 6d 5h", {"ante": 1000}, "play"))
    assert rows(result) == [
        ("ante", 1000, "win", 1000, 0, "1 to 1", "SHINE-4"),
        ("play", 1000, "push", 0, 0, None, "SHINE-4"),
        ("ante_bonus", 0, "win", 1000, 0, "1 to 1", "SHINE-6"),
    ]


def test_shine_5_qualified() -> None:
    result = table("shine", "Qh 9c 4d", one("Js 9d 5h", {"ante": 1000}, "play"))
    assert [row[2:] for row in rows(result)] == [("lose", -1000, 0, None, "SHINE-5")] * 2


def test_shine_7_no_mini_royal_line_and_shine_8_royal() -> None:
    wagers = {"pair_xxx": 500, "super_6_bonus": 500}
    result = table("shine", "Js Ts 4d", one("As Ks Qs", wagers))
    assert result["seats"][0]["hand"] == "mini_royal"
    assert rows(result) == [
        ("pair_xxx", 500, "win", 20_000, 0, "40 to 1", "SHINE-7"),
        ("super_6_bonus", 500, "win", 500_000, 0, "1000 to 1", "SHINE-8"),
    ]


def test_shine_9_posted_tables_replaced() -> None:
    wagers = {"ante": 1000, "pair_xxx": 500, "super_6_bonus": 500}
    pays = {
        "ante_bonus": {"straight": 2, "three_of_a_kind": 5, "straight_flush": 7},
        "pair_xxx": {"pair": 2, "mini_royal": 100},
        "super_6_bonus": {"three_of_a_kind": 8},
    }
    royal = one("As Ks Qs", wagers, "play")
    straight = one("7s 6d 5h", wagers, "play", seat=2)
    result = table("shine", "Kh Kd 4d", royal, straight, pays=pays)
    assert rows(result, 0)[2:] == [
        ("ante_bonus", 0, "win", 7000, 0, "7 to 1", "SHINE-6"),
        ("pair_xxx", 500, "win", 50_000, 0, "100 to 1", "SHINE-7"),
        ("super_6_bonus", 500, "win", 4000, 0, "8 to 1", "SHINE-8"),
    ]
    assert rows(result, 1)[2:] == [
        ("ante_bonus", 0, "win", 2000, 0, "2 to 1", "SHINE-6"),
        ("pair_xxx", 500, "lose", -500, 0, None, "SHINE-7"),
        ("super_6_bonus", 500, "lose", -500, 0, None, "SHINE-8"),
    ]


# ---------------------------------------------------------------- RIV


def test_riv_10_example_of_interfaces() -> None:
    wagers = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100}
    result = table(
        "rivers",
        "Qh 7c 2d",
        one("As Ks Qs", wagers, "play", player="a"),
        one("9s 9d 2h", {"pair_plus": 500}, seat=2),
        meter=1_234_567,
    )
    assert rows(result, 0) == [
        ("ante", 1000, "win", 1000, 0, "1 to 1", "RIV-5"),
        ("play", 1000, "win", 1000, 0, "1 to 1", "RIV-5"),
        ("ante_bonus", 0, "win", 5000, 0, "5 to 1", "RIV-6"),
        ("pair_plus", 500, "win", 20_000, 0, "40 to 1", "RIV-7"),
        ("six_card_bonus", 500, "lose", -500, 0, None, "RIV-8"),
        ("progressive", 100, "win", 1_234_467, 0, "100 % of the meter", "RIV-10"),
    ]
    assert rows(result, 1) == [("pair_plus", 500, "win", 500, 0, "1 to 1", "RIV-7")]
    assert result["seats"][0]["net"] == 1_260_967
    assert result["dealer"] == {"hand": "high_card", "plays": ["Qh", "7c", "2d"], "qualifies": True}
    assert result["meter"] == {"before": 1_234_567, "after": 100_000}
    assert list(result) == ["house", "void", "dealer", "seats", "bank", "meter"]


def test_riv_4_fold_and_riv_9_the_rest_stays_alive() -> None:
    wagers = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100}
    result = table("rivers", "Qh 7h 2d", one("Kh 9h 3h", wagers, "fold"))
    assert rows(result) == [
        ("ante", 1000, "lose", -1000, 0, None, "RIV-4"),
        ("pair_plus", 500, "win", 1500, 0, "3 to 1", "RIV-7"),
        ("six_card_bonus", 500, "win", 10_000, 0, "20 to 1", "RIV-8"),
        ("progressive", 100, "lose", -100, 0, None, "RIV-10"),
    ]
    assert result["meter"] == {"before": 100_000, "after": 100_000}


def test_riv_5_not_qualified() -> None:
    result = table("rivers", "Jh 7c 2d", one("Kh 9h 3c", {"ante": 1000}, "play"))
    assert rows(result) == [
        ("ante", 1000, "win", 1000, 0, "1 to 1", "RIV-5"),
        ("play", 1000, "push", 0, 0, None, "RIV-5"),
    ]


@pytest.mark.parametrize(
    ("cards", "odds"),
    [("Ah Kh Qh", 500), ("3h 2h Ah", 70), ("8h 8s 8d", 60), ("3s 2d Ah", 6)],
)
def test_riv_10_for_1(cards: str, odds: int) -> None:
    result = table("rivers", "Jh 7c 2c", one(cards, {"pair_plus": 500, "progressive": 100}))
    assert rows(result)[-1] == ("progressive", 100, "win", odds * 100 - 100, 0, f"{odds} for 1", "RIV-10")


def test_riv_10_meter_needs_the_bet() -> None:
    result = table("rivers", "Jh 7c 2c", one("As Ks Qs", {"pair_plus": 500}), meter=200_000)
    assert result["meter"] == {"before": 200_000, "after": 200_000}


def test_riv_11_envies_add_up() -> None:
    bet = {"pair_plus": 500, "progressive": 100}
    seats = [
        one("As Ks Qs", {"ante": 500}, "fold", player="a"),
        one("Ah Kh Qh", bet, seat=2, player="b"),
        one("9h 5d 3c", bet, seat=3, player="b"),  # seat 2 is this person's own hand
        one("9d 5h 3d", bet, seat=4),
        one("9c 5c 3h", {"pair_plus": 500}, seat=5),  # no Progressive
    ]
    result = table("rivers", "Ad Kd Qd", *seats)  # never for the dealer's
    assert [row[0] for row in rows(result, 0)] == ["ante"]
    assert rows(result, 1)[1:] == [
        ("progressive", 100, "win", 49_900, 0, "500 for 1", "RIV-10"),
        ("envy", 0, "win", 10_000, 0, "$100", "RIV-11"),
    ]
    assert rows(result, 2)[-1] == ("envy", 0, "win", 10_000, 0, "$100", "RIV-11")
    assert rows(result, 3)[-1] == ("envy", 0, "win", 12_500, 0, "$125", "RIV-11")
    assert [row[0] for row in rows(result, 4)] == ["pair_plus"]

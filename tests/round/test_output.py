"""The output of `pitboss settle`, sentence by sentence; the comments are the sentences of the law.

What is lost, pushed, returned and paid in part is for the clauses of the houses (tests/clauses), that every
sum and every pay is right for test_fuzz.py and tests/naive/test_generated.py.
"""

import pytest

from .rounds import ALL_BET, HOUSES, Json, a_round, lines_of, seat, settled


def ids(answer: Json, place: int = 0) -> list[str]:
    return [row[0] for row in lines_of(answer, place)]


def test_the_example_of_the_law() -> None:
    wagers = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100}
    answer = settled(
        {
            "house": "rivers",
            "meter": 1234567,
            "dealer": ["Qh", "7c", "2d"],
            "seats": [
                {"seat": 1, "player": "a", "wagers": wagers, "cards": ["As", "Ks", "Qs"], "action": "play"},
                {"seat": 2, "wagers": {"pair_plus": 500}, "cards": ["9s", "9d", "2h"]},
            ],
        }
    )
    assert answer["void"] is None
    assert answer["dealer"] == {"hand": "high_card", "plays": ["Qh", "7c", "2d"], "qualifies": True}
    assert [list(entry) for entry in answer["seats"]] == [["seat", "hand", "net", "lines"]] * 2
    assert [list(entry.values())[:3] for entry in answer["seats"]] == [
        [1, "mini_royal", 1_260_967],
        [2, "pair", 500],
    ]
    assert lines_of(answer)[:3] == [
        ("ante", 1000, "win", 1000, 0, "1 to 1", "RIV-5"),
        ("play", 1000, "win", 1000, 0, "1 to 1", "RIV-5"),
        ("ante_bonus", 0, "win", 5000, 0, "5 to 1", "RIV-6"),
    ]
    assert answer["bank"] is None
    assert answer["meter"] == {"before": 1_234_567, "after": 100_000}


# --- Line order: `ante`, `play`, `ante_bonus`/`play_bonus`, `pair_plus`/`pair_xxx`/`double_shot`,
# --- `six_card_bonus`/`super_6_bonus`, `progressive`, `envy`.


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        ("pechanga", ["ante", "play", "play_bonus", "double_shot"]),
        ("atlantic-city", ["ante", "play", "ante_bonus", "pair_plus", "six_card_bonus"]),
        ("napa-valley", ["ante", "play", "pair_plus"]),
        ("shine", ["ante", "play", "ante_bonus", "pair_xxx", "super_6_bonus"]),
        ("rivers", ["ante", "play", "ante_bonus", "pair_plus", "six_card_bonus", "progressive", "envy"]),
    ],
)
def test_line_order_whatever_the_order_of_the_wagers(house: str, expected: list[str]) -> None:
    wagers = dict(reversed(ALL_BET[house].items()))
    seats = [seat(1, "9s 8d 7h", wagers=wagers), seat(2, "Ah Kh Qh")]
    assert ids(settled(a_round(house, *seats, dealer="Js Jd 4c"))) == expected


# --- No `play` line when no Play was bet. Pechanga's Play/Draw wager has the id `play`.


@pytest.mark.parametrize("house", HOUSES)
def test_no_play_line_after_a_fold(house: str) -> None:
    assert ids(settled(a_round(house, seat(action="fold")))) == ["ante"]


def test_pechangas_play_and_draw_wager_is_play() -> None:
    seats = [seat(1), seat(2, "Ts 7d 3c", "draw", discard="3c", drawn="Jh")]
    answer = settled(a_round("pechanga", *seats))
    assert [ids(answer, place) for place in (0, 1)] == [["ante", "play"]] * 2


# --- One `envy` line per seat, the sum.


@pytest.mark.clause("RIV-11")
def test_riv_11_one_envy_line_the_sum() -> None:
    wagers = {"ante": 1000, "progressive": 100}
    seats = [
        seat(1, "As Ks Qs", "fold"),
        seat(2, "Ah Kh Qh", "fold", wagers=wagers),
        seat(3, "9s 8d 2h", wagers=wagers),
    ]
    answer = settled(a_round("rivers", *seats, dealer="Kd Kc 4c"))
    assert ids(answer, 0) == ["ante"]
    assert lines_of(answer, 1)[-1] == ("envy", 0, "win", 10_000, 0, "$100", "RIV-11")
    assert lines_of(answer, 2)[-1] == ("envy", 0, "win", 12_500, 0, "$125", "RIV-11")


# --- `returned` is 0 for win, push and a fully collected loss.


def test_returned_is_0_for_win_push_and_loss() -> None:
    seats = [seat(1, "As Ad 2h"), seat(2, "Ks Kc 4d"), seat(3, "9s 8d 3h")]
    for house in HOUSES:
        answer = settled(a_round(house, *seats))
        rows = [row for place in range(3) for row in lines_of(answer, place)]
        assert [row[2] for row in rows] == ["win", "win", "push", "push", "lose", "lose"]
        assert {row[4] for row in rows} == {0}


# --- Void: every line `void`, profit 0, `returned` = stake; `void` is the clause id (`NAPA-12` before
# --- `NAPA-13`), bank net 0, cover_left = stake; hands are given as usual.


@pytest.mark.parametrize(
    ("fields", "clause"),
    [
        ({"exposed": 2}, "NAPA-12"),
        ({"exposed": 3, "malfunction": False}, "NAPA-12"),
        ({"malfunction": True}, "NAPA-13"),
        ({"malfunction": True, "exposed": 1}, "NAPA-13"),
        ({"malfunction": True, "exposed": 2}, "NAPA-12"),
    ],
)
@pytest.mark.clause("NAPA-12", "NAPA-13")
def test_napa_12_napa_13_void(fields: Json, clause: str) -> None:
    wagers = {"pair_plus": 500, "ante": 1000}
    seats = [seat(2, "9s 9d 2h", wagers=wagers), seat(1, "As Ks Qs", "fold", wagers=wagers)]
    answer = settled(a_round("napa-valley", *seats, **fields))
    assert answer["void"] == clause
    assert answer["bank"] == {"stake": 50_000, "net": 0, "cover_left": 50_000}
    assert answer["dealer"] == {"hand": "pair", "plays": ["Kh", "Kd", "4c"], "qualifies": True}
    assert [(entry["seat"], entry["hand"], entry["net"]) for entry in answer["seats"]] == [
        (1, "mini_royal", 0),
        (2, "pair", 0),
    ]
    assert [[row[:2] for row in lines_of(answer, place)] for place in (0, 1)] == [
        [("ante", 1000), ("pair_plus", 500)],
        [("ante", 1000), ("play", 1000), ("pair_plus", 500)],
    ]
    for row in lines_of(answer, 0) + lines_of(answer, 1):
        assert row[2:] == ("void", 0, row[1], None, clause)


# --- `hand`: the final hand; after a fold, the dealt one.


def test_hand_is_the_final_one() -> None:
    draw = seat(1, "9s 9d 2h", "draw", discard="2h", drawn="9h")
    fold = seat(2, "Ts Td 3h", "fold")
    answer = settled(a_round("pechanga", draw, fold))
    assert [entry["hand"] for entry in answer["seats"]] == ["three_of_a_kind", "pair"]


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("9s 8d 2h", "high_card"),
        ("9s 9d 2h", "pair"),
        ("9s 8s 2s", "flush"),
        ("As 2d 3h", "straight"),
        ("9s 9d 9h", "three_of_a_kind"),
        ("3s 2s As", "straight_flush"),
        ("Qc Ac Kc", "mini_royal"),
    ],
)
def test_hands_have_these_names(cards: str, hand: str) -> None:
    assert settled(a_round("shine", seat(cards=cards)))["seats"][0]["hand"] == hand


# --- A suited A-K-Q is `mini_royal` at every house.


@pytest.mark.parametrize("house", HOUSES)
def test_a_suited_ace_king_queen_is_a_mini_royal_at_every_house(house: str) -> None:
    answer = settled(a_round(house, seat(cards="Ad Qd Kd"), dealer="Qh Ah Kh"))
    assert (answer["seats"][0]["hand"], answer["dealer"]["hand"]) == ("mini_royal", "mini_royal")


# --- `pays` is null unless something is paid: "40 to 1", "500 for 1", "100 % of the meter", "$125" (envy).


def test_pays_texts() -> None:
    wagers = {"pair_plus": 500, "progressive": 100}
    seats = [
        seat(1, "As Ks Qs", None, wagers=wagers),
        seat(2, "Ah Kh Qh", None, wagers=wagers),
        seat(3, "9s 8d 2h", None, wagers=wagers),
    ]
    answer = settled(a_round("rivers", *seats, dealer="Kd Kc 4c"))
    assert [[row[5] for row in lines_of(answer, place)] for place in range(3)] == [
        ["40 to 1", "100 % of the meter", "$25"],
        ["40 to 1", "500 for 1", "$100"],
        [None, None, "$125"],
    ]


# --- `bank`, `meter`: null where the sheet has none; at rivers `meter` is always given.


@pytest.mark.parametrize("house", HOUSES)
def test_bank_and_meter_where_the_sheet_has_them(house: str) -> None:
    answer = settled(a_round(house))
    assert (answer["bank"] is not None) == (house == "napa-valley")
    assert answer["meter"] == ({"before": 100_000, "after": 100_000} if house == "rivers" else None)
    assert answer["void"] is None

"""The errors of `pitboss settle`: one per line, at the right place, by the right clause.

The comments are the sentences of the law.
"""

import json

import pytest

from pitboss.round.adjudicate import rule

from .rounds import (
    ALL_BET,
    HOUSES,
    OFFERED,
    WAGERS,
    Json,
    a_round,
    as_line,
    refused,
    seat,
    settled,
)

# --- One error per line, `{"line": N, "error": {"path", "clause", "message"}}`, all keys present;


def test_the_example_of_the_law() -> None:
    line = as_line(a_round("atlantic-city", seat(wagers={"ante": 1000, "pair_plus": 500})))
    answer, accepted = rule(line, 7)
    assert not accepted
    assert json.dumps(answer) == (
        '{"line": 7, "error": {"path": "seats[0].wagers.pair_plus", "clause": "AC-3", '
        '"message": "Pair Plus must be at least the Ante ($10)"}}'
    )


# --- `line` is 1-based and counts every line; (the stream is in test_stream.py)


@pytest.mark.parametrize("number", [1, 2, 10**9])
def test_line_is_the_number_given(number: int) -> None:
    answer, accepted = rule(b"", number)
    assert (answer["line"], accepted) == (number, False)


# --- `clause` null and `path` "" where none applies;


def test_null_and_empty_where_none_applies() -> None:
    assert refused("{")[:2] == ("", None)  # no document, so neither
    assert refused(a_round("shine", extra=1))[:2] == ("extra", None)  # no clause speaks of unknown fields


# --- indices are array positions.


def test_indices_are_array_positions_and_not_seat_numbers() -> None:
    seats = [seat(5), seat(3, "Ts 7d 3h"), seat(1, "Js 6d 5h", wagers={"ante": 100})]
    assert refused(a_round("shine", *seats))[:2] == ("seats[2].wagers.ante", "STD-10")
    assert refused(a_round("shine", *seats[::-1]))[:2] == ("seats[0].wagers.ante", "STD-10")


# --- Two faults: which one is free.


def test_two_faults_give_one_error() -> None:
    faults = [
        refused(a_round("shine", meter=1)),
        refused(a_round("shine", seat(9))),
        refused(a_round("shine", seat(9), meter=1)),
    ]
    assert faults[2] in faults[:2]


# --- Same card twice: the later place, STD-1.

DRAWING = seat(2, "Ts 7d 3c", "draw", discard="3c", drawn="Jh")


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"dealer": ["Kh", "Kh", "4c"]}, "dealer[1]"),
        ({"dealer": ["4c", "Kd", "4c"]}, "dealer[2]"),
        ({"dealer": ["Kh", "7s", "4c", "Kh"]}, "dealer[3]"),
        # A pair of the same card is no pair to stand on, and a fourth card is no fault of its own.
        ({"dealer": ["Kh", "Kh", "4c", "3d"]}, "dealer[1]"),
        ({"dealer": ["9s", "Kd", "Kh"]}, "seats[0].cards[0]"),
        ({"dealer": ["Kd", "Kh", "3c"]}, "seats[1].cards[2]"),  # the discard came from the deck too
        ({"dealer": ["Kd", "Kh", "Jh"]}, "seats[1].drawn"),
        ({"seats": [seat(cards="9s 8d 9s"), DRAWING]}, "seats[0].cards[2]"),
        ({"seats": [seat(cards="9s 8d Ts"), DRAWING]}, "seats[1].cards[0]"),
        ({"seats": [DRAWING, seat(cards="9s 8d Ts")]}, "seats[1].cards[2]"),
        ({"seats": [DRAWING, seat(cards="9s 8d Jh")]}, "seats[1].cards[2]"),
        ({"seats": [seat(), {**DRAWING, "drawn": "3c"}]}, "seats[1].drawn"),  # its own discard
        ({"seats": [seat(), {**DRAWING, "drawn": "7d"}]}, "seats[1].drawn"),
        ({"seats": [seat(), {**DRAWING, "drawn": "9s"}]}, "seats[1].drawn"),
        ({"seats": [seat(), {**DRAWING, "cards": ["Ts", "7d", "7d"]}]}, "seats[1].cards[2]"),
    ],
)
@pytest.mark.clause("STD-1")
def test_std_1_same_card_twice_is_refused_at_the_later_place(change: Json, path: str) -> None:
    data = a_round("pechanga", seat(), DRAWING)
    assert settled(data)
    fault = refused({**data, **change})
    assert fault[:2] == (path, "STD-1")
    assert fault.message[2:] == " is in the round twice; a deck has one of each"


@pytest.mark.clause("STD-1")
def test_std_1_the_later_place_is_the_later_in_the_line() -> None:
    data = a_round("shine", seat(cards="9s 8d Kd"))
    assert refused(data).path == "seats[0].cards[2]"
    turned = {"seats": data["seats"], "dealer": data["dealer"], "house": "shine"}
    assert refused(turned).path == "dealer[1]"


# --- Wager not offered: PEC-15, AC-1, NAPA-2, SHINE-1, RIV-1.

NOT_OFFERED = {
    "pechanga": ("PEC-15", "Pechanga"),
    "atlantic-city": ("AC-1", "Atlantic City"),
    "napa-valley": ("NAPA-2", "Napa Valley"),
    "shine": ("SHINE-1", "3 Card Shine"),
    "rivers": ("RIV-1", "Rivers"),
}
NEVER = ("play", "envy", "ante_bonus", "play_bonus", "Ante", "pairplus", "")


@pytest.mark.parametrize(
    ("house", "wager"),
    [(house, wager) for house in HOUSES for wager in (*WAGERS, *NEVER) if wager not in OFFERED[house]],
)
@pytest.mark.parametrize("amount", [1000, 0, None, "5"])
@pytest.mark.clause("PEC-15", "AC-1", "NAPA-2", "SHINE-1", "RIV-1")
def test_pec_15_ac_1_napa_2_shine_1_riv_1_wager_not_offered(house: str, wager: str, amount: object) -> None:
    clause, name = NOT_OFFERED[house]
    *others, last = OFFERED[house]
    message = f"{name} has no wager {wager!r} before the deal; it has {', '.join(others)} or {last}"
    fault = refused(a_round(house, seat(wagers={**ALL_BET[house], wager: amount})))
    assert fault == (f"seats[0].wagers.{wager}", clause, message)

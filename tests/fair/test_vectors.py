"""Two implementations and a frozen file say the same, and the round deals the cards that the file says."""

from __future__ import annotations

import hmac
import json
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import card_text, cards_text, is_deck
from pitboss.fair import check_commitment, commitment, deck, stream
from pitboss.round import DealCards, EndDeal, PlaceBets, Round, TakeBank, open_round, open_table, step
from pitboss.sheet import houses, load_house

from .checks import Shuffle
from .independent import FILE, Question, Tap, commit, deal, hmac_sha256, shuffle, vectors

CASES: dict[str, dict[str, Any]] = {case["case"]: case for case in json.loads(FILE.read_text())["cases"]}

seat_seeds = st.dictionaries(
    st.integers(1, 7), st.just(b"") | st.binary(min_size=16, max_size=16), max_size=7
)
round_ids = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80)
thirty_two = st.binary(min_size=32, max_size=32)


def seeds_of(case: dict[str, Any]) -> dict[int, bytes]:
    return {each["seat"]: bytes.fromhex(each["seed"]) for each in case["seats"]}


def test_the_frozen_file_is_what_the_independent_shuffle_writes() -> None:
    assert FILE.read_text(encoding="utf-8") == vectors()


@pytest.mark.parametrize("name", CASES)
def test_the_shuffle_gives_the_frozen_vectors(name: str) -> None:
    case = CASES[name]
    round_id, sheet, server = case["round"], case["sheet"], bytes.fromhex(case["server_seed"])
    blocks = bytes.fromhex("".join(case["stream"]))
    assert commitment(round_id, sheet, server) == case["commitment"]
    assert check_commitment(case["commitment"], round_id, sheet, server)
    assert bytes(islice(stream(round_id, sheet, server, seeds_of(case)), len(blocks))) == blocks
    assert cards_text(deck(round_id, sheet, server, seeds_of(case))) == case["deck"]


@settings(deadline=None)
@given(round_ids, thirty_two, thirty_two, seat_seeds)
def test_both_implementations_agree_on_anything(
    round_id: str, sheet: bytes, server: bytes, seats: dict[int, bytes]
) -> None:
    question = Question("", round_id, sheet, server, list(seats.items()))
    tap = Tap(question)
    expected, _ = shuffle(tap)
    assert commitment(round_id, sheet.hex(), server) == commit(question)
    dealt = deck(round_id, sheet.hex(), server, seats)
    assert cards_text(dealt) == " ".join(expected)
    assert is_deck(dealt)
    assert dealt == Shuffle().deck(
        round_id, sheet.hex(), server, seats
    )  # the deck is made of the proven parts


@settings(deadline=None)
@given(thirty_two, st.binary(max_size=200))
def test_the_hmac_made_by_hand_is_hmac(key: bytes, message: bytes) -> None:
    assert hmac_sha256(key, message) == hmac.digest(key, message, "sha256")


# ------------------------------------------------------- the vectors cover what is rare


def test_the_vectors_cover_the_houses_the_seats_and_the_rare_streams() -> None:
    assert {len(case["seats"]) for case in CASES.values()} >= {0, 1, 2, 3, 7}
    sheets = {CASES[name]["sheet"] for name in CASES if " at " in name}
    assert len(sheets) == len(houses())
    first_byte = bytes.fromhex(CASES["the first byte is rejected"]["stream"][0])[0]
    assert first_byte >= 208  # 4 * 52: the last multiple of 52 that fits into a byte
    assert CASES["no byte is rejected"]["bytes_used"] == 51
    third = CASES["more than 64 bytes are needed: a third block"]
    assert third["bytes_used"] > 64
    assert len(third["stream"]) == 3


def test_the_first_vector_by_hand() -> None:
    """The first four choices of the first vector, worked out on paper from its stream 61 44 0e 9c."""
    case = CASES["two seats at Rivers"]
    assert case["stream"][0].startswith("61440e9c")
    # 0x61 = 97 = 52 + 45: place 45 (Kd, as 45 = 4 * 11 + 1) goes to the end
    # 0x44 = 68 = 51 + 17: place 17 (6d) before it; 0x0e = 14: place 14 (5h); 0x9c = 156 = 3 * 49 + 9: 4d
    assert case["choices"].split()[:4] == ["45", "17", "14", "9"]
    assert case["deck"].split()[-4:] == ["4d", "5h", "6d", "Kd"]


def test_what_the_names_of_the_vectors_say_about_decks() -> None:
    first = CASES["two seats at Rivers"]
    assert CASES["the first case at other seats: the same deck"]["deck"] == first["deck"]
    others = [case["deck"] for name, case in CASES.items() if "same deck" not in name]
    assert len(set(others)) == len(others)


# ----------------------------------------------------------------------------- the deal


def dealt(house: str, numbers: list[int], texts: tuple[str, ...]) -> Round:
    state = open_round(open_table(load_house(house)), "r")
    if state.table.sheet.bank:
        state = step(state, TakeBank("bank", 1_000_000))
    for number in reversed(numbers):  # the order of the bets does not count
        state = step(state, PlaceBets(number, f"player {number}", {"ante": 1000}))
    return step(step(state, DealCards(texts)), EndDeal())


def as_vector(state: Round) -> dict[str, Any]:
    return {
        "seats": [
            {
                "seat": seat.number,
                "cards": cards_text(seat.cards),
                "replacement": card_text(state.replacement(seat.number)),
            }
            for seat in state.seats
        ],
        "dealer": cards_text(state.dealer_cards),
        "fourth": card_text(state.fourth_card),
    }


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["seats"]])
@pytest.mark.clause("PEC-4")
def test_pec_4_the_round_deals_the_cards_of_the_vectors(name: str) -> None:
    case = CASES[name]
    numbers = [seat["seat"] for seat in case["seats"]]
    for house in houses():
        assert as_vector(dealt(house, numbers, tuple(case["deck"].split()))) == case["deal"]


@settings(deadline=None)
@given(st.sets(st.integers(1, 7), min_size=1), st.permutations(CASES["zeros"]["deck"].split()))
def test_the_round_deals_any_deck_as_a_dealer_would(numbers: set[int], texts: list[str]) -> None:
    state = dealt("pechanga", sorted(numbers), tuple(texts))
    assert as_vector(state) == deal(texts, sorted(numbers))

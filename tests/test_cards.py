"""Cards, decks and their text forms."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import (
    CARD_OF_TEXT,
    CARD_TEXTS,
    FULL_DECK,
    RANKS,
    SUIT_NAMES,
    SUITS,
    AnyCard,
    AnyCards,
    NotACard,
    card_text,
    cards_text,
    is_deck,
    parse_card,
    parse_cards,
)
from pitboss.errors import Refusal
from pitboss.hands import Category, category3, describe, value3
from tests.naive import hands as naive

CARDS = st.integers(0, 51)


# ---------------------------------------------------------------- the deck


@pytest.mark.clause("STD-1")
def test_std_1_one_deck_has_every_rank_in_every_suit_once() -> None:
    assert len(FULL_DECK) == 52
    assert {divmod(card, 4) for card in FULL_DECK} == {
        (rank, suit) for rank in range(13) for suit in range(4)
    }
    assert [card_text(card) for card in FULL_DECK] == naive.DECK


@settings(deadline=None)
@given(st.permutations(FULL_DECK))
@pytest.mark.clause("STD-1")
def test_std_1_a_shuffled_deck_is_a_deck(deck: list[int]) -> None:
    assert is_deck(deck)


@pytest.mark.parametrize(
    ("what", "cards"),
    [
        ("a card short", FULL_DECK[:-1]),
        ("a card over", (*FULL_DECK, 0)),
        ("a card twice in place of another", (*FULL_DECK[:-1], 0)),
        ("a joker", (*FULL_DECK[:-1], 52)),
        ("nothing", ()),
        ("two decks", FULL_DECK * 2),
    ],
)
@pytest.mark.clause("STD-1")
def test_std_1_anything_else_is_no_deck(what: str, cards: tuple[int, ...]) -> None:
    assert not is_deck(cards), what


@settings(deadline=None)
@given(st.permutations(FULL_DECK), st.integers(0, 51), st.integers(0, 51))
@pytest.mark.clause("STD-1")
def test_std_1_a_deck_with_one_card_exchanged_is_a_deck_only_for_itself(
    deck: list[int], place: int, card: int
) -> None:
    same = deck[place] == card
    deck[place] = card
    assert is_deck(deck) is same


# ---------------------------------------------------------------- text forms


def test_the_number_of_a_card_is_four_times_its_rank_and_its_suit() -> None:
    for card in FULL_DECK:
        assert card_text(card) == RANKS[card // 4] + SUITS[card % 4]


def test_every_card_comes_back_from_its_text() -> None:
    assert [parse_card(card_text(card)) for card in FULL_DECK] == list(FULL_DECK)
    assert {CARD_OF_TEXT[text]: text for text in CARD_TEXTS} == dict(enumerate(CARD_TEXTS))


@settings(deadline=None)
@given(st.lists(CARDS, max_size=60))
def test_cards_come_back_from_their_text_in_order(cards: list[int]) -> None:
    assert list(parse_cards(cards_text(cards))) == cards


def test_blanks_between_cards_do_not_count() -> None:
    assert parse_cards("  As\tTd \n 2c ") == parse_cards("As Td 2c") == (51, 33, 0)
    assert parse_cards(" ") == ()
    assert cards_text([]) == ""


@pytest.mark.parametrize(
    "given",
    [
        "Qs Td 2c",
        "QsTd2c",
        "Qs 10d 2c",
        "Qs10d2c",
        ["Qs", "Td", "2c"],
        ("Qs", "10d", 0),
        [43, 33, 0],
        np.array([43, 33, 0], np.uint8),
        (each for each in ("Qs", 33, "2c")),
    ],
    ids=lambda given: type(given).__name__,
)
def test_cards_may_be_given_in_any_form(given: AnyCards) -> None:
    assert parse_cards(given) == (43, 33, 0)


@pytest.mark.parametrize("given", ["10s", "Ts", 35, np.int64(35)])
def test_one_card_may_be_given_in_any_form(given: AnyCard) -> None:
    assert parse_card(given) == 35
    assert parse_cards(given) == (35,)


@pytest.mark.parametrize(
    "given",
    [
        *("", " ", "A", "sA", "as", "AS", "aS", "1s", "Xs", "Ax", "As ", " As", "AsKs", "A♠", "★", "51"),
        *("10", "010s", "100s", -1, 52, 1.0, True, None, ["As"]),
    ],
)
def test_what_names_no_card_is_refused(given: object) -> None:
    with pytest.raises(NotACard) as refused:
        parse_card(given)  # type: ignore[arg-type]
    assert refused.value.text == f"{given!r} is not a card: write rank then suit, like Qs, Td or 2c".replace(
        "True", "true"
    )
    assert (refused.value.path, refused.value.clause) == ("cards", "STD-1")


@settings(deadline=None)
@given(st.text(max_size=3))
def test_only_the_52_texts_and_four_tens_are_cards(text: str) -> None:
    known = text.replace("10", "T") if text.startswith("10") else text
    if known in naive.DECK:
        assert card_text(parse_card(text)) == known
    else:
        with pytest.raises(NotACard):
            parse_card(text)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("As Qx 2c", "'Qx'"),
        ("AsQx2c", "'AsQx2c'"),
        (["As", 52], "52"),
        (["As Ks"], "'As Ks'"),
        (None, "None"),
    ],
)
def test_one_bad_card_among_cards_is_named(given: Any, named: str) -> None:
    with pytest.raises(NotACard, match=f"{named} is not a card"):
        parse_cards(given)


@pytest.mark.parametrize("given", ["Qs 6h", "Qs 6h 4d 2c", "Qs Qs 4d", "", [43, 43, 0]])
def test_so_many_different_cards_may_be_asked_for(given: AnyCards) -> None:
    with pytest.raises(Refusal, match="Three different cards are needed, not ") as refused:
        parse_cards(given, 3)
    assert refused.value.path == "cards"


@pytest.mark.parametrize("hand", ["Ah 2d 3c", "Ah2d3c", ("Ah", "2d", "3c"), parse_cards("Ah 2d 3c")])
def test_hands_are_named_in_any_of_these_forms(hand: AnyCards) -> None:
    assert value3(hand) == value3(*parse_cards(hand))
    assert (category3(hand), describe(hand)) == (Category.STRAIGHT, "straight, three high")


def test_suits_and_their_names_keep_one_order() -> None:
    assert dict(zip(SUITS, SUIT_NAMES, strict=True)) == {
        "c": "clubs",
        "d": "diamonds",
        "h": "hearts",
        "s": "spades",
    }


def test_a_shuffle_is_not_remembered() -> None:
    """The deck is a tuple: shuffling a copy leaves it whole."""
    deck = list(FULL_DECK)
    random.Random(1).shuffle(deck)
    assert is_deck(deck)
    assert list(FULL_DECK) == sorted(deck)
    assert deck != list(FULL_DECK)

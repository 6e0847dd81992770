"""Cards, decks and their text forms."""

from __future__ import annotations

import random

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
    NotACard,
    card_text,
    cards_text,
    is_deck,
    parse_card,
    parse_cards,
)
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
    "text",
    ["", " ", "A", "sA", "as", "AS", "aS", "10s", "1s", "Xs", "Ax", "As ", " As", "AsKs", "A♠", "★", "51"],
)
def test_a_text_that_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotACard) as refused:
        parse_card(text)
    assert str(refused.value) == f"{text!r} is not a card: write rank then suit, like Qs, Td or 2c"


@settings(deadline=None)
@given(st.text(max_size=3))
def test_only_the_52_texts_are_cards(text: str) -> None:
    if text in naive.DECK:
        assert card_text(parse_card(text)) == text
    else:
        with pytest.raises(NotACard):
            parse_card(text)


def test_one_bad_word_among_cards_is_named() -> None:
    with pytest.raises(NotACard, match="'Qx' is not a card"):
        parse_cards("As Qx 2c")


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

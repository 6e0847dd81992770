"""Three cards: every hand against the naive evaluator, the clauses one by one, and how hands are named."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby, pairwise, permutations, product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import batch
from pitboss.cards import CARD_TEXTS, FULL_DECK, RANK_NAMES, RANKS, SUITS, card_text, parse_cards
from pitboss.hands import (
    CATEGORY_OF_VALUE,
    HAND_FORMS,
    VALUE3,
    VALUES,
    Category,
    best_three,
    category3,
    describe,
    hand_words,
    lowest_value,
    parse_hand,
    value3,
    value_of_ranks,
)
from tests.naive import hands as naive

HANDS = list(combinations(FULL_DECK, 3))
NAIVE_KEYS: dict[tuple[int, ...], tuple[int, ...]] = {
    hand: naive.rank3([CARD_TEXTS[card] for card in hand]) for hand in HANDS
}

DIFFERENT_CARDS = st.permutations(FULL_DECK)


def value(text: str) -> int:
    return value3(*parse_cards(text))


def category(text: str) -> Category:
    return category3(*parse_cards(text))


def falls(*hands: str) -> bool:
    """Each hand beats the next."""
    values = [value(hand) for hand in hands]
    return all(better > worse for better, worse in pairwise(values))


def naive_key(cards: tuple[int, ...]) -> tuple[int, ...]:
    return NAIVE_KEYS[tuple(sorted(cards))]


def every_hand() -> npt.NDArray[np.uint8]:
    return np.array(HANDS, dtype=np.uint8)


# ---------------------------------------------------------------- STD-2: the ranking


@pytest.mark.clause("STD-2")
def test_std_2_every_hand_has_the_value_of_its_place_in_the_naive_order() -> None:
    ordered = sorted(HANDS, key=NAIVE_KEYS.__getitem__)
    ties = [list(tied) for _, tied in groupby(ordered, key=NAIVE_KEYS.__getitem__)]
    assert len(HANDS) == 22_100
    assert len(ties) == VALUES == 741
    for place, tied in enumerate(ties):
        assert {value3(*hand) for hand in tied} == {place}


@pytest.mark.clause("STD-2")
def test_std_2_every_hand_has_the_naive_category() -> None:
    for hand in HANDS:
        assert category3(*hand).text == naive.category3([CARD_TEXTS[card] for card in hand])


@pytest.mark.clause("STD-2")
def test_std_2_category_counts() -> None:
    assert Counter(category3(*hand).text for hand in HANDS) == {
        "mini_royal": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


@pytest.mark.clause("STD-2")
def test_std_2_values_per_category() -> None:
    assert Counter(CATEGORY_OF_VALUE) == {
        Category.MINI_ROYAL: 1,
        Category.STRAIGHT_FLUSH: 11,
        Category.THREE_OF_A_KIND: 13,
        Category.STRAIGHT: 12,
        Category.FLUSH: 274,
        Category.PAIR: 156,
        Category.HIGH_CARD: 274,
    }


@pytest.mark.clause("STD-2")
def test_std_2_best_and_worst_hand_of_each_category_from_the_top() -> None:
    assert falls(
        *("As Ks Qs", "Kh Qh Jh", "Ad 2d 3d"),  # straight flushes
        *("Ac Ad Ah", "2c 2d 2h"),  # three of a kind
        *("Ac Kd Qh", "3c 2d Ah"),  # straights
        *("As Ks Js", "5d 3d 2d"),  # flushes
        *("Ac Ad Kh", "2c 2d 3h"),  # pairs
        *("Ac Kd Jh", "5c 3d 2h"),  # high cards
    )
    assert value("As Ks Qs") == 740
    assert value("5c 3d 2h") == 0


@pytest.mark.clause("STD-2")
def test_std_2_a_mini_royal_is_suited_and_stands_above_every_straight_flush() -> None:
    assert {category(f"A{suit} K{suit} Q{suit}") for suit in SUITS} == {Category.MINI_ROYAL}
    assert category("As Ks Qh") is Category.STRAIGHT
    assert falls("Ac Kc Qc", "Ks Qs Js")


@pytest.mark.clause("STD-2")
def test_std_2_values_rise_with_their_categories() -> None:
    assert list(CATEGORY_OF_VALUE) == sorted(CATEGORY_OF_VALUE)
    for each in Category:
        values = {value3(*hand) for hand in HANDS if category3(*hand) is each}
        assert min(values) == lowest_value(each)


@pytest.mark.clause("STD-2")
def test_std_2_the_order_of_the_three_cards_does_not_count() -> None:
    for a, b, c in HANDS:
        assert len({value3(*order) for order in permutations((a, b, c))}) == 1


@settings(deadline=None)
@given(DIFFERENT_CARDS)
@pytest.mark.clause("STD-2")
def test_std_2_two_hands_compare_as_the_naive_keys_do(deck: list[int]) -> None:
    ours, theirs = tuple(deck[:3]), tuple(deck[3:6])
    our_key, their_key = naive_key(ours), naive_key(theirs)
    assert (value3(*ours) > value3(*theirs)) is (our_key > their_key)
    assert (value3(*ours) == value3(*theirs)) is (our_key == their_key)


# ---------------------------------------------------------------- STD-3: the ace


@pytest.mark.clause("STD-3")
def test_std_3_ace_is_low_only_in_3_2_a_the_lowest_straight() -> None:
    straights = [hand for hand in HANDS if category3(*hand) is Category.STRAIGHT]
    value_of = {hand: value3(*hand) for hand in straights}
    lowest = [hand for hand in straights if value_of[hand] == min(value_of.values())]
    assert {frozenset(card_text(card)[0] for card in hand) for hand in lowest} == {frozenset("32A")}
    assert falls("4c 3d 2h", "3c 2d Ah")


@pytest.mark.clause("STD-3")
def test_std_3_ace_is_low_only_in_3_2_a_the_lowest_straight_flush() -> None:
    assert value("3s 2s As") == lowest_value(Category.STRAIGHT_FLUSH)
    assert falls("4c 3c 2c", "3s 2s As", "Ac Ad Ah")


@pytest.mark.parametrize("hand", ["2c Ad Kh", "Ac 2d 4h", "Ac 3d 4h", "Ac 2d Qh", "Ac 3d Kh"])
@pytest.mark.clause("STD-3")
def test_std_3_ace_is_low_only_in_3_2_a_and_makes_no_other_straight(hand: str) -> None:
    assert category(hand) is Category.HIGH_CARD


@pytest.mark.clause("STD-3")
def test_std_3_ace_is_high_elsewhere() -> None:
    assert falls("Ac Kd Qh", "Kc Qd Jh")  # straights
    assert falls("Ac Ad 2h", "Kc Kd Qh")  # pairs
    assert falls("Ac Ad Ah", "Kc Kd Kh")
    assert falls("As 4s 2s", "Kd Qd Td")  # flushes
    assert falls("Ac 4d 2h", "Kc Qd Th")
    assert falls("2c 2d Ah", "2c 2d Kh")  # as a kicker


# ---------------------------------------------------------------- STD-4: within a category


@pytest.mark.clause("STD-4")
def test_std_4_pairs_compare_the_pair_first_then_the_kicker() -> None:
    assert falls("Kc Kd 2h", "Qc Qd Ah", "Qc Qd Kh", "Qc Qd 2h", "Jc Jd Ah")


@pytest.mark.clause("STD-4")
def test_std_4_high_cards_and_flushes_compare_highest_then_middle_then_lowest() -> None:
    assert falls("Kc 9d 8h", "Kc 9d 7h", "Kc 8d 7h", "Qc Jd 9h")
    assert falls("Kc 9c 8c", "Kd 9d 7d", "Kh 8h 7h", "Qs Js 9s")


@pytest.mark.clause("STD-4")
def test_std_4_straights_compare_by_their_top_card() -> None:
    tops = "AKQJT987654"
    plain = [f"{RANKS[RANKS.index(top) - 2]}c {RANKS[RANKS.index(top) - 1]}d {top}h" for top in tops]
    assert falls(*plain, "3c 2d Ah")
    suited = [hand.replace("d", "c").replace("h", "c") for hand in plain]
    assert falls(*suited, "3c 2c Ac")


@pytest.mark.clause("STD-4")
def test_std_4_suits_never_break_a_tie() -> None:
    """All 22,100 hands in all 24 exchanges of suits."""
    hands = every_hand()
    values = batch.values3(hands)
    for suits in permutations(range(4)):
        exchanged = np.array([4 * (card >> 2) + suits[card & 3] for card in FULL_DECK], dtype=np.uint8)
        assert np.array_equal(batch.values3(exchanged[hands]), values)


@pytest.mark.clause("STD-4")
def test_std_4_there_are_1755_hands_up_to_suits() -> None:
    hands = every_hand()
    least = np.full(len(hands), 1 << 20, dtype=np.int64)
    for suits in permutations(range(4)):
        exchanged = np.array([4 * (card >> 2) + suits[card & 3] for card in FULL_DECK], dtype=np.int64)
        a, b, c = np.sort(exchanged[hands], axis=1).T
        least = np.minimum(least, 2704 * a + 52 * b + c)
    assert len(np.unique(least)) == 1_755


@settings(deadline=None)
@given(st.lists(st.integers(0, 12), min_size=3, max_size=3, unique=True))
@pytest.mark.clause("STD-4")
def test_std_4_only_one_suit_for_all_three_lifts_a_hand(ranks: list[int]) -> None:
    values = {
        suits: value3(*(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)))
        for suits in product(range(4), repeat=3)
    }
    plain = {found for suits, found in values.items() if len(set(suits)) > 1}
    suited = {found for suits, found in values.items() if len(set(suits)) == 1}
    assert plain == {value_of_ranks(ranks[0], ranks[1], ranks[2])}
    assert suited == {value_of_ranks(ranks[0], ranks[1], ranks[2], suited=True)}
    assert max(plain) < min(suited)


# ---------------------------------------------------------------- STD-6: queen high or better


@pytest.mark.clause("STD-6")
def test_std_6_queen_high_or_better_begins_with_q_3_2() -> None:
    cut = parse_hand("queen high")
    assert cut == value("Qc 3d 2h")
    assert value("Jc Td 8h") == cut - 1  # the best jack high


@pytest.mark.clause("STD-6")
def test_std_6_queen_high_or_better_is_15380_hands_with_every_pair_and_better() -> None:
    cut = parse_hand("queen high")
    assert cut is not None
    qualified = {hand for hand in HANDS if value3(*hand) >= cut}
    assert len(qualified) == 15_380
    assert qualified == {hand for hand in HANDS if naive.queen_high([CARD_TEXTS[card] for card in hand])}
    assert qualified >= {hand for hand in HANDS if category3(*hand) >= Category.PAIR}


# ---------------------------------------------------------------- bugs of other programs


def test_known_bug_a_2_3_ranked_ace_high() -> None:
    assert falls("Ac Kd Qh", "Kc Qd Jh", "4c 3d 2h", "Ac 2d 3h")
    assert falls("Ac Kc Qc", "4c 3c 2c", "Ac 2c 3c")


def test_known_bug_2_2_k_beating_5_5_4() -> None:
    assert falls("5c 5d 4h", "2c 2d Kh")
    assert falls("5c 5d 4h", "4c 4d 5h")


def test_known_bug_only_the_top_card_compared() -> None:
    assert falls("Kc 9d 2h", "Kd 8h 7s")  # the middle card decides
    assert falls("Kc 9d 3h", "Kd 9h 2s")  # the lowest card decides
    assert falls("Ac Jc 4c", "Ad Jd 3d")
    assert value("Kc 9d 3h") == value("Kd 9h 3s")


# ---------------------------------------------------------------- the best three of four


@settings(deadline=None)
@given(DIFFERENT_CARDS, st.integers(3, 6))
def test_best_three_is_the_naive_best_of_all_threes(deck: list[int], count: int) -> None:
    cards = deck[:count]
    best = best_three(cards)
    assert naive_key(best) == max(naive_key(three) for three in combinations(cards, 3))
    assert list(best) == [card for card in cards if card in best]  # the given order


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("Kc Qd 7h Jh", "Kc Qd Jh"),
        ("2c Ad Kh 3s", "2c Ad 3s"),
        ("9c 5d 2h 2s", "9c 2h 2s"),
        ("8c 8d 8h 8s", "8c 8d 8h"),  # a tie keeps the earlier cards
        ("Kc Qd Jh Js", "Kc Qd Jh"),
        ("Js Jh Qd Kc", "Js Qd Kc"),
        ("Qs 6h 4d", "Qs 6h 4d"),
    ],
)
def test_best_three_examples(cards: str, best: str) -> None:
    assert best_three(parse_cards(cards)) == parse_cards(best)


# ---------------------------------------------------------------- the table of values


def test_the_table_holds_every_ordered_triple_and_only_values() -> None:
    assert len(VALUE3) == 52**3
    assert max(VALUE3) == 740
    assert VALUE3.itemsize == 2


def test_the_value_of_ranks_is_that_of_cards_in_any_order() -> None:
    for high, middle, low in product(range(13), repeat=3):
        assert value_of_ranks(high, middle, low) == value3(4 * high, 4 * middle + 1, 4 * low + 2)


# ---------------------------------------------------------------- many hands at a time


def test_batch_values_and_categories_are_those_of_single_hands() -> None:
    hands = every_hand()
    assert batch.values3(hands).tolist() == [value3(*hand) for hand in HANDS]
    assert batch.categories3(hands).tolist() == [int(category3(*hand)) for hand in HANDS]


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "int32", "int64", "uint64"])
def test_batch_takes_any_whole_numbers(kind: str) -> None:
    hands = every_hand()[::97]
    assert np.array_equal(batch.values3(hands.astype(kind)), batch.values3(hands))


def test_batch_keeps_every_other_axis() -> None:
    hands = every_hand()
    assert batch.values3(hands.reshape(17, 1300, 3)).shape == (17, 1300)
    assert batch.categories3(hands[0]).shape == ()
    assert batch.values3(np.empty((4, 0, 3), dtype=np.uint8)).shape == (4, 0)
    assert batch.values3(hands[::-1, ::-1]).tolist() == batch.values3(hands).tolist()[::-1]


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([0, 1], r"A hand here has 3 cards: give an array \(…, 3\), not \(2,\)"),
        (7, r"A hand here has 3 cards"),
        ([[0, 1, 52]], r"Cards are numbers from 0 to 51; these run from 0 to 52"),
        ([[0, 1, -1]], r"these run from -1 to 1"),
        ([[0.0, 1.0, 2.0]], r"Cards are whole numbers from 0 to 51, not float64"),
        ([["As", "Ks", "Qs"]], r"Cards are whole numbers from 0 to 51, not <U2"),
    ],
)
def test_batch_refuses_what_is_no_array_of_hands(cards: npt.ArrayLike, sentence: str) -> None:
    with pytest.raises(batch.NotHands, match=sentence):
        batch.values3(cards)


# ---------------------------------------------------------------- hands in words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ks Qs", "ace-king-queen suited"),
        ("Ks Qs Js", "straight flush, king high"),
        ("Ah 2h 3h", "straight flush, three high"),
        ("6c 6d 6h", "three sixes"),
        ("2c 2d 2h", "three twos"),
        ("Ac Kd Qh", "straight, ace high"),
        ("Ac 2d 3h", "straight, three high"),
        ("Th 7h 2h", "flush, ten high"),
        ("6c 6d Ah", "pair of sixes"),
        ("9h 9d 2c", "pair of nines"),
        ("2c Ad Ah", "pair of aces"),
        ("Qs 6h 4d", "queen high"),
        ("5s 3h 2d", "five high"),
    ],
)
def test_describe(cards: str, words: str) -> None:
    a, b, c = parse_cards(cards)
    assert {describe(order) for order in permutations((a, b, c))} == {words}


def test_describe_says_the_category_of_every_hand() -> None:
    starts = {
        Category.MINI_ROYAL: "ace-king-queen suited",
        Category.STRAIGHT_FLUSH: "straight flush, ",
        Category.THREE_OF_A_KIND: "three ",
        Category.STRAIGHT: "straight, ",
        Category.FLUSH: "flush, ",
        Category.PAIR: "pair of ",
    }
    for hand in HANDS:
        top = RANK_NAMES[max(hand) >> 2]
        assert describe(hand).startswith(starts.get(category3(*hand), f"{top} high"))


@pytest.mark.parametrize(
    ("text", "lowest"),
    [
        ("pair", "2c 2d 3h"),
        ("flush", "5c 3c 2c"),
        ("straight", "3c 2d Ah"),
        ("three_of_a_kind", "2c 2d 2h"),
        ("three of a kind", "2c 2d 2h"),
        ("Straight Flush", "3c 2c Ac"),
        ("mini_royal", "As Ks Qs"),
        ("high card", "5c 3d 2h"),
        ("queen high", "Qc 3d 2h"),
        ("Queen High ", "Qc 3d 2h"),
        ("queen_high", "Qc 3d 2h"),
        ("ace high", "Ac 4d 2h"),  # A-3-2 is a straight
        ("ten high", "Tc 3d 2h"),
        ("five high", "5c 3d 2h"),
        ("Q-6-4", "Qc 6d 4h"),
        ("q-6-4", "Qc 6d 4h"),
        (" 4-6-Q ", "Qc 6d 4h"),
        ("K-10-2", "Kc Td 2h"),
        ("K-T-2", "Kc Td 2h"),
        ("10-10-10", "Tc Td Th"),
        ("2-2-A", "2c 2d Ah"),
        ("A-2-3", "Ac 2d 3h"),
        ("A-K-Q", "Ac Kd Qh"),  # three ranks are never suited
    ],
)
def test_parse_hand_is_the_lowest_hand_it_means(text: str, lowest: str) -> None:
    assert parse_hand(text) == value(lowest)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "--", "high", " high", "queens", "queen", "queen high or better", "pair of twos"),
        *("four high", "three high", "two high", "one high", "10 high"),  # 4-3-2 is a straight
        *("Q-6", "Q-6-4-2", "Q64", "Q 6 4", "Q-1-4", "Q-6-X", "Q--4", "Q-6-", "Qs-6h-4d", "1010-2-3"),
        *("full_house", "royal_flush", "straights"),
    ],
)
def test_parse_hand_knows_no_other_text(text: str) -> None:
    assert parse_hand(text) is None


@settings(deadline=None)
@given(st.text(max_size=12))
def test_parse_hand_never_fails(text: str) -> None:
    found = parse_hand(text)
    assert found is None or 0 <= found < VALUES


def test_parse_hand_knows_every_three_ranks_and_every_category() -> None:
    for high, middle, low in product(range(13), repeat=3):
        text = f"{RANKS[high]}-{RANKS[middle]}-{RANKS[low]}"
        assert parse_hand(text) == value_of_ranks(high, middle, low)
    for each in Category:
        assert parse_hand(each.text) == parse_hand(each.text.replace("_", " ")) == lowest_value(each)


def test_the_forms_of_a_hand_are_said_as_they_are_read() -> None:
    for form in ("pair", "queen high", "Q-6-4"):
        assert f'"{form}"' in HAND_FORMS
        assert parse_hand(form) is not None
    assert hand_words("queen high") == "queen high or better"
    assert hand_words("three_of_a_kind") == "three of a kind or better"

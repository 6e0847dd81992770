"""Six cards: the best five by single hands, by arrays, and by the naive evaluator."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import batch
from pitboss.cards import CARD_OF_TEXT, CARD_TEXTS, FULL_DECK, RANKS, SUITS, parse_cards
from pitboss.hands import SixCategory, SixKind, category6, kind6
from pitboss.odds.outcomes import six_counts
from pitboss.sheet.pays import SIX_ROYAL
from tests.naive import hands as naive
from tests.naive.rounds import SIX_KINDS, six_cards

Cards = tuple[int, ...]


def best(text: str) -> str:
    return category6(parse_cards(text)).text


def check(hands: list[Cards]) -> None:
    """Single hands, arrays and the naive evaluator say the same."""
    expected = [naive.category6([CARD_TEXTS[card] for card in hand]) for hand in hands]
    assert [category6(hand).text for hand in hands] == expected
    numbers = batch.categories6(np.array(hands, dtype=np.uint8)).tolist()
    assert [SixCategory(number).text for number in numbers] == expected


# ---------------------------------------------------------------- STD-7, case by case


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("As Ks Qs Js Ts 2d", "royal_flush"),
        ("As Ks Qs Js Ts 9s", "royal_flush"),
        ("Ks Qs Js Ts 9s Ad", "straight_flush"),  # the ace that would make it royal is of another suit
        ("5s 4s 3s 2s As Kd", "straight_flush"),
        ("5s 4s 3s 2s As Ks", "straight_flush"),
        ("9s 8s 7s 6s 5s 4s", "straight_flush"),
        ("9c 9d 9h 9s 2c 2d", "four_of_a_kind"),
        ("9c 9d 9h 9s 2c 3d", "four_of_a_kind"),
        ("9c 9d 9h 2c 2d 3h", "full_house"),
        ("Ks 9s 7s 5s 2s Kd", "flush"),
        ("Ks 9s 7s 5s 2s As", "flush"),
        ("9s 8s 7s 6s 2s 5d", "flush"),  # a straight and a flush, but not of the same five
        ("9s 8d 7h 6c 5s 5d", "straight"),
        ("As Kd Qh Jc Ts 2d", "straight"),
        ("9c 9d 9h 4c 3d 2h", "three_of_a_kind"),
        ("9c 9d 4c 4d 3h 2s", "two_pair"),
        ("9c 9d 7h 5c 3d 2s", "pair"),
        ("Ks Jd 9h 7c 5d 3s", "high_card"),
    ],
)
@pytest.mark.clause("STD-7")
def test_std_7_each_category(cards: str, category: str) -> None:
    assert best(cards) == category == naive.category6(cards.split())


@pytest.mark.clause("STD-7")
def test_std_7_a_2_3_4_5_is_a_straight_and_no_other_run_goes_round_the_ace() -> None:
    assert best("As 2d 3h 4c 5s 9d") == best("As 2d 3h 4c 5s 5d") == "straight"
    for run in ("Ks As 2d 3h 4c 9d", "Qs Kd Ah 2c 3s 9d", "Js Qs Kd Ah 2c 8d"):
        assert best(run) == "high_card"


@pytest.mark.clause("STD-7")
def test_std_7_two_trips_make_a_full_house() -> None:
    assert best("9c 9d 9h 4c 4d 4h") == "full_house"


@pytest.mark.clause("STD-7")
def test_std_7_three_pairs_are_not_a_full_house() -> None:
    assert best("9c 9d 4c 4d 2h 2s") == "two_pair"


@pytest.mark.clause("STD-7")
def test_std_7_ranking_low_to_high() -> None:
    assert [category.text for category in SixCategory] == [*naive.NAMES5, "royal_flush"]


@pytest.mark.clause("STD-7")
def test_std_7_the_order_of_the_six_cards_does_not_count() -> None:
    """Player's three and dealer's three in any mixture."""
    for cards in ("9s 8s 7s 6s 2s 5d", "9c 9d 9h 4c 4d 2h", "As Ks Qs Js Ts 2d", "As 2d 3h 4c 5s 9d"):
        orders = np.array(list(permutations(parse_cards(cards))), dtype=np.uint8)
        assert np.unique(batch.categories6(orders)).tolist() == [category6(parse_cards(cards))]
        assert {category6(order.tolist()) for order in orders} == {category6(parse_cards(cards))}


@settings(deadline=None)
@given(st.permutations(FULL_DECK))
@pytest.mark.clause("STD-7")
def test_std_7_no_five_of_the_six_are_better(deck: list[int]) -> None:
    check([tuple(deck[:6])])


# ---------------------------------------------------------------- the arrays


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "int32", "int64", "uint64"])
def test_batch_takes_any_whole_numbers(kind: str) -> None:
    hands = random_hands(3_000)
    assert np.array_equal(batch.categories6(hands.astype(kind)), batch.categories6(hands))


def test_batch_keeps_every_other_axis() -> None:
    hands = random_hands(600)
    assert batch.categories6(hands.reshape(20, 5, 6, 6)).shape == (20, 5, 6)
    assert batch.categories6(hands[0]).shape == ()
    assert batch.categories6(np.empty((0, 6), dtype=np.uint8)).shape == (0,)
    assert np.array_equal(batch.categories6(hands[::-1, ::-1]), batch.categories6(hands)[::-1])


@pytest.mark.parametrize("count", [batch.CHUNK - 1, batch.CHUNK, batch.CHUNK + 1])
def test_batch_has_no_seam_between_chunks(count: int) -> None:
    hands = random_hands(count)
    found = batch.categories6(hands)
    assert found[-9:].tolist() == [category6(hand) for hand in hands[-9:].tolist()]
    assert np.array_equal(found[1:], batch.categories6(hands[1:]))


def test_batch_refuses_what_is_no_array_of_hands() -> None:
    with pytest.raises(batch.NotHands, match=r"A hand here has 6 cards: .* not \(1, 3\)"):
        batch.categories6([[0, 1, 2]])
    with pytest.raises(batch.NotHands, match="these run from 0 to 52"):
        batch.categories6([[0, 1, 2, 3, 4, 52]])


# ---------------------------------------------------------------- many hands against the naive evaluator


def random_hands(count: int, seed: int = 6) -> npt.NDArray[np.uint8]:
    """So many hands of six different cards."""
    places = np.random.default_rng(seed).random((count, 52)).argpartition(6, axis=1)[:, :6]
    return places.astype(np.uint8)


@pytest.mark.slow
@pytest.mark.clause("STD-7")
def test_std_7_every_rank_pattern() -> None:
    """Each of the 18,395 choices of six ranks once, in random suits."""
    rng = random.Random(7)
    hands = []
    for ranks in combinations_with_replacement(range(13), 6):
        counts = [ranks.count(rank) for rank in range(13)]
        if max(counts) <= 4:
            suits = [rng.sample(range(4), count) for count in counts]
            hands.append(tuple(4 * rank + suit for rank in range(13) for suit in suits[rank]))
    assert len(hands) == 18_395
    check(hands)


@pytest.mark.slow
@pytest.mark.clause("STD-7")
def test_std_7_every_five_and_six_ranks_of_one_suit() -> None:
    rng = random.Random(7)
    hands: list[Cards] = []
    for number in (5, 6):
        for ranks in combinations(range(13), number):
            suit = rng.randrange(4)
            cards = [4 * rank + suit for rank in ranks]
            if number == 5:
                cards.append(rng.choice([card for card in FULL_DECK if card & 3 != suit]))
            rng.shuffle(cards)
            hands.append(tuple(cards))
    assert len(hands) == 1_287 + 1_716
    check(hands)


@pytest.mark.slow
@pytest.mark.clause("STD-7")
def test_std_7_rare_hands_again_and_again() -> None:
    rng = random.Random(7)
    texts = [six_cards(rng, kind) for kind in SIX_KINDS for _ in range(1_000)]
    hands = [tuple(CARD_OF_TEXT[text] for text in cards) for cards in texts]
    found = {category6(hand) for hand in hands}
    assert found >= {category for category in SixCategory if category >= SixCategory.THREE_OF_A_KIND}
    check(hands)


@pytest.mark.slow
def test_batch_categories_are_those_of_single_hands() -> None:
    hands = random_hands(200_000)
    assert batch.categories6(hands).tolist() == [category6(hand) for hand in hands.tolist()]


# ---------------------------------------------------------------- all of them


def all_hands() -> Iterator[npt.NDArray[np.uint8]]:
    """Every six cards once, in rising order: an array for each first two."""
    fours = np.array(list(combinations(range(52), 4)), dtype=np.uint8)
    begins = np.searchsorted(fours[:, 0], np.arange(52))  # where the fours above each card begin
    for first, second in combinations(range(48), 2):
        rest = fours[begins[second + 1] :]
        six = np.empty((len(rest), 6), dtype=np.uint8)
        six[:, :2] = first, second
        six[:, 2:] = rest
        yield six


def counted_by_hand() -> dict[str, int]:
    """The categories below trips, from their rank patterns and the suits that make no flush."""
    runs = [frozenset(("A" + RANKS)[low : low + 5]) for low in range(10)]

    def without_straight(number: int) -> int:
        return sum(not any(run <= set(ranks) for run in runs) for ranks in combinations(RANKS, number))

    suits, pairs = len(SUITS), 6  # a rank's single card has four suits, its pair six
    six_suited = 4
    five_suited = 4 * 6 * 3  # the suit, the odd card, its suit
    pair_suited = 4 * 3  # the suit of the five, the suit of the pair's other card
    return {
        "high_card": without_straight(6) * (suits**6 - six_suited - five_suited),
        "pair": without_straight(5) * 5 * (pairs * suits**4 - pair_suited),
        "two_pair": len(list(combinations(RANKS, 3))) * pairs**3  # three pairs
        + len(list(combinations(RANKS, 2))) * len(list(combinations(RANKS[2:], 2))) * pairs**2 * suits**2,
    }


def test_six_in_a_row_of_one_suit_are_told_by_every_evaluator() -> None:
    """All six cards of one suit, and five with one beside: by a second evaluator, alone and as arrays."""
    hands = list(combinations(range(0, 52, 4), 6))
    hands += [(*five, 33) for five in combinations(range(0, 52, 4), 5)]
    named = [naive.kind6([CARD_TEXTS[card] for card in hand]) for hand in hands]
    assert [kind6(hand).text for hand in hands] == named
    assert [SixKind(kind).text for kind in batch.kinds6(np.array(hands)).tolist()] == named
    assert (named.count("six_card_straight_flush"), named.count("six_card_royal_flush")) == (8, 1)
    assert six_counts()[SixKind.SIX_CARD_STRAIGHT_FLUSH] == 4 * 8
    assert six_counts()[SIX_ROYAL:] == (46, 46, 46, 46, 1, 1, 1, 1)  # by suit: without the nine, and with it


@pytest.mark.slow
@pytest.mark.clause("STD-7")
def test_std_7_all_20358520_hands() -> None:
    counts = np.zeros(len(SixCategory), dtype=np.int64)
    for hands in all_hands():
        counts += np.bincount(batch.categories6(hands), minlength=len(SixCategory))
    assert counts.sum() == 20_358_520
    assert {category.text: int(counts[category]) for category in SixCategory} == {
        "royal_flush": 188,
        "straight_flush": 1_656,
        "four_of_a_kind": 14_664,
        "full_house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three_of_a_kind": 732_160,
        **counted_by_hand(),
    }

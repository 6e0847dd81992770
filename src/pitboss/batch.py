"""The evaluators of `hands` over NumPy arrays: many hands at a time, the same numbers.

A hand is the last axis of an array of card numbers; every other axis is kept.

>>> from pitboss.cards import parse_cards
>>> values3([parse_cards("Kh Kd 2c"), parse_cards("As Ks Qs")]).tolist()
[406, 740]
>>> categories6([parse_cards("As Ks Qs Js Ts 2d"), parse_cards("9c 9d 9h 9s 2c 2d")]).tolist()
[9, 7]
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.hands import CATEGORY_OF_VALUE, SIX_KEYS, VALUE3, SixKind

Hands = npt.NDArray[np.uint8]
Values = npt.NDArray[np.uint16]
Categories = npt.NDArray[np.uint8]

# Hands that are worked on together: their counters stay in the processor's cache, and memory stays flat.
CHUNK: Final = 1 << 15

_VALUES: Final[Values] = np.frombuffer(VALUE3, dtype=np.uint16)
_CATEGORIES: Final[Categories] = np.array(CATEGORY_OF_VALUE, dtype=np.uint8)
_SIX_CATEGORIES: Final[Categories] = np.array([kind.category for kind in SixKind], dtype=np.uint8)
_KEYS: Final = np.array(SIX_KEYS, dtype=np.uint64)
_ONES: Final = np.uint64(0o1111111111111)
_SUIT_ONES: Final = np.uint64(0o1111)
_ONE: Final = np.uint64(1)


class NotHands(ValueError):
    """An array that holds no hands."""


def values3(cards: npt.ArrayLike) -> Values:
    """The values, 0 to 740, of an array (…, 3) of card numbers."""
    hands = _hands(cards, 3)
    # One row of 52 cards per first card, then per second: the index of the table behind `hands.value3`.
    index = hands[..., 0].astype(np.int32)
    for card in (1, 2):
        index *= 52
        index += hands[..., card]
    return _VALUES[index]


def categories3(cards: npt.ArrayLike) -> Categories:
    """The `Category` numbers of an array (…, 3) of card numbers."""
    return _CATEGORIES[values3(cards)]


def categories6(cards: npt.ArrayLike) -> Categories:
    """The `SixCategory` numbers of the best five of an array (…, 6) of card numbers (STD-7)."""
    return _SIX_CATEGORIES[kinds6(cards)]


def kinds6(cards: npt.ArrayLike) -> Categories:
    """The `SixKind` numbers of an array (…, 6) of card numbers: six in a row of one suit are apart."""
    hands = _hands(cards, 6)
    rows = hands.reshape(-1, 6)
    found = np.empty(len(rows), dtype=np.uint8)
    for start in range(0, len(rows), CHUNK):
        found[start : start + CHUNK] = _best_of_six(rows[start : start + CHUNK])
    return found.reshape(hands.shape[:-1])


def _hands(cards: npt.ArrayLike, size: int) -> Hands:
    """The array of hands, once its last axis and its numbers are what they must be."""
    hands = np.asarray(cards)
    if hands.ndim == 0 or hands.shape[-1] != size:
        raise NotHands(f"A hand here has {size} cards: give an array (…, {size}), not {hands.shape}")
    if hands.size and not np.issubdtype(hands.dtype, np.integer):
        raise NotHands(f"Cards are whole numbers from 0 to 51, not {hands.dtype}")
    if hands.size and (hands.min() < 0 or hands.max() > 51):
        raise NotHands(f"Cards are numbers from 0 to 51; these run from {hands.min()} to {hands.max()}")
    return hands.astype(np.uint8, copy=False)


def _best_of_six(rows: Hands) -> Categories:
    """The kinds of one chunk: by rank counters first, then anew where five cards share a suit."""
    keys = _KEYS[rows[:, 0]]
    for card in range(1, 6):
        keys += _KEYS[rows[:, card]]
    found = by_ranks(keys >> np.uint64(12))
    # A suit's three-bit counter is five or six: its four-bit and one of the others are set.
    suited = np.flatnonzero((keys >> np.uint64(2)) & (keys | keys >> _ONE) & _SUIT_ONES)
    if suited.size:
        found[suited] = _by_suit(rows[suited])
    return found


def by_ranks(counts: npt.NDArray[np.uint64]) -> Categories:
    """The kind by rank counters alone, where no suit has five cards."""
    halves = counts >> _ONE
    fours = counts >> np.uint64(2) & _ONES
    threes = counts & halves & _ONES
    twos = halves & ~counts & _ONES
    present = (counts | halves) & _ONES | fours
    pair, trips = twos != 0, threes != 0
    found: Categories = pair.astype(np.uint8)
    found += twos & (twos - _ONE) != 0  # a second pair; PAIR and TWO_PAIR are 1 and 2
    full_house = trips & (pair | (threes & (threes - _ONE) != 0))
    found[trips] = SixKind.THREE_OF_A_KIND
    found[_runs(present) != 0] = SixKind.STRAIGHT
    found[full_house] = SixKind.FULL_HOUSE
    found[fours != 0] = SixKind.FOUR_OF_A_KIND
    return found


def _by_suit(rows: Hands) -> Categories:
    """The kind where five or six cards share a suit: nothing but flushes is possible then."""
    suits = rows & 3
    # Sorted, the third of six is of the suit that has five, wherever the odd one falls.
    suit = np.sort(suits, axis=1)[:, 2:3]
    ranks = np.where(suits == suit, _ONE << (3 * (rows >> 2)).astype(np.uint64), np.uint64(0))
    runs = _runs(ranks.sum(axis=1, dtype=np.uint64))
    found = np.full(len(rows), SixKind.FLUSH, dtype=np.uint8)
    found[runs != 0] = SixKind.STRAIGHT_FLUSH
    found[runs & runs >> np.uint64(3) != 0] = SixKind.SIX_CARD_STRAIGHT_FLUSH  # two runs of five, one above
    royal = runs >> np.uint64(27) != 0
    found[royal] += SixKind.ROYAL_FLUSH - SixKind.STRAIGHT_FLUSH
    return found


def _runs(present: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """A bit at the low end of every five ranks in a row, three bits apart from the ace below the deuce up."""
    both_aces = present << np.uint64(3) | present >> np.uint64(36)
    run: npt.NDArray[np.uint64] = both_aces & both_aces >> np.uint64(3)
    run &= run >> np.uint64(6)
    run &= both_aces >> np.uint64(12)
    return run

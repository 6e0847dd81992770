"""Six cards as dealt: how often each best-five category comes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.batch import by_ranks, kinds6
from pitboss.hands import SIX_KEYS
from pitboss.sheet.pays import SIX_CLASSES

Ints = npt.NDArray[np.int64]

SIXES: Final = SIX_CLASSES
_KEYS: Final = np.array(SIX_KEYS, dtype=np.int64)


@lru_cache(maxsize=1)
def six_counts() -> tuple[int, ...]:
    """How many of the 20,358,520 six-card hands have each category, by rank patterns and then by suits."""
    patterns = _rows(combinations_with_replacement(range(13), 6), 6)
    counters = (np.int64(1) << (3 * patterns)).sum(axis=1)
    each = (counters[:, None] >> (3 * np.arange(13))) & 7
    legal = each.max(axis=1) <= 4
    ways = np.array([comb(4, n) for n in range(5)], dtype=np.int64)[each[legal]].prod(axis=1)
    found = np.bincount(by_ranks(counters[legal].astype(np.uint64)), weights=ways, minlength=SIXES)
    found = found.astype(np.int64)
    # Where five or six cards share a suit, the hand is a flush of some kind instead.
    for suited, number in _suited_hands():
        found -= number * np.bincount(_rank_category(suited), minlength=SIXES)
        found += number * np.bincount(kinds6(suited), minlength=SIXES)
    return tuple(found.tolist())


def _rows(tuples: Iterable[tuple[int, ...]], width: int) -> Ints:
    """Tuples of one length as the rows of an array."""
    return np.fromiter(chain.from_iterable(tuples), np.int64).reshape(-1, width)


def _suited_hands() -> list[tuple[npt.NDArray[np.uint8], int]]:
    """Hands with six, and with five, cards of one suit, and how many hands each stands for."""
    six, five = (4 * _rows(combinations(range(13), size), size) for size in (6, 5))
    odd = np.tile(4 * np.arange(13) + 1, len(five))[:, None]
    mixed = np.concatenate([np.repeat(five, 13, axis=0), odd], axis=1)
    return [(six.astype(np.uint8), 4), (mixed.astype(np.uint8), 4 * 3)]


def _rank_category(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The category by ranks alone, suits left aside."""
    return by_ranks((_KEYS[hands].sum(axis=1) >> 12).astype(np.uint64))

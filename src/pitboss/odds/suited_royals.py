"""Suited A-K-Qs that others hold, by the suits in which the cards that are out leave one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, perm
from typing import Final

import numpy as np

from pitboss.money import Cents
from pitboss.odds.counts import SUIT_SETS
from pitboss.odds.geometry import Ints
from pitboss.odds.other_hands import deals
from pitboss.sheet.pays import ROYAL

_SIZES: Final = [[suits for suits in range(SUIT_SETS) if suits.bit_count() == size] for size in range(5)]


def envy_by_suits(cents: Sequence[Cents], players: int, out: int = 6) -> list[Mapping[Cents, int]]:
    """For each set of suits that leave nobody an A-K-Q: how many deals to the others bring each envy.

    >>> envy_by_suits([0, 0, 0, 100], 2)[0b0111], envy_by_suits([0, 0, 0, 100], 2)[0b1000]
    ({0: 15179, 100: 1}, {0: 15180})
    """
    return [
        _deals_by_envy(
            [each for suit, each in enumerate(cents) if each and not suits >> suit & 1], players, out
        )
        for suits in range(SUIT_SETS)
    ]


def _deals_by_envy(left: Sequence[Cents], players: int, out: int) -> Mapping[Cents, int]:
    """How many deals bring each sum, when these hands are left: inclusion and exclusion over those held."""
    found: dict[Cents, int] = {}
    for size in range(min(players - 1, len(left)) + 1):
        exactly = sum(
            (-1) ** more
            * comb(len(left) - size, more)
            * perm(players - 1, size + more)
            * deals(players - size - more, out + 3 * (size + more))
            for more in range(min(players - 1, len(left)) - size + 1)
        )
        for some in combinations(left, size):
            found[sum(some)] = found.get(sum(some), 0) + exactly
    return dict(sorted(found.items()))


def by_suits(deals_held: int, held: int, royals: Sequence[Cents], own: int) -> Iterator[tuple[Cents, int]]:
    """What deals pay in which others hold so many A-K-Qs, by the suits that a class of one's own leaves.

    >>> list(by_suits(6, 1, [100, 0, 0, 50], ROYAL))
    [(0, 2), (0, 2), (50, 2)]
    """
    free = [cents for suit, cents in enumerate(royals) if own != ROYAL + suit]
    if held > len(free):
        return
    share, over = divmod(deals_held, comb(len(free), held))
    if over:
        raise AssertionError("the suits of a row are not alike")
    for some in combinations(free, held):
        yield sum(some), share


def evened(counts: Ints) -> Ints:
    """Counts by hand class and, last, by set of suits: of all hands, not of one hand for each row.

    A row stands for hands in every suit, so sets of as many suits come alike often. Suited A-K-Qs stand for
    themselves.
    """
    found = counts.reshape(*counts.shape[:-1], -1, SUIT_SETS).copy()
    rest = found[:ROYAL]
    for sets in _SIZES:
        share, over = np.divmod(rest[..., sets].sum(axis=-1, keepdims=True), len(sets))
        if over.any():
            raise AssertionError("the suits of a row are not alike")
        rest[..., sets] = share
    return found.reshape(counts.shape)

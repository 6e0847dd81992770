"""Sums over pairs of four-card sets that share no card with each other or with the dealer's.

What a set brings is alike in every suit, so each sum is kept for one set of its class: 16,432 sets of four,
1,758 of three, 169 pairs and 13 cards. Only sets of three are spread out over all of them, once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.odds.geometry import Doubles, Ints, rows
from pitboss.odds.risk.four_cards import FourCardSets, four_card_sets
from pitboss.odds.risk.pair_sums import Whole, dot


class Smaller(NamedTuple):
    """For one set of each class, the classes of the larger sets that each of 52 cards makes of it."""

    quads: Ints  # (52, rows): classes of four cards
    triples: Ints  # (52, pair classes): rows
    pairs: Ints  # (52, 13): pair classes
    pair_class: Ints  # (52, 52)


@lru_cache(maxsize=1)
def _smaller() -> Smaller:
    sets = four_card_sets()
    kinds = np.array([2 * (13 * (a >> 2) + (b >> 2)) + (a & 3 == b & 3) for a, b in sets.pairs.tolist()])
    _, first, pair_class = np.unique(kinds, return_index=True, return_inverse=True)
    by_pair = np.append(pair_class.ravel(), len(first))  # a pair that cannot be has the number after the last
    by_triple = np.append(sets.triple_row, len(rows()))
    a, b, c = rows().cards.T
    return Smaller(
        sets.class_with[:, sets.triple_with[c, sets.pair_with[a, b]]],
        by_triple[sets.triple_with[:, first]],
        by_pair[sets.pair_with[:, 0:52:4]],
        by_pair[sets.pair_with[:, :52]],
    )


class BySize(NamedTuple):
    """Sums over the sets of four that hold no card, one, two or three, or are these four: (parts, classes).

    A zero stands at the end of each table but the first.
    """

    none: Doubles
    one: Doubles
    two: Doubles
    three: Doubles
    four: Doubles


def by_size(by_class: Doubles) -> BySize:
    """The sums of what each class of four cards brings."""
    smaller = _smaller()
    four = _ended(by_class)
    three = _ended(four[:, smaller.quads].sum(axis=1))
    two = _ended(three[:, smaller.triples].sum(axis=1) / 2)
    one = _ended(two[:, smaller.pairs].sum(axis=1) / 3)
    return BySize(one.sum(axis=-1), one, two, three, four)  # four suits, and four cards in each set


def _ended(table: Doubles) -> Doubles:
    """The table with a zero at its end."""
    found = np.zeros((len(table), table.shape[1] + 1))
    found[:, :-1] = table
    return found


@dataclass(frozen=True, slots=True)
class FourCardSums:
    """What sets of four bring each part in sum, and the products of any two parts."""

    sets: FourCardSets
    sums: BySize
    one: Doubles  # (parts, 52 + 1)
    two: Doubles  # (parts, pairs + 1)
    three: Doubles  # (parts, triples + 1)
    squares: BySize  # of each two parts, in the order of `triu_indices`

    def disjoint(self, out: tuple[int, ...]) -> Whole:
        """The sum of the products over pairs of four cards that share none with each other or with these."""
        sets, four = self.sets, self.sums.four
        three, two, one = self.three[:, :-1].copy(), self.two[:, :-1].copy(), self.one[:, :-1].copy()
        none = self._avoiding(self.sums, out)
        for e in out:
            _add(three, four, sets.class_with[e, :-1], -1)
            _add(two, self.three, sets.triple_with[e, :-1], -1)
            _add(one, self.two, sets.pair_with[e, :-1], -1)
        for e, f in combinations(out, 2):
            _add(two, four, sets.class_with[f].take(sets.triple_with[e, :-1]), 1)
            _add(one, self.three, sets.triple_with[f].take(sets.pair_with[e, :-1]), 1)
        for e, f, g in combinations(out, 3):
            triple = sets.triple_with[f].take(sets.pair_with[e, :-1])
            _add(one, four, sets.class_with[g].take(triple), -1)
        cards = list(out)
        three[:, sets.holds_triple[cards].any(axis=0)] = 0
        two[:, sets.holds_pair[cards].any(axis=0)] = 0
        one[:, cards] = 0
        return dot(none[:, None]) - dot(one) + dot(two) - dot(three) + self._products(out)

    def _products(self, out: tuple[int, ...]) -> Whole:
        """The products over all sets that avoid the dealer's cards, of each with itself."""
        parts = len(self.three)
        found: Whole = np.zeros((parts, parts), object)
        first, second = np.triu_indices(parts)
        found[first, second] = found[second, first] = self._avoiding(self.squares, out).astype(np.int64)
        return found

    def _avoiding(self, sums: BySize, out: tuple[int, ...]) -> Doubles:
        """What the sets that hold none of these cards bring in all."""
        sets, pair_class = self.sets, _smaller().pair_class
        found = sums.none - sum(sums.one[:, e >> 2] for e in out)
        found = found + sum(sums.two[:, pair_class[e, f]] for e, f in combinations(out, 2))
        for three in combinations(out, 3):
            found = found - sums.three[:, sets.triple_row[sets.triple(*three)]]
        for e, f, g, h in combinations(out, 4):
            found = found + sums.four[:, sets.class_with[h, sets.triple(e, f, g)]]
        return found


def _add(table: Doubles, values: Doubles, places: Ints, sign: int) -> None:
    """Adds to each part's table what stands at these places, or takes it off."""
    change = np.add if sign > 0 else np.subtract
    for mine, theirs in zip(table, values, strict=True):
        change(mine, theirs.take(places), out=mine)


def sums_of(by_class: Doubles) -> FourCardSums:
    """The sums of what each class of four cards brings each part: (parts, classes)."""
    sets, sums = four_card_sets(), by_size(by_class)
    first, second = np.triu_indices(len(by_class))
    one = np.repeat(sums.one[:, :-1], 4, axis=1)
    two = sums.two[:, _smaller().pair_class[sets.pairs[:, 0], sets.pairs[:, 1]]]
    three = sums.three[:, sets.triple_row]
    squares = by_size(by_class[first] * by_class[second])
    return FourCardSums(sets, sums, _ended(one), _ended(two), _ended(three), squares)

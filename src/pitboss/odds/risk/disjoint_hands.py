"""Sums of products over all pairs of hands that share no card, for hands of three cards and of four.

For values f and g of every set of k cards, the sum of f(a) g(b) over all pairs a, b that share no card is, by
inclusion and exclusion over what they share, S - S1 + S2 - ...: S_j adds, over all sets of j cards, the
product of the sum of f over the sets that hold them and that of g. A few hundred products replace
18,424 x 15,180. See "Seats that share a dealer" in docs/method.md.

A set that cannot be has the number after the last one, where every table has a zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.odds.geometry import (
    PAIRS,
    SUIT_ORDERS,
    Cards,
    Doubles,
    Flags,
    Ints,
    all_hands,
    pair_number,
    renamed,
    rows,
    up_sets,
)

QUADS: Final = comb(52, 4)
TRIPLES: Final = comb(52, 3)
EXACT: Final = 2**53  # whole numbers up to here are exact as doubles
LIMB: Final = 20  # bits of the parts that large numbers are multiplied in
Whole = np.ndarray[Any, np.dtype[np.object_]]


@lru_cache(maxsize=1)
def hands_with_pairs() -> Ints:
    """The numbers of the 50 hands that hold each pair of cards: (50, 1326)."""
    cards = all_hands().cards
    number = pair_number()
    pairs = np.stack([number[cards[:, i], cards[:, j]] for i, j in combinations(range(3), 2)], axis=1)
    order = np.argsort(pairs.ravel(), kind="stable")
    return np.ascontiguousarray((order // 3).reshape(PAIRS, 50).T)


@lru_cache(maxsize=1)
def pairs_with_card() -> Ints:
    """The numbers of the 51 pairs that hold each card: (51, 52)."""
    number = pair_number()
    return np.stack([np.delete(number[card], card) for card in range(52)], axis=1)


def three_card_pairs_with(nets: Doubles, numbers: Ints, each: Iterable[Doubles]) -> Iterator[Whole]:
    """Sums over disjoint hands: `nets` has a row of values of all hands for each part; (parts, parts).

    Values are whole numbers, zero where a hand cannot be dealt. Time after time a few hands that share no
    cards have other values: (parts, hands).
    """
    changed = nets.copy()
    changed[:, numbers] = 0.0
    base, squares = _over_pairs(changed), dot(changed)
    cards = all_hands().cards[numbers]
    places = np.stack([pair_number()[cards[:, i], cards[:, j]] for i, j in combinations(range(3), 2)])
    for values in each:
        two = base.copy()
        for place in places:
            two[:, place] += values  # no two of the hands share a pair of cards
        yield _disjoint(two) - squares - dot(values)


def _over_pairs(nets: Doubles) -> Doubles:
    """The sums over the hands that hold each pair of cards: (parts, 1326)."""
    found: Doubles = np.stack([part[hands_with_pairs()].sum(axis=0) for part in nets])
    return found


def _disjoint(two: Doubles) -> Whole:
    """All but the last term of inclusion and exclusion: pairs of a hand with itself are still in it."""
    one = two[:, pairs_with_card()].sum(axis=1) / 2
    none = one.sum(axis=-1, keepdims=True) / 3
    return dot(none) - dot(one) + dot(two)


def dot(values: Doubles) -> Whole:
    """Each row times each row, exactly; values are whole and below 2^53."""
    largest = float(np.abs(values).max(initial=0.0))
    if largest >= EXACT:
        raise AssertionError("sums of nets are too large for doubles")
    if largest * largest * values.shape[1] < EXACT:
        # Not `@`: threads of a matrix library cost more than they save on so few rows.
        product: Whole = np.einsum("ip,jp->ij", values, values).astype(np.int64).astype(object)
        return product
    whole = values.astype(np.int64)
    limbs = [(whole & ((1 << LIMB) - 1)), (whole >> LIMB) & ((1 << LIMB) - 1), whole >> (2 * LIMB)]
    found: Whole = np.zeros((len(values), len(values)), object)
    for i, left in enumerate(limbs):
        for j, right in enumerate(limbs):
            found = found + np.einsum("ip,jp->ij", left, right).astype(object) * (1 << (LIMB * (i + j)))
    return found


# Four cards


@dataclass(frozen=True, slots=True)
class FourCardSets:
    """All sets of up to four cards in the order of `combinations`, and how they hold each other."""

    quads: Cards  # (270,725, 4)
    triples: Cards
    pairs: Cards
    triple_with: Ints  # (52, pairs + 1): the three cards that one more makes with a pair
    pair_with: Ints  # (52, 52 + 1)
    class_with: Ints  # (52, triples + 1): the class of the four cards; the number after the last for none
    holds_triple: Flags  # (52, triples)
    holds_pair: Flags  # (52, pairs)
    first: Ints  # a set of each class
    size: Ints  # how many sets are in each class
    triple_row: Ints  # the row of each triple

    def triple(self, *cards: int) -> int:
        """The number of three cards."""
        a, b, c = cards
        return int(self.triple_with[c, self.pair_with[a, b]])


@lru_cache(maxsize=1)
def four_card_sets() -> FourCardSets:
    """The tables, made once: about 40 MB."""
    quads, triples, pairs = (up_sets(size) for size in (4, 3, 2))
    pair_with = np.full((52, 53), PAIRS, np.int32)
    pair_with[:, :52] = np.where(np.eye(52, dtype=bool), PAIRS, pair_number())
    triple_with = np.full((52, PAIRS + 1), TRIPLES, np.int32)
    for last, rest in ((2, (0, 1)), (1, (0, 2)), (0, (1, 2))):
        pair = pair_with[triples[:, rest[0]], triples[:, rest[1]]]
        triple_with[triples[:, last], pair] = np.arange(TRIPLES)
    quad_with = np.full((52, TRIPLES + 1), QUADS, np.int32)
    for last in range(4):
        a, b, c = (quads[:, place] for place in range(4) if place != last)
        quad_with[quads[:, last], triple_with[c, pair_with[a, b]]] = np.arange(QUADS)
    least = np.full(QUADS, QUADS, np.int64)
    for order in range(len(SUIT_ORDERS)):
        a, b, c, d = renamed(quads, order).T
        least = np.minimum(least, quad_with[d, triple_with[c, pair_with[a, b]]])
    first, quad_class, size = np.unique(least, return_inverse=True, return_counts=True)
    classes = np.append(quad_class.ravel(), len(first))
    return FourCardSets(
        quads, triples, pairs, triple_with.astype(np.int64), pair_with.astype(np.int64),
        classes[quad_with],
        all_hands().holds,
        (pairs[None] == np.arange(52)[:, None, None]).any(axis=2),
        first, size, all_hands().row,
    )  # fmt: skip


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

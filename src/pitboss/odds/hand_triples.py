"""Three hands of which no two have a card in common, counted by the ends that they fall into.

Take a hand of the first seat. The hands of the second and of the third that keep clear of it are counted
each for itself; from their products go the pairs that share a card. Such a pair is counted by the cards that
it shares: once for each, less once for each two, plus once where both are one hand. What keeps clear of a
hand is in turn a sum over the hand's cards, so that in the end everything is a sum over hands, over two
cards, or one of two sums over four cards that are products of matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.geometry import Flags, Ints, all_hands, disjoint_pairs

# Whole numbers far below 2**53, as floats because their matrices are multiplied fastest.
Floats = NDArray[np.float64]
BESIDE: Final = ((1, 2), (0, 2), (0, 1))  # the two cards of a hand beside each one


def disjoint_triples(labels: Sequence[Ints], ends: Sequence[int]) -> Ints:
    """How many triples of hands without a common card are in each three ends: (ends, ends, ends).

    As for `disjoint_pairs` each array gives the end of each of the 22,100 hands, and one that cannot be dealt
    has the number after the last end. All three seats are dealt from the same cards.
    """
    free = np.flatnonzero((all_hands().holds & (labels[0] < ends[0])).any(axis=1))
    largest = [int(np.bincount(each)[:n].argmax()) for each, n in zip(labels, ends, strict=True)]
    rest = [np.delete(np.arange(number), end) for number, end in zip(ends, largest, strict=True)]
    found = np.zeros(tuple(ends), np.int64)
    if min(ends) > 1:
        found[np.ix_(*rest)] = _count(*_seats(labels, ends, largest, free))
    left = comb(len(free) - 6, 3)  # hands that two others leave
    for place, end in enumerate(largest):  # the largest end of each seat is what its other ends leave
        one, other = (each for each in range(3) if each != place)
        pairs = disjoint_pairs(labels[one], labels[other], ends[one], ends[other])
        by_end = np.moveaxis(found, place, 2)
        by_end[..., end] += left * pairs - by_end.sum(axis=2)
    return found


def _seats(labels: Sequence[Ints], ends: Sequence[int], largest: Sequence[int], free: Ints) -> list[_Seat]:
    """The seats without the largest end of each, and without the hands that no other end has."""
    names = [_without(*each) for each in zip(labels, ends, largest, strict=True)]
    told = np.logical_or.reduce([name < number - 1 for name, number in zip(names, ends, strict=True)])
    seats: list[_Seat] = []
    for name, number, label in zip(names, ends, labels, strict=True):
        twin = next((seat for seat, other in zip(seats, labels, strict=False) if other is label), None)
        seats.append(twin or _Seat(name, number - 1, told, free))
    return seats


def _without(label: Ints, ends: int, end: int) -> Ints:
    """Labels without one of the ends: its hands have the number after the last of those that are left."""
    names = np.insert(np.arange(ends), end, ends - 1)
    return names[label]


class _Seat:
    """How many hands of each end hold one card and two, and how many keep clear of each hand."""

    def __init__(self, label: Ints, ends: int, told: Flags, free: Ints) -> None:
        place = np.zeros(52, np.int64)
        place[free] = np.arange(len(free))
        cards = place[all_hands().cards[told]].T  # (3, hands)
        label = label[told]
        mine = np.flatnonzero(label < ends)
        self.ends, self.size = ends, len(free)
        self.within = [np.flatnonzero(label == end) for end in range(ends)]
        self.three = np.zeros((ends, self.size, self.size, self.size), np.float32)
        for x, y, z in permutations(cards[:, mine]):
            self.three[label[mine], x, y, z] = 1
        self.two: Floats = self.three.sum(axis=3, dtype=np.float64)
        self.one: Floats = self.two.sum(axis=2) / 2
        self.all: Floats = self.one.sum(axis=1) / 3
        # for each hand, end by end: (hands, 1 or 3, ends)
        one, two = np.ascontiguousarray(self.one.T), np.ascontiguousarray(self.two.transpose(1, 2, 0))
        self.ones = one[cards.T]
        self.twos = np.stack([two[cards[i], cards[j]] for i, j in BESIDE], axis=1)
        self.sum_ones = self.ones.sum(axis=1, keepdims=True)
        self.sum_twos = self.twos.sum(axis=1, keepdims=True)
        self.itself = np.zeros((len(label), 1, ends))
        self.itself[mine, 0, label[mine]] = 1
        self.clear = self.all - self.sum_ones + self.sum_twos - self.itself
        self.near = self.sum_ones - 3 * self.sum_twos + 2 * self.itself

    def sum(self, left: Sequence[Floats], right: Sequence[Floats]) -> Floats:
        """Products of what two others have for each hand, summed over the hands of each end."""
        one, other = np.concatenate(left, axis=1), np.concatenate(right, axis=1)
        found = np.zeros((self.ends, one.shape[2], other.shape[2]))
        for end, hands in enumerate(self.within):
            found[end] = _flat(one[hands]).T @ _flat(other[hands])
        return found


def _flat(values: Floats) -> Floats:
    return values.reshape(-1, values.shape[-1])


def _count(a: _Seat, b: _Seat, c: _Seat) -> Ints:
    """The triples of three seats' ends, as the module tells it."""
    total = _over_hands(a, b, c) + _over_cards(a, b, c) - 2 * _rings(a, b, c)
    total += np.einsum("bcxy,axy->abc", _meetings(b, c), a.two, optimize=True)
    total += np.einsum("acxy,bxy->abc", _meetings(a, c), b.two, optimize=True)
    total += np.einsum("abxy,cxy->abc", _meetings(a, b), c.two, optimize=True)
    return np.rint(total).astype(np.int64)


def _over_hands(a: _Seat, b: _Seat, c: _Seat) -> Floats:
    """What is summed over one seat's hands, of what the two others have for each of them."""
    in_a = a.sum(
        (b.clear, b.sum_twos, b.twos, b.near, b.itself),
        (c.clear, c.sum_twos, -c.twos, c.itself, c.near),
    )
    in_b = b.sum(
        (2 * a.sum_twos, -2 * a.twos, -a.ones, -a.twos, a.near - a.clear),
        (c.sum_twos, c.twos, c.twos, c.ones, c.itself),
    )
    in_c = c.sum(
        (2 * a.sum_twos, -2 * a.twos, -a.ones, -a.twos),
        (b.sum_twos, b.twos, b.twos, b.ones),
    )
    return in_a + in_b.transpose(1, 0, 2) + in_c.transpose(1, 2, 0)


def _over_cards(a: _Seat, b: _Seat, c: _Seat) -> Floats:
    """What is summed over one card, two and three."""

    def over(*seats: Floats) -> Floats:
        flat = [each.reshape(len(each), -1) for each in seats]
        return np.asarray(np.einsum("ap,bp,cp->abc", *flat, optimize=True))

    across = np.ones((1, 1, a.size))
    b_first, c_first = b.one[..., None] * across, c.one[..., None] * across
    without = a.one[:, None] - a.two  # of a first card, with a second
    neither = a.all[:, None, None] - a.one[..., None] - without
    return (
        over(without, b_first, c.two)
        + over(without, b.two, c_first)
        - over(without, b.two, c.two)
        + over(neither, b.two, c.two) / 2
        - over(a.all[:, None] - a.one, b.one, c.one)
        - np.einsum("axy,bcxy->abc", a.two, _paths(b.two, c.two), optimize=True)
    )


def _meetings(one: _Seat, other: _Seat) -> Floats:
    """Hands of two ends that share two cards, by the card that each has beside them: (ends, ends, x, y)."""
    first, second = np.triu_indices(one.size, 1)
    left, right = (each.three[:, first, second].transpose(0, 2, 1) for each in (one, other))
    return _paths(left, right).astype(np.float64)


def _paths(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """Sums over a third place of (ends, x, third) and (ends, y, third): (ends, ends, x, y)."""
    flat = [np.ascontiguousarray(each).reshape(-1, each.shape[-1]) for each in (one, other)]
    shape = (*one.shape[:2], *other.shape[:2])
    return np.ascontiguousarray((flat[0] @ flat[1].T).reshape(shape).transpose(0, 2, 1, 3))


def _rings(a: _Seat, b: _Seat, c: _Seat) -> Floats:
    """Three hands that share one card, while each two of them share another one."""
    found = np.zeros((a.ends, b.ends, c.ends))
    for card in range(a.size):
        shared = _paths(b.three[:, card], c.three[:, card])
        third = a.three[:, card].reshape(a.ends, -1)
        found += (third @ shared.reshape(b.ends * c.ends, -1).T).reshape(found.shape)
    return found

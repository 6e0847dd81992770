"""Two others beside one's own hand and every hand of the dealer's: pairs of labelled hands that are apart.

Pairs that avoid the dealer's three cards are all, less those that hold one of them, plus two, less three.
Which hand of the pair holds which card does not matter, so tables by one card, by two and by three are all
that is needed; they are sums over hands, or products of matrices. All numbers are far below 2^53.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from pitboss.money import Cents
from pitboss.odds.geometry import Doubles, Ints, all_hands, rows
from pitboss.odds.suited_royals import by_suits
from pitboss.odds.suited_runs import OUT
from pitboss.odds.weighed_hands import Weighed
from pitboss.sheet.pays import ROYAL

LEFT = 52 - OUT
SECOND = comb(LEFT - 3, 3)  # hands of a second other


class _Hands:
    """Some hands without the cards that are out: how many hold one card, two, or are three."""

    def __init__(self, weighed: Weighed, free: Ints) -> None:
        self.three: Doubles = weighed.three[free][:, free][:, :, free].astype(np.float64)
        self.two: Doubles = self.three.sum(axis=2)
        self.one: Doubles = self.two.sum(axis=1) / 2
        self.every = float(self.one.sum()) / 3

    def beside(self) -> Doubles:
        """How many of them have no card in common with each three cards."""
        one = self.one[:, None, None] + self.one[:, None] + self.one
        two = self.two[:, :, None] + self.two[:, None] + self.two
        return self.every - one + two - self.three

    def apart(self, dealers: _Dealers) -> Doubles:
        """How many avoid the dealer's cards."""
        found = self.every - dealers.ones(self.one) + dealers.twos(self.two)
        found -= self.three.ravel().take(dealers.three[2])
        return found


class _Dealers:
    """Hands of the dealer's by their three cards among those that one's own hand leaves: (3, hands)."""

    def __init__(self, cards: Ints, size: int) -> None:
        a, b, c = cards
        self.one = (a, b, c)
        self.two = (size * a + b, size * a + c, size * b + c)
        # by the card that comes last
        self.three = (size * self.two[2] + a, size * self.two[1] + b, size * self.two[0] + c)

    def ones(self, by_card: Doubles) -> Doubles:
        """Sums over the three cards."""
        return _over(by_card, self.one)

    def twos(self, by_two: Doubles) -> Doubles:
        """Sums over pairs of the three cards."""
        return _over(by_two.ravel(), self.two)

    def threes(self, by_two_and_one: Doubles) -> Doubles:
        """Sums over the card that comes last of the three."""
        return _over(by_two_and_one.ravel(), self.three)


def _over(table: Doubles, places: Sequence[Ints]) -> Doubles:
    found: Doubles = table.take(places[0])
    for each in places[1:]:
        found += table.take(each)
    return found


def _two_and_one(first: _Hands, second: _Hands) -> Doubles:
    """Pairs that are apart by two cards of the first and one of the second: (card, card, card)."""
    f, g = first.three, second.three
    size = len(first.one)
    found = first.two[:, :, None] - f
    found *= second.one - second.two[:, None] - second.two + g
    found -= (f.reshape(-1, size) @ second.two).reshape(f.shape)
    with_first = np.matmul(f, g)  # the second avoids the first card and the one that is not named
    found += with_first
    found += with_first.transpose(1, 0, 2)
    every = np.arange(size)
    found[every, :, every] = 0
    found[:, every, every] = 0
    return found


def pairs_beside_dealers(first: _Hands, second: _Hands, dealers: _Dealers) -> Doubles:
    """How many pairs that are apart avoid each of the dealer's hands as well."""
    same = first is second
    in_one = first.three * second.beside()  # pairs by the three cards of one of them
    every = float(in_one.sum()) / 6
    split = _two_and_one(first, second)
    two = split.sum(axis=1) / 2  # a card of the first, and one of the second
    in_one += in_one if same else second.three * first.beside()
    split += split if same else _two_and_one(second, first)
    pairs = in_one.sum(axis=2)
    cards = pairs.sum(axis=1) / 2
    pairs += two + two.T
    found = every - dealers.ones(cards) + dealers.twos(pairs) - dealers.threes(split)
    found -= in_one.ravel().take(dealers.three[2])
    return found


class TwoOthers:
    """What two others are paid; suited A-K-Qs that do not pay alike are one label, told apart at the end."""

    def __init__(self, cents: Ints) -> None:
        hands = all_hands().hand_class
        royal = hands >= ROYAL
        self.royals: list[Cents] = cents[royal].tolist()  # by suit
        kind = cents.copy()
        self.apart = len(set(self.royals)) > 1
        if self.apart:
            kind[royal] = -1
        self.labels: list[Cents] = [each for each in np.unique(kind).tolist() if each]
        self.weighed = [Weighed.of((kind == each).astype(np.int64)) for each in self.labels]
        self.keys = list(combinations_with_replacement(range(len(self.labels) + 1), 2))

    def sums(self, row: int, dealers: Ints, ends: Ints, size: int) -> Doubles:
        """Deals to the two by their labels beside one's own hand and the dealer's, by ends: (ends, keys)."""
        found = two_beside_dealers(self.weighed, row, dealers)
        tiled = [np.tile(found[key], len(ends)) for key in self.keys]
        return np.stack([np.bincount(ends.ravel(), each, size) for each in tiled], axis=1)

    def paid(self, own: int, numbers: Sequence[int]) -> dict[Cents, int]:
        """The deals to the two by what they pay, of sums of such deals beside hands of one's own class."""
        found: dict[Cents, int] = {}
        for key, number in zip(self.keys, numbers, strict=True):
            plain = [self.labels[label - 1] for label in key if label]
            royals = plain.count(-1) if self.apart else 0
            for more, ways in by_suits(number, royals, self.royals, own):
                cents = more + sum(plain) + royals
                found[cents] = found.get(cents, 0) + ways
        return found


def two_beside_dealers(weighed: Sequence[Weighed], row: int, dealers: Ints) -> dict[tuple[int, int], Doubles]:
    """For two labels of two others, lowest first and 0 for no label: the deals beside each dealer's hand.

    The labels are those of `weighed`, from 1 up; the others are dealt one after another.
    """
    free = np.setdiff1d(np.arange(52), rows().cards[row])
    place = np.zeros(52, np.int64)
    place[free] = np.arange(len(free))
    theirs = _Dealers(place[all_hands().cards[dealers]].T, len(free))
    some = [_Hands(each, free) for each in weighed]
    found: dict[tuple[int, int], Doubles] = {}
    rest = np.full(len(dealers), float(comb(LEFT, 3) * SECOND))
    alone = [2 * SECOND * each.apart(theirs) for each in some]
    for i, first in enumerate(some):
        for j, second in enumerate(some[i:], i):
            pairs = pairs_beside_dealers(first, second, theirs)
            found[i + 1, j + 1] = pairs if i == j else 2 * pairs
            rest -= found[i + 1, j + 1]
            alone[i] -= 2 * pairs
            alone[j] -= 2 * pairs if i != j else 0
    for i, each in enumerate(alone, 1):
        found[0, i] = each
        rest -= each
    found[0, 0] = rest
    return found

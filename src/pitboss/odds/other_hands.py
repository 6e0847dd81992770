"""One's own hand and those of all others together: how often it is of a class and they have some labels.

A label is a number on every hand, 0 on those that do not matter. Where all hands of a class have one label,
any number of players is read off the sets of hands that share no card. Else one other player is a pair of
hands without a common card, two are such pairs beside one's own hand, and more are out of reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import comb, prod

import numpy as np

from pitboss.odds.class_company import MOST_OTHERS, company_by_class
from pitboss.odds.geometry import Ints, all_hands, disjoint_pairs, moved_ups
from pitboss.odds.weighed_hands import Weighed, pairs_apart
from pitboss.sheet.pays import HAND_CLASSES, ROYAL

Labels = tuple[int, ...]  # of the others' hands, lowest first, those without one left out
Company = Mapping[tuple[int, Labels], int]  # own hand class and others' labels -> deals


def deals(players: int, out: int = 3) -> int:
    """How many ways there are to deal three cards to each of the other players once some cards are out."""
    return prod(comb(52 - out - 3 * number, 3) for number in range(players - 1))


def company(labels: Ints, others: int) -> Company | None:
    """How many deals bring one's own hand class with the labels of so many others; None: out of reach.

    The last answers are kept: a price, its lines and its form ask the same.
    """
    return _company(labels.astype(np.int64).tobytes(), others)


@lru_cache(maxsize=16)
def _company(text: bytes, others: int) -> Company | None:
    labels = np.frombuffer(text, np.int64)
    used = [label for label in np.unique(labels).tolist() if label]
    if not others or not used:
        return {(hand, ()): number * deals(others + 1) for hand, number in enumerate(_own_hands())}
    if others == 1:
        return _one_other(labels, used)
    by_class = _of_classes(labels)
    if by_class is not None and others <= MOST_OTHERS:
        return company_by_class(by_class, others)
    return _two_others(labels, used) if others == 2 else None


def _of_classes(labels: Ints) -> list[int] | None:
    """The label of each hand class; None where one has several."""
    first = np.unique(all_hands().hand_class, return_index=True)[1]
    by_class = labels[first]
    return by_class.tolist() if (by_class[all_hands().hand_class] == labels).all() else None


def _own_hands() -> list[int]:
    return np.bincount(all_hands().hand_class, minlength=HAND_CLASSES).tolist()


def _one_other(labels: Ints, used: list[int]) -> Company:
    places = np.searchsorted([0, *used], labels)
    pairs = disjoint_pairs(all_hands().hand_class, places, HAND_CLASSES, len(used) + 1)
    found: dict[tuple[int, Labels], int] = {}
    for hand, row in enumerate(pairs.tolist()):
        for label, number in zip((0, *used), row, strict=True):
            found[hand, (label,) if label else ()] = number
    return found


def _two_others(labels: Ints, used: list[int]) -> Company:
    """Two others: pairs of labelled hands are counted, and with them those of which one or none is."""
    mine, weight = suit_orbits(labels)
    known, hand = all_hands().cards[mine], all_hands().hand_class[mine]
    some = [Weighed.of((labels == label).astype(np.int64)) for label in used]
    both = pairs_apart(some, known)
    alone = np.stack([each.apart(list(known.T)) for each in some], axis=1) * comb(46, 3)
    found: Counter[tuple[int, Labels]] = Counter()
    for own in range(HAND_CLASSES):
        these = hand == own
        pairs = np.tensordot(weight[these], both[these], axes=1).tolist()
        first = (weight[these] @ alone[these]).tolist()
        rest = int(weight[these].sum()) * deals(3)
        for i, label in enumerate(used):
            one = 2 * (first[i] - sum(pairs[i]))  # either of the two
            found[own, (label,)] += one
            rest -= one
            for j in range(len(used)):
                found[own, tuple(sorted((label, used[j])))] += pairs[i][j]
                rest -= pairs[i][j]
        found[own, ()] += rest
    return found


def suit_orbits(labels: Ints) -> tuple[Ints, Ints]:
    """A hand for all that are alike under the orders of suits that keep every label, and how many they are.

    Suited A-K-Qs stand for themselves: one's own may be paid by its suit.
    """
    least = own = np.arange(len(labels))
    for moved in moved_ups(3):
        if (labels[moved] == labels).all():
            least = np.minimum(least, moved)
    least = np.where(all_hands().hand_class >= ROYAL, own, least)
    mine, weight = np.unique(least, return_counts=True)
    return mine, weight

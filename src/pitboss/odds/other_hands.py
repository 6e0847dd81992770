"""One's own hand and those of all others together: how often it is of a class and they have some labels.

A label is a number on every hand, 0 on those that do not matter. One other player is a pair of hands without
a common card, two are such pairs beside one's own hand. For more, the labelled hands must be straight
flushes: these lie within a suit, so that sets of them are counted suit by suit; how often others hold exactly
some of them is then inclusion and exclusion over the sets they hold at least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb, perm, prod
from typing import Final

import numpy as np

from pitboss.hands import Category
from pitboss.odds.geometry import Ints
from pitboss.odds.hand_table import all_hands, disjoint_pairs
from pitboss.odds.suit_orders import moved_ups
from pitboss.odds.weighed_hands import Weighed, pairs_apart
from pitboss.sheet.payclass import HAND_CLASSES

Labels = tuple[int, ...]  # of the others' hands, lowest first, those without one left out
Company = Mapping[tuple[int, Labels], int]  # own hand class and others' labels -> deals
RUNS: Final = tuple(tuple(sorted(((low - 1) % 13, low, low + 1))) for low in range(12))  # A-2-3 to Q-K-A


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
    if _runs_only(labels):
        return _straight_flushes(labels, others)
    return _two_others(labels, used) if others == 2 else None


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
    least = np.where(all_hands().hand_class >= Category.MINI_ROYAL, own, least)
    mine, weight = np.unique(least, return_counts=True)
    return mine, weight


# Straight flushes, suit by suit


def _run_hands() -> list[int]:
    """The hands that are straight flushes, by suit and then as in `RUNS`."""
    number = {tuple(cards): place for place, cards in enumerate(all_hands().cards.tolist())}
    return [number[tuple(4 * rank + suit for rank in run)] for suit in range(4) for run in RUNS]


def _runs_only(labels: Ints) -> bool:
    return int(np.count_nonzero(labels)) == int(np.count_nonzero(labels[_run_hands()]))


def _straight_flushes(labels: Ints, others: int) -> Company:
    """The deals by the labelled hands that others hold exactly, from those by what they hold at least."""
    by_suit = labels[_run_hands()].reshape(4, len(RUNS)).tolist()
    matter = [_cards_of(each) for each in by_suit]
    kept: dict[tuple[int, int], Counter[Labels]] = {}
    at_least: list[Counter[Labels]] = [Counter() for _ in range(HAND_CLASSES)]
    mine, weight = suit_orbits(labels)
    hands = all_hands()
    together: dict[tuple[int, ...], Counter[Labels]] = {}
    for place, number in zip(mine.tolist(), weight.tolist(), strict=True):
        held = [0, 0, 0, 0]
        for card in hands.cards[place].tolist():
            held[card & 3] |= 1 << (card >> 2) & matter[card & 3]
        key = tuple(held)
        if key not in together:
            sets: Counter[Labels] = Counter({(): 1})
            for suit, mask in enumerate(held):
                if (suit, mask) not in kept:
                    kept[suit, mask] = Counter(_packings(by_suit[suit], mask, others))
                sets = _joined(sets, kept[suit, mask], others)
            together[key] = sets
        for some, ways in together[key].items():
            at_least[hands.hand_class[place]][some] += ways * number
    found: Counter[tuple[int, Labels]] = Counter()
    for own, every in enumerate(at_least):
        for some, ways in every.items():
            size = len(some)
            total = ways * perm(others, size) * deals(others + 1 - size, 3 + 3 * size)
            for part, times in _parts(some).items():
                found[own, part] += (-1) ** (size - len(part)) * times * total
    return {key: number for key, number in found.items() if number}


def _cards_of(labels: list[int]) -> int:
    """The ranks, as bits, that are in a labelled straight flush of a suit."""
    found = 0
    for run, label in zip(RUNS, labels, strict=True):
        found |= sum(1 << rank for rank in run) if label else 0
    return found


def _packings(labels: list[int], held: int, most: int, start: int = 0) -> Iterator[Labels]:
    """The labels of each set of labelled straight flushes of a suit that share no card, nor a held one."""
    yield ()
    for place in range(start, len(RUNS)):
        mask = sum(1 << rank for rank in RUNS[place])
        if most and labels[place] and not mask & held:
            for rest in _packings(labels, held | mask, most - 1, place + 1):
                yield tuple(sorted((labels[place], *rest)))


def _joined(first: Counter[Labels], second: Counter[Labels], most: int) -> Counter[Labels]:
    found: Counter[Labels] = Counter()
    for left, some in first.items():
        for right, more in second.items():
            if len(left) + len(right) <= most:
                found[tuple(sorted(left + right))] += some * more
    return found


def _parts(labels: Labels) -> Counter[Labels]:
    """The ways to choose some of the labels."""
    found: Counter[Labels] = Counter({(): 1})
    for label in labels:
        found = found + Counter({tuple(sorted((*part, label))): times for part, times in found.items()})
    return found

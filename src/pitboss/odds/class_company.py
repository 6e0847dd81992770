"""How often all players at a table hold hands of given classes, up to seven of them.

Sets of hands that share no card have been counted by their kinds (`hand_sets`). A kind may hold another: a
straight flush is a straight and a flush. So a hand of a class is one of a kind less those of kinds within it,
and a high card is any hand less all the rest; written out player by player, that is a sum over sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import comb, factorial, prod
from typing import NamedTuple

from pitboss.odds.geometry import SUITS
from pitboss.odds.hand_set_counts import MOST_HANDS, sets_of
from pitboss.odds.hand_sets import Kinds
from pitboss.sheet.pays import HAND_CLASSES, ROYAL

MOST_OTHERS = MOST_HANDS - 1

Deals = Callable[["Classes"], int]


class Classes(NamedTuple):
    """How many players hold a hand of each class; of royals the suits are other ones each."""

    high_cards: int = 0
    pairs: int = 0
    flushes: int = 0
    straights: int = 0
    threes: int = 0
    three_aces: int = 0
    straight_flushes: int = 0
    royals: int = 0

    def plus(self, hand_class: int) -> Classes:
        """With one player more."""
        place = min(hand_class, ROYAL)
        return Classes(*(number + (at == place) for at, number in enumerate(self)))


@lru_cache(maxsize=1)
def deals_of_classes(players: int) -> Deals:
    """In how many deals each of so many players holds a hand of the class that is named for that player.

    >>> hands = deals_of_classes(2)
    >>> hands(Classes(pairs=1, royals=1)), hands(Classes(royals=2))
    (3114, 1)
    """
    rest = [
        prod(comb(52 - 3 * number, 3) for number in range(known, players)) for known in range(players + 1)
    ]

    @cache
    def held(high: int, flushes: int, straights: int, threes: int, kinds: Kinds) -> int:
        """Players with high cards, with flushes, straights and threes that are no more, and with kinds."""
        if high:
            go = high - 1, flushes, straights, threes
            found = held(*go, kinds) + _suited(held, go, kinds)
            for kind in ("pairs", "flushes", "straights", "threes"):
                found -= held(*go, _with(kinds, kind))
            return found
        if flushes:
            go = high, flushes - 1, straights, threes
            return held(*go, _with(kinds, "flushes")) - _suited(held, go, kinds)
        if straights:
            go = high, flushes, straights - 1, threes
            return held(*go, _with(kinds, "straights")) - _suited(held, go, kinds)
        if threes:
            go = high, flushes, straights, threes - 1
            aces = 0 if kinds.three_aces else held(*go, _with(kinds, "three_aces"))
            return held(*go, _with(kinds, "threes")) - aces
        orders = prod(map(factorial, kinds[1:]))  # each royal is a hand of its own
        return sets_of(kinds) * orders * rest[sum(kinds)]

    def deals(classes: Classes) -> int:
        high, pairs, flushes, straights, threes, aces, suited, royals = classes
        if aces > 1:
            return 0
        return held(high, flushes, straights, threes, Kinds(royals, suited, 0, 0, 0, pairs, aces))

    return deals


def _suited(held: Callable[..., int], go: tuple[int, int, int, int], kinds: Kinds) -> int:
    """One player more with a straight flush, of which those up to the ace are hands of their own."""
    found = held(*go, _with(kinds, "straight_flushes"))
    if kinds.royals < SUITS:
        found += (SUITS - kinds.royals) * held(*go, _with(kinds, "royals"))
    return found


def _with(kinds: Kinds, kind: str) -> Kinds:
    return kinds._replace(**{kind: getattr(kinds, kind) + 1})


def company_by_class(labels: Sequence[int], others: int) -> Counter[tuple[int, tuple[int, ...]]]:
    """The deals by one's own class and the labels of so many others, where a class has a label.

    As everywhere the labels come lowest first, and 0 is left out.
    """
    deals = deals_of_classes(others + 1)
    found: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for classes, suits in _tables(others):
        each = [*classes[:ROYAL], *(suit in suits for suit in range(SUITS))]
        ways = factorial(others) // prod(map(factorial, classes[:ROYAL]))
        told = tuple(
            sorted(label for label, number in zip(labels, each, strict=True) if label for _ in range(number))
        )
        for own in range(HAND_CLASSES):
            if own - ROYAL not in suits:
                number = deals(classes.plus(own))
                if number:
                    found[own, told] += ways * number
    return found


def _tables(players: int) -> Iterator[tuple[Classes, tuple[int, ...]]]:
    """What so many players can hold, with the suits of their royals."""
    for royals in range(min(players, SUITS) + 1):
        for suits in combinations(range(SUITS), royals):
            for some in _shares(players - royals, ROYAL):
                yield Classes._make((*some, royals)), suits


def _shares(number: int, places: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of so many."""
    if places == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _shares(number - first, places - 1):
            yield (first, *rest)

"""Places by merit: who have the same share a place, and as many after it are left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Place(NamedTuple):
    """Where somebody stands."""

    number: int
    tied: bool


def places(ranked: Iterable[T], merit: Callable[[T], Hashable]) -> list[tuple[T, Place]]:
    """Everybody, the best first, with their place.

    >>> [(each, place.number) for each, place in places("aabc", str)]
    [('a', 1), ('a', 1), ('b', 3), ('c', 4)]
    """
    order = list(ranked)
    shared = Counter(merit(each) for each in order)
    first: dict[Hashable, int] = {}
    for number, each in enumerate(order, 1):
        first.setdefault(merit(each), number)
    return [(each, Place(first[merit(each)], shared[merit(each)] > 1)) for each in order]

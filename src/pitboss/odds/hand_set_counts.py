"""How many sets of up to seven hands share no card, by their kinds: counted once by `hand_sets`, and kept.

That takes minutes and depends on no sheet, so the counts are in a file beside this one.
`python -m torture.hand_sets` writes it anew, and `python -m torture hand_sets` holds it to a new count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import Final

from pitboss.odds.hand_sets import WHOLE, Kinds

MOST_HANDS: Final = 7  # one for each seat
KEPT: Final = files("pitboss.odds").joinpath("hand_set_counts.txt")  # in the order of `kinds_in_order`


def kinds_in_order() -> Iterator[Kinds]:
    """All kinds that sets are kept by, in the order of their counts."""
    for aces, royals in product(range(2), range(WHOLE.suits + 1)):
        for rest in product(range(MOST_HANDS - royals + 1), repeat=len(Kinds._fields) - 2):
            if aces + royals + sum(rest) <= MOST_HANDS:
                yield Kinds._make((royals, *rest, aces))


@lru_cache(maxsize=1)
def _kept() -> Mapping[Kinds, int]:
    return dict(zip(kinds_in_order(), map(int, KEPT.read_text(encoding="ascii").split()), strict=True))


def sets_of(kinds: Kinds) -> int:
    """How many sets of hands without a common card have these kinds.

    >>> sets_of(Kinds(threes=1)), sets_of(Kinds(royals=4)), sets_of(Kinds(pairs=7))
    (52, 1, 34012738512872570880)
    """
    return _kept()[kinds]

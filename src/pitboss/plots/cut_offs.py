"""From which hand on a hand is played, against each kind of up cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_NAMES, RANKS, Card
from pitboss.hands import CATEGORY_OF_VALUE, VALUES, Category, value3

if TYPE_CHECKING:
    from pitboss.odds import Entry

# What tells up cards apart: nothing, a rank, two ranks and whether they are suited, or a category and a rank.
Shown: TypeAlias = tuple[int, ...]

FOLD, PLAY, DRAW, EQUAL = range(4)


@dataclass(slots=True)
class Hands:
    """What is done with the hands against some up cards: deals by value of the hand and action."""

    deals: NDArray[np.int64] = field(default_factory=lambda: np.zeros((VALUES, 4), np.int64))
    gains: NDArray[np.float64] = field(default_factory=lambda: np.zeros(VALUES))  # times their deals
    sums: dict[int, int] = field(default_factory=dict)  # of the best worths: denominator -> numerators

    def add(self, entry: Entry) -> None:
        """Counts one entry."""
        value, best = value3(*entry.hand), entry.best
        kinds = {FOLD if name == "fold" else PLAY if name == "play" else DRAW for name in best}
        does = kinds.pop() if len(kinds) == 1 else EQUAL
        self.deals[value, does] += entry.multiplicity
        worth = entry.worth[best[0]]
        if len(best) == 1:
            other = max(each for action, each in entry.worth.items() if action != best[0])
            self.gains[value] += entry.multiplicity * (float(worth) - float(other))
        low, high = worth.denominator, worth.numerator * entry.multiplicity
        self.sums[low] = self.sums.get(low, 0) + high

    @property
    def number(self) -> int:
        """All deals."""
        return int(self.deals.sum())

    @property
    def worth(self) -> Fraction:
        """The mean worth of the best action, per Ante."""
        total = sum((Fraction(high, low) for low, high in self.sums.items()), Fraction(0))
        return total / self.number

    def share(self, does: int) -> Fraction:
        """Of all deals, those that do this."""
        return Fraction(int(self.deals[:, does].sum()), self.number)

    @property
    def all_play(self) -> bool:
        """Whether every hand plays as it is."""
        return not self.deals[:, [FOLD, DRAW, EQUAL]].any()

    @property
    def sure(self) -> int | None:
        """The lowest value from which every hand plays; none where even the best does not."""
        playing = np.flatnonzero(self.deals[:, PLAY])
        others = np.flatnonzero(self.deals[:, [FOLD, DRAW, EQUAL]].any(axis=1))
        above = playing[playing > (others[-1] if others.size else -1)]
        return int(above[0]) if above.size else None

    @property
    def clean(self) -> bool:
        """Whether nothing below the sure hands plays."""
        sure = self.sure
        return sure is not None and not self.deals[:sure, PLAY].any()

    @property
    def cut_off(self) -> str | None:
        """The hand that parts playing from folding, where one does so for all suits."""
        sure = self.sure
        if (
            sure is None
            or not self.clean
            or self.deals[:, [DRAW, EQUAL]].any()
            or not self.deals[:, FOLD].any()
        ):
            return None
        return hand_words(sure)


def tallied(entries: Iterable[Entry]) -> Mapping[Shown, Hands]:
    """The entries of a strategy by what shows of the dealer."""
    found: dict[Shown, Hands] = {}
    for entry in entries:
        shown = kind(entry.up)
        if shown not in found:
            found[shown] = Hands()
        found[shown].add(entry)
    return found


def kind(up: tuple[Card, ...]) -> Shown:
    """What is told apart of the up cards."""
    if len(up) == 3:
        category = CATEGORY_OF_VALUE[value3(*up)]
        return (category, max(up) >> 2 if category == Category.HIGH_CARD else 0)
    ranks = sorted((card >> 2 for card in up), reverse=True)
    return (*ranks, int(up[0] & 3 == up[1] & 3)) if len(up) == 2 else tuple(ranks)


def kind_words(shown: Shown) -> str:
    """`Q`, or `queen high` and `pair` where all three cards show."""
    if len(shown) == 1:
        return RANKS[shown[0]]
    category, rank = shown
    return (
        f"{RANK_NAMES[rank]} high"
        if category == Category.HIGH_CARD
        else Category(category).text.replace("_", " ")
    )


@lru_cache(maxsize=1)
def ranks_of_values() -> tuple[tuple[int, int, int], ...]:
    """Three ranks, high to low, that make each value."""
    found: dict[int, tuple[int, int, int]] = {}
    for high in range(13):
        for middle in range(high + 1):
            for low in range(middle + 1):
                cards: tuple[Any, ...] = (4 * high, 4 * middle + 1, 4 * low + 2)
                found[value3(*cards)] = (high, middle, low)
                if high > middle > low:
                    found[value3(4 * high, 4 * middle, 4 * low)] = (high, middle, low)
    return tuple(found[value] for value in range(VALUES))


def hand_words(value: int) -> str:
    """`Q-9-2`; a hand of one suit says so."""
    suited = CATEGORY_OF_VALUE[value] in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.MINI_ROYAL)
    return "-".join(RANKS[rank] for rank in ranks_of_values()[value]) + (" suited" if suited else "")

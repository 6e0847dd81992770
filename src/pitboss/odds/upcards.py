"""Outcome counts where dealer cards show: the dealer's outcomes hold the up cards and avoid the player's.

The same inclusion and exclusion as without up cards, with the up cards always held. Where the dealer draws,
an up card can never be the fourth card, so tables tell the cards that must be in the first three from those
that may come either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np

from pitboss.odds.dealer import Below, below_each, standing, three_card_outcomes
from pitboss.odds.geometry import PAIR_CLASSES, WIDTH, Flags, Ints, pair_class, values_of


@dataclass(slots=True)
class Sum:
    """How many outcomes lie below a value: a sum of table rows and of single sets of cards.

    What does not depend on the value is worked out once, however many values are asked.
    """

    # A factor, the flat table, places in it for the value 0, and how far the next value is
    tables: list[tuple[int, Ints, Ints, int]] = field(default_factory=list)
    # A factor, the value, and how many outcomes or, None, one
    singles: list[tuple[int, Ints, Ints | Flags | None]] = field(default_factory=list)

    def below(self, value: Ints) -> Ints:
        """The count for each value; values and places broadcast together."""
        found: Ints = np.zeros((1, 1), np.int32)
        for factor, table, place, step in self.tables:
            found = _plus(found, factor, table[place + value * step])
        for factor, mine, ways in self.singles:
            found = _plus(found, factor, mine < value if ways is None else (mine < value) * ways)
        return found

    def around(self, value: Ints) -> tuple[Ints, Ints]:
        """The counts below each value and up to it: as `below` of it and of the next, and faster.

        Memory is taken once and used again: fresh pages cost more than the sums.
        """
        places = [*(place for _, _, place, _ in self.tables), *(mine for _, mine, _ in self.singles)]
        shape = np.broadcast_shapes(value.shape, *(each.shape for each in places))
        under, up_to = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
        at = np.empty(shape, np.intp)
        parts = {table.dtype: np.empty(shape, table.dtype) for _, table, _, _ in self.tables}
        for factor, table, place, step in self.tables:
            np.add(place, value * step, out=at)
            part = parts[table.dtype]
            for total, flat in ((under, table), (up_to, table[step:])):
                np.take(flat, at, out=part, mode="clip")  # no place is outside: this only spares a copy
                _plus(total, factor, part)
        for factor, mine, ways in self.singles:
            for total, hit in ((under, mine < value), (up_to, mine <= value)):
                _plus(total, factor, hit if ways is None else hit * ways)
        return under, up_to


def _plus(found: Ints, factor: int, part: Ints | Flags) -> Ints:
    """`found + factor * part`, in place where the shape allows it."""
    out = found if found.shape == np.broadcast_shapes(found.shape, part.shape) else None
    if factor == -1:
        return np.subtract(found, part, out=out)
    return np.add(found, part if factor == 1 else factor * part, out=out)


@dataclass(frozen=True, slots=True)
class UpTables:
    """Dealer outcomes below each value that hold cards: up cards among the first three, others anywhere."""

    draws_below: int
    # Hands of three cards, or where the dealer draws those that stand: by value, then by one or two cards
    # held, so that what is asked of one hand lies together in memory.
    one: Ints
    two: Ints
    fourth: dict[int, Ints]  # the same with a fourth card drawn, by the number of cards held

    def avoiding(self, up: Sequence[Ints], cards: Sequence[Ints], fourths: int) -> Sum:
        """Outcomes with these up cards and none of the others; a standing hand goes with so many fourths."""
        found = Sum()
        for size in range(len(cards) + 1):
            for held in combinations(cards, size):
                self._add(found, (-1) ** size, up, held, fourths)
        return found

    def _add(self, to: Sum, sign: int, up: Sequence[Ints], free: Sequence[Ints], fourths: int) -> None:
        """Adds the outcomes that hold the up cards and, anywhere, the free ones."""
        held = [*up, *free]
        if len(held) == 1:
            to.tables.append((sign * fourths, self.one, held[0] >> 2, 13))
        elif len(held) == 2:
            place = pair_class().ravel()[52 * held[1] + held[0]]
            to.tables.append((sign * fourths, self.two, place, PAIR_CLASSES))
        elif len(held) == 3:
            value = values_of(*free, *up)  # what is known of the hand alone is added first
            to.singles.append((sign * fourths, value, value >= self.draws_below if self.fourth else None))
        if self.fourth and len(held) < 4:
            table = self.fourth[len(held)]
            to.tables.append((sign, table.ravel(), order_class(held), table.shape[1]))
        elif self.fourth and len(held) == 4:
            to.singles.append((sign, *_ways(up, free, self.draws_below)))


def up_tables(shows: int, draws_below: int) -> UpTables:
    """The tables for so many up cards and a dealer who draws to less than a value, or never (0)."""
    hands = three_card_outcomes()
    if not draws_below:
        return UpTables(0, *_by_value(hands), {})
    fourth = {3: _three_held(shows, draws_below)}
    for size in range(2, shows - 1, -1):
        fourth[size] = _fewer_held(size, fourth[size + 1])
    return UpTables(draws_below, *_by_value(standing(hands, draws_below)), fourth)


def _by_value(hands: Below) -> tuple[Ints, Ints]:
    """The tables of one and of two cards held, flat, all cards of a value together."""
    return hands.one.T.ravel(), hands.two.T.ravel()


@lru_cache(maxsize=2)
def kept_up_tables(shows: int, draws_below: int) -> UpTables:
    """The same, kept for the next hand somebody asks about."""
    return up_tables(shows, draws_below)


def _ways(up: Sequence[Ints], free: Sequence[Ints], draws_below: int) -> tuple[Ints, Ints]:
    """The best value of four cards, and in how many ways a free one can be the fourth card drawn."""
    four = [*up, *free]
    best = ways = np.zeros((1, 1), np.uint8)
    for last in range(4):
        value = values_of(*(card for place, card in enumerate(four) if place != last))
        best = np.maximum(best, value)
        if last >= len(up):
            ways = ways + (value < draws_below)
    return best, ways


def _three_held(shows: int, draws_below: int) -> Ints:
    """For up cards and free cards that make three: outcomes with one more card, below each value.

    There are no more than 49 such cards, each with three ways to come last: small numbers.
    """
    reps = representatives(3)
    three = [reps[:, i, None] for i in range(3)]
    best, ways = _ways(three[:shows], [*three[shows:], _others(reps)], draws_below)
    return below_each(np.arange(len(reps))[:, None], len(reps), best, ways)


def _fewer_held(size: int, one_more: Ints) -> Ints:
    """The same for fewer cards: sums over one more free card, each outcome found once for each it has."""
    reps = representatives(size)
    others = _others(reps)
    index = order_class([*(reps[:, i, None] for i in range(size)), others])
    found = np.zeros((WIDTH, len(reps)), np.int32)
    for each in index.T:
        found += one_more.take(each, axis=1)
    return found // (4 - size)


def order_class(cards: Sequence[Ints]) -> Ints:
    """A number for one, two or three cards in order, up to suits: their ranks and which suits are equal."""
    ranks = cards[0] >> 2
    for card in cards[1:]:
        ranks = 13 * ranks + (card >> 2)
    if len(cards) == 1:
        return ranks
    same = (cards[0] & 3) == (cards[1] & 3)
    if len(cards) == 2:
        return 2 * ranks + same
    third = cards[2] & 3
    first, second = third == (cards[0] & 3), third == (cards[1] & 3)
    # 0 no suits equal, 1 the first two, 2 first and third, 3 second and third, 4 all
    pattern = np.where(same, np.where(first, 4, 1), np.where(first, 2, np.where(second, 3, 0)))
    return 5 * ranks + pattern


_SUITS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    1: ((0,),),
    2: ((0, 1), (0, 0)),
    3: ((0, 1, 2), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 0, 0)),
}


def representatives(size: int) -> Ints:
    """Cards for every number of `order_class`; numbers that no different cards have repeat a card."""
    suits = np.array(_SUITS[size])
    ranks = np.stack(np.meshgrid(*[np.arange(13)] * size, indexing="ij"), axis=-1).reshape(-1, 1, size)
    return (4 * ranks + suits[None]).reshape(-1, size).astype(np.int64)


def _others(reps: Ints) -> Ints:
    """The cards beside each representative; where it repeats a card, one card too many is left out."""
    left = np.ones((len(reps), 52), dtype=bool)
    np.put_along_axis(left, reps, False, axis=1)
    size = 52 - reps.shape[1]
    order = np.argsort(~left, axis=1, kind="stable")
    return order[:, :size]

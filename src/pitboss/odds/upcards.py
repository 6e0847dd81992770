"""Outcome counts where dealer cards show: the dealer's outcomes hold the up cards and avoid the player's.

The same inclusion and exclusion as without up cards, with the up cards always held. Where the dealer draws,
an up card can never be the fourth card, so tables tell the cards that must be in the first three from those
that may come either way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from pitboss.odds.dealer import cumulated, heights, three_card_outcomes
from pitboss.odds.geometry import WIDTH, Cards, Ints, pair_class, rows, values_of

CHUNK: Final = 128  # up-card sets that are worked on together

BelowValue = Callable[[Ints], Ints]


@dataclass(frozen=True, slots=True)
class Against:
    """For one chunk of up-card sets: how many outcomes lie below a value of each row and set."""

    ups: Cards  # (ups, shows)
    total: int
    below: BelowValue  # (rows, 1) or (rows, ups) of values -> (rows, ups) of counts


def against_up_cards(shows: int, draws_below: int) -> Iterator[Against]:
    """Every set of up cards, a chunk at a time."""
    ups = np.array(list(combinations(range(52), shows)), dtype=np.int64)
    hands = three_card_outcomes()
    fourth = _FourCards(shows, draws_below) if draws_below else None
    for start in range(0, len(ups), CHUNK):
        yield _against(ups[start : start + CHUNK], hands.one, hands.two, fourth, draws_below)


def _against(up: Cards, one: Ints, two: Ints, fourth: _FourCards | None, draws_below: int) -> Against:
    shows = up.shape[1]
    hidden = 3 - shows
    outcomes = comb(52 - 3 - shows, hidden)
    pairs = pair_class()
    p = [rows().cards[:, i, None] for i in range(3)]
    u = [up[None, :, i] for i in range(shows)]

    def three_cards(value: Ints) -> Ints:
        """Hands of three that hold the up cards, avoid the player's and lie below a value."""
        if shows == 3:
            return (values_of(*u) < value).astype(np.int64)
        if shows == 2:
            found = two[pairs[u[0], u[1]], value].astype(np.int64)
            for card in p:
                found = found - (values_of(u[0], u[1], card) < value)
            return found
        found = one[u[0] >> 2, value].astype(np.int64)
        for card in p:
            found = found - two[pairs[u[0], card], value]
        for a, b in combinations(p, 2):
            found = found + (values_of(u[0], a, b) < value)
        return found

    if fourth is None:
        return Against(up, outcomes, three_cards)

    def with_draws(value: Ints) -> Ints:
        stands = np.maximum(three_cards(value) - three_cards(np.full((1, 1), draws_below)), 0)
        return 46 * stands + fourth.below(u, p, value)

    return Against(up, outcomes * 46, with_draws)


class _FourCards:
    """Outcomes with a fourth card: the first three hold the up cards and lie below the drawing value."""

    def __init__(self, shows: int, draws_below: int) -> None:
        self.shows = shows
        self.to_value = draws_below
        self.tables = {3: self._three_cards()}
        for size in range(2, shows - 1, -1):
            self.tables[size] = self._fewer(size)

    def below(self, up: list[Ints], player: list[Ints], value: Ints) -> Ints:
        """Outcomes that avoid the player's cards and lie below a value, by inclusion and exclusion."""
        total = np.zeros((1, 1), np.int64)
        for size in range(4):
            for cards in combinations(player, size):
                if self.shows + size <= 4:
                    total = total + (-1) ** size * self._holding(up, list(cards), value)
        return total

    def _holding(self, up: list[Ints], cards: list[Ints], value: Ints) -> Ints:
        """Outcomes that hold the up cards among the first three, and these cards anywhere."""
        if len(up) + len(cards) == 4:
            best, ways = self._ways(up, cards)
            return np.where(best < value, ways, 0)
        return self.tables[len(up) + len(cards)][_order_class([*up, *cards]), value].astype(np.int64)

    def _ways(self, up: list[Ints], free: list[Ints]) -> tuple[Ints, Ints]:
        """The best value of four cards, and in how many ways a free one can be the fourth card drawn."""
        four = [*up, *free]
        best = ways = np.zeros((1, 1), np.int64)
        for last in range(4):
            value = values_of(*(card for place, card in enumerate(four) if place != last)).astype(np.int64)
            best = np.maximum(best, value)
            if last >= len(up):
                ways = ways + (value < self.to_value)
        return best, ways

    def _three_cards(self) -> Ints:
        """For up cards and free cards that make three: outcomes with one more card, below each value."""
        reps = _representatives(3)
        a, b, c = (reps[:, i, None] for i in range(3))
        others = _others(reps)
        three = [a, b, c]
        best, ways = self._ways(three[: self.shows], [*three[self.shows :], others])
        number = np.arange(len(reps))[:, None]
        return cumulated(heights(number, len(reps), best, np.broadcast_to(ways, best.shape)))

    def _fewer(self, size: int) -> Ints:
        """The same for fewer cards: sums over one more free card, each outcome found once for each it has."""
        reps = _representatives(size)
        others = _others(reps)
        cards = [np.broadcast_to(reps[:, i, None], others.shape) for i in range(size)]
        index = _order_class([*cards, others])
        found = np.empty((len(reps), WIDTH), dtype=np.int32)
        for number in range(len(reps)):
            found[number] = self.tables[size + 1][index[number]].sum(axis=0) // (4 - size)
        return found


def _order_class(cards: list[Ints]) -> Ints:
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


def _representatives(size: int) -> Ints:
    """Cards for every number of `_order_class`; numbers that no different cards have repeat a card."""
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

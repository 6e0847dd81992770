"""One hand of the player's beside each hand of one other seat: sums over the dealer's hands that avoid both.

For a fixed hand of the player, they are the whole sum, less what holds one of the other seat's cards, plus
what holds two of them, less what holds all three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import comb

import numpy as np

from pitboss.odds.counts import Dealing
from pitboss.odds.geometry import PAIRS, Doubles, Flags, Ints, all_hands, paired_cards
from pitboss.odds.knowledge.counted import NET, HandWorths, Measures, hand_worths
from pitboss.odds.knowledge.question import Information


@dataclass(frozen=True, slots=True)
class SeatSets:
    """One row beside each hand of the other seat: the sets of dealer's hands that are told apart."""

    row: int
    weight: int
    hands: Ints  # numbers of the other seat's hands
    sums: Doubles  # (actions, sets, other hands)
    outcomes: Doubles  # (sets, other hands)


@dataclass(slots=True)
class SetSums:
    """Sums over sets of three or four cards: all of them, and those that hold a card, two, or three."""

    whole: float
    one: Doubles  # by card
    two: Doubles  # by pair
    three: Doubles  # by hand

    @classmethod
    def of(cls, three: Doubles, size: int) -> SetSums:
        """From the sums over sets of so many cards that hold each hand.

        A set is found in each hand that it has, then in each pair, then in each card.
        """
        two = np.bincount(all_hands().pairs.ravel(), np.tile(three, 3), PAIRS) / (size - 2)
        one = cards_of_pairs() @ two / (size - 1)
        return cls(one.sum() / size, one, two, three)

    @classmethod
    def nothing(cls) -> SetSums:
        """No set yet."""
        return cls(0.0, np.zeros(52), np.zeros(PAIRS), np.zeros(len(all_hands().cards)))

    def add(self, other: SetSums) -> None:
        """Adds sums over other sets."""
        self.whole += other.whole
        self.one += other.one
        self.two += other.two
        self.three += other.three

    def avoiding(self, hands: Ints) -> Doubles:
        """What holds no card of each of these hands."""
        found = self.whole - self.three[hands]
        for card in all_hands().cards.T:
            found -= self.one[card[hands]]
        for pair in all_hands().pairs:
            found += self.two[pair[hands]]
        return found


@lru_cache(maxsize=1)
def cards_of_pairs() -> Doubles:
    """Whether a pair has each card: (52, pairs)."""
    found = np.zeros((52, PAIRS))
    for cards in paired_cards():
        found[cards, np.arange(PAIRS)] = 1
    return found


def sets_where_nobody_draws(
    dealing: Dealing,
    measures: Measures,
    information: Information,
    seen: int,
    hands: Sequence[int] | None = None,
) -> Iterator[SeatSets]:
    """Every row in turn, or some; of the dealer one card is seen, or backs are."""
    sets = sets_of_cards if seen else sets_of_hands(information.sets, information.size)
    for worths in hand_worths(dealing, measures, [0] * 13, hands):
        yield sets(worths)


def sets_of_hands(sets: Ints, size: int) -> Callable[[HandWorths], SeatSets]:
    """Sets of whole hands: each dealer's hand is in a set so many ways."""
    ways = np.stack([(sets == number).sum(axis=0) for number in range(size)]).astype(np.float64)

    def found(worths: HandWorths) -> SeatSets:
        other = worths.hands
        actions = worths.sums.shape[1]
        sums, outcomes = np.empty((actions, size, len(other))), np.empty((size, len(other)))
        for number in range(size):
            mine = ways[number, other]
            outcomes[number] = _avoiding(other, mine) if size > 1 else mine[0] * comb(46, 3)
            for action in range(actions):
                worth = worths.sums[NET, action, 0]
                even = worth[0] * outcomes[number] if (worth == worth[0]).all() else None
                sums[action, number] = _avoiding(other, mine * worth) if even is None else even
        return SeatSets(worths.row, worths.weight, other, sums, outcomes)

    return found


def _avoiding(hands: Ints, worth: Doubles) -> Doubles:
    """For each of these hands, the sum of what is given of those that share no card with it."""
    every = np.zeros(len(all_hands().cards))
    every[hands] = worth
    return SetSums.of(every, 3).avoiding(hands)


def sets_of_cards(worths: HandWorths) -> SeatSets:
    """Sets of dealer's hands that hold a card, for each of the 52; those that others hold have none."""
    cards = all_hands().cards[worths.hands].T
    open_to = _without(worths.hands) & (np.bincount(cards.ravel(), minlength=52) > 0)[:, None]
    outcomes = open_to.astype(np.float64) * comb(45, 2)
    sums = np.empty((worths.sums.shape[1], *outcomes.shape))
    for action in range(len(sums)):
        worth = worths.sums[NET, action, 0]
        if (worth == worth[0]).all():
            sums[action] = worth[0] * outcomes
            continue
        cube = np.zeros((52, 52, 52))
        for a, b, c in permutations(cards):
            cube[a, b, c] = worth
        one = cube.sum(axis=2)
        found = np.repeat(one.sum(axis=1)[:, None] / 2, len(worths.hands), axis=1)
        a, b, c = cards
        for card in cards:
            found -= one[:, card]
        for first, second in ((a, b), (a, c), (b, c)):
            found += cube[:, first, second]
        sums[action] = found * open_to
    return SeatSets(worths.row, worths.weight, worths.hands, sums, outcomes)


def _without(hands: Ints) -> Flags:
    """Which of these hands are without each card: (52, hands)."""
    flags: Flags = ~all_hands().holds[:, hands]
    return flags

"""The cards of one other seat, counted over every deal where nobody draws: alone or beside one dealer's card.

The dealer's hand avoids both hands. For a fixed hand of the player, sums over dealer's hands that avoid the
other seat's three cards are the whole sum, less those that hold one of them, plus those that hold two, less
the one that is made of all three.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import RANKS
from pitboss.money import Cents
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import DRAW
from pitboss.odds.geometry import Doubles, Flags, Ints, rows
from pitboss.odds.hand_table import all_hands
from pitboss.odds.knowledge.counted import Totals, best_action
from pitboss.odds.knowledge.information import information_of
from pitboss.odds.knowledge.measures import NET, Measures
from pitboss.odds.knowledge.question import Known
from pitboss.odds.knowledge.result import Knowledge
from pitboss.odds.knowledge.rules import RuleSums
from pitboss.odds.knowledge.single_hands import HandWorths, hand_worths
from pitboss.odds.work import Progress

PAIRS: Final = comb(52, 2)


def is_countable(dealing: Dealing, known: Known) -> bool:
    """Whether another seat's hand is counted here: nobody draws, of the dealer at most one card is known."""
    seen = dealing.shows + known.hole
    return (
        known.seats == 1
        and not (dealing.player_draws or dealing.dealer_draws)
        and (seen == 0 or (seen == 1 and not known.backs))
    )


@dataclass(frozen=True, slots=True)
class SeatSets:
    """For one row: the sets of dealer's hands that are told apart, beside each hand of the other seat."""

    sums: Doubles  # (actions, sets, other hands)
    outcomes: Doubles  # (sets, other hands)


def count_one_seat(
    house: str,
    dealing: Dealing,
    measures: Measures,
    ante: Cents,
    known: Known,
    high_ranks: str,
    progress: Progress | None = None,
    hands: Sequence[int] | None = None,
) -> Knowledge:
    """The answer to a question with one other seat; `hands` are the rows to count, if not all."""
    information = information_of(dealing.shows, known)
    sets = sets_of_cards if dealing.shows + known.hole else sets_of_hands(information.sets, information.size)
    high = sum((all_hands().cards >> 2 == RANKS.index(rank)).sum(axis=1) for rank in high_ranks)
    signs = [sign._replace(high=count) for sign in information.signs for count in range(4)]
    rule = RuleSums(signs, measures.rule_shape)
    totals = Totals()
    for worths in hand_worths(dealing, measures, [0] * 13, hands):
        found = sets(worths)
        public = found.sums.sum(axis=2)
        if not dealing.shows:
            public = np.broadcast_to(public.sum(axis=1, keepdims=True), public.shape)
        honest, best = best_action(public), best_action(found.sums)
        top = np.take_along_axis(found.sums, best[None], axis=0)[0]
        mine = np.take_along_axis(found.sums, honest[None, :, None], axis=0)[0]
        totals.honest += worths.weight * int(mine.sum())
        totals.net += worths.weight * int(top.sum())
        totals.changes += worths.weight * int(found.outcomes[mine < top].sum())
        totals.outcomes += worths.weight * int(found.outcomes.sum())
        keys = (4 * information.keys[:, None] + high[worths.hands]).ravel()
        rule.add(worths.row, worths.weight, keys, found.sums.reshape(len(found.sums), -1), DRAW)
        if progress is not None:
            progress(worths.row + 1, len(rows()))
    return totals.knowledge(house, known, Fraction(measures.unit, ante), rule)


def sets_of_hands(sets: Ints, size: int) -> Callable[[HandWorths], SeatSets]:
    """Sets of whole hands: each dealer's hand is in a set so many ways."""
    ways = np.stack([(sets == number).sum(axis=0) for number in range(size)]).astype(np.float64)

    def found(worths: HandWorths) -> SeatSets:
        other = worths.hands
        actions = worths.sums.shape[1]
        sums, outcomes = np.empty((actions, size, len(other))), np.empty((size, len(other)))
        for number in range(size):
            mine = ways[number, other]
            outcomes[number] = avoiding(other, mine)[other] if size > 1 else mine[0] * comb(46, 3)
            for action in range(actions):
                worth = worths.sums[NET, action, 0]
                even = worth[0] * outcomes[number] if (worth == worth[0]).all() else None
                sums[action, number] = avoiding(other, mine * worth)[other] if even is None else even
        return SeatSets(sums, outcomes)

    return found


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
    return SeatSets(sums, outcomes)


def _without(hands: Ints) -> Flags:
    """Which of these hands are without each card: (52, hands)."""
    flags: Flags = ~all_hands().holds[:, hands]
    return flags


def avoiding(hands: Ints, worth: Doubles) -> Doubles:
    """For each of the 22,100 hands, the sum of what is given of those hands that share no card with it."""
    cards, pairs = all_hands().cards.T, all_hands().pairs
    weights = np.tile(worth, 3)
    one = np.bincount(cards[:, hands].ravel(), weights, 52)
    two = np.bincount(pairs[:, hands].ravel(), weights, PAIRS)
    found = worth.sum() - one[cards[0]] - one[cards[1]] - one[cards[2]]
    found += two[pairs[0]] + two[pairs[1]] + two[pairs[2]]
    found[hands] -= worth
    return found

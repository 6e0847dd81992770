"""Progressives: what a wager on one's own three cards is worth at a meter, with the envy of others' hands.

The other players hold suited A-K-Qs or other envied hands with a probability that depends on one's own cards.
Which of those hands the others hold is counted exactly, by inclusion and exclusion over sets of hands that
can be held together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, perm

from pitboss.cards import Card

Hand = frozenset[Card]


def deals(players: int) -> int:
    """How many ways there are to deal three cards to each of the other players once one hand is out."""
    found = 1
    for number in range(players - 1):
        found *= comb(49 - 3 * number, 3)
    return found


def envy_distribution(own: Hand, envied: Mapping[Hand, int], players: int) -> Mapping[int, int]:
    """How many deals to the other players bring each sum of envy, when one holds `own`.

    >>> envy_distribution(frozenset((0, 1, 2)), {}, 3)
    {0: 279...}
    """
    total = deals(players)
    hands = [hand for hand in envied if not hand & own]
    # In how many deals at least these hands are all held by others
    at_least: dict[frozenset[Hand], int] = {}
    for together in _disjoint_sets(hands, players - 1):
        held = len(together)
        rest = 1
        for number in range(held, players - 1):
            rest *= comb(49 - 3 * number, 3)
        at_least[frozenset(together)] = perm(players - 1, held) * rest
    found: dict[int, int] = {}
    for held_by_others in at_least:
        exactly = sum(
            (-1) ** (len(more) - len(held_by_others)) * number
            for more, number in at_least.items()
            if held_by_others <= more
        )
        if exactly:
            cents = sum(envied[hand] for hand in held_by_others)
            found[cents] = found.get(cents, 0) + exactly
    if sum(found.values()) != total:
        raise AssertionError("the deals to the other players do not add up")
    return dict(sorted(found.items()))


def _disjoint_sets(hands: Sequence[Hand], most: int) -> Iterator[tuple[Hand, ...]]:
    """The sets of hands, no two of which share a card, that so many players can hold together."""
    for size in range(min(most, len(hands)) + 1):
        for together in combinations(hands, size):
            if len(frozenset().union(*together)) == 3 * size:
                yield together

"""Envy: which hands the other players hold that pay a wager of one's own, counted exactly.

The other players hold suited A-K-Qs or other envied hands with a probability that depends on the cards that
are out: one's own and, beside a whole bet, the dealer's. Which of those hands the others hold is counted by
inclusion and exclusion over sets of hands that can be held together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, perm, prod

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.odds.counts import NotPriced
from pitboss.round.table import Table
from pitboss.sheet.payclass import hand_class

Hand = frozenset[Card]

MOST_ENVIED = 12  # hands, where more than one other player can hold them


def deals(players: int, out: int = 3) -> int:
    """How many ways there are to deal three cards to each of the other players once some cards are out."""
    return prod(comb(52 - out - 3 * number, 3) for number in range(players - 1))


def envied_hands(table: Table) -> dict[Hand, Cents]:
    """The hands of others that pay an envy, and what they pay."""
    envy = table.book.envy
    return {
        frozenset(cards): cents for cards in combinations(range(52), 3) if (cents := envy[hand_class(*cards)])
    }


def envy_mean(table: Table, others: int) -> Fraction | None:
    """What the hands of so many others bring on average to a bet on envy, in cents: each of them is any hand.

    None where it hangs on what is decided: by the others, or with the own hand.
    """
    sheet = table.sheet
    if sheet.envy is None:
        return Fraction(0)
    goes = sheet.wagers[sheet.envy.wager].fold.does == "lose"
    if goes or sheet.player.draws or not sheet.envy.folded_holder_counts:
        return None
    return Fraction(others * sum(envied_hands(table).values()), comb(52, 3))


def envy_distribution(envied: Mapping[Hand, Cents], players: int, out: int = 3) -> Mapping[Cents, int]:
    """How many deals to the other players bring each sum of envy, when no card of these hands is out.

    >>> envy_distribution({frozenset((0, 1, 2)): 100}, 2)
    {0: 18423, 100: 1}
    """
    # In how many deals at least these hands are all held by others
    at_least: dict[frozenset[Hand], int] = {}
    for together in _disjoint_sets(list(envied), players - 1):
        held = len(together)
        at_least[frozenset(together)] = perm(players - 1, held) * deals(players - held, out + 3 * held)
    found: dict[Cents, int] = {}
    for held_by_others in at_least:
        exactly = sum(
            (-1) ** (len(more) - len(held_by_others)) * number
            for more, number in at_least.items()
            if held_by_others <= more
        )
        if exactly:
            cents = sum(envied[hand] for hand in held_by_others)
            found[cents] = found.get(cents, 0) + exactly
    if sum(found.values()) != deals(players, out):
        raise AssertionError("the deals to the other players do not add up")
    return dict(sorted(found.items()))


def envy_by_own_hand(envied: Mapping[Hand, Cents], players: int) -> Mapping[tuple[int, Cents], int]:
    """How many deals bring one's own hand class together with each sum of envy."""
    if players > 2 and len(envied) > MOST_ENVIED:
        raise NotPriced(f"{len(envied)} envied hands at {players} players are too many to enumerate")
    found: dict[tuple[int, Cents], int] = {}
    memo: dict[frozenset[Hand], Mapping[Cents, int]] = {}
    for cards in combinations(range(52), 3):
        left = frozenset(hand for hand in envied if hand.isdisjoint(cards))
        if left not in memo:
            memo[left] = envy_distribution({hand: envied[hand] for hand in left}, players)
        for cents, number in memo[left].items():
            key = (hand_class(*cards), cents)
            found[key] = found.get(key, 0) + number
    return found


def _disjoint_sets(hands: Sequence[Hand], most: int) -> Iterator[tuple[Hand, ...]]:
    """The sets of hands, no two of which share a card, that so many players can hold together."""
    for size in range(min(most, len(hands)) + 1):
        for together in combinations(hands, size):
            if len(frozenset().union(*together)) == 3 * size:
                yield together

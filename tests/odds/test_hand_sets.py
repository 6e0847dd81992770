"""Sets of hands that share no card: small decks by plain search, the whole deck by formulas and deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial, prod

import numpy as np
import pytest

from pitboss.odds.class_company import Classes, company_by_class, deals_of_classes
from pitboss.odds.geometry import all_hands, disjoint_pairs
from pitboss.odds.hand_set_counts import MOST_HANDS, kinds_in_order, sets_of
from pitboss.odds.hand_sets import Deck, Kinds, count_hand_sets
from pitboss.odds.other_hands import _two_others, company, deals
from pitboss.odds.outcomes import hand_counts
from pitboss.sheet.pays import HAND_CLASSES
from tests.odds.counting import keys, triples

Hand = tuple[tuple[int, int], ...]


def kinds_of(hand: Hand, deck: Deck) -> Iterator[str | int]:
    """All kinds that a hand is of; a royal is named by its suit."""
    ranks, suits = sorted(rank for rank, _ in hand), {suit for _, suit in hand}
    top = ranks == [0, deck.ranks - 2, deck.ranks - 1]
    if top or ranks[2] - ranks[0] == 2 == len(set(ranks)) - 1:
        yield "straights"
        if len(suits) == 1:
            yield min(suits) if top else "straight_flushes"
    if len(suits) == 1:
        yield "flushes"
    if len(set(ranks)) < 3:
        yield "pairs" if len(set(ranks)) == 2 else "threes"
        if ranks == [0, 0, 0]:
            yield "three_aces"


def searched(deck: Deck, most: int) -> dict[Kinds, int]:
    """Every set of hands that share no card, one by one; royals only if they are those of the first suits."""
    cards = [(rank, suit) for rank in range(deck.ranks) for suit in range(deck.suits)]
    hands = [(frozenset(hand), list(kinds_of(hand, deck))) for hand in combinations(cards, 3)]
    found: Counter[Kinds] = Counter()

    def go(start: int, used: frozenset[tuple[int, int]], named: tuple[str | int, ...]) -> None:
        royals = sorted(each for each in named if isinstance(each, int))
        if royals == list(range(len(royals))):
            found[Kinds(len(royals), *(named.count(kind) for kind in Kinds._fields[1:]))] += 1
        if len(named) < most:
            for place in range(start, len(hands)):
                hand, kinds = hands[place]
                if kinds and not hand & used:
                    for kind in kinds:
                        go(place + 1, used | hand, (*named, kind))

    go(0, frozenset(), ())
    return dict(found)


@pytest.mark.parametrize(
    ("deck", "most"), [(Deck(5, 3), 2), (Deck(6, 2), 4), (Deck(4, 3), 3), (Deck(13, 4), 1)], ids=str
)
def test_every_set_of_a_small_deck_is_counted(deck: Deck, most: int) -> None:
    assert count_hand_sets(most, deck) == searched(deck, most)


def test_the_counts_that_are_kept_are_those_of_the_transfer() -> None:
    """Up to three hands here; `python -m torture hand_sets` counts all seven."""
    found = count_hand_sets(3)
    kept = {kinds: sets_of(kinds) for kinds in kinds_in_order() if sum(kinds) <= 3}
    assert found == {kinds: number for kinds, number in kept.items() if number}


def test_kept_counts_of_one_kind_are_those_of_plain_formulas() -> None:
    """Threes of a kind rank by rank, flushes suit by suit, straight flushes as sets of runs of a suit."""

    def flushes(number: int) -> int:
        return prod(comb(13 - 3 * done, 3) for done in range(number)) // factorial(number)

    def runs(start: int, number: int) -> int:
        """Sets of runs of three from A-2-3 to J-Q-K in one suit."""
        if number == 0:
            return 1
        return sum(runs(low + 3, number - 1) for low in range(start, 11))

    def over_suits(of: Counter[int], number: int) -> int:
        total = Counter({0: 1})
        for _ in range(4):
            once: Counter[int] = Counter()
            for before, ways in total.items():
                for more, others in of.items():
                    once[before + more] += ways * others
            total = once
        return total[number]

    suited = Counter({number: flushes(number) for number in range(5)})
    in_runs = Counter({number: runs(0, number) for number in range(5)})
    for number in range(MOST_HANDS + 1):
        assert sets_of(Kinds(threes=number)) == comb(13, number) * 4**number
        assert sets_of(Kinds(flushes=number)) == over_suits(suited, number)
        assert sets_of(Kinds(straight_flushes=number)) == over_suits(in_runs, number)


def test_two_hands_are_those_of_the_formula_for_pairs() -> None:
    hands = all_hands().hand_class
    pairs = disjoint_pairs(hands, hands, HAND_CLASSES, HAND_CLASSES)
    found = company_by_class(range(HAND_CLASSES), 1)
    for own, theirs in np.ndindex(HAND_CLASSES, HAND_CLASSES):
        assert found[own, (theirs,) if theirs else ()] == pairs[own, theirs]


def test_two_others_are_those_of_the_formula_beside_each_hand() -> None:
    labels = [0, 0, 3, 0, 5, 7, 5, 5, 5, 5, 5]
    by_hand = np.array(labels)[all_hands().hand_class]
    wanted = {key: number for key, number in _two_others(by_hand, [3, 5, 7]).items() if number}
    assert company(by_hand, 2) == wanted


def test_all_deals_of_a_full_table_are_counted_once() -> None:
    """Seven players, every class told apart: all deals together, each class as often as it is dealt."""
    found = company_by_class(range(1, HAND_CLASSES + 1), 6)
    assert sum(found.values()) == 22_100 * deals(7)
    assert min(found.values()) > 0
    own, others = Counter[int](), Counter[int]()
    for (hand, labels), number in found.items():
        own[hand] += number
        for label in labels:
            others[label - 1] += number
    for hand, number in enumerate(hand_counts()):
        assert own[hand] * 6 == others[hand] == 6 * number * deals(7)


def test_players_with_a_pair_or_better_are_as_many_as_in_dealt_rounds() -> None:
    """Seven hands of 100,000 shuffled decks, by the naive evaluator: each number within five deviations."""
    better = np.array([key[0] > 0 for key in keys()])
    place = np.zeros((52, 52, 52), np.int64)
    first, second, third = triples().T
    place[first, second, third] = np.arange(len(better))
    rounds = 100_000
    dealt = np.sort(np.random.default_rng(7).random((rounds, 52)).argsort(axis=1)[:, :21].reshape(-1, 7, 3))
    seen = np.bincount(better[place[dealt[..., 0], dealt[..., 1], dealt[..., 2]]].sum(axis=1), minlength=8)
    joint = company_by_class([0] + [1] * 10, 6)
    exact = Counter[int]()
    for (own, labels), number in joint.items():
        exact[(own > 0) + len(labels)] += number
    for number in range(8):
        share = exact[number] / (22_100 * deals(7))
        assert abs(seen[number] - rounds * share) < 5 * (rounds * share * (1 - share)) ** 0.5 + 1


def test_no_two_players_hold_one_royal() -> None:
    hold = deals_of_classes(5)
    assert hold(Classes(royals=4, straight_flushes=1)) == sets_of(Kinds(4, 1)) == 4 * 8
    assert company(np.where(all_hands().hand_class == 10, 7, 0), 3) == company_by_class([0] * 10 + [7], 3)

"""Sums over pairs of hands without a common card, against looking at every pair."""

from __future__ import annotations

from random import Random

import numpy as np

from pitboss.odds.geometry import SUIT_ORDERS, Cards, Doubles, Ints, all_hands
from pitboss.odds.risk.disjoint_hands import dot, four_card_sets, sums_of, three_card_pairs_with


def brute_force(cards: Cards, values: Doubles) -> Ints:
    """Every pair of these sets, kept where they share no card."""
    held = np.bitwise_or.reduce(np.int64(1) << cards, axis=1)
    apart = (held[:, None] & held[None, :]) == 0
    found: Doubles = values @ apart @ values.T
    return found.astype(np.int64)


def test_pairs_of_three_cards() -> None:
    luck = Random(16)
    deck = luck.sample(range(52), 15)
    among = np.isin(all_hands().cards, deck).all(axis=1)
    nets = np.zeros((2, len(all_hands().cards)))
    nets[:, among] = [[luck.randrange(-9, 60) for _ in range(among.sum())] for _ in range(2)]
    exact = brute_force(all_hands().cards[among], nets[:, among])
    three = [sorted(deck[start : start + 3]) for start in (0, 3, 6)]
    some = np.array([int(np.flatnonzero((all_hands().cards == each).all(axis=1))[0]) for each in three])
    other = np.array([[500.0, -3.0, 8.0], [1.0, 2.0, 0.0]])
    as_is, found = three_card_pairs_with(nets, some, [nets[:, some], other])
    assert (as_is == exact).all()
    nets[:, some] = other
    assert (found == brute_force(all_hands().cards[among], nets[:, among])).all()


def test_pairs_of_four_cards_beside_a_dealer() -> None:
    """A few classes of four cards bring something: every pair of them beside the dealer's is looked at."""
    luck, sets = Random(4), four_card_sets()
    by_class = np.zeros((2, len(sets.first)))
    chosen = luck.sample(range(len(sets.first)), 60)
    by_class[:, chosen] = [[luck.randrange(-4, 30) for _ in chosen] for _ in range(2)]
    sums = sums_of(by_class)
    a, b, c, d = sets.quads.T
    four = sums.sums.four[:, sets.class_with[d, sets.triple_with[c, sets.pair_with[a, b]]]]
    for size in (3, 4, 4):
        out = tuple(sorted(luck.sample(range(52), size)))
        free = ~np.isin(sets.quads, out).any(axis=1) & (four != 0).any(axis=0)
        assert free.sum() > 500
        exact = brute_force(sets.quads[free], four[:, free])
        assert (sums.disjoint(out) == exact).all()


def test_four_cards_fall_into_16432_classes() -> None:
    sets = four_card_sets()
    assert len(sets.first) == 16_432
    assert sets.size.sum() == 270_725
    for cards in ((3, 17, 30, 51), (0, 1, 2, 3), (8, 12, 16, 50)):
        alike = {
            tuple(sorted(4 * (card >> 2) + suits[card & 3] for card in cards))
            for suits in SUIT_ORDERS.tolist()
        }
        for a, b, c, d in alike:  # one class, in whatever suits
            number = sets.class_with[d, sets.triple(a, b, c)]
            assert tuple(sets.quads[sets.first[number]].tolist()) in alike
        assert len(alike) == sets.size[number]


def test_large_numbers_are_multiplied_exactly() -> None:
    values = np.array([[2.0**45 + 1, 3.0, -(2.0**44)], [7.0, -(2.0**50), 2.0**45 - 3]])
    exact = [[sum(int(a) * int(b) for a, b in zip(x, y, strict=True)) for y in values] for x in values]
    assert dot(values).tolist() == exact

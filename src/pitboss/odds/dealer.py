"""How many dealer outcomes lie below a value, among those that avoid given cards.

By inclusion and exclusion: outcomes that avoid cards X are all outcomes, less those that hold one of X, plus those
that hold two of them, and so on. So it is enough to tabulate, up to suits, how many outcomes that hold a given
card, pair or triple lie below each value; a few look-ups then replace thousands of comparisons.

A dealer who draws has two kinds of outcome: hands that stand, and hands with a fourth card. A standing hand goes
with every card that might have been the fourth, so it weighs as many as there are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitboss.hands import VALUES
from pitboss.odds.geometry import (
    PAIR_CLASSES,
    Cards,
    Small,
    others_of_one,
    others_of_three,
    others_of_two,
    pair_cards,
    pair_class,
    row_of,
    rows,
    values_of,
)

WIDTH = VALUES + 1  # below 0, below 1, ... below 741


@dataclass(frozen=True, slots=True)
class Below:
    """Outcomes below each value: all of them, those that hold a card, a pair, a triple of cards.

    `three` is None where outcomes are three cards and a triple is its own only outcome.
    """

    none: Small  # (742,)
    one: Small  # (13, 742) by rank
    two: Small  # (169, 742) by pair class
    three: Small | None  # (rows, 742)


def cumulated(group: np.ndarray, groups: int, value: np.ndarray, weight: np.ndarray | None = None) -> Small:
    """Row by row, how many of the values in a group lie below each value."""
    flat = (group.astype(np.int64) * WIDTH + value + 1).ravel()
    heights = None if weight is None else weight.ravel()
    counts = np.bincount(flat, weights=heights, minlength=groups * WIDTH)
    table = counts.reshape(groups, WIDTH).astype(np.int32)
    return np.cumsum(table, axis=1, dtype=np.int32, out=table)


def three_card_outcomes() -> Below:
    """Every hand of three cards, once."""
    pairs = others_of_one()
    one = cumulated(
        np.arange(13)[:, None], 13, values_of(4 * np.arange(13)[:, None], pairs[..., 0], pairs[..., 1])
    )
    two_cards = pair_cards()
    two = cumulated(
        np.arange(PAIR_CLASSES)[:, None],
        PAIR_CLASSES,
        values_of(two_cards[:, :1], two_cards[:, 1:], others_of_two()),
    )
    # Each hand holds three cards, each rank has four.
    none = (4 * one.sum(axis=0, dtype=np.int64) // 3).astype(np.int32)
    return Below(none, one, two, None)


def standing(hands: Below, from_value: int) -> Below:
    """Of three-card outcomes, those of at least a value."""

    def part(table: Small) -> Small:
        return np.maximum(table - table[..., from_value : from_value + 1], 0)

    return Below(part(hands.none), part(hands.one), part(hands.two), None)


def best_of_four(
    a: Cards, b: Cards, c: Cards, d: Cards, to_value: int
) -> tuple[np.ndarray, np.ndarray]:
    """The best value of four cards, and in how many ways three of them were below a value and drew the fourth."""
    best = values_of(a, b, c)
    ways = (best < to_value).astype(np.uint8)
    for three in ((a, b, d), (a, c, d), (b, c, d)):
        value = values_of(*three)
        ways = ways + (value < to_value)
        best = np.maximum(best, value)
    return best, ways


def drawn_outcomes(to_value: int) -> Below:
    """Every hand below a value with every fourth card: the best three of the four count."""
    hands = rows().cards[:, :, None]
    best, ways = best_of_four(hands[:, 0], hands[:, 1], hands[:, 2], others_of_three(), to_value)
    three = cumulated(np.arange(len(hands))[:, None], len(hands), best, ways)
    two = _holding_two(three)
    one = _holding_one(two)
    none = (4 * one.sum(axis=0, dtype=np.int64) // 4).astype(np.int32)
    return Below(none, one, two, three)


def _holding_two(three: Small) -> Small:
    """Sums over the third card; four cards hold a given pair with either of two others."""
    pairs: Cards = pair_cards()
    index = 2704 * pairs[:, :1].astype(np.int32) + 52 * pairs[:, 1:].astype(np.int32) + others_of_two()
    row = row_of()[index]
    found = np.empty((PAIR_CLASSES, WIDTH), dtype=np.int32)
    for pair in range(PAIR_CLASSES):
        found[pair] = three[row[pair]].sum(axis=0) // 2
    return found


def _holding_one(two: Small) -> Small:
    """Sums over the second card; four cards hold a given card with any of three others."""
    classes = pair_class()
    found = np.empty((13, WIDTH), dtype=np.int32)
    for rank in range(13):
        card = 4 * rank
        others = np.delete(classes[card], card)
        found[rank] = two[others].sum(axis=0) // 3
    return found


def combined(stand: Below, draw: Below, fourth_cards: int) -> Below:
    """Standing hands, each with every possible fourth card, together with drawn ones."""
    if draw.three is None:
        raise AssertionError("drawn outcomes are tabulated by triples")
    hands = rows()
    from_value = int(np.argmax(stand.none > 0)) - 1  # the lowest value that stands, if any does
    own = np.zeros_like(draw.three)
    if stand.none[-1]:
        below = np.arange(WIDTH)[None, :] > hands.value[:, None]
        own = (below & (hands.value[:, None] >= from_value)).astype(np.int32)
    return Below(
        fourth_cards * stand.none + draw.none,
        fourth_cards * stand.one + draw.one,
        fourth_cards * stand.two + draw.two,
        fourth_cards * own + draw.three,
    )

"""How many dealer outcomes lie below a value, among those that hold given cards.

The key to speed: outcomes that *avoid* cards are all outcomes, less those that hold one of them, plus those
that hold two, and so on. So it is enough to tabulate, up to suits, the outcomes that hold a given card, pair
or triple and lie below each value; a few look-ups then replace thousands of comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pitboss.odds.geometry import (
    PAIR_CLASSES,
    WIDTH,
    Cards,
    Ints,
    others_of_three,
    others_of_two,
    pair_cards,
    pair_class,
    pairs_beside_one,
    row_of,
    rows,
    triple_index,
    values_of,
)


@dataclass(frozen=True, slots=True)
class Below:
    """Outcomes below each value: all of them, and those that hold a card, a pair, a triple of cards."""

    none: Ints  # (742,)
    one: Ints  # (13, 742) by rank
    two: Ints  # (169, 742) by pair class
    three: Ints | None  # (rows, 742), or None where a triple is itself its only outcome
    from_value: int = 0  # where `three` is None: only triples of at least this value are outcomes

    def avoiding_hands(self, value: Ints) -> Ints:
        """Outcomes that avoid the cards of each row and lie below a value of each: (rows, ...)."""
        hands = rows()
        cards, pairs = hands.cards, pair_class()
        places = value[None, :] if value.ndim == 1 and len(value) == WIDTH else value
        found = self.none[places].astype(np.int64)
        for i in range(3):
            found = found - self.one[_beside(cards[:, i] >> 2, places), places]
        for i, j in combinations(range(3), 2):
            found = found + self.two[_beside(pairs[cards[:, i], cards[:, j]], places), places]
        if self.three is not None:
            return found - self.three[_beside(np.arange(len(hands)), places), places]
        own = _beside(hands.value, places)
        return found - ((own < places) & (own >= self.from_value))


def _beside(by_row: Ints, places: Ints) -> Ints:
    """One number per row, shaped to go with an array of one or more axes per row."""
    return by_row.reshape(-1, *[1] * (places.ndim - 1))


def heights(group: Ints, groups: int, value: Ints, weight: Ints | None = None) -> Ints:
    """How many values of each group there are, each in the place above it: (groups, 742)."""
    flat = (group * WIDTH + value + 1).ravel()
    counts = np.bincount(flat, None if weight is None else weight.ravel(), groups * WIDTH)
    return counts.reshape(groups, WIDTH).astype(np.int32)


def cumulated(table: Ints) -> Ints:
    """From how many values there are to how many lie below."""
    return np.cumsum(table, axis=-1, dtype=np.int32)


def below_each(group: Ints, groups: int, value: Ints, ways: Ints) -> Ints:
    """How many values of each group lie below each value: (742, groups), of the type that `ways` has."""
    found = np.zeros((WIDTH, groups), ways.dtype)
    place = (value.astype(np.intp) + 1) * groups + group
    np.add.at(found.reshape(-1), place.ravel(), np.broadcast_to(ways, place.shape).ravel())
    for each in range(1, WIDTH):
        found[each] += found[each - 1]
    return found


def three_card_outcomes() -> Below:
    """Every hand of three cards, once."""
    first, second = pairs_beside_one()
    rank = np.arange(13)[:, None]
    one = cumulated(heights(rank, 13, values_of(4 * rank, first, second)))
    pair, number = pair_cards(), np.arange(PAIR_CLASSES)[:, None]
    two = cumulated(heights(number, PAIR_CLASSES, values_of(pair[:, :1], pair[:, 1:], others_of_two())))
    # Four cards of each rank; each hand holds three cards.
    return Below(4 * one.sum(axis=0) // 3, one, two, None)


def standing(hands: Below, from_value: int) -> Below:
    """Of three-card outcomes, those of at least a value."""

    def part(table: Ints) -> Ints:
        return np.maximum(table - table[..., from_value : from_value + 1], 0)

    return Below(part(hands.none), part(hands.one), part(hands.two), None, from_value)


@dataclass(frozen=True, slots=True)
class FourCards:
    """Each row with each other card: the best three of the four, and in how many ways one was drawn."""

    best: Ints  # (rows, 49)
    ways: Ints


def four_cards(to_value: int) -> FourCards:
    """A dealer draws to hands below a value: in up to four ways four cards come from such a hand."""
    hands, fourth = rows().cards, others_of_three()
    a, b, c = (hands[:, i, None] for i in range(3))
    best = np.broadcast_to(rows().value[:, None].astype(np.uint16), fourth.shape)
    ways = (best < to_value).astype(np.uint8)
    for pair in ((a, b), (a, c), (b, c)):
        value = values_of(*pair, fourth)
        ways = ways + (value < to_value)
        best = np.maximum(best, value)
    return FourCards(best, ways)


def drawn_outcomes(four: FourCards, stand: Below, fourth_cards: int) -> Below:
    """Hands with a drawn fourth card, and standing ones, each of which goes with every fourth card."""
    hands = rows()
    number = np.arange(len(hands))[:, None]
    three = heights(number, len(hands), four.best, four.ways)
    two = _holding_two(four)
    one = _holding_one(two)
    stands = np.flatnonzero(hands.value >= stand.from_value)
    three[stands, hands.value[stands] + 1] += fourth_cards
    return Below(
        cumulated(one.sum(axis=0)) + fourth_cards * stand.none,  # four cards a rank, four cards an outcome
        cumulated(one) + fourth_cards * stand.one,
        cumulated(two) + fourth_cards * stand.two,
        cumulated(three),
    )


def _holding_two(four: FourCards) -> Ints:
    """By pair class: every third card with every fourth counts each outcome twice."""
    pair = pair_cards()
    row = row_of()[triple_index(pair[:, :1], pair[:, 1:], others_of_two())]
    number = np.arange(PAIR_CLASSES)[:, None, None]
    return heights(number, PAIR_CLASSES, four.best[row], four.ways[row]) // 2


def _holding_one(two: Ints) -> Ints:
    """By rank: every second card counts each outcome three times."""
    cards: Cards = 4 * np.arange(13)
    partners = pair_class()[cards]
    partners_but_itself = [np.delete(partners[rank], cards[rank]) for rank in range(13)]
    return np.stack([two[each].sum(axis=0) for each in partners_but_itself]) // 3

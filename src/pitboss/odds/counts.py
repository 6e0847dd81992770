"""Outcome counts: for every hand, what is seen of the dealer, and every action, how the showdown can end.

They depend on the dealing rules of a sheet alone (what shows, qualifies and draws), not on what is paid, so they
are made once and any pay table is priced from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.hands import VALUES, lowest_value
from pitboss.odds.dealer import (
    WIDTH,
    Below,
    best_of_four,
    combined,
    drawn_outcomes,
    standing,
    three_card_outcomes,
)
from pitboss.odds.geometry import Cards, Flags, Ints, Small, others_of_three, pair_class, row_of, rows, values_of
from pitboss.odds.upcards import against_up_cards
from pitboss.sheet.model import Sheet

VERSUS = 6  # showdown results, as in the paybook: 3 * qualified + (0 worse, 1 equal, 2 better)
FINALS = 7  # categories of a hand after a draw


class NotPriced(ValueError):
    """A sheet or a bet that is not priced; the message says why."""


class Dealing(NamedTuple):
    """All of a sheet that decides how a showdown can end."""

    shows: int
    qualifies_from: int
    draws_below: int  # the dealer draws to less than this value: 0 never, 741 always
    player_draws: bool

    @property
    def dealer_draws(self) -> bool:
        return self.draws_below > 0

    @property
    def dealer_outcomes(self) -> int:
        """Dealer outcomes against three known cards, up cards told apart from hidden ones."""
        return comb(49, 3) * comb(3, self.shows) * (46 if self.dealer_draws else 1)

    @property
    def draw_cards(self) -> int:
        """Cards a player's draw can bring once dealer and fourth card are dealt."""
        return (45 if self.dealer_draws else 46) if self.player_draws else 1

    @property
    def sample_space(self) -> int:
        """All deals: hands, dealer outcomes, drawn cards."""
        return comb(52, 3) * self.dealer_outcomes * self.draw_cards


def dealing_of(sheet: Sheet) -> Dealing:
    """The dealing rules of a sheet."""
    draw = sheet.dealer.draw
    below = {"never": 0, "always": VALUES}.get(draw.when, 0)
    if draw.when == "below":
        below = lowest_value(draw.below)
    return Dealing(sheet.dealer.shows, sheet.dealer.qualifier.value, below, sheet.player.draws)


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts for some up cards: against each, for each row, how many outcomes end in each way.

    `pat` is (rows, ups, 6), `drawn` (rows, ups, 3 discards, 7 final categories, 6). Where `seen` is false a row
    holds one of the up cards and counts nothing.
    """

    ups: Cards  # (ups, shows)
    seen: Flags  # (rows, ups)
    pat: Ints
    drawn: Ints | None


@lru_cache(maxsize=8)
def counted(dealing: Dealing) -> tuple[Counts, ...]:
    """All counts of some dealing rules, kept for the next pay table."""
    return tuple(count(dealing))


def count(dealing: Dealing) -> Iterator[Counts]:
    """The counts of some dealing rules, a chunk of up cards at a time."""
    if dealing.shows == 0:
        yield _nothing_shows(dealing)
    elif dealing.player_draws:
        raise NotPriced("A player's draw beside up cards is not priced: the outcomes are too many to enumerate")
    else:
        yield from _cards_show(dealing)


def split(under: Ints, equal_or_under: Ints, unqualified: Ints, total: int | Ints) -> Ints:
    """The six ways a showdown ends, from how many outcomes lie below the hand, up to it, and below the qualifier.

    All three are cumulative counts of the same outcomes, so the smaller value has the smaller count.
    """
    low, mid = np.minimum(under, unqualified), np.minimum(equal_or_under, unqualified)
    high, top = np.maximum(under, unqualified), np.maximum(equal_or_under, unqualified)
    parts = [unqualified - mid, mid - low, low, total - top, top - high, high - unqualified]
    return np.stack(np.broadcast_arrays(*parts), axis=-1).astype(np.int64)


def _cards_show(dealing: Dealing) -> Iterator[Counts]:
    """Counts against up cards: `value` and the next one bound the hands that tie."""
    hands = rows()
    value = hands.value[:, None].astype(np.int64)
    for chunk in against_up_cards(dealing.shows, dealing.draws_below):
        unqualified = chunk.below(np.full((1, 1), dealing.qualifies_from))
        pat = split(chunk.below(value), chunk.below(value + 1), unqualified, chunk.total)
        held = hands.cards[:, :, None, None] == chunk.ups[None, None]
        yield Counts(chunk.ups, ~held.any(axis=(1, 3)), pat, None)


# Nothing shows


def _avoiding_hand(below: Below) -> Small:
    """Outcomes that avoid the three cards of each row, below each value: (rows, 742)."""
    hands = rows()
    cards = hands.cards
    ranks = cards >> 2
    pairs = pair_class()
    found = below.none[None, :] - below.one[ranks[:, 0]]
    for i in (1, 2):
        found -= below.one[ranks[:, i]]
    for i, j in combinations(range(3), 2):
        found += below.two[pairs[cards[:, i], cards[:, j]]]
    if below.three is None:
        found -= np.arange(WIDTH)[None, :] > hands.value[:, None]
    else:
        found -= below.three
    return found


def _nothing_shows(dealing: Dealing) -> Counts:
    hands = rows()
    three = three_card_outcomes()
    number = np.arange(len(hands))
    ups, seen = np.zeros((1, 0), np.uint8), np.ones((len(hands), 1), bool)
    if not dealing.dealer_draws:
        avoiding = _avoiding_hand(three)
        pat_counts = avoiding
        drawn = _player_draws(three, avoiding, dealing) if dealing.player_draws else None
    else:
        stand = standing(three, dealing.draws_below)
        after_draw = combined(stand, drawn_outcomes(dealing.draws_below), 45)
        avoiding = _avoiding_hand(after_draw)
        # With the player's cards alone out of the deck, one more card could be the fourth.
        pat_counts = avoiding + _avoiding_standing(stand, dealing.draws_below)
        drawn = _player_draws(after_draw, avoiding, dealing) if dealing.player_draws else None
    q = dealing.qualifies_from
    pat = split(
        pat_counts[number, hands.value],
        pat_counts[number, hands.value + 1],
        pat_counts[:, q],
        pat_counts[:, -1],
    )
    return Counts(ups, seen, pat[:, None, :], drawn)


def _avoiding_standing(stand: Below, from_value: int) -> Small:
    """Standing hands that avoid the three cards of each row, below each value."""
    avoiding = _avoiding_hand(stand)  # took away the row's own hand once it is below, standing or not
    draws = rows().value < from_value
    avoiding[draws] += np.arange(WIDTH)[None, :] > rows().value[draws][:, None]
    return avoiding


def _player_draws(below: Below, avoiding: Small, dealing: Dealing) -> Ints:
    """Counts after each discard and each card drawn, summed over the card by final category."""
    hands = rows()
    cards = hands.cards.astype(np.int64)
    drawn = others_of_three().astype(np.int64)  # (rows, 49)
    found = np.zeros((len(hands), 3, FINALS, VERSUS), dtype=np.int64)
    number = np.broadcast_to(np.arange(len(hands))[:, None], drawn.shape)
    pairs = pair_class()
    holding = [number * WIDTH, (drawn >> 2) * WIDTH]
    two = [pairs[cards[:, i, None], drawn] * WIDTH for i in range(3)]
    triples = [
        2704 * cards[:, i, None] + 52 * cards[:, j, None] + drawn for i, j in combinations(range(3), 2)
    ]

    def outcomes_below(value: Ints) -> Ints:
        """Outcomes that avoid hand and drawn card and lie below a value of each."""
        total = avoiding.ravel()[holding[0] + value] - below.one.ravel()[holding[1] + value]
        for pair in two:
            total = total + below.two.ravel()[pair + value]
        for triple in triples:
            total = total - _triple_below(below, triple, value)
        if below.three is not None:
            total = total + (four_best < value) * four_ways
        return total.astype(np.int64)

    if below.three is not None:
        four_best, four_ways = best_of_four(
            hands.cards[:, 0, None], hands.cards[:, 1, None], hands.cards[:, 2, None], others_of_three(),
            dealing.draws_below,
        )  # fmt: skip
    full = outcomes_below(np.full(drawn.shape, WIDTH - 1))
    unqualified = outcomes_below(np.full(drawn.shape, dealing.qualifies_from)) if dealing.qualifies_from else 0 * full
    for discard in range(3):
        kept = [cards[:, i, None] for i in range(3) if i != discard]
        value = values_of(kept[0], kept[1], drawn).astype(np.int64)
        ends = split(outcomes_below(value), outcomes_below(value + 1), unqualified, full)
        final = _category(value)
        flat = ((number * 3 + discard) * FINALS + final).ravel()
        for versus in range(VERSUS):
            sums = np.bincount(flat, weights=ends[..., versus].ravel(), minlength=found[..., 0].size)
            found[..., versus] += sums.reshape(found.shape[:-1]).astype(np.int64)
    return found[:, None]


def _triple_below(below: Below, triple: Ints, value: Ints) -> Ints:
    from pitboss.odds.geometry import VALUE

    if below.three is None:
        return (VALUE[triple] < value).astype(np.int64)
    return below.three.ravel()[row_of()[triple] * np.int64(WIDTH) + value].astype(np.int64)


def _category(value: Ints) -> Ints:
    from pitboss.hands import CATEGORY_OF_VALUE

    return np.array(CATEGORY_OF_VALUE, dtype=np.int64)[value]

"""All ways in which the dealer can end, up to suits: which cards are out, what is played, what showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pitboss.hands import value3
from pitboss.odds.counts import Dealing
from pitboss.odds.geometry import rows
from pitboss.odds.risk.four_cards import four_card_sets


class DealerEnd(NamedTuple):
    """Deals in which the dealer holds these cards, plays this value and has shown these."""

    out: tuple[int, ...]  # three cards; four where one was drawn
    value: int
    shown: tuple[int, ...]
    ways: int


@lru_cache(maxsize=4)
def dealer_ends(dealing: Dealing, seats_hold: int) -> tuple[DealerEnd, ...]:
    """Every end of the dealer, those of one value together.

    A dealer who stands leaves the fourth card in the deck: it is any of those that the seats, who hold so
    many cards together, leave too.
    """
    found: list[DealerEnd] = []
    fourths = 52 - 3 - seats_hold if dealing.dealer_draws else 1
    hands = rows()
    for cards, weight, value in zip(
        map(tuple, hands.cards.tolist()), hands.weight.tolist(), hands.value.tolist(), strict=True
    ):
        if value >= dealing.draws_below:
            ups = combinations(cards, dealing.shows)
            found.extend(DealerEnd(cards, value, shown, weight * fourths) for shown in ups)
    if dealing.dealer_draws:
        found += _drawing(dealing)
    return tuple(sorted(found, key=lambda end: (end.value, end.shown)))


def _drawing(dealing: Dealing) -> Iterator[DealerEnd]:
    """Sets of four cards, each of them the last where the other three draw."""
    sets = four_card_sets()
    for quad, size in zip(map(tuple, sets.quads[sets.first].tolist()), sets.size.tolist(), strict=True):
        values = {three: value3(*three) for three in combinations(quad, 3)}
        shown: Counter[tuple[int, ...]] = Counter()
        for three, value in values.items():
            if value < dealing.draws_below:
                shown.update(combinations(three, dealing.shows))
        for cards, ways in shown.items():
            yield DealerEnd(quad, max(values.values()), cards, size * ways)

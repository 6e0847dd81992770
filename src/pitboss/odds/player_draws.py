"""Outcome counts after a player's draw: the dealer's outcomes avoid the hand and the card drawn as well."""

from __future__ import annotations

import numpy as np

from pitboss.odds.dealer import Below, FourCards
from pitboss.odds.geometry import VALUE, WIDTH, Doubles, Ints, draws, rows
from pitboss.odds.results import BelowValue, after_discards


def where_nothing_shows(outcomes: Below, four: FourCards | None, qualifies_from: int) -> Doubles:
    """Counts after each discard and each card drawn, summed over the card by final category."""
    each, below = draws(), below_drawn(outcomes, four)
    return after_discards(below, each.values, each.finals, len(rows()), qualifies_from)[:, None]


def below_drawn(outcomes: Below, four: FourCards | None) -> BelowValue:
    """The dealer's outcomes below a value that avoid each row and each card it can draw: (rows, 49)."""
    each = draws()
    avoiding = outcomes.avoiding_hands(np.arange(WIDTH)).astype(np.int32)
    number = np.arange(len(avoiding))[:, None] * WIDTH
    one, two, hands = outcomes.one.ravel(), outcomes.two.ravel(), avoiding.ravel()
    three = None if outcomes.three is None else outcomes.three.ravel()

    def below(value: Ints) -> Ints:
        """Outcomes that avoid the hand and the drawn card and lie below a value: inclusion and exclusion."""
        found = hands[number + value] - one[each.one + value]
        for place in each.two:
            found += two[place + value]
        if three is None or four is None:
            for triple in each.triples:
                found -= VALUE[triple] < value
            return found
        for place in each.three:
            found -= three[place + value]
        return found + (four.best < value) * four.ways

    return below

"""Outcome counts after a player's draw: the dealer's outcomes avoid the hand and the card drawn as well."""

from __future__ import annotations

import numpy as np

from pitboss.odds.dealer import Below, FourCards
from pitboss.odds.geometry import CATEGORY, VALUE, WIDTH, Cards, Doubles, Ints, draws, rows
from pitboss.odds.results import FINALS, VERSUS, after_discards
from pitboss.odds.upcards import Sum, UpTables


def where_nothing_shows(outcomes: Below, four: FourCards | None, qualifies_from: int) -> Doubles:
    """Counts after each discard and each card drawn, summed over the card by final category."""
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

    return after_discards(below, each.values, each.finals, len(avoiding), qualifies_from)[:, None]


def beside_up_cards(tables: UpTables, ups: Cards, hands: Ints, qualifies_from: int, fourths: int) -> Ints:
    """The same against each of some sets of up cards, for some rows: (rows, ups, 3 discards, 7, 6).

    A hand on which the dealer stands goes with so many fourth cards, none of them drawn or held.
    """
    each = draws()
    every = len(hands) == len(rows())
    drawn = each.drawn if every else each.drawn[hands]
    values = each.values if every else tuple(value[hands] for value in each.values)
    number = np.arange(len(hands))[:, None]
    finals = [number * FINALS + CATEGORY[value] for value in values]
    player = [rows().cards[hands, i, None] for i in range(3)]
    found = np.empty((len(hands), len(ups), 3, FINALS, VERSUS), np.int32)
    for place, shown in enumerate(ups):
        up = [card.reshape(1, 1) for card in shown]
        avoiding = tables.avoiding(up, player, fourths).below(np.arange(WIDTH)[None]).ravel()
        holding = tables.holding(up, drawn, player, fourths)

        def below(value: Ints, avoiding: Ints = avoiding, less: Sum = holding) -> Ints:
            return avoiding[number * WIDTH + value] - less.below(value)

        shows = (drawn[..., None] == shown).any(axis=-1)  # an up card cannot be drawn
        left = [np.where(shows, len(hands) * FINALS, final) for final in finals]
        found[:, place] = after_discards(below, values, left, len(hands), qualifies_from)
    return found

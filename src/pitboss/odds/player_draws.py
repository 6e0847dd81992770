"""Outcome counts after a player's draw: the dealer's outcomes avoid the hand and the card drawn as well."""

from __future__ import annotations

import numpy as np

from pitboss.odds.dealer import Below, FourCards
from pitboss.odds.geometry import CATEGORY, VALUE, WIDTH, Cards, Doubles, Ints, draws, rows
from pitboss.odds.results import FINALS, VERSUS, after_discards
from pitboss.odds.upcards import UpTables


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


def beside_up_cards(tables: UpTables, row: int, ups: Cards, qualifies_from: int, fourths: int) -> Ints:
    """The same for one row against each of some sets of up cards: (ups, 3 discards, 7, 6).

    A hand on which the dealer stands goes with so many fourth cards, none of them drawn or held. Outcomes
    that avoid the hand are counted once for each value that a draw can bring; those that hold the card drawn,
    or a card drawn that shows, are left out of them.
    """
    drawn = draws().drawn[row]
    values = np.stack([value[row] for value in draws().values])
    up = [ups[None, :, i] for i in range(ups.shape[1])]
    player = [rows().cards[row, i].reshape(1, 1) for i in range(3)]
    avoiding = tables.avoiding(up, player, fourths)
    holding = tables.holding(up, drawn[:, None], player, fourths)
    free = (drawn[:, None, None] != ups).all(axis=-1)  # an up card cannot be drawn
    limits = np.array([[qualifies_from], [WIDTH - 1]])
    unqualified, full = (
        (avoiding.below(limit.reshape(1, 1)) - holding.below(limit.reshape(1, 1))) * free for limit in limits
    )
    each, places = np.unique(values, return_inverse=True)
    below, up_to = avoiding.around(each[:, None])
    places = places.reshape(values.shape)
    found = np.zeros((3, FINALS, VERSUS, len(ups)), np.int32)
    for discard, value in enumerate(values):
        order = np.argsort(value, kind="stable")
        kind = 2 * CATEGORY[value[order]] + (value[order] >= qualifies_from)
        starts = np.flatnonzero(np.r_[True, kind[1:] != kind[:-1]])
        less, not_more = holding.around(value[:, None])
        place = places[discard]
        parts = ((below[place] - less) * free, (up_to[place] - not_more) * free, unqualified, full)
        sums = [np.add.reduceat(part[order], starts, axis=0) for part in parts]
        for number, start in enumerate(starts.tolist()):
            final, qualified = divmod(int(kind[start]), 2)
            under, not_above, low, every = (part[number] for part in sums)
            _end(found[discard, final], under, not_above, low, every, bool(qualified))
    return np.moveaxis(found, -1, 0)


def _end(found: Ints, under: Ints, up_to: Ints, unqualified: Ints, full: Ints, qualified: bool) -> None:
    """Adds the ends of hands that are all below the qualifier, or all at least as good."""
    found[2] += unqualified if qualified else under
    found[3] += full - (up_to if qualified else unqualified)
    found[4 if qualified else 1] += up_to - under
    found[5 if qualified else 0] += under - unqualified if qualified else unqualified - up_to

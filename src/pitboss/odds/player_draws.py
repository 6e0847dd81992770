"""Outcome counts after a player's draw: the dealer's outcomes avoid the hand and the card drawn as well."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import numpy as np

from pitboss.odds.dealer import Below, FourCards
from pitboss.odds.geometry import KIND, VALUE, WIDTH, Cards, Doubles, Ints, draws, rows
from pitboss.odds.results import FINALS, VERSUS, BelowValue, after_discards
from pitboss.odds.upcards import UpTables


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


def beside_up_cards(tables: UpTables, hands: Ints, ups: Cards, qualifies_from: int, fourths: int) -> Ints:
    """The same for some rows against each of some sets of up cards: (rows, ups, 3 discards, 7, 6).

    A hand on which the dealer stands goes with so many fourth cards, none of them drawn or held. Outcomes
    that avoid the hand are counted once for each value that a draw can bring; those that hold the card drawn,
    or a card drawn that shows, are left out of them.
    """
    drawn = draws().drawn[hands][:, :, None]
    values = np.stack([value[hands] for value in draws().values], axis=1)  # (rows, 3, 49)
    up = [ups[None, None, :, i] for i in range(ups.shape[1])]
    player = [rows().cards[hands, i].reshape(-1, 1, 1) for i in range(3)]
    avoiding = tables.avoiding(up, player, fourths)
    holding = tables.holding(up, drawn, player, fourths)
    free = (drawn[..., None] != ups).all(axis=-1)  # an up card cannot be drawn
    full = free * np.int32(comb(48 - len(up), 3 - len(up)) * fourths)
    limit = np.full((1, 1, 1), qualifies_from)
    unqualified = (avoiding.below(limit) - holding.below(limit)) * free if qualifies_from else 0 * full
    each, places = _different(values)
    below, up_to = avoiding.around(each[:, :, None])
    found = np.zeros((len(hands), 3, FINALS, VERSUS, len(ups)), np.int32)
    for discard in range(3):
        value, place = values[:, discard], places[:, discard, :, None]
        less, not_more = holding.around(value[:, :, None])
        under = (np.take_along_axis(below, place, axis=1) - less) * free
        not_above = (np.take_along_axis(up_to, place, axis=1) - not_more) * free
        for rows_of, final, qualified, sums in _by_kind(
            value, qualifies_from, (under, not_above, unqualified, full)
        ):
            found[rows_of, discard, final] += _ends(*sums, qualified)
    return np.moveaxis(found, -1, 1)


def _different(values: Ints) -> tuple[Ints, Ints]:
    """The different values of each row, as many for all, and the place of each value among its row's."""
    alike = [np.unique(mine, return_inverse=True) for mine in values]
    most = max(len(each) for each, _ in alike)
    padded = np.stack([np.pad(each, (0, most - len(each)), mode="edge") for each, _ in alike])
    return padded, np.stack([place.reshape(values.shape[1:]) for _, place in alike])


_Sums = tuple[Ints, Ints, Ints, Ints]


def _by_kind(value: Ints, qualifies_from: int, parts: _Sums) -> Iterator[tuple[Ints, int, bool, _Sums]]:
    """Sums over the cards drawn, (rows, ups), by final category and whether hands reach the qualifier."""
    order = np.argsort(value, axis=1, kind="stable")
    kind = np.take_along_axis(2 * KIND[value] + (value >= qualifies_from), order, axis=1)
    begins = np.ones(kind.shape, bool)
    begins[:, 1:] = kind[:, 1:] != kind[:, :-1]
    starts = np.flatnonzero(begins)
    place = (np.arange(len(value))[:, None] * value.shape[1] + order).ravel()
    wide = [part.reshape(-1, part.shape[-1])[place] for part in parts]
    sums = [np.add.reduceat(part, starts, axis=0) for part in wide]
    of, kinds = starts // value.shape[1], kind.ravel()[starts]
    for each in np.unique(kinds).tolist():
        some = np.flatnonzero(kinds == each)
        under, up_to, unqualified, full = (part[some] for part in sums)
        yield of[some], each // 2, bool(each % 2), (under, up_to, unqualified, full)


def _ends(under: Ints, up_to: Ints, unqualified: Ints, full: Ints, qualified: bool) -> Ints:
    """The ends of hands that are all below the qualifier, or all at least as good: (rows, 6, ups)."""
    none = np.zeros_like(under)
    if qualified:
        return np.stack((none, none, unqualified, full - up_to, up_to - under, under - unqualified), axis=1)
    return np.stack((unqualified - up_to, up_to - under, under, full - unqualified, none, none), axis=1)

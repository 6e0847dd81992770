"""Two seats that draw: the mean product of what their parts bring, over all deals.

A seat's hand and the card it may draw are four cards, and so are the dealer's with the fourth. Given the
dealer's, the sum over pairs of four cards that share none is that of `pair_sums`, one size larger. What
four cards bring depends on the dealer's value alone, so it is summed once for each value, up to suits;
which of the sums avoid the dealer's cards is then a matter of a few look-ups for each of the dealer's
16,432 hands up to suits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import comb, gcd
from typing import Final

import numpy as np

from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.decisions import DRAW, FOLD
from pitboss.odds.geometry import KIND, Doubles, Ints, rows, values_of
from pitboss.odds.hand_table import all_hands
from pitboss.odds.reach import fine_pays
from pitboss.odds.results import FINALS, VERSUS
from pitboss.odds.risk.bet_parts import SeatParts
from pitboss.odds.risk.four_card_sums import FourCardSums, sums_of
from pitboss.odds.risk.four_cards import QUADS, four_card_sets
from pitboss.odds.risk.pair_sums import EXACT, Whole
from pitboss.odds.risk.showdown_ends import dealer_ends
from pitboss.odds.suit_orders import renamed_each
from pitboss.sheet.payclass import HAND_CLASSES

DRAWN: Final = 2 * HAND_CLASSES  # kinds of outcome: folded, pat, then drawn by first three and final category
KINDS: Final = DRAWN + HAND_CLASSES * FINALS


def drawn_products(parts: SeatParts, progress: Callable[[int, int], None] | None) -> tuple[Whole, int]:
    """The sum of the products of two seats' parts over all deals, and how many deals there are."""
    dealing = parts.game.dealing
    nets, units = _in_units([_by_kind(pays) for pays in parts.pays])
    ends = _ends(parts)
    found: Whole = np.zeros((len(nets), len(nets)), object)
    dealers, done = dealer_ends(dealing, seats_hold=8), 0
    for value, some in groupby(dealers, key=lambda end: end.value):
        sums = _sums(nets, ends, value, qualified=value >= dealing.qualifies_from)
        for end in some:
            found = found + end.ways * sums.disjoint(end.out)
            done += 1
        if progress is not None:
            progress(done, len(dealers))
    found = found * np.outer(units, units)
    fourths = 41 if dealing.dealer_draws else 1
    return found, 4**2 * comb(52, 3) * comb(49, 4) * comb(45, 4) * fourths


def _in_units(tables: Sequence[Doubles]) -> tuple[Doubles, Whole]:
    """Nets as whole multiples of the largest amount that each part's nets share, so that sums stay exact."""
    units = [gcd(*map(int, np.unique(table).tolist())) or 1 for table in tables]
    found = np.stack([table / unit for table, unit in zip(tables, units, strict=True)])
    if (4 * float(np.abs(found).max())) ** 2 * QUADS >= EXACT:
        raise fine_pays()
    return found, np.array(units, object)


def _by_kind(pays: Payoffs) -> Doubles:
    """Nets by kind of outcome and showdown result: (kinds, 6)."""
    if pays.drawn is None:
        raise AssertionError("nothing is drawn")
    fold = np.broadcast_to(pays.fold, (HAND_CLASSES, VERSUS))
    drawn = pays.drawn[:, :, 0, :, 0].reshape(-1, VERSUS)
    return np.concatenate([fold, pays.pat[..., 0], drawn]).astype(np.float64)


@dataclass(frozen=True, slots=True)
class _Ends:
    """How each class of four cards ends, for each card that can be the one to draw: (classes, 4)."""

    kind: Ints
    value: Ints  # of the final hand; -1 for one that was folded


def _ends(parts: SeatParts) -> _Ends:
    sets = four_card_sets()
    (chunk,) = parts.game.worths(parts.bets, parts.whole)
    chosen = parts.strategy(chunk)[:, 0]
    kinds, values = [], []
    quads = sets.quads[sets.first]
    for last in range(4):
        hand = quads[:, [place for place in range(4) if place != last]]
        number = sets.triple_with[hand[:, 2], sets.pair_with[hand[:, 0], hand[:, 1]]]
        row = sets.triple_row[number]
        action, first = chosen[row], rows().hand_class[row]
        # The row's cards are the hand's with their suits renamed.
        renamed = renamed_each(hand, all_hands().renaming[number])
        discard = rows().cards[row, np.maximum(action - DRAW, 0)]
        final = np.where(
            (renamed == discard[:, None]) & (action >= DRAW)[:, None], quads[:, last : last + 1], hand
        )
        value = values_of(*final.T).astype(np.int64)
        drawn = DRAWN + first * FINALS + KIND[value]
        kinds.append(np.select([action == FOLD, action >= DRAW], [first, drawn], HAND_CLASSES + first))
        values.append(np.where(action == FOLD, -1, value))
    return _Ends(np.stack(kinds, axis=1), np.stack(values, axis=1))


def _sums(nets: Doubles, ends: _Ends, value: int, *, qualified: bool) -> FourCardSums:
    """The sums for a dealer who ends with a value."""
    versus = 3 * qualified + (ends.value > value) + (ends.value >= value)
    return sums_of(nets[:, ends.kind, versus].sum(axis=-1))

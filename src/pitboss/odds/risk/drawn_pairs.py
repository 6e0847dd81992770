"""Two seats that draw: the mean product of what their parts bring, over all deals.

A seat's hand and the card it may draw are four cards, and so are the dealer's with the fourth. Given the
dealer's, the sum over pairs of four cards that share none is that of `pair_sums`, one size larger. What
four cards bring depends on the dealer's value alone, so it is summed once for each value, up to suits;
which of the sums avoid the dealer's cards is then a matter of a few look-ups for each of the dealer's
16,432 hands up to suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, gcd
from typing import Final

import numpy as np

from pitboss.hands import Category
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import NotPriced
from pitboss.odds.decisions import DRAW, FOLD
from pitboss.odds.geometry import CATEGORY, Doubles, Ints, rows, values_of
from pitboss.odds.hand_table import all_hands
from pitboss.odds.results import FINALS, VERSUS
from pitboss.odds.risk.bet_parts import SeatParts
from pitboss.odds.risk.four_cards import QUADS, FourCardSets, four_card_sets
from pitboss.odds.risk.pair_sums import EXACT, Whole, dot
from pitboss.odds.suit_orders import renamed_each
from pitboss.sheet.payclass import HAND_CLASSES

ROYAL: Final = int(Category.MINI_ROYAL)
DRAWN: Final = 2 * HAND_CLASSES  # kinds of outcome: folded, pat, then drawn by first three and final category
KINDS: Final = DRAWN + HAND_CLASSES * FINALS


def drawn_products(parts: SeatParts, progress: Callable[[int, int], None] | None) -> tuple[Whole, int]:
    """The sum of the products of two seats' parts over all deals, and how many deals there are."""
    dealing = parts.game.dealing
    if dealing.shows:
        raise NotPriced("Seats that draw are counted together only where no card of the dealer shows")
    nets, units = _in_units([_by_kind(pays) for pays in parts.pays])
    ends = _ends(parts)
    by_value: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    for out, value, ways in _dealers(dealing.draws_below):
        by_value.setdefault(value, []).append((out, ways))
    found: Whole = np.zeros((len(nets), len(nets)), object)
    for number, (value, dealers) in enumerate(sorted(by_value.items()), start=1):
        sums = _sums(nets, ends, value, qualified=value >= dealing.qualifies_from)
        for out, ways in dealers:
            found = found + ways * sums.disjoint(out)
        if progress is not None:
            progress(number, len(by_value))
    found = found * np.outer(units, units)
    if dealing.dealer_draws:
        return found, 4**3 * QUADS * comb(48, 4) * comb(44, 4)
    return found, 4**2 * comb(52, 3) * comb(49, 4) * comb(45, 4)


def _in_units(tables: Sequence[Doubles]) -> tuple[Doubles, Whole]:
    """Nets as whole multiples of the largest amount that each part's nets share, so that sums stay exact."""
    units = [gcd(*map(int, np.unique(table).tolist())) or 1 for table in tables]
    found = np.stack([table / unit for table, unit in zip(tables, units, strict=True)])
    if (4 * float(np.abs(found).max())) ** 2 * QUADS >= EXACT:
        raise NotPriced("The pays of this bet are too fine to count two seats that draw: bet rounder amounts")
    return found, np.array(units, object)


def _by_kind(pays: Payoffs) -> Doubles:
    """Nets by kind of outcome and showdown result: (kinds, 6)."""
    if pays.drawn is None or pays.fold.shape[-1] > 1:
        raise NotPriced("A bet settled by six cards is not counted for two seats that draw")
    for table, axis in ((pays.fold, 0), (pays.pat, 0), (pays.drawn, 0), (pays.drawn, 2)):
        alike = np.moveaxis(table, axis, 0)[ROYAL if axis == 0 else 0 :]
        if (alike != alike[:1]).any():
            raise NotPriced(
                "A bet that pays suited A-K-Qs by their suit is not counted for two seats that draw"
            )
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
        drawn = DRAWN + first * FINALS + CATEGORY[value]
        kinds.append(np.select([action == FOLD, action >= DRAW], [first, drawn], HAND_CLASSES + first))
        values.append(np.where(action == FOLD, -1, value))
    return _Ends(np.stack(kinds, axis=1), np.stack(values, axis=1))


def _dealers(draws_below: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """The dealer's cards up to suits, the value they end with, and in how many ways."""
    if not draws_below:
        hands = rows()
        for number, cards in enumerate(hands.cards.tolist()):
            yield tuple(cards), int(hands.value[number]), int(hands.weight[number])
        return
    sets = four_card_sets()
    for quad, size in zip(sets.quads[sets.first].tolist(), sets.size.tolist(), strict=True):
        values = [int(values_of(*map(np.array, three))) for three in combinations(quad, 3)]
        ends: dict[int, int] = {}
        for own in values:  # the fourth card is the one that is not in these three
            value = max(values) if own < draws_below else own
            ends[value] = ends.get(value, 0) + 1
        for value, ways in ends.items():
            yield tuple(quad), value, size * ways


@dataclass(frozen=True, slots=True)
class FourCardSums:
    """What sets of four bring in sum over those that hold no, one, two or three cards, or are these four."""

    sets: FourCardSets
    none: Doubles  # (parts,)
    one: Doubles  # (parts, 53)
    two: Doubles
    three: Doubles
    four: Doubles
    squares: tuple[Ints, ...]  # products of parts summed over sets that hold nothing, one, … four cards

    def disjoint(self, out: tuple[int, ...]) -> Whole:
        """The sum of the products over pairs of four cards that share none with each other or with these."""
        sets = self.sets
        free3 = ~sets.holds_triple[list(out)].any(axis=0)
        free2 = ~sets.holds_pair[list(out)].any(axis=0)
        free1 = np.ones(52, bool)
        free1[list(out)] = False
        three, two, one = self.three[:, :-1].copy(), self.two[:, :-1].copy(), self.one[:, :-1].copy()
        none = self.none.copy()
        for e in out:
            _add(three, self.four, sets.quad_with[e, :-1], -1)
            _add(two, self.three, sets.triple_with[e, :-1], -1)
            _add(one, self.two, sets.pair_with[e, :-1], -1)
            none -= self.one[:, e]
        for e, f in combinations(out, 2):
            _add(two, self.four, sets.quad_with[f][sets.triple_with[e, :-1]], 1)
            _add(one, self.three, sets.triple_with[f][sets.pair_with[e, :-1]], 1)
        for e, f, g in combinations(out, 3):
            _add(one, self.four, sets.quad_with[g][sets.triple_with[f][sets.pair_with[e, :-1]]], -1)
        products = self.squares[0].astype(object)
        for e in out:
            products = products - self.squares[1][:, :, e]
        for e, f in combinations(out, 2):
            pair = sets.pair_with[e, f]
            none, products = none + self.two[:, pair], products + self.squares[2][:, :, pair]
        for e, f, g in combinations(out, 3):
            triple = sets.triple(e, f, g)
            none, products = none - self.three[:, triple], products - self.squares[3][:, :, triple]
        if len(out) == 4:
            quad = sets.quad(*out)
            none, products = none + self.four[:, quad], products + self.squares[4][:, :, quad]
        parts = dot(none[:, None]) - dot(one * free1) + dot(two * free2) - dot(three * free3)
        return parts + products


def _add(table: Doubles, values: Doubles, places: Ints, sign: int) -> None:
    """Adds to each part's table what stands at these places."""
    for mine, theirs in zip(table, values, strict=True):
        np.add(mine, sign * np.take(theirs, places), out=mine)


def _sums(nets: Doubles, ends: _Ends, value: int, *, qualified: bool) -> FourCardSums:
    """The sums for a dealer who ends with a value."""
    versus = 3 * qualified + (ends.value > value) + (ends.value >= value)
    return sums_of(nets[:, ends.kind, versus].sum(axis=-1))


def sums_of(by_class: Doubles) -> FourCardSums:
    """The sums of what each class of four cards brings each part: (parts, classes)."""
    four, three, two, one, none = _over_smaller(by_class)
    count = len(by_class)
    tables = [_over_smaller((mine * theirs)[None]) for mine in by_class for theirs in by_class]
    stacked = [np.stack([table[4 - size][0] for table in tables]) for size in range(5)]
    squares = tuple(np.rint(each).astype(np.int64).reshape(count, count, *each.shape[1:]) for each in stacked)
    return FourCardSums(four_card_sets(), none, one, two, three, four, squares)


def _over_smaller(by_class: Doubles) -> tuple[Doubles, Doubles, Doubles, Doubles, Doubles]:
    """Values of four cards by class, summed over those that hold three, two, one card or none.

    All are alike in every suit, so three cards are summed by rows. A zero stands at the end of each table.
    """
    sets = four_card_sets()
    four = np.zeros((len(by_class), QUADS + 1))
    four[:, :-1] = by_class[:, sets.quad_class]
    a, b, c = rows().cards.T
    by_row = four[:, sets.quad_with[:, sets.triple_with[c, sets.pair_with[a, b]]]].sum(axis=1)
    three = _ended(by_row[:, sets.triple_row])
    two = _ended(three[:, sets.triple_with[:, :-1]].sum(axis=1) / 2)
    one = _ended(two[:, sets.pair_with[:, :-1]].sum(axis=1) / 3)
    return four, three, two, one, one.sum(axis=-1) / 4


def _ended(table: Doubles) -> Doubles:
    """The table with a zero at its end."""
    found: Doubles = np.concatenate([table, np.zeros((len(table), 1))], axis=1)
    return found

"""Outcome counts where all three cards of the dealer show: every dealer hand is counted by itself.

Nothing but a fourth card is open then. Dealer hands are told up to suits beside the player's, one row at a
time, so that no more than one row of counts is held in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import comb
from typing import Final

import numpy as np

from pitboss.hands import VALUES
from pitboss.odds.counts import Counts, Dealing, every_row
from pitboss.odds.dealer_hands import fourths_below, sixes, with_a_fourth
from pitboss.odds.geometry import Cards, Doubles, Flags, Ints, rows
from pitboss.odds.hand_table import all_hands
from pitboss.odds.results import split
from pitboss.odds.six_card_counts import SIXES
from pitboss.odds.suit_orders import family_of, orbits

FOURTHS: Final = 46  # cards that can come to the dealer's three beside the player's
_WIDTH: Final = FOURTHS + 1
_CODES: Final = _WIDTH**3
_TOGETHER: Final = 200_000  # dealer hands whose ends are merged at once


@dataclass(frozen=True, slots=True)
class Shown:
    """The dealer hands that a family of rows tells apart, worst first."""

    first: Ints  # numbers of dealer hands
    size: Doubles  # how many each stands for
    cards: Cards
    value: Ints
    row: Ints
    best: Ints  # (52, hands) the value with each fourth card
    holds: Flags  # (52, hands)


@lru_cache(maxsize=16)
def _shown(family: int) -> Shown:
    alike, every = orbits(3, family), all_hands()
    order = np.argsort(every.value[alike.first], kind="stable")
    first = alike.first[order]
    return Shown(
        first,
        alike.size[order].astype(np.float64),
        every.cards[first],
        every.value[first],
        every.row[first].astype(np.intp),
        np.take(with_a_fourth(), first, axis=1),
        np.take(all_hands().holds, first, axis=1),
    )


def shown_to(row: int) -> Shown:
    """The dealer hands that a row tells apart."""
    return _shown(int(family_of()[row]))


@dataclass(frozen=True, slots=True)
class SeenHands:
    """One row against every dealer hand of its family: how many outcomes lie below its own value, up to it,
    and below the qualifier, as one number; hands that hold a card of the row stand for no deal."""

    times: Doubles  # deals that each stands for
    code: Ints
    total: int
    six: Ints | None

    def ends(self) -> Doubles:
        """The ends of the showdown: (hands, 6)."""
        return ends_of(self.code, self.total)


def ends_of(code: Ints, total: int) -> Doubles:
    """The ends behind a number."""
    rest, under = np.divmod(code, _WIDTH)
    unqualified, up_to = np.divmod(rest, _WIDTH)
    return split(under, up_to, unqualified, total)


def seen_hands(dealing: Dealing, row: int, six: bool, low_only: bool = False) -> SeenHands:
    """A row against the dealer hands of its family, or against those that some fourth card may leave below
    the row or the qualifier: better ones stay above both, and have the code 0."""
    family = int(family_of()[row])
    shown, hand, value = _shown(family), rows().cards[row], int(rows().value[row])
    highest = max(value + 1, dealing.qualifies_from)
    some = slice(int(np.searchsorted(shown.value, highest)) if low_only else len(shown.first))
    held = shown.holds[:, some]
    mine = hand.tolist()
    live = ~(held[mine[0]] | held[mine[1]] | held[mine[2]])
    steps = ((1, value), (_WIDTH, value + 1), (_WIDTH**2, dealing.qualifies_from))
    total = FOURTHS if dealing.dealer_draws else 1
    code = np.zeros(len(live), np.int32)
    if dealing.draws_below < VALUES:
        for unit, limit in steps:
            code[: np.searchsorted(shown.value, limit)] += unit * total
    if dealing.dealer_draws:
        draws = int(np.searchsorted(shown.value[some], dealing.draws_below))
        # Of the 49 fourth cards three are the player's: at most 3 + 3 * 47 to take off, and 3 of the last.
        off = np.zeros(draws, np.uint8)
        for card in mine:
            best = shown.best[card, :draws]
            off += (best < value).view(np.uint8)
            off += (best <= value).view(np.uint8) * np.uint8(_WIDTH)
        drawn = np.take(_low_fourths(value, dealing.qualifies_from), shown.row[:draws], mode="clip")
        drawn -= off
        if dealing.qualifies_from:
            low = _unqualified(family, dealing.qualifies_from)[:, :draws]
            drawn -= _WIDTH**2 * (low[mine[0]] + low[mine[1]] + low[mine[2]]).astype(np.int32)
        code[:draws] = drawn
    code *= live
    told = sixes(hand)[shown.first[some]] if six else None
    return SeenHands(live * (shown.size[some] * float(rows().weight[row])), code, total, told)


@lru_cache(maxsize=VALUES)
def _low_fourths(value: int, qualifies_from: int) -> Ints:
    """By row: how many of its 49 fourth cards leave a dealer hand below a value, up to it, and below the
    qualifier, as one number."""
    under, up_to, unqualified = fourths_below()[[value, value + 1, qualifies_from]].astype(np.int32)
    return under + _WIDTH * up_to + _WIDTH**2 * unqualified


@lru_cache(maxsize=16)
def _unqualified(family: int, qualifies_from: int) -> Ints:
    """Whether a dealer hand with each fourth card does not qualify: (52, hands)."""
    return (_shown(family).best < qualifies_from).view(np.uint8)


def count_three_up(dealing: Dealing, six: bool, hands: Ints | None = None) -> Iterator[Counts]:
    """The counts of every row, or of some, against every dealer hand, one row at a time."""
    for row in (every_row() if hands is None else hands).tolist():
        found = seen_hands(dealing, row, six)
        ups = shown_to(row).cards
        yield Counts(
            ups,
            found.times.astype(np.int64)[None],
            found.ends()[None, ..., None],
            None,
            np.array([row]),
            None if found.six is None else found.six[None],
        )


def count_three_up_alike(dealing: Dealing, six: bool) -> Iterator[Counts]:
    """The same for who looks at nothing but the ends: dealer hands with the same ends are one.

    Hands of one class that qualify alike are one too, since they are paid alike.
    """
    hands = rows()
    above = hands.value >= dealing.qualifies_from
    order = np.lexsort((np.arange(len(hands)), above, hands.hand_class))
    for _, alike in groupby(order.tolist(), key=lambda row: (int(hands.hand_class[row]), bool(above[row]))):
        yield merge_alike(dealing, list(alike), six)


def merge_alike(dealing: Dealing, alike: list[int], six: bool) -> Counts:
    """All dealer hands against some rows that are paid alike, by their ends and the category of six cards."""
    size = _CODES * (SIXES if six else 1)
    sums = np.zeros(size, np.float64)
    codes, times = np.empty(_TOGETHER, np.intp), np.empty(_TOGETHER)
    total, filled = 1, 0
    for row in alike:
        found = seen_hands(dealing, row, six, low_only=not six)
        total = found.total
        if filled + len(found.code) > _TOGETHER:
            sums += np.bincount(codes[:filled], times[:filled], size)
            filled = 0
        some = slice(filled, filled + len(found.code))
        codes[some], times[some] = found.code, found.times
        if found.six is not None:
            codes[some] += _CODES * found.six
        filled = some.stop
    sums += np.bincount(codes[:filled], times[:filled], size)
    if not six:
        sums[0] += int(rows().weight[alike].sum()) * comb(49, 3) - sums.sum()
    places = np.flatnonzero(sums)
    told, code = np.divmod(places, _CODES)
    return Counts(
        np.zeros((len(places), 0), np.int64),
        sums[places].astype(np.int64)[None],
        ends_of(code, total)[None, ..., None],
        None,
        np.array(alike[:1]),
        told[None] if six else None,
    )

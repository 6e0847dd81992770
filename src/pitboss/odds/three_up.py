"""Outcome counts where all three cards of the dealer show: every dealer hand is counted by itself.

Nothing but a fourth card is open then. Dealer hands are told up to suits beside the player's, one row at a
time, so that no more than one row of counts is held in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

import numpy as np

from pitboss.hands import VALUES
from pitboss.odds.counts import Counts, Dealing, every_row
from pitboss.odds.dealer_hands import fourths_below, sixes, with_a_fourth
from pitboss.odds.geometry import Cards, Doubles, Flags, Ints, all_hands, family_of, orbits, rows
from pitboss.odds.results import split
from pitboss.odds.six_card_counts import SIXES

FOURTHS: Final = 46  # cards that can come to the dealer's three beside the player's
_WIDTH: Final = FOURTHS + 1
STEPS: Final = (1, _WIDTH, _WIDTH**2)  # of a code: outcomes below a hand, up to it, below the qualifier
CODES: Final = _WIDTH**3
_TOGETHER: Final = 200_000  # codes that are summed up at once


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


def seen_hands(dealing: Dealing, row: int, six: bool) -> SeenHands:
    """A row against the dealer hands of its family."""
    family = int(family_of()[row])
    shown, mine, value = _shown(family), rows().cards[row].tolist(), int(rows().value[row])
    live = ~(shown.holds[mine[0]] | shown.holds[mine[1]] | shown.holds[mine[2]])
    total = FOURTHS if dealing.dealer_draws else 1
    code = np.zeros(len(live), np.int32)
    if dealing.draws_below < VALUES:
        for step, limit in zip(STEPS, (value, value + 1, dealing.qualifies_from), strict=True):
            code[: np.searchsorted(shown.value, limit)] += step * total
    if dealing.dealer_draws:
        draws = int(np.searchsorted(shown.value, dealing.draws_below))
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
    told = seen_sixes(row) if six else None
    return SeenHands(live * (shown.size * float(rows().weight[row])), code, total, told)


def seen_sixes(row: int) -> Ints:
    """The category of six cards that a row makes with each dealer hand of its family."""
    return sixes(rows().cards[row])[shown_to(row).first]


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


def count_three_up_alike(dealing: Dealing) -> Iterator[Counts]:
    """The same for who looks at nothing but the ends and the six cards, against a dealer who draws.

    Rows that are paid alike are one, and so are dealer hands that end alike with six cards of one category.
    """
    for alike in rows_paid_alike(dealing):
        yield merge_alike(dealing, alike)


def rows_paid_alike(dealing: Dealing) -> Iterator[list[int]]:
    """Rows of one class that qualify alike."""
    hands = rows()
    above = hands.value >= dealing.qualifies_from
    order = np.lexsort((np.arange(len(hands)), above, hands.hand_class))
    for _, alike in groupby(order.tolist(), key=lambda row: (int(hands.hand_class[row]), bool(above[row]))):
        yield list(alike)


class DealSums:
    """Deals by their codes, summed up whenever many have come together."""

    def __init__(self, size: int) -> None:
        self._sums = np.zeros(size)
        self._codes, self._times = np.empty(_TOGETHER, np.intp), np.empty(_TOGETHER)
        self._filled = 0

    def add(self, codes: Ints, times: Ints | Doubles) -> None:
        """Some more deals, of each code so many."""
        if self._filled + len(codes) > _TOGETHER:
            self._sum_up()
        some = slice(self._filled, self._filled + len(codes))
        self._codes[some], self._times[some] = codes, times
        self._filled = some.stop

    def every(self) -> Doubles:
        """How many deals have each code."""
        self._sum_up()
        return self._sums

    def _sum_up(self) -> None:
        some = slice(self._filled)
        self._sums += np.bincount(self._codes[some], self._times[some], len(self._sums))
        self._filled = 0


def merge_alike(dealing: Dealing, alike: list[int]) -> Counts:
    """All dealer hands against some rows that are paid alike, by their ends and the category of six cards."""
    sums = DealSums(CODES * SIXES)
    for row in alike:
        found = seen_hands(dealing, row, six=False)
        sums.add(found.code + CODES * seen_sixes(row), found.times)
    return counts_by_code(sums.every(), alike, six=True)


def counts_by_code(sums: Doubles, alike: list[int], *, six: bool) -> Counts:
    """Deals of some rows that are paid alike, by the codes of their ends, as counts."""
    places = np.flatnonzero(sums)
    told, code = np.divmod(places, CODES)
    return Counts(
        np.zeros((len(places), 0), np.int64),
        sums[places].astype(np.int64)[None],
        ends_of(code, FOURTHS)[None, ..., None],
        None,
        np.array(alike[:1]),
        told[None] if six else None,
    )

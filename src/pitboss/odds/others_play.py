"""What another player's hand pays where that player folds or draws: as is best for an Ante alone.

On average it is read off the ends of that Ante. Beside known cards it is summed over all that the other can
hold and draw, once for each set of up cards up to suits, and looked up for any hand of one's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import DRAW, FOLD
from pitboss.odds.geometry import (
    KIND,
    Cards,
    Ints,
    all_hands,
    known_by,
    moved_ups,
    renamed_each,
    rows,
    up_beside_rows,
    up_number,
    up_sets,
    values_of,
)
from pitboss.odds.not_priced import others_by_suit
from pitboss.odds.outcomes import Tally
from pitboss.odds.plan import Bytes, Plan
from pitboss.odds.weighed_hands import Weighed
from pitboss.sheet.pays import ROYAL


class UpClasses(NamedTuple):
    """Sets of up cards up to suits."""

    first: Ints  # a set of each class, by its place in `up_sets`
    of: Ints  # the class of each set
    order: Ints  # the order of suits that turns each set into the first of its class


@lru_cache(maxsize=4)
def up_classes(shows: int) -> UpClasses:
    """The classes of all sets of so many up cards."""
    moved = moved_ups(shows)
    first, of = np.unique(moved.min(axis=0), return_inverse=True)
    return UpClasses(first, of.ravel(), moved.argmin(axis=0))


@dataclass(frozen=True)
class OthersPlay:
    """One other player's envy, in cents by hand class; sums beside rows are in quarter cents, `even`."""

    dealing: Dealing
    cents: tuple[int, ...]
    even: Ints  # four times the cents, suited A-K-Qs at their mean
    folded: bool  # whether a folded hand is envied
    plan: Callable[[], Plan]  # what is best for an Ante alone
    ends: Callable[[], Tally]  # how that comes out

    @cached_property
    def _table(self) -> Bytes:
        """What they do; sums beside known cards take it that they do the same in every suit."""
        plan = self.plan()
        if plan.by_suit:
            raise others_by_suit(self.dealing)
        return plan.table

    @cached_property
    def total(self) -> tuple[int, int]:
        """The cents over all ways in which another player ends, no card known, and how many these are."""
        ends = self.ends()
        stays = ends.drawn.sum(axis=(0, 2, 3))
        for pat in (ends.pat, *ends.raised.values()):
            stays += pat.sum(axis=(1, 2))
        folds = ends.fold.sum(axis=1) if self.folded else np.zeros_like(stays)
        numbers = (stays + folds).tolist()
        return sum(n * cents for n, cents in zip(numbers, self.cents, strict=True)), self.dealing.sample_space

    def folds(self, hands: Ints) -> tuple[Ints, Ints]:
        """Of some rows, those that fold against some up cards, and those that fold against all."""
        shows, table = self.dealing.shows, self._table
        some, every = [], []
        for row in hands.tolist():
            free = ~np.isin(up_sets(shows), rows().cards[row]).any(axis=1)
            done = table[row][free] if table.shape[1] > 1 else table[row]
            some.append(bool((done == FOLD).any()))
            every.append(bool((done == FOLD).all()))
        return hands[some], hands[every]

    def sums(self, hands: Ints, ups: Cards) -> Ints:
        """The quarter cents of all that another player can have beside rows and up cards: (rows, ups)."""
        shows = self.dealing.shows
        place = up_number(3)[known_by(rows().cards[hands])]
        number = up_number(shows)[known_by(ups)] if shows else np.zeros(len(ups), np.int64)
        classes = up_classes(shows)
        turned = moved_ups(3)[classes.order[number][None, :], place[:, None]]
        found: Ints = self._beside[classes.of[number][None, :], turned]
        return found

    @cached_property
    def _beside(self) -> Ints:
        """The same for each class of up cards and each of the 22,100 hands: up to 310 MB where three show."""
        shows = self.dealing.shows
        found = np.empty((len(up_classes(shows).first), len(all_hands().row)), np.int64)
        for number, up in enumerate(up_sets(shows)[up_classes(shows).first].tolist()):
            found[number] = self._against(tuple(up)).beside_each_hand()
        return found

    def _against(self, up: tuple[int, ...]) -> Weighed:
        """The quarter cents by what another player can hold beside the up cards."""
        hands, done = all_hands(), self._done(up)
        stays = np.where((done == FOLD) & (not self.folded), 0, self.even[hands.hand_class])
        taken = hands.holds[list(up)].any(axis=0)
        if not self.dealing.player_draws:
            return Weighed.of(np.where(taken, 0, stays))
        paid = np.empty((len(done), 52), np.int64)
        paid[:] = np.where(done >= DRAW, 0, stays)[:, None]
        drawing = np.flatnonzero(done >= DRAW)
        kept = _kept(drawing, done[drawing] - DRAW)
        paid[drawing] = self.even[hand_classes(kept[:, 0, None], kept[:, 1, None], np.arange(52)[None, :])]
        paid[hands.holds.T] = 0  # nobody draws a card of one's own hand
        paid[:, list(up)] = 0
        paid[taken] = 0
        return holding_anywhere(paid)

    def _done(self, up: tuple[int, ...]) -> Ints:
        """What is best for each of the 22,100 hands against the up cards."""
        table = self._table
        column = up_beside_rows(up) if table.shape[1] > 1 else np.zeros(len(all_hands().row), np.int64)
        found: Ints = table[all_hands().row, column].astype(np.int64)
        return found


def _kept(drawing: Ints, discard: Ints) -> Cards:
    """The two cards that each hand keeps: its row says which place is discarded, high to low."""
    hands = all_hands()
    cards = hands.cards[drawing]
    named = renamed_each(cards, hands.renaming[drawing])
    gone = rows().cards[hands.row[drawing], discard]
    stays = named != gone[:, None]
    found: Cards = cards[stays].reshape(-1, 2)
    return found


def hand_classes(a: Ints, b: Ints, c: Ints) -> Ints:
    """The hand class of each three cards; meaningless where a card is there twice."""
    kind = KIND[values_of(a, b, c)]
    found: Ints = np.where(kind == ROYAL, kind + (a & 3), kind)
    return found


def holding_anywhere(paid: Ints) -> Weighed:
    """Sums over hands and drawn cards, (hands, 52), that hold one, two or three cards among the four."""
    plain = Weighed.of(paid.sum(axis=1))
    every = np.zeros((52, 52, 52, 52), np.int64)  # the hand's three cards in every order, and the card drawn
    for i, j, k in permutations(all_hands().cards.T):
        every[i, j, k] = paid
    two_and = every.sum(axis=2)  # two cards of the hand, and the card drawn
    one_and = two_and.sum(axis=1) // 2  # one card of the hand, and the card drawn
    three = plain.three + two_and + two_and.transpose(0, 2, 1) + two_and.transpose(2, 1, 0)
    two = plain.two + one_and + one_and.T
    return Weighed(plain.every, plain.one + paid.sum(axis=0), two, three)

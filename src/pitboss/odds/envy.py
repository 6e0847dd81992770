"""Envy: what other players' hands pay a wager of your own.

Every other player has one hand, has made the wager where the sheet asks that of the holder, and does what is
best for an Ante alone: envy and side wagers do not change it. That matters where players draw, and where a
folded hand is not envied. See "Envy" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from math import comb, gcd

import numpy as np

from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import FOLD, Choose, Worth, exact
from pitboss.odds.geometry import SUITS, Cards, Ints, all_hands, disjoint_pairs, rows, up_sets
from pitboss.odds.not_priced import others_reach
from pitboss.odds.outcomes import Tally, hand_counts
from pitboss.odds.plan import Plan
from pitboss.round.table import Table
from pitboss.sheet.pays import ROYAL


@dataclass(frozen=True, slots=True)
class Weighed:
    """A whole number on every hand, or several, summed over the hands that hold one card, two, or all three.

    Hands that avoid some cards are all, less those that hold one of them, plus two, less three. Where each
    hand has several numbers, they are the last axis.
    """

    every: Ints
    one: Ints  # (52,)
    two: Ints  # (52, 52), none on the diagonal
    three: Ints  # (52, 52, 52)

    @classmethod
    def of(cls, weights: Ints) -> Weighed:
        """Of numbers on each of the 22,100 hands."""
        three = np.zeros((52, 52, 52, *weights.shape[1:]), np.int64)
        for i, j, k in permutations(all_hands().cards.T):
            three[i, j, k] = weights
        two = three.sum(axis=2)
        return cls(weights.sum(axis=0), two.sum(axis=1) // 2, two, three)

    def without(self, cards: Cards) -> Weighed:
        """The same over hands that hold none of these cards; of `three` only other cards may be asked."""
        two = self.two - self.three[cards].sum(axis=0)
        two[cards] = two[:, cards] = 0
        one = two.sum(axis=1) // 2
        return Weighed(one.sum(axis=0) // 3, one, two, self.three)

    def apart(self, cards: Sequence[Ints]) -> Ints:
        """The sum over the hands that hold none of these cards, which are different; arrays broadcast."""
        several = self.one.shape[1:]
        two, three = self.two.reshape(52**2, *several), self.three.reshape(52**3, *several)
        found = self.every
        for a in cards:  # `take` is several times as fast as an index
            found = found - self.one.take(a, axis=0)
        for a, b in combinations(cards, 2):
            found = found + two.take(52 * a + b, axis=0)
        for a, b, c in combinations(cards, 3):
            found = found - three.take(52 * (52 * a + b) + c, axis=0)
        return found


@dataclass(frozen=True)
class Envied:
    """What one other player's hand pays, in cents.

    `cents` is by the 22,100 hands, where the hand alone decides. Else it depends on the cards that this
    player sees and draws, and only `total` is known.
    """

    dealing: Dealing
    cents: Ints | None
    played: Callable[[], tuple[int, int]] | None = None  # the total, where the hand alone does not decide

    @cached_property
    def total(self) -> tuple[int, int]:
        """The cents of all that another player can have, no card known, and how many ways there are."""
        if self.played is not None:
            return self.played()
        return int(self.by_hand.sum()), comb(52, 3)

    @property
    def mean(self) -> Fraction:
        """What one other player's hand pays on average."""
        return Fraction(*self.total)

    @cached_property
    def of_two(self) -> Fraction:
        """The mean product of what two others' hands pay: they have no card in common."""
        cents, labels = np.unique(self.by_hand, return_inverse=True)
        pairs = disjoint_pairs(labels, labels, len(cents), len(cents)).astype(object)
        return Fraction(int(cents @ pairs @ cents), comb(52, 3) * comb(49, 3))

    @property
    def by_hand(self) -> Ints:
        """The cents by hand; raises `OutOfReach` where the hand alone does not decide."""
        if self.cents is None:
            raise others_reach(self.dealing)
        return self.cents

    @cached_property
    def _even(self) -> Weighed:
        """Four times the cents by hand, suited A-K-Qs at their mean."""
        royal = all_hands().hand_class >= ROYAL
        return Weighed.of(np.where(royal, self.by_hand[royal].sum(), SUITS * self.by_hand))

    @property
    def ways(self) -> int:
        """How many quarter ways there are for another player beside three cards and the up cards."""
        return SUITS * comb(49 - self.dealing.shows, 3)

    def sums(self, hands: Ints, ups: Cards) -> Ints:
        """The quarter cents of all that another player can have beside rows and up cards: (rows, ups).

        A row stands for hands in every suit, so the four suited A-K-Qs pay what they pay on average.
        """
        mine = [rows().cards[hands, place, None] for place in range(3)]
        return self._even.apart([*mine, *(ups[None, :, place] for place in range(ups.shape[1]))])


def envied_of(table: Table, dealing: Dealing, plan: Callable[[], Plan], ends: Callable[[], Tally]) -> Envied:
    """What another player's hand pays at this table.

    What others do (`plan`), and how often that ends with which hand (`ends`), is asked for only where it
    matters.
    """
    envy = table.sheet.envy
    hands, by_class = all_hands(), np.array(table.book.envy, np.int64)
    cents = by_class[hands.hand_class]
    if envy is None or (envy.folded_holder_counts and not dealing.player_draws):
        return Envied(dealing, cents)
    if not dealing.player_draws:
        envied = np.flatnonzero(by_class[rows().hand_class])
        folds = [_folds(plan(), dealing.shows, row) for row in envied.tolist()]
        if None not in folds:  # whatever shows, the same hands are folded
            return Envied(dealing, np.where(np.isin(hands.row, envied[np.array(folds, bool)]), 0, cents))

    def total() -> tuple[int, int]:
        """Read off the ends of an Ante alone, a folded hand paying where the sheet says so."""
        found = ends()
        numbers = found.drawn.sum(axis=(0, 2, 3))
        for pat in (found.pat, *found.raised.values()):
            numbers += pat.sum(axis=(1, 2))
        if envy.folded_holder_counts:
            numbers += found.fold.sum(axis=1)
        paid = sum(n * each for n, each in zip(numbers.tolist(), by_class.tolist(), strict=True))
        return paid, dealing.sample_space

    return Envied(dealing, None, total)


def _folds(plan: Plan, shows: int, row: int) -> bool | None:
    """Whether a hand is folded; None where that depends on the cards that show."""
    done = plan.table[row]
    if len(done) > 1:
        done = done[~np.isin(up_sets(shows), rows().cards[row]).any(axis=1)]
    folded = done == FOLD
    return None if folded.any() and not folded.all() else bool(folded.all())


def envy_mean(table: Table, others: int) -> Fraction | None:
    """What the hands of so many others bring on average to a bet on envy, in cents: each of them is any hand.

    None where it depends on decisions: the others' or your own.
    """
    sheet = table.sheet
    if sheet.envy is None:
        return Fraction(0)
    goes = sheet.wagers[sheet.envy.wager].fold.does == "lose"
    if goes or sheet.player.draws or not sheet.envy.folded_holder_counts:
        return None
    cents = sum(table.book.envy[hand] * number for hand, number in enumerate(hand_counts()))
    return Fraction(others * cents, comb(52, 3))


# Envy that a fold loses


def worths_with_envy(found: Iterator[Worth], envied: Envied, others: int) -> Iterator[Worth]:
    """The worth of every action where a fold loses the envy: all others are worth its mean more.

    What others hold is not known when a hand is decided, so the mean goes by your own hand and what shows.
    """
    for worth in found:
        share = gcd(envied.ways, worth.outcomes)
        scale, times = envied.ways // share, others * (worth.outcomes // share)
        more = exact(envied.sums(worth.counts.rows, worth.counts.ups), 2 * times) * times
        sums = _scaled(worth.sums, scale, more)
        sums[..., 1:] += more[..., None]
        raised = {name: _scaled(each, scale, more) + more for name, each in worth.raised.items()}
        yield Worth(worth.counts, sums, worth.outcomes * scale, worth.suit, raised, worth.may_raise)


def _scaled(sums: Ints, scale: int, more: Ints) -> Ints:
    """Sums on a scale, to which `more` can be added."""
    found = exact(sums, 2 * scale) * scale
    return found.astype(object) if more.dtype == object else found


@dataclass(slots=True)
class KeptEnvy:
    """A strategy, and what one other's envy brings it on average where a fold loses it."""

    base: Choose
    envied: Envied
    total: int = 0

    def choose(self, worth: Worth) -> Ints:
        """What the strategy does, the envy of the hands that it keeps added up."""
        chosen = self.base(worth)
        sums = self.envied.sums(worth.counts.rows, worth.counts.ups).astype(object)
        deals = np.where(chosen != FOLD, worth.counts.times, 0).astype(object)
        self.total += int((sums * deals).sum())
        return chosen

    def mean(self) -> Fraction:
        """What it brings on average."""
        return Fraction(self.total, comb(52, 3) * comb(49, self.envied.dealing.shows) * self.envied.ways)

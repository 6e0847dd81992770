"""Envy: what the hand of another player pays a wager of one's own, whatever that player does with it.

Every other player has one hand, has made the wager where the sheet asks that of the holder, and does what is
best for an Ante alone: envy and side wagers do not change it. That matters where players draw, and where a
folded hand is not envied.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import comb, gcd

import numpy as np

from pitboss.hands import Category
from pitboss.odds.class_payoffs import SUITS
from pitboss.odds.counts import Dealing, NotPriced
from pitboss.odds.dealer_hands import QUEENS
from pitboss.odds.decisions import DRAW, FOLD
from pitboss.odds.geometry import CATEGORY, Cards, Ints, rows, values_of
from pitboss.odds.hand_table import all_hands, up_beside_rows
from pitboss.odds.outcome_classes import hand_counts
from pitboss.odds.suit_orders import renamed_each
from pitboss.odds.weighed_hands import Weighed, pairs_apart
from pitboss.round.table import Table

Actions = Callable[[], Ints]  # what is best for each row against each up card, (rows, ups)

UP_CARDS = "Which envied hands others fold or draw to is priced where at most one card shows"


@dataclass(frozen=True)
class Envied:
    """What one other player's hand pays, in cents, and how it goes with cards that are known.

    `cents` is by the 22,100 hands where the hand alone decides; else `by_up` has, for each up card or once
    where none shows, the sums over all that the other player can hold, and draw. A row stands for hands in
    every suit: beside rows the four suited A-K-Qs pay what they pay on average, so sums are in quarter cents.
    """

    dealing: Dealing
    cents: Ints | None
    by_up: tuple[Weighed, ...] = ()

    @property
    def others_play(self) -> bool:
        """Whether it was decided by what other players do."""
        return self.cents is None

    @cached_property
    def weighed(self) -> Weighed:
        """The cents summed over hands."""
        if self.cents is None:
            raise AssertionError("what others do decides")
        return Weighed.of(self.cents)

    @cached_property
    def _evened(self) -> Ints:
        """The cents by hand, four times, suited A-K-Qs at their mean."""
        royal = all_hands().hand_class >= Category.MINI_ROYAL
        if self.cents is None:
            raise AssertionError("what others do decides")
        return np.where(royal, self.cents[royal].sum(), SUITS * self.cents)

    @cached_property
    def _even(self) -> Weighed:
        return Weighed.of(self._evened)

    @property
    def ways(self) -> int:
        """How many quarter ways there are for another player beside three cards and the up cards."""
        left = 49 - self.dealing.shows
        drawn = left - 3 if self.cents is None and self.dealing.player_draws else 1
        return SUITS * comb(left, 3) * drawn

    def sums(self, hands: Ints, ups: Cards) -> Ints:
        """The quarter cents of all that another player can have beside rows and up cards: (rows, ups)."""
        mine = [rows().cards[hands, place, None] for place in range(3)]
        if self.cents is not None:
            return self._even.apart([*mine, *(ups[None, :, place] for place in range(ups.shape[1]))])
        if not self.dealing.shows:
            return np.broadcast_to(self.by_up[0].apart(mine), (len(hands), len(ups)))
        found = [self.by_up[up].apart(mine)[:, 0] for up in ups[:, 0].tolist()]
        return np.stack(found, axis=1)

    @cached_property
    def total(self) -> tuple[int, int]:
        """The cents of all that another player can have, no card known, and how many ways there are."""
        if self.cents is not None:
            return self.weighed.every, comb(52, 3)
        cards = 52 - self.dealing.shows
        ways = comb(cards, 3) * (cards - 3 if self.dealing.player_draws else 1)
        return sum(each.every for each in self.by_up), SUITS * ways * len(self.by_up)

    @cached_property
    def of_two(self) -> tuple[int, int] | None:
        """The products of two others' cents over all pairs of their hands, and how many pairs there are."""
        products = self.of_two_apart(np.zeros((1, 0), np.int64))
        return None if products is None else (products[0], comb(52, 3) * comb(49, 3))

    def of_two_beside(self, known: Cards) -> list[Fraction] | None:
        """The same beside rows with what shows: a row stands for its hand in every suit."""
        products = self.of_two_apart(known, even=True)
        if products is None or self.cents is None:
            return None
        cents = self.cents[all_hands().hand_class >= Category.MINI_ROYAL].tolist()
        both = sum(first * second for first, second in permutations(cents, 2)) * Fraction(SUITS**2, 12)
        wrong = both - sum(cents) ** 2  # two suits together do not pay the mean of each
        suits = np.zeros((len(known), SUITS), bool)
        for card in known.T:
            suits[np.arange(len(known)), card & 3] |= card >= QUEENS
        free = SUITS - suits.sum(axis=1)
        left = (free * (free - 1)).tolist()
        return [(each + ways * wrong) / SUITS**2 for each, ways in zip(products, left, strict=True)]

    def of_two_apart(self, known: Cards, *, even: bool = False) -> list[int] | None:
        """The products of two others' cents over pairs of hands without these cards; None: out of reach."""
        if self.cents is None:
            return None
        cents = self._evened if even else self.cents
        unit = gcd(*np.unique(cents).tolist()) or 1
        if (int(cents.sum()) // unit) ** 2 >= 2**53:
            return None
        found = pairs_apart([Weighed.of(cents // unit)], known)[:, 0, 0]
        return [number * unit**2 for number in found.tolist()]


def envied_of(table: Table, dealing: Dealing, actions: Actions) -> Envied:
    """What another player's hand pays at this table; `actions` is asked only where what they do matters."""
    envy = table.sheet.envy
    hands = all_hands()
    by_class = np.array(table.book.envy, np.int64)
    cents = by_class[hands.hand_class]
    even = SUITS * by_class
    even[Category.MINI_ROYAL :] = by_class[Category.MINI_ROYAL :].sum()
    if envy is None or (envy.folded_holder_counts and not dealing.player_draws):
        return Envied(dealing, cents)
    if dealing.shows > 1:
        raise NotPriced(UP_CARDS)
    done = [_done(actions(), up) for up in (range(52) if dealing.shows else (None,))]
    if not dealing.player_draws:
        folded = np.stack([each == FOLD for each in done])[:, cents > 0]
        if dealing.shows == 0 or not (folded.any(axis=0) & ~folded.all(axis=0)).any():
            kept = cents.copy()
            kept[np.flatnonzero(cents)[folded.all(axis=0)]] = 0
            return Envied(dealing, kept)
        return Envied(
            dealing,
            None,
            tuple(
                Weighed.of(np.where((each == FOLD) | hands.holds[up], 0, even[hands.hand_class]))
                for up, each in enumerate(done)
            ),
        )
    ups = range(52) if dealing.shows else (None,)
    return Envied(
        dealing,
        None,
        tuple(
            _after_draws(even, each, up, folds=envy.folded_holder_counts)
            for up, each in zip(ups, done, strict=True)
        ),
    )


def envy_mean(table: Table, others: int) -> Fraction | None:
    """What the hands of so many others bring on average to a bet on envy, in cents: each of them is any hand.

    None where it hangs on what is decided: by the others, or with the own hand.
    """
    sheet = table.sheet
    if sheet.envy is None:
        return Fraction(0)
    goes = sheet.wagers[sheet.envy.wager].fold.does == "lose"
    if goes or sheet.player.draws or not sheet.envy.folded_holder_counts:
        return None
    cents = sum(table.book.envy[hand] * number for hand, number in enumerate(hand_counts()))
    return Fraction(others * cents, comb(52, 3))


def _done(best: Ints, up: int | None) -> Ints:
    """What is best for each of the 22,100 hands against an up card."""
    shown = () if up is None else (up,)
    column = up_beside_rows(shown) if shown else np.zeros(len(all_hands().row), np.int64)
    found: Ints = best[all_hands().row, column]
    return found


def _after_draws(by_class: Ints, done: Ints, up: int | None, *, folds: bool) -> Weighed:
    """The cents of hands with the cards they draw, summed over those that hold given cards anywhere."""
    hands = all_hands()
    paid = np.zeros((len(done), 52), np.int64)
    stays = np.where((done == FOLD) & (not folds), 0, by_class[hands.hand_class])
    paid[:] = np.where(done >= DRAW, 0, stays)[:, None]
    drawing = np.flatnonzero(done >= DRAW)
    kept = _kept(drawing, done[drawing] - DRAW)
    card = np.arange(52)[None, :]
    final = hand_classes(kept[:, 0, None], kept[:, 1, None], card)
    paid[drawing] = by_class[final]
    paid[hands.holds.T] = 0  # nobody draws a card of one's own hand
    if up is not None:
        paid[:, up] = 0
        paid[hands.holds[up]] = 0
    return _holding_anywhere(paid)


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
    category = CATEGORY[values_of(a, b, c)]
    found: Ints = np.where(category == Category.MINI_ROYAL, category + (a & 3), category)
    return found


def _holding_anywhere(paid: Ints) -> Weighed:
    """Sums over hands and drawn cards, (hands, 52), that hold one, two or three cards among the four."""
    hands = all_hands()
    plain = Weighed.of(paid.sum(axis=1))
    two_and = np.zeros((52, 52, 52), np.int64)  # two cards of the hand, and the card drawn
    a, b, c = hands.cards.T
    for first, second in ((a, b), (a, c), (b, c)):
        np.add.at(two_and, (first, second), paid)
        np.add.at(two_and, (second, first), paid)
    one_and = two_and.sum(axis=1) // 2  # one card of the hand, and the card drawn
    three = plain.three + two_and + two_and.transpose(0, 2, 1) + two_and.transpose(2, 1, 0)
    two = plain.two + one_and + one_and.T
    return Weighed(plain.every, plain.one + paid.sum(axis=0), two, three)

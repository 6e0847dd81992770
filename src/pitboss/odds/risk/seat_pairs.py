"""Two seats of one deal: the mean product of what their parts bring, exactly.

Both face the same dealer's hand and hold cards of the same deck. For each dealer's hand up to suits, every
hand of three cards brings each part a known net, and `pair_sums` adds the products over all pairs that can
lie there together. A sheet that pays the four suited A-K-Qs differently is not alike in all suits: then the
four are put in by themselves, once for each way in which an order of suits can turn them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from pitboss.hands import Category
from pitboss.odds.counts import NotPriced
from pitboss.odds.dealer_hands import six_categories
from pitboss.odds.decisions import FOLD, PLAY
from pitboss.odds.geometry import (
    SUIT_ORDERS,
    Cards,
    Doubles,
    Flags,
    Ints,
    rows,
    values_of,
    without,
)
from pitboss.odds.hand_table import all_hands
from pitboss.odds.results import VERSUS
from pitboss.odds.risk.bet_parts import Matrix, SeatParts
from pitboss.odds.risk.drawn_pairs import drawn_products
from pitboss.odds.risk.pair_sums import (
    HandsBesideDealers,
    Whole,
    three_card_pairs,
    three_card_pairs_with,
)
from pitboss.odds.work import Progress

ROYAL: Final = int(Category.MINI_ROYAL)


def seat_covariance(parts: SeatParts, progress: Progress | None = None) -> Matrix:
    """The covariance of each part of one seat with each part of another, in squared cents."""
    dealing = parts.game.dealing
    if parts.decided and dealing.shows > 1:
        raise NotPriced("Seats are counted together where at most one card of the dealer shows")
    if parts.decided and dealing.player_draws:
        total, deals = drawn_products(parts, progress)
    else:
        total, deals = _products(parts, progress)
    means = parts.means()
    return tuple(
        tuple(Fraction(int(total[i, j]), deals) - mine * other for j, other in enumerate(means))
        for i, mine in enumerate(means)
    )


@lru_cache(maxsize=1)
def _royals() -> Ints:
    """The numbers of the four suited A-K-Qs, clubs to spades."""
    return np.array([int(np.flatnonzero(all_hands().hand_class == ROYAL + suit)[0]) for suit in range(4)])


def _products(parts: SeatParts, progress: Progress | None) -> tuple[Whole, int]:
    """The sum of the products of two seats' parts over all deals, and how many deals there are."""
    dealing = parts.game.dealing
    seat = _Seat(parts)
    hands = rows()
    found: Whole = np.zeros((len(parts.names), len(parts.names)), object)
    order = np.argsort(hands.value, kind="stable") if seat.by_value else np.arange(len(hands))
    for number, row in enumerate(order.tolist(), start=1):
        for dealt in seat.deals(hands.cards[row]):
            found = found + int(hands.weight[row]) * dealt
        if progress is not None:
            progress(number, len(hands))
    fourths = 49 if seat.fourth else 1
    shown = comb(3, dealing.shows) if parts.decided else 1
    left = 52 - 3 - (1 if seat.fourth else 0)
    deals = comb(52, 3) * fourths * shown * comb(left, 3) * comb(left - 3, 3) * len(SUIT_ORDERS)
    return found, deals


class _Seat:
    """What every hand brings each part, against one dealer's hand after another."""

    def __init__(self, parts: SeatParts) -> None:
        self.dealing = parts.game.dealing
        self.decided = parts.decided
        self.fourth = self.decided and self.dealing.dealer_draws
        self.sixes = parts.whole.fold.shape[-1]
        fold = np.stack([np.broadcast_to(p.fold[None], (VERSUS, *p.fold.shape)) for p in parts.pays])
        pat = np.stack([np.moveaxis(p.pat, 1, 0) for p in parts.pays])
        # (parts, 2 actions, 6 showdown results, 10 hand classes, sixes)
        self.nets = np.stack([fold, pat], axis=1).astype(np.float64)
        self.actions = _actions(parts)
        self.orders = _royal_orders(self.nets)
        # Where nothing shows, is drawn or goes by six cards, hands bring the same against all of one value.
        self.by_value = self.sixes == 1 and not self.fourth and not (self.decided and self.dealing.shows)
        self._last: tuple[int, HandsBesideDealers] | None = None

    def deals(self, dealer: Cards) -> Iterator[Whole]:
        """The products of one dealer's hand, for each up card and fourth card, times the orders of suits."""
        if self.by_value:
            yield self.beside(dealer)
            return
        six = six_categories(dealer) if self.sixes > 1 else np.zeros(len(all_hands().cards), np.int64)
        own = int(values_of(*dealer))
        ups = list(combinations(dealer.tolist(), self.dealing.shows if self.decided else 0))
        for fourth in without(dealer[None])[0].tolist() if self.fourth else (None,):
            value, out = own, dealer.tolist()
            if fourth is not None:
                out = [*out, fourth]
                if own < self.dealing.draws_below:
                    values = [int(values_of(*np.array(three))) for three in combinations(out, 3)]
                    value = max(values)
            cell, free = self.cells(value, out, six)
            acting: dict[bytes, tuple[int, Flags]] = {}
            for up in ups:
                plays = self.actions(up)
                times = acting.get(plays.tobytes(), (0, plays))[0]
                acting[plays.tobytes()] = times + 1, plays
            for times, plays in acting.values():
                yield times * self.pairs(cell, free, plays, six)

    def beside(self, dealer: Cards) -> Whole:
        """The same where the dealer's value says what a hand brings: sums are kept for the next dealer."""
        value, hands = int(values_of(*dealer)), all_hands()
        flat = self.nets.reshape(len(self.nets), 2, -1)
        if self._last is None or self._last[0] != value:
            cell, _ = self.cells(value, [], np.zeros(len(hands.row), np.int64))
            nets = np.where(self.actions(()), flat[:, 1, :][:, cell], flat[:, 0, :][:, cell])
            self._last = value, HandsBesideDealers(nets, _royals())
        bits = sum(1 << card for card in dealer.tolist())
        free = hands.held[_royals()] & bits == 0
        versus = 3 * (value >= self.dealing.qualifies_from) + 2 - (value == hands.value[_royals()])
        moved = [versus * 10 + ROYAL + np.array(order) for order, _ in self.orders]
        values = (np.where(free, flat[:, 1, :][:, place], 0.0) for place in moved)
        found: Whole = np.zeros((len(flat), len(flat)), object)
        products = self._last[1].disjoint(dealer.tolist(), values)
        for (_, times), product in zip(self.orders, products, strict=True):
            found = found + times * product
        return found

    def cells(self, value: int, out: list[int], six: Ints) -> tuple[Ints, Flags]:
        """The outcome class of each hand, without its action; and which hands these cards leave."""
        hands = all_hands()
        qualified = value >= self.dealing.qualifies_from
        versus = 3 * qualified + (hands.value > value) + (hands.value >= value)
        bits = sum(1 << card for card in out)
        return (versus * 10 + hands.hand_class) * self.sixes + six, hands.held & bits == 0

    def pairs(self, cell: Ints, free: Flags, plays: Flags, six: Ints) -> Whole:
        """The products over all pairs of hands, summed over the orders of suits."""
        flat = self.nets.reshape(len(self.nets), 2, -1)
        nets: Doubles = np.where(plays, flat[:, 1, :][:, cell], flat[:, 0, :][:, cell])
        nets = np.where(free, nets, 0.0)
        if len(self.orders) == 1:
            return len(SUIT_ORDERS) * three_card_pairs(nets)
        royals = _royals()
        versus = cell[royals] // self.sixes // 10

        def turned() -> Iterator[Doubles]:
            """The same showdown and six cards, paid as the A-K-Qs of other suits."""
            for order, _ in self.orders:
                moved = (versus * 10 + ROYAL + np.array(order)) * self.sixes + six[royals]
                yield np.where(free[royals], flat[:, 1, :][:, moved], 0.0)

        products = three_card_pairs_with(nets, royals, turned())
        found: Whole = np.zeros((len(nets), len(nets)), object)
        for (_, times), product in zip(self.orders, products, strict=True):
            found = found + times * product
        return found


def _royal_orders(nets: Doubles) -> list[tuple[tuple[int, ...], int]]:
    """The orders of suits that turn the pays of the suited A-K-Qs differently, with how many do so."""
    met: dict[bytes, tuple[tuple[int, ...], int]] = {}
    for order in SUIT_ORDERS.tolist():
        turned = nets[..., [ROYAL + suit for suit in order], :].tobytes()
        first, times = met.get(turned, (tuple(order), 0))
        met[turned] = first, times + 1
    return list(met.values())


def _actions(parts: SeatParts) -> Callable[[tuple[int, ...]], Flags]:
    """For each hand whether it plays, by the up card."""
    hands = all_hands()
    game, shows = parts.game, parts.game.dealing.shows
    if not parts.decided:
        return lambda up: np.ones(len(hands.row), bool)
    chunks = list(game.worths(parts.bets, parts.whole))
    chosen = np.concatenate([parts.strategy(chunk) for chunk in chunks], axis=1)
    if (chosen[rows().hand_class >= ROYAL] != PLAY).any():
        raise NotPriced("Two seats are counted together for strategies that play every suited A-K-Q")
    if ((chosen != FOLD) & (chosen != PLAY)).any():
        raise AssertionError("nobody draws here")
    if shows == 0:
        every: Flags = chosen[hands.row, 0] == PLAY
        return lambda up: every
    order = np.concatenate([chunk.counts.ups[:, 0] for chunk in chunks])
    by_card = np.empty((len(rows()), 52), np.int64)
    by_card[:, order] = chosen
    renaming = all_hands().renaming

    @lru_cache(maxsize=52)
    def plays(up: tuple[int, ...]) -> Flags:
        moved = 4 * (up[0] >> 2) + SUIT_ORDERS[:, up[0] & 3]
        found: Flags = by_card[hands.row, moved[renaming]] == PLAY
        return found

    return plays

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
from pitboss.odds.dealer_hands import six_categories
from pitboss.odds.decisions import PLAY
from pitboss.odds.geometry import (
    CATEGORY,
    SUIT_ORDERS,
    Cards,
    Doubles,
    Flags,
    Ints,
    rows,
    values_of,
    without,
)
from pitboss.odds.hand_table import all_hands, up_beside_rows
from pitboss.odds.not_priced import NotPriced
from pitboss.odds.plan import plan_of
from pitboss.odds.results import VERSUS
from pitboss.odds.risk.bet_parts import Matrix, SeatParts
from pitboss.odds.risk.drawn_pairs import drawn_products
from pitboss.odds.risk.pair_sums import (
    HandsBesideDealers,
    Whole,
    three_card_pairs_with,
)
from pitboss.odds.risk.showdown_ends import DealerEnd, dealer_ends
from pitboss.odds.shared_counts import colours_beside
from pitboss.odds.undecided_bets import dealt_undecided
from pitboss.odds.work import Progress
from pitboss.sheet.payclass import BLACK, DEALER_CLASSES, SIX_CLASSES, TIED

ROYAL: Final = int(Category.MINI_ROYAL)


def seat_covariance(parts: SeatParts, progress: Progress | None = None) -> Matrix:
    """The covariance of each part of one seat with each part of another, in squared cents."""
    if parts.decided and parts.game.dealing.player_draws:
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
    seat = _Seat(parts)
    found: Whole = np.zeros((len(parts.names), len(parts.names)), object)
    for done, of, dealt in seat.by_hand() if seat.looks.six or seat.looks.colours else seat.by_value():
        found = found + dealt
        if progress is not None:
            progress(done, of)
    dealing = seat.dealing
    fourths, left = (49, 48) if dealing.dealer_draws else (1, 49)
    shown = comb(3, dealing.shows)
    deals = comb(52, 3) * fourths * shown * comb(left, 3) * comb(left - 3, 3) * len(SUIT_ORDERS)
    return found, deals


Turns = list[tuple[tuple[int, ...], int]]  # orders of suits, and how many do the same


class _Seat:
    """What every hand brings each part, against one dealer's hand after another."""

    def __init__(self, parts: SeatParts) -> None:
        self.looks = parts.game.looks(parts.bets)
        self.dealing = parts.game.dealing if parts.decided else dealt_undecided(parts.game, self.looks)
        self.width = parts.whole.fold.shape[-1]
        fold = np.stack([np.broadcast_to(p.fold[None], (VERSUS, *p.fold.shape)) for p in parts.pays])
        pat = np.stack([np.moveaxis(p.pat, 1, 0) for p in parts.pays])
        # (parts, 2 actions, 6 showdown results, 10 hand classes, shared classes)
        self.nets = np.stack([fold, pat], axis=1).astype(np.float64)
        self.actions = _actions(parts)
        self.turns = _turns(self.nets, colours=self.looks.colours)
        self._value = -1
        self._kept: dict[bytes, HandsBesideDealers] = {}  # against dealers of that value, by who plays

    def by_value(self) -> Iterator[tuple[int, int, Whole]]:
        """The products of all deals where no six cards matter: how many of how many are done, and a sum.

        Against all dealers of one value who show alike a hand brings the same.
        """
        dealers = dealer_ends(self.dealing, seats_hold=6)
        for number, end in enumerate(dealers, start=1):
            yield number, len(dealers), end.ways * self.beside(end)

    def by_hand(self) -> Iterator[tuple[int, int, Whole]]:
        """The same where six cards matter: each dealer's hand up to suits, with each fourth card."""
        hands = rows()
        for row, weight in enumerate(hands.weight.tolist()):
            for dealt in self.deals(hands.cards[row]):
                yield row + 1, len(hands), weight * dealt

    def deals(self, dealer: Cards) -> Iterator[Whole]:
        """The products of one dealer's hand, for each up card and fourth card, times the orders of suits."""
        own = int(values_of(*dealer))
        six = six_categories(dealer) if self.looks.six else np.zeros(len(all_hands().row), np.int64)
        ups = list(combinations(dealer.tolist(), self.dealing.shows))
        for fourth in without(dealer[None])[0].tolist() if self.dealing.dealer_draws else (None,):
            value, out = own, dealer.tolist()
            if fourth is not None:
                out = [*out, fourth]
                if own < self.dealing.draws_below:
                    values = [int(values_of(*np.array(three))) for three in combinations(out, 3)]
                    value = max(values)
            acting: dict[bytes, tuple[int, Flags]] = {}
            for up in ups:
                plays = self.actions(up)
                times = acting.get(plays.tobytes(), (0, plays))[0]
                acting[plays.tobytes()] = times + 1, plays
            for partner, turns in self.turns.items():
                shared = self.shared(value, six, colours_beside(dealer, partner) if partner else None)
                cell, free = self.cells(value, out, shared)
                for times, plays in acting.values():
                    yield times * self.pairs(cell, free, plays, shared, turns)

    def beside(self, end: DealerEnd) -> Whole:
        """The products of one end of the dealer's, times the orders of suits; sums are kept by value."""
        value, hands, (turns,) = end.value, all_hands(), self.turns.values()
        flat = self.nets.reshape(len(self.nets), 2, -1)
        if self._value != value:
            self._value, self._kept = value, {}
        plays = self.actions(end.shown)
        shared = self.shared(value, np.zeros(len(hands.row), np.int64))
        if plays.tobytes() not in self._kept:
            cell, _ = self.cells(value, [], shared)
            nets = np.where(plays, flat[:, 1, :][:, cell], flat[:, 0, :][:, cell])
            self._kept[plays.tobytes()] = HandsBesideDealers(nets, _royals())
        bits = sum(1 << card for card in end.out)
        free = hands.held[_royals()] & bits == 0
        versus = 3 * (value >= self.dealing.qualifies_from) + 2 - (hands.value[_royals()] == value)
        values = self.turned(versus, free, shared, turns)
        products = self._kept[plays.tobytes()].disjoint(end.out, values)
        return _summed(turns, products)

    def shared(self, value: int, six: Ints, colours: Ints | None = None) -> Ints:
        """What the tables look at beside the own cards of each hand, as the last axis of payoffs has it."""
        found = np.zeros_like(six) if colours is None else colours
        if self.looks.dealer:
            category = int(CATEGORY[value])
            found = found * DEALER_CLASSES + np.where(all_hands().value == value, TIED, category)
        return found * SIX_CLASSES + six if self.looks.six else found

    def cells(self, value: int, out: list[int], shared: Ints) -> tuple[Ints, Flags]:
        """The outcome class of each hand, without its action; and which hands these cards leave."""
        hands = all_hands()
        qualified = value >= self.dealing.qualifies_from
        versus = 3 * qualified + (hands.value > value) + (hands.value >= value)
        bits = sum(1 << card for card in out)
        return (versus * 10 + hands.hand_class) * self.width + shared, hands.held & bits == 0

    def pairs(self, cell: Ints, free: Flags, plays: Flags, shared: Ints, turns: Turns) -> Whole:
        """The products over all pairs of hands, summed over these orders of suits."""
        flat = self.nets.reshape(len(self.nets), 2, -1)
        nets: Doubles = np.where(plays, flat[:, 1, :][:, cell], flat[:, 0, :][:, cell])
        nets = np.where(free, nets, 0.0)
        royals = _royals()
        values = self.turned(cell[royals] // self.width // 10, free[royals], shared, turns)
        return _summed(turns, three_card_pairs_with(nets, royals, values))

    def turned(self, versus: Ints, free: Flags, shared: Ints, turns: Turns) -> Iterator[Doubles]:
        """The same showdown and dealer's cards, the A-K-Qs paid as those of other suits: (parts, royals)."""
        flat = self.nets.reshape(len(self.nets), 2, -1)
        for order, _ in turns:
            moved = (versus * 10 + ROYAL + np.array(order)) * self.width + shared[_royals()]
            yield np.where(free, flat[:, 1, :][:, moved], 0.0)


def _summed(turns: Turns, products: Iterator[Whole]) -> Whole:
    """The products of some orders of suits, each as often as there are orders that do the same."""
    found = [times * product for (_, times), product in zip(turns, products, strict=True)]
    return sum(found[1:], start=found[0])


def _turns(nets: Doubles, *, colours: bool) -> dict[int, Turns]:
    """The orders of suits that turn pays differently: which suit has the colour of the first one (0 where
    no colour matters), and how the pays of the suited A-K-Qs are turned."""
    met: dict[tuple[int, bytes], tuple[tuple[int, ...], int]] = {}
    for order in SUIT_ORDERS.tolist():
        black = [order[suit] in BLACK for suit in range(4)]
        partner = black.index(black[0], 1) if colours else 0
        turned = partner, nets[..., [ROYAL + suit for suit in order], :].tobytes()
        first, times = met.get(turned, (tuple(order), 0))
        met[turned] = first, times + 1
    found: dict[int, Turns] = {}
    for (partner, _), turn in met.items():
        found.setdefault(partner, []).append(turn)
    return found


def _actions(parts: SeatParts) -> Callable[[tuple[int, ...]], Flags]:
    """For each hand whether it plays, by the up card."""
    hands = all_hands()
    if not parts.decided:
        return lambda up: np.ones(len(hands.row), bool)
    chosen = plan_of(parts.game, parts.strategy, parts.bets).table
    if (chosen[rows().hand_class >= ROYAL] != PLAY).any():
        raise NotPriced("Two seats are counted together for strategies that play every suited A-K-Q")

    @lru_cache(maxsize=52)
    def plays(up: tuple[int, ...]) -> Flags:
        column = up_beside_rows(up) if chosen.shape[1] > 1 else np.zeros(len(hands.row), np.int64)
        found: Flags = chosen[hands.row, column] == PLAY
        return found

    return plays

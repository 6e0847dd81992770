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

import numpy as np

from pitboss.odds.dealer_hands import six_categories
from pitboss.odds.decisions import FOLD, PLAY, places_of
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
from pitboss.odds.hand_table import all_hands, up_beside_rows
from pitboss.odds.not_priced import NotPriced
from pitboss.odds.plan import Bytes, plan_of
from pitboss.odds.results import VERSUS
from pitboss.odds.risk.bet_parts import Matrix, SeatParts
from pitboss.odds.risk.drawn_pairs import drawn_products
from pitboss.odds.risk.pair_sums import (
    HandsBesideDealers,
    Whole,
    three_card_pairs_with,
)
from pitboss.odds.risk.showdown_ends import DealerEnd, dealer_ends
from pitboss.odds.shared_counts import colours_beside, shared_places
from pitboss.odds.suit_orders import up_sets
from pitboss.odds.undecided_bets import dealt_undecided
from pitboss.odds.work import Progress
from pitboss.sheet.payclass import BLACK, HAND_CLASSES, ROYAL


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
        raised = [
            np.stack([np.moveaxis(p.raised[name], 1, 0) for p in parts.pays]) for name in parts.whole.raised
        ]
        # (parts, fold and play and each raise, 6 showdown results, hand classes, shared classes)
        self.nets = np.stack([fold, pat, *raised], axis=1).astype(np.float64)
        self.actions, self.royal = _actions(parts)
        self.turns = _turns(self.nets, colours=self.looks.colours)
        self._value = -1
        self._kept: dict[bytes, HandsBesideDealers] = {}  # against dealers of that value, by who does what

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
            alike: dict[bytes, tuple[int, Bytes]] = {}
            for up in ups:
                acting = self.actions(up)
                times = alike.get(acting.tobytes(), (0, acting))[0]
                alike[acting.tobytes()] = times + 1, acting
            for partner, turns in self.turns.items():
                shared = self.shared(value, six, colours_beside(dealer, partner) if partner else None)
                cell, free = self.cells(value, out, shared)
                for times, acting in alike.values():
                    yield times * self.pairs(cell, free, acting, shared, turns)

    def beside(self, end: DealerEnd) -> Whole:
        """The products of one end of the dealer's, times the orders of suits; sums are kept by value."""
        value, hands, (turns,) = end.value, all_hands(), self.turns.values()
        flat = self.nets.reshape(*self.nets.shape[:2], -1)
        if self._value != value:
            self._value, self._kept = value, {}
        acting = self.actions(end.shown)
        shared = self.shared(value, np.zeros(len(hands.row), np.int64))
        if acting.tobytes() not in self._kept:
            cell, _ = self.cells(value, [], shared)
            nets = flat[:, acting, cell]
            self._kept[acting.tobytes()] = HandsBesideDealers(nets, _royals())
        bits = sum(1 << card for card in end.out)
        free = hands.held[_royals()] & bits == 0
        versus = 3 * (value >= self.dealing.qualifies_from) + 2 - (hands.value[_royals()] == value)
        values = self.turned(versus, free, shared, turns)
        products = self._kept[acting.tobytes()].disjoint(end.out, values)
        return _summed(turns, products)

    def shared(self, value: int, six: Ints, colours: Ints | None = None) -> Ints:
        """What the tables look at beside the own cards of each hand, as the last axis of payoffs has it."""
        return shared_places(self.looks, value, all_hands().value, six, 0 if colours is None else colours)

    def cells(self, value: int, out: list[int], shared: Ints) -> tuple[Ints, Flags]:
        """The outcome class of each hand, without its action; and which hands these cards leave."""
        hands = all_hands()
        qualified = value >= self.dealing.qualifies_from
        versus = 3 * qualified + (hands.value > value) + (hands.value >= value)
        bits = sum(1 << card for card in out)
        return (versus * HAND_CLASSES + hands.hand_class) * self.width + shared, hands.held & bits == 0

    def pairs(self, cell: Ints, free: Flags, acting: Bytes, shared: Ints, turns: Turns) -> Whole:
        """The products over all pairs of hands, summed over these orders of suits."""
        flat = self.nets.reshape(*self.nets.shape[:2], -1)
        nets: Doubles = flat[:, acting, cell]
        nets = np.where(free, nets, 0.0)
        royals = _royals()
        values = self.turned(cell[royals] // self.width // HAND_CLASSES, free[royals], shared, turns)
        return _summed(turns, three_card_pairs_with(nets, royals, values))

    def turned(self, versus: Ints, free: Flags, shared: Ints, turns: Turns) -> Iterator[Doubles]:
        """The same showdown and dealer's cards, the A-K-Qs paid as those of other suits: (parts, royals)."""
        flat = self.nets.reshape(*self.nets.shape[:2], -1)
        for order, _ in turns:
            moved = (versus * HAND_CLASSES + ROYAL + np.array(order)) * self.width + shared[_royals()]
            yield np.where(free, flat[:, self.royal, :][:, moved], 0.0)


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


def _actions(parts: SeatParts) -> tuple[Callable[[tuple[int, ...]], Bytes], int]:
    """For each hand its action by the up card, as `_Seat.nets` has them; and that of every suited A-K-Q."""
    hands = all_hands()
    if not parts.decided:
        return lambda up: np.ones(len(hands.row), np.uint8), PLAY
    plan = plan_of(parts.game, parts.strategy, parts.bets)
    chosen = places_of(parts.whole.raised)[plan.table].astype(np.uint8)
    royals = np.flatnonzero(rows().hand_class >= ROYAL)
    seen = ~(up_sets(plan.shows)[None, :, :, None] == rows().cards[royals][:, None, None]).any(axis=(2, 3))
    doing = np.unique(chosen[royals][seen]).tolist()
    if len(doing) > 1 or doing == [FOLD]:
        raise NotPriced("Two seats are counted together for strategies that play every suited A-K-Q alike")

    @lru_cache(maxsize=52)
    def acting(up: tuple[int, ...]) -> Bytes:
        column = up_beside_rows(up) if chosen.shape[1] > 1 else np.zeros(len(hands.row), np.int64)
        found: Bytes = chosen[hands.row, column]
        return found

    return acting, int(doing[0])

"""A meter that several seats can be paid from in one round: who is paid later finds less in it (RIV-12).

Seats are paid in the order of their numbers (STD-9). Every other player is taken to have made the same wager.
How a seat's pay depends on what others took before is counted over all their hands, in every order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.money import MICRO, Cents
from pitboss.odds.geometry import Ints, all_hands
from pitboss.odds.other_hands import Company, Labels, company, deals
from pitboss.round.settlement import Meter
from pitboss.round.table import Table
from pitboss.sheet.pays import HAND_CLASSES, MeterShare

OwnNets = Callable[[Cents], Sequence[Cents]]  # the net of each hand class at a meter


def shares_of(table: Table, wager: str) -> dict[int, MeterShare]:
    """The hand classes that take a share of the meter on a wager judged by three cards."""
    if wager in table.book.shared or wager not in table.book.awards:
        return {}
    pays = {hand: table.book.awards[wager][hand].pay for hand in range(HAND_CLASSES)}
    return {hand: pay for hand, pay in pays.items() if isinstance(pay, MeterShare)}


def is_shared(table: Table, wager: str) -> bool:
    """Whether two seats can take from the meter in one round: more than one hand wins a share."""
    takes = np.isin(all_hands().hand_class, list(shares_of(table, wager)))
    return int(takes.sum()) > 1


def arrangements(labels: Labels, places: int) -> Iterator[tuple[int, ...]]:
    """The different ways to give these labels to so many players; 0 for those who have none.

    >>> sorted(arrangements((5,), 2)), len(list(arrangements((5, 5), 3)))
    ([(0, 5), (5, 0)], 3)
    """
    left = Counter({0: places - len(labels)}) + Counter(labels)

    def go(found: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(found) == places:
            yield found
            return
        for label in sorted(left):
            if left[label]:
                left[label] -= 1
                yield from go((*found, label))
                left[label] += 1

    yield from go(())


class SharedMeter:
    """A wager whose pays may come out of a meter that others have been paid from before."""

    def __init__(
        self, table: Table, wager: str, players: int, seat: int | None, cents: Ints | None, nets: OwnNets
    ) -> None:
        sheet_meter = table.sheet.meter
        self.reset = sheet_meter.reset if sheet_meter else 0
        self.players = players
        self.seats = (seat,) if seat else tuple(range(1, players + 1))
        self.nets = lru_cache(maxsize=None)(nets)
        self.meters = lru_cache(maxsize=None)(self._meters)
        self.shares = shares_of(table, wager)
        self.cents = cents

    def _kinds(self, *, envy: bool) -> tuple[Ints, list[tuple[int, Cents]]]:
        """A label for each hand, and what a label stands for: the class whose share it takes, and envy."""
        hands = all_hands().hand_class
        takes = np.where(np.isin(hands, list(self.shares)), hands.astype(np.int64), -1)
        paid = self.cents if envy and self.cents is not None else np.zeros(len(hands), np.int64)
        both = np.stack([takes, paid], axis=1)
        kinds, labels = np.unique(both, axis=0, return_inverse=True)
        named = [(int(take), int(cents)) for take, cents in kinds.tolist()]
        nothing = named.index((-1, 0)) if (-1, 0) in named else -1
        order = [nothing, *(place for place in range(len(named)) if place != nothing)]
        if nothing < 0:
            order, named = list(range(-1, len(named))), [*named, (-1, 0)]
        place_of = {place: number for number, place in enumerate(order)}
        label = np.array([place_of[place] for place in range(len(kinds))])[labels.ravel()]
        return label, [named[place] for place in order]

    def distribution(self, meter: Cents) -> dict[Cents, int] | None:
        """How many deals, at each of the seats, have each net with envy; None: out of reach."""
        labels, kinds = self._kinds(envy=True)
        joint = company(labels, self.players - 1)
        if joint is None:
            return None
        told: Counter[tuple[int, Labels, Cents]] = Counter()
        for (own, some), number in joint.items():
            takes = tuple(sorted(kinds[label][0] for label in some if kinds[label][0] >= 0))
            told[own, takes, sum(kinds[label][1] for label in some)] += number
        nets: Counter[Cents] = Counter()
        for (own, takes, envy), number in told.items():
            for left, share in self.meters(takes, self.players - 1, self.seats, meter).items():
                nets[self.nets(left)[own] + envy] += _whole(number * share)
        return dict(sorted((net, number) for net, number in nets.items() if number))

    def own_mean(self, meter: Cents) -> Fraction:
        """The mean net without envy over these seats."""
        labels, kinds = self._kinds(envy=False)
        total = Fraction(0)
        for seat in self.seats:
            joint = company(labels, seat - 1)
            if joint is None:
                raise AssertionError("shares go by hand classes")
            total += Fraction(self._sum_at(joint, kinds, seat, meter), 22_100 * deals(seat))
        return total / len(self.seats)

    def _sum_at(self, joint: Company, kinds: Sequence[tuple[int, Cents]], seat: int, meter: Cents) -> int:
        total = 0
        for (own, some), number in joint.items():
            takes = tuple(sorted(kinds[label][0] for label in some if kinds[label][0] >= 0))
            for left, share in self.meters(takes, seat - 1, (seat,), meter).items():
                total += self.nets(left)[own] * _whole(number * share)
        return total

    def _meters(
        self, takes: Labels, others: int, seats: tuple[int, ...], meter: Cents
    ) -> Mapping[Cents, Fraction]:
        """What these seats find on the meter, each in which share of the orders in which others took."""
        orders = list(arrangements(tuple(take + 1 for take in takes), others))
        found = Counter(
            self.after([take - 1 for take in order[: seat - 1]], meter) for order in orders for seat in seats
        )
        return {left: Fraction(number, len(orders)) for left, number in found.items()}

    def after(self, takes: Sequence[int], meter: Cents) -> Cents:
        """What stands on the meter once these hand classes have taken their shares; −1 takes none."""
        held = Meter(self.reset * MICRO, meter * MICRO)
        for take in takes:
            if take in self.shares:
                held.take(self.shares[take])
        return held.now // MICRO


def _whole(number: Fraction) -> int:
    if number.denominator != 1:
        raise AssertionError("the orders of others are not alike often")
    return number.numerator

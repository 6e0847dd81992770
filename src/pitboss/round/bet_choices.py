"""Every bet that a table takes from one seat: the smallest, the amounts of a spot, and all combinations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pitboss.round.bets import least, most, needs_fault, wager_range

if TYPE_CHECKING:
    from pitboss.money import Cents
    from pitboss.round.table import Table
    from pitboss.sheet.model import Wager

Bets = dict[str, "Cents"]
TRIES: Final = 32  # draws before the amounts that fit are listed; each is as likely either way


def legal_bets(table: Table, funds: Cents) -> LegalBets:
    """What a person with these funds may bet at one seat; the Play that an Ante may ask for is kept back.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> bets = legal_bets(open_table(load_house("rivers"), high=2000), funds=10_000)
    >>> bets.smallest()
    {'pair_plus': 500}
    >>> bets.amounts("pair_plus", {"ante": 1000})[:3]
    range(500, 800, 100)
    >>> sum(1 for _ in bets.combinations([500, 1000, 2000]))
    120
    """
    return LegalBets(table, funds)


@dataclass(frozen=True)
class LegalBets:
    """The legal bets of one seat. Nothing is listed before it is asked for: there are often millions."""

    table: Table
    funds: Cents

    def smallest(self) -> Bets | None:
        """The bet that needs the least money, or None where the funds allow none."""
        sets = (self._least_of(names) for names in self._sets())
        return min((bets for bets in sets if bets), key=self.table.need, default=None)

    def amounts(self, name: str, beside: Mapping[str, Cents]) -> range:
        """What may lie on one spot beside the other bets of its seat, in steps; empty where nothing may."""
        wager = self.table.sheet.wagers[name]
        others = {other: cents for other, cents in beside.items() if other != name}
        if needs_fault(self.table, wager, {**others, name: 0}) is not None:
            return range(0)
        return self._range(wager, others)

    def combinations(self, chips: Sequence[Cents] | None = None) -> Iterator[Bets]:
        """Every legal bet, one after the other; with `chips`, those whose free amounts are among them."""
        for names in self._sets():
            yield from self._grow(names, {}, None if chips is None else sorted(set(chips)))

    def draw(self, below: Callable[[int], int]) -> Bets | None:
        """A bet by chance: a set of wagers, then an amount on each; `below(n)` is any from 0 to n - 1."""
        if not self._affordable:
            return None
        names, bets = self._affordable[below(len(self._affordable))], Bets()
        for place, name in enumerate(names):
            bets[name] = self._draw_amount(name, bets, names[place + 1 :], below)
        return self._in_order(bets)

    def _draw_amount(
        self, name: str, bets: Bets, later: tuple[str, ...], below: Callable[[int], int]
    ) -> Cents:
        """Any amount after which the later spots can still be filled, each as likely."""
        amounts = self._range(self.table.sheet.wagers[name], bets)
        for _ in range(TRIES):
            cents = amounts[below(len(amounts))]
            if self._can_end({**bets, name: cents}, later):
                return cents
        fitting = [each for each in amounts if self._can_end({**bets, name: each}, later)]
        return fitting[below(len(fitting))]

    @cached_property
    def _affordable(self) -> tuple[tuple[str, ...], ...]:
        """The sets of wagers on which the funds allow a bet."""
        return tuple(names for names in self._sets() if self._least_of(names))

    def _sets(self) -> Iterator[tuple[str, ...]]:
        """The sets of wagers that may stand together, each in the order in which the amounts depend."""
        wagers = self.table.sheet.wagers
        for size in range(1, len(wagers) + 1):
            for names in combinations(wagers, size):
                present = dict.fromkeys(names, 0)
                if any(wager.required and name not in present for name, wager in wagers.items()):
                    continue
                if all(needs_fault(self.table, wagers[name], present) is None for name in names):
                    yield self._by_dependence(names)

    def _by_dependence(self, names: Sequence[str]) -> tuple[str, ...]:
        """A wager comes after those its bounds are multiples of."""
        wagers, found, left = self.table.sheet.wagers, list[str](), list(names)
        while left:
            free = [name for name in left if not _bases(wagers[name]) & (set(left) - {name})]
            found += free or left
            left = [name for name in left if name not in found]
        return tuple(found)

    def _range(self, wager: Wager, others: Mapping[str, Cents]) -> range:
        if wager.fixed is not None:
            return range(wager.fixed.cents, wager.fixed.cents + 1)
        span = wager_range(self.table, wager, others)
        high = self.funds if span.high is None else span.high
        return range(least(span), most(high, span) + 1, span.step)

    def _least_of(self, names: tuple[str, ...]) -> Bets | None:
        """The smallest bet on exactly these spots: no bound falls when another bet grows."""
        return next(self._grow(names, {}, None), None)

    def _can_end(self, bets: Bets, later: tuple[str, ...]) -> bool:
        affordable = self.table.need(bets) <= self.funds
        return affordable and next(self._grow(later, bets, None), None) is not None

    def _grow(self, names: tuple[str, ...], bets: Bets, chips: Sequence[Cents] | None) -> Iterator[Bets]:
        if not names:
            yield self._in_order(bets)
            return
        name, *rest = names
        wager = self.table.sheet.wagers[name]
        amounts: Sequence[Cents] = self._range(wager, bets)
        if chips is not None and wager.fixed is None:
            amounts = [cents for cents in chips if cents in amounts]
        for cents in amounts:
            grown = {**bets, name: cents}
            if self.table.need(grown) > self.funds:
                break
            yield from self._grow(tuple(rest), grown, chips)

    def _in_order(self, bets: Bets) -> Bets:
        """In the order of the sheet."""
        return {name: bets[name] for name in self.table.sheet.wagers if name in bets}


def _bases(wager: Wager) -> set[str]:
    return {bound.of for bound in (*wager.min, *wager.max) if bound.of}

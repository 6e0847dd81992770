"""What each outcome class is worth. Settlement is asked once per class: nothing here computes a payment.

See "From counts to a price" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import lcm

import numpy as np

from pitboss.money import MICRO, Cents
from pitboss.odds.geometry import SUITS, Ints
from pitboss.odds.inclusion import FINALS, VERSUS
from pitboss.round.choices import least, most, wager_range
from pitboss.round.settlement import ActionId, Meter, looks_at, outcome_lines
from pitboss.round.table import RaiseId, Table, raises_of
from pitboss.sheet.model import Sheet
from pitboss.sheet.pays import (
    BY_DEALER,
    HAND_CLASSES,
    PAY_CLASSES,
    Cash,
    ForOne,
    MeterShare,
    ToOne,
    pay_class,
)


@dataclass(frozen=True, slots=True)
class Payoffs:
    """Net cents by outcome class, of all wagers together or of one of them.

    The last axis is the shared class (the category of the six cards as dealt, and what else a bet looks at)
    where a bet is settled by it, and one wide else.
    """

    fold: Ints  # (hand classes, sixes)
    pat: Ints  # (hand classes, 6 showdown results, sixes)
    drawn: Ints | None  # (first three, final kinds, 4 suits of a final mini royal, 6, sixes)
    raised: Mapping[RaiseId, Ints] = field(default_factory=dict)  # each like `pat`
    raised_from: int = 0  # the least value of a hand that may raise

    @property
    def drawn_by_class(self) -> Ints:
        """`drawn` by the hand class at the end: (first three, hand classes, 6, sixes)."""
        if self.drawn is None:
            raise AssertionError("nothing is drawn")
        return np.concatenate([self.drawn[:, :-1, 0], self.drawn[:, -1]], axis=1)


def combined(change: Callable[..., Ints], *pays: Payoffs) -> Payoffs:
    """Payoffs made of others, cell by cell."""
    drawn = [each.drawn for each in pays]
    return Payoffs(
        change(*(each.fold for each in pays)),
        change(*(each.pat for each in pays)),
        None if drawn[0] is None else change(*drawn),
        {name: change(*(each.raised[name] for each in pays)) for name in pays[0].raised},
        pays[0].raised_from,
    )


def payoffs(
    table: Table,
    wagers: Mapping[str, Cents],
    meter: int | None = None,
    only: frozenset[str] | None = None,
    places: Sequence[int] = (0,),
) -> Payoffs:
    """The net of every outcome class for these wagers; `only` counts the lines with these ids.

    `places` are the shared classes of the last axis.
    """
    reset = table.sheet.meter.reset * MICRO if table.sheet.meter else 0
    stands = reset if meter is None else meter * MICRO
    # A number for each pay class: the same where three cards are paid the same for these wagers.
    names = (*table.sheet.bonuses, "play", *wagers)
    named = [table.book.awards[name] for name in names if name in table.book.awards]
    paid = [[id(award.pay) for award in awards] for awards in named if len(awards) == PAY_CLASSES]
    if looks_at(table, wagers) & BY_DEALER:  # then the player's hand matters even where it is paid nothing
        paid.append([paid_as % HAND_CLASSES for paid_as in range(PAY_CLASSES)])
    met: dict[tuple[int, ...], int] = {}
    each_class = zip(*paid, strict=True) if paid else [()] * PAY_CLASSES
    kinds = np.array([met.setdefault(each, len(met)) for each in each_class])

    def nets(action: ActionId | None, results: Sequence[int], classes: Ints) -> Ints:
        """The net of each of these pay classes with each result: settlement is asked once per kind."""
        _, first, kind = np.unique(kinds[classes], return_index=True, return_inverse=True)
        found = np.zeros((len(first), len(results), len(places)), np.int64)
        for number, paid_as in enumerate(classes.ravel()[first].tolist()):
            for versus, (place, shared) in product(results, enumerate(places)):
                lines = outcome_lines(table, wagers, action, versus, paid_as, shared, Meter(reset, stands))
                found[number, versus, place] = sum(
                    line.profit for line in lines if only is None or line.id in only
                )
        return found[kind.reshape(classes.shape)]

    dealt, results = np.arange(HAND_CLASSES), range(VERSUS)
    stay: ActionId | None = "play" if "ante" in wagers else None
    fold = nets("fold" if stay else None, (0,), dealt)[:, 0]
    pat = nets(stay, results, dealt)
    drawn = nets("draw", results, _after_draw()) if table.sheet.player.draws and stay else None
    raises = table.sheet.play.raises
    raised = {action: nets(action, results, dealt) for action in raises_of(table.sheet)} if stay else {}
    return Payoffs(fold, pat, drawn, raised, raises.value if raises else 0)


@lru_cache(maxsize=1)
def _after_draw() -> Ints:
    """The pay class by first three, final category and suit; suits matter to a mini royal alone."""
    royal = FINALS - 1
    return np.array(
        [
            [
                [pay_class(final + (suit if final == royal else 0), first) for suit in range(SUITS)]
                for final in range(FINALS)
            ]
            for first in range(HAND_CLASSES)
        ]
    )


def needs_amount(sheet: Sheet, wager: str) -> bool:
    """Whether the price of a wager is that of one amount: it is fixed, or pays cash or from a meter."""
    in_cents = any(isinstance(pay, (Cash, MeterShare)) for pay in sheet.pays_of(wager))
    return in_cents or sheet.wagers[wager].fixed is not None


def exact_stake(table: Table, wager: str) -> Cents:
    """A stake on which no pay of the sheet is rounded, or the smallest legal one where cash is paid.

    Odds are the same on every stake, so a large one stands for all. Cash is not: its price is that of the
    smallest bet the table takes.
    """
    fixed = table.sheet.wagers[wager].fixed
    if fixed:
        return fixed.cents
    if needs_amount(table.sheet, wager):
        span = wager_range(table, table.sheet.wagers[wager], {})
        return least(span)
    return _exact_unit(table)


def main_stakes(table: Table, stakes: dict[str, Cents]) -> dict[str, Cents]:
    """The same stakes with what must be bet beside their Ante: in the order of the sheet."""
    ante = stakes.get("ante")
    if ante is None or not table.sheet.beside_ante:
        return stakes
    found = {**stakes, **table.sheet.stakes_beside(ante)}
    return {name: found[name] for name in table.sheet.wagers if name in found}


def price_stakes(table: Table, wager: str, beside: bool, *, cash: bool) -> dict[str, Cents]:
    """The stakes by which a wager is priced, with `beside` those of the Ante whose decision can change it.

    These are equal. A fixed stake cannot be: it is priced beside the smallest Ante of the table that is no
    less. With `cash`, stakes are the smallest that the table takes.
    """
    names = dict.fromkeys(("ante", wager) if beside else (wager,))
    exact = {name: exact_stake(table, name) for name in names}
    if cash:
        unit = _exact_unit(table)
        smallest = {name: least(wager_range(table, table.sheet.wagers[name], {})) for name in names}
        exact = {name: -(-max(exact[name], smallest[name]) // unit) * unit for name in names}
    fixed = table.sheet.wagers[wager].fixed
    if fixed:
        exact[wager] = fixed.cents
    if not beside or wager == "ante":
        return exact
    equal = max(exact["ante"], exact[wager])
    if fixed:
        return {"ante": least_ante(table, fixed.cents), wager: fixed.cents}
    only = table.sheet.wagers["ante"].fixed
    return {"ante": only.cents if only else equal, wager: equal}


def least_ante(table: Table, other: Cents = 0) -> Cents:
    """The smallest Ante that the table takes and that is no less than another stake."""
    ante = table.sheet.wagers["ante"]
    if ante.fixed:
        return ante.fixed.cents
    span = wager_range(table, ante, {})
    found = -(-max(span.low, other) // span.step) * span.step
    return found if span.high is None else min(found, most(span.high, span))


def _exact_unit(table: Table) -> Cents:
    """An amount on which no odds of the sheet leave a fraction of a cent."""
    sheet = table.sheet
    every = [pay for name in sheet.pays for pay in sheet.pays_of(name)]
    every += [pay for verdict in (*table.book.ante, *table.book.play) if (pay := verdict.award.pay)]
    parts = [pay.odds.denominator for pay in every if isinstance(pay, (ToOne, ForOne))]
    multiples = [sheet.play.times, *sheet.beside_ante.values()]
    return lcm(1, *parts) * lcm(*(times.denominator for times in multiples))

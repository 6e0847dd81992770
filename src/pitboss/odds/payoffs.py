"""What each outcome class is worth. Settlement is asked once per class: nothing here computes a payment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import lcm

import numpy as np

from pitboss.money import MICRO, Cents
from pitboss.odds.geometry import Ints
from pitboss.odds.results import FINALS, VERSUS
from pitboss.round.bets import wager_range
from pitboss.round.settle import ActionId, Line, Meter, outcome_lines
from pitboss.round.table import Table
from pitboss.sheet.payclass import HAND_CLASSES, pay_class
from pitboss.sheet.pays import Cash, ForOne, MeterShare, Pay, ToOne

SUITS = 4


@dataclass(frozen=True, slots=True)
class Payoffs:
    """Net cents by outcome class, of all wagers together or of one of them.

    The last axis is the category of the six cards as dealt where a bet is settled by it, and one wide else.
    """

    fold: Ints  # (10 hand classes, sixes)
    pat: Ints  # (10, 6 showdown results, sixes)
    drawn: Ints | None  # (10 first three, 7 final categories, 4 suits of a final mini royal, 6, sixes)


def payoffs(
    table: Table,
    wagers: Mapping[str, Cents],
    meter: int | None = None,
    only: frozenset[str] | None = None,
    sixes: int = 1,
) -> Payoffs:
    """The net of every outcome class for these wagers; `only` counts the lines with these ids."""
    reset = table.sheet.meter.reset * MICRO if table.sheet.meter else 0
    stands = reset if meter is None else meter * MICRO

    def net(action: ActionId | None, versus: int, paid_as: int, six: int) -> int:
        lines = outcome_lines(table, wagers, action, versus, paid_as, six, Meter(reset, stands))
        return sum(line.profit for line in lines if _counts(line, only))

    classes, results, categories = range(HAND_CLASSES), range(VERSUS), range(sixes)
    stay: ActionId | None = "play" if "ante" in wagers else None
    fold = [[net("fold" if stay else None, 0, hand, six) for six in categories] for hand in classes]
    pat = [[[net(stay, versus, hand, six) for six in categories] for versus in results] for hand in classes]
    drawn = None
    if table.sheet.player.draws and stay:
        drawn = np.zeros((HAND_CLASSES, FINALS, SUITS, VERSUS, sixes), np.int64)
        for first, final, versus, six in product(classes, range(FINALS), results, categories):
            for suit in range(SUITS if final == FINALS - 1 else 1):
                drawn[first, final, suit, versus, six] = net(
                    "draw", versus, pay_class(final + suit, first), six
                )
        drawn[:, : FINALS - 1] = drawn[:, : FINALS - 1, :1]  # suits matter to a mini royal alone
    return Payoffs(np.array(fold, np.int64), np.array(pat, np.int64), drawn)


def _counts(line: Line, only: frozenset[str] | None) -> bool:
    return only is None or line.id in only


def exact_stake(table: Table, wager: str) -> Cents:
    """A stake on which no pay of the sheet is rounded, or the smallest legal one where cash is paid.

    Odds are the same on every stake, so a large one stands for all. Cash is not: its price is that of the
    smallest bet the table takes.
    """
    fixed = table.sheet.wagers[wager].fixed
    if fixed:
        return fixed.cents
    if any(isinstance(pay, (Cash, MeterShare)) for pay in _pays(table, wager)):
        span = wager_range(table, table.sheet.wagers[wager], {})
        return -(-span.low // span.step) * span.step
    return _exact_unit(table)


def _exact_unit(table: Table) -> Cents:
    """An amount on which no odds of the sheet leave a fraction of a cent."""
    sheet = table.sheet
    every = [pay for name in sheet.pays for pay in _pays(table, name)]
    every += [pay for verdict in (*table.book.ante, *table.book.play) if (pay := verdict.award.pay)]
    parts = [pay.odds.denominator for pay in every if isinstance(pay, (ToOne, ForOne))]
    return lcm(1, *parts) * sheet.play.times.denominator


def _pays(table: Table, name: str) -> list[Pay]:
    """The pays of a table, and of every bonus for the Ante."""
    names = [name] if name != "ante" else list(table.sheet.bonuses)
    return [
        pay
        for each in names
        for column in table.sheet.pays[each].columns.values()
        for pay in column.lines.values()
    ]

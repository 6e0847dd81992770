"""What each line of a seat comes to, by how its hand ends: settlement is asked once per cell.

The axes and cells are those of `round/judge`: every line goes by one axis alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import numpy as np

from pitboss.money import MICRO, Cents
from pitboss.round.judge import (
    COLOURS,
    DEALER,
    FIRST,
    FOLDED,
    MAIN,
    NO_SHOWDOWN,
    OWN,
    PAY,
    PLAIN,
    RAISED,
    SIX,
    WIDTH,
    WINNING,
    End,
    Ints,
    cells,
    end_of,
)
from pitboss.round.settlement import ActionId, Line, Meter, looks_at, outcome_lines
from pitboss.round.table import RAISES, Table, is_raise, raises_of
from pitboss.sheet.paybooks import PaidBy
from pitboss.sheet.pays import (
    BY_DEALER,
    COLOUR_CLASSES,
    DEALER_CLASSES,
    HAND_CLASSES,
    OWN_HAND,
    PAY_CLASSES,
    SHOWDOWNS,
    SIX_CLASSES,
    Judged,
    MeterShare,
    shared_class,
)

ABSENT, WIN, LOSE, PUSH, RETURNED = 0, 1, 2, 3, 4
RESULTS: Final = ("absent", "win", "lose", "push", "returned")


@dataclass(frozen=True, eq=False)
class SimLine:
    """One line of a seat: what it comes to in each cell of its axis, with the meter as it stands."""

    id: str
    axis: int
    stake: Cents
    profit: Ints  # a row of all cells, as is the result
    result: Ints
    paid_by: Mapping[int, PaidBy]  # by cell: the pay of the sheet, where one is won
    shares: Mapping[int, MeterShare]  # by cell: the share of the meter that it takes


@dataclass(frozen=True, eq=False)
class SeatLines:
    """All lines that a seat's bet can have, in the order of settlement."""

    lines: tuple[SimLine, ...]
    decides: bool
    looks: frozenset[Judged]  # by which cards it is settled, beside the player's own three

    @property
    def classes(self) -> int:
        """All numbers of the seat's ends are below this one."""
        highest = (COLOUR_CLASSES - 1) * DEALER_CLASSES if "colours" in self.looks else 0
        highest += DEALER_CLASSES - 1 if self.looks & BY_DEALER else 0
        return PLAIN * (highest + 1)

    def nets(self, ids: frozenset[str] | None = None) -> Ints:
        """What the lines, or those with some ids, come to together: a row of all cells."""
        return sum((line.profit for line in self._named(ids)), np.zeros(WIDTH, np.int64))

    def reach(self, ids: frozenset[str] | None = None) -> tuple[Cents, Cents]:
        """From where to where the net of these lines can be, with the meter as it stands."""
        nets, axes = self.nets(ids), FIRST[:-1]
        return int(np.minimum.reduceat(nets, axes).sum()), int(np.maximum.reduceat(nets, axes).sum())

    def takes_meter(self) -> Ints:
        """How many lines are paid out of the meter, in each cell."""
        found = np.zeros(WIDTH, np.int64)
        for line in self.lines:
            found[list(line.shares)] += 1
        return found

    def net(self, numbers: Any, ids: frozenset[str] | None = None) -> Ints:
        """The nets of ends by their numbers; only of the lines with these ids where some are named."""
        at = cells(end_of(numbers))
        named = (line.profit[at[line.axis]] for line in self._named(ids))
        return sum(named, np.zeros_like(numbers))

    def _named(self, ids: frozenset[str] | None) -> Iterator[SimLine]:
        return (line for line in self.lines if ids is None or line.id in ids)


def meter_at(table: Table, cents: Cents | None) -> Meter:
    """The meter as it stands before a round is paid."""
    reset = table.sheet.meter.reset * MICRO if table.sheet.meter else 0
    return Meter(reset, reset if cents is None else cents * MICRO)


def seat_lines(table: Table, wagers: Mapping[str, Cents], meter: Cents | None) -> SeatLines:
    """The lines of a bet; a meter stands at so many cents."""
    found: dict[str, dict[int, Line]] = {}
    for cell, line in _settled(table, wagers, meter):
        found.setdefault(line.id, {})[cell] = line
    order = ["ante", "play", *table.sheet.bonuses, *(side.id for side in table.sides)]
    lines = tuple(_line(table, name, found[name]) for name in sorted(found, key=order.index))
    return SeatLines(lines, "ante" in wagers, looks_at(table, wagers))


def _axis(table: Table, name: str) -> int:
    """The axis that a line goes by."""
    if name == "ante" or (name == "play" and not table.sheet.play_by_hand):
        return MAIN
    judged = table.sheet.pays[name].judged
    if judged in OWN_HAND:
        return PAY if judged == "three cards" else WINNING
    return SIX if judged == "six cards" else COLOURS if judged == "colours" else DEALER


def _first(action: ActionId | None) -> int:
    """Where the pay classes of an action begin; every house has the same, whichever multiples it offers."""
    if is_raise(action):
        return RAISED + [*RAISES].index(action) * HAND_CLASSES
    return FOLDED if action == "fold" else 0


def _settled(table: Table, wagers: Mapping[str, Cents], meter: Cents | None) -> Iterator[tuple[int, Line]]:
    """Every line in every cell of its axis."""

    def lines(
        axis: int,
        action: ActionId | None,
        paid_as: int = 0,
        first: int = 0,
        main: int = NO_SHOWDOWN,
        six: int = 0,
        dealer: int = 0,
        colours: int = 0,
    ) -> Iterator[tuple[int, Line]]:
        """The lines of an axis where a hand ends so; its pay class counts from the first of the action."""
        versus = main if main < NO_SHOWDOWN else 0
        shared = shared_class(six, dealer, colours)
        settled = outcome_lines(table, wagers, action, versus, paid_as, shared, meter_at(table, meter))
        cell = int(cells(End(*np.array([main, first + paid_as, six, dealer, colours])))[axis])
        return ((cell, line) for line in settled if _axis(table, line.id) == axis)

    stays: ActionId | None = "play" if "ante" in wagers else None
    raises: tuple[ActionId, ...] = raises_of(table.sheet) if stays else ()
    for action in (stays, "fold", *raises) if stays else (stays,):
        first = _first(action)
        if action == "fold":
            yield from lines(MAIN, action, first=first)
        elif stays:
            for versus in range(SHOWDOWNS):
                yield from lines(MAIN, action, first=first, main=versus)
        for hand in range(HAND_CLASSES):
            yield from lines(PAY, action, hand, first)
        for six in range(SIX_CLASSES):
            yield from lines(SIX, action, first=first, six=six)
        for own, dealer in product(range(OWN), range(DEALER_CLASSES)):
            yield from lines(DEALER, action, own, first, dealer=dealer)
        for colours in range(COLOUR_CLASSES):
            yield from lines(COLOURS, action, first=first, colours=colours)
    drawn = range(HAND_CLASSES, PAY_CLASSES) if stays and table.sheet.player.draws else ()
    for paid_as in drawn:
        yield from lines(PAY, "draw", paid_as)
    if stays and any(_axis(table, name) == WINNING for name in ("play", *wagers)):
        for hand in range(HAND_CLASSES):
            yield from lines(WINNING, "fold", hand, FOLDED)
            for versus, action in product(range(SHOWDOWNS), (stays, *raises)):
                yield from lines(WINNING, action, hand, _first(action), main=versus)
        for versus, paid_as in product(range(SHOWDOWNS), drawn):
            yield from lines(WINNING, "draw", paid_as, main=versus)


def _line(table: Table, name: str, found: Mapping[int, Line]) -> SimLine:
    profit, result = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64)
    paid_by: dict[int, PaidBy] = {}
    shares: dict[int, MeterShare] = {}
    for cell, line in found.items():
        profit[cell], result[cell] = line.profit, RESULTS.index(line.result)
        if line.by:
            paid_by[cell] = by = line.by[0]
            pay = table.sheet.pay_at(by.table, by.column, by.line)
            if isinstance(pay, MeterShare):
                shares[cell] = pay
    stake = max(line.stake for line in found.values())
    return SimLine(name, _axis(table, name), stake, profit, result, paid_by, shares)

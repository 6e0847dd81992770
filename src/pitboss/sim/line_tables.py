"""What each line of a seat comes to, by outcome class: settlement is asked once per cell.

A seat ends in a class: the showdown (six results, or none), the pay class (pat, drawn, or folded) and the
category of the six cards. Every line goes by one of the three alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.money import MICRO, Cents
from pitboss.round.profit import Meter
from pitboss.round.refusal import Refusal
from pitboss.round.settlement import ActionId, Line, looks_at, needs_six, outcome_lines
from pitboss.round.table import Table
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybooks import PaidBy
from pitboss.sheet.payclass import HAND_CLASSES, PAY_CLASSES, SHOWDOWNS, SIX_CLASSES
from pitboss.sheet.pays import MeterShare

Cells = npt.NDArray[np.int64]

MAIN, PAY, SIX = 0, 1, 2  # the three axes of a class
NO_SHOWDOWN: Final = SHOWDOWNS  # folded, or nothing to decide
FOLDED: Final = PAY_CLASSES  # where the pay classes of folded hands begin
WIDTHS: Final = (SHOWDOWNS + 1, PAY_CLASSES + HAND_CLASSES, 2 * SIX_CLASSES)  # the six again where folded
CLASSES: Final = WIDTHS[MAIN] * WIDTHS[PAY] * SIX_CLASSES
ABSENT, WIN, LOSE, PUSH, RETURNED = 0, 1, 2, 3, 4
RESULTS: Final = ("absent", "win", "lose", "push", "returned")


class SeatClass(NamedTuple):
    """The parts of a class: the cell of each axis."""

    main: int
    pay: int
    six: int  # as a cell: twice as many as categories

    def cell(self, axis: int) -> int:
        return self[axis]


def class_parts(number: int) -> SeatClass:
    """The cells of a class by its number, `(showdown * 120 + pay class) * 10 + six`."""
    rest, six = divmod(number, SIX_CLASSES)
    main, pay = divmod(rest, WIDTHS[PAY])
    return SeatClass(main, pay, six + SIX_CLASSES if pay >= FOLDED else six)


def class_number(action: ActionId | None, versus: int, paid_as: int, six: int) -> int:
    """The number of a class, from what settlement is asked by."""
    main = versus if action in ("play", "draw") else NO_SHOWDOWN
    pay = FOLDED + paid_as if action == "fold" else paid_as
    return (main * WIDTHS[PAY] + pay) * SIX_CLASSES + six


@dataclass(frozen=True, eq=False)
class SimLine:
    """One line of a seat: what it comes to in each cell of its axis, with the meter as it stands."""

    id: str
    axis: int
    stake: Cents
    profit: Cells
    result: Cells
    paid_by: tuple[PaidBy | None, ...]  # the pay of the sheet, where one is won
    shares: tuple[MeterShare | None, ...]  # the share of the meter that it takes

    @property
    def takes_meter(self) -> Cells:
        """1 where the meter is paid out of."""
        return np.array([share is not None for share in self.shares], np.int64)


@dataclass(frozen=True, eq=False)
class SeatLines:
    """All lines that a seat's bet can have, in the order of settlement."""

    lines: tuple[SimLine, ...]
    decides: bool
    six: bool  # whether six cards matter

    def nets(self, axis: int, ids: frozenset[str] | None = None) -> Cells:
        """What the lines of an axis, or those with some ids, come to together, by cell."""
        found = np.zeros(WIDTHS[axis], np.int64)
        for line in self.lines:
            if line.axis == axis and (ids is None or line.id in ids):
                found += line.profit
        return found

    def takes_meter(self, axis: int) -> Cells:
        """How many lines of an axis are paid out of the meter, by cell."""
        found = np.zeros(WIDTHS[axis], np.int64)
        for line in self.lines:
            if line.axis == axis:
                found += line.takes_meter
        return found

    def net(self, number: int, ids: frozenset[str] | None = None) -> Cents:
        """The net of a class; only of the lines with these ids where some are named."""
        parts = class_parts(number)
        named = [line for line in self.lines if ids is None or line.id in ids]
        return sum(int(line.profit[parts.cell(line.axis)]) for line in named)


def meter_at(table: Table, cents: Cents | None) -> Meter:
    """The meter as it stands before a round is paid."""
    reset = table.sheet.meter.reset * MICRO if table.sheet.meter else 0
    return Meter(reset, reset if cents is None else cents * MICRO)


def seat_lines(table: Table, wagers: Mapping[str, Cents], meter: Cents | None) -> SeatLines:
    """The lines of a bet; a meter stands at so many cents."""
    if looks_at(table, wagers) - {"six cards"}:
        text = "A bet on the dealer's hand, on both hands or on colours is priced exactly and not simulated"
        raise Refusal("simulate", text, None, "bets")
    decides = "ante" in wagers
    found: dict[tuple[int, str], dict[int, Line]] = {}
    for axis, cell, line in _settled(table, wagers, meter):
        found.setdefault((axis, line.id), {})[cell] = line
    order = ["ante", "play", *table.sheet.bonuses, *(side.id for side in table.sides)]
    keys = sorted(found, key=lambda key: order.index(key[1]))
    lines = tuple(_line(table.sheet, axis, name, found[axis, name]) for axis, name in keys)
    return SeatLines(lines, decides, needs_six(table, wagers))


def _settled(
    table: Table, wagers: Mapping[str, Cents], meter: Cents | None
) -> Iterator[tuple[int, int, Line]]:
    """Every line with its axis and cell."""
    stays: ActionId | None = "play" if "ante" in wagers else None

    def lines(action: ActionId | None, versus: int, paid_as: int, six: int) -> list[Line]:
        return outcome_lines(table, wagers, action, versus, paid_as, six, meter_at(table, meter))

    def of_axis(axis: int, settled: list[Line]) -> list[Line]:
        six = table.book.six
        main = ("ante", "play")
        return [
            line for line in settled if (MAIN if line.id in main else SIX if line.id in six else PAY) == axis
        ]

    folds: tuple[ActionId | None, ...] = (stays, "fold") if stays else (stays,)
    for versus in range(SHOWDOWNS if stays else 0):
        yield from ((MAIN, versus, line) for line in of_axis(MAIN, lines(stays, versus, 0, 0)))
    if stays:
        yield from ((MAIN, NO_SHOWDOWN, line) for line in of_axis(MAIN, lines("fold", 0, 0, 0)))
    for action in folds:
        for hand in range(HAND_CLASSES):
            cell = FOLDED + hand if action == "fold" else hand
            yield from ((PAY, cell, line) for line in of_axis(PAY, lines(action, 0, hand, 0)))
        for six in range(SIX_CLASSES):
            cell = SIX_CLASSES + six if action == "fold" else six
            yield from ((SIX, cell, line) for line in of_axis(SIX, lines(action, 0, 0, six)))
    if stays and table.sheet.player.draws:
        for paid_as in range(HAND_CLASSES, PAY_CLASSES):
            yield from ((PAY, paid_as, line) for line in of_axis(PAY, lines("draw", 0, paid_as, 0)))


def _line(sheet: Sheet, axis: int, name: str, cells: Mapping[int, Line]) -> SimLine:
    profit, result = np.zeros(WIDTHS[axis], np.int64), np.zeros(WIDTHS[axis], np.int64)
    paid_by: list[PaidBy | None] = [None] * WIDTHS[axis]
    shares: list[MeterShare | None] = [None] * WIDTHS[axis]
    for cell, line in cells.items():
        profit[cell], result[cell] = line.profit, RESULTS.index(line.result)
        if line.by:
            paid_by[cell] = by = line.by[0]
            pay = sheet.pay_at(by.table, by.column, by.line)
            shares[cell] = pay if isinstance(pay, MeterShare) else None
    stake = max(line.stake for line in cells.values())
    return SimLine(name, axis, stake, profit, result, tuple(paid_by), tuple(shares))

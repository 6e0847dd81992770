"""What each line of a seat comes to, by outcome class: settlement is asked once per cell.

A seat ends in a class: the showdown (six results, or none), the pay class (pat, drawn, folded, or raised),
and of the shared class what its bet looks at: the six cards, the dealer's hand, the colours. Every line goes
by one axis alone; a wager on the winning hand has one of its own, with the pay class and who has the better
hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.hands import Kind
from pitboss.money import MICRO, Cents
from pitboss.round.settlement import ActionId, Line, Meter, looks_at, outcome_lines
from pitboss.round.table import RAISES, Table, is_raise, raises_of
from pitboss.sheet.model import Sheet
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

Cells = npt.NDArray[np.int64]

MAIN, PAY, SIX, DEALER, COLOURS, WINNING = range(6)  # the axes of a class
NO_SHOWDOWN: Final = SHOWDOWNS  # folded, or nothing to decide
MAINS: Final = SHOWDOWNS + 1
FOLDED: Final = PAY_CLASSES  # where the pay classes of folded hands begin
RAISED: Final = FOLDED + HAND_CLASSES  # and those of raised hands, one raise after the other
OWN: Final = len(Kind)  # the player's hand, beside which the dealer's is judged
BLOCKS: Final = 2 + len(RAISES)  # hands that stay, folded ones, and those of each raise
# The cells of one block, by axis. Folded hands have no block of showdowns, but a cell in the first.
SPANS: Final = (MAINS, 0, SIX_CLASSES, OWN * DEALER_CLASSES, COLOUR_CLASSES)
WIDTHS: Final = (
    MAINS * (1 + len(RAISES)),
    RAISED + len(RAISES) * HAND_CLASSES,
    *(BLOCKS * span for span in SPANS[SIX:]),
    3 * RAISED,
)
PLAIN: Final = MAINS * WIDTHS[PAY] * SIX_CLASSES  # classes of one dealer's hand and one colour
ABSENT, WIN, LOSE, PUSH, RETURNED = 0, 1, 2, 3, 4
RESULTS: Final = ("absent", "win", "lose", "push", "returned")


class SeatClass(NamedTuple):
    """The parts of a class: the cell of each axis."""

    main: int
    pay: int
    six: int
    dealer: int
    colours: int
    winning: int

    def cell(self, axis: int) -> int:
        return self[axis]


def class_parts(number: int) -> SeatClass:
    """The cells of a class by its number.

    Last comes the six, then the pay class, the showdown, the dealer's hand and the colours.
    """
    rest, six = divmod(number, SIX_CLASSES)
    rest, pay = divmod(rest, WIDTHS[PAY])
    rest, main = divmod(rest, MAINS)
    colours, dealer = divmod(rest, DEALER_CLASSES)
    own = min(pay % HAND_CLASSES, OWN - 1)
    block = max(0, 1 + (pay - FOLDED) // HAND_CLASSES)
    return SeatClass(
        main=main + max(0, block - 1) * SPANS[MAIN],
        pay=pay,
        six=six + block * SPANS[SIX],
        dealer=own * DEALER_CLASSES + dealer + block * SPANS[DEALER],
        colours=colours + block * SPANS[COLOURS],
        winning=main % 3 * RAISED + (pay if pay < RAISED else pay % HAND_CLASSES),
    )


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
    looks: frozenset[Judged]  # by which cards it is settled, beside the player's own three

    @property
    def classes(self) -> int:
        """All class numbers of the seat are below this one."""
        highest = (COLOUR_CLASSES - 1) * DEALER_CLASSES if "colours" in self.looks else 0
        highest += DEALER_CLASSES - 1 if self.looks & BY_DEALER else 0
        return PLAIN * (highest + 1)

    def nets(self, ids: frozenset[str] | None = None) -> Cells:
        """What the lines, or those with some ids, come to together, (axes, cells)."""
        return _by_axis((line, line.profit) for line in self.lines if ids is None or line.id in ids)

    def reach(self, ids: frozenset[str] | None = None) -> tuple[Cents, Cents]:
        """From where to where the net of these lines can be, with the meter as it stands."""
        nets = self.nets(ids)
        return int(nets.min(axis=1).sum()), int(nets.max(axis=1).sum())

    def takes_meter(self) -> Cells:
        """How many lines are paid out of the meter, (axes, cells)."""
        return _by_axis((line, line.takes_meter) for line in self.lines)

    def net(self, number: int, ids: frozenset[str] | None = None) -> Cents:
        """The net of a class; only of the lines with these ids where some are named."""
        parts = class_parts(number)
        named = [line for line in self.lines if ids is None or line.id in ids]
        return sum(int(line.profit[parts.cell(line.axis)]) for line in named)


def _by_axis(parts: Iterable[tuple[SimLine, Cells]]) -> Cells:
    found = np.zeros((len(WIDTHS), max(WIDTHS)), np.int64)
    for line, cells in parts:
        found[line.axis, : len(cells)] += cells
    return found


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
    names = sorted(found, key=order.index)
    lines = tuple(_line(table.sheet, _axis(table, name), name, found[name]) for name in names)
    return SeatLines(lines, "ante" in wagers, looks_at(table, wagers))


def _axis(table: Table, name: str) -> int:
    """The axis that a line goes by."""
    if name in ("ante", "play"):
        return MAIN
    judged = table.sheet.pays[name].judged
    if judged in OWN_HAND:
        return PAY if judged == "three cards" else WINNING
    return SIX if judged == "six cards" else COLOURS if judged == "colours" else DEALER


def _settled(table: Table, wagers: Mapping[str, Cents], meter: Cents | None) -> Iterator[tuple[int, Line]]:
    """Every line in every cell of its axis."""
    stays: ActionId | None = "play" if "ante" in wagers else None

    def lines(
        axis: int, cell: int, action: ActionId | None, versus: int = 0, paid_as: int = 0, shared: int = 0
    ) -> Iterator[tuple[int, Line]]:
        settled = outcome_lines(table, wagers, action, versus, paid_as, shared, meter_at(table, meter))
        return ((cell, line) for line in settled if _axis(table, line.id) == axis)

    raises: tuple[ActionId, ...] = raises_of(table.sheet) if stays else ()
    doing: tuple[ActionId | None, ...] = (stays, "fold", *raises) if stays else (stays,)
    for action in doing:
        # Every house has the same blocks, whichever multiples it offers.
        block = 2 + [*RAISES].index(action) if is_raise(action) else int(action == "fold")
        pays = FOLDED + (block - 1) * HAND_CLASSES if block else 0
        if action == "fold":
            yield from lines(MAIN, NO_SHOWDOWN, action)
        elif stays:
            for versus in range(SHOWDOWNS):
                yield from lines(MAIN, max(0, block - 1) * SPANS[MAIN] + versus, action, versus)
        for hand in range(HAND_CLASSES):
            yield from lines(PAY, pays + hand, action, 0, hand)
        for six in range(SIX_CLASSES):
            yield from lines(SIX, block * SPANS[SIX] + six, action, 0, 0, shared_class(six))
        for own, dealer in product(range(OWN), range(DEALER_CLASSES)):
            cell = block * SPANS[DEALER] + own * DEALER_CLASSES + dealer
            yield from lines(DEALER, cell, action, 0, own, shared_class(0, dealer))
        for colours in range(COLOUR_CLASSES):
            cell = block * SPANS[COLOURS] + colours
            yield from lines(COLOURS, cell, action, 0, 0, shared_class(0, 0, colours))
    drawn = range(HAND_CLASSES, PAY_CLASSES) if stays and table.sheet.player.draws else ()
    for paid_as in drawn:
        yield from lines(PAY, paid_as, "draw", 0, paid_as)
    if stays and any(_axis(table, name) == WINNING for name in wagers if name != "ante"):
        for hand in range(HAND_CLASSES):
            yield from lines(WINNING, FOLDED + hand, "fold", 0, hand)
        for versus, paid_as in product(range(3), (*range(HAND_CLASSES), *drawn)):
            action = "draw" if paid_as in drawn else stays
            yield from lines(WINNING, versus * RAISED + paid_as, action, versus, paid_as)


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

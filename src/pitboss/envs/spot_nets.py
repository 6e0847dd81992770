"""What stakes come to in every class in which a seat can end: settlement is asked once for each stake.

A seat's class has a cell on each axis of `sim/line_tables`: showdown, pay class, six cards, the dealer's
hand, colours, the winning hand. The cells of all axes stand in one row, so that a net is the sum of a few
look-ups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.envs.bet_menus import BetList, BetMenu, FixedBet, SpotBySpot, Stakes
from pitboss.money import Cents
from pitboss.round.table import Table
from pitboss.sim.line_tables import WIDTHS, seat_lines

Cells = npt.NDArray[np.int64]

FIRST: Final = tuple(accumulate(WIDTHS, initial=0))  # the first cell of each axis
WIDTH: Final = sum(WIDTHS)


@dataclass(frozen=True, eq=False)
class SpotNets:
    """The nets of every wager by its stake, filled as they are asked for."""

    table: Table
    meter: Cents | None
    rows: dict[tuple[str, Cents], Cells] = field(default_factory=dict)

    def row(self, name: str, cents: Cents) -> Cells:
        """The nets of one wager, by cell; its fold is that of the Ante beside it."""
        if (name, cents) not in self.rows:
            ante = {} if name == "ante" else {"ante": self.table.min}
            lines = seat_lines(self.table, {**ante, name: cents}, self.meter)
            bonuses = self.table.sheet.bonuses
            ids = frozenset(("ante", "play", *bonuses) if name == "ante" else (name,))
            nets = zip(lines.nets(ids), WIDTHS, strict=True)
            self.rows[name, cents] = np.concatenate([row[:width] for row, width in nets])
        return self.rows[name, cents]

    def whole(self, bets: Mapping[str, Cents]) -> Cells:
        """The nets of a bet."""
        found = np.zeros(WIDTH, np.int64)
        for name, cents in bets.items():
            found += self.row(name, cents)
        return found


@dataclass(frozen=True, eq=False)
class BetNets:
    """The nets of a menu's bets: a row for each, and which row a seat's stakes have."""

    spots: SpotNets
    menu: BetMenu
    rows: Cells

    @classmethod
    def of(cls, table: Table, menu: BetMenu, meter: Cents | None) -> BetNets:
        """The rows of the bets that a menu lists."""
        spots = SpotNets(table, meter)
        listed: list[list[int]] = []
        if isinstance(menu, FixedBet):
            listed = [menu.bet.tolist()]
        elif isinstance(menu, BetList):
            listed = menu.bets.tolist()
        rows = [spots.whole(_placed(menu, stakes)) for stakes in listed] or [np.zeros(WIDTH, np.int64)]
        return cls(spots, menu, np.stack(rows))

    def nets(self, stakes: Stakes, numbers: Stakes, cells: Sequence[Stakes | None]) -> Cells:
        """The nets of seats by their stakes, the number of their bet in the list, and their cells by axis."""
        if not isinstance(self.menu, SpotBySpot):
            return _sum(self.rows, numbers, cells)
        total = np.zeros(len(stakes), np.int64)
        for name, column in zip(self.menu.names, stakes.T, strict=True):
            amounts, number = np.unique(column, return_inverse=True)
            rows = [
                self.spots.row(name, cents) if cents else np.zeros(WIDTH, np.int64)
                for cents in amounts.tolist()
            ]
            total += _sum(np.stack(rows), number, cells)
        return total


def _sum(rows: Cells, numbers: Stakes, cells: Sequence[Stakes | None]) -> Cells:
    flat, first = rows.ravel(), numbers * WIDTH
    found = np.zeros(len(numbers), np.int64)
    for start, cell in zip(FIRST, cells, strict=False):
        if cell is not None:
            found += flat[first + start + cell]
    return found


def _placed(menu: BetMenu, stakes: list[int]) -> dict[str, Cents]:
    return {name: cents for name, cents in zip(menu.names, stakes, strict=True) if cents}

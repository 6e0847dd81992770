"""What stakes come to in every class in which a seat can end: settlement is asked once for each stake.

A seat's class has three cells, as in `sim/line_tables`: showdown, pay class, six cards. The cells of all
three stand in one row, so that a net is the sum of three look-ups.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.envs.bet_menus import BetList, BetMenu, FixedBet, SpotBySpot, Stakes
from pitboss.money import Cents
from pitboss.round.refusal import Refusal
from pitboss.round.settlement import looks_at
from pitboss.round.table import Table
from pitboss.sim.line_tables import MAIN, PAY, SIX, WIDTHS, seat_lines

Cells = npt.NDArray[np.int64]

FIRST_PAY: Final = WIDTHS[MAIN]
FIRST_SIX: Final = WIDTHS[MAIN] + WIDTHS[PAY]
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
            self.rows[name, cents] = np.concatenate([lines.nets(axis, ids) for axis in (MAIN, PAY, SIX)])
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
        largest = zip(menu.names, menu.largest.tolist(), strict=True)
        if looks_at(table, {name: cents for name, cents in largest if cents}) - {"six cards"}:
            text = "A bet on the dealer's hand, on both hands or on colours is not paid by arrays"
            raise Refusal("bets", f'{text}: play such a sheet with `vectorization_mode="sync"`')
        spots = SpotNets(table, meter)
        listed = menu.bet if isinstance(menu, FixedBet) else menu.bets if isinstance(menu, BetList) else ()
        bets = [_placed(menu, stakes) for stakes in np.atleast_2d(np.asarray(listed)).tolist() if stakes]
        rows = [spots.whole(each) for each in bets] or [np.zeros(WIDTH, np.int64)]
        return cls(spots, menu, np.stack(rows))

    def nets(self, stakes: Stakes, numbers: Stakes, main: Stakes, pay: Stakes, six: Stakes | None) -> Cells:
        """The nets of seats by their stakes, the number of their bet in the list, and their cells."""
        if not isinstance(self.menu, SpotBySpot):
            return _sum(self.rows, numbers, main, pay, six)
        total = np.zeros(len(stakes), np.int64)
        for name, column in zip(self.menu.names, stakes.T, strict=True):
            amounts, number = np.unique(column, return_inverse=True)
            rows = [
                self.spots.row(name, cents) if cents else np.zeros(WIDTH, np.int64)
                for cents in amounts.tolist()
            ]
            total += _sum(np.stack(rows), number, main, pay, six)
        return total


def _sum(rows: Cells, numbers: Stakes, main: Stakes, pay: Stakes, six: Stakes | None) -> Cells:
    flat, first = rows.ravel(), numbers * WIDTH
    found: Cells = flat[first + main] + flat[first + FIRST_PAY + pay]
    return found if six is None else found + flat[first + FIRST_SIX + six]


def _placed(menu: BetMenu, stakes: list[int]) -> dict[str, Cents]:
    return {name: cents for name, cents in zip(menu.names, stakes, strict=True) if cents}

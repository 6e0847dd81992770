"""The sheets that are looked at, each counted once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pitboss.cli.options import find_sheet
from pitboss.odds import Game
from pitboss.report import ParSheet, WagerPar, par_sheet
from pitboss.round import open_table
from pitboss.sheet import Sheet, houses

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE = str(EXAMPLES / "two-up.toml")
ULTIMATE = str(EXAMPLES / "catalogue" / "ultimate.toml")
SHEETS = (*houses(), EXAMPLE)
NAMES = (*houses(), "two-up")


@cache
def par_of(house: str, *sets: str, players: int = 1, meter: int | None = None) -> ParSheet:
    """The PAR sheet of a house, with overrides."""
    return par_of_sheet(find_sheet(house, sets), players, meter)


def par_of_sheet(sheet: Sheet, players: int = 1, meter: int | None = None) -> ParSheet:
    """The PAR sheet of a sheet, in the words of its player's card."""
    return par_sheet(Game(open_table(sheet), players, meter))


def wager_of(par: ParSheet, name: str) -> WagerPar:
    """One wager of a PAR sheet."""
    return next(wager for wager in par.wagers if wager.id == name)

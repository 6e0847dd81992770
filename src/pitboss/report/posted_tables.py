"""What a wager would cost with the pay tables that other houses print, where its own is posted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.odds import Game, NotPriced
from pitboss.round import open_table
from pitboss.sheet import SheetRefused, houses, load_house, with_posted
from pitboss.sheet.model import PayTable, Sheet
from pitboss.sheet.pays import ToOne


@dataclass(frozen=True, slots=True)
class OtherTable:
    """Another pay table for a posted one, and the edge of its wager then."""

    table: str
    wager: str  # `ante` for a bonus of the main game
    label: str
    house: str  # that prints it
    lines: Mapping[str, int]  # odds to 1
    house_edge: Fraction

    def as_json(self) -> dict[str, Any]:
        """An entry of `laboratory.other_tables`."""
        return {
            "table": self.table,
            "wager": self.wager,
            "from": self.house,
            "lines": dict(self.lines),
            "house_edge": str(self.house_edge),
        }


def other_tables(game: Game) -> Iterator[OtherTable]:
    """Every posted table of a sheet with those that other houses print for the same cards."""
    sheet = game.sheet
    printed = [(load_house(name), name) for name in houses() if name != sheet.id]
    for name, table in sheet.pays.items():
        if table.posted is None:
            continue
        wager = name if name in sheet.wagers else "ante"
        met = [_lines(table)]
        for other, house in printed:
            for theirs in _alike(other, table, bonus=wager == "ante"):
                lines = _lines(theirs)
                if not lines or lines in met:
                    continue
                met.append(lines)
                edge = _edge(game, name, wager, lines)
                if edge is not None:
                    yield OtherTable(name, wager, sheet.label(name), house, lines, edge)


def _alike(sheet: Sheet, table: PayTable, *, bonus: bool) -> Iterator[PayTable]:
    """The tables of a sheet that pay the same cards in the same way: a bonus, or a wager of its own."""
    for name, other in sheet.pays.items():
        same = other.judged == table.judged and (name in sheet.bonuses) == bonus
        if same and set(other.columns) == set(table.columns):
            yield other


def _lines(table: PayTable) -> dict[str, int]:
    """A table as odds to 1; empty where it pays anything else."""
    (column,) = table.columns.values() if len(table.columns) == 1 else (None,)
    if column is None:
        return {}
    pays = column.lines
    whole = {
        key: int(pay.odds)
        for key, pay in pays.items()
        if isinstance(pay, ToOne) and pay.odds.denominator == 1
    }
    return whole if len(whole) == len(pays) else {}


def _edge(game: Game, table: str, wager: str, lines: Mapping[str, int]) -> Fraction | None:
    try:
        changed = with_posted(game.sheet, {table: lines})
        limits = game.table.min, game.table.max
        return Game(open_table(changed, *limits), game.players, game.meter).price(wager).house_edge
    except (NotPriced, SheetRefused):
        return None

"""A table: a sheet with the limits that this table sets, and the arrays it is paid by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.money import Cents, dollars
from pitboss.round.refusal import Refusal
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybooks import Award, Paybook, paybook
from pitboss.sheet.payclass import Judged
from pitboss.sheet.printed import PrintedTable, printed_tables
from pitboss.sheet.sheet_files import load


@dataclass(frozen=True, slots=True)
class SideBet:
    """What settlement needs of one side wager."""

    id: str
    awards: tuple[Award, ...]
    judged: Judged
    stays: bool
    fold_clause: str


@dataclass(frozen=True, slots=True)
class Table:
    """The rules in force: two tables of the same sheet and limits are equal.

    >>> from pitboss import Table, open_table
    >>> table: Table = open_table("napa-valley")
    >>> table.need({"ante": 1000, "pair_plus": 500})  # with what is kept for Play
    2500
    """

    sheet: Sheet
    min: Cents
    max: Cents
    book: Paybook = field(compare=False, repr=False)
    sides: tuple[SideBet, ...] = field(compare=False, repr=False)
    printed: tuple[PrintedTable, ...] = field(compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.sheet.hash)  # many caches ask for it, at every step of a table

    def play_stake(self, ante: Cents) -> Cents:
        """The Play bet that goes with an Ante, unless it is raised."""
        times = self.sheet.play.times
        return ante * times.numerator // times.denominator

    def play_reserve(self, wagers: Mapping[str, Cents]) -> Cents:
        """What a bet keeps for the Play that its Ante may ask for; one that is raised asks for more."""
        return self.play_stake(wagers.get("ante", 0))

    def need(self, wagers: Mapping[str, Cents]) -> Cents:
        """What a bet asks for in all: its stakes, and what it keeps for Play."""
        return sum(wagers.values()) + self.play_reserve(wagers)


def open_table(sheet: Sheet | str | Path, low: Cents | None = None, high: Cents | None = None) -> Table:
    """A table with the sheet's default limits, or its own (STD-10); the sheet may be named as `load` does.

    >>> from pitboss import open_table
    >>> open_table("rivers").min, open_table("rivers", low=1000).min
    (500, 1000)
    """
    if not isinstance(sheet, Sheet):
        sheet = load(sheet)
    least = sheet.limits.min if low is None else low
    most = sheet.limits.max if high is None else high
    clause = sheet.limits.clause
    for path, value in (("limits.min", least), ("limits.max", most)):
        if value <= 0 or value % 100:
            raise Refusal("limits", "Table limits are whole dollars above zero", clause, path)
    if least > most:
        text = f"The table minimum ({dollars(least)}) is above the maximum ({dollars(most)})"
        raise Refusal("limits", text, clause, "limits.min" if low is not None else "limits.max")
    book = paybook(sheet)
    sides = tuple(
        SideBet(
            name,
            book.awards[name],
            sheet.pays[name].judged,
            stays=wager.fold.does == "stays",
            fold_clause=wager.fold.clause,
        )
        for name, wager in sheet.wagers.items()
        if name != "ante"
    )
    return Table(sheet, least, most, book, sides, printed_tables(sheet))

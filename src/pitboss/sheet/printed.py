"""Pay tables as the felt prints them: a title, column heads and rows of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from pitboss.sheet.model import Column, PayTable, Sheet
from pitboss.sheet.payclass import Judged
from pitboss.sheet.pays import line_texts

_HEADS: Final[dict[Column, str]] = {
    "lines": "Pays",
    "pat": "First three cards",
    "drawn": "After a draw",
    "carry": "First three, after a draw",
}
_HANDS: Final[dict[Judged, str]] = {
    "three cards": "Hand",
    "winning hand": "Winning hand",
    "six cards": "Hand",
    "dealer's hand": "Dealer's hand",
    "both hands": "Both hands",
    "beaten hand": "Beaten hand",
    "equal hands": "Equal hands",
    "winner": "Winner",
    "colours": "Colours",
}


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A pay table ready to be shown; `source` says whether the sheet prints it or the house posts it.

    The texts of a row stand under the heads; `columns` and `lines` are the keys of columns and rows.
    """

    id: str
    title: str
    on: str | None  # for a bonus: the bet that its odds are on, in the house's word
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[Column, ...]
    lines: tuple[str, ...]
    source: Literal["sheet", "posted"]
    clauses: tuple[str, ...]

    @property
    def heading(self) -> str:
        """The title with what its odds are on: `Ante Bonus (on Play)`."""
        return self.title if self.on is None else f"{self.title} (on {self.on})"


def printed_tables(sheet: Sheet) -> tuple[PrintedTable, ...]:
    """Every pay table of a sheet, envy included, in the order of the file."""
    tables = [_printed(sheet, table) for table in sheet.pays.values()]
    if sheet.envy:
        rows = tuple((sheet.hand_label(key), pay.text) for key, pay in sheet.envy.column.lines.items())
        heads = ("Another player's hand", "Pays")
        clauses, keys = (sheet.envy.column.clause,), tuple(sheet.envy.column.lines)
        tables.append(PrintedTable("envy", "Envy", None, heads, rows, ("lines",), keys, "sheet", clauses))
    return tuple(tables)


def _printed(sheet: Sheet, table: PayTable) -> PrintedTable:
    columns = [line_texts(column.lines, column.pushes) for column in table.columns.values()]
    keys = dict.fromkeys(key for texts in columns for key in texts)
    rows = tuple((sheet.hand_label(key), *(texts.get(key, "-") for texts in columns)) for key in keys)
    bonus = sheet.bonuses.get(table.id)
    return PrintedTable(
        id=table.id,
        title=sheet.label(table.id),
        on=sheet.label(bonus.on) if bonus else None,
        heads=(_HANDS[table.judged], *(_HEADS[column] for column in table.columns)),
        rows=rows,
        columns=tuple(table.columns),
        lines=tuple(keys),
        source="posted" if table.posted else "sheet",
        clauses=tuple(dict.fromkeys(column.clause for column in table.columns.values())),
    )

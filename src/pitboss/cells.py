"""CSV files whose cells a spreadsheet shows and does not run: every one is written here."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import Final, TextIO

DANGEROUS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")

_NUMBER: Final = re.compile(r"[+-][0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?(/[0-9]+)?")


class _Lines:
    """Ends rows by single line feeds. What the writer ends them by is what it quotes in a cell: CR, too, or a
    spreadsheet would begin a row in the middle of a text."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def write(self, row: str) -> int:
        return self.out.write(row.removesuffix("\r\n") + "\n")


def write_rows(out: TextIO, rows: Iterable[Iterable[object]]) -> None:
    """Writes rows with cells that are safe."""
    writer = csv.writer(_Lines(out), lineterminator="\r\n")
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)


def safe_cell(value: object) -> object:
    """A value for a cell: text that is a formula to a spreadsheet is marked as text, a number is not.

    >>> safe_cell("ann"), safe_cell("=1+1"), safe_cell(-500), safe_cell("-1/2"), safe_cell(None)
    ('ann', "'=1+1", -500, '-1/2', '')
    """
    if value is None:
        return ""
    if isinstance(value, str) and value.lstrip(" ").startswith(DANGEROUS) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value

"""A PAR sheet as a file for a spreadsheet: exact fractions beside decimals."""

from __future__ import annotations

import io
from decimal import Decimal
from fractions import Fraction
from typing import Final

from pitboss.report.figures import chance, fixed
from pitboss.report.sheet_figures import ParSheet
from pitboss.report.sheet_rows import COLUMNS, WORDS, Cell, par_rows
from pitboss.text import write_rows

_FLOATS: Final = {"net": ".6f", "probability": ".6g"}  # of a simulation: z and p


def as_csv(par: ParSheet) -> str:
    """The rows as text, with a head, ended by single line feeds."""
    out = io.StringIO()
    write_rows(out, [COLUMNS])
    for row in par_rows(par):
        cells = {key: cell if key in WORDS else printed(key, cell) for key, cell in row.items()}
        write_rows(out, [map(cells.get, COLUMNS)])
    return out.getvalue()


def printed(column: str, cell: Cell) -> str:
    """A number as it is printed in a column."""
    if isinstance(cell, float):
        return format(cell, _FLOATS.get(column, ".12g"))
    if isinstance(cell, Fraction) and column == "probability":
        return chance(cell)
    if isinstance(cell, Fraction | Decimal) and column not in ("net", "exact"):
        return fixed(cell, 12)
    return str(cell)

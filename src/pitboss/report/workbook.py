"""A PAR sheet as an Excel workbook: a sheet for each section, numbers that are numbers, nothing rounded away.

A spreadsheet keeps fifteen digits. A whole number with more is written as text, and so is every fraction.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import Any, Final

from pitboss.errors import Refusal
from pitboss.package import install_line
from pitboss.report.notes import stand_in_words
from pitboss.report.odds_plot import edge_finding
from pitboss.report.page import edges_of_par
from pitboss.report.sheet_figures import ParSheet, WagerPar
from pitboss.report.sheet_rows import COLUMNS, Cell, Row, par_rows

LARGEST: Final = 10**15 - 1  # what a spreadsheet shows to the last digit
WIDEST, NARROWEST = 72, 7  # columns, in characters
NO_TIME: Final = "1980-01-01T00:00:00Z"  # the same workbook is the same file

COUNT, SHARE, PERCENT, FIGURE, TEXT = "#,##0", "0.0000000000", "0.0000%", "0.000000000000", "@"
_FORMATS: Final = {"count": COUNT, "outcomes": COUNT, "probability": SHARE, "net": TEXT, "exact": TEXT}
_HEADS: Final = {"return": "Return", "low": "From", "high": "To"}
SHEETS: Final = {
    "Sheet": ("sheet", "rule", "note", "notice", "assumption"),
    "Simulated": ("simulated",),
    "Hold": ("band",),
    "Up cards": ("up card",),
    "Strategy": (
        "strategy",
        "strategy by hand",
        "cut-off",
        "strategy rule",
        "strategy counted",
        "strategy hands",
    ),
    "Progressives": ("progressive",),
    "Laboratory": ("laboratory",),
    "Confirmation": ("confirmation",),
    "Clauses": ("clause", "reading"),
}
FIGURES: Final = (  # a title, how it is shown, and its name among the totals
    *(("EV", FIGURE, "ev"), ("Exact EV", TEXT, ""), ("House edge", PERCENT, "house_edge")),
    *(("Return", PERCENT, "return"), ("Increment", PERCENT, "increment"), ("Bet", FIGURE, "bet")),
    *(("Element of risk", PERCENT, "element_of_risk"), ("Hit frequency", PERCENT, "hit_frequency")),
    *(("Variance", FIGURE, "variance"), ("Standard deviation", FIGURE, "stdev")),
    ("Volatility index", FIGURE, "volatility_index"),
)


def check_excel() -> None:
    """Refuses a workbook that could not be written, before anything is counted for it."""
    try:
        import_module("openpyxl")
    except ImportError:
        raise Refusal("out", f"A workbook needs openpyxl: {install_line('excel')}") from None


def as_workbook(par: ParSheet) -> bytes:
    """The workbook as a file."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    book.properties.title = f"PAR sheet of {par.name}"
    book.properties.creator = f"Pitboss {par.laboratory.version}"
    rows = list(par_rows(par))
    taken: set[str] = set()
    for title, heads, table in _tables(par, rows):
        if table:
            _write(book.create_sheet(_title(title, taken)), heads, table)
            if title == "Figures":
                _draw_edges(book[title], edge_finding(edges_of_par(par), par.name), len(table) + 1)
    kept = io.BytesIO()
    book.save(kept)
    return _timeless(kept.getvalue())


Head = tuple[str, str | None]  # a column's title, and how its numbers are shown
Table = tuple[str, Sequence[Head], Sequence[Sequence[Cell | None]]]


def _tables(par: ParSheet, rows: Sequence[Row]) -> Iterator[Table]:
    """Title, head and rows of every sheet, in order."""
    yield _section("Sheet", rows, SHEETS["Sheet"])
    heads: list[Head] = [("Wager", None), *((title, shown) for title, shown, _ in FIGURES)]
    wagers = [_figures(rows, each.id, each.label, each.priced, each) for each in par.wagers]
    others = [(each, stand_in_words(each.label, each.made, par.players)) for each in par.simulated]
    wagers += [_figures(rows, each.id, each.label, words) for each, words in others]
    wagers += [_figures(rows, each.id, each.label, each.why) for each in par.refused]
    yield "Figures", [*heads, ("Outcomes", COUNT), ("Priced", TEXT)], wagers
    for wager in par.wagers:
        mine = [
            {name: cell for name, cell in row.items() if name != "wager"}
            for row in rows
            if row.get("wager") == wager.id
        ]
        yield _section(wager.label, mine, ("wager", "line", "part", "total"))
    for title, sections in list(SHEETS.items())[1:]:
        yield _section(title, rows, sections)


def _section(title: str, rows: Iterable[Row], sections: Sequence[str]) -> Table:
    """The rows of some sections, without columns that none of them uses."""
    mine = [row for row in rows if row["section"] in sections]
    used = [name for name in COLUMNS if any(name in row for row in mine)]
    columns = [name for name in used if name != "section" or len({row["section"] for row in mine}) > 1]
    heads = [(_HEADS.get(name, name.capitalize()), _FORMATS.get(name)) for name in columns]
    return title, heads, [[row.get(name) for name in columns] for row in mine]


class About(float):
    """A number that was simulated: it is shown with ~."""


def _figures(
    rows: Sequence[Row], wager: str, label: str, words: str, priced: WagerPar | None = None
) -> list[Cell | None]:
    """A wager's totals, with what was simulated where nothing exact is known."""
    mine = [row for row in rows if row.get("wager") == wager and "value" in row]
    found: dict[Cell, Cell] = {row["line"]: row["value"] for row in mine if row["section"] == "total"}
    for row in mine:
        if row["section"] == "simulated":
            found.setdefault(row["line"], About(float(row["value"])))
    exact, outcomes = (priced.ev, priced.outcomes) if priced else (None, None)
    cells = (found.get(name) if name else exact for _, _, name in FIGURES)
    return [label, *cells, outcomes, words]


def _write(sheet: Any, heads: Sequence[Head], rows: Sequence[Sequence[Cell | None]]) -> None:
    """A head that stays in sight, and rows that can be filtered, each column as wide as it needs."""
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.utils import get_column_letter

    widths = [len(title) + 3 for title, _ in heads]
    for column, (title, _) in enumerate(heads, 1):
        cell = sheet.cell(1, column, title)
        cell.font = Font(bold=True)
        cell.fill = PatternFill("solid", fgColor="DDE5EC")
        cell.alignment = Alignment(vertical="top", wrap_text=True)
    for number, row in enumerate(rows, 2):
        for column, ((_, shown), value) in enumerate(zip(heads, row, strict=True), 1):
            if value is not None:
                cell = sheet.cell(number, column)
                _fill(cell, value, shown)
                widths[column - 1] = max(widths[column - 1], len(_printed(value)) + 1)
    for column, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(column)].width = max(NARROWEST, min(WIDEST, width))
    sheet.freeze_panes = "B2" if len(heads) > 1 else "A2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(heads))}{len(rows) + 1}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = "1:1"


def _draw_edges(sheet: Any, finding: str, last: int) -> None:
    """The house edge of every wager as bars below the figures."""
    from openpyxl.chart import BarChart, Reference
    from openpyxl.chart.label import DataLabelList

    edge = [title for title, _, _ in FIGURES].index("House edge") + 2
    chart = BarChart(barDir="bar")
    chart.title, chart.legend, chart.height, chart.width = finding, None, 8, 20
    chart.add_data(Reference(sheet, min_col=edge, min_row=2, max_row=last))
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=last))
    chart.dataLabels = DataLabelList(showVal=True, showSerName=False, showCatName=False, showLegendKey=False)
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.x_axis.scaling.orientation = "maxMin"  # in the order of the table
    chart.x_axis.tickLblPos, chart.y_axis.numFmt = "low", "0%"
    sheet.add_chart(chart, f"A{last + 2}")


def _fill(cell: Any, value: Cell, shown: str | None) -> None:
    """A number that loses nothing as one; all else as text, which never becomes a formula."""
    from openpyxl.styles import Alignment

    if isinstance(value, Decimal) or (isinstance(value, Fraction) and shown != TEXT):
        value = float(value)
    if isinstance(value, float) or (isinstance(value, int) and abs(value) <= LARGEST):
        usual = COUNT if isinstance(value, int) else FIGURE
        cell.value, cell.number_format = value, usual if shown in (None, TEXT) else shown
        if isinstance(value, About):
            cell.number_format = f'"~"{cell.number_format};"~"-{cell.number_format}'
        return
    cell.value = str(value)
    cell.data_type = "s"
    cell.number_format = TEXT
    is_number = isinstance(value, int | Fraction)
    cell.alignment = Alignment(
        horizontal="right" if is_number else None, vertical="top", wrap_text=len(str(value)) > WIDEST
    )


def _printed(value: Cell) -> str:
    if isinstance(value, float | Decimal | Fraction):
        return max(f"{float(value):.12f}", str(value) if isinstance(value, Fraction) else "", key=len)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _title(text: str, taken: set[str]) -> str:
    """A name for a sheet: at most 31 characters, without those that Excel keeps for itself, and once."""
    plain = re.sub(r"[\[\]:*?/\\']", " ", text).strip()[:28] or "Sheet"
    found, number = plain, 1
    while found.lower() in taken:
        number += 1
        found = f"{plain} {number}"
    taken.add(found.lower())
    return found


def _timeless(file: bytes) -> bytes:
    """The same workbook without the time at which it was written."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", NO_TIME.encode(), content)
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()

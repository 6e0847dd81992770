"""The PAR sheet of a house: every figure an analyst hands in, exact, as HTML, CSV, JSON or a workbook.

>>> from pitboss.odds import Game
>>> from pitboss.report import par_sheet
>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> pair_plus = par_sheet(Game(open_table(load_house("rivers")))).wagers[1]
>>> [(line.hand, line.pays, line.count) for line in pair_plus.tables[0].lines[:2]]
[('Straight flush', '40 to 1', 48), ('3-of-a-Kind', '30 to 1', 52)]
>>> pair_plus.tables[0].returns == pair_plus.ev
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.report.csv_form import as_csv
    from pitboss.report.html_form import as_html
    from pitboss.report.json_form import as_json
    from pitboss.report.sheet_figures import ParSheet, WagerPar, par_sheet, with_simulated
    from pitboss.report.workbook import as_workbook

__all__ = [
    "ParSheet",
    "WagerPar",
    "as_csv",
    "as_html",
    "as_json",
    "as_workbook",
    "par_sheet",
    "with_simulated",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "csv_form": "as_csv",
            "html_form": "as_html",
            "json_form": "as_json",
            "sheet_figures": "ParSheet WagerPar par_sheet with_simulated",
            "workbook": "as_workbook",
        },
    )

"""The PAR sheet of a house as HTML, CSV, JSON or a workbook, and pictures of exact figures.

>>> from pitboss.odds import Game
>>> from pitboss.report import par_sheet
>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> pair_plus = par_sheet(Game(open_table(load_house("rivers")))).wagers[1]
>>> [(line.hand, line.pays, line.count) for line in pair_plus.tables[0].lines[:2]]
[('Straight flush', '40 to 1', 48), ('3-of-a-Kind', '30 to 1', 52)]
>>> pair_plus.tables[0].returns == pair_plus.ev
True

The pictures show what a house costs, what to do with each hand, where a session goes. They need Matplotlib,
which is loaded only when one is drawn; no window is ever opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.report.canvas import NoPlot, check_plot, save_figure
    from pitboss.report.money_plots import bankroll_figure, risk_figure, session_figure
    from pitboss.report.odds_plot import odds_figure
    from pitboss.report.page import as_html
    from pitboss.report.sheet_figures import ParSheet, WagerPar, par_sheet, with_simulated
    from pitboss.report.sheet_rows import as_csv, as_json
    from pitboss.report.strategy_plot import strategy_figure
    from pitboss.report.strategy_summary import rule_sentences
    from pitboss.report.workbook import as_workbook

__all__ = [
    "NoPlot",
    "ParSheet",
    "WagerPar",
    "as_csv",
    "as_html",
    "as_json",
    "as_workbook",
    "bankroll_figure",
    "check_plot",
    "odds_figure",
    "par_sheet",
    "risk_figure",
    "rule_sentences",
    "save_figure",
    "session_figure",
    "strategy_figure",
    "with_simulated",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)

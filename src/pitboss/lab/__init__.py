"""The Lab: a house with some of its rules moved, priced again exactly, ready to be shown.

>>> from pitboss.lab import overview, what_if
>>> changed = overview(what_if("rivers", ["pays.pair_plus.lines.straight=7 to 1"]))
>>> pair_plus = next(wager for wager in changed.wagers if wager.id == "pair_plus")
>>> pair_plus.printed_ev, pair_plus.ev
('-402/5525', '-222/5525')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.lab.bankroll_panels import Sitting, sitting
    from pitboss.lab.explorer import CellHands, ExploredHand, explore, hands_of_cell
    from pitboss.lab.overviews import Overview, overview, written_csv, written_sheet
    from pitboss.lab.rule_changes import WhatIf, own_sheet, what_if
    from pitboss.lab.strategy_chart import Chart, chart

__all__ = [
    "CellHands",
    "Chart",
    "ExploredHand",
    "Overview",
    "Sitting",
    "WhatIf",
    "chart",
    "explore",
    "hands_of_cell",
    "overview",
    "own_sheet",
    "sitting",
    "what_if",
    "written_csv",
    "written_sheet",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)

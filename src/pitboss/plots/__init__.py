"""Pictures of exact figures: what a house costs, what to do with each hand, where a session goes.

They need Matplotlib, which is loaded only when a picture is drawn. No window is ever opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.plots.canvas import NoPlot, check_plot
    from pitboss.plots.odds import draw_odds
    from pitboss.plots.session_fan import draw_session
    from pitboss.plots.strategy import draw_strategy

__all__ = ["NoPlot", "check_plot", "draw_odds", "draw_session", "draw_strategy"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "canvas": "NoPlot check_plot",
            "odds": "draw_odds",
            "session_fan": "draw_session",
            "strategy": "draw_strategy",
        },
    )

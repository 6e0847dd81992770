"""`pitboss strategy --plot`: what to do with every hand, on one page.

Which picture it is follows from what shows of the dealer: nothing, one card, two, or all three.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.money import Cents
from pitboss.plots.canvas import check_plot, open_figure, save, style
from pitboss.plots.cut_offs import tallied
from pitboss.plots.strategy_grid import draw_hands
from pitboss.plots.two_up import draw_two_up
from pitboss.plots.up_strips import draw_strips

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pitboss.odds import Entry, Game


def draw_strategy(
    game: Game, entries: Iterable[Entry], path: Path, bets: Mapping[str, Cents] | None = None
) -> None:
    """Draws the entries of `pitboss.odds.strategy(game, bets)`; they are read once and need not be kept."""
    check_plot(path)
    save(strategy_figure(game, entries, bets), path)


def strategy_figure(game: Game, entries: Iterable[Entry], bets: Mapping[str, Cents] | None = None) -> Figure:
    """The figure for a house by what shows of its dealer."""
    sheet = game.sheet
    bet = "no side bet"
    if bets is not None:
        bet = sheet.bet_text(bets)
    title = f"{sheet.name}: what to do with every hand"
    subtitle = (
        f"{sheet.game}; {bet}; the best of all actions, from exact expectations per {sheet.label('ante')}"
    )
    with style():
        figure = open_figure(title, subtitle, [sheet])
        if game.dealing.shows == 0:
            draw_hands(figure, sheet, list(entries))
        elif game.dealing.shows == 2:
            draw_two_up(figure, sheet, tallied(entries))
        else:
            draw_strips(figure, sheet, tallied(entries))
    return figure

"""`pitboss odds --plot`: the edge of every wager, and how the net of each is spread, on one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pitboss.money import minus
from pitboss.plots.canvas import check_plot, open_figure, save, style
from pitboss.plots.distribution import Spread, draw_spread, in_words, spread_of
from pitboss.plots.edges import draw_edges, edges_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pitboss.odds import SheetPrice
    from pitboss.sheet import Sheet
    from pitboss.sim.stand_in import StandIn

RAREST: Final = 1e-10  # what is rarer is not drawn


def draw_odds(
    priced: Sequence[tuple[Sheet, SheetPrice]],
    path: Path,
    method: str = "optimal play",
    stand_ins: Sequence[Mapping[str, StandIn]] = (),
) -> None:
    """Draws one house, or several to compare; `method` says how was played, at what meter.

    What stands in for wagers without an exact price is given house by house, in the same order.
    """
    check_plot(path)
    save(odds_figure(priced, method, stand_ins), path)


def odds_figure(
    priced: Sequence[tuple[Sheet, SheetPrice]],
    method: str = "optimal play",
    stand_ins: Sequence[Mapping[str, StandIn]] = (),
) -> Figure:
    """The figure: edges on the left, a panel for each wager on the right, one row per house."""
    rows = _panels(priced)
    several = len(priced) > 1
    sheets = [sheet for sheet, _ in priced]
    beside = stand_ins or [{}] * len(priced)
    title = f"{sheets[0].name}: {sheets[0].game}" if not several else "What the houses keep"
    subtitle = f"Edge and spread of every wager, per unit of it; {method}; {_counted(beside)}"
    least = _least(each for row in rows for each in row)
    with style():
        figure = open_figure(title, subtitle, sheets)
        sides = figure.add_gridspec(
            1, 2, width_ratios=(1, 1.6), left=0.035, right=0.98, top=0.845, bottom=0.085, wspace=0.17
        )
        draw_edges(figure.add_subplot(sides[0]), edges_of(priced, beside))
        columns = max(1, *map(len, rows))
        grid = sides[1].subgridspec(len(rows), columns, hspace=0.55 if several else 0.3, wspace=0.12)
        for row, spreads in enumerate(rows):
            for column, spread in enumerate(spreads):
                axes = figure.add_subplot(grid[row, column])
                draw_spread(axes, spread, least, small=several)
                if column:
                    axes.tick_params(axis="y", labelleft=False)
                elif several:
                    axes.set_ylabel(sheets[row].name, fontsize=7.5, fontweight="bold")
        where = sides[1].get_position(figure)
        figure.text(0.035, 0.892, "Edge per wager", fontsize=9.5)
        net = "Net of a round in units of the wager, worst first, and its chance on a log scale"
        if any(chance < least for row in rows for each in row for chance in each.chances.values()):
            net += f" (from 1 in {in_words(1 / RAREST)})"
        figure.text(where.x0, 0.892, net, fontsize=9.5)
    return figure


def _counted(stand_ins: Sequence[Mapping[str, StandIn]]) -> str:
    """Whether everything is counted, and how the rest was come by."""
    if not any(stand_ins):
        return "counted over all deals, not sampled"
    from pitboss.sim.stand_in import CONFIDENCE, SEED

    return f"counted over all deals; ~ and hatched: simulated, seed {SEED}, line: {CONFIDENCE:.0%} interval"


def _panels(priced: Sequence[tuple[Sheet, SheetPrice]]) -> list[list[Spread]]:
    """The spreads of every wager: a row for each of several houses, and two columns for a house alone."""
    rows: list[list[Spread]] = []
    for sheet, each in priced:
        row = [
            spread_of(sheet.label(name), price) for name, price in each.wagers.items() if not price.moments
        ]
        if each.combined is not None and not each.combined.moments:
            mean = minus(f"{float(each.combined.ev) / 100:+.4f}")
            row.append(spread_of(f"Whole bet, in dollars: mean {mean}", each.combined, money=True))
        rows.append(row)
    if len(priced) == 1:
        row = rows[0]
        across = 1 if len(row) < 4 else 2
        rows = [row[start : start + across] for start in range(0, len(row), across)] or [[]]
    return rows


def _least(spreads: Iterable[Spread]) -> float:
    """A power of ten below every chance that is drawn, so that the smallest still has a bar."""
    every = (float(chance) for spread in spreads for chance in spread.chances.values())
    smallest = min(every, default=1.0)
    return max(RAREST, 10.0 ** (floor(log10(smallest)) - 1))

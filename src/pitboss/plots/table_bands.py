"""`pitboss risk --plot`: how far a table strays with its seats, and what it holds over the rounds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.money import dollars
from pitboss.plots.canvas import BLUE, GREY, INK, VERMILION, check_plot, open_figure, save, style, tint

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pitboss.odds.risk.table_swings import TableRisk
    from pitboss.sheet import Sheet


def draw_risk(sheet: Sheet, risk: TableRisk, seats: int, path: Path) -> None:
    """Draws the risk of a table."""
    check_plot(path)
    save(risk_figure(sheet, risk, seats), path)


def risk_figure(sheet: Sheet, risk: TableRisk, seats: int) -> Figure:
    """The figure: deviation by seats on the left, the hold by rounds on the right."""
    bet = sheet.bet_text(risk.bets)
    subtitle = (
        "Seats share the dealer's hand: exact deviation of one round, and holds taken as normal with it"
    )
    with style():
        figure = open_figure(f"{sheet.name}: {bet} at each seat", subtitle, [sheet])
        grid = {"left": 0.085, "right": 0.97, "top": 0.87, "bottom": 0.095, "wspace": 0.25}
        left, right = figure.subplots(1, 2, gridspec_kw=grid)
        _by_seats(left, risk)
        _hold(right, risk, seats)
    return figure


def _by_seats(axes: Axes, risk: TableRisk) -> None:
    every = range(1, risk.seats + 1)
    together = [risk.stdev(players) / 100 for players in every]
    apart = [risk.apart(players) / 100 for players in every]
    axes.plot(every, together, color=BLUE, marker="o", markersize=4, gid="together", label="as they sit")
    axes.plot(every, apart, color=GREY, linestyle="--", gid="apart", label="were they apart")
    for players, amount in zip(every, together, strict=True):
        axes.annotate(
            dollars(round(100 * amount)), (players, amount), (7, -7), fontsize=6.5,
            textcoords="offset points",
        )  # fmt: skip
    axes.set_xlim(0.6, risk.seats + 0.9)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(lambda amount, _: dollars(round(100 * amount)))
    axes.set_xlabel("seats")
    axes.set_ylabel("standard deviation of a round")
    axes.set_title("How far a round strays")
    axes.grid(axis="y")
    axes.legend(loc="upper left", frameon=False, fontsize=7)


def _hold(axes: Axes, risk: TableRisk, seats: int) -> None:
    bands = risk.bands(seats, [round(10 ** (3 + place / 10)) for place in range(41)])
    rounds = [band.rounds for band in bands]
    low, high = [band.low_hold for band in bands], [band.high_hold for band in bands]
    axes.fill_between(rounds, low, high, color=tint(BLUE, 0.3), linewidth=0, gid="hold")
    mean = float(risk.mean(seats)) / risk.staked(seats)
    axes.axhline(mean, color=INK, linewidth=1.2, gid="mean")
    axes.axhline(0, color=VERMILION, linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.1%}".replace("-", "−"))
    axes.xaxis.set_major_formatter(lambda place, _: f"{place:,.0f}")
    axes.set_xlabel("rounds")
    axes.set_ylabel("hold, of all that is bet before the deal")
    axes.set_title(f"{seats} seat{'' if seats == 1 else 's'}: where 99 of 100 holds lie")
    axes.grid(axis="y")

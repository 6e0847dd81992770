"""`pitboss bankroll --plot` and `pitboss risk --plot`: what a bet asks of a player, and of a house.

For a bankroll: ruin within rounds and some day, and when to quit for a rebate. For a table: how far it strays
with its seats, and what it holds over the rounds.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from pitboss.money import dollars
from pitboss.odds.risk.ruin import RuinCurve, endless_ruin, lattice_of, ruin_within
from pitboss.report.canvas import (
    BLUE,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PURPLE,
    VERMILION,
    check_plot,
    dark,
    open_figure,
    save,
    style,
    tint,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pitboss.odds.risk.bankroll import Bankroll
    from pitboss.odds.risk.table_swings import TableRisk
    from pitboss.sheet import Sheet


LEAST: Final = 1e-4  # the smallest chance of ruin that is drawn
_LINES: Final = ((BLUE, "-"), (GREEN, "--"), (ORANGE, "-."), (PURPLE, ":"))


def draw_bankroll(sheet: Sheet, found: Bankroll, path: Path) -> None:
    """Draws what a bet asks of a bankroll."""
    check_plot(path)
    save(bankroll_figure(sheet, found), path)


def bankroll_figure(sheet: Sheet, found: Bankroll) -> Figure:
    """The figure: ruin over the bankroll, and below it the points to quit where there is a rebate."""
    bet = sheet.bet_text(found.bets)
    subtitle = "Chance that a bankroll is lost under best play; counted, not sampled"
    with style():
        figure = open_figure(f"{sheet.name}: {bet}", subtitle, [sheet])
        quits = found.rebate is not None and any(
            each.win is not None or each.loss is not None for each in found.rebate.points
        )
        count = 2 if quits else 1
        grid = {"left": 0.085, "right": 0.86, "top": 0.87, "bottom": 0.095, "hspace": 0.38}
        axes = figure.subplots(count, 1, squeeze=False, gridspec_kw=grid)[:, 0]
        _ruin(axes[0], found)
        if quits:
            _quitting(axes[1], found)
    return figure


def _ruin(axes: Axes, found: Bankroll) -> None:
    lattice = lattice_of(found.price)
    rounds = [each.rounds for each in found.horizons]
    curves: list[tuple[str, str, RuinCurve]] = [
        (f"within {number:,} rounds", f"ruin-{number}", curve)
        for number, curve in zip(rounds, ruin_within(lattice, rounds), strict=True)
    ]
    endless = endless_ruin(lattice, LEAST)
    if endless is not None:
        curves.append(("some day", "ruin-endless", endless[1]))
    for place, (words, gid, curve) in enumerate(curves):
        colour, line = _LINES[place % len(_LINES)] if gid != "ruin-endless" else (VERMILION, "-")
        shown = curve.high[: curve.enough(LEAST) + 1]
        dollars_of = [(found.need + step * lattice.grid) / 100 for step in range(len(shown))]
        axes.plot(dollars_of, shown, color=colour, linestyle=line, linewidth=1.5, gid=gid, label=words)
    if found.bankroll is not None:
        axes.axvline(found.bankroll / 100, color=GREY, linewidth=0.8, linestyle=":")
        axes.annotate(
            dollars(found.bankroll), (found.bankroll / 100, 0.02), (4, 2), xycoords=("data", "axes fraction"),
            textcoords="offset points", fontsize=6.5, color=dark(GREY),
        )  # fmt: skip
    axes.set_yscale("log")
    axes.set_ylim(LEAST, 1.2)
    axes.set_xlim(left=0)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.4g}")
    axes.xaxis.set_major_formatter(lambda amount, _: dollars(round(100 * amount)))
    axes.set_xlabel("bankroll")
    axes.set_ylabel("chance of ruin")
    axes.set_title("Ruin by bankroll")
    axes.grid()
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=7)


def _quitting(axes: Axes, found: Bankroll) -> None:
    rebate = found.rebate
    if rebate is None:
        return
    for gid, colour, words in (
        ("win", GREEN, "ahead: get up above"),
        ("loss", VERMILION, "behind: get up below"),
    ):
        points = [(each.rounds, getattr(each, gid)) for each in rebate.points]
        known = [
            (rounds, cents / 100 * (1 if gid == "win" else -1))
            for rounds, cents in points
            if cents is not None
        ]
        axes.step(
            [rounds for rounds, _ in known], [amount for _, amount in known], where="post", color=colour,
            linewidth=1.4, linestyle="-" if gid == "win" else "--", gid=f"quit-{gid}", label=words,
        )  # fmt: skip
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.yaxis.set_major_formatter(lambda amount, _: dollars(round(100 * amount)))
    axes.set_xlabel("rounds played")
    axes.set_ylabel("result so far")
    axes.set_title(f"When to get up: {float(100 * rebate.terms.share):.4g} % of a loss comes back")
    axes.grid()
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=7)


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

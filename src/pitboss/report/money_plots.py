"""Pictures of what many rounds do to money: a player's session and bankroll, a house's table.

`pitboss session --plot` draws the bankroll over the rounds as a fan, and how many have ended by then.
`pitboss bankroll --plot` draws ruin within rounds and some day, and when to quit for a rebate.
`pitboss risk --plot` draws how far a table strays with its seats, and what it holds over the rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pitboss.money import Cents, dollars, minus
from pitboss.odds.risk.ruin import RuinCurve, endless_ruin, lattice_of, ruin_within
from pitboss.report.canvas import (
    BLUE,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PURPLE,
    SIZE,
    VERMILION,
    NoPlot,
    dark,
    in_dollars,
    legend_right,
    open_figure,
    style,
    tint,
)
from pitboss.report.odds_plot import in_words
from pitboss.text import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pitboss.odds.risk.bankroll import Bankroll
    from pitboss.odds.risk.table_swings import TableRisk
    from pitboss.odds.sessions import SessionResult
    from pitboss.sheet import Sheet

CHECKPOINTS: Final = 60  # moments of a session that are read for the picture
_BANDS: Final = ((1, 99, 0.18), (5, 95, 0.36), (25, 75, 0.62))  # from, to (per cent), depth of the colour


def session_figure(sheet: Sheet, bets: Mapping[str, Cents], result: SessionResult) -> Figure:
    """The figure: the fan above, the ends below, both over the rounds."""
    if not result.course:
        raise NoPlot("A session is drawn from its checkpoints, and this one was counted without any")
    bet = sheet.bet_text(bets)
    rounds = plural(result.rounds, "round")
    end = result.course[-1]
    title = (
        f"{sheet.name}: {_percent(end.ruin, result)} are ruined within {rounds}, "
        f"half are left with {dollars(end.quantiles[50])} or less"
    )
    subtitle = (
        f"{bet}, optimal play from {dollars(result.bankroll)}; "
        f"counted, not sampled: every chance within {result.error_text} of the exact one"
    )
    with style():
        figure = open_figure(title, subtitle, [sheet])
        above, below = figure.subplots(
            2, 1, sharex=True,
            gridspec_kw={
                "height_ratios": (1.7, 1), "left": 0.085, "right": 0.845, "top": 0.88, "bottom": 0.095,
                "hspace": 0.16,
            },
        )  # fmt: skip
        _fan(above, result)
        _ends(below, result)
        below.set(xlabel="rounds played", xlim=(0, result.rounds))
        below.xaxis.set_major_formatter(lambda place, _: f"{place:,.0f}" if place == int(place) else "")
    return figure


def _fan(axes: Axes, result: SessionResult) -> None:
    rounds = [point.rounds for point in result.course]

    def quantile(percent: int) -> list[float]:
        return [point.quantiles[percent] / 100 for point in result.course]

    for low, high, depth in _BANDS:
        band = axes.fill_between(rounds, quantile(low), quantile(high), color=tint(BLUE, depth), linewidth=0)
        band.set_gid(f"band-{low}-{high}")
    axes.plot(rounds, quantile(50), color=INK, linewidth=1.4, gid="median")
    means = [point.mean / 100 for point in result.course]
    axes.plot(rounds, means, color=PURPLE, linewidth=1.4, linestyle=(0, (4, 2)), gid="mean")
    levels = [
        ("start", result.bankroll, GREY),
        (f"ruin below {dollars(result.need)}", result.need, VERMILION),
    ]
    if result.stop_win is not None:
        at = result.bankroll + result.stop_win
        levels.append((f"stop-win {dollars(at)}", at, GREEN))
    if result.stop_loss is not None:
        at = result.bankroll - result.stop_loss
        levels.append((f"stop-loss {dollars(at)}", at, ORANGE))
    for _, cents, colour in levels:
        axes.axhline(cents / 100, color=colour, linewidth=0.8, linestyle=":")
    end = result.course[-1]
    labels = [(cents / 100, words, colour) for words, cents, colour in levels]
    for each in (1, 5, 25, 50, 75, 95, 99):
        left = end.quantiles[each]
        words = f"{each}% have at most {dollars(left)}"
        labels.append((left / 100, words, INK if each == 50 else BLUE))
    labels.append((end.mean / 100, f"mean {dollars(round(end.mean))}", PURPLE))
    axes.margins(y=0.05)
    axes.yaxis.set_major_formatter(in_dollars)
    axes.set(
        ylabel="bankroll, in dollars",
        title="Where the bankroll goes (after the end of a session it stays as it was)",
    )
    axes.grid(axis="y")
    _label_right(axes, labels)


def _ends(axes: Axes, result: SessionResult) -> None:
    course = result.course
    rounds = [point.rounds for point in course]
    curves = [("ruined", [point.ruin for point in course], VERMILION, "ruin", "-")]
    if result.stop_win is not None:
        curves.append(("stop-win", [point.stopped_ahead for point in course], GREEN, "stop_win", "--"))
    if result.stop_loss is not None:
        curves.append(("stop-loss", [point.stopped_behind for point in course], ORANGE, "stop_loss", "-."))
    curves.append(("still playing", [point.playing for point in course], GREY, "playing", ":"))
    for _, chances, colour, gid, line in curves:
        axes.plot(rounds, chances, color=colour, linewidth=1.5, linestyle=line, gid=gid)
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set(ylabel="chance to have ended so", title="How it ends")
    axes.grid(axis="y")
    ends = [(chances[-1], words, colour) for words, chances, colour, _, _ in curves]
    _label_right(axes, [(end, f"{words} {_percent(end, result)}", colour) for end, words, colour in ends])


def _percent(chance: float, result: SessionResult) -> str:
    """A percentage; what is within the error of none says so."""
    if (none := result.next_to_none(chance)) is not None:
        return none
    return f"{chance:.2%}" if chance >= 0.0001 else f"{chance:.1e}"


def _label_right(axes: Axes, labels: list[tuple[float, str, str]]) -> None:
    """Words at the right end of lines, moved apart where they would touch."""
    low, high = axes.get_ylim()
    height = axes.get_position().height * SIZE[1] * 72  # in points
    gap = 8.6 * (high - low) / height
    placed: list[float] = []
    labels = sorted(labels)
    for value, _, _ in labels:
        placed.append(max(value, placed[-1] + gap) if placed else max(value, low + gap / 2))
    top = high
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], top)
        top = placed[place] - gap
    for at, (_, words, colour) in zip(placed, labels, strict=True):
        axes.annotate(
            words, (1, at), (6, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
            fontsize=6.5, color=dark(colour), va="center", annotation_clip=False,
        )  # fmt: skip


# --- The bankroll that a bet asks for.

LEAST: Final = 1e-4  # the smallest chance of ruin that is drawn
_SAFE: Final = 0.01  # the chance of ruin at which each curve says its bankroll
_LINES: Final = ((BLUE, "-"), (GREEN, "--"), (ORANGE, "-."), (PURPLE, ":"))


def bankroll_figure(sheet: Sheet, found: Bankroll) -> Figure:
    """The figure: ruin over the bankroll, and below it the points to quit where there is a rebate."""
    bet = sheet.bet_text(found.bets)
    subtitle = f"{bet}: the chance that a bankroll is lost under best play; counted, not sampled"
    with style():
        figure = open_figure(f"{sheet.name}: {_enough(found)}", subtitle, [sheet])
        quits = found.rebate is not None and any(
            each.win is not None or each.loss is not None for each in found.rebate.points
        )
        count = 2 if quits else 1
        grid = {"left": 0.085, "right": 0.93, "top": 0.87, "bottom": 0.095, "hspace": 0.38}
        axes = figure.subplots(count, 1, squeeze=False, gridspec_kw=grid)[:, 0]
        _ruin(axes[0], found)
        if quits:
            _quitting(axes[1], found)
    return figure


def _enough(found: Bankroll) -> str:
    """What the picture shows: the bankroll that a middle number of rounds needs."""
    curves = ruin_within(lattice_of(found.price), [each.rounds for each in found.horizons])
    middle = len(found.horizons) // 2
    cents = found.need + curves[middle].enough(_SAFE) * lattice_of(found.price).grid
    rounds = plural(found.horizons[middle].rounds, "round")
    return f"{dollars(cents)} lasts {rounds} in {1 - _SAFE:.0%} of all cases"


def _ruin(axes: Axes, found: Bankroll) -> None:
    from matplotlib.ticker import LogLocator

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
        if len(shown) > curve.enough(_SAFE):
            at = (found.need + curve.enough(_SAFE) * lattice.grid) / 100
            axes.plot([at], [_SAFE], marker="o", markersize=3.5, color=colour)
            axes.annotate(
                f"{words}\n1% ruin at {dollars(round(100 * at))}", (at, _SAFE), (5, 5),
                textcoords="offset points", fontsize=7.5, color=dark(colour), va="bottom",
            )  # fmt: skip
    if found.bankroll is not None:
        axes.axvline(found.bankroll / 100, color=GREY, linewidth=0.8, linestyle=":")
        axes.annotate(
            dollars(found.bankroll), (found.bankroll / 100, 0.02), (4, 2), xycoords=("data", "axes fraction"),
            textcoords="offset points", fontsize=6.5, color=dark(GREY),
        )  # fmt: skip
    axes.set(xscale="log", yscale="log", ylim=(LEAST, 1.2))
    axes.set_xlim(left=found.need / 100)
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
    axes.xaxis.set_major_formatter(in_dollars)
    axes.set(xlabel="bankroll (log scale)", ylabel="chance of ruin (log scale)", title="Ruin by bankroll")
    axes.grid()


def _quitting(axes: Axes, found: Bankroll) -> None:
    rebate = found.rebate
    if rebate is None:
        return
    for gid, sign, colour, line, words in (
        ("win", 1, GREEN, "-", "ahead: get up above"),
        ("loss", -1, VERMILION, "--", "behind: get up below"),
    ):
        points = [(each.rounds, getattr(each, gid)) for each in rebate.points]
        known = [(rounds, sign * cents / 100) for rounds, cents in points if cents is not None]
        rounds, amounts = zip(*known, strict=True) if known else ((), ())
        look: dict[str, Any] = {"color": colour, "linestyle": line, "gid": f"quit-{gid}", "label": words}
        axes.step(rounds, amounts, where="post", linewidth=1.4, **look)
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.yaxis.set_major_formatter(in_dollars)
    axes.set(
        xlabel="rounds played",
        ylabel="result so far",
        title=f"When to get up: {float(100 * rebate.terms.share):.4g} % of a loss comes back",
    )
    axes.grid()
    legend_right(axes)


# --- The risk of a table.


def risk_figure(sheet: Sheet, risk: TableRisk, seats: int) -> Figure:
    """The figure: deviation by seats on the left, the hold by rounds on the right."""
    bet = sheet.bet_text(risk.bets)
    subtitle = (
        f"{bet} at each seat; seats share the dealer's hand: "
        "exact deviation of one round, and holds taken as normal with it"
    )
    more = risk.stdev(seats) / risk.apart(seats) - 1
    strays = f"a round of {plural(seats, 'seat')} strays {dollars(round(risk.stdev(seats)))}"
    beyond = f", {more:.0%} more than at tables apart" if seats > 1 else ""
    with style():
        figure = open_figure(f"{sheet.name}: {strays}{beyond}", subtitle, [sheet])
        grid = {"left": 0.085, "right": 0.97, "top": 0.87, "bottom": 0.095, "wspace": 0.25}
        left, right = figure.subplots(1, 2, gridspec_kw=grid)
        _by_seats(left, risk)
        _hold(right, risk, seats)
    return figure


def _by_seats(axes: Axes, risk: TableRisk) -> None:
    every = range(1, risk.seats + 1)
    together = [risk.stdev(players) / 100 for players in every]
    apart = [risk.apart(players) / 100 for players in every]
    axes.plot(every, together, color=BLUE, marker="o", markersize=4, gid="together", label="at one table")
    axes.plot(every, apart, color=GREY, linestyle="--", gid="apart", label="at tables apart")
    for players, amount in zip(every, together, strict=True):
        axes.annotate(
            dollars(round(100 * amount)), (players, amount), (-6, 5), fontsize=7,
            textcoords="offset points", ha="right",
        )  # fmt: skip
    axes.annotate(
        dollars(round(100 * apart[-1])), (risk.seats, apart[-1]), (7, -7), fontsize=6.5, color=GREY,
        textcoords="offset points",
    )  # fmt: skip
    axes.set_xlim(0.4, risk.seats + 0.9)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(in_dollars)
    axes.set(
        xlabel="seats",
        ylabel="standard deviation of a round",
        title="Standard deviation of a round, by seats",
    )
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
    axes.yaxis.set_major_formatter(lambda share, _: minus(f"{share:.1%}"))
    axes.xaxis.set_major_formatter(lambda place, _: in_words(place))
    for band in bands[::10]:
        for hold, up in ((band.low_hold, -1), (band.high_hold, 1)):
            axes.annotate(
                minus(f"{hold:.2%}"), (band.rounds, hold), (2, 4 * up), textcoords="offset points",
                fontsize=7, ha="left", va="bottom" if up > 0 else "top",
            )  # fmt: skip
    axes.annotate(f"mean {mean:.2%}", (rounds[0], mean), (4, 3), textcoords="offset points", fontsize=7)
    axes.set(
        xlabel="rounds (log scale)",
        ylabel="hold, of all that is bet before the deal",
        title=f"What {plural(seats, 'seat')} hold, 99 times of 100",
    )
    axes.grid(axis="y")

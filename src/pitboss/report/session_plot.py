"""`pitboss session --plot`: the bankroll over the rounds as a fan, and how many have ended by then."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pitboss.money import Cents, dollars
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

    from pitboss.odds.sessions import SessionResult
    from pitboss.sheet import Sheet

CHECKPOINTS: Final = 60  # moments of a session that are read for the picture
_BANDS: Final = ((1, 99, 0.18), (5, 95, 0.36), (25, 75, 0.62))  # from, to (per cent), depth of the colour


def draw_session(sheet: Sheet, bets: Mapping[str, Cents], result: SessionResult, path: Path) -> None:
    """Draws a session that was counted with checkpoints."""
    check_plot(path)
    save(session_figure(sheet, bets, result), path)


def session_figure(sheet: Sheet, bets: Mapping[str, Cents], result: SessionResult) -> Figure:
    """The figure: the fan above, the ends below, both over the rounds."""
    if not result.course:
        raise NoPlot("A session is drawn from its checkpoints, and this one was counted without any")
    bet = sheet.bet_text(bets)
    rounds = f"{result.rounds:,} round{'' if result.rounds == 1 else 's'}"
    title = f"{sheet.name}: {bet}"
    subtitle = (
        f"Up to {rounds} of optimal play from {dollars(result.bankroll)}; "
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
        below.set_xlabel("rounds played")
        below.set_xlim(0, result.rounds)
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
        levels.append(
            (
                f"stop-win {dollars(result.bankroll + result.stop_win)}",
                result.bankroll + result.stop_win,
                GREEN,
            )
        )
    if result.stop_loss is not None:
        levels.append(
            (
                f"stop-loss {dollars(result.bankroll - result.stop_loss)}",
                result.bankroll - result.stop_loss,
                ORANGE,
            )
        )
    for _, cents, colour in levels:
        axes.axhline(cents / 100, color=colour, linewidth=0.8, linestyle=":")
    end = result.course[-1]
    labels = [(cents / 100, words, colour) for words, cents, colour in levels]
    labels += [
        (
            end.quantiles[each] / 100,
            f"{each}% have at most {dollars(end.quantiles[each])}",
            INK if each == 50 else BLUE,
        )
        for each in (1, 5, 25, 50, 75, 95, 99)
    ]
    labels.append((end.mean / 100, f"mean {dollars(round(end.mean))}", PURPLE))
    axes.margins(y=0.05)
    axes.yaxis.set_major_formatter(lambda amount, _: dollars(round(100 * amount)))
    axes.set_ylabel("bankroll, in dollars")
    axes.set_title("Where the bankroll goes: who has ended keeps what was left")
    axes.grid(axis="y")
    _label_right(axes, labels)


def _ends(axes: Axes, result: SessionResult) -> None:
    rounds = [point.rounds for point in result.course]
    curves = [("ruined", [point.ruin for point in result.course], VERMILION, "ruin", "-")]
    if result.stop_win is not None:
        curves.append(("stop-win", [point.stopped_ahead for point in result.course], GREEN, "stop_win", "--"))
    if result.stop_loss is not None:
        curves.append(
            ("stop-loss", [point.stopped_behind for point in result.course], ORANGE, "stop_loss", "-.")
        )
    curves.append(("still playing", [point.playing for point in result.course], GREY, "playing", ":"))
    for _, chances, colour, gid, line in curves:
        axes.plot(rounds, chances, color=colour, linewidth=1.5, linestyle=line, gid=gid)
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_ylabel("chance to have ended so")
    axes.set_title("How it ends")
    axes.grid(axis="y")
    _label_right(
        axes,
        [
            (chances[-1], f"{words} {_percent(chances[-1], result)}", colour)
            for words, chances, colour, _, _ in curves
        ],
    )


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

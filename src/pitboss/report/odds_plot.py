"""`pitboss odds --plot`: the edge of every wager, and how the net of each is spread, on one page.

Edges are bars, the house's favour to the right of zero, the player's to the left. A spread has one bar per
net, worst first, on a logarithmic scale of chances.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING, Final

from pitboss.money import dollars, minus
from pitboss.report.canvas import GREY, HOUSE, INK, PAPER, PLAYER, SIZE, open_figure, style

if TYPE_CHECKING:
    from fractions import Fraction

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pitboss.odds import Price, SheetPrice
    from pitboss.sheet import Sheet
    from pitboss.sim.simulated import Simulated


MOST_BARS: Final = 16  # more different nets are drawn on an axis of their size instead


@dataclass(frozen=True, slots=True)
class Spread:
    """One panel: the nets of a wager, in units of it or in cents, and the chance of each."""

    title: str
    chances: Mapping[Fraction, Fraction]
    money: bool  # nets are cents

    def words(self, net: Fraction, brief: bool = False) -> str:
        """`+40`, `−1`, `0`, or dollars; in brief `40` and `1k`."""
        sign = "+" if net > 0 and not brief else ""
        if self.money:
            return sign + dollars(round(net))
        if net >= (1000 if brief else 10_000):
            return sign + in_words(float(net))
        return sign + minus(net if net.denominator < 10 else f"{float(net):.2f}")


def spread_of(title: str, price: Price, money: bool = False) -> Spread:
    """What of a price is drawn: the nets that can happen."""
    happen = {net: Fraction(count, price.outcomes) for net, count in price.distribution.items() if count}
    return Spread(title, dict(sorted(happen.items())), money)


def draw_spread(axes: Axes, spread: Spread, least: float, small: bool) -> None:
    """One panel; `least` is the chance at which all scales of the figure begin."""
    nets = [net for net, chance in spread.chances.items() if chance >= least]
    chances = [float(spread.chances[net]) for net in nets]
    colours = [HOUSE if net < 0 else PLAYER if net > 0 else GREY for net in nets]
    size = 5.5 if small else 6.5
    axes.set(yscale="log", ylim=(least, 6))
    if len(nets) <= MOST_BARS:
        heights = [chance - least for chance in chances]
        axes.bar(range(len(nets)), heights, bottom=least, color=colours, width=0.72)
        slots = max(len(nets), 6)
        words = [spread.words(net, small) for net in nets]
        room = axes.get_position().width * SIZE[0] * 72 / slots
        turned = max(map(len, words)) * 0.66 * size > room
        axes.set_xticks(range(len(nets)), words, fontsize=size, rotation=90 if turned else 0)
        axes.set_xlim(-0.7, slots - 0.3)
        if not small:
            for place, chance in enumerate(chances):
                axes.annotate(
                    _short(chance), (place, chance), (0, 2), textcoords="offset points",
                    fontsize=5 if len(nets) > 10 else 5.5, ha="center", va="bottom", color=GREY,
                )  # fmt: skip
    else:
        unit = 100.0 if spread.money else 1.0
        axes.set_xscale("symlog", linthresh=unit, linscale=0.6)
        places = [float(net) for net in nets]
        axes.vlines(places, least, chances, colors=colours, linewidth=1.1)
        axes.scatter(places, chances, c=colours, s=5, zorder=3)
        low, high = min(0.0, places[0]), max(0.0, places[-1])
        axes.set_xlim(1.6 * low - 0.3 * unit, 1.6 * high + 0.3 * unit)
        ticks = _decades(low, high, unit)
        axes.set_xticks(ticks, [spread.words(Fraction(tick), brief=True) for tick in ticks], fontsize=size)
    axes.yaxis.set_major_formatter(_one_in)
    axes.minorticks_off()
    axes.tick_params(axis="y", labelsize=size)
    axes.grid(axis="y")
    axes.set_title(spread.title, fontsize=7 if small else 8.5)


def _decades(low: float, high: float, unit: float) -> list[int]:
    """Ticks of an axis by size: zero and the powers of ten on both sides."""
    powers = [round(unit) * 10**power for power in range(14)]
    right = [each for each in powers if each <= high]
    left = [-each for each in reversed(powers) if each <= -low]
    return [*left, 0, *right[:: 1 if len(right) < 4 else 2]]


def _short(chance: float) -> str:
    """`41%`, `2.3%`, and `1/22k` where a percentage says little."""
    if chance >= 0.0995:
        return f"{chance:.0%}"
    return f"{chance:.1%}" if chance >= 0.0095 else f"1/{in_words(1 / chance)}"


def _one_in(chance: float, _: float) -> str:
    """A tick: `1 in 100`."""
    return "always" if chance >= 1 else f"1 in {in_words(1 / chance)}"


def in_words(number: float) -> str:
    """A large number in three figures at most: `118`, `2.4k`, `1.1M`."""
    for size, letter in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")):
        if number >= 0.9995 * size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


LONGEST: Final = 0.5  # a bar ends here, with an arrow, and its number says how far it goes on


@dataclass(frozen=True, slots=True)
class Edge:
    """One bar: a wager of a house and what the house keeps of a unit of it."""

    house: str
    wager: str
    edge: Fraction | float
    between: tuple[float, float] | None = None  # the ends of what a simulation leaves open

    @property
    def words(self) -> str:
        """The number at the bar: `3.3730 %`, or whose favour it is where that is the player's."""
        size = abs(float(self.edge))
        if self.between is not None:
            return f"{'player ' if self.edge < 0 else ''}~{size:.{3 if size < 0.1 else 1}%}"
        percent = f"{size:.4%}" if size < 0.1 else f"{size:.2%}" if size < 10 else f"{size:,.0%}"
        if self.edge < 0:
            return f"player {percent}"
        return percent if self.edge else "0%, fair"


def edges_of(
    priced: Sequence[tuple[Sheet, SheetPrice]], beside: Sequence[Mapping[str, Simulated]]
) -> list[Edge]:
    """The bars of some houses, in the order of their felts, and of what was simulated."""
    found: list[Edge] = []
    for (sheet, each), stand_ins in zip(priced, beside, strict=True):
        for name in sheet.wagers:
            made, price = stand_ins.get(name), each.wagers.get(name)
            if made is not None:
                mean = made.mean
                found.append(Edge(sheet.name, sheet.label(name), -mean.value, (-mean.high, -mean.low)))
            elif price is not None:
                found.append(Edge(sheet.name, sheet.label(name), price.house_edge))
    return found


def draw_edges(axes: Axes, edges: Sequence[Edge]) -> None:
    """Horizontal bars, one block per house."""
    places: list[float] = []
    at, house = 0.0, None
    several = len({edge.house for edge in edges}) > 1
    for edge in edges:
        if several and edge.house != house:
            at += 1.1 if house else 0.0
            box = {"facecolor": PAPER, "linewidth": 0, "pad": 1.5}
            axes.text(0, at, edge.house, fontsize=8, fontweight="bold", ha="center", va="center", bbox=box)
            at += 0.9
        house = edge.house
        places.append(at)
        at += 1
    shown = [max(-LONGEST, min(LONGEST, float(edge.edge))) for edge in edges]
    colours = [PLAYER if edge.edge < 0 else HOUSE for edge in edges]
    bars = axes.barh(places, shown, height=0.62, color=colours)
    for made, place, bar in zip(edges, places, bars, strict=True):
        if made.between is not None:
            bar.set(hatch="////", edgecolor=PAPER, linewidth=0)
            axes.plot([max(-LONGEST, min(LONGEST, end)) for end in made.between], [place, place], color=INK)
    reach = max(0.02, *(abs(length) for length in shown))
    for edge, place, length in zip(edges, places, shown, strict=True):
        back = -1 if length < 0 else 1
        cut = abs(float(edge.edge)) > LONGEST
        if cut:
            axes.plot([length], [place], marker="<" if back < 0 else ">", color=INK, markersize=4)
        # Beside zero, on the side without a bar, there is always room for the name.
        axes.annotate(
            edge.wager, (0, place), (-4 * back, 0), textcoords="offset points", fontsize=7.5,
            ha="right" if back > 0 else "left", va="center",
        )  # fmt: skip
        axes.annotate(
            edge.words, (length, place), ((7 if cut else 4) * back, 0), textcoords="offset points",
            fontsize=7.5, fontweight="bold", color=PLAYER if edge.edge < 0 else HOUSE,
            ha="left" if back > 0 else "right", va="center",
        )  # fmt: skip
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set(xlim=(-2.5 * reach, 2.5 * reach), ylim=(max(at, 6) - 0.3, -1.3))
    axes.text(0.02, 1, "← player's favour", transform=axes.transAxes, fontsize=7, color=PLAYER, va="top")
    axes.text(
        0.98, 1, "house's favour →", transform=axes.transAxes, fontsize=7, color=HOUSE, va="top", ha="right"
    )
    axes.xaxis.set_major_formatter(
        lambda share, _: f"{abs(share):.0%}" if reach > 0.04 else f"{abs(share):.1%}"
    )
    axes.set(xlabel="what the house keeps of a unit bet, on average", yticks=[])
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="x", colors=GREY)
    axes.grid(axis="x")


RAREST: Final = 1e-10  # what is rarer is not drawn


def odds_figure(
    priced: Sequence[tuple[Sheet, SheetPrice]],
    method: str = "optimal play",
    stand_ins: Sequence[Mapping[str, Simulated]] = (),
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


def _counted(stand_ins: Sequence[Mapping[str, Simulated]]) -> str:
    """Whether everything is counted, and how the rest was come by."""
    if not any(stand_ins):
        return "counted over all deals, not sampled"
    from pitboss.sim.simulated import CONFIDENCE, SEED

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

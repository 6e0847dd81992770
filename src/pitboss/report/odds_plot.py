"""`pitboss odds --plot`: the edge of every wager, and how the net of each is spread, on one page.

Edges are bars, the house's favour to the right of zero, the player's to the left. For one house a spread has
one bar per net, worst first, on a logarithmic scale of chances; of several, figures stand beside the bars.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING, Final

from pitboss.money import dollars, minus
from pitboss.report.canvas import GREY, HOUSE, INK, PAPER, PLAYER, SIZE, bare, dark, open_figure, style

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


def draw_spread(axes: Axes, spread: Spread, least: float) -> None:
    """One panel; `least` is the chance at which all scales of the figure begin."""
    nets = [net for net, chance in spread.chances.items() if chance >= least]
    chances = [float(spread.chances[net]) for net in nets]
    colours = [HOUSE if net < 0 else PLAYER if net > 0 else GREY for net in nets]
    room = axes.get_position().width * SIZE[0] * 72 / max(len(nets), 6)
    size = 7 if room > 18 else 6
    axes.set(yscale="log", ylim=(least, 4))
    if len(nets) <= MOST_BARS:
        heights = [chance - least for chance in chances]
        axes.bar(range(len(nets)), heights, bottom=least, color=colours, width=0.72)
        slots = max(len(nets), 6)
        words = [spread.words(net) for net in nets]
        turned = max(map(len, words)) * 0.56 * size > room
        axes.set_xticks(range(len(nets)), words, fontsize=size, rotation=90 if turned else 0)
        axes.set_xlim(-0.7, slots - 0.3)
        for place, chance in enumerate(chances):
            axes.annotate(
                _short(chance), (place, chance), (0, 2), textcoords="offset points",
                fontsize=size - 0.8, ha="center", va="bottom", color=INK,
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
    axes.yaxis.set_major_formatter(_tick)
    axes.minorticks_off()
    axes.tick_params(axis="y", labelsize=size)
    axes.grid(axis="y")
    axes.set_title(spread.title, fontsize=8.5)


def _decades(low: float, high: float, unit: float) -> list[int]:
    """Ticks of an axis by size: zero and the powers of ten on both sides."""
    powers = [round(unit) * 10**power for power in range(14)]
    right = [each for each in powers if each <= high]
    left = [-each for each in reversed(powers) if each <= -low]
    return [*left, 0, *right[:: 1 if len(right) < 4 else 2]]


def _short(chance: float) -> str:
    """`41%`, `2.3%`, `0.24%`, and `1 in 22k` where a percentage says little."""
    if chance >= 0.0095:
        return f"{chance:.0%}" if chance >= 0.0995 else f"{chance:.1%}"
    return f"{chance:.2%}" if chance >= 0.00095 else f"1 in\n{in_words(1 / chance)}"


def _tick(chance: float, _: float) -> str:
    """A tick of chances: `10%`, `0.01%`, `1 in 100k`."""
    return f"{100 * chance:.4g}%" if chance >= 0.99e-4 else f"1 in {in_words(1 / chance)}"


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


def draw_edges(axes: Axes, edges: Sequence[Edge], facts: Sequence[Sequence[str]] = ()) -> None:
    """Horizontal bars, one block per house; beside each the facts of its wager, the first row their heads."""
    places: list[float] = []
    at, house = 0.0, None
    several = len({edge.house for edge in edges}) > 1
    for edge in edges:
        if several and edge.house != house:
            at += 1.7 if house else 0.7
            axes.annotate(
                edge.house, (0, at - 0.85), (-87, 0), xycoords=("axes fraction", "data"),
                textcoords="offset points", fontsize=9, fontweight="bold", va="center",
            )  # fmt: skip
        house = edge.house
        places.append(at)
        at += 1
    shown = [max(-LONGEST, min(LONGEST, float(edge.edge))) for edge in edges]
    colours = [PLAYER if edge.edge < 0 else HOUSE for edge in edges]
    bars = axes.barh(places, shown, height=0.66, color=colours)
    for made, place, bar in zip(edges, places, bars, strict=True):
        if made.between is not None:
            bar.set(hatch="////", edgecolor=PAPER, linewidth=0)
            axes.plot([max(-LONGEST, min(LONGEST, end)) for end in made.between], [place, place], color=INK)
    for edge, place, length in zip(edges, places, shown, strict=True):
        back = -1 if length < 0 else 1
        cut = abs(float(edge.edge)) > LONGEST
        if cut:
            axes.plot([length], [place], marker="<" if back < 0 else ">", color=INK, markersize=4)
        axes.annotate(
            edge.words, (max(length, 0), place), (7 if cut else 4, 0), textcoords="offset points",
            fontsize=8, fontweight="bold", color=dark(PLAYER if edge.edge < 0 else HOUSE), va="center",
        )  # fmt: skip
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(places, [edge.wager for edge in edges], fontsize=8.5)
    low, high = min(0.0, *shown), max(0.0, *shown)
    room = max(0.02, high - low)
    axes.set(xlim=(low - (0.04 * room if low else 0), high + (0.2 if facts else 0.42) * room))
    axes.set_ylim(at - 0.3, -1.1 if facts else -0.6)
    places_of = 0 if room > 0.04 else 1
    axes.xaxis.set_major_formatter(lambda share, _: f"{abs(share):.{places_of}%}")
    left = f"{'; ' if facts else chr(10)}left of 0 the player gains" if low else ""
    axes.set_xlabel(f"what the house keeps of each dollar, on average{left}", x=1, ha="right")
    bare(axes)
    axes.grid(axis="x")
    for row, place in zip(facts, (-0.9, *places), strict=bool(facts)):
        for column, words in enumerate(row):
            axes.text(
                1.06 + 0.13 * column, place, words, fontsize=8, ha="right", va="center",
                transform=axes.get_yaxis_transform(), color=GREY if place < 0 else INK,
            )  # fmt: skip


RAREST: Final = 1e-10  # what is rarer is not drawn


def odds_figure(
    priced: Sequence[tuple[Sheet, SheetPrice]],
    method: str = "optimal play",
    stand_ins: Sequence[Mapping[str, Simulated]] = (),
) -> Figure:
    """The figure: edges on the left, a panel for each wager on the right, one row per house."""
    several = len(priced) > 1
    sheets = [sheet for sheet, _ in priced]
    beside = stand_ins or [{}] * len(priced)
    edges = edges_of(priced, beside)
    title = edge_finding(edges, "" if several else sheets[0].name)
    subtitle = f"{'' if several else f'{sheets[0].game}; '}{method}; {_counted(beside)}"
    with style():
        figure = open_figure(title, subtitle, sheets)
        if several:
            draw_edges(figure.add_axes((0.15, 0.085, 0.53, 0.8)), edges, _facts(priced, beside))
            return figure
        tall = min(0.76, 0.09 + 0.11 * len(edges))
        draw_edges(figure.add_axes((0.15, 0.845 - tall, 0.25, tall)), edges)
        figure.text(0.035, 0.892, "The edge of each wager", fontsize=10)
        spreads = _panels(priced[0])
        least = _least(spreads)
        across = 1 if len(spreads) < 4 else 2
        grid = figure.add_gridspec(
            max(1, -(-len(spreads) // across)), across, left=0.49, right=0.98, top=0.845, bottom=0.075,
            hspace=0.34, wspace=0.1,
        )  # fmt: skip
        for number, spread in enumerate(spreads):
            axes = figure.add_subplot(grid[divmod(number, across)])
            draw_spread(axes, spread, least)
            if number % across:
                axes.tick_params(axis="y", labelleft=False)
        net = "What a round wins or loses, in units of the wager, and how often (log scale)"
        if any(chance < least for each in spreads for chance in each.chances.values()):
            net += f"; from 1 in {in_words(1 / RAREST)}"
        figure.text(0.44, 0.892, net, fontsize=10)
    return figure


def edge_finding(edges: Sequence[Edge], house: str = "") -> str:
    """What bars show: the dearest wager, and the cheapest or the one that favours the player; of several
    houses, where none is named."""

    def named(edge: Edge) -> str:
        return f"the {edge.wager}" if house else f"{edge.house}'s {edge.wager}"

    def size(edge: Edge) -> str:
        number = abs(float(edge.edge))
        return f"{number:.2%}" if number < 0.0095 else f"{number:.1%}" if number < 0.0995 else f"{number:.0%}"

    worst, best = max(edges, key=lambda edge: edge.edge), min(edges, key=lambda edge: edge.edge)
    start = f"{house}: " if house else ""
    if best.edge < 0:
        gains = f"{named(best)} favours the player by {size(best)}"
        return f"{start}{gains}" + (f", {named(worst)} costs {size(worst)}" if worst.edge > 0 else "")
    costs = f"{start}{named(worst)} costs {size(worst)} of every dollar"
    return costs + (f", {named(best)} {size(best)}" if best.edge < worst.edge else "")


def _facts(
    priced: Sequence[tuple[Sheet, SheetPrice]], beside: Sequence[Mapping[str, Simulated]]
) -> list[tuple[str, ...]]:
    """Beside each edge: how often the wager wins, what it wins at most, and how far it strays."""
    found: list[tuple[str, ...]] = [("wins", "at most", "deviation")]
    for (sheet, each), stand_ins in zip(priced, beside, strict=True):
        for name in sheet.wagers:
            price = each.wagers.get(name)
            if name in stand_ins or price is None:
                found += [("", "", "")] * (name in stand_ins)
                continue
            most = "" if price.moments else Spread("", {}, False).words(max(spread_of("", price).chances))
            wins = f"{float(price.win_frequency):.1%}"
            found.append((wins, most, f"{float(price.stdev):.2f}"))
    return found


def _counted(stand_ins: Sequence[Mapping[str, Simulated]]) -> str:
    """Whether everything is counted, and how the rest was come by."""
    if not any(stand_ins):
        return "counted over all deals, not sampled"
    from pitboss.sim.simulated import CONFIDENCE, SEED

    return f"counted over all deals; ~ and hatched: simulated, seed {SEED}, line: {CONFIDENCE:.0%} interval"


def _panels(priced: tuple[Sheet, SheetPrice]) -> list[Spread]:
    """The spread of every wager of a house, and of the whole bet."""
    sheet, each = priced
    found = []
    for name, price in each.wagers.items():
        if not price.moments:
            wins = sum((count for net, count in price.distribution.items() if net > 0), 0)
            found.append(spread_of(f"{sheet.label(name)}: wins {wins / price.outcomes:.0%} of rounds", price))
    if each.combined is not None and not each.combined.moments:
        mean = minus(f"{float(each.combined.ev) / 100:+.4f}")
        found.append(spread_of(f"Whole bet, in dollars: mean {mean}", each.combined, money=True))
    return found


def _least(spreads: Iterable[Spread]) -> float:
    """A power of ten below every chance that is drawn, so that the smallest still has a bar."""
    every = (float(chance) for spread in spreads for chance in spread.chances.values())
    smallest = min(every, default=1.0)
    return max(RAREST, 10.0 ** floor(log10(smallest / 2)))

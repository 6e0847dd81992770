"""What each wager costs, as bars: the house's favour to the right of zero, the player's to the left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pitboss.plots.canvas import GREY, HOUSE, INK, PAPER, PLAYER

if TYPE_CHECKING:
    from fractions import Fraction

    from matplotlib.axes import Axes

    from pitboss.odds import SheetPrice
    from pitboss.sheet import Sheet
    from pitboss.sim.stand_in import StandIn

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
    priced: Sequence[tuple[Sheet, SheetPrice]], beside: Sequence[Mapping[str, StandIn]]
) -> list[Edge]:
    """The bars of some houses, in the order of their felts, and of what stands in beside their prices."""
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
    axes.set_xlim(-2.5 * reach, 2.5 * reach)
    axes.set_ylim(max(at, 6) - 0.3, -1.3)
    axes.text(0.02, 1, "← player's favour", transform=axes.transAxes, fontsize=7, color=PLAYER, va="top")
    axes.text(
        0.98, 1, "house's favour →", transform=axes.transAxes, fontsize=7, color=HOUSE, va="top", ha="right"
    )
    axes.xaxis.set_major_formatter(
        lambda share, _: f"{abs(share):.0%}" if reach > 0.04 else f"{abs(share):.1%}"
    )
    axes.set_xlabel("what the house keeps of a unit bet, on average")
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="x", colors=GREY)
    axes.grid(axis="x")

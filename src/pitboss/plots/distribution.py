"""How a wager's net is spread: one bar per net, worst first, on a logarithmic scale of chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.money import dollars, minus
from pitboss.plots.canvas import GREY, HOUSE, PLAYER, SIZE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pitboss.odds import Price

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
    axes.set_yscale("log")
    axes.set_ylim(least, 6)
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

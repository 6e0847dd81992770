"""The picture of `pitboss odds`: every bar is the exact edge or chance, and signs have sides."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from pitboss.odds import Price, SheetPrice, price_sheet
from pitboss.report.canvas import HOUSE, PLAYER
from pitboss.report.odds_plot import LONGEST, MOST_BARS, in_words, odds_figure
from pitboss.sheet import houses
from tests.report.pictures import priced, texts


def bars(axes: Axes) -> list[Rectangle]:
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def test_edges_of_all_houses_are_exact_and_on_the_side_of_who_gains() -> None:
    several = [priced(house) for house in houses()]
    figure = odds_figure(several)
    prices = [price for _, each in several for price in each.wagers.values()]
    found = bars(figure.axes[0])
    assert [bar.get_width() for bar in found] == pytest.approx([float(price.house_edge) for price in prices])
    for bar, price in zip(found, prices, strict=True):
        assert to_hex(bar.get_facecolor()) == (PLAYER if price.ev > 0 else HOUSE)
    # Figures that are published or counted elsewhere: 3.37 %, 7.28 %, and the player's favour at Pechanga.
    assert {"3.3730%", "7.2760%", "player 0.8168%"} <= set(texts(figure))
    title = figure.texts[0].get_text()
    worst = max(prices, key=lambda price: price.house_edge)
    assert title.endswith(f"costs {float(worst.house_edge):.0%}")
    assert title.startswith("Pechanga's Ante favours the player by 0.82%")


@pytest.mark.parametrize("house", ["pechanga", "rivers"])
def test_bars_of_a_panel_are_the_chances_of_each_net(house: str) -> None:
    sheet, each = priced(house)
    figure = odds_figure([(sheet, each)])
    titles = [axes.get_title(loc="left") for axes in figure.axes[1:]]
    assert titles == [
        f"{sheet.label(name)}: wins {float(price.win_frequency or 0):.0%} of rounds"
        for name, price in each.wagers.items()
    ]
    for axes, price in zip(figure.axes[1:], each.wagers.values(), strict=True):
        tops = [bar.get_y() + bar.get_height() for bar in bars(axes)]
        chances = [number / price.outcomes for number in price.distribution.values()]
        assert tops == pytest.approx(chances, rel=1e-9)
        assert sum(tops) == pytest.approx(1)
        words = [label.get_text() for label in axes.get_xticklabels()]
        assert [Fraction(word.replace("−", "-")) for word in words] == sorted(price.distribution)
        assert axes.get_yscale() == "log"


def test_a_long_bar_is_cut_and_says_its_number() -> None:
    sheet, _ = priced("rivers")
    figure = odds_figure([(sheet, price_sheet(sheet, meter=10_000_000))])
    # (J + 12,020) / 22,100 comes back of a dollar: at $100,000 the player gains 4.0688... a dollar.
    assert bars(figure.axes[0])[-1].get_width() == -LONGEST
    assert f"player {(100_000 + 12_020) / 22_100 - 1:.2%}" in texts(figure)


def test_many_nets_are_points_on_an_axis_of_their_size() -> None:
    sheet, _ = priced("rivers")
    each = price_sheet(sheet, bets={"ante": 1000, "pair_plus": 500})
    whole = each.combined
    assert whole is not None
    assert len(whole.distribution) > MOST_BARS
    axes = odds_figure([(sheet, each)]).axes[-1]
    (points,) = [found for found in axes.collections if isinstance(found, PathCollection)]
    drawn = dict(np.asarray(points.get_offsets()).tolist())
    exact = {float(net): number / whole.outcomes for net, number in whole.distribution.items()}
    assert drawn == pytest.approx(exact)
    assert axes.get_xscale() == "symlog"


def test_a_certain_net_and_a_fair_wager_can_be_drawn() -> None:
    sheet, _ = priced("rivers")
    still = Price("ante", 1, {Fraction(0): 1})
    figure = odds_figure([(sheet, SheetPrice("rivers", {"ante": still}))])
    assert "0%, fair" in texts(figure)


@pytest.mark.parametrize(
    ("number", "words"), [(425, "425"), (1633.8, "1.63k"), (999_999, "1M"), (11.7e6, "11.7M"), (1e10, "10B")]
)
def test_large_numbers_in_words(number: float, words: str) -> None:
    assert in_words(number) == words

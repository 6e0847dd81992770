"""One row per up card: all hands from worst to best, as wide as they are frequent, by what they do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS
from pitboss.hands import CATEGORY_OF_VALUE, VALUES, Category
from pitboss.money import minus
from pitboss.plots.actions import ACTION_LOOK, FULL, depth
from pitboss.plots.canvas import FAINT, GREEN, GREY, INK, PAPER, tint
from pitboss.plots.cut_offs import (
    DRAW,
    EQUAL,
    FOLD,
    PLAY,
    Hands,
    Shown,
    hand_words,
    kind_words,
    ranks_of_values,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pitboss.sheet import Sheet

_COLOURS: Final = {"play": ACTION_LOOK["play"].colour, "draw": GREEN, "fold": ACTION_LOOK["fold"].colour}
Group: TypeAlias = tuple[int, int, int]  # category and the one or two ranks that hands are grouped by


def group_of(value: int) -> Group:
    """The column of a hand: high cards by two cards, pairs and flushes by one, the rest by category."""
    category = CATEGORY_OF_VALUE[value]
    high, middle, _ = ranks_of_values()[value]
    if category == Category.HIGH_CARD:
        return (category, high, middle)
    if category in (Category.PAIR, Category.FLUSH):
        return (category, middle if category == Category.PAIR else high, 0)
    return (min(category, Category.STRAIGHT_FLUSH), 0, 0)


def draw_strips(figure: Figure, sheet: Sheet, by_up: Mapping[Shown, Hands]) -> None:
    """All rows, the best up card first, with the cut-off of each at its end."""
    groups = sorted({group_of(value) for value in range(VALUES)})
    number = {group: place for place, group in enumerate(groups)}
    column = np.array([number[group_of(value)] for value in range(VALUES)])
    shows = sorted(by_up, reverse=True)
    everything = np.zeros(len(groups))
    for hands in by_up.values():
        np.add.at(everything, column, hands.deals.sum(axis=1))
    edges = np.concatenate([[0.0], np.cumsum(everything) / everything.sum()])
    axes = figure.add_axes((0.055, 0.15, 0.655, 0.69))
    for row, shown in enumerate(shows):
        _strip(axes, row, by_up[shown], column, edges)
        axes.text(
            1.012, row + 0.5, _summary(by_up[shown]), fontsize=6.8, va="center", transform=axes.transData
        )
    axes.set_xlim(0, 1)
    axes.set_ylim(len(shows), 0)
    axes.set_yticks([row + 0.5 for row in range(len(shows))], [kind_words(shown) for shown in shows])
    axes.tick_params(axis="y", length=0, labelsize=9)
    axes.set_ylabel(f"what the {sheet.dealer.label.lower()} shows")
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("hands from worst to best, as wide as they are frequent (share of all deals)")
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    _column_words(axes, groups, edges)
    drawn = any(hands.deals[:, DRAW].any() for hands in by_up.values())
    _key(figure, sheet, ["play", "draw", "fold"] if drawn else ["play", "fold"])
    total = sum(hands.number for hands in by_up.values())
    folds = sum(int(hands.deals[:, FOLD].sum()) for hands in by_up.values())
    equal = sum(int(hands.deals[:, EQUAL].sum()) for hands in by_up.values())
    ties = f"{equal:,} where two actions are equal" if equal else "none where two actions are equal"
    figure.text(
        0.055, 0.052, f"{folds:,} of {total:,} deals fold ({folds / total:.3%}), {ties}.", fontsize=7.5
    )


def _strip(axes: Axes, row: int, hands: Hands, column: NDArray[np.int64], edges: NDArray[np.float64]) -> None:
    """One row; a column where suits or the third card decide is split by share."""
    from matplotlib.collections import PolyCollection

    size = edges.size - 1
    deals = np.zeros((size, 4))
    np.add.at(deals, column, hands.deals)
    gains = np.zeros(size)
    np.add.at(gains, column, hands.gains)
    number = deals.sum(axis=1)
    looks = {FOLD: _COLOURS["fold"], PLAY: _COLOURS["play"], DRAW: _COLOURS["draw"], EQUAL: GREY}
    parts, colours = [], []
    for place in np.flatnonzero(number):
        top = row + 0.06
        for does in (PLAY, DRAW, EQUAL, FOLD):
            if not deals[place, does]:
                continue
            bottom = top + 0.88 * deals[place, does] / number[place]
            left, right = edges[place], edges[place + 1]
            parts.append([(left, top), (right, top), (right, bottom), (left, bottom)])
            colours.append(tint(looks[does], depth(gains[place] / number[place])))
            top = bottom
    axes.add_collection(
        PolyCollection(parts, facecolors=colours, edgecolors="face", linewidths=0.2, gid=f"row-{row}")
    )
    folding, playing = deals[:, FOLD] > 0, deals[:, PLAY] > 0
    for place in np.flatnonzero(folding[:-1] & ~playing[:-1] & playing[1:] & ~folding[1:]):
        axes.plot([edges[place + 1]] * 2, [row + 0.02, row + 0.98], color=INK, linewidth=1.6)


def _summary(hands: Hands) -> str:
    """`play Q-9-2 or better · fold 31.0 % · worth -0.214`."""
    sure = hands.sure
    if sure is None:
        start = "never surely play"
    elif hands.all_play:
        start = "always play"
    else:
        start = f"play {hand_words(sure)} or better" + ("" if hands.clean else ", some below")
    folds = f"fold {float(hands.share(FOLD)):.1%}, " if hands.deals[:, FOLD].any() else ""
    drawn = f"draw {float(hands.share(DRAW)):.1%}, " if hands.deals[:, DRAW].any() else ""
    return f"{start}\n{drawn}{folds}worth {minus(f'{float(hands.worth):+.4f}')}"


def _column_words(axes: Axes, groups: list[Group], edges: NDArray[np.float64]) -> None:
    """Names above the columns: the high card, the category, and the second card where there is room."""
    spans: dict[str, tuple[float, float]] = {}
    for place, (category, rank, second) in enumerate(groups):
        left, right = float(edges[place]), float(edges[place + 1])
        if category == Category.HIGH_CARD:
            words = f"{RANKS[rank]} high" if rank > 6 else "≤8"
        else:
            words = Category(category).text.replace("_", " ")
        spans[words] = (spans[words][0] if words in spans else left, right)
        inner = second if category == Category.HIGH_CARD else rank
        if right - left > 0.0085 and category <= Category.PAIR:
            axes.text((left + right) / 2, -0.1, RANKS[inner], fontsize=4.5, ha="center", color=GREY)
    for words, (left, right) in spans.items():
        axes.axvline(left, color=PAPER, linewidth=0.8)
        axes.plot([left, left], [0, -0.75], color=FAINT, linewidth=0.8, clip_on=False)
        if right - left > 0.008 * len(words):
            axes.text((left + right) / 2, -0.5, words, fontsize=7, ha="center")
    axes.text(1.0, -0.5, "straight or better", fontsize=7)


def _key(figure: Figure, sheet: Sheet, actions: list[str]) -> None:
    axes = figure.add_axes((0.74, 0.045, 0.245, 0.06))
    axes.set_axis_off()
    shades = 40
    for line, action in enumerate(actions):
        axes.text(-0.03, line + 0.5, action, fontsize=7, ha="right", va="center")
        for part in range(shades):
            colour = tint(_COLOURS[action], depth(FULL * ((part + 0.5) / shades) ** 2))
            axes.barh(line + 0.5, 1 / shades, left=part / shades, height=0.8, color=colour)
    for share in (0.0, 0.05, 0.25, FULL):
        mark = f"{share:g}" + ("+" if share == FULL else "")
        axes.text(
            (share / FULL) ** 0.5, len(actions) + 0.35, mark, fontsize=6, ha="center", va="center", color=GREY
        )
    axes.text(
        0.5,
        len(actions) + 1.0,
        f"{sheet.label('ante')}s lost by the next best action",
        fontsize=6,
        ha="center",
        va="center",
        color=GREY,
    )
    axes.set_xlim(-0.2, 1.05)
    axes.set_ylim(len(actions) + 1.1, 0)

"""Two up cards: a cell for each pair of them, suited above the diagonal, with the hand to play from."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING

from pitboss.cards import RANKS
from pitboss.money import minus
from pitboss.plots.canvas import BLUE, INK, bare, ink_on, tint
from pitboss.plots.cut_offs import DRAW, EQUAL, FOLD, PLAY, Hands, Shown, hand_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pitboss.sheet import Sheet


def place_of(shown: Shown) -> tuple[int, int]:
    """Column and row of two up cards: suited ones above the diagonal, pairs on it."""
    high, low, suited = shown
    return (12 - low, 12 - high) if suited else (12 - high, 12 - low)


def draw_two_up(figure: Figure, sheet: Sheet, by_up: Mapping[Shown, Hands]) -> None:
    """The square of all pairs of up cards, and beside it how to read it."""
    from matplotlib.patches import Rectangle

    axes = figure.add_axes((0.03, 0.045, 0.80, 0.86))
    bare(axes)
    axes.set_xlim(-0.6, 13)
    axes.set_ylim(13, -0.6)
    for shown, hands in sorted(by_up.items()):
        x, y = place_of(shown)
        share = float(hands.share(PLAY))
        colour = tint(BLUE, _depth(share))
        axes.add_patch(
            Rectangle((x + 0.02, y + 0.03), 0.96, 0.94, facecolor=colour, linewidth=0, gid=_name(shown))
        )
        ink = ink_on(colour)
        axes.text(
            x + 0.5,
            y + 0.3,
            _from(hands),
            fontsize=6.6,
            fontweight="bold",
            ha="center",
            va="center",
            color=ink,
        )
        does = f"plays {share:.1%}"
        if drawn := float(hands.share(DRAW)):
            does = f"{share:.0%}, draws {drawn:.0%}"
        axes.text(x + 0.5, y + 0.58, does, fontsize=5, ha="center", va="center", color=ink)
        axes.text(
            x + 0.5,
            y + 0.8,
            minus(f"{float(hands.worth):+.3f}"),
            fontsize=5,
            ha="center",
            va="center",
            color=ink,
        )
    for place, rank in enumerate(reversed(RANKS)):
        axes.text(place + 0.5, -0.1, rank, fontsize=9, ha="center", va="bottom")
        axes.text(-0.1, place + 0.5, rank, fontsize=9, ha="right", va="center")
    _key(figure, sheet, by_up)


def _depth(share: float) -> float:
    """Light where few hands play."""
    return 0.06 + 0.94 * share * sqrt(share)


def _name(shown: Shown) -> str:
    high, low, suited = shown
    return f"up-{RANKS[high]}{RANKS[low]}{'s' if suited else ''}"


def _from(hands: Hands) -> str:
    """The hand from which all play, `any hand`, or `none`; a star where some below it play too."""
    sure = hands.sure
    if sure is None:
        return "none*" if hands.deals[:, PLAY].any() else "none"
    if hands.all_play:
        return "any hand"
    return hand_words(sure).replace(" suited", " s") + ("" if hands.clean else "*")


def _key(figure: Figure, sheet: Sheet, by_up: Mapping[Shown, Hands]) -> None:
    total = sum(hands.number for hands in by_up.values())
    deals = [
        sum(int(hands.deals[:, does].sum()) for hands in by_up.values()) for does in (PLAY, DRAW, FOLD, EQUAL)
    ]
    lines = [
        ("How to read it", "bold"),
        (f"The {sheet.dealer.label.lower()} shows two cards:", "normal"),
        ("suited above the diagonal,", "normal"),
        ("not suited below it.", "normal"),
        ("", "normal"),
        ("In each cell", "bold"),
        ("the hand from which all play,", "normal"),
        ("the share of hands that play,", "normal"),
        (f"the mean worth, in {sheet.label('ante')}s.", "normal"),
        ("s: of one suit.", "normal"),
        ("*: some hands below it play", "normal"),
        ("too; which, their suits decide.", "normal"),
        ("", "normal"),
        ("Of all deals", "bold"),
        *(
            (f"{words} {number / total:.3%}", "normal")
            for words, number in zip(("play", "draw", "fold", "equal"), deals, strict=True)
            if number
        ),
    ]
    for line, (words, weight) in enumerate(lines):
        figure.text(0.845, 0.85 - 0.027 * line, words, fontsize=7, fontweight=weight)
    axes = figure.add_axes((0.845, 0.27, 0.02, 0.1))
    for part in range(20):
        axes.barh(part + 0.5, 1, height=1, color=tint(BLUE, _depth((part + 0.5) / 20)))
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 20)
    axes.set_xticks([])
    axes.set_yticks([0, 10, 20], ["none play", "half", "all play"], fontsize=6, color=INK)
    axes.yaxis.tick_right()
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)

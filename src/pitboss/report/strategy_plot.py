"""`pitboss strategy --plot`: what to do with every hand, on one page.

Where nothing of the dealer shows there is one square per highest card, as hold'em players know them: the
other two ranks make row and column, hands of one suit are above the diagonal, the others below it, pairs on
it. A cell below the diagonal has four parts for the ways two of its suits can be equal. The hue is the action
and its depth what the next best would cost. Where cards show, `up_card_plot` draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from pitboss.cards import RANKS, Card
from pitboss.money import Cents, minus
from pitboss.report.canvas import (
    GREY,
    INK,
    PAPER,
    ink_on,
    open_figure,
    outline,
    style,
    tint,
    write,
)
from pitboss.report.up_card_plot import (
    ACTION_LOOK,
    FULL,
    depth,
    draw_strips,
    draw_two_up,
    gain,
    loss_marks,
    tallied,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pitboss.odds import Entry, Game
    from pitboss.sheet import Sheet


# The upper left corner of each square, by the highest card, in cells of the page.
_CORNERS: Final[Mapping[int, tuple[int, int]]] = {
    12: (2, 2), 11: (17, 2), 10: (31, 2), 5: (44, 2), 4: (44, 10),
    9: (2, 17), 8: (14, 17), 7: (25, 17), 6: (35, 17), 3: (44, 17), 2: (44, 23), 1: (49, 23), 0: (50, 17),
}  # fmt: skip
_KEY: Final = 28.6  # where the key begins
WIDTH, HEIGHT = 51.5, 34.0


class Cell(NamedTuple):
    """The place of a hand: the left and upper edge, width and height, in cells of the page."""

    x: float
    y: float
    wide: float
    high: float


def cell(hand: Sequence[Card]) -> Cell:
    """The place of a hand, its cards high to low."""
    high, middle, low = (card >> 2 for card in hand)
    a, b, c = (card & 3 for card in hand)
    x, y = _CORNERS[high]
    if high == middle == low:
        return Cell(x, y, 1, 1)
    if a == b == c:
        return Cell(x + high - low, y + high - middle, 1, 1)
    x, y = x + high - middle, y + high - low
    if high == middle or middle == low:
        single, pair = (c, (a, b)) if high == middle else (a, (b, c))
        return Cell(x + (0 if single in pair else 0.5), y, 0.5, 1)
    return Cell(x + (0.5 if a == c or len({a, b, c}) == 3 else 0), y + (0 if a in (b, c) else 0.5), 0.5, 0.5)


def draw_hands(figure: Figure, sheet: Sheet, entries: Sequence[Entry]) -> None:
    """The whole page: squares, borders between actions, ties, and the key."""
    axes = figure.add_axes((0.02, 0.035, 0.96, 0.885))
    axes.set_axis_off()
    axes.set(xlim=(0, WIDTH), ylim=(HEIGHT, 0))
    axes.set_aspect("equal", anchor="N")
    _fill(axes, entries)
    _borders(axes, entries)
    _worths(axes, entries)
    for high in _CORNERS:
        _ranks(axes, high)
    _key(axes, sheet, entries)


def _fill(axes: Axes, entries: Sequence[Entry]) -> None:
    from matplotlib.collections import PolyCollection

    for action, look in ACTION_LOOK.items():
        mine = [entry for entry in entries if entry.best[0] == action]
        if not mine:
            continue
        gains = np.array([float(gain(entry)) for entry in mine])
        parts = PolyCollection([outline(*cell(entry.hand)) for entry in mine], gid=action, linewidths=0)
        parts.set_facecolor([tint(look.colour, depth(each)) for each in gains])
        axes.add_collection(parts)
    tied = [entry for entry in entries if len(entry.best) > 1]
    middles = [(place.x + place.wide / 2, place.y + place.high / 2) for place in (cell(e.hand) for e in tied)]
    if middles:
        across, down = zip(*middles, strict=True)
        axes.scatter(across, down, s=7, color=INK, zorder=5, gid="ties", linewidths=0)
    whole = [outline(*corner, 1, 1) for corner in sorted({_square(entry) for entry in entries})]
    axes.add_collection(PolyCollection(whole, facecolors="none", edgecolors=PAPER, linewidths=0.5))


def _square(entry: Entry) -> tuple[int, int]:
    """The whole cell in which a hand has its part."""
    place = cell(entry.hand)
    return int(place.x), int(place.y)


def _borders(axes: Axes, entries: Sequence[Entry]) -> None:
    """Lines between neighbours in one square that do not do the same."""
    from matplotlib.collections import LineCollection

    does: dict[tuple[float, float], tuple[str, ...]] = {}  # by half cells
    for entry in entries:
        place = cell(entry.hand)
        for right in (0, 0.5)[: int(2 * place.wide)]:
            for down in (0, 0.5)[: int(2 * place.high)]:
                does[place.x + right, place.y + down] = entry.best
    lines = []
    for (x, y), best in does.items():
        if does.get((x + 0.5, y), best) != best:
            lines.append([(x + 0.5, y), (x + 0.5, y + 0.5)])
        if does.get((x, y + 0.5), best) != best:
            lines.append([(x, y + 0.5), (x + 0.5, y + 0.5)])
    axes.add_collection(LineCollection(lines, colors=INK, linewidths=1.1, capstyle="round", gid="borders"))


def _worths(axes: Axes, entries: Sequence[Entry]) -> None:
    """The worth of the best action where all suits of a cell do the same, as their mean."""
    sums: dict[tuple[int, int], list[tuple[Entry, int]]] = {}
    for entry in entries:
        sums.setdefault(_square(entry), []).append((entry, entry.multiplicity))
    for (x, y), found in sums.items():
        if len({entry.best for entry, _ in found}) > 1:
            continue
        number = sum(count for _, count in found)
        worth = sum((max(e.worth.values()) * count for e, count in found), Fraction(0)) / number
        shades = [depth(float(gain(entry))) for entry, _ in found]
        ink = ink_on(tint(ACTION_LOOK[found[0][0].best[0]].colour, sum(shades) / len(shades)))
        write(axes, x + 0.5, y + 0.52, short(worth), 3.8, color=ink, clip_on=False)


def _ranks(axes: Axes, high: int) -> None:
    x, y = _CORNERS[high]
    name = f"{RANKS[high]} high" if high > 2 else RANKS[high]
    axes.text(x + 1.3, y + 0.45, name, fontsize=8, fontweight="bold", va="center")
    for rank in range(high + 1):
        at = high - rank + 0.5
        axes.text(x - 0.2, y + at, RANKS[rank], fontsize=5, ha="right", va="center", color=GREY)
        axes.text(x + at, y - 0.12, RANKS[rank], fontsize=5, ha="center", va="bottom", color=GREY)


def short(worth: Fraction) -> str:
    """Two decimals, and no zero before the point: `−.37`, `5.63`."""
    text = f"{float(worth):.2f}"
    for long, brief in (("-0.", "-."), ("0.", ".")):
        if text.startswith(long):
            return minus(text.replace(long, brief, 1))
    return minus(text)


def _key(axes: Axes, sheet: Sheet, entries: Sequence[Entry]) -> None:
    """How to read the page, below the squares."""
    ante = sheet.label("ante")
    offered = [action for action in ACTION_LOOK if any(action in entry.worth for entry in entries)]
    everything = sum(entry.multiplicity for entry in entries)
    at = _KEY
    for action in offered:
        number = sum(entry.multiplicity for entry in entries if entry.best[0] == action)
        _shades(axes, 2, at, ACTION_LOOK[action].colour)
        words = f"{ACTION_LOOK[action].words}: {number:,} of {everything:,} hands"
        axes.text(7.4, at + 0.35, words, fontsize=6.5, va="center")
        at += 0.95
    for place, mark in loss_marks():
        write(axes, 2 + 5 * place, at + 0.15, mark, 5, color=GREY)
    lost = f"{ante}s lost by the next best action"
    axes.text(7.4, at + 0.15, lost, fontsize=5, va="center", color=GREY)
    _parts(axes, 21.2, _KEY)
    tied = sum(entry.multiplicity for entry in entries if len(entry.best) > 1)
    cut = tallied(entries)[()].cut_off
    rule = f"Play {cut} and better, fold the rest: suits never matter." if cut else ""
    reading = [
        rule,
        "A square for each highest card; the other two cards make row and column.",
        "Above the diagonal: one suit, row middle card, column lowest card.",
        "Below it: other suits, column middle card, row lowest card.",
        f"Numbers: the worth of the best action in {ante}s, the mean over the suits",
        "of a cell, where they all do the same. Lines part different actions.",
        f"Dots mark equal actions: {tied:,} hands." if tied else "No two actions are equally good.",
    ]
    for line, words in enumerate(filter(None, reading)):
        weight = "bold" if words == rule else "normal"
        axes.text(31, _KEY + 0.2 + 0.85 * line, words, fontsize=6, va="center", fontweight=weight)


def _shades(axes: Axes, x: float, y: float, colour: str) -> None:
    """A bar of all depths of a colour, five cells wide."""
    from matplotlib.collections import PolyCollection

    shades = 25
    bar = [outline(x + 5 * part / shades, y, 5 / shades, 0.7) for part in range(shades)]
    colours = [tint(colour, depth(FULL * ((part + 0.5) / shades) ** 2)) for part in range(shades)]
    axes.add_collection(PolyCollection(bar, facecolors=colours, linewidths=0))


def _parts(axes: Axes, x: float, y: float) -> None:
    """A cell enlarged: which suits are equal in which part."""
    from matplotlib.collections import PolyCollection

    suited = ("highest and\nmiddle suited", "highest and\nlowest suited", "middle and\nlowest suited")
    places = [(x + 4.4 * right, y + 2.2 * down) for down in (0, 1) for right in (0, 1)]
    parts = [outline(*place, 4.4, 2.2) for place in places]
    axes.add_collection(PolyCollection(parts, facecolors="none", edgecolors=GREY, linewidths=0.5))
    for (left, top), words in zip(places, (*suited, "three\nsuits"), strict=True):
        write(axes, left + 2.2, top + 1.1, words, 5.5)
    axes.text(x, y + 4.8, "the parts of a cell below the diagonal", fontsize=5, va="center", color=GREY)


def strategy_figure(game: Game, entries: Iterable[Entry], bets: Mapping[str, Cents] | None = None) -> Figure:
    """The figure for a house by what shows of its dealer."""
    sheet = game.sheet
    bet = "no side bet" if bets is None else sheet.bet_text(bets)
    title = f"{sheet.name}: what to do with every hand"
    subtitle = (
        f"{sheet.game}; {bet}; the best of all actions, from exact expectations per {sheet.label('ante')}"
    )
    with style():
        figure = open_figure(title, subtitle, [sheet])
        if game.dealing.shows == 0:
            draw_hands(figure, sheet, list(entries))
        elif game.dealing.shows == 2:
            draw_two_up(figure, sheet, tallied(entries))
        else:
            draw_strips(figure, sheet, tallied(entries))
    return figure

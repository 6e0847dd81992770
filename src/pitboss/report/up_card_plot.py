"""`pitboss strategy --plot` where cards of the dealer show: what is done with each hand, by the up cards.

With one up card, or all three, there is a row per kind of up cards: all hands from worst to best, as wide as
they are frequent, by what they do. With two, there is a cell for each pair of them, suited above the
diagonal, with the hand to play from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_NAMES, RANKS, Card
from pitboss.hands import CATEGORY_OF_VALUE, VALUES, Category, value3
from pitboss.money import minus
from pitboss.odds.geometry import rows
from pitboss.report.canvas import (
    BLUE,
    FAINT,
    GREEN,
    GREY,
    INK,
    PAPER,
    VERMILION,
    ink_on,
    outline,
    tint,
    write,
)
from pitboss.round.table import is_raise

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pitboss.odds import Entry
    from pitboss.sheet import Sheet


FULL: Final = 1.0  # a loss of one Ante or more has the full colour
_LIGHTEST: Final = 0.22


def depth(gained: float) -> float:
    """The depth of a colour: light for close decisions, full where one Ante or more is lost."""
    return _LIGHTEST + (1 - _LIGHTEST) * sqrt(min(1.0, gained / FULL))


def loss_marks() -> list[tuple[float, str]]:
    """The marks below a bar of all depths, each with its place along it."""
    marks = {0.0: "0", 0.05: "0.05", 0.25: "0.25", FULL: f"{FULL:g}+"}
    return [(sqrt(lost / FULL), mark) for lost, mark in marks.items()]


# Up cards are grouped by nothing, a rank, two ranks and whether they are suited, or a category and a rank.
Shown: TypeAlias = tuple[int, ...]
FOLD, PLAY, DRAW, EQUAL, RAISE = range(5)
_KINDS: Final = {"fold": FOLD, "play": PLAY}


@dataclass(slots=True)
class Hands:
    """What is done with the hands against some up cards: deals by value of the hand and action."""

    deals: NDArray[np.int64] = field(default_factory=lambda: np.zeros((VALUES, 5), np.int64))
    gains: NDArray[np.float64] = field(default_factory=lambda: np.zeros(VALUES))  # times their deals
    sums: dict[int, int] = field(default_factory=dict)  # of the best worths: denominator -> numerators

    def add(self, entry: Entry) -> None:
        """Counts one entry."""
        value, best = value3(*entry.hand), entry.best
        kinds = {_KINDS.get(name, RAISE if is_raise(name) else DRAW) for name in best}
        does = kinds.pop() if len(kinds) == 1 else EQUAL
        self.deals[value, does] += entry.multiplicity
        worth = entry.worth[best[0]]
        if len(best) == 1:
            other = max(each for action, each in entry.worth.items() if action != best[0])
            self.gains[value] += entry.multiplicity * (float(worth) - float(other))
        low, high = worth.denominator, worth.numerator * entry.multiplicity
        self.sums[low] = self.sums.get(low, 0) + high

    @property
    def number(self) -> int:
        """All deals."""
        return int(self.deals.sum())

    @property
    def worth(self) -> Fraction:
        """The mean worth of the best action, per Ante."""
        total = sum((Fraction(high, low) for low, high in self.sums.items()), Fraction(0))
        return total / self.number

    def share(self, does: int) -> Fraction:
        """Of all deals, those that do this."""
        return Fraction(int(self.deals[:, does].sum()), self.number)

    @property
    def plays(self) -> Fraction:
        """Of all deals, those that play, raised or not."""
        return self.share(PLAY) + self.share(RAISE)

    @property
    def all_play(self) -> bool:
        """Whether every hand plays as it is."""
        return not self.deals[:, [FOLD, DRAW, EQUAL]].any()

    @property
    def sure(self) -> int | None:
        """The lowest value from which every hand plays; none where even the best does not."""
        playing = np.flatnonzero(self.deals[:, [PLAY, RAISE]].any(axis=1))
        others = np.flatnonzero(self.deals[:, [FOLD, DRAW, EQUAL]].any(axis=1))
        above = playing[playing > (others[-1] if others.size else -1)]
        return int(above[0]) if above.size else None

    @property
    def clean(self) -> bool:
        """Whether nothing below the sure hands plays."""
        sure = self.sure
        return sure is not None and not self.deals[:sure, [PLAY, RAISE]].any()

    @property
    def cut_off(self) -> str | None:
        """The hand that parts playing from folding, where one does so for all suits."""
        sure = self.sure
        folds, others = self.deals[:, FOLD].any(), self.deals[:, [DRAW, EQUAL]].any()
        return hand_words(sure) if sure is not None and self.clean and folds and not others else None


def tallied(entries: Iterable[Entry]) -> Mapping[Shown, Hands]:
    """The entries of a strategy by what shows of the dealer."""
    found: dict[Shown, Hands] = {}
    for entry in entries:
        shown = kind(entry.up)
        if shown not in found:
            found[shown] = Hands()
        found[shown].add(entry)
    return found


def kind(up: tuple[Card, ...]) -> Shown:
    """What is told apart of the up cards."""
    if len(up) == 3:
        category = CATEGORY_OF_VALUE[value3(*up)]
        return (category, max(up) >> 2 if category == Category.HIGH_CARD else 0)
    ranks = sorted((card >> 2 for card in up), reverse=True)
    return (*ranks, int(up[0] & 3 == up[1] & 3)) if len(up) == 2 else tuple(ranks)


def kind_words(shown: Shown) -> str:
    """`Q`, or `queen high` and `pair` where all three cards show."""
    if len(shown) == 1:
        return RANKS[shown[0]].replace("T", "10")
    category, rank = shown
    high = category == Category.HIGH_CARD
    return f"{RANK_NAMES[rank]} high" if high else Category(category).text.replace("_", " ")


@lru_cache(maxsize=1)
def ranks_of_values() -> tuple[tuple[int, int, int], ...]:
    """Three ranks, high to low, that make each value."""
    found = dict(zip(rows().value.tolist(), (rows().cards >> 2).tolist(), strict=True))
    return tuple((high, middle, low) for high, middle, low in map(found.__getitem__, range(VALUES)))


def hand_words(value: int) -> str:
    """`Q-9-2`; a hand of one suit says so."""
    suited = CATEGORY_OF_VALUE[value] in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.MINI_ROYAL)
    return "-".join(RANKS[rank] for rank in ranks_of_values()[value]) + (" suited" if suited else "")


def place_of(shown: Shown) -> tuple[int, int]:
    """Column and row of two up cards: suited ones above the diagonal, pairs on it."""
    high, low, suited = shown
    return (12 - low, 12 - high) if suited else (12 - high, 12 - low)


def draw_two_up(figure: Figure, sheet: Sheet, by_up: Mapping[Shown, Hands]) -> None:
    """The square of all pairs of up cards, and beside it how to read it."""
    from matplotlib.patches import Rectangle

    axes = figure.add_axes((0.03, 0.045, 0.80, 0.86))
    axes.set_axis_off()
    axes.set(xlim=(-0.6, 13), ylim=(13, -0.6))
    for shown, hands in sorted(by_up.items()):
        x, y = place_of(shown)
        share = float(hands.plays)
        colour = tint(BLUE, _two_up_depth(share))
        corner = (x + 0.02, y + 0.03)
        axes.add_patch(Rectangle(corner, 0.96, 0.94, facecolor=colour, linewidth=0, gid=_two_up_name(shown)))
        ink = ink_on(colour)
        write(axes, x + 0.5, y + 0.3, _from(hands), 6.6, fontweight="bold", color=ink)
        does = f"plays {share:.1%}"
        if drawn := float(hands.share(DRAW)):
            does = f"{share:.0%}, draws {drawn:.0%}"
        write(axes, x + 0.5, y + 0.58, does, 5, color=ink)
        write(axes, x + 0.5, y + 0.8, minus(f"{float(hands.worth):+.3f}"), 5, color=ink)
    for place, rank in enumerate(reversed(RANKS)):
        axes.text(place + 0.5, -0.1, rank, fontsize=9, ha="center", va="bottom")
        axes.text(-0.1, place + 0.5, rank, fontsize=9, ha="right", va="center")
    _two_up_key(figure, sheet, by_up)


def _two_up_depth(share: float) -> float:
    """Light where few hands play."""
    return 0.06 + 0.94 * share * sqrt(share)


def _two_up_name(shown: Shown) -> str:
    high, low, suited = shown
    return f"up-{RANKS[high]}{RANKS[low]}{'s' if suited else ''}"


def _from(hands: Hands) -> str:
    """The hand from which all play, `any hand`, or `none`; a star where some below it play too."""
    sure = hands.sure
    if sure is None:
        return "none*" if hands.plays else "none"
    if hands.all_play:
        return "any hand"
    return hand_words(sure).replace(" suited", " s") + ("" if hands.clean else "*")


def _two_up_key(figure: Figure, sheet: Sheet, by_up: Mapping[Shown, Hands]) -> None:
    total = sum(hands.number for hands in by_up.values())
    deals = [
        sum(int(hands.deals[:, does].sum()) for hands in by_up.values())
        for does in (RAISE, PLAY, DRAW, FOLD, EQUAL)
    ]
    heads = ("How to read it", "In each cell", "Of all deals")
    lines = [
        heads[0],
        f"The {sheet.dealer.label.lower()} shows two cards:",
        "suited above the diagonal,",
        "not suited below it.",
        "",
        heads[1],
        "the hand from which all play,",
        "the share of hands that play,",
        f"the mean worth, in {sheet.label('ante')}s.",
        "s: of one suit.",
        "*: some hands below it play",
        "too; which, their suits decide.",
        "",
        heads[2],
    ]
    for words, number in zip(("raise", "play", "draw", "fold", "equal"), deals, strict=True):
        lines += [f"{words} {number / total:.3%}"] if number else []
    for line, words in enumerate(lines):
        weight = "bold" if words in heads else "normal"
        figure.text(0.845, 0.85 - 0.027 * line, words, fontsize=7, fontweight=weight)
    axes = figure.add_axes((0.845, 0.27, 0.02, 0.1))
    for part in range(20):
        axes.barh(part + 0.5, 1, height=1, color=tint(BLUE, _two_up_depth((part + 0.5) / 20)))
    axes.set(xlim=(0, 1), ylim=(0, 20), xticks=[])
    axes.set_yticks([0, 10, 20], ["none play", "half", "all play"], fontsize=6, color=INK)
    axes.yaxis.tick_right()
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


_COLOURS: Final = {"play": BLUE, "draw": GREEN, "fold": VERMILION, "raise": INK}
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
    axes = figure.add_axes((0.065, 0.15, 0.70, 0.69))
    for row, shown in enumerate(shows):
        _strip(axes, row, by_up[shown], column, edges)
        axes.text(1.012, row + 0.5, _summary(by_up[shown]), fontsize=8, va="center")
    axes.set(xlim=(0, 1), ylim=(len(shows), 0))
    axes.set_yticks([row + 0.5 for row in range(len(shows))], [kind_words(shown) for shown in shows])
    axes.tick_params(axis="y", length=0, labelsize=9)
    axes.set_ylabel(f"what the {sheet.dealer.label.lower()} shows")
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("hands from worst to best, as wide as they are frequent (share of all deals)")
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    _column_words(axes, groups, edges)
    kinds = {"raise": RAISE, "play": PLAY, "draw": DRAW, "fold": FOLD}
    done = [
        name for name, does in kinds.items() if any(hands.deals[:, does].any() for hands in by_up.values())
    ]
    _key(figure, sheet, done)
    total = sum(hands.number for hands in by_up.values())
    folds = sum(int(hands.deals[:, FOLD].sum()) for hands in by_up.values())
    equal = sum(int(hands.deals[:, EQUAL].sum()) for hands in by_up.values())
    ties = f"{f'{equal:,}' if equal else 'none'} where two actions are equal"
    words = f"{folds:,} of {total:,} deals fold ({folds / total:.3%}), {ties}."
    figure.text(0.055, 0.052, words, fontsize=7.5)


def _strip(axes: Axes, row: int, hands: Hands, column: NDArray[np.int64], edges: NDArray[np.float64]) -> None:
    """One row; a column where suits or the third card decide is split by share."""
    from matplotlib.collections import PolyCollection

    size = edges.size - 1
    deals = np.zeros((size, 5))
    np.add.at(deals, column, hands.deals)
    gains = np.zeros(size)
    np.add.at(gains, column, hands.gains)
    number = deals.sum(axis=1)
    looks = {FOLD: _COLOURS["fold"], PLAY: _COLOURS["play"], DRAW: _COLOURS["draw"], EQUAL: GREY}
    looks[RAISE] = _COLOURS["raise"]
    parts, folded, colours = [], [], []
    for place in np.flatnonzero(number):
        top = row + 0.06
        for does in (RAISE, PLAY, DRAW, EQUAL, FOLD):
            if not deals[place, does]:
                continue
            high = 0.88 * deals[place, does] / number[place]
            parts.append(outline(edges[place], top, edges[place + 1] - edges[place], high))
            if does == FOLD:
                folded.append(parts[-1])
            colours.append(tint(looks[does], depth(gains[place] / number[place])))
            top += high
    strip = PolyCollection(parts, facecolors=colours, edgecolors="face", linewidths=0.2, gid=f"row-{row}")
    axes.add_collection(strip)
    axes.add_collection(
        PolyCollection(folded, facecolors="none", hatch="////", edgecolors=PAPER, linewidths=0)
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
        start = "play any hand"
    else:
        start = f"play {hand_words(sure)} or better" + ("" if hands.clean else ", some below")
    folds = f"fold {float(hands.share(FOLD)):.1%}, " if hands.deals[:, FOLD].any() else ""
    drawn = f"draw {float(hands.share(DRAW)):.1%}, " if hands.share(DRAW) else ""
    drawn += f"raise {float(hands.share(RAISE)):.1%}, " if hands.share(RAISE) else ""
    return f"{start}\n{drawn}{folds}worth {minus(f'{float(hands.worth):+.4f}')}"


def _column_words(axes: Axes, groups: list[Group], edges: NDArray[np.float64]) -> None:
    """Names above the columns: the high card, the category, and the second card where there is room."""
    spans: dict[str, tuple[float, float]] = {}
    for place, (category, rank, second) in enumerate(groups):
        left, right = float(edges[place]), float(edges[place + 1])
        if category == Category.HIGH_CARD:
            words = f"{RANKS[rank].replace('T', '10')} high" if rank > 6 else "≤ 8"
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
    for place, mark in loss_marks():
        write(axes, place, len(actions) + 0.35, mark, 6, color=GREY)
    lost = f"{sheet.label('ante')}s lost by the next best action"
    write(axes, 0.5, len(actions) + 1.0, lost, 6, color=GREY)
    axes.set(xlim=(-0.2, 1.05), ylim=(len(actions) + 1.1, 0))

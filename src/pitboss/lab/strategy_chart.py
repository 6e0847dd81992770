"""The strategy chart as data: a grid of high-card hands, the categories above them, cut-offs and rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from pitboss.cards import RANKS
from pitboss.hands import Category
from pitboss.lab.chart_cells import CATEGORIES, cell_of_row, check_up
from pitboss.lab.rule_changes import WhatIf, game_of
from pitboss.odds import Game, optimal
from pitboss.odds.decisions import DRAW, FOLD, PLAY, Worth, exact
from pitboss.odds.geometry import rows
from pitboss.par.strategy_summary import summary_of

DISCARDS: Final = ("the highest", "the middle", "the lowest")
MOST_DEALS: Final = 22_100 * 52  # that are summed together


@dataclass(frozen=True, slots=True)
class Mix:
    """In how many deals each action is best."""

    fold: str
    play: str
    draw: str


@dataclass(frozen=True, slots=True)
class MeanWorth:
    """What each action is worth on average, per Ante; None where it does not exist or was not counted."""

    fold: str | None
    play: str | None
    draw: str | None  # with the best discard of each hand


@dataclass(frozen=True, slots=True)
class Cell:
    """Hands of the chart that belong together. `gain`: play less fold; where players draw, draw less both."""

    cell: str
    label: str
    high: str | None
    second: str | None
    deals: str
    mix: Mix
    best: str  # fold, play, draw or mixed
    ev: MeanWorth
    gain: str | None
    gain_value: float | None
    discard: str | None


@dataclass(frozen=True, slots=True)
class Grid:
    """High-card hands by their first and second rank; a pair of ranks without such a hand is missing."""

    highs: tuple[str, ...]
    seconds: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CutOffRow:
    """From which hand on to play, against one rank of up card."""

    up: str | None
    plays: str
    count: str
    deals: str


@dataclass(frozen=True, slots=True)
class ActionDeals:
    """In how many deals an action is best."""

    action: str
    deals: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The best play of the main game with no side wager. A deal is a hand with the up cards that show."""

    house: str
    hash: str
    shows: int
    draws: bool
    up: str | None
    deals: str
    words: tuple[str, ...]
    cut_offs: tuple[CutOffRow, ...]
    totals: tuple[ActionDeals, ...]
    rules: tuple[str, ...]
    categories: tuple[Cell, ...]
    grid: Grid | None


class _Group:
    """What is gathered of one cell."""

    def __init__(self) -> None:
        self.deals = 0
        self.best = [0] * 5  # deals by action
        self.sums = [0, 0, 0]  # fold, play, best draw
        self.gain = 0


def chart(asked: WhatIf, up: str = "") -> Chart:
    """The chart of a what-if; against one rank of up card where one shows and a rank is given."""
    check_up(asked.sheet.dealer.shows, up, asked.sheet.dealer.clause)
    return _chart(asked, up)


@lru_cache(maxsize=64)
def _chart(asked: WhatIf, up: str) -> Chart:
    house, game = asked.house, game_of(asked)
    sheet, shows = game.sheet, game.dealing.shows
    if shows > 1:
        return _of_many_up(house, game)
    groups, per = _gathered(game, up)
    plan = summary_of(game)
    cut_offs = tuple(
        CutOffRow(each.up or None, each.plays, str(each.count), str(each.deals))
        for each in plan.cut_offs
        if not up or each.up == up
    )
    whole = [sum(group.best[action] for group in groups.values()) for action in range(5)]
    grid_cells = tuple(
        _cell(game, cell, groups[cell], per) for cell in sorted(groups, key=_place) if len(cell) == 2
    )
    return Chart(
        house=house,
        hash=sheet.hash,
        shows=shows,
        draws=sheet.player.draws,
        up=up or None,
        deals=str(sum(whole)),
        words=tuple(_words(game, cut_offs)),
        cut_offs=cut_offs,
        totals=_totals(game, whole[FOLD], whole[PLAY], sum(whole[DRAW:])),
        rules=plan.rules,
        categories=tuple(_cell(game, each.text, groups[each.text], per) for each in CATEGORIES),
        grid=_grid(grid_cells) if up or not shows else None,
    )


def _gathered(game: Game, up: str) -> tuple[dict[str, _Group], int]:
    """All deals by cell, and by what a sum of cents over one deal's outcomes is divided."""
    stake = game.stakes_of("ante")["ante"]
    groups = {cell: _Group() for cell in cell_of_row()}
    per = 1
    for chunk in game.worths({"ante": stake}):
        per = chunk.outcomes * stake
        _gather(chunk, groups, up)
    return groups, per


def _gather(chunk: Worth, groups: dict[str, _Group], up: str) -> None:
    mine = chunk.counts.rows
    weight = np.where(chunk.counts.seen, rows().weight[mine, None], 0)
    if up:
        weight = weight * (chunk.counts.ups[:, 0] >> 2 == RANKS.index(up))[None, :]
    sums, best = exact(chunk.sums, MOST_DEALS), chunk.best()
    fold, play = sums[..., FOLD], sums[..., PLAY]
    draws = sums.shape[-1] > DRAW
    draw = sums[..., DRAW:].max(axis=-1) if draws else np.zeros_like(fold)
    gain = draw - np.maximum(fold, play) if draws else play - fold
    totals = [(weight * part).sum(axis=1).tolist() for part in (fold, play, draw, gain)]
    counts = [(weight * (best == action)).sum(axis=1).tolist() for action in range(5)]
    for place, row in enumerate(mine.tolist()):
        group = groups[cell_of_row()[row]]
        for action in range(5):
            group.best[action] += counts[action][place]
        group.deals += sum(count[place] for count in counts)
        for part in range(3):
            group.sums[part] += totals[part][place]
        group.gain += totals[3][place]


def _cell(game: Game, cell: str, group: _Group, per: int) -> Cell:
    draws = game.sheet.player.draws
    fold, play, draw = group.best[FOLD], group.best[PLAY], sum(group.best[DRAW:])
    means = [str(Fraction(total, per * group.deals)) if group.deals else None for total in group.sums]
    gain = Fraction(group.gain, per * group.deals) if group.deals else None
    high_card = len(cell) == 2
    label = f"{cell[0]}-{cell[1]} high" if high_card else game.sheet.hand_label(cell)
    return Cell(
        cell=cell,
        label=label,
        high=cell[0] if high_card else None,
        second=cell[1] if high_card else None,
        deals=str(group.deals),
        mix=Mix(str(fold), str(play), str(draw)),
        best=_best(fold, play, draw),
        ev=MeanWorth(means[0], means[1], means[2] if draws else None),
        gain=None if gain is None else str(gain),
        gain_value=None if gain is None else float(gain),
        discard=_discard(group) if draw else None,
    )


def _best(fold: int, play: int, draw: int) -> str:
    done = [name for name, count in (("fold", fold), ("play", play), ("draw", draw)) if count]
    return done[0] if len(done) == 1 else "mixed"


def _discard(group: _Group) -> str:
    """Which card the draws of a cell throw away, most often first."""
    found = [(count, name) for name, count in zip(DISCARDS, group.best[DRAW:], strict=True) if count]
    return "; ".join(f"{name} ({count:,})" for count, name in sorted(found, reverse=True))


def _grid(cells: tuple[Cell, ...]) -> Grid:
    ranks = tuple(reversed(RANKS))
    highs = tuple(rank for rank in ranks if any(cell.high == rank for cell in cells))
    seconds = tuple(rank for rank in ranks if any(cell.second == rank for cell in cells))
    return Grid(highs, seconds, cells)


def _place(cell: str) -> tuple[int, ...]:
    """High cards first, from ace down."""
    return tuple(-RANKS.index(rank) for rank in cell) if len(cell) == 2 else (1,)


def _totals(game: Game, fold: int, play: int, draw: int) -> tuple[ActionDeals, ...]:
    found = (ActionDeals("fold", str(fold)), ActionDeals("play", str(play)))
    return (*found, ActionDeals("draw", str(draw))) if game.sheet.player.draws else found


def _words(game: Game, cut_offs: tuple[CutOffRow, ...]) -> Iterator[str]:
    """The cut-offs as sentences; up cards that are played alike share one."""
    dealer = game.sheet.dealer.label
    by_words: dict[str, list[str]] = {}
    for each in cut_offs:
        by_words.setdefault(each.plays, []).append(each.up or "")
    for plays, ups in by_words.items():
        told = {"always": "Always play", "never": "Never play"}.get(plays, f"Play {plays}")
        shown = [each for each in ups if each]
        yield f"{dealer} shows {', '.join(shown)}: {told[0].lower()}{told[1:]}." if shown else f"{told}."


# Where several cards show


def _of_many_up(house: str, game: Game) -> Chart:
    """Only how many deals are folded and played, by category: there are too many hands to list."""
    wagers = game.stakes_of("ante")
    ends = game.tally_of(wagers, game.payoffs_of(wagers), optimal)
    per = game.dealing.outcomes_per_hand
    fold = [int(number) // per for number in ends.fold.sum(axis=1)]
    play = [int(number) // per for number in ends.pat.sum(axis=(1, 2))]
    royal = int(Category.MINI_ROYAL)
    folds, plays = ([*part[:royal], sum(part[royal:])] for part in (fold, play))
    cells = tuple(
        Cell(
            cell=each.text,
            label=game.sheet.hand_label(each.text),
            high=None,
            second=None,
            deals=str(folds[each] + plays[each]),
            mix=Mix(str(folds[each]), str(plays[each]), "0"),
            best=_best(folds[each], plays[each], 0),
            ev=MeanWorth(None, None, None),
            gain=None,
            gain_value=None,
            discard=None,
        )
        for each in reversed(Category)
    )
    return Chart(
        house=house,
        hash=game.sheet.hash,
        shows=game.dealing.shows,
        draws=False,
        up=None,
        deals=str(sum(fold) + sum(play)),
        words=(
            f"With {game.dealing.shows} cards up the best play goes by all cards seen: ask for one hand.",
        ),
        cut_offs=(),
        totals=_totals(game, sum(fold), sum(play), 0),
        rules=(),
        categories=cells,
        grid=None,
    )

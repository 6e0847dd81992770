"""The strategy chart as data: a grid of high-card hands, the categories above them, cut-offs and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from pitboss.cards import RANKS, Card
from pitboss.hands import CATEGORY_OF_VALUE, Category, Kind, value3
from pitboss.lab.figures import in_time
from pitboss.lab.rule_changes import WhatIf, game_of
from pitboss.odds import Game, optimal
from pitboss.odds.counts import deals_of
from pitboss.odds.decisions import ACTIONS, DRAW, EVERY_ACTION, FOLD, PLAY, RAISE, Worth, exact
from pitboss.odds.geometry import Ints, rows, up_sets
from pitboss.odds.not_priced import OutOfReach
from pitboss.report.strategy_summary import summary_of
from pitboss.round import Refusal
from pitboss.round.table import actions_of_house, raises_of
from pitboss.sheet.pays import HAND_CLASSES
from pitboss.sim.quick_plans import near_plan
from pitboss.text import one_of

CATEGORIES = tuple(category for category in reversed(Category) if category is not Category.HIGH_CARD)


def cell_of(cards: tuple[Card, ...]) -> str:
    """The cell that a hand is in.

    >>> from pitboss.cards import parse_cards
    >>> cell_of(tuple(parse_cards("4d Qs 6h"))), cell_of(tuple(parse_cards("Qs Qh 6h")))
    ('Q6', 'pair')
    """
    high, second, low = sorted(cards, reverse=True)
    category = CATEGORY_OF_VALUE[value3(high, second, low)]
    return RANKS[high >> 2] + RANKS[second >> 2] if category is Category.HIGH_CARD else category.text


@lru_cache(maxsize=1)
def cell_of_row() -> tuple[str, ...]:
    """The cell of every row of the odds."""
    return tuple(cell_of(tuple(cards)) for cards in rows().cards.tolist())


def check_cell(cell: str) -> None:
    """Refuses what is no cell."""
    if cell not in cell_of_row():
        named = one_of([category.text for category in CATEGORIES])
        text = (
            f"{cell[:20]!r} is no cell: write the two highest ranks of a high-card hand, like Q6, or {named}"
        )
        raise Refusal("cell", text, "STD-2", "cell")


def check_up(shows: int, up: str, clause: str, required: bool = False) -> None:
    """Refuses a rank of up card where there is none, or not one."""
    if up and shows != 1:
        raise Refusal("up", "A rank of up card is asked for only where one card shows", clause, "up")
    if (up and up not in tuple(RANKS)) or (required and shows == 1 and not up):
        raise Refusal("up", f"Write the rank of the up card, one of {' '.join(RANKS)}", clause, "up")


DISCARDS: Final = ("the highest", "the middle", "the lowest")
ROWS: Final = 100  # of a plan that are counted at once
MOST_DEALS: Final = 22_100 * 52  # that are summed together


@dataclass(frozen=True, slots=True)
class Mix:
    """In how many deals each action is best; `play` is a Play that is not raised."""

    fold: str
    play: str
    draw: str
    raised: Mapping[str, str]  # by the action: play_2x, play_3x


@dataclass(frozen=True, slots=True)
class MeanWorth:
    """What each action is worth on average, per Ante; None where it does not exist or was not counted."""

    fold: str | None
    play: str | None
    draw: str | None  # with the best discard of each hand
    raised: Mapping[str, str | None]  # by the action; None where some hand may not


@dataclass(frozen=True, slots=True)
class Cell:
    """Hands of the chart that belong together.

    `gain`: play, raised where that is better, less fold; where players draw, draw less both.
    """

    cell: str
    label: str
    high: str | None
    second: str | None
    deals: str
    mix: Mix
    best: str  # fold, play, draw, a raise like play_3x, or mixed
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
    """From which hand on to play, and to raise, against one rank of up card."""

    up: str | None
    plays: str
    raised: str  # "" where Play is not raised
    count: str  # deals that play, raised or not
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
    raises: tuple[str, ...]  # that the house offers to some hand
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
        self.may_raise = 0  # of the deals
        self.best: Counter[str] = Counter()  # deals by action
        self.sums: Counter[str] = Counter()  # fold, play, the best draw, each raise, and the gain


def chart(asked: WhatIf, up: str = "") -> Chart:
    """The chart of a what-if; against one rank of up card where one shows and a rank is given."""
    check_up(asked.sheet.dealer.shows, up, asked.sheet.dealer.clause)
    return _chart(asked, up)


@lru_cache(maxsize=64)
def _chart(asked: WhatIf, up: str) -> Chart:
    try:
        return in_time(lambda: _exact(asked, up), lambda why: _close_to_best(asked, why))
    except OutOfReach as why:
        return _close_to_best(asked, why.text)


def _exact(asked: WhatIf, up: str) -> Chart:
    house, game = asked.house, game_of(asked)
    sheet, shows = game.sheet, game.dealing.shows
    if shows > 1:
        return _of_many_up(house, game)
    groups, per = _gathered(game, up)
    plan = summary_of(game)
    cut_offs = tuple(
        CutOffRow(each.up or None, each.plays, each.raised, str(each.count), str(each.deals))
        for each in plan.cut_offs
        if not up or each.up == up
    )
    whole = sum((group.best for group in groups.values()), Counter[str]())
    grid_cells = tuple(
        _cell(game, cell, groups[cell], per) for cell in sorted(groups, key=_place) if len(cell) == 2
    )
    return Chart(
        house=house,
        hash=sheet.hash,
        shows=shows,
        draws=sheet.player.draws,
        raises=raises_of(sheet),
        up=up or None,
        deals=str(whole.total()),
        words=tuple(_words(game, cut_offs)),
        cut_offs=cut_offs,
        totals=_totals(game, _by_kind(whole)),
        rules=plan.rules,
        categories=tuple(_cell(game, each.text, groups[each.text], per) for each in CATEGORIES),
        grid=_grid(grid_cells) if up or not shows else None,
    )


def _gathered(game: Game, up: str) -> tuple[dict[str, _Group], int]:
    """All deals by cell, and by what a sum of cents over one deal's outcomes is divided."""
    wagers = game.stakes_of("ante")
    groups = {cell: _Group() for cell in cell_of_row()}
    per = 1
    for chunk in game.worths(wagers):
        per = chunk.outcomes * wagers["ante"]
        _gather(chunk, groups, up)
    return groups, per


def _gather(chunk: Worth, groups: dict[str, _Group], up: str) -> None:
    mine = chunk.counts.rows
    weight = np.where(chunk.counts.seen, rows().weight[mine, None], 0)
    if up:
        weight = weight * (chunk.counts.ups[:, 0] >> 2 == RANKS.index(up))[None, :]
    best = chunk.best()
    counts = [(weight * (best == number)).sum(axis=1).tolist() for number in range(len(EVERY_ACTION))]
    totals = {name: (weight * part).sum(axis=1).tolist() for name, part in _parts(chunk).items()}
    may = np.zeros(len(mine), bool) if chunk.may_raise is None else chunk.may_raise
    for place, (row, raises) in enumerate(zip(mine.tolist(), may.tolist(), strict=True)):
        group = groups[cell_of_row()[row]]
        found = {name: each[place] for name, each in zip(EVERY_ACTION, counts, strict=True) if each[place]}
        group.best.update(found)
        group.deals += sum(found.values())
        group.may_raise += sum(found.values()) if raises else 0
        for name, each in totals.items():
            group.sums[name] += each[place]


def _parts(chunk: Worth) -> dict[str, Ints]:
    """What is summed of every deal: the worth of each action, of a raise that is barred 0, and the gain."""
    sums = exact(chunk.sums, MOST_DEALS)
    found = {"fold": sums[..., FOLD], "play": sums[..., PLAY]}
    if sums.shape[-1] > DRAW:
        draw = sums[..., DRAW:].max(axis=-1)
        return found | {"draw": draw, "gain": draw - sums[..., :DRAW].max(axis=-1)}
    stays = found["play"]
    if chunk.may_raise is not None:
        may = chunk.may_raise[:, None]
        for name, each in chunk.raised.items():
            worth = exact(each, MOST_DEALS)
            found[name] = np.where(may, worth, 0)
            stays = np.where(may, np.maximum(stays, worth), stays)
    return found | {"gain": stays - found["fold"]}


def _by_kind(best: Mapping[str, int]) -> Counter[str]:
    """Deals by action, all draws together."""
    found: Counter[str] = Counter()
    for name, deals in best.items():
        found[name.partition("_")[0] if name.startswith("draw") else name] += deals
    return found


def _cell(game: Game, cell: str, group: _Group, per: int) -> Cell:
    done, raises = _by_kind(group.best), raises_of(game.sheet)
    means = {name: Fraction(total, per * group.deals) for name, total in group.sums.items() if group.deals}
    texts = {name: str(mean) for name, mean in means.items()}
    may = group.may_raise == group.deals
    gain = means.get("gain")
    high_card = len(cell) == 2
    label = f"{cell[0]}-{cell[1]} high" if high_card else game.sheet.hand_label(cell)
    return Cell(
        cell=cell,
        label=label,
        high=cell[0] if high_card else None,
        second=cell[1] if high_card else None,
        deals=str(group.deals),
        mix=_mix(game, done),
        best=_best(done),
        ev=MeanWorth(
            texts.get("fold"),
            texts.get("play"),
            texts.get("draw"),
            {name: texts.get(name) if may else None for name in raises},
        ),
        gain=None if gain is None else str(gain),
        gain_value=None if gain is None else float(gain),
        discard=_discard(group) if done["draw"] else None,
    )


def _mix(game: Game, done: Mapping[str, int]) -> Mix:
    fold, play, draw, *raised = (str(done[name]) for name in ("fold", "play", "draw", *raises_of(game.sheet)))
    return Mix(fold, play, draw, dict(zip(raises_of(game.sheet), raised, strict=True)))


def _best(done: Mapping[str, int]) -> str:
    names = [name for name, count in done.items() if count]
    return names[0] if len(names) == 1 else "mixed"


def _discard(group: _Group) -> str:
    """Which card the draws of a cell throw away, most often first."""
    counts = [group.best[name] for name in ACTIONS[DRAW:]]
    found = [(count, name) for name, count in zip(DISCARDS, counts, strict=True) if count]
    return "; ".join(f"{name} ({count:,})" for count, name in sorted(found, reverse=True))


def _grid(cells: tuple[Cell, ...]) -> Grid:
    ranks = tuple(reversed(RANKS))
    highs = tuple(rank for rank in ranks if any(cell.high == rank for cell in cells))
    seconds = tuple(rank for rank in ranks if any(cell.second == rank for cell in cells))
    return Grid(highs, seconds, cells)


def _place(cell: str) -> tuple[int, ...]:
    """High cards first, from ace down."""
    return tuple(-RANKS.index(rank) for rank in cell) if len(cell) == 2 else (1,)


def _totals(game: Game, done: Mapping[str, int]) -> tuple[ActionDeals, ...]:
    return tuple(ActionDeals(name, str(done[name])) for name in actions_of_house(game.sheet))


def _words(game: Game, cut_offs: tuple[CutOffRow, ...]) -> Iterator[str]:
    """The cut-offs as sentences; up cards that are played alike share one."""
    dealer = game.sheet.dealer.label
    by_words: dict[str, list[str]] = {}
    for each in cut_offs:
        whole = {"always": "Always play", "never": "Never play"}.get(each.plays, f"Play {each.plays}")
        words = f"{whole}; raise {each.raised}" if each.raised else whole
        by_words.setdefault(words, []).append(each.up or "")
    for told, ups in by_words.items():
        shown = [each for each in ups if each]
        yield f"{dealer} shows {', '.join(shown)}: {told[0].lower()}{told[1:]}." if shown else f"{told}."


# Where several cards show


def _by_category(by_class: Sequence[int]) -> dict[Category, int]:
    """Numbers by hand class as those of the categories."""
    found = dict.fromkeys(Category, 0)
    for number, each in enumerate(by_class):
        found[Kind(min(number, Kind.MINI_ROYAL)).category] += each
    return found


def _of_many_up(house: str, game: Game) -> Chart:
    """Only how many deals are folded and played, by category: there are too many hands to list."""
    wagers = game.stakes_of("ante")
    ends = game.tally_of(wagers, game.payoffs_of(wagers), optimal)
    per = game.dealing.outcomes_per_hand
    by_class = {"fold": ends.fold.sum(axis=1), "play": ends.pat.sum(axis=(1, 2))}
    by_class |= {name: each.sum(axis=(1, 2)) for name, each in ends.raised.items()}
    deals = {name: [int(n) // per for n in each] for name, each in by_class.items()}
    words = f"With {game.dealing.shows} cards up the best play goes by all cards seen: ask for one hand."
    return _by_categories(house, game, deals, words)


def _close_to_best(asked: WhatIf, why: str) -> Chart:
    """The same of a plan that is close to the best one."""
    game = game_of(asked)
    plan, ups = near_plan(game, game.stakes_of("ante")), up_sets(game.dealing.shows)
    found: dict[str, Ints] = {}
    for start in range(0, len(rows()), ROWS):
        some = np.arange(start, min(start + ROWS, len(rows())))
        times = deals_of(some, ups)
        for number in np.unique(plan.table[some]).tolist():
            name = EVERY_ACTION[number].partition("_")[0] if DRAW <= number < RAISE else EVERY_ACTION[number]
            deals = np.where(plan.table[some] == number, times, 0).sum(axis=1)
            by_class = found.setdefault(name, np.zeros(HAND_CLASSES, np.int64))
            np.add.at(by_class, rows().hand_class[some], deals)
    deals_by = {name: each.tolist() for name, each in found.items()}
    return _by_categories(asked.house, game, deals_by, f"{why}: this is play close to the best.")


def _by_categories(house: str, game: Game, by_class: Mapping[str, Sequence[int]], words: str) -> Chart:
    """A chart of nothing but how many deals of each category are played in each way."""
    deals = {name: _by_category(each) for name, each in by_class.items()}
    done = {each: Counter({name: found[each] for name, found in deals.items()}) for each in Category}
    cells = tuple(
        Cell(
            cell=each.text,
            label=game.sheet.hand_label(each.text),
            high=None,
            second=None,
            deals=str(done[each].total()),
            mix=_mix(game, done[each]),
            best=_best(done[each]),
            ev=MeanWorth(None, None, None, dict.fromkeys(raises_of(game.sheet))),
            gain=None,
            gain_value=None,
            discard=None,
        )
        for each in reversed(Category)
    )
    whole = sum(done.values(), Counter[str]())
    return Chart(
        house=house,
        hash=game.sheet.hash,
        shows=game.dealing.shows,
        draws=game.sheet.player.draws,
        raises=raises_of(game.sheet),
        up=None,
        deals=str(whole.total()),
        words=(words,),
        cut_offs=(),
        totals=_totals(game, whole),
        rules=(),
        categories=cells,
        grid=None,
    )

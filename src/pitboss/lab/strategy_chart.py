"""The strategy chart as data: a grid of high-card hands, the categories above them, cut-offs and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from pitboss.cards import RANKS, Card
from pitboss.hands import CATEGORY_OF_VALUE, Category, value3
from pitboss.lab.figures import in_time
from pitboss.lab.rule_changes import WhatIf, game_of
from pitboss.messages.rounds import DISCARDS
from pitboss.odds import Game
from pitboss.odds.counts import deals_of
from pitboss.odds.decisions import DRAW, EVERY_ACTION, FOLD, PLAY, Worth, exact
from pitboss.odds.geometry import Ints, rows, up_sets
from pitboss.odds.not_priced import OutOfReach
from pitboss.report.strategy_summary import CutOff, cut_off_sentences, summary_of
from pitboss.round import Refusal
from pitboss.round.table import actions_of_house, raises_of
from pitboss.sheet import Sheet
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


ROWS: Final = 100  # of a plan that are counted at once
MOST_DEALS: Final = 22_100 * 52  # that are summed together


@dataclass(frozen=True, slots=True)
class Cell:
    """Hands of the chart that belong together: high-card hands by their two highest ranks, or a category."""

    cell: str
    label: str
    deals: str
    mix: Mapping[str, str]  # action -> the deals in which it is best
    best: str  # fold, play, draw, a raise like play_3x, or mixed
    ev: Mapping[str, str]  # mean per Ante, by action; without a raise that some hand may not make
    gain: str | None  # of the best way to stay over folding; where players draw, of drawing over both
    gain_value: float | None
    discard: str | None


@dataclass(frozen=True, slots=True)
class Chart:
    """Optimal play of the main game with no side wager. A deal is a hand with the up cards that show."""

    house: str
    hash: str
    shows: int
    draws: bool
    raises: tuple[str, ...]  # that the house offers to some hand
    up: str | None
    deals: str
    words: tuple[str, ...]
    cut_offs: tuple[CutOff, ...]
    totals: Mapping[str, str]  # action -> the deals in which it is best
    rules: tuple[str, ...]
    categories: tuple[Cell, ...]
    grid: tuple[Cell, ...] | None  # high-card hands, best cards first


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
    try:
        return in_time(lambda: _exact(asked, up), lambda why: _close_to_best(asked, why))
    except OutOfReach as why:
        return _close_to_best(asked, why.text)


def _exact(asked: WhatIf, up: str) -> Chart:
    game = game_of(asked)
    shows, plan = game.dealing.shows, summary_of(game)
    if shows > 1:  # there are too many hands to list: only how many of each category are folded and played
        done = {
            each.category: Counter(dict(zip([total.id for total in plan.totals], each.counts, strict=True)))
            for each in plan.categories
        }
        words = f"With {shows} cards up, optimal play depends on all cards seen: ask about one hand."
        return _by_categories(asked, done, words)
    groups, per = _gathered(game, up)
    cut_offs = tuple(each for each in plan.cut_offs if not up or each.up == up)
    high_cards = sorted((cell for cell in groups if len(cell) == 2), key=_high_to_low)
    grid = tuple(_cell(game, cell, groups[cell], per) for cell in high_cards)
    return _chart(
        asked,
        sum((_by_kind(group.best) for group in groups.values()), Counter[str]()),
        tuple(_cell(game, each.text, groups[each.text], per) for each in CATEGORIES),
        words=tuple(cut_off_sentences(game.sheet, cut_offs)) if up else plan.rule,
        up=up or None,
        cut_offs=cut_offs,
        rules=plan.rules,
        grid=grid if up or not shows else None,
    )


def _chart(
    asked: WhatIf,
    done: Mapping[str, int],
    categories: tuple[Cell, ...],
    *,
    words: tuple[str, ...],
    up: str | None = None,
    cut_offs: tuple[CutOff, ...] = (),
    rules: tuple[str, ...] = (),
    grid: tuple[Cell, ...] | None = None,
) -> Chart:
    sheet = asked.sheet
    return Chart(
        house=asked.house,
        hash=sheet.hash,
        shows=sheet.dealer.shows,
        draws=sheet.player.draws,
        raises=raises_of(sheet),
        up=up,
        deals=str(sum(done.values())),
        words=words,
        cut_offs=cut_offs,
        totals=_mix(sheet, done),
        rules=rules,
        categories=categories,
        grid=grid,
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
    barred = raises if group.may_raise < group.deals else ()
    gain = means.pop("gain", None)
    return Cell(
        cell=cell,
        label=f"{cell[0]}-{cell[1]} high" if len(cell) == 2 else game.sheet.hand_label(cell),
        deals=str(group.deals),
        mix=_mix(game.sheet, done),
        best=_best(done),
        ev={name: str(mean) for name, mean in means.items() if name not in barred},
        gain=None if gain is None else str(gain),
        gain_value=None if gain is None else float(gain),
        discard=_discard(group) if done["draw"] else None,
    )


def _mix(sheet: Sheet, done: Mapping[str, int]) -> dict[str, str]:
    return {name: str(done.get(name, 0)) for name in actions_of_house(sheet)}


def _best(done: Mapping[str, int]) -> str:
    names = [name for name, count in done.items() if count]
    return names[0] if len(names) == 1 else "mixed"


def _discard(group: _Group) -> str:
    """Which card the draws of a cell discard, most often first."""
    found = [(count, words) for name, words in DISCARDS.items() if (count := group.best[name])]
    return "; ".join(f"{words} ({count:,})" for count, words in sorted(found, reverse=True))


def _high_to_low(cell: str) -> tuple[int, ...]:
    return tuple(-RANKS.index(rank) for rank in cell)


def _close_to_best(asked: WhatIf, why: str) -> Chart:
    """How many deals of each category are folded and played by a plan that is close to optimal."""
    game = game_of(asked)
    plan, ups = near_plan(game, game.stakes_of("ante")), up_sets(game.dealing.shows)
    category = np.array(CATEGORY_OF_VALUE)[rows().value]
    done: dict[str, Counter[str]] = {each.text: Counter() for each in reversed(Category)}
    for start in range(0, len(rows()), ROWS):
        some = np.arange(start, min(start + ROWS, len(rows())))
        times = deals_of(some, ups)
        for number in np.unique(plan.table[some]).tolist():
            deals = np.where(plan.table[some] == number, times, 0).sum(axis=1)
            for each in Category:
                done[each.text][EVERY_ACTION[number]] += int(deals[category[some] == each].sum())
    by_category = {name: _by_kind(each) for name, each in done.items()}
    return _by_categories(asked, by_category, f"{why}: this is play close to the best.")


def _by_categories(asked: WhatIf, done: Mapping[str, Counter[str]], words: str) -> Chart:
    """A chart of nothing but how many deals of each category are played in each way."""
    sheet = asked.sheet
    cells = tuple(
        Cell(
            cell=name,
            label=sheet.hand_label(name),
            deals=str(each.total()),
            mix=_mix(sheet, each),
            best=_best(each),
            ev={},
            gain=None,
            gain_value=None,
            discard=None,
        )
        for name, each in done.items()
    )
    return _chart(asked, sum(done.values(), Counter[str]()), cells, words=(words,))

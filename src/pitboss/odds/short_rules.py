"""A rule for a drawing game that a person can learn, and exactly what it costs against perfect play.

Perfect play discards a card by a table of 1,755 hands. A short rule says what to do with each category, and
for hands of less than a pair lists which two cards to keep: the first line that fits decides, and a hand
that fits none is folded. The lists are searched; what the best one gives up is summed exactly. Come here for
what `pitboss strategy` prints first at a house where players draw.

>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> rule = short_rule(Game(open_table(load_house("pechanga"))))
>>> rule.categories["pair"], len(rule.keeps), f"{float(rule.cost):.4%}"
('odd card', 6, '0.7880%')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final, Literal, NamedTuple

import numpy as np

from pitboss.cards import Card, card_text
from pitboss.errors import NotPriced
from pitboss.hands import CATEGORY_OF_VALUE, Category
from pitboss.money import Cents
from pitboss.odds.decisions import ACTIONS, DRAW, FOLD, PLAY, Worth
from pitboss.odds.game import Game
from pitboss.odds.geometry import Doubles, Flags, Ints, row_of, rows

Handling = Literal["play", "fold", "odd card", "lowest card"]  # of a category
ANY_GAP: Final = 12
LINES: Final = 6  # that a person remembers
_STARTS: Final = 12  # lists from which the search begins
_GAPS: Final = (1, 2, ANY_GAP)
_FROM: Final = (0, *range(7, 13))  # any rank, or from a nine up
_PAIRS: Final = ((0, 1), (0, 2), (1, 2))  # of three cards from high to low, and what goes for each
_DISCARDED: Final = np.array([2, 1, 0])


class Keep(NamedTuple):
    """Two cards that are worth keeping: of one suit or not (None: either), how near, and how high."""

    suited: bool | None
    gap: int  # ranks from one to the other, an ace being low beside a deuce or a three
    least: int  # the rank of the higher one, at least


@dataclass(frozen=True, slots=True)
class ShortRule:
    """What to do with each category; and with less than a pair, which two cards to keep, in this order."""

    categories: Mapping[str, Handling]
    keeps: tuple[Keep, ...]
    cost: Fraction  # Antes a round, against perfect play
    exceptions: int  # of all hands: those that it does not play best
    actions: Ints  # of each row
    lines: Ints  # of each row: which of `keeps` decides it, from 1; 0 where none does

    def decide(self, cards: Sequence[Card]) -> tuple[str, int]:
        """What to do with three cards, like `draw:4d`, and which line says so."""
        a, b, c = high_to_low = sorted(cards, reverse=True)
        row = row_of()[2704 * a + 52 * b + c]
        action = int(self.actions[row])
        name = ACTIONS[action] if action < DRAW else f"draw:{card_text(high_to_low[action - DRAW])}"
        return name, int(self.lines[row])

    def decided(self, line: int) -> tuple[list[list[Card]], int]:
        """Hands up to suits that a line decides, and how many of all hands that is."""
        of = np.flatnonzero(self.lines == line)
        return rows().cards[of].tolist(), int(rows().weight[of].sum())

    def choose(self, worth: Worth) -> Ints:
        """As a strategy: priced like any other by `Game.price`."""
        chosen: Ints = np.repeat(self.actions[worth.counts.rows, None], worth.sums.shape[1], axis=1)
        return chosen


_LINES: Final = tuple(Keep(*each) for each in product((None, True, False), _GAPS, _FROM))


def short_rule(game: Game, bets: Mapping[str, Cents] | None = None) -> ShortRule:
    """The best short rule for a bet at a house where players draw and no dealer card shows."""
    if not game.dealing.player_draws or game.dealing.shows:
        raise NotPriced("A short rule is searched for where players draw and no card of the dealer shows")
    wagers = bets or game.stakes_of("ante")
    found = list(game.worths(wagers))
    size = len(rows())
    total = np.zeros((size, found[0].sums.shape[-1]), object)  # over the deals of each row, exact
    for worth in found:
        some = worth.counts
        np.add.at(total, some.rows, worth.sums[:, 0].astype(object) * some.times[:, :1].astype(object))
    worths = total.astype(np.float64)
    category = np.array([CATEGORY_OF_VALUE[value] for value in rows().value])
    actions, lines = np.full(size, FOLD), np.zeros(size, int)
    handled: dict[str, Handling] = {}
    for each in reversed(Category):
        of = np.flatnonzero(category == each)
        if each is Category.HIGH_CARD:
            keeps, actions[of], lines[of] = _search(worths[of], of)
            continue
        options = _handlings(of)
        best = max(options, key=lambda way: worths[of, options[way]].sum())
        handled[each.text], actions[of] = best, options[best]
    every = range(size)
    lost = total.max(axis=1) - total[every, actions]
    exceptions = int(rows().weight[lost > 0].sum())
    deals = sum(int(worth.counts.times.sum()) for worth in found) * found[0].outcomes
    cost = Fraction(int(lost.sum()), deals * wagers["ante"])
    return ShortRule(handled, keeps, cost, exceptions, actions, lines)


def _handlings(of: Ints) -> dict[Handling, Ints]:
    """What each way to handle a category does with some rows."""
    ranks = rows().cards[of] >> 2
    odd = np.where(ranks[:, 0] == ranks[:, 1], DRAW + 2, DRAW)  # of a pair: the card that is not in it
    return {
        "play": np.full(len(of), PLAY),
        "odd card": odd,
        "lowest card": np.full(len(of), DRAW + 2),
        "fold": np.full(len(of), FOLD),
    }


def _search(worths: Doubles, of: Ints) -> tuple[tuple[Keep, ...], Ints, Ints]:
    """The list that gives up least on these rows: from many beginnings, one change after the other."""
    fits = np.stack([_fitting(line, of) for line in _LINES])
    kinds, kind = np.unique(fits, axis=1, return_inverse=True)  # rows that every line treats alike
    alike = np.zeros((kinds.shape[1], worths.shape[1]))
    np.add.at(alike, kind.ravel(), worths)
    brings = np.take_along_axis(alike.T[None], DRAW + np.maximum(kinds, 0)[:, None], axis=1)[:, 0]

    def worth(lists: Ints) -> Doubles:
        """What lists bring; a hand is folded where no line of a list fits."""
        got = np.broadcast_to(alike[:, FOLD], (len(lists), len(alike)))
        for lines in lists.T[::-1]:
            got = np.where(kinds[lines] >= 0, brings[lines], got)
        found: Doubles = got.sum(axis=1)
        return found

    luck = np.random.Generator(np.random.PCG64(0))  # only where to begin: the cost is exact
    tried = np.stack([_climb(lines, worth) for lines in luck.integers(len(_LINES), size=(_STARTS, LINES))])
    best = tried[worth(tried).argmax()]
    actions, decides = np.full(len(of), FOLD), np.zeros(len(of), int)
    for number, line in reversed(list(enumerate(best, 1))):
        actions = np.where(fits[line] >= 0, DRAW + fits[line], actions)
        decides = np.where(fits[line] >= 0, number, decides)
    return tuple(_LINES[line] for line in best), actions, decides


def _climb(lines: Ints, worth: Callable[[Ints], Doubles]) -> Ints:
    """Changes or moves one line at a time, the best change first, until none helps."""
    places, every = range(len(lines)), np.arange(len(_LINES))
    while True:
        changed = np.tile(lines, (len(lines), len(every), 1))
        for place in places:
            changed[place, :, place] = every
        moved = [np.insert(np.delete(lines, one), two, lines[one]) for one, two in product(places, places)]
        near = np.concatenate([lines[None], changed.reshape(-1, len(lines)), moved])
        best: Ints = near[worth(near).argmax()]  # of equal ones the first: what there was
        if (best == lines).all():
            return lines
        lines = best


def _fitting(line: Keep, of: Ints) -> Ints:
    """Which card each row discards: it keeps the highest two cards that fit a line; -1 where none do."""
    cards = rows().cards[of]
    ranks, suits = cards >> 2, cards & 3
    discarded = np.full(len(of), -1)
    for pair in reversed(range(len(_PAIRS))):
        one, two = _PAIRS[pair]
        fit: Flags = _gap(ranks[:, one], ranks[:, two]) <= line.gap
        fit &= ranks[:, one] >= line.least
        if line.suited is not None:
            fit &= (suits[:, one] == suits[:, two]) == line.suited
        discarded = np.where(fit, _DISCARDED[pair], discarded)
    return discarded


def _gap(high: Ints, low: Ints) -> Ints:
    """`gap_of` of many."""
    return np.where((high == 12) & (low <= 1), low + 1, high - low)


def gap_of(high: int, low: int) -> int:
    """How far two ranks are apart in a straight: an ace is low beside a deuce or a three (STD-3)."""
    return int(_gap(np.array(high), np.array(low)))

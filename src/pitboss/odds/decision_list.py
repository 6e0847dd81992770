"""Every decision of a game up to suits, many at a time: what `pitboss strategy` lists, counts and writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import cards_text
from pitboss.money import Cents
from pitboss.odds.decisions import ACTIONS, Worth
from pitboss.odds.geometry import Ints, rows
from pitboss.odds.sheet_price import Game
from pitboss.odds.suit_orders import family_of, known_by, orbits, up_number, up_sets

COLUMNS: Final = ("hand", "multiplicity", "up", "action", *(f"ev_{name}" for name in ACTIONS))
_TOGETHER: Final = 100  # rows that are listed at once where two cards show


@dataclass(frozen=True, slots=True)
class Decisions:
    """Some hands with their up cards, each for all deals that are the same up to suits; best cards first."""

    row: Ints
    up: Ints  # places in `up_sets`
    deals: Ints
    sums: Ints  # (decisions, actions) worth of each action, times `per`
    per: int

    def best(self) -> Ints:
        """The actions that are as good as the best of each, as bits."""
        equal = self.sums == self.sums.max(axis=1, keepdims=True)
        found: Ints = (equal << np.arange(equal.shape[1])).sum(axis=1)
        return found


def decisions(game: Game, wagers: Mapping[str, Cents]) -> Iterator[Decisions]:
    """All of them, best cards first."""
    per = wagers["ante"]
    if game.dealing.shows != 2:
        for chunk in game.worths(wagers, by_hands=True):
            part = _up_to_suits(chunk, game.dealing.shows)
            if len(part[0]):
                yield _ordered([part], chunk.outcomes * per)
        return
    for start in range(0, len(rows()), _TOGETHER):
        some = np.arange(start, min(start + _TOGETHER, len(rows())))
        parts, outcomes = [], 1
        for chunk in game.worths(wagers, by_hands=True, hands=some):
            parts.append(_up_to_suits(chunk, game.dealing.shows))
            outcomes = chunk.outcomes
        yield _ordered(parts, outcomes * per)


_Part = tuple[Ints, Ints, Ints, Ints]  # row, up, deals, sums


def _ordered(parts: list[_Part], per: int) -> Decisions:
    row, up, deals, sums = (np.concatenate(column) for column in zip(*parts, strict=True))
    if len(parts) == 1 and (row[1:] >= row[:-1]).all():
        return Decisions(row, up, deals, sums, per)
    order = np.argsort(row, kind="stable")
    return Decisions(row[order], up[order], deals[order], sums[order], per)


def _up_to_suits(chunk: Worth, shows: int) -> _Part:
    """One decision of each class up to suits: of the up cards that are the same to a hand, the smallest."""
    hands, counts = rows(), chunk.counts
    royals = np.flatnonzero(hands.weight == 1)  # listed once
    place = up_number(shows)[known_by(counts.ups)] if shows else np.zeros(1, np.int64)
    every = len(place) == comb(52, shows)
    parts: list[_Part] = []
    for number in np.unique(family_of()[counts.rows]).tolist():
        mine = np.flatnonzero((family_of()[counts.rows] == number) & ~np.isin(counts.rows, royals[1:]))
        alike = orbits(shows, number)
        times = counts.times[mine][:, alike.first] * alike.size if every else counts.times[mine]
        found, shown = np.nonzero(times)
        if not len(found):
            continue
        row, column = counts.rows[mine[found]], alike.first[shown] if every else shown
        deals = times[found, shown] * np.where(row == royals[0], len(royals), 1)
        parts.append((row, place[column], deals, chunk.sums[mine[found], column]))
    if not parts:
        none = np.zeros(0, np.int64)
        return none, none, none, chunk.sums[:0, 0]
    row, up, deals, sums = (np.concatenate(column) for column in zip(*parts, strict=True))
    return row, up, deals, sums


def deals_by_action(game: Game, wagers: Mapping[str, Cents]) -> dict[str, int]:
    """In how many deals each action is best; `fold|play` where both are."""
    found: dict[str, int] = {}
    for some in decisions(game, wagers):
        deals = np.bincount(some.best(), some.deals, 1 << len(ACTIONS))
        for best in np.flatnonzero(deals).tolist():
            found[action_of(best)] = found.get(action_of(best), 0) + int(deals[best])
    return found


@lru_cache(maxsize=1 << len(ACTIONS))
def action_of(best: int) -> str:
    """`play`, or `fold|play` where both are equally good."""
    return "|".join(name for place, name in enumerate(ACTIONS) if best >> place & 1)


def written(game: Game, wagers: Mapping[str, Cents]) -> Iterator[Iterator[tuple[str, ...]]]:
    """The columns of every decision as text, many decisions at a time."""
    hands = [cards_text(cards) for cards in rows().cards.tolist()]
    ups = [cards_text(cards) for cards in up_sets(game.dealing.shows).tolist()]
    texts: dict[int, str] = {}
    for some in decisions(game, wagers):
        evs = [_fractions(column, some.per, texts) for column in some.sums.T]
        evs += [[""] * len(some.row)] * (len(ACTIONS) - len(evs))
        yield zip(
            [hands[row] for row in some.row.tolist()],
            map(str, some.deals.tolist()),
            [ups[up] for up in some.up.tolist()],
            [action_of(best) for best in some.best().tolist()],
            *evs,
            strict=True,
        )


def _fractions(sums: Ints, per: int, texts: dict[int, str]) -> list[str]:
    """Worths as text; most come again, so each is made once."""
    each, place = np.unique(sums, return_inverse=True)
    if len(texts) > len(sums):  # no more than one chunk needs is kept
        texts.clear()
    for total in each.tolist():
        if total not in texts:
            texts[total] = str(Fraction(total, per))
    found = [texts[total] for total in each.tolist()]
    return [found[number] for number in place.ravel().tolist()]

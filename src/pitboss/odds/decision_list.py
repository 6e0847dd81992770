"""Every decision of a game up to suits, many at a time: what `pitboss strategy` lists, counts and writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import cards_text
from pitboss.money import Cents
from pitboss.odds.decisions import ACTIONS, BARRED, ActionName, Worth
from pitboss.odds.geometry import SUIT_ORDERS, Ints, rows, royal_suit
from pitboss.odds.sheet_price import Game
from pitboss.odds.suit_orders import (
    family_of,
    known_by,
    moved_ups,
    orbits,
    renamed,
    up_number,
    up_sets,
)
from pitboss.odds.work import Progress
from pitboss.round.raises import raises_of
from pitboss.sheet.model import Sheet
from pitboss.sheet.payclass import ROYAL

COLUMNS: Final = ("hand", "multiplicity", "up", "action", *(f"ev_{name}" for name in ACTIONS))
_TOGETHER: Final = 100  # rows that are listed at once where two cards show


@dataclass(frozen=True, slots=True)
class Decisions:
    """Some hands with their up cards, each for all deals that are the same up to suits; best cards first.

    Suits are those of the rows, renamed by one order: hands that can draw an A-K-Q which is paid by its suit
    come once for each suit.
    """

    row: Ints
    up: Ints  # places in `up_sets`
    deals: Ints
    sums: Ints  # (decisions, actions) worth of each action, times `per`
    per: int
    order: int = 0  # of suits
    names: tuple[ActionName, ...] = tuple(ACTIONS)  # of the columns of `sums`, and more

    def best(self) -> Ints:
        """The actions that are as good as the best of each, as bits."""
        equal = self.sums == self.sums.max(axis=1, keepdims=True)
        found: Ints = (equal << np.arange(equal.shape[1])).sum(axis=1)
        return found


def decisions(game: Game, wagers: Mapping[str, Cents]) -> Iterator[Decisions]:
    """All of them, best cards first."""
    per, once = wagers["ante"], _listed_once(game, wagers)
    if game.dealing.shows != 2:
        for chunk in game.worths(wagers, by_hands=True):
            part = _up_to_suits(chunk, game.dealing.shows, once)
            if len(part[0]):
                per_chunk = chunk.outcomes * per
                found = _ordered([part], per_chunk, game.dealing.shows, _order_to(chunk))
                yield replace(found, names=chunk.names) if chunk.raised else found
        return
    for start in range(0, len(rows()), _TOGETHER):
        some = np.arange(start, min(start + _TOGETHER, len(rows())))
        parts: dict[int, list[_Part]] = {}
        outcomes, names = 1, tuple(ACTIONS)
        for chunk in game.worths(wagers, by_hands=True, hands=some):
            parts.setdefault(_order_to(chunk), []).append(_up_to_suits(chunk, 2, once))
            outcomes, names = chunk.outcomes, chunk.names if chunk.raised else tuple(ACTIONS)
        for order, same in parts.items():
            yield replace(_ordered(same, outcomes * per, 2, order), names=names)


_Part = tuple[Ints, Ints, Ints, Ints]  # row, up, deals, sums


def _ordered(parts: list[_Part], per: int, shows: int, suits: int) -> Decisions:
    row, up, deals, sums = (np.concatenate(column) for column in zip(*parts, strict=True))
    up = moved_ups(shows)[suits][up] if suits else up
    if len(parts) == 1 and (row[1:] >= row[:-1]).all():
        return Decisions(row, up, deals, sums, per, suits)
    order = np.argsort(row, kind="stable")
    return Decisions(row[order], up[order], deals[order], sums[order], per, suits)


def _order_to(chunk: Worth) -> int:
    """The order of suits in which the A-K-Q that these rows can draw to is of the suit it is paid by."""
    if chunk.suit is None:
        return 0
    own = royal_suit(rows().cards[chunk.counts.rows[0]].tolist())
    wanted = [chunk.suit if suit == own else own if suit == chunk.suit else suit for suit in range(4)]
    return int(np.flatnonzero((np.array(wanted) == SUIT_ORDERS).all(axis=1))[0])


def _listed_once(game: Game, wagers: Mapping[str, Cents]) -> Ints:
    """The rows of suited A-K-Qs, where none of them is paid by its suit: the first stands for all."""
    pays = game.payoffs_of(wagers)
    alike = all((part[ROYAL:] == part[ROYAL]).all() for part in (pays.fold, pays.pat))
    return np.flatnonzero(rows().weight == 1)[: None if alike else 1]


def _up_to_suits(chunk: Worth, shows: int, royals: Ints) -> _Part:
    """One decision of each class up to suits: of the up cards that are the same to a hand, the smallest."""
    counts = chunk.counts
    place = up_number(shows)[known_by(counts.ups)] if shows else np.zeros(1, np.int64)
    every = len(place) == comb(52, shows)
    parts: list[_Part] = []
    sums = chunk.every()
    for number in np.unique(family_of()[counts.rows]).tolist():
        mine = np.flatnonzero((family_of()[counts.rows] == number) & ~np.isin(counts.rows, royals[1:]))
        alike = orbits(shows, number)
        times = counts.times[mine][:, alike.first] * alike.size if every else counts.times[mine]
        found, shown = np.nonzero(times)
        if not len(found):
            continue
        row, column = counts.rows[mine[found]], alike.first[shown] if every else shown
        deals = times[found, shown] * np.where(row == royals[0], len(royals), 1)
        parts.append((row, place[column], deals, sums[mine[found], column]))
    if not parts:
        none = np.zeros(0, np.int64)
        return none, none, none, sums[:0, 0]
    row, up, deals, sums = (np.concatenate(column) for column in zip(*parts, strict=True))
    return row, up, deals, sums


def deals_by_action(
    game: Game, wagers: Mapping[str, Cents], progress: Progress | None = None
) -> dict[str, int]:
    """In how many deals each action is best; `fold|play` where both are."""
    found: dict[str, int] = {}
    every = comb(52, 3) * comb(49, game.dealing.shows)
    for some in decisions(game, wagers):
        deals = np.bincount(some.best(), some.deals)
        for best in np.flatnonzero(deals).tolist():
            name = action_of(best, some.names)
            found[name] = found.get(name, 0) + int(deals[best])
        if progress is not None:
            progress(sum(found.values()), every)
    return found


@lru_cache(maxsize=1 << len(ACTIONS))
def action_of(best: int, names: Sequence[ActionName] = tuple(ACTIONS)) -> str:
    """`play`, or `fold|play` where both are equally good."""
    return "|".join(name for place, name in enumerate(names) if best >> place & 1)


def columns_of(sheet: Sheet) -> tuple[str, ...]:
    """The columns of a house's strategy: where Play may be raised, what raises are worth comes last."""
    return (*COLUMNS, *(f"ev_{name}" for name in raises_of(sheet)))


def written(game: Game, wagers: Mapping[str, Cents]) -> Iterator[Iterator[tuple[str, ...]]]:
    """The columns of every decision as text, many decisions at a time."""

    @lru_cache(maxsize=len(SUIT_ORDERS))
    def hands(order: int) -> list[str]:
        return [cards_text(cards) for cards in renamed(rows().cards, order).tolist()]

    ups = [cards_text(cards) for cards in up_sets(game.dealing.shows).tolist()]
    texts: dict[int, str] = {}
    for some in decisions(game, wagers):
        evs = [_fractions(column, some.per, texts) for column in some.sums.T]
        raises = raises_of(game.sheet)
        plain = len(evs) - len(raises)
        evs[plain:plain] = [[""] * len(some.row)] * (len(ACTIONS) - plain)
        yield zip(
            [hands(some.order)[row] for row in some.row.tolist()],
            map(str, some.deals.tolist()),
            [ups[up] for up in some.up.tolist()],
            [action_of(best, some.names) for best in some.best().tolist()],
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
            texts[total] = "" if total == BARRED else str(Fraction(total, per))
    found = [texts[total] for total in each.tolist()]
    return [found[number] for number in place.ravel().tolist()]

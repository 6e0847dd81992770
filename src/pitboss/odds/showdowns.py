"""Hands against every dealer hand: how each showdown ends, and what the cards as dealt are told by beside it.

Six-card categories, and the hands that nobody else can hold any more, go by all cards of the player's and the
dealer's three together. They are counted by looking at every dealer hand against every row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np

from pitboss.errors import NotPriced
from pitboss.odds.counts import (
    Counts,
    Dealing,
    count,
    count_one,
    counted,
    deals_of,
    every_row,
)
from pitboss.odds.dealer_hands import (
    fourths_below,
    royal_suits,
    royal_suits_of_all,
    sixes,
    up_places,
    with_a_fourth,
)
from pitboss.odds.drawn_hands import count_drawn_hands, count_drawn_row
from pitboss.odds.geometry import (
    Doubles,
    Ints,
    all_hands,
    family_of,
    known_by,
    orbits,
    rows,
    up_number,
    up_sets,
)
from pitboss.odds.not_priced import outcomes_reach
from pitboss.odds.results import VERSUS, split
from pitboss.odds.six_card_counts import SIXES
from pitboss.odds.three_up import count_three_up, count_three_up_alike
from pitboss.odds.three_up_by_ranks import count_by_ranks

CHUNK: Final = 2_000_000  # counts that are worked on together
MOST_KEPT: Final = 10_000_000  # counts that are kept for the next pay table
SUIT_SETS: Final = 16  # sets of suits, as bits
NO_DRAW: Final = "A six-card wager beside decisions is priced only where no player draws"
MOST: Final = 250_000_000  # counts that are made for one price


@dataclass(frozen=True, slots=True)
class Told:
    """What dealer hands are told by, beside the showdown: the last axis of counts."""

    six: bool = False  # the category of the six cards as dealt
    royals: bool = False  # the suits in which the six cards leave nobody else an A-K-Q

    @property
    def width(self) -> int:
        return (SIXES if self.six else 1) * (SUIT_SETS if self.royals else 1)


NOTHING: Final = Told()


def counts_of(dealing: Dealing, told: Told, hands: Ints | None = None) -> Iterable[Counts]:
    """All counts of some dealing rules, a chunk at a time, kept where they are few.

    A chunk has every row, unless two or three cards show. Where two show, `hands` are the rows to count.
    """
    if dealing.player_draws and not told.royals and (told.six or dealing.shows == 3):
        return count_drawn_hands(dealing, told.six)
    if dealing.shows == 3 and not told.royals:
        return count_three_up(dealing, told.six)
    if told == NOTHING:
        return counted(dealing) if dealing.shows < 2 else count(dealing, hands)
    if dealing.player_draws:
        raise NotPriced(NO_DRAW)
    cells = len(rows()) * comb(52, dealing.shows) * VERSUS * told.width
    if cells > MOST:
        what = " and ".join(name for name, there in (("six cards", told.six), ("envy", told.royals)) if there)
        raise outcomes_reach(what, dealing.shows)
    if cells <= MOST_KEPT:
        return counted_every_hand(dealing, told)
    return count_every_hand(dealing, told, hands=hands if dealing.shows == 2 else None)


def counts_to_sum(dealing: Dealing, told: Told, alike: bool) -> Iterable[Counts]:
    """The same to be summed up only, which is faster where three cards show.

    With `alike`, up cards that leave nothing open are one where the showdown ends alike.
    """
    if dealing.shows < 3 or dealing.player_draws or told.royals:
        return counts_of(dealing, told)
    if alike and not dealing.dealer_draws:
        return map(where_all_is_seen, counts_of(dealing._replace(shows=0), told))
    if not alike:
        return count_three_up(dealing, told.six)
    return count_three_up_alike(dealing) if told.six else count_by_ranks(dealing)


def count_every_hand(
    dealing: Dealing, told: Told, chunk: int = CHUNK, hands: Ints | None = None
) -> Iterator[Counts]:
    """The counts of all or some rows against every set of up cards, a chunk of rows at a time.

    Of two axes that dealer hands are told by, the last place is `16 * six + suits`.
    """
    ups = up_sets(dealing.shows)
    step = max(1, chunk // (len(ups) * VERSUS * told.width))
    mine = every_row() if hands is None else hands
    for start in range(0, len(mine), step):
        some = mine[start : start + step]
        found = np.empty((VERSUS, len(some), len(ups), told.width), np.int32)
        for place, row in enumerate(some.tolist()):
            found[:, place] = _against_every_hand(dealing, told, row)
        yield Counts(ups, deals_of(some, ups), np.moveaxis(found, 0, 2), None, some)


@lru_cache(maxsize=2)
def counted_every_hand(dealing: Dealing, told: Told) -> tuple[Counts, ...]:
    """The same in one chunk, kept for the next pay table."""
    return tuple(count_every_hand(dealing, told, MOST_KEPT))


def counts_of_one(dealing: Dealing, told: Told, row: int, up: tuple[int, ...]) -> Counts:
    """The counts of one row against one set of up cards."""
    if told == NOTHING:
        return count_one(dealing, row, up)
    if dealing.player_draws:
        return _only(count_drawn_row(dealing, told.six, row), up)
    ups = up_sets(dealing.shows)
    place = np.flatnonzero((ups == np.array(up, np.int64)).all(axis=1))
    hands = np.array([row])
    pat = np.moveaxis(_against_every_hand(dealing, told, row)[:, place], 0, 1)
    return Counts(ups[place], deals_of(hands, ups[place]), pat[None], None, hands)


def _only(counts: Counts, up: tuple[int, ...]) -> Counts:
    """Of the counts of one row those against one set of up cards, which may be told by another one."""
    shows = len(up)
    family = int(family_of()[counts.rows[0]])
    known = up_number(shows)[known_by(np.array([up], np.int64).reshape(1, shows))]
    first = up_sets(shows)[orbits(shows, family).first[orbits(shows, family).of[known]]]
    place = np.flatnonzero((counts.ups == first).all(axis=1))
    drawn = None if counts.drawn is None else counts.drawn[:, place]
    six = None if counts.six is None else counts.six[:, place]
    return Counts(counts.ups[place], counts.times[:, place], counts.pat[:, place], drawn, counts.rows, six)


def where_all_is_seen(counts: Counts) -> Counts:
    """Three up cards and nothing drawn, from the counts where nothing shows.

    A player who sees the dealer's hand knows the end, so all dealer hands with one end are as one up card.
    """
    ends = counts.pat.shape[2] * counts.pat.shape[3]
    pat = counts.pat.reshape(-1, ends)[:, :, None] * np.eye(ends, dtype=np.int64)
    times = np.repeat(counts.times, ends, axis=1)
    pat = pat.reshape(-1, ends, *counts.pat.shape[2:])
    return Counts(np.zeros((ends, 0), np.int64), times, pat, None, counts.rows)


def cells_of(dealing: Dealing, told: Told, row: int) -> tuple[Ints, Ints]:
    """The places of dealer hands apart from a row, none drawing, and their cells for each way to show cards.

    A cell is `(showdown result * up cards + which show) * width + what is told`.
    """
    apart, places = _places(dealing, told, row)
    return apart, _versus(dealing, row, apart) * (comb(52, dealing.shows) * told.width) + places


def _places(dealing: Dealing, told: Told, row: int) -> tuple[Ints, Ints]:
    """The dealer hands apart from a row, and their places by up cards and what is told: (ways, hands)."""
    every, hand = all_hands(), rows().cards[row]
    apart = every.apart(hand)
    label = sixes(hand)[apart] if told.six else np.zeros(len(apart), np.int64)
    if told.royals:
        label = SUIT_SETS * label + (royal_suits_of_all()[apart] | royal_suits(hand))
    return apart, up_places(dealing.shows)[:, apart] * told.width + label


def _versus(dealing: Dealing, row: int, apart: Ints) -> Ints:
    """The showdown result of a row against dealer hands that stand."""
    mine, theirs = rows().value[row], all_hands().value[apart]
    found: Ints = 3 * (theirs >= dealing.qualifies_from) + 1 + (mine > theirs) - (mine < theirs)
    return found


def _against_every_hand(dealing: Dealing, told: Told, row: int) -> Ints:
    """One row: how many outcomes have each end against each set of up cards, by what is told."""
    apart, places = _places(dealing, told, row)
    ups = comb(52, dealing.shows)
    if dealing.dealer_draws:
        ways = _with_a_fourth(dealing, row, apart)
        flat, size = places.ravel(), ups * told.width
        ends = [np.bincount(flat, np.tile(ways[:, end], len(places)), size) for end in range(VERSUS)]
        return np.stack([end.reshape(ups, told.width) for end in ends]).astype(np.int32)
    versus = _versus(dealing, row, apart)
    cells = np.bincount((versus * (ups * told.width) + places).ravel(), minlength=VERSUS * ups * told.width)
    return cells.reshape(VERSUS, ups, told.width)


def _with_a_fourth(dealing: Dealing, row: int, apart: Ints) -> Doubles:
    """The ends of one row against dealer hands that draw to less than a value, each with 46 fourth cards."""
    every, best, below = all_hands(), with_a_fourth(), fourths_below()
    theirs, kind = every.value[apart], every.row[apart]
    a, b, c = (best[card][apart] for card in rows().cards[row].tolist())  # fourth cards that the player holds
    stands = theirs >= dealing.draws_below

    def under(value: int) -> Ints:
        drawn = below[value][kind]
        for mine in (a, b, c):
            drawn -= mine < value
        return np.where(stands, np.int16(46) * (theirs < value), drawn)

    value = int(rows().value[row])
    return split(under(value), under(value + 1), under(dealing.qualifies_from), 46)

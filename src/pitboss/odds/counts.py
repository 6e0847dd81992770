"""Outcome counts: for every hand, whatever shows of the dealer, and every action, how the showdown can end.

They depend on the dealing rules of a sheet alone (what shows, qualifies and draws), not on what is paid, so
they are made once and any pay table is priced from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.hands import VALUES, lowest_value
from pitboss.odds.dealer import Below, FourCards, drawn_outcomes, four_cards, standing, three_card_outcomes
from pitboss.odds.geometry import (
    WIDTH,
    Cards,
    Doubles,
    Flags,
    Ints,
    families,
    family_of,
    orbits,
    rows,
    up_sets,
)
from pitboss.odds.kept_cards import beside_one_up_card
from pitboss.odds.player_draws import beside_up_cards, where_nothing_shows
from pitboss.odds.results import FINALS, VERSUS, split
from pitboss.odds.upcards import UpTables, kept_up_tables
from pitboss.sheet.model import Sheet

__all__ = [
    "FINALS",
    "VERSUS",
    "Counts",
    "Dealing",
    "count",
    "count_one",
    "counted",
    "dealing_of",
    "deals_of",
    "every_row",
]

Numbers = npt.NDArray[np.number[Any]]
CHUNK: Final = 50_000  # hands beside up cards that are worked on together
DRAWN_CHUNK: Final = 1_000  # the same where each draws 49 cards


class Dealing(NamedTuple):
    """All of a sheet that decides how a showdown can end."""

    shows: int
    qualifies_from: int
    draws_below: int  # the dealer draws to less than this value: 0 never, 741 always
    player_draws: bool

    @property
    def dealer_draws(self) -> bool:
        return self.draws_below > 0

    @property
    def dealer_outcomes(self) -> int:
        """Dealer outcomes against three known cards, up cards told apart from hidden ones."""
        return comb(49, 3) * comb(3, self.shows) * (46 if self.dealer_draws else 1)

    @property
    def draw_cards(self) -> int:
        """Cards a player's draw can bring once the dealer's are dealt."""
        return (45 if self.dealer_draws else 46) if self.player_draws else 1

    @property
    def outcomes_per_hand(self) -> int:
        """Outcomes of one hand against one set of up cards."""
        return self.dealer_outcomes * self.draw_cards // comb(49, self.shows)

    @property
    def sample_space(self) -> int:
        """All deals: hands, dealer outcomes, drawn cards."""
        return comb(52, 3) * self.dealer_outcomes * self.draw_cards


def dealing_of(sheet: Sheet) -> Dealing:
    """The dealing rules of a sheet."""
    draw = sheet.dealer.draw
    below = {"never": 0, "below": lowest_value(draw.below), "always": VALUES}[draw.when]
    return Dealing(sheet.dealer.shows, sheet.dealer.qualifier.value, below, sheet.player.draws)


@lru_cache(maxsize=1)
def every_row() -> Ints:
    """The numbers of all rows."""
    return np.arange(len(rows()))


@dataclass(frozen=True)
class Counts:
    """Counts for some hands and up cards: for each row against each set, how many outcomes end in each way.

    `pat` is (rows, ups, 6, sixes); the last axis is one wide unless six cards matter. `drawn` is (rows, ups,
    3 discards, 7 final categories, 6, sixes). `times` is how many hands and up cards each stands for: none
    where a row holds an up card. All are whole numbers, whatever they are stored as.
    """

    ups: Cards  # (ups, shows)
    times: Ints  # (rows, ups)
    pat: Numbers
    drawn: Numbers | None
    rows: Ints = field(default_factory=every_row)  # which of the rows of `geometry`
    six: Ints | None = None  # (rows, ups) the category of six cards, where the up cards settle it

    def some(self, keep: Flags, share: int = 1) -> Counts:
        """The counts of some rows, each for a share of the deals it stands for."""
        drawn = None if self.drawn is None else self.drawn[keep]
        six = None if self.six is None else self.six[keep]
        return Counts(self.ups, self.times[keep] // share, self.pat[keep], drawn, self.rows[keep], six)

    @cached_property
    def seen(self) -> Flags:
        """Where a row holds none of the up cards."""
        seen: Flags = self.times > 0
        return seen

    @cached_property
    def pat_doubles(self) -> Doubles:
        """`pat` by results first, as doubles, which are exact here and fast."""
        return np.moveaxis(self.pat, 2, 0).astype(np.float64, copy=False)


@lru_cache(maxsize=4)
def counted(dealing: Dealing) -> tuple[Counts, ...]:
    """All counts of some dealing rules, kept for the next pay table."""
    return tuple(count(dealing))


def count(dealing: Dealing, hands: Ints | None = None) -> Iterator[Counts]:
    """The counts of some dealing rules, or those of some rows where several cards show, a chunk at a time.

    Where nothing or one card shows a chunk has every row; where more show it has rows of one family against
    up cards that are told up to suits.
    """
    if dealing.shows == 0:
        yield _nothing_shows(dealing)
        return
    tables = kept_up_tables(dealing.shows, dealing.draws_below)
    ups = up_sets(dealing.shows)
    if dealing.shows == 1:
        yield _cards_show(dealing, tables, ups, every_row(), np.ones(len(ups), np.int64))
        return
    for number, family in enumerate(families()):
        alike = orbits(dealing.shows, number)
        mine = family.rows if hands is None else np.intersect1d(family.rows, hands)
        step = max(1, CHUNK // len(alike.first))
        for start in range(0, len(mine), step):
            some = mine[start : start + step]
            yield _cards_show(dealing, tables, ups[alike.first], some, alike.size)


def count_one(dealing: Dealing, row: int, up: Sequence[int]) -> Counts:
    """The counts of one row against one set of up cards."""
    if dealing.shows == 0:
        (whole,) = counted(dealing)
        one = slice(row, row + 1)
        drawn = None if whole.drawn is None else whole.drawn[one]
        return Counts(whole.ups, whole.times[one], whole.pat[one], drawn, whole.rows[one])
    tables = kept_up_tables(dealing.shows, dealing.draws_below)
    return _cards_show(dealing, tables, np.array([up], np.int64), np.array([row]), np.ones(1, np.int64))


def deals_of(hands: Ints, ups: Cards, sets: Ints | int = 1) -> Ints:
    """How many deals rows stand for beside up cards, each of which stands for so many sets: (rows, ups).

    A row that holds an up card stands for none.
    """
    mine, theirs = (
        np.bitwise_or.reduce(np.int64(1) << cards, axis=1) for cards in (rows().cards[hands], ups)
    )
    return np.where(mine[:, None] & theirs == 0, rows().weight[hands, None] * sets, 0)


def _cards_show(dealing: Dealing, tables: UpTables, ups: Cards, hands: Ints, sets: Ints) -> Counts:
    fourths = 46 if dealing.dealer_draws else 1
    value = rows().value[hands, None]
    player = [rows().cards[hands, i, None] for i in range(3)]
    outcomes = tables.avoiding([ups[None, :, i] for i in range(dealing.shows)], player, fourths)
    unqualified = outcomes.below(np.full((1, 1), dealing.qualifies_from))
    total = comb(49 - dealing.shows, 3 - dealing.shows) * fourths
    pat = split(*outcomes.around(value), unqualified, total)
    drawn = None
    if dealing.player_draws:
        drawn = _drawn(dealing, tables, hands, ups)[..., None]
    return Counts(ups, deals_of(hands, ups, sets), pat[..., None], drawn, hands)


def _drawn(dealing: Dealing, tables: UpTables, hands: Ints, ups: Cards) -> Numbers:
    """The ends of some rows after each draw; up cards are told up to suits first where all are asked for."""
    fourths = 45 if dealing.dealer_draws else 1
    every = len(ups) == comb(52, dealing.shows)
    if every and dealing.shows == 1 and len(hands) == len(rows()):
        return beside_one_up_card(tables, dealing.qualifies_from, fourths)
    found = np.empty((len(hands), len(ups), 3, FINALS, VERSUS), np.int32)
    for number in np.unique(family_of()[hands]).tolist():
        alike = orbits(dealing.shows, number)
        mine = np.flatnonzero(family_of()[hands] == number)
        shown = ups[alike.first] if every else ups
        step = max(1, DRAWN_CHUNK // len(shown))
        for start in range(0, len(mine), step):
            some = mine[start : start + step]
            ends = beside_up_cards(tables, hands[some], shown, dealing.qualifies_from, fourths)
            found[some] = ends[:, alike.of] if every else ends
    return found


def _nothing_shows(dealing: Dealing) -> Counts:
    outcomes = three_card_outcomes()
    four: FourCards | None = None
    stands: Below | None = None
    if dealing.dealer_draws:
        stands = standing(outcomes, dealing.draws_below)
        four = four_cards(dealing.draws_below)
        outcomes = drawn_outcomes(four, stands, 45)

    def below(value: Ints) -> Ints:
        """Outcomes against a pat hand: without a drawn card, one more can be the dealer's fourth."""
        found = outcomes.avoiding_hands(value)
        return found if stands is None else found + stands.avoiding_hands(value)

    value = rows().value
    everything = np.full_like(value, WIDTH - 1)
    unqualified = below(np.full_like(value, dealing.qualifies_from))
    pat = split(below(value), below(value + 1), unqualified, below(everything))
    drawn = None
    if dealing.player_draws:
        drawn = where_nothing_shows(outcomes, four, dealing.qualifies_from)[..., None]
    return Counts(np.zeros((1, 0), np.int64), rows().weight[:, None], pat[:, None, :, None], drawn)

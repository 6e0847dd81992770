"""A plan: what to do with any three cards against any up cards, looked up at once.

A strategy is counted up to suits. Here it is spread out, so that a hand of any suits in any order, and whole
arrays of them, are answered by a look-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import Card, card_text
from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.counts import Counts, deals_of, every_row
from pitboss.odds.decisions import ACTIONS, DRAW, FOLD, PLAY, RAISE, RAISE_NAMES, Chooser, Worth
from pitboss.odds.geometry import (
    SUITS,
    Cards,
    Ints,
    all_hands,
    known_by,
    renamed_each,
    rows,
    royal_suit,
    royal_suits,
    triple_index,
    up_number,
    up_sets,
)
from pitboss.odds.work import Progress
from pitboss.round.settlement import ActionId
from pitboss.round.table import action_text

if TYPE_CHECKING:
    from pitboss.odds.game import Game

Bytes = npt.NDArray[np.uint8]

TRIPLES: Final = 52**3


class Choice(NamedTuple):
    """What a plan says for one hand."""

    action: ActionId
    discard: Card | None = None

    @property
    def text(self) -> str:
        """`play`, `fold` or `draw:4d`: what a seat of `play_out` says."""
        return action_text(self.action, None if self.discard is None else card_text(self.discard))


@dataclass(frozen=True, eq=False)
class Plan:
    """The action of every hand up to suits: (rows, sets of up cards) of numbers into `ACTIONS`.

    A plan that does not look at the up cards has one column. Where it matters in which suit a hand can draw
    an A-K-Q, there is such a table for each of the four suits. Plans that do the same have the same digest.

    >>> from pitboss import Category, Plan, parse_cards
    >>> from pitboss.hands import lowest_value
    >>> pairs: Plan = plan_from_value(lowest_value(Category.PAIR))
    >>> pairs.choice(parse_cards("2c Kd 2h")).action, pairs.choice(parse_cards("2c Ad 9h")).action
    ('play', 'fold')
    """

    shows: int
    table: Bytes

    def __post_init__(self) -> None:
        if self.table.shape not in ((*suits, len(rows()), comb(52, self.shows)) for suits in ((), (SUITS,))):
            raise ValueError(f"a plan of {self.shows} up cards has not the shape {self.table.shape}")

    @property
    def digest(self) -> str:
        """A short name for what the plan does."""
        return sha256(bytes([self.shows]) + np.ascontiguousarray(self.table).tobytes()).hexdigest()[:16]

    @property
    def by_suit(self) -> bool:
        """Whether a hand that can draw an A-K-Q is played by the suit of that."""
        return self.table.ndim == 3

    def choice(self, hand: Sequence[Card], up: Sequence[Card] = ()) -> Choice:
        """What to do with three cards, in any order, against the up cards."""
        number = int(self.numbers(np.array([hand]), np.array([up], np.int64).reshape(1, -1))[0])
        if number >= RAISE:
            return Choice(RAISE_NAMES[number - RAISE])
        if number >= DRAW:
            return Choice("draw", hand[number - DRAW])
        return Choice("fold" if number == FOLD else "play")

    def numbers(self, hands: Cards, ups: Cards | None = None) -> Bytes:
        """The same for many hands (n, 3) and up cards (n, shows).

        Fold and play have the numbers of `ACTIONS`; so has a draw, but it
        names the place of the discard among the cards *as given*.
        """
        (place, row, column), spread = cells_of(hands, ups, self.shows), spread_rows()
        found = self.table[spread.royal[place], row, column] if self.by_suit else self.table[row, column]
        draws = (found >= DRAW) & (found < RAISE)
        drawn = np.where(draws, found, DRAW) - DRAW
        return np.where(draws, DRAW + (spread.places[place] >> (2 * drawn) & 3), found).astype(np.uint8)

    def choose(self, worth: Worth) -> Ints:
        """The plan as a strategy that prices go by."""
        mine, table = worth.counts.rows[:, None], self.table
        if self.by_suit:
            if worth.suit is None and (table[:, worth.counts.rows] != table[:1, worth.counts.rows]).any():
                raise NotPriced("The plan goes by the suit of an A-K-Q to be drawn, and this bet does not")
            table = table[worth.suit or 0]
        if not self.shows:
            return np.broadcast_to(table[mine, 0], worth.sums.shape[:2]).astype(np.int64)
        return table[mine, up_number(self.shows)[known_by(worth.counts.ups)][None, :]].astype(np.int64)


class SpreadRows(NamedTuple):
    """For any three cards in any order, at index 2704a + 52b + c: how they lie in their row of `geometry`."""

    row: Ints
    renaming: Bytes  # which order of suits makes the hand its row
    places: Bytes  # for each card of the row, two bits: which of the three it is
    royal: Bytes  # the suit in which the hand can draw an A-K-Q; 0 where it can draw none


@lru_cache(maxsize=1)
def spread_rows() -> SpreadRows:
    """How every hand lies in its row."""
    every = all_hands()
    target = rows().cards[every.row]
    moved = renamed_each(every.cards, every.renaming)
    found = SpreadRows(np.zeros(TRIPLES, np.int64), *(np.zeros(TRIPLES, np.uint8) for _ in range(3)))
    royal = [-1 if suit is None else suit for suit in map(royal_suit, every.cards.tolist())]
    for order in permutations(range(3)):
        place = triple_index(*every.cards[:, order].T)
        at = (target[:, :, None] == moved[:, None, order]).argmax(axis=2)
        found.row[place], found.renaming[place] = every.row, every.renaming
        found.royal[place] = np.maximum(royal, 0)
        found.places[place] = at[:, 0] | at[:, 1] << 2 | at[:, 2] << 4
    return found


def cells_of(hands: Cards, ups: Cards | None, shows: int) -> tuple[Ints, Ints, Ints | int]:
    """Where hands (n, 3) and their up cards lie: index in `SpreadRows`, row, number of the up cards."""
    place, spread = triple_index(*(hands[:, card].astype(np.int64) for card in range(3))), spread_rows()
    if not shows:
        return place, spread.row[place], 0
    if ups is None or ups.shape[1] != shows:
        raise ValueError(f"a plan of {shows} up cards needs as many")
    moved = renamed_each(ups.astype(np.int64), spread.renaming[place].astype(np.int64))
    return place, spread.row[place], up_number(shows)[known_by(moved)]


def plan_from_value(lowest: int) -> Plan:
    """Play every hand of at least a value and fold the rest, whatever shows."""
    return Plan(0, np.where(rows().value >= lowest, PLAY, FOLD).astype(np.uint8)[:, None])


def deciding(game: Game, bets: Mapping[str, Cents]) -> dict[str, Cents]:
    """The wagers of a bet that can change a decision: the Ante, and those that a fold or a draw touches."""
    return {name: cents for name, cents in bets.items() if name == "ante" or game.depends_on_decisions(name)}


def plan_of(game: Game, choose: Chooser, bets: Mapping[str, Cents], progress: Progress | None = None) -> Plan:
    """What a strategy does with every hand for a bet; `NotPriced` where it cannot be counted."""
    shows, planned = game.dealing.shows, np.zeros(len(rows()), bool)
    tables = np.zeros((SUITS, len(rows()), comb(52, shows)), np.uint8)
    for worth in game.worths(deciding(game, bets)):
        mine = worth.counts.rows
        tables[slice(None) if worth.suit is None else worth.suit, mine] = choose(worth)
        planned[mine] = True
        if progress is not None:
            progress(int(planned.sum()), len(planned))
    return _narrowed(Plan(shows, tables))


def plan_of_cards(game: Game, choose: Chooser) -> Plan:
    """The plan of a strategy that goes by the cards alone, as one from a file does: nothing is counted."""
    shows = game.dealing.shows
    ups, hands = up_sets(shows), every_row()
    tables = np.zeros((SUITS, len(rows()), len(ups)), np.uint8)
    step = max(1, 2_000_000 // len(ups))
    for start in range(0, len(hands), step):
        some = hands[start : start + step]
        counts = Counts(ups, deals_of(some, ups), np.zeros(0, np.int64), None, some)
        uncounted = np.broadcast_to(np.int64(0), (len(some), len(ups), len(ACTIONS)))
        tables[:, some] = choose(Worth(counts, uncounted, 1))
        royal = royal_suits()[some] >= 0
        if game.dealing.player_draws and royal.any():
            for suit in range(SUITS):
                tables[suit, some[royal]] = choose(Worth(counts, uncounted, 1, suit))[royal]
    return _narrowed(Plan(shows, tables))


def _narrowed(plan: Plan) -> Plan:
    """The same plan, without suits and columns where it does not look at suits and up cards after all."""
    shows, table = plan.shows, plan.table
    if plan.by_suit and (table == table[:1]).all():
        table = table[0].copy()
    if shows and (table == table[..., :1]).all():
        shows, table = 0, table[..., :1].copy()
    return Plan(shows, table)

"""A plan: what to do with any three cards against any up cards, looked up at once.

A strategy is counted up to suits. Here it is spread out, so that a hand of any suits in any order, and whole
arrays of them, are answered by a look-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import permutations
from math import comb, prod
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import AnyCards, Card, card_text, parse_cards
from pitboss.errors import NotPriced, Refusal
from pitboss.money import Cents
from pitboss.odds.counts import Counts, deals_of, every_row
from pitboss.odds.decisions import (
    ACTIONS,
    DRAW,
    EVERY_ACTION,
    FOLD,
    PLAY,
    RAISE,
    RAISE_NAMES,
    Choose,
    Chooser,
    Worth,
)
from pitboss.odds.geometry import (
    SUITS,
    Cards,
    Ints,
    all_hands,
    known_by,
    moved_ups,
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
HANDS: Final = comb(52, 3)


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
    """The action of every hand up to suits: (rows, sets of up cards) of numbers into `EVERY_ACTION`.

    A plan that does not look at the up cards has one column. Where it matters in which suit a hand can draw
    an A-K-Q, there is such a table for each of the four suits; a plan that goes by suits otherwise has a row
    for each of the 22,100 hands. Plans that do the same have the same digest.

    >>> from pitboss import Category, Plan
    >>> from pitboss.hands import lowest_value
    >>> pairs: Plan = plan_from_value(lowest_value(Category.PAIR))
    >>> pairs.choice("2c Kd 2h").action, pairs.choice("2c Ad 9h").action
    ('play', 'fold')
    """

    shows: int
    table: Bytes

    def __post_init__(self) -> None:
        tables = ((len(rows()),), (SUITS, len(rows())), (HANDS,))
        if self.table.shape not in ((*each, comb(52, self.shows)) for each in tables):
            text = f"A plan of {self.shows} up cards has not the shape {self.table.shape}"
            raise Refusal("plan", text, None, "table")

    @property
    def digest(self) -> str:
        """A short name for what the plan does."""
        return sha256(bytes([self.shows]) + np.ascontiguousarray(self.table).tobytes()).hexdigest()[:16]

    @property
    def by_suit(self) -> bool:
        """Whether a hand that can draw an A-K-Q is played by the suit of that."""
        return self.table.ndim == 3

    @property
    def by_hand(self) -> bool:
        """Whether hands that are alike up to suits may be played differently."""
        return len(self.table) == HANDS

    def choice(self, hand: AnyCards, up: AnyCards = ()) -> Choice:
        """What to do with three cards, in any order, against the up cards.

        >>> from pitboss import plan_for
        >>> plan_for("napa-valley").choice("Qs 6h 4d", up="Kh").text
        'fold'
        """
        cards, known = parse_cards(hand, 3), parse_cards(up)
        if self.shows:
            known = parse_cards(known, self.shows)
        parse_cards(cards + known, 3 + len(known))  # all different
        number = int(self.numbers(np.array([cards]), np.array([known], np.int64).reshape(1, -1))[0])
        if number >= RAISE:
            return Choice(RAISE_NAMES[number - RAISE])
        if number >= DRAW:
            return Choice("draw", cards[number - DRAW])
        return Choice("fold" if number == FOLD else "play")

    def numbers(self, hands: Cards, ups: Cards | None = None) -> Bytes:
        """The same for many hands (n, 3) and up cards (n, shows).

        Actions have the numbers of `EVERY_ACTION`; so has a draw, but it
        names the place of the discard among the cards *as given*.
        """
        if self.shows and (ups is None or ups.shape[1] != self.shows):
            raise Refusal("up", f"A plan of {self.shows} up cards needs as many", None, "up")
        if self.by_hand:
            column: Ints | int = 0
            if self.shows and ups is not None:
                column = up_number(self.shows)[known_by(ups.astype(np.int64))]
            found = self.table[up_number(3)[known_by(hands.astype(np.int64))], column]
            drawn = np.clip(found, DRAW, DRAW + 2) - DRAW
            at = np.take_along_axis(np.argsort(hands, axis=1), drawn[:, None].astype(np.int64), axis=1)[:, 0]
            return np.where((found >= DRAW) & (found < RAISE), DRAW + at, found).astype(np.uint8)
        (place, row, column), spread = cells_of(hands, ups, self.shows), spread_rows()
        found = self.table[spread.royal[place], row, column] if self.by_suit else self.table[row, column]
        draws = (found >= DRAW) & (found < RAISE)
        drawn = np.where(draws, found, DRAW) - DRAW
        return np.where(draws, DRAW + (spread.places[place] >> (2 * drawn) & 3), found).astype(np.uint8)

    @property
    def chooser(self) -> Chooser:
        """The plan as a strategy that prices go by."""
        return Chooser(self.choose, self.split if self.by_hand else None)

    def split(self, worth: Worth) -> Ints:
        """Of a plan that goes by suits, how many of the deals of each row take each action."""
        counts, every = worth.counts, all_hands()
        place = np.full(len(rows()), -1)
        place[counts.rows] = np.arange(len(counts.rows))
        index = triple_index(*every.cards.T)
        mine = place[every.row] >= 0
        if worth.suit is not None:
            mine &= spread_rows().royal[index] == worth.suit
        hands, (shows, many) = np.flatnonzero(mine), (counts.ups.shape[1], len(counts.ups))
        moved = moved_ups(shows)[every.renaming[hands]]
        chosen = np.broadcast_to(_as_in_rows(self.table[hands], index[hands]), moved.shape)
        shown = np.bitwise_or.reduce(np.int64(1) << counts.ups, axis=1)
        seen = every.held[hands, None] & shown == 0
        at = ((place[every.row[hands], None] * many + moved) * len(EVERY_ACTION) + chosen)[seen]
        shape = (len(counts.rows), many, len(EVERY_ACTION))
        return np.bincount(at, minlength=prod(shape)).reshape(shape)

    def choose(self, worth: Worth) -> Ints:
        """What each row does against each of some up cards."""
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
    if not shows or ups is None:
        return place, spread.row[place], 0
    moved = renamed_each(ups.astype(np.int64), spread.renaming[place].astype(np.int64))
    return place, spread.row[place], up_number(shows)[known_by(moved)]


def plan_from_value(lowest: int) -> Plan:
    """Play every hand of at least a value and fold the rest, whatever shows."""
    return Plan(0, np.where(rows().value >= lowest, PLAY, FOLD).astype(np.uint8)[:, None])


def deciding(game: Game, bets: Mapping[str, Cents]) -> dict[str, Cents]:
    """The wagers of a bet that can change a decision: the Ante, and those that a fold or a draw touches."""
    return {name: cents for name, cents in bets.items() if name == "ante" or game.depends_on_decisions(name)}


def plan_of(game: Game, choose: Choose, bets: Mapping[str, Cents], progress: Progress | None = None) -> Plan:
    """What a strategy does with every hand for a bet; `NotPriced` where it cannot be counted."""
    shows, planned = game.dealing.shows, np.zeros(len(rows()), bool)
    tables = np.zeros((SUITS, len(rows()), comb(52, shows)), np.uint8)
    for worth in game.worths(deciding(game, bets)):
        mine = worth.counts.rows
        tables[slice(None) if worth.suit is None else worth.suit, mine] = choose(worth)
        planned[mine] = True
        if progress is not None:
            progress(int(planned.sum()), len(planned))
    return narrowed(Plan(shows, tables))


def plan_of_cards(game: Game, choose: Choose) -> Plan:
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
    return narrowed(Plan(shows, tables))


def _as_in_rows(table: Bytes, index: Ints) -> Ints:
    """Actions of hands, (hands, ups), whose draws name the card of their row instead of their own."""
    drawn = np.clip(table.astype(np.int64), DRAW, DRAW + 2) - DRAW
    places = spread_rows().places[index].astype(np.int64)[:, None]
    of = sum(((places >> 2 * card & 3) == drawn) * card for card in range(3))
    return np.where((table >= DRAW) & (table < RAISE), DRAW + of, table)


def _up_to_suits(plan: Plan) -> Plan:
    """A plan by hands as one by rows, where hands that are alike up to suits are played alike."""
    every, shows, shown = all_hands(), plan.shows, up_sets(plan.shows)
    index = triple_index(*every.cards.T)
    royal, moved = spread_rows().royal[index], moved_ups(shows)[every.renaming]
    chosen = _as_in_rows(plan.table, index)
    seen = every.held[:, None] & np.bitwise_or.reduce(np.int64(1) << shown, axis=1) == 0
    tables = np.zeros((SUITS, len(rows()), len(shown)), np.uint8)
    tables[royal, every.row] = chosen[:, :1]  # also where a row holds the up card, so that columns are alike
    places = (np.broadcast_to(royal[:, None], moved.shape), np.broadcast_to(every.row[:, None], moved.shape))
    tables[places[0][seen], places[1][seen], moved[seen]] = chosen[seen]
    if (tables[places[0][seen], places[1][seen], moved[seen]] != chosen[seen]).any():
        return plan
    whole = royal_suits() < 0  # these draw no A-K-Q, and are in the first table alone
    tables[:, whole] = tables[:1, whole]
    return Plan(shows, tables)


def narrowed(plan: Plan) -> Plan:
    """The same plan, without suits and columns where it does not look at suits and up cards after all."""
    plan = _up_to_suits(plan) if plan.by_hand else plan
    shows, table = plan.shows, plan.table
    if plan.by_suit and (table == table[:1]).all():
        table = table[0].copy()
    if shows and (table == table[..., :1]).all():
        shows, table = 0, table[..., :1].copy()
    return Plan(shows, table)

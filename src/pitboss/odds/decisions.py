"""The decisions of a hand: what each action is worth, and which is best.

See "From counts to a price" in docs/method.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any, Final, Literal

import numpy as np

from pitboss.cards import RANKS
from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Counts, Dealing
from pitboss.odds.geometry import SUITS, Flags, Ints, rows, royal_suits
from pitboss.round.table import RAISES, RaiseId

DrawName = Literal["draw_1", "draw_2", "draw_3"]
ActionName = Literal["fold", "play"] | DrawName | RaiseId
ACTIONS: Final[Sequence[ActionName]] = ("fold", "play", "draw_1", "draw_2", "draw_3")
FOLD, PLAY, DRAW = 0, 1, 2
# Plays that are raised come after them, each with the same number at every house.
RAISE: Final = len(ACTIONS)
RAISE_NAMES: Final = tuple(RAISES)
RAISE_NUMBER: Final[Mapping[RaiseId, int]] = {name: RAISE + place for place, name in enumerate(RAISES)}
EVERY_ACTION: Final[Sequence[ActionName]] = (*ACTIONS, *RAISES)
# Of actions that are equally good the first of these is taken: playing before drawing before folding, and of
# draws the one that gives up the higher card. The mean is the same whichever is taken, the distribution not.
PREFERRED: Final = (PLAY, DRAW, DRAW + 1, DRAW + 2, FOLD)
BARRED: Final = -(2**62)  # stands for the worth of an action that a hand may not take
EXACT: Final = 2**53  # whole numbers up to here are exact as doubles


def places_of(raises: Collection[RaiseId]) -> Ints:
    """The place of every action's number among fold, Play and these raises; that of none of them is 0.

    >>> places_of(["play_3x"])[[FOLD, PLAY, RAISE_NUMBER["play_3x"]]].tolist()
    [0, 1, 2]
    """
    found = np.zeros(len(EVERY_ACTION), np.int64)
    found[[FOLD, PLAY, *(RAISE_NUMBER[name] for name in raises)]] = np.arange(2 + len(raises))
    return found


def preferred(actions: Iterable[str]) -> str:
    """Of equally good actions, named as `advise` names them and draws high cards first, the one taken.

    >>> preferred(["fold", "draw:9h", "draw:4d", "play"]), preferred(["fold", "draw:9h", "draw:4d"])
    ('play', 'draw:9h')
    """
    order = {ACTIONS[number].partition("_")[0]: -place for place, number in enumerate(PREFERRED)}
    return max(actions, key=lambda action: order[re.split("[:_]", action)[0]])


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of every action for some up cards: net cents summed over all outcomes, (rows, ups, actions).

    Every action has the same number of outcomes, so sums compare as expectations do.
    """

    counts: Counts
    sums: Ints
    outcomes: int
    suit: int | None = None  # of an A-K-Q that these hands can draw, where it is paid by its suit
    raised: Mapping[RaiseId, Ints] = field(default_factory=dict)  # worths of raises: (rows, ups)
    may_raise: Flags | None = None  # which rows may, where there are any

    def best(self) -> Ints:
        """The best action of each row; of equal ones the first that is `PREFERRED`, and the least raise.

        As a strategy it is called `optimal`.
        """
        first, *others = (action for action in PREFERRED if action < self.sums.shape[-1])
        best, top = np.full(self.sums.shape[:-1], first), self.sums[..., first]
        options = [(action, self.sums[..., action]) for action in others]
        if self.raised:
            every = self.every()
            larger = [(RAISE_NUMBER[name], every[..., self.names.index(name)]) for name in self.raised]
            options = larger + options
        for action, sums in options:
            better = sums > top
            best[better] = action
            top = np.maximum(top, sums)
        return best

    def taken(self, chosen: Ints) -> Ints:
        """What the actions are worth that a strategy has chosen."""
        width = self.sums.shape[-1]
        found: Ints = np.take_along_axis(self.sums, np.minimum(chosen, width - 1)[..., None], axis=-1)[..., 0]
        for name, sums in self.raised.items():
            found = np.where(chosen == RAISE_NUMBER[name], sums, found)
        return found

    @property
    def names(self) -> tuple[ActionName, ...]:
        """The actions of `every`."""
        return (*ACTIONS[: self.sums.shape[-1]], *self.raised)

    def every(self) -> Ints:
        """The worth of every action, raises last: (rows, ups, actions). What a row may not do is `BARRED`."""
        if self.may_raise is None:
            return self.sums
        large = [np.where(self.may_raise[:, None], sums, BARRED) for sums in self.raised.values()]
        return np.concatenate([self.sums, np.stack(large, axis=-1)], axis=-1)


Choose = Callable[[Worth], Ints]  # what each row does against each of some up cards: (rows, ups)


@dataclass(frozen=True, slots=True)
class Chooser:
    """A strategy as counts take it: for arrays of hands and up cards, numbers into `EVERY_ACTION`.

    One that goes by the suits of a hand splits the deals of each row: (rows, ups, actions).
    """

    choose: Choose
    split: Choose | None = None

    def __call__(self, worth: Worth) -> Ints:
        if self.split is not None:
            raise NotPriced("This is not counted for a strategy that goes by the suits of a hand", "strategy")
        return self.choose(worth)


optimal: Final = Chooser(Worth.best)  # the strategy that no other beats


def from_value(lowest: int) -> Chooser:
    """Play every hand of at least a value and fold the rest."""

    def choose(worth: Worth) -> Ints:
        plays = np.where(rows().value[worth.counts.rows] >= lowest, PLAY, FOLD)
        return np.broadcast_to(plays[:, None], worth.sums.shape[:2])

    return Chooser(choose)


def worths(
    dealing: Dealing, counts: Iterable[Counts], pays: Payoffs, suit: int | None = None, times: int = 1
) -> Iterator[Worth]:
    """What each action is worth, a chunk of hands and up cards at a time.

    Every outcome of the dealing rules is in the counts so many `times`. Where a drawn A-K-Q is paid by its
    suit, hands that can draw one come once for each suit, unless those of one suit are asked for.
    """
    outcomes = dealing.outcomes_per_hand * times
    tables = [pays.fold, pays.pat, *pays.raised.values(), *([] if pays.drawn is None else [pays.drawn])]
    largest = max(int(np.abs(nets).max()) for nets in tables)
    most = dealing.dealer_outcomes * dealing.draw_cards * SUITS * times  # of one hand, whatever shows
    by_action = partial(_by_action, dealing, doubles=most * largest < EXACT)
    told = pays.drawn is not None and bool((pays.drawn[:, -1] != pays.drawn[:, -1, :1]).any())
    for chunk in counts:
        parts = [(chunk, suit)] if suit is not None or not told else _by_suit(chunk)
        for part, royal in parts:
            columns = by_action(part, pays, royal)
            scale = SUITS if len(columns) > DRAW else 1
            sums = np.moveaxis(np.stack(columns), 0, -1)
            if not pays.raised:
                yield Worth(part, sums, outcomes * scale, royal)
                continue
            # A raise is a Play at other pays: the same counts are weighed by them.
            plays = {name: replace(pays, pat=nets, raised={}) for name, nets in pays.raised.items()}
            raised = {name: by_action(part, each, royal)[PLAY] for name, each in plays.items()}
            may = rows().value[part.rows] >= pays.raised_from
            yield Worth(part, sums, outcomes * scale, royal, raised, may)


def _by_suit(chunk: Counts) -> Iterator[tuple[Counts, int | None]]:
    """The hands that can draw no A-K-Q, and for each suit a share of those that can: suits are alike often.

    Of a part that can draw one, the rows as they are written can all draw it in one suit.
    """
    own = royal_suits()[chunk.rows]
    for written in np.unique(own).tolist():
        if written < 0:
            yield chunk.some(own < 0), None
            continue
        share = chunk.some(own == written, SUITS)
        for suit in range(SUITS):
            yield share, suit


def _by_action(
    dealing: Dealing, chunk: Counts, pays: Payoffs, suit: int | None, *, doubles: bool
) -> list[Ints]:
    """The worth of each action; in doubles, which are exact up to 2^53, or in Python's own integers.

    With a draw every sum is taken four times: a mini royal that is drawn is of each suit alike often, unless
    its suit is known.
    """
    number = np.float64 if doubles else object
    whole = np.float64 if doubles else np.int64  # counts are whole, whatever they are stored as
    hand = rows().hand_class[chunk.rows]
    fold_nets, pat_nets = (part.astype(number)[hand] for part in (pays.fold, pays.pat))
    pat: Any = np.moveaxis(chunk.pat, 2, 0).astype(whole, copy=False).astype(number, copy=False)
    if pat.shape[-1] == 1:
        play = np.einsum("vru,rv->ru", pat[..., 0], pat_nets[..., 0])
        fold = pat[..., 0].sum(axis=0) * fold_nets
    else:
        play = np.einsum("vrus,rvs->ru", pat, pat_nets)
        fold = np.einsum("rus,rs->ru", pat.sum(axis=0), fold_nets)
    found = [fold * dealing.draw_cards, play * dealing.draw_cards]
    if chunk.drawn is not None and pays.drawn is not None:
        nets = pays.drawn.astype(object).sum(axis=2)
        if suit is not None:
            nets[:, -1] = SUITS * pays.drawn[:, -1, suit].astype(object)
        ends: Any = chunk.drawn.astype(whole, copy=False).astype(number, copy=False)
        drawn = np.einsum("rudfvs,rfvs->rud", ends, nets[hand].astype(number))
        found = [each * SUITS for each in found] + [drawn[..., discard] for discard in range(3)]
    return [each.astype(np.int64) for each in found] if doubles else found


def exact(numbers: Ints, times: int) -> Ints:
    """The same numbers; as Python's own where so many of them together would not fit in 64 bits."""
    largest = max(int(numbers.max()), -int(numbers.min()))
    return numbers if largest * times < 2**63 else numbers.astype(object)


def by_up_card(worth: Iterable[Worth], strategy: Chooser, stake: Cents) -> dict[str, Any]:
    """The mean net against each up card, by rank."""
    sums = [Fraction(0)] * 13
    outcomes = 0
    for chunk in worth:
        if strategy.split is not None:
            deals, every = strategy.split(chunk).astype(object), chunk.every().astype(object)
            numbers = [EVERY_ACTION.index(name) for name in chunk.names]
            by_up = (deals[..., numbers] * every).sum(axis=(0, 2))
        else:
            mine = exact(chunk.taken(strategy(chunk)), comb(52, 3))
            by_up = np.einsum("ru,ru->u", chunk.counts.times, mine)
        outcomes = chunk.outcomes
        for up, total in zip(chunk.counts.ups[:, 0].tolist(), by_up.tolist(), strict=True):
            sums[up >> 2] += total
    per_rank = comb(51, 3) * 4 * outcomes * stake
    return {"by_up_card": {RANKS[rank]: total / per_rank for rank, total in enumerate(sums)}}

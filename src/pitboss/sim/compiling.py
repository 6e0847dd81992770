"""Compiles the engine with Numba: what `engine` and `round/judge` say, in loops of one round after the other.

Numba looks only at the file of a function to see whether what it has kept is still true. The loops also
have functions and numbers of other files compiled into them, such as how many classes of hands there are:
without a folder of its own for each state, loops of yesterday would pay by yesterday's classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload, register_jitable

from pitboss.errors import Refusal
from pitboss.round import judge
from pitboss.sim import deals, engine
from pitboss.sim.deals import Cards, Words, deal
from pitboss.sim.engine import ChunkCounts, pay_round, play_dealer, play_round
from pitboss.sim.run_setup import FIRST_LINE, FIRST_SEAT, FULL, NET, TABLE, Ints, PayArrays, PlayArrays

_ROOM: Final = Path(__file__).parent
# What the loops take functions and numbers from.
SOURCES: Final = (
    "hands.py",
    "cards.py",
    "sheet/pays.py",
    "round/judge.py",
    "round/table.py",
    "odds/geometry.py",
    "odds/plan.py",
    "sim/*.py",
)


def state_of_sources(package: Path) -> str:
    """A name for how the sources of a package are now."""
    found = sha256()
    for pattern in SOURCES:
        for file in sorted(package.glob(pattern)):
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


BARE: Final[dict[str, Any]] = {"_nrt": False}  # no counting of references: nothing is made in the loops
_KEPT: Final[str] = numba.config.CACHE_DIR  # where somebody wants all that Numba keeps
_PLACE: Final = (
    Path(_KEPT) if _KEPT else _ROOM / "__pycache__"
) / f"kernels-{state_of_sources(_ROOM.parent)}"


def compiled(function: Callable[..., Any]) -> Any:
    """The function, compiled when it is first called; in a folder of Numba's own where ours is read-only."""
    numba.config.CACHE_DIR = str(_PLACE)
    try:
        return numba.njit(cache=True, **BARE)(function)
    finally:
        numba.config.CACHE_DIR = _KEPT


# What single rounds do in a way of their own: the choice between two numbers, whether a case is there, a
# look-up (unsigned, which spares the question whether it counts from the end), an exchange within one deck.
overload(judge.either, jit_options=BARE)(
    lambda condition, one, other: lambda condition, one, other: one if condition else other
)
overload(judge.some, jit_options=BARE)(lambda condition: lambda condition: condition)
overload(judge.look, jit_options=BARE)(
    lambda table, index: lambda table, index: np.int64(table[np.uint64(index)])
)


@overload(deals.exchange, jit_options=BARE)
def _exchange(deck: Any, place: Any, other: Any) -> Any:
    def exchange(deck: Any, place: Any, other: Any) -> None:
        drawn = deck[np.uint64(other)]
        deck[np.uint64(other)] = deck[np.uint64(place)]
        deck[np.uint64(place)] = drawn

    return exchange


_SMALL: Final[tuple[Any, ...]] = (
    *(judge.triple, judge.value_of, judge.class_of, judge.showdown, judge.dealer_class, judge.suited_bit),
    *(judge.final_class, judge.is_folded),
)
_LARGE: Final[tuple[Any, ...]] = (
    *(judge.judge_dealer, judge.judge_hand, judge.number_of, judge.end_of, judge.cells, judge.total),
    *(deals.deal, engine.hand_at, engine.decide, engine.play_dealer, engine.play_round, engine.pay_round),
)
for _function in _SMALL:
    register_jitable(**BARE)(_function)
for _function in _LARGE:  # Numba itself puts these in their place: tuples of arrays are slow to hand over
    register_jitable(inline="always", **BARE)(_function)


def play(a: PlayArrays, words: Words, classes: Ints) -> npt.NDArray[np.uint32]:
    """The ends (seats, rounds) of those rows of words that are good for a deal, counted as well."""
    ends = np.zeros((len(words), a.seats), np.uint32)
    return ends[: _play(a, words, classes, ends, np.arange(52, dtype=np.uint8), np.empty(52, np.uint8))].T


@compiled
def _play(
    a: PlayArrays, words: Words, classes: Ints, ends: npt.NDArray[np.uint32], fresh: Cards, deck: Cards
) -> int:
    done = 0
    for number in range(len(words)):
        for card in range(52):
            deck[card] = fresh[card]
        if deal(words[number], a.groups, a.thresholds, deck):
            dealer = play_dealer(a, deck)
            for seat in range(a.seats):
                end = play_round(a, deck, seat, dealer)
                classes[seat, end] += 1
                ends[done, seat] = end
            done += 1
    return done


EMPTY: Final = -(2**63)
SHIFT: Final = 1 << 50  # values are counted from here, so that none is below zero
FIRST_ROOM: Final = 1 << 13
MOST_ROOM: Final = 1 << 23  # different values of all kinds together: 128 MB
USED, PRODUCT = range(2)  # of `state`
_GOLDEN, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


class Counting:
    """Counts the values of rounds in a hash table that grows where it gets tight."""

    def __init__(self, arrays: PayArrays) -> None:
        self.arrays, self.product, self.state = arrays, 0, np.zeros(2, np.int64)
        self.values = np.zeros(arrays.kinds, np.int64)
        self.keys, self.counts = np.full(FIRST_ROOM, EMPTY, np.int64), np.zeros(FIRST_ROOM, np.int64)

    def add(self, ends: npt.NDArray[np.uint32], nets: Ints) -> Ints:
        """Counts rounds, and keeps nets where they are wanted; returns the rounds that the meter needs."""
        by_round, at, hits = ends.T, 0, np.zeros(ends.shape[1], np.bool_)
        while True:
            at = _count(
                self.arrays, by_round, at, self.keys, self.counts, self.state, hits, nets, self.values
            )
            self.product += int(self.state[PRODUCT])
            self.state[PRODUCT] = 0
            if at == len(by_round):
                return np.flatnonzero(hits)
            self._make_room()

    def _make_room(self) -> None:
        room = 4 * len(self.keys)
        if room > MOST_ROOM:
            raise Refusal("values", "The bets have too many different results to count: give rounder amounts")
        keys, counts = np.full(room, EMPTY, np.int64), np.zeros(room, np.int64)
        _move(self.keys, self.counts, keys, counts)
        self.keys, self.counts = keys, counts

    def finish(self, found: ChunkCounts) -> None:
        """Hands over what was counted."""
        hit = np.flatnonzero(self.counts)
        for key, number in zip(self.keys[hit].tolist(), self.counts[hit].tolist(), strict=True):
            value, kind = divmod(key, self.arrays.kinds)
            found.values.setdefault(kind, Counter())[value - SHIFT] = number
        found.product = self.product


@compiled
def _count(
    a: PayArrays,
    ends: npt.NDArray[np.uint32],
    first: int,
    keys: Ints,
    counts: Ints,
    state: Ints,
    hits: npt.NDArray[np.bool_],
    nets: Ints,
    values: Ints,
) -> int:
    """Pays and counts rounds from the first on; returns the one after the last that there was room for."""
    tight = len(keys) // 2 - len(a.counted)
    for number in range(first, len(ends)):
        if state[USED] > tight:
            return number
        takers = pay_round(a, ends[number], values)
        hits[number] = a.takers > 0 and takers >= a.takers
        if a.stake >= 0:
            state[PRODUCT] += values[TABLE] * values[FULL]
        if nets.shape[1]:
            for seat in range(a.seats):
                nets[seat, number] = values[FIRST_SEAT + seat * (FIRST_LINE + a.lines) + NET]
        for kind in a.counted:
            key = (values[kind] + SHIFT) * a.kinds + kind
            place = _place_of(key, keys)
            state[USED] += keys[place] == EMPTY
            keys[place] = key
            counts[place] += 1
    return len(ends)


@compiled
def _move(keys: Ints, counts: Ints, to_keys: Ints, to_counts: Ints) -> None:
    """Moves all counts into a larger table."""
    for number in range(len(keys)):
        if keys[number] != EMPTY:
            place = _place_of(keys[number], to_keys)
            to_keys[place], to_counts[place] = keys[number], counts[number]


@register_jitable(**BARE)
def _place_of(key: int, keys: Ints) -> Any:
    """Where a key is in a table, or can be."""
    mask = len(keys) - 1
    place = np.int64((np.uint64(key) * _GOLDEN) >> _HALF) & mask
    while keys[place] != key and keys[place] != EMPTY:
        place = (place + 1) & mask
    return place

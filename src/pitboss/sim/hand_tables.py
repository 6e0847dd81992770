"""Look-up tables of three cards in any order, at index 2704a + 52b + c, each entry packed into 32 bits.

Bits 0–9 are the hand's value, 10–13 its hand class, 14–22 the number of its ranks, 23–27 the number of its
suits; a plan's action may be added in bits 28–31. Ranks and suits of two hands give their six-card category.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.batch import by_ranks
from pitboss.hands import KIND_OF_VALUE, VALUE3, VALUES
from pitboss.odds.decisions import DRAW, RAISE
from pitboss.odds.geometry import rows, triple_index
from pitboss.odds.plan import Plan, spread_rows
from pitboss.sheet.pays import colour_class

Packed = npt.NDArray[np.uint32]
Bytes = npt.NDArray[np.uint8]

CLASS, RANKS, SUITS, ACTION = 10, 14, 23, 28  # the first bit of each part; the value begins at 0
ROW_SUITS, ROW_ROYAL = 22, 27  # where `packed_rows` has the suits, and that of an A-K-Q to be drawn
RANK_SETS: Final = 455
SUIT_SETS: Final = 20


@lru_cache(maxsize=1)
def packed_hands() -> Packed:
    """Every three cards, without an action."""
    value = np.frombuffer(VALUE3, np.uint16).astype(np.int64)
    cards = np.indices((52, 52, 52)).reshape(3, -1)
    kind = np.array(KIND_OF_VALUE, np.int64)[value]
    hand_class = np.where(value == VALUES - 1, kind + (cards[0] & 3), kind)
    ranks = _numbers(13)[tuple(np.sort(cards >> 2, axis=0))]
    suits = _numbers(4)[tuple(np.sort(cards & 3, axis=0))]
    packed = value | hand_class << CLASS | ranks << RANKS | suits << SUITS
    return packed.astype(np.uint32)


def with_actions(plan: Plan) -> Packed:
    """The same with the action of a plan that goes by the hand alone; a draw names the place of its card."""
    spread = spread_rows()
    table = plan.table[spread.royal, spread.row, 0] if plan.by_suit else plan.table[spread.row, 0]
    found = table.astype(np.int64)
    draws = (found >= DRAW) & (found < RAISE)
    drawn = np.where(draws, found - DRAW, 0)
    action = np.where(draws, DRAW + (spread.places >> (2 * drawn) & 3), found)
    return packed_hands() | (action << ACTION).astype(np.uint32)


@lru_cache(maxsize=1)
def packed_rows() -> Packed:
    """Row (bits 0–10), renaming of suits (11–15), places of the row's cards (16–21), suits (22–26).

    Bits 27 and 28 are the suit of the A-K-Q that the hand can draw, if any.
    """
    spread = spread_rows()
    packed = spread.row | spread.renaming.astype(np.int64) << 11 | spread.places.astype(np.int64) << 16
    suits = (packed_hands() >> np.uint32(SUITS)).astype(np.int64) << ROW_SUITS
    return (packed | suits | spread.royal.astype(np.int64) << ROW_ROYAL).astype(np.uint32)


@lru_cache(maxsize=1)
def row_hands() -> Packed:
    """The hand of each row, without its suits: few enough to stay in the processor's nearest cache."""
    cards = rows().cards
    return packed_hands()[triple_index(*cards.T)] & np.uint32((1 << SUITS) - 1)


@lru_cache(maxsize=1)
def six_by_ranks() -> Bytes:
    """The six-card category by the ranks of both hands where no suit has five cards, at index 455a + b."""
    sets = np.array(list(combinations_with_replacement(range(13), 3)), np.uint64)
    counters = (np.uint64(1) << (np.uint64(3) * sets)).sum(axis=1, dtype=np.uint64)
    return by_ranks((counters[:, None] + counters[None, :]).ravel()).astype(np.uint8)


@lru_cache(maxsize=1)
def five_suited() -> Bytes:
    """1 + the suit of which two hands have five cards or six, else 0, by their suits at index 20a + b."""
    sets = np.array(list(combinations_with_replacement(range(4), 3)))
    of_suit = (sets[:, :, None] == np.arange(4)).sum(axis=1)
    both = of_suit[:, None, :] + of_suit[None, :, :]
    return np.where(both.max(axis=2) >= 5, 1 + both.argmax(axis=2), 0).astype(np.uint8).ravel()


@lru_cache(maxsize=1)
def two_coloured() -> Bytes:
    """The colours of two hands, the player's first, by their suits at index 20a + b."""
    sets = list(combinations_with_replacement(range(4), 3))
    return np.array([colour_class(mine + theirs) for mine in sets for theirs in sets], np.uint8)


def _numbers(size: int) -> npt.NDArray[np.int64]:
    """The number of three things in rising order, in a cube."""
    found = np.zeros((size,) * 3, np.int64)
    for number, things in enumerate(combinations_with_replacement(range(size), 3)):
        found[things] = number
    return found

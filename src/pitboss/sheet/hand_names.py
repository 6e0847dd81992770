"""Hands named in a sheet: `queen high`, `pair`, `Q-6-4`. Each means *that hand or better*.

>>> from pitboss.hands import value3
>>> from pitboss.cards import parse_cards
>>> parse_hand("queen high") == parse_hand("Q-3-2") == value3(*parse_cards("Qs 3h 2d"))
True
"""

from __future__ import annotations

from typing import Final

from pitboss.cards import RANK_NAMES, RANKS
from pitboss.hands import Category, lowest_value, value_of_ranks

HAND_FORMS: Final = 'a category ("pair"), a high card ("queen high") or three ranks ("Q-6-4")'


def parse_hand(text: str) -> int | None:
    """The lowest value that is this hand or better, or None when the text names no hand."""
    words = text.strip().lower().replace("_", " ")
    for category in Category:
        if words == category.text.replace("_", " "):
            return lowest_value(category)
    name, _, last = words.rpartition(" ")
    if last == "high" and name in RANK_NAMES:
        return _lowest_high(RANK_NAMES.index(name))
    parts = text.strip().upper().replace("10", "T").split("-")
    if len(parts) == 3 and all(len(part) == 1 and part in RANKS for part in parts):
        high, middle, low = (RANKS.index(part) for part in parts)
        return value_of_ranks(high, middle, low)
    return None


def _lowest_high(rank: int) -> int | None:
    """The lowest high-card hand led by a rank (STD-6); None for two to four, which cannot lead one."""
    for middle in range(1, rank):
        for low in range(middle):
            value = value_of_ranks(rank, middle, low)
            if value < lowest_value(Category.PAIR):
                return value
    return None


def hand_words(text: str) -> str:
    """How the qualifying hand is read out: `queen high or better`, `pair or better`."""
    return f"{text.replace('_', ' ')} or better"

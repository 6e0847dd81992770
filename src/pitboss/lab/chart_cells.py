"""Cells of the strategy chart: high cards by their first two ranks, `Q6`; other hands by category, `pair`."""

from __future__ import annotations

from functools import lru_cache

from pitboss.cards import RANKS, Card
from pitboss.hands import CATEGORY_OF_VALUE, Category, value3
from pitboss.odds.geometry import rows
from pitboss.round import Refusal
from pitboss.text import one_of

CATEGORIES = tuple(category for category in reversed(Category) if category is not Category.HIGH_CARD)


def cell_of(cards: tuple[Card, ...]) -> str:
    """The cell that a hand is in.

    >>> from pitboss.cards import parse_cards
    >>> cell_of(tuple(parse_cards("4d Qs 6h"))), cell_of(tuple(parse_cards("Qs Qh 6h")))
    ('Q6', 'pair')
    """
    high, second, low = sorted(cards, reverse=True)
    category = CATEGORY_OF_VALUE[value3(high, second, low)]
    return RANKS[high >> 2] + RANKS[second >> 2] if category is Category.HIGH_CARD else category.text


@lru_cache(maxsize=1)
def cell_of_row() -> tuple[str, ...]:
    """The cell of every row of the odds."""
    return tuple(cell_of(tuple(cards)) for cards in rows().cards.tolist())


def check_cell(cell: str) -> None:
    """Refuses what is no cell."""
    if cell not in cell_of_row():
        named = one_of([category.text for category in CATEGORIES])
        text = (
            f"{cell[:20]!r} is no cell: write the two highest ranks of a high-card hand, like Q6, or {named}"
        )
        raise Refusal("cell", text, "STD-2", "cell")


def check_up(shows: int, up: str, clause: str, required: bool = False) -> None:
    """Refuses a rank of up card where there is none, or not one."""
    if up and shows != 1:
        raise Refusal("up", "A rank of up card is asked for only where one card shows", clause, "up")
    if (up and up not in tuple(RANKS)) or (required and shows == 1 and not up):
        raise Refusal("up", f"Write the rank of the up card, one of {' '.join(RANKS)}", clause, "up")

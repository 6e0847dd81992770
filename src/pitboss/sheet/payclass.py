"""Pay classes: the finest distinctions a pay table can make, and which of them a line key covers.

Three cards fall into ten hand classes: the six categories below the mini royal and the mini royal of each
suit. With the column (pat, or drawn from one of ten first-three classes) they number 110 pay classes.
Six cards have their ten best-five categories.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pitboss.cards import SUIT_NAMES, Card
from pitboss.hands import CATEGORY_OF_VALUE, VALUE3, Category, SixCategory

HAND_CLASSES: Final = 10
COLUMNS: Final = 1 + HAND_CLASSES  # pat, then drawn by first-three class
PAY_CLASSES: Final = COLUMNS * HAND_CLASSES
SIX_CLASSES: Final = len(SixCategory)
SHOWDOWNS: Final = 6  # results: 3 * the dealer qualifies + (0 worse, 1 equal, 2 better)

_ROYAL: Final = int(Category.MINI_ROYAL)
_CLASS_OF_VALUE: Final = tuple(int(category) for category in CATEGORY_OF_VALUE)

_ROYAL_SUITS: Final[Mapping[str, tuple[int, ...]]] = {
    **{f"mini_royal_{name}": (suit,) for suit, name in enumerate(SUIT_NAMES)},
    "mini_royal_black": (0, 3),
    "mini_royal_red": (1, 2),
}
THREE_CARD_LINES: Final = (
    *(category.text for category in reversed(Category)),
    *_ROYAL_SUITS,
    *(f"{category.text}_or_better" for category in Category if category is not Category.MINI_ROYAL),
)
SIX_CARD_LINES: Final = (
    *(category.text for category in reversed(SixCategory)),
    *(f"{category.text}_or_better" for category in SixCategory if category is not SixCategory.ROYAL_FLUSH),
)


def hand_class(a: Card, b: Card, c: Card) -> int:
    """0 to 5 for the categories below the mini royal, 6 to 9 for mini royals of clubs to spades."""
    found = _CLASS_OF_VALUE[VALUE3[2704 * a + 52 * b + c]]
    return found + (a & 3) if found == _ROYAL else found


def pay_class(hand: int, first_three: int | None = None) -> int:
    """The pay class of a hand kept pat, or of a hand drawn from these first three."""
    return hand if first_three is None else (1 + first_three) * HAND_CLASSES + hand


def covered(keys: Iterable[str], six: bool) -> dict[str, frozenset[int]]:
    """Which classes each line key covers, most special first (STD-2).

    A suited A-K-Q belongs to the line of its suit; without one to `mini_royal`; without that it is a plain
    straight flush. The royal flush of six cards follows the same rule. `X_or_better` covers all from X up.
    """
    keys = list(keys)
    top = SixCategory.ROYAL_FLUSH.text if six else Category.MINI_ROYAL.text
    tops = {9} if six else {6, 7, 8, 9}
    cover: dict[str, frozenset[int]] = {}
    for key in keys:
        if key in _ROYAL_SUITS:
            cover[key] = frozenset(_ROYAL + suit for suit in _ROYAL_SUITS[key])
        elif key.endswith("_or_better"):
            lowest = _index(key.removesuffix("_or_better"), six)
            cover[key] = frozenset(range(lowest, 10))
        elif key not in (top, "straight_flush"):
            cover[key] = frozenset({_index(key, six)})
    named = frozenset().union(*(cover[key] for key in keys if key in _ROYAL_SUITS))
    if top in keys:
        cover[top] = frozenset(tops) - named
        named = frozenset(tops)
    if "straight_flush" in keys:
        cover["straight_flush"] = frozenset({_index("straight_flush", six)}) | (frozenset(tops) - named)
    return {key: cover[key] for key in keys}


def _index(name: str, six: bool) -> int:
    return int(SixCategory[name.upper()] if six else Category[name.upper()])

"""Pay classes: the finest distinctions a pay table can make, and which of them a line key covers.

Three cards fall into ten hand classes: the six categories below the mini royal and the mini royal of each
suit. With the column (pat, or drawn from one of ten first-three classes) they number 110 pay classes.
Six cards have their ten best-five categories.

What a table looks at beside the player's own three cards is one number too, the *shared class*: the category
of the six cards as dealt, the dealer's hand (or that it ties the player's), and the colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final, Literal, get_args

from pitboss.cards import SUIT_NAMES, Card
from pitboss.hands import CATEGORY_OF_VALUE, VALUE3, Category, SixCategory

# The cards that a pay table looks at. Both hands: the lower of the two; the beaten hand is that of a deal
# without a tie. Colours: of the player's three cards, and of those with the dealer's, as dealt.
Judged = Literal["three cards", "six cards", "dealer's hand", "both hands", "beaten hand", "colours"]
HAND_CLASSES: Final = 10
COLUMNS: Final = 1 + HAND_CLASSES  # pat, then drawn by first-three class
PAY_CLASSES: Final = COLUMNS * HAND_CLASSES
SIX_CLASSES: Final = len(SixCategory)
DEALER_CLASSES: Final = len(Category) + 1  # the dealer's category, or that the hands are equal
TIED: Final = len(Category)
COLOUR_CLASSES: Final = 3  # mixed; the player's three of one colour; all six
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
HAND_LINES: Final = tuple(line for line in THREE_CARD_LINES if line not in _ROYAL_SUITS)
COLOUR_LINES: Final = ("six_of_one_colour", "three_of_one_colour")
LINES: Final[Mapping[Judged, tuple[str, ...]]] = {
    **dict.fromkeys(get_args(Judged), HAND_LINES),
    "three cards": THREE_CARD_LINES,
    "six cards": SIX_CARD_LINES,
    "colours": COLOUR_LINES,
}
EVERY_LINE: Final = tuple(dict.fromkeys(line for lines in LINES.values() for line in lines))
# How many classes the arrays of a table have by which a shared class is judged.
SHARED_SIZES: Final[Mapping[Judged, int]] = {
    "six cards": SIX_CLASSES,
    "dealer's hand": len(Category),
    "both hands": len(Category),
    "beaten hand": len(Category) + 1,  # the last one: no hand is beaten
    "colours": COLOUR_CLASSES,
}
BY_DEALER: Final[frozenset[Judged]] = frozenset(("dealer's hand", "both hands", "beaten hand"))
_RED: Final = (1, 2)
BLACK: Final = (0, 3)


def hand_class(a: Card, b: Card, c: Card) -> int:
    """0 to 5 for the categories below the mini royal, 6 to 9 for mini royals of clubs to spades."""
    found = _CLASS_OF_VALUE[VALUE3[2704 * a + 52 * b + c]]
    return found + (a & 3) if found == _ROYAL else found


def pay_class(hand: int, first_three: int | None = None) -> int:
    """The pay class of a hand kept pat, or of a hand drawn from these first three."""
    return hand if first_three is None else (1 + first_three) * HAND_CLASSES + hand


def shared_class(six: int = 0, dealer: int = 0, colours: int = 0) -> int:
    """One number for all that the dealer's cards have a part in; where a table does not look, 0 will do."""
    return six + SIX_CLASSES * (dealer + DEALER_CLASSES * colours)


def shared_classes(judged: Iterable[Judged]) -> tuple[int, ...]:
    """Every shared class that tables judged so can tell apart, by colours, then dealer, then six cards."""
    looks = frozenset(judged)
    sixes = range(SIX_CLASSES if "six cards" in looks else 1)
    dealers = range(DEALER_CLASSES if looks & BY_DEALER else 1)
    colours = range(COLOUR_CLASSES if "colours" in looks else 1)
    return tuple(shared_class(*each[::-1]) for each in product(colours, dealers, sixes))


def can_meet(versus: int, paid_as: int, shared: int) -> bool:
    """Whether a showdown of such hands can have this result; the shared class tells the dealer's."""
    own, dealer = min(paid_as % HAND_CLASSES, _ROYAL), shared // SIX_CLASSES % DEALER_CLASSES
    comparison = versus % 3
    if dealer == TIED:
        return comparison == 1
    return comparison == (2 if own > dealer else 0) if own != dealer else comparison != 1


def colour_class(cards: Sequence[Card]) -> int:
    """What the colours of six cards are, the player's three first.

    >>> from pitboss.cards import parse_cards
    >>> dealt = ("As 2c 3d 4c 5c 6c", "As 2c 3s 4d 5c 6c", "2h 3d 4h 5d 6d 7d")
    >>> [colour_class(parse_cards(six)) for six in dealt]
    [0, 1, 2]
    """
    red = [card & 3 in _RED for card in cards]
    return 0 if len({*red[:3]}) > 1 else 1 if len({*red}) > 1 else 2


def judged_class(judged: Judged, paid_as: int, shared: int) -> int:
    """Where in the array of a pay table an outcome stands."""
    if judged == "three cards":
        return paid_as
    rest, six = divmod(shared, SIX_CLASSES)
    colours, dealer = divmod(rest, DEALER_CLASSES)
    if judged == "six cards":
        return six
    if judged == "colours":
        return colours
    own = min(paid_as % HAND_CLASSES, _ROYAL)
    theirs = own if dealer == TIED else dealer
    if judged == "dealer's hand":
        return theirs
    return TIED if judged == "beaten hand" and dealer == TIED else min(own, theirs)


def class_name(index: int, judged: Judged) -> str:
    """The key of what stands at a place of such an array: a category, or how the colours are."""
    if judged == "six cards":
        return SixCategory(index).text
    if judged == "colours":
        return ("mixed_colours", *reversed(COLOUR_LINES))[index]
    if judged == "beaten hand" and index == TIED:
        return "equal_hands"
    return Category(min(index, Category.MINI_ROYAL)).text


def lines_covered(keys: Iterable[str], judged: Judged) -> dict[str, frozenset[int]]:
    """Which classes each line key of a table covers that is judged so."""
    if judged in ("three cards", "six cards"):
        return covered(keys, judged == "six cards")
    if judged == "colours":
        keys = list(keys)
        six, three = COLOUR_LINES
        cover = {six: frozenset({2}), three: frozenset({1} if six in keys else {1, 2})}
        return {key: cover[key] for key in keys}
    by_suit = covered(keys, six=False)
    return {key: frozenset(min(each, _ROYAL) for each in classes) for key, classes in by_suit.items()}


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

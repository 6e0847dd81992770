"""Three cards make one of 741 ordered values; six cards make a best-five category.

A value is an integer from 0 (5-3-2, the worst high card) to 740 (a suited A-K-Q); more beats less and
equal values tie (STD-2 to STD-4). One look-up in a table built at import gives it.

>>> from pitboss.cards import parse_cards
>>> value3("Kh Kd 2c") > value3("Qh Qd Ac")
True
>>> category3("Ah 2d 3c").text
'straight'
>>> category6("As Ks Qs Js Ts 2d").text
'royal_flush'
>>> parse_hand("queen high") == parse_hand("Q-3-2") == value3("Qs 3h 2d")
True
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import combinations, permutations
from typing import Any, Final, overload

from pitboss.cards import RANK_NAMES, RANKS, AnyCards, Card, parse_cards


class _Named(IntEnum):
    """Something that files and lines of pay tables name."""

    @property
    def text(self) -> str:
        """The name in files: `three_of_a_kind`."""
        return self.name.lower()


class Category(_Named):
    """The seven three-card categories, low to high (STD-2); the mini royal is one of its own.

    >>> from pitboss import Category
    >>> Category.STRAIGHT > Category.FLUSH, Category.THREE_OF_A_KIND.text
    (True, 'three_of_a_kind')
    """

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6


class Kind(_Named):
    """The categories as finely as pay tables need them: three aces are a kind of their own.

    >>> from pitboss.hands import Kind
    >>> Kind.THREE_ACES.text, Kind.THREE_ACES.category.text
    ('three_aces', 'three_of_a_kind')
    """

    HIGH_CARD = Category.HIGH_CARD
    PAIR = Category.PAIR
    FLUSH = Category.FLUSH
    STRAIGHT = Category.STRAIGHT
    THREE_OF_A_KIND = Category.THREE_OF_A_KIND
    THREE_ACES = Category.THREE_OF_A_KIND + 1
    STRAIGHT_FLUSH = Category.STRAIGHT_FLUSH + 1
    MINI_ROYAL = Category.MINI_ROYAL + 1

    @property
    def category(self) -> Category:
        """The category that it is a part of."""
        return Category[self.name] if self is not Kind.THREE_ACES else Category.THREE_OF_A_KIND


class SixCategory(_Named):
    """Ordinary five-card categories, low to high, for the best five of six cards (STD-7).

    >>> from pitboss import SixCategory
    >>> SixCategory.FLUSH > SixCategory.STRAIGHT, SixCategory.FULL_HOUSE.text
    (True, 'full_house')
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class SixKind(_Named):
    """The categories of six cards as finely as pay tables need them: six in a row of one suit are apart.

    >>> from pitboss.hands import SixKind
    >>> SixKind.SIX_CARD_ROYAL_FLUSH.category.text
    'royal_flush'
    """

    HIGH_CARD = SixCategory.HIGH_CARD
    PAIR = SixCategory.PAIR
    TWO_PAIR = SixCategory.TWO_PAIR
    THREE_OF_A_KIND = SixCategory.THREE_OF_A_KIND
    STRAIGHT = SixCategory.STRAIGHT
    FLUSH = SixCategory.FLUSH
    FULL_HOUSE = SixCategory.FULL_HOUSE
    FOUR_OF_A_KIND = SixCategory.FOUR_OF_A_KIND
    STRAIGHT_FLUSH = SixCategory.STRAIGHT_FLUSH
    SIX_CARD_STRAIGHT_FLUSH = SixCategory.STRAIGHT_FLUSH + 1
    ROYAL_FLUSH = SixCategory.ROYAL_FLUSH + 1
    SIX_CARD_ROYAL_FLUSH = SixCategory.ROYAL_FLUSH + 2

    @property
    def category(self) -> SixCategory:
        """The category of its best five."""
        return SixCategory[self.name.removeprefix("SIX_CARD_")]


VALUES: Final = 741
_ACE: Final = 12
# What a hand is apart from its suits: (category, ranks that decide within it, first to last).
_Shape = tuple[Category, int, int, int]


def _straight_top(high: int, middle: int, low: int) -> int | None:
    """The rank a straight counts by: 1 (a three) for A-2-3, the lowest of all (STD-3)."""
    if (high, middle, low) == (_ACE, 1, 0):
        return 1
    return high if high - middle == middle - low == 1 else None


def _shape(high: int, middle: int, low: int, suited: bool) -> _Shape:
    """Category and deciding ranks of three ranks in falling order."""
    if high == middle == low:
        return (Category.THREE_OF_A_KIND, high, 0, 0)
    if high == middle or middle == low:
        return (Category.PAIR, middle, low if high == middle else high, 0)
    top = _straight_top(high, middle, low)
    if top is not None:
        if not suited:
            return (Category.STRAIGHT, top, 0, 0)
        return (Category.MINI_ROYAL if top == _ACE else Category.STRAIGHT_FLUSH, top, 0, 0)
    return (Category.FLUSH if suited else Category.HIGH_CARD, high, middle, low)


def _build() -> tuple[array[int], tuple[_Shape, ...]]:
    """The value of every ordered triple of cards at index 2704a + 52b + c, and the shape of every value."""
    falling = [(h, m, lo) for h in range(13) for m in range(h + 1) for lo in range(m + 1)]
    plain = {ranks: _shape(*ranks, suited=False) for ranks in falling}
    suited = {ranks: _shape(*ranks, suited=True) for ranks in falling if len(set(ranks)) == 3}
    shapes = tuple(sorted({*plain.values(), *suited.values()}))
    number = {shape: value for value, shape in enumerate(shapes)}

    def by_ranks(table: dict[tuple[int, int, int], _Shape]) -> list[list[int]]:
        """The values of three ranks in any order: at 13a + b, one for each c."""
        found = [[0] * 13 for _ in range(13 * 13)]
        for ranks, shape in table.items():
            value = number[shape]
            for a, b, c in permutations(ranks):
                found[13 * a + b][c] = value
        return found

    plain_rows = [array("H", [value for value in row for _ in range(4)]) for row in by_ranks(plain)]
    suited_rows = [array("H", row) for row in by_ranks(suited)]
    values = array("H")
    for a in range(52):
        for b in range(52):
            ranks = 13 * (a >> 2) + (b >> 2)
            line = plain_rows[ranks]
            if a & 3 == b & 3 and a != b:
                line = line[:]
                line[a & 3 :: 4] = suited_rows[ranks]
            values.extend(line)
    return values, shapes


VALUE3, _SHAPES = _build()
CATEGORY_OF_VALUE: Final = tuple(shape[0] for shape in _SHAPES)
KIND_OF_VALUE: Final = tuple(
    Kind.THREE_ACES if shape[:2] == (Category.THREE_OF_A_KIND, _ACE) else Kind[shape[0].name]
    for shape in _SHAPES
)


@overload
def value3(a: Card, b: Card, c: Card, /) -> int: ...
@overload
def value3(hand: AnyCards, /) -> int: ...
def value3(*hand: Any) -> int:
    """The value of three different cards in any order, 0 to 740; given one by one, they must be numbers.

    >>> from pitboss import value3
    >>> value3("As Ks Qs"), value3("5h 3d 2c"), value3(51, 47, 43)
    (740, 0, 740)
    """
    a, b, c = hand if len(hand) == 3 else parse_cards(hand[0] if len(hand) == 1 else hand, 3)
    return VALUE3[2704 * a + 52 * b + c]


@overload
def category3(a: Card, b: Card, c: Card, /) -> Category: ...
@overload
def category3(hand: AnyCards, /) -> Category: ...
def category3(*hand: Any) -> Category:
    """The category of three different cards, which are given as to `value3`.

    >>> from pitboss import category3
    >>> category3("9h 2c 9d").text
    'pair'
    """
    return CATEGORY_OF_VALUE[value3(*hand)]


def lowest_value(category: Category) -> int:
    """The lowest value of a category: a hand is `category or better` from here on."""
    return CATEGORY_OF_VALUE.index(category)


def value_of_ranks(high: int, middle: int, low: int, suited: bool = False) -> int:
    """The value of three ranks in any order, of one suit or not all of one suit."""
    top, mid, bottom = sorted((high, middle, low), reverse=True)
    return _SHAPES.index(_shape(top, mid, bottom, suited))


def best_three(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The best three of three or more cards, in the given order; a tie keeps the earlier cards (PEC-6)."""
    return max(combinations(cards, 3), key=lambda three: value3(*three))


def counting_groups(cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Three cards in the order in which they count within their category, those that count together as one.

    >>> from pitboss.cards import card_text, parse_cards
    >>> [[card_text(card) for card in group] for group in counting_groups(parse_cards("2c 9h 9d"))]
    [['9h', '9d'], ['2c']]
    """
    first = _SHAPES[value3(*cards)][1]
    of_rank: dict[int, list[Card]] = {}
    for card in cards:
        of_rank.setdefault(card >> 2, []).append(card)
    falls = sorted(of_rank, key=lambda rank: (len(of_rank[rank]), rank), reverse=True)
    if len(falls) == 3 and falls[0] != first:  # the ace of 3-2-A is low (STD-3)
        falls = [*falls[1:], falls[0]]
    return tuple(tuple(of_rank[rank]) for rank in falls)


def describe(cards: AnyCards) -> str:
    """Three cards in words, as a dealer would call them.

    >>> from pitboss import describe
    >>> describe("9h 9d 2c"), describe(["Qs", "6h", "4d"])
    ('pair of nines', 'queen high')
    """
    category, first, *_ = _SHAPES[value3(cards)]
    rank = RANK_NAMES[first]
    match category:
        case Category.MINI_ROYAL:
            return "ace-king-queen suited"
        case Category.STRAIGHT_FLUSH:
            return f"straight flush, {rank} high"
        case Category.THREE_OF_A_KIND:
            return f"three {_plural(rank)}"
        case Category.STRAIGHT:
            return f"straight, {rank} high"
        case Category.FLUSH:
            return f"flush, {rank} high"
        case Category.PAIR:
            return f"pair of {_plural(rank)}"
        case _:
            return f"{rank} high"


def _plural(rank: str) -> str:
    return rank + ("es" if rank == "six" else "s")


# Six cards. A card adds one to its rank's and its suit's three-bit counter; a sum of six keys therefore
# holds how many cards of each rank (13 counters from bit 12 up) and of each suit (bits 0 to 11) there are.
SIX_KEYS: Final = tuple((1 << (12 + 3 * (card >> 2))) + (1 << (3 * (card & 3))) for card in range(52))
_ONES: Final = 0o1111111111111
_WHEEL: Final = 0o1000000001111
_FIVE_SUITED: Final = frozenset(
    sum(count << (3 * suit) for suit, count in enumerate(counts))
    for counts in ((a, b, c, 6 - a - b - c) for a in range(7) for b in range(7 - a) for c in range(7 - a - b))
    if max(counts) >= 5
)
_SIX_IN_A_ROW: Final = frozenset(
    sum(1 << (3 * ((low + above) % 13)) for above in range(6)) for low in range(-1, 8)
)
_unsuited_memo: dict[int, SixKind] = {}


def has_straight(present: int) -> bool:
    """Five ranks in a row in a set of ranks, three bits apart; A-2-3-4-5 counts (STD-7)."""
    run = present & (present >> 3)
    run &= run >> 6
    return bool(run & (present >> 12)) or present & _WHEEL == _WHEEL


def _unsuited(counts: int) -> SixKind:
    """The kind by rank counters alone, where no suit has five cards."""
    fours = (counts >> 2) & _ONES
    threes = counts & (counts >> 1) & _ONES
    twos = (counts >> 1) & ~counts & _ONES
    if fours:
        return SixKind.FOUR_OF_A_KIND
    if threes and (twos or threes & (threes - 1)):
        return SixKind.FULL_HOUSE
    if has_straight((counts | counts >> 1 | counts >> 2) & _ONES):
        return SixKind.STRAIGHT
    if threes:
        return SixKind.THREE_OF_A_KIND
    if twos:
        return SixKind.TWO_PAIR if twos & (twos - 1) else SixKind.PAIR
    return SixKind.HIGH_CARD


def _suited(cards: Sequence[Card]) -> SixKind:
    """The kind where five or six cards share a suit: nothing but flushes is possible then."""
    suits = [card & 3 for card in cards]
    suit = max(set(suits), key=suits.count)
    present = sum(1 << (3 * (card >> 2)) for card in cards if card & 3 == suit)
    if not has_straight(present):
        return SixKind.FLUSH
    if present in _SIX_IN_A_ROW:
        return SixKind.SIX_CARD_ROYAL_FLUSH if present >> 21 == 0o111111 else SixKind.SIX_CARD_STRAIGHT_FLUSH
    return SixKind.ROYAL_FLUSH if present >> 24 == 0o11111 else SixKind.STRAIGHT_FLUSH


def category6(cards: AnyCards) -> SixCategory:
    """The category of the best five of six different cards (STD-7).

    >>> from pitboss import category6
    >>> category6("As Ad Ah Kc Kd 2s").text
    'full_house'
    """
    return kind6(parse_cards(cards, 6)).category


def kind6(cards: Iterable[Card]) -> SixKind:
    """The kind of six different cards: the category of the best five, or six in a row of one suit.

    >>> from pitboss.cards import parse_cards
    >>> kind6(parse_cards("As 6s 2s 3s 5s 4s")).text, kind6(parse_cards("As Ks Qs Js Ts 8s")).text
    ('six_card_straight_flush', 'royal_flush')
    """
    a, b, c, d, e, f = six = tuple(cards)
    key = SIX_KEYS[a] + SIX_KEYS[b] + SIX_KEYS[c] + SIX_KEYS[d] + SIX_KEYS[e] + SIX_KEYS[f]
    if key & 0xFFF in _FIVE_SUITED:
        return _suited(six)
    counts = key >> 12
    kind = _unsuited_memo.get(counts)
    if kind is None:  # at most 18,395 different rank counts exist
        kind = _unsuited_memo[counts] = _unsuited(counts)
    return kind


def cards_that_make(category: SixCategory, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of six cards that make their category, in the given order; none for less than three of a kind."""
    if category < SixCategory.THREE_OF_A_KIND:
        return ()
    by_rank = _alike(cards)
    match category:
        case SixCategory.THREE_OF_A_KIND | SixCategory.FOUR_OF_A_KIND:
            made = by_rank[0]
        case SixCategory.FULL_HOUSE:
            made = by_rank[0] + by_rank[1][:2]
        case SixCategory.STRAIGHT:
            made = _run(cards)
        case _:
            suits = [card & 3 for card in cards]
            suit = max(set(suits), key=suits.count)
            made = sorted((card for card in cards if card & 3 == suit), reverse=True)
            made = made[:5] if category is SixCategory.FLUSH else _run(made)
    return tuple(card for card in cards if card in made)


def _alike(cards: Sequence[Card]) -> list[list[Card]]:
    """Cards by rank: the most of one rank first, then the highest."""
    ranks = sorted({card >> 2 for card in cards}, reverse=True)
    found = [[card for card in cards if card >> 2 == rank] for rank in ranks]
    return sorted(found, key=len, reverse=True)


def _run(cards: Sequence[Card]) -> list[Card]:
    """The highest five cards in a row, the earlier one of two of a rank; A-2-3-4-5 counts (STD-7)."""
    of_rank = {card >> 2: card for card in reversed(cards)}
    tops = ([(top - below) % 13 for below in range(5)] for top in range(_ACE, 2, -1))
    return next([of_rank[rank] for rank in run] for run in tops if all(rank in of_rank for rank in run))


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

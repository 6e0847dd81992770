"""Naive hand evaluators, by sorting and counting. Cards are text: "As", "Td", "2c"."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]  # STD-1
VALUES = {rank: place + 2 for place, rank in enumerate(RANKS)}  # 2 to 14

NAMES3 = ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"]  # STD-2, low to high
NAMES5 = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
]  # STD-7, low to high


def rank3(cards: Sequence[str]) -> tuple[int, ...]:
    """A key that compares three-card hands: the greater key is the better hand, equal keys tie (STD-4)."""
    return _rank3(tuple(cards))


@cache
def _rank3(cards: tuple[str, ...]) -> tuple[int, ...]:
    high, middle, low = sorted([VALUES[card[0]] for card in cards], reverse=True)
    suited = len({card[1] for card in cards}) == 1
    top = 0  # the top card of a straight, 0 where there is none
    if high - middle == 1 and middle - low == 1:
        top = high
    if (high, middle, low) == (14, 3, 2):
        top = 3  # STD-3: A-2-3 is the lowest straight
    # STD-2, from the top
    if top and suited:
        return (5, top)
    if high == middle == low:
        return (4, high)
    if top:
        return (3, top)
    if suited:
        return (2, high, middle, low)
    # STD-4: the pair first, then the kicker
    if high == middle:
        return (1, high, low)
    if middle == low:
        return (1, middle, high)
    return (0, high, middle, low)


def category3(cards: Sequence[str]) -> str:
    key = rank3(cards)
    if key == (5, 14):
        return "mini_royal"  # STD-2
    return NAMES3[key[0]]


def queen_high(cards: Sequence[str]) -> bool:
    """STD-6: queen high or better."""
    return rank3(cards) >= (0, 12, 0, 0)


def rank5(cards: Sequence[str]) -> tuple[int, ...]:
    """Ordinary five-card ranking."""
    values = sorted([VALUES[card[0]] for card in cards], reverse=True)
    suited = len({card[1] for card in cards}) == 1
    top = 0
    if [values[0] - v for v in values] == [0, 1, 2, 3, 4]:
        top = values[0]
    if values == [14, 5, 4, 3, 2]:
        top = 5  # STD-7: A-2-3-4-5 is a straight
    counted = sorted([(values.count(v), v) for v in set(values)], reverse=True)
    shape = [count for count, _ in counted]
    order = [v for _, v in counted]
    if top and suited:
        return (8, top)
    if shape == [4, 1]:
        return (7, *order)
    if shape == [3, 2]:
        return (6, *order)
    if suited:
        return (5, *order)
    if top:
        return (4, top)
    if shape == [3, 1, 1]:
        return (3, *order)
    if shape == [2, 2, 1]:
        return (2, *order)
    if shape == [2, 1, 1, 1]:
        return (1, *order)
    return (0, *order)


def category6(cards: Sequence[str]) -> str:
    """STD-7: the best five of the six."""
    best = max(rank5(five) for five in combinations(cards, 5))
    if best == (8, 14):
        return "royal_flush"
    return NAMES5[best[0]]


def kind6(cards: Sequence[str]) -> str:
    """The same, but six cards in a row of one suit are named so; an ace is high, or low below the deuce."""
    highs = sorted(VALUES[card[0]] for card in cards)
    lows = sorted(1 if card[0] == "A" else VALUES[card[0]] for card in cards)
    rows = [[low + step for step in range(6)] for low in range(1, 10)]
    if len({card[1] for card in cards}) == 1 and (highs in rows or lows in rows):
        return f"six_card_{category6(cards)}"
    return category6(cards)

"""A card, a deck and their text forms.

A card is a small integer, `4 * rank + suit`: ranks 0 (deuce) to 12 (ace), suits 0 to 3 in the order
clubs, diamonds, hearts, spades. Its text is two characters, rank then suit.

>>> from pitboss import FULL_DECK, Card, Deck
>>> queen: Card = 43
>>> deck: Deck = FULL_DECK
>>> len(deck), deck.index(queen)
(52, 43)
>>> parse_card("Qs"), card_text(queen)
(43, 'Qs')
>>> cards_text(parse_cards("As Td 2c"))
'As Td 2c'
>>> card_sign(parse_card("Td")), signs(["As", "2c"])
('10♦', 'A♠ 2♣')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import index
from typing import Final

from pitboss.errors import Refusal
from pitboss.text import shown

Card = int
Deck = tuple[Card, ...]
AnyCard = Card | str  # as a number or as text
AnyCards = Iterable[AnyCard] | AnyCard  # a text of many, numbers and texts in any collection, or one alone

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

FULL_DECK: Final[Deck] = tuple(range(52))
CARD_TEXTS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_SIGNS: Final = tuple(rank.replace("T", "10") + suit for rank in RANKS for suit in "♣♦♥♠")
CARD_OF_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS)}
_MANY: Final = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}
_CARDS_TOGETHER: Final = re.compile(rf"(?:10|[{RANKS}])[{SUITS}]")


class NotACard(Refusal, ValueError):
    """What names no card.

    >>> from pitboss import NotACard, parse_card
    >>> try:
    ...     parse_card("1s")
    ... except NotACard as fault:
    ...     print(fault.text)
    '1s' is not a card: write rank then suit, like Qs, Td or 2c
    """

    def __init__(self, given: object) -> None:
        text = f"{shown(given)} is not a card: write rank then suit, like Qs, Td or 2c"
        super().__init__("card", text, "STD-1", "cards")


def parse_card(given: AnyCard) -> Card:
    """The card of a text, rank upper case and suit lower case, or of a number from 0 to 51.

    >>> from pitboss import parse_card
    >>> parse_card("2c"), parse_card("As"), parse_card("10s"), parse_card(51)
    (0, 51, 35, 51)
    """
    if isinstance(given, str):
        card = CARD_OF_TEXT.get(given)
        if card is None and given.startswith("10"):
            card = CARD_OF_TEXT.get(f"T{given[2:]}")
    else:
        card = _number(given)
    if card is None:
        raise NotACard(given)
    return card


def _number(given: object) -> Card | None:
    """A whole number that is a card; NumPy's are whole numbers too."""
    try:
        card = index(given)  # type: ignore[arg-type]
    except TypeError:
        return None
    return card if 0 <= card < len(FULL_DECK) and not isinstance(given, bool) else None


def parse_cards(given: AnyCards, number: int | None = None) -> tuple[Card, ...]:
    """Cards in any of the forms in which they are given; with `number`, so many different ones.

    >>> from pitboss import parse_cards
    >>> parse_cards("Qs Td 2c") == parse_cards("QsTd2c") == parse_cards(["Qs", "10d", 0]) == (43, 33, 0)
    True
    >>> try:
    ...     parse_cards("Qs Qs 2c", 3)
    ... except Refusal as refusal:
    ...     print(refusal.text)
    Three different cards are needed, not Qs Qs 2c
    """
    if isinstance(given, str):
        cards = tuple(parse_card(text) for word in given.split() for text in _split(word))
    elif isinstance(given, Iterable):
        cards = tuple(parse_card(each) for each in given)
    else:
        cards = (parse_card(given),)
    if number is not None and not len(set(cards)) == len(cards) == number:
        many = "One card is" if number == 1 else f"{_MANY.get(number, number)} different cards are"
        raise Refusal("cards", f"{many} needed, not {cards_text(cards) or 'none'}", "STD-1", "cards")
    return cards


def _split(word: str) -> list[str]:
    """The cards of a text without blanks; one that is no row of cards stays whole, and is refused."""
    return _CARDS_TOGETHER.findall(word) if _CARDS_TOGETHER.sub("", word) == "" else [word]


def card_text(card: Card) -> str:
    """`Qs`: the form used in files and commands.

    >>> from pitboss import card_text
    >>> card_text(51)
    'As'
    """
    return CARD_TEXTS[card]


def texts_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """Cards as history and views have them, each as its text.

    >>> texts_of(parse_cards("Qs 7h"))
    ('Qs', '7h')
    """
    return tuple(CARD_TEXTS[card] for card in cards)


def cards_text(cards: Iterable[Card]) -> str:
    """Several cards with blanks between them.

    >>> from pitboss import cards_text
    >>> cards_text((0, 1, 51))
    '2c 2d As'
    """
    return " ".join(CARD_TEXTS[card] for card in cards)


def card_sign(card: Card) -> str:
    """`Q♠`, `10♦`: the form that is read."""
    return CARD_SIGNS[card]


def signs(texts: Iterable[str]) -> str:
    """Cards as they are read, of the form that files have: `Q♠ 10♦ 2♣`."""
    return " ".join(CARD_SIGNS[parse_card(text)] for text in texts)


def is_deck(cards: Iterable[Card]) -> bool:
    """True for the 52 cards in any order (STD-1)."""
    return sorted(cards) == list(FULL_DECK)

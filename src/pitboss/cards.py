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

from collections.abc import Iterable
from typing import Final

Card = int
Deck = tuple[Card, ...]

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


class NotACard(ValueError):
    """A text that names no card.

    >>> from pitboss import NotACard, parse_card
    >>> try:
    ...     parse_card("10s")
    ... except NotACard as fault:
    ...     print(fault)
    '10s' is not a card: write rank then suit, like Qs, Td or 2c
    """

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not a card: write rank then suit, like Qs, Td or 2c")


def parse_card(text: str) -> Card:
    """The card of a two-character text; rank upper case, suit lower case.

    >>> from pitboss import parse_card
    >>> parse_card("2c"), parse_card("As")
    (0, 51)
    """
    try:
        return CARD_OF_TEXT[text]
    except KeyError:
        raise NotACard(text) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text with blanks between them.

    >>> from pitboss import parse_cards
    >>> parse_cards("2c 2d As")
    (0, 1, 51)
    """
    return tuple(parse_card(word) for word in text.split())


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

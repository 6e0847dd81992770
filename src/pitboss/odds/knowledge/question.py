"""What somebody knows beyond the rules: cards of the dealer, sorted backs, the hands of other seats."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from pitboss.cards import RANK_NAMES, RANKS
from pitboss.round.refusal import Refusal
from pitboss.sheet.hand_names import parse_hand
from pitboss.sheet.model import Sheet

Edges = tuple[str, ...]  # classes of ranks that can be told apart, each like "QKA"; together all thirteen

MOST_TEXT: Final = 60  # of a partition that is read
QUEEN: Final = RANKS.index("Q")
_RANGE: Final = re.compile(rf"([{RANKS}])-([{RANKS}])")


class NotKnowable(Refusal):
    """A question about knowledge that cannot be had at a table; the message says why."""

    def __init__(self, text: str, clause: str | None = None) -> None:
        super().__init__("knowledge", text, clause)


@dataclass(frozen=True, slots=True)
class Known:
    """What a player knows when deciding, beyond the own hand and what the sheet shows to everybody.

    The dealer's cards are those of the first three, before any draw. Which of them are seen does not matter:
    all hidden cards are alike before they are seen.
    """

    hole: int = 0  # hidden cards of the dealer that are seen
    edges: Edges = ()  # how ranks are sorted by their backs
    backs: int = 0  # further hidden cards of the dealer of which the class is known
    seats: int = 0  # other seats of which the three cards are seen
    next_card: bool = False  # whether the class of the card that a player's draw would bring is known

    def as_json(self) -> dict[str, Any]:
        """The question, as the answer repeats it."""
        return {
            "hole": self.hole,
            "edges": list(self.edges),
            "backs": self.backs,
            "seats": self.seats,
            "next_card": self.next_card,
        }


def edges_of(text: str) -> Edges:
    """A partition as people write it: classes of ranks with blanks between; what is left is one more.

    >>> edges_of("QKA"), edges_of("2-6 TJQKA")
    (('QKA', '23456789TJ'), ('23456', 'TJQKA', '789'))
    """
    if len(text) > MOST_TEXT:
        raise NotKnowable(f"A partition has at most {MOST_TEXT} characters, like 'QKA' or '2-6 7-T'")
    classes = [_class_of(word) for word in text.upper().replace("10", "T").replace(",", " ").split()]
    named = "".join(classes)
    if len(set(named)) < len(named):
        raise NotKnowable(f"{text!r}: each rank belongs to one class, like in 'QKA' or '2-6 7-T'")
    rest = "".join(rank for rank in RANKS if rank not in named)
    found = tuple(each for each in (*classes, rest) if each)
    if len(found) < 2:
        raise NotKnowable(f"{text!r}: a partition has two classes or more, like 'QKA' or '2-6 7-T'")
    return found


def _class_of(word: str) -> str:
    """One class, from its ranks or from the first and the last of them."""
    span = _RANGE.fullmatch(word)
    if span:
        low, high = sorted(map(RANKS.index, span.groups()))
        return RANKS[low : high + 1]
    if any(rank not in RANKS for rank in word):
        raise NotKnowable(f"{word[:20]!r}: write ranks from 2 to 9, T, J, Q, K and A, like QKA or 2-6")
    return "".join(sorted(word, key=RANKS.index))


def class_by_rank(edges: Edges) -> list[int]:
    """The number of the class of each rank; one class for all where nothing is sorted."""
    found = [0] * len(RANKS)
    for number, ranks in enumerate(edges):
        for rank in ranks:
            found[RANKS.index(rank)] = number
    return found


def check_known(sheet: Sheet, known: Known) -> None:
    """Refuses what cannot be known at this sheet, before any work."""
    hidden = 3 - sheet.dealer.shows
    clause = sheet.dealer.clause
    if known.edges and sorted("".join(known.edges)) != sorted(RANKS):
        raise NotKnowable("The classes of a partition have each rank once and all thirteen together")
    if not (known.hole >= 0 and known.backs >= 0 and known.hole + known.backs <= hidden):
        raise NotKnowable(f"The dealer has {_cards(hidden)} that nobody sees: no more can be known", clause)
    if not 0 <= known.seats < sheet.seats:
        most = sheet.seats - 1
        raise NotKnowable(f"Beside one's own there are {most} seats: see 0 to {most}", sheet.seats_clause)
    if known.next_card and not sheet.player.draws:
        raise NotKnowable("No player draws here: there is no next card to know", sheet.play.clause)
    if (known.backs or known.next_card) and not known.edges:
        raise NotKnowable("Cards are told by their backs only if ranks are sorted: give a partition")
    if known.edges and not (known.backs or known.next_card):
        raise NotKnowable("Sorted ranks tell nothing unless the back of a card is seen")
    if not (known.hole or known.edges or known.seats):
        raise NotKnowable("Say what is known: cards of the dealer, sorted backs or other seats")


def usual_questions(sheet: Sheet) -> tuple[Known, ...]:
    """What game protection asks first at any sheet: hole cards, backs sorted by the qualifier, seats."""
    hidden = 3 - sheet.dealer.shows
    high = edges_of("".join(high_ranks(sheet)))
    found: list[Known] = [Known(hole=number) for number in range(1, hidden + 1)]
    found += [Known(edges=high, backs=number) for number in range(1, hidden + 1)]
    if sheet.player.draws:
        found.append(Known(edges=high, next_card=True))
    return (*found, *_seats(sheet))


def _seats(sheet: Sheet) -> Iterable[Known]:
    most = sheet.seats - 1
    return (Known(seats=number) for number in sorted({min(1, most), most}) if number)


def high_ranks(sheet: Sheet) -> str:
    """The ranks with which the dealer qualifies whatever else is dealt; queens and up where that is none."""
    value = sheet.dealer.qualifier.value
    led = [parse_hand(f"{name} high") for name in RANK_NAMES]
    return RANKS[led.index(value) if value and value in led else QUEEN :]


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"

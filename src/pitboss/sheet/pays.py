"""What a pay line gives, and the classes of hands that it can be given for.

A pay is odds to 1, odds for 1, a share of the meter, or cash: types, not numbers (STD-5).

>>> parse_pay("40 to 1"), parse_pay("500 for 1").text
(ToOne(odds=Fraction(40, 1)), '500 for 1')
>>> parse_pay("100 % of the meter").text, parse_pay("$25").text
('100 % of the meter', '$25')

Pay classes are the finest distinctions a pay table can make. Three cards fall into eleven hand classes: the
seven kinds below the mini royal (the categories, with three aces apart from other threes) and the mini
royal of each suit. With the column (pat, or drawn from one of eleven first-three classes) they number 132
pay classes. Six cards have their ten best-five categories, six in a row of one suit apart, and both kinds of
royal flush by suit: eighteen.

What a table looks at beside the player's own three cards is one number too, the *shared class*: the
category of the six cards as dealt, the dealer's hand (or that it ties the player's), and the colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar, Final, Literal, get_args

from pitboss.cards import SUIT_NAMES, Card
from pitboss.hands import KIND_OF_VALUE, VALUE3, Kind, SixCategory, SixKind, kind6
from pitboss.money import Cents, dollars
from pitboss.text import one_of


@dataclass(frozen=True, slots=True)
class _Odds:
    """So many for each unit of the stake."""

    odds: Fraction

    word: ClassVar[str]

    @property
    def text(self) -> str:
        return f"{self.odds.numerator} {self.word} {self.odds.denominator}"


class ToOne(_Odds):
    """Returns the stake and adds the odds."""

    __slots__ = ()
    word = "to"


class ForOne(_Odds):
    """Pays the odds and keeps the stake."""

    __slots__ = ()
    word = "for"


@dataclass(frozen=True, slots=True)
class MeterShare:
    """Pays a percentage of the meter and keeps the stake."""

    percent: Fraction

    @property
    def text(self) -> str:
        return f"{percent_text(self.percent)} % of the meter"


@dataclass(frozen=True, slots=True)
class Cash:
    """Pays a fixed amount: beside the returned stake, instead of it, or where there is no stake."""

    cents: Cents
    stake: Literal["returned", "kept", "none"]

    @property
    def text(self) -> str:
        suffix = {"returned": " plus the stake", "kept": " for the stake", "none": ""}[self.stake]
        return dollars(self.cents) + suffix


Pay = ToOne | ForOne | MeterShare | Cash
PUSH: Final = "push"  # instead of a pay, where a bet on a winner goes back
PAY_FORMS: Final = '"40 to 1", "500 for 1", "100 % of the meter", "$50 plus the stake" or "$50 for the stake"'
# Commas stand between thousands and nowhere else: "1,5 to 1" is no pay, rather than 15 to 1.
_WHOLE = r"(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})"
_ODDS = re.compile(rf"{_WHOLE} (to|for) {_WHOLE}", re.ASCII)
_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,6})?) ?% of the meter", re.ASCII)
_CASH = re.compile(rf"\${_WHOLE}(?:\.(\d\d))?( plus the stake| for the stake)?", re.ASCII)
TO_PATTERN: Final = f"{_WHOLE} to {_WHOLE}"
PAY_PATTERN: Final = "|".join(each.pattern for each in (_ODDS, _SHARE, _CASH))


def parse_pay(text: str) -> Pay | None:
    """The pay a sheet's text stands for, or None when it stands for none."""
    if match := _ODDS.fullmatch(text):
        over, kind, under = _whole(match[1]), match[2], _whole(match[3])
        if not over or not under:
            return None
        odds = Fraction(over, under)
        return ToOne(odds) if kind == "to" else ForOne(odds)
    if match := _SHARE.fullmatch(text):
        percent = Fraction(Decimal(match[1]))
        return MeterShare(percent) if 0 < percent <= 100 else None
    if match := _CASH.fullmatch(text):
        cents = 100 * _whole(match[1]) + int(match[2] or 0)
        stake: Literal["returned", "kept", "none"] = "none"
        if match[3]:
            stake = "returned" if "plus" in match[3] else "kept"
        return Cash(cents, stake) if cents else None
    return None


_LOOSE: Final = re.compile(r"(?:pays? )?([\d,]+)(?:x|(?: ?(-|–|:|/| to| for) ?)([\d,]+))?")
_EVEN: Final = ("even", "evens", "even money", "evenly")


def meant_pay(text: str) -> str | None:
    """A pay as a sheet writes it, for what people write.

    >>> [meant_pay(text) for text in ("evens", "1-1", "40:1", "3/2", "pays 5", "500 FOR 1", "100%")]
    ['1 to 1', '1 to 1', '40 to 1', '3 to 2', '5 to 1', '500 for 1', '100 % of the meter']
    """
    plain = " ".join(text.lower().replace("meter", "").replace("of the", "").split())
    if plain in _EVEN:
        return "1 to 1"
    if plain in ("all", "jackpot", "the", ""):
        return "100 % of the meter"
    if match := _LOOSE.fullmatch(plain):
        found = f"{match[1]} {'for' if match[2] == ' for' else 'to'} {match[3] or 1}"
    else:
        found = f"{plain.removesuffix('%').strip()} % of the meter" if plain.endswith("%") else ""
    return found if parse_pay(found) is not None else None


def line_texts(lines: Mapping[str, Pay], pushes: Iterable[str]) -> dict[str, str]:
    """Every line of a pay column as it is printed, those that push after those that pay."""
    return {key: pay.text for key, pay in lines.items()} | dict.fromkeys(pushes, PUSH)


def _whole(text: str) -> int:
    return int(text.replace(",", ""))


def percent_text(percent: Fraction) -> str:
    """A percentage as people write it: `25`, `23.4567`.

    >>> percent_text(Fraction("23.4567"))
    '23.4567'
    """
    return f"{Decimal(percent.numerator) / Decimal(percent.denominator):f}"


# The cards that a pay table looks at. Both hands: the lower of the two; the beaten hand is that of a deal
# without a tie, and equal hands are those of one with it; the winner is who has the better hand. Colours: of
# the player's three cards, and of those with the dealer's, as dealt.
Judged = Literal[
    "three cards",
    "winning hand",
    "six cards",
    "dealer's hand",
    "both hands",
    "beaten hand",
    "equal hands",
    "winner",
    "colours",
]
# The player's own hand alone has a part in these; a winning hand is one that is better than the dealer's.
OWN_HAND: Final[frozenset[Judged]] = frozenset(("three cards", "winning hand"))
ROYAL: Final = int(Kind.MINI_ROYAL)  # the hand class of the first of four, one for each suit
HAND_CLASSES: Final = ROYAL + 4
COLUMNS: Final = 1 + HAND_CLASSES  # pat, then drawn by first-three class
PAY_CLASSES: Final = COLUMNS * HAND_CLASSES
SIX_ROYAL: Final = int(SixKind.ROYAL_FLUSH)  # the six class of the first of four, one for each suit
SIX_CLASSES: Final = SIX_ROYAL + 4 * (len(SixKind) - SIX_ROYAL)
# The dealer's class: the kind of the dealer's hand, better than the player's where it is that of both; or
# that the two hands are equal, or that the player's is the better one of its kind.
TIED, BEATEN = len(Kind), len(Kind) + 1
DEALER_CLASSES: Final = len(Kind) + 2
COLOUR_CLASSES: Final = 3  # mixed; the player's three of one colour; all six
SHOWDOWNS: Final = 6  # results: 3 * the dealer qualifies + (0 worse, 1 equal, 2 better)
_CLASS_OF_VALUE: Final = tuple(int(kind) for kind in KIND_OF_VALUE)
_SUITS: Final[Mapping[str, tuple[int, ...]]] = {
    **{name: (suit,) for suit, name in enumerate(SUIT_NAMES)},
    "black": (0, 3),
    "red": (1, 2),
}
_ROYALS: Final = tuple(f"{Kind.MINI_ROYAL.text}_{name}" for name in _SUITS)
# Lines by suit of royal flushes: of five of the six cards, and of all six.
SIX_ROYALS: Final = tuple(
    f"{kind.text}_{name}" for kind in (SixKind.SIX_CARD_ROYAL_FLUSH, SixKind.ROYAL_FLUSH) for name in _SUITS
)
THREE_CARD_LINES: Final = (
    *(kind.text for kind in reversed(Kind)),
    *_ROYALS,
    *(f"{kind.text}_or_better" for kind in Kind if kind is not Kind.MINI_ROYAL),
)
SIX_CARD_LINES: Final = (
    *(kind.text for kind in reversed(SixKind)),
    *SIX_ROYALS,
    *(f"{category.text}_or_better" for category in SixCategory if category is not SixCategory.ROYAL_FLUSH),
)
HAND_LINES: Final = tuple(line for line in THREE_CARD_LINES if line not in _ROYALS)
COLOUR_LINES: Final = ("six_of_one_colour", "three_of_one_colour")
WINNER_LINES: Final = ("player_wins", "tie", "dealer_wins")
LINES: Final[Mapping[Judged, tuple[str, ...]]] = {
    **dict.fromkeys(get_args(Judged), HAND_LINES),
    **dict.fromkeys(OWN_HAND, THREE_CARD_LINES),
    "six cards": SIX_CARD_LINES,
    "winner": WINNER_LINES,
    "colours": COLOUR_LINES,
}
EVERY_LINE: Final = tuple(dict.fromkeys(line for lines in LINES.values() for line in lines))


def lines_text(lines: Sequence[str]) -> str:
    """The lines that a table can have, in a sentence; not every suit of a royal and every `or better`."""
    royals = {*SIX_ROYALS, *_ROYALS}
    plain = [line for line in lines if line not in royals and not line.endswith("_or_better")]
    better = ", or a hand with _or_better" if any(line.endswith("_or_better") for line in lines) else ""
    suits = "; a royal also by its suit or colour" if royals.intersection(lines) else ""
    return f"{one_of(plain)}{better}{suits}"


# How many classes the arrays of a table have by which a shared class is judged.
SHARED_SIZES: Final[Mapping[Judged, int]] = {
    "six cards": SIX_CLASSES,
    "dealer's hand": len(Kind),
    "both hands": len(Kind),
    "beaten hand": len(Kind) + 1,  # the last one: no hand is beaten
    "equal hands": len(Kind) + 1,  # the last one: they are not equal
    "winner": len(WINNER_LINES),
    "colours": COLOUR_CLASSES,
}
BY_DEALER: Final[frozenset[Judged]] = frozenset(
    ("dealer's hand", "both hands", "beaten hand", "equal hands", "winner")
)
_RED: Final = (1, 2)
BLACK: Final = (0, 3)


def hand_class(a: Card, b: Card, c: Card) -> int:
    """0 to 6 for the kinds below the mini royal, 7 to 10 for mini royals of clubs to spades."""
    found = _CLASS_OF_VALUE[VALUE3[2704 * a + 52 * b + c]]
    return found + (a & 3) if found == ROYAL else found


def six_class(kind: Any, suit: Any) -> Any:
    """The class of six cards of a kind, where five or six are of a suit; numbers or arrays of them.

    >>> [six_class(kind, suit=3) for kind in (SixKind.FLUSH, SixKind.ROYAL_FLUSH)]
    [5, 13]
    """
    return kind + (kind >= SIX_ROYAL) * (3 * (kind - SIX_ROYAL) + suit)


def class_of_six(cards: Sequence[Card]) -> int:
    """The class of six different cards: the kind, and of a royal flush the suit."""
    kind = kind6(cards)
    if kind < SIX_ROYAL:
        return int(kind)
    suits = [card & 3 for card in cards]
    return int(six_class(int(kind), max(suits, key=suits.count)))


def six_kind(index: int) -> SixKind:
    """The kind that a class of six cards is a part of."""
    return SixKind(index if index < SIX_ROYAL else SIX_ROYAL + (index - SIX_ROYAL) // 4)


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
    own, dealer = min(paid_as % HAND_CLASSES, ROYAL), shared // SIX_CLASSES % DEALER_CLASSES
    comparison = versus % 3
    if dealer == TIED:
        return comparison == 1
    return comparison == (2 if dealer == BEATEN or own > dealer else 0)


def dealer_class(own: int, dealer: int) -> int:
    """The dealer's class, by the values of the player's hand and the dealer's.

    >>> from pitboss.hands import value_of_ranks
    >>> nines, tens = value_of_ranks(7, 7, 2), value_of_ranks(8, 8, 2)
    >>> [dealer_class(*hands) for hands in ((nines, tens), (nines, nines), (tens, nines))]
    [1, 8, 9]
    """
    if own == dealer:
        return TIED
    kind = KIND_OF_VALUE[dealer]
    return BEATEN if own > dealer and kind is KIND_OF_VALUE[own] else int(kind)


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
    if judged in OWN_HAND:
        return paid_as
    rest, six = divmod(shared, SIX_CLASSES)
    colours, dealer = divmod(rest, DEALER_CLASSES)
    if judged == "six cards":
        return six
    if judged == "colours":
        return colours
    own = min(paid_as % HAND_CLASSES, ROYAL)
    if judged == "winner":
        return 1 if dealer == TIED else 2 if dealer == BEATEN or own > dealer else 0
    theirs = own if dealer in (TIED, BEATEN) else dealer
    if judged == "dealer's hand":
        return theirs
    if judged == "both hands":
        return min(own, theirs)
    return min(own, theirs) if (dealer == TIED) == (judged == "equal hands") else TIED


def class_name(index: int, judged: Judged) -> str:
    """What stands at a place of such an array: the key of a category, or of how the colours are."""
    if judged == "six cards":
        return six_kind(index).category.text
    if judged == "colours":
        return ("mixed_colours", *reversed(COLOUR_LINES))[index]
    if judged == "winner":
        return WINNER_LINES[::-1][index]
    if index == TIED and judged in ("beaten hand", "equal hands"):
        return "equal_hands" if judged == "beaten hand" else "unequal_hands"
    return Kind(min(index, ROYAL)).category.text


def kind_name(index: int, judged: Judged) -> str:
    """The same as finely as a line can name it: three aces are not just a three of a kind."""
    if judged == "six cards":
        return six_kind(index).text
    if judged in ("colours", "winner") or index == TIED:
        return class_name(index, judged)
    return Kind(min(index, ROYAL)).text


def lines_covered(keys: Iterable[str], judged: Judged) -> dict[str, frozenset[int]]:
    """Which classes each line key of a table covers that is judged so."""
    if judged == "six cards" or judged in OWN_HAND:
        return covered(keys, judged == "six cards")
    if judged == "colours":
        keys = list(keys)
        six, three = COLOUR_LINES
        cover = {six: frozenset({2}), three: frozenset({1} if six in keys else {1, 2})}
        return {key: cover[key] for key in keys}
    if judged == "winner":
        return {key: frozenset({WINNER_LINES[::-1].index(key)}) for key in keys}
    by_suit = covered(keys, six=False)
    return {key: frozenset(min(each, ROYAL) for each in classes) for key, classes in by_suit.items()}


def covered(keys: Iterable[str], six: bool) -> dict[str, frozenset[int]]:
    """Which classes each line key covers, most special first (STD-2).

    A suited A-K-Q belongs to the line of its suit; without one to `mini_royal`; without that it is a plain
    straight flush. The royal flushes of six cards follow the same rule, and so do three aces, which without a
    line of their own are a three of a kind, and six in a row of one suit. `X_or_better` covers all from X up.
    """
    keys = list(keys)
    cover: dict[str, set[int]] = {key: set() for key in keys}
    for each in range(SIX_CLASSES if six else HAND_CLASSES):
        for names in _names(each, six):
            taking = [key for key in keys if key in names]
            for key in taking:
                cover[key].add(each)
            if taking:
                break
    for key in keys:
        if key.endswith("_or_better"):
            kinds: type[Kind | SixKind] = SixKind if six else Kind
            lowest = int(kinds[key.removesuffix("_or_better").upper()])
            cover[key].update(range(lowest, SIX_CLASSES if six else HAND_CLASSES))
    return {key: frozenset(classes) for key, classes in cover.items()}


def _names(index: int, six: bool) -> Iterator[tuple[str, ...]]:
    """The lines that can name a class, from those that name nothing else to the plainest."""
    if six:
        kind, suit = six_kind(index), (index - SIX_ROYAL) % 4
        if kind is SixKind.SIX_CARD_ROYAL_FLUSH:
            yield _by_suit(kind.text, suit)
            yield (kind.text,)
            yield (SixKind.SIX_CARD_STRAIGHT_FLUSH.text,)
        if kind.category is SixCategory.ROYAL_FLUSH:
            yield _by_suit(kind.category.text, suit)
            yield (kind.category.text,)
            yield (SixCategory.STRAIGHT_FLUSH.text,)
            return
        yield (kind.text,)
        yield (kind.category.text,)
        return
    if index >= ROYAL:
        yield _by_suit(Kind.MINI_ROYAL.text, index - ROYAL)
        yield (Kind.MINI_ROYAL.text,)
        yield (Kind.STRAIGHT_FLUSH.text,)
        return
    if index == Kind.THREE_ACES:
        yield Kind.THREE_ACES.text, f"{Kind.THREE_ACES.text}_or_better"
    yield (Kind(index).category.text,)


def _by_suit(royal: str, suit: int) -> tuple[str, ...]:
    """The lines that name a royal of this suit by it, or by its colour."""
    return tuple(f"{royal}_{name}" for name, suits in _SUITS.items() if suit in suits)

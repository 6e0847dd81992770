"""How hands end, many at a time: what `settlement` judges a round by, over arrays.

`settlement` alone pays. What it pays by, the showdown and the classes of the cards, is worked out here for as
many rounds as there are, for counting, simulation and learning; a test holds it against `settle` line by
line. Every function takes arrays with a number for each round, and single numbers as well. None of them
branches on a card: `either` chooses and `some` asks whether a rare case is there at all, so that Numba
compiles the same source for one round after the other (`pitboss.sim`).

A hand ends in five parts, an `End`. Every line of a sheet goes by one *axis* of them, and on each axis it has
a *cell* for each thing that can happen. The cells of all axes make one row of `WIDTH` numbers: the net of a
bet is the sum of six look-ups in its row.

>>> import numpy as np
>>> from pitboss.hands import value_of_ranks
>>> nines, tens = value_of_ranks(7, 7, 2), value_of_ranks(8, 8, 2)
>>> showdown(np.array([nines, nines, tens]), np.array([tens, nines, nines]), tens).tolist()
[3, 1, 2]
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.batch import by_ranks
from pitboss.hands import KIND_OF_VALUE, VALUE3, VALUES, Kind, SixKind
from pitboss.round.table import RAISES
from pitboss.sheet.pays import (
    BEATEN,
    COLOUR_CLASSES,
    DEALER_CLASSES,
    HAND_CLASSES,
    PAY_CLASSES,
    SHOWDOWNS,
    SIX_CLASSES,
    TIED,
    colour_class,
    six_class,
)

# Of rounds: an array with a number for each of them, or a single number.
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Whole = npt.NDArray[np.integer[Any]] | int

Three = Ints | tuple[Ints, Ints, Ints]  # cards: the rows of an array, or one by one

# What a hand does, as a number: it folds, plays, draws for one of its cards, or plays for more.
FOLD, PLAY, DRAW, RAISE = 0, 1, 2, 5

MAIN, PAY, SIX, DEALER, COLOURS, WINNING = range(6)  # the axes
NO_SHOWDOWN: Final = SHOWDOWNS  # folded, or nothing to decide
MAINS: Final = SHOWDOWNS + 1
FOLDED: Final = PAY_CLASSES  # where the pay classes of folded hands begin
RAISED: Final = FOLDED + HAND_CLASSES  # and those of raised hands, one raise after the other
OWN: Final = len(Kind)  # the player's hand, beside which the dealer's is judged
BLOCKS: Final = 2 + len(RAISES)  # hands that stay, folded ones, and those of each raise
# The cells of one block, by axis. Folded hands have no block of showdowns, but a cell in the first.
SPANS: Final = (MAINS, 0, SIX_CLASSES, OWN * DEALER_CLASSES, COLOUR_CLASSES)
WIDTHS: Final = (
    MAINS * (1 + len(RAISES)),
    RAISED + len(RAISES) * HAND_CLASSES,
    *(BLOCKS * span for span in SPANS[SIX:]),
    MAINS * (RAISED + len(RAISES) * HAND_CLASSES),
)
FIRST: Final = tuple(
    accumulate(WIDTHS, initial=0)
)  # where the cells of each axis begin in a row, and its end
WIDTH: Final = FIRST[-1]
PLAIN: Final = MAINS * WIDTHS[PAY] * SIX_CLASSES  # ends with one dealer's hand and one colour

# Where the parts of a hand stand in `Cards.hands`; its value is in the bits below.
CLASS, RANKS, SUITS = 10, 14, 23
RANK_SETS: Final = 455
SUIT_SETS: Final = 20
SUITED: Final = 1 << 13  # sets of ranks of one suit


Cells = tuple[Ints, Ints, Ints, Ints, Ints, Ints]  # where an end stands on every axis


class Cards(NamedTuple):
    """What cards are, to be looked up: three of them in any order at `triple`, two hands by their parts."""

    hands: npt.NDArray[np.uint32]  # value, hand class, number of the ranks, number of the suits
    six_by_ranks: npt.NDArray[np.uint8]  # of two hands where no suit has five cards
    five_suited: npt.NDArray[np.uint8]  # 1 + the suit of which two hands have five cards or six, else 0
    suited: npt.NDArray[np.uint8]  # the class of five or six cards of a suit, by `five_suited` and ranks
    two_coloured: npt.NDArray[np.uint8]  # of two hands, the player's first
    kinds: npt.NDArray[np.uint8]  # by value


class Dealer(NamedTuple):
    """The dealer's three cards as dealt, and what is made of them."""

    dealt: Three
    hand: Ints  # as in `Cards.hands`
    value: Ints  # of the best three, the fourth card among them where it is drawn
    drew: Flags


class Looks(NamedTuple):
    """By which cards a bet is settled, beside the player's own three and the showdown."""

    six: bool
    dealer: bool
    colours: bool


class End(NamedTuple):
    """How a hand ends: the showdown, the pay class, the six cards, the dealer's class and the colours.

    Where a bet does not look, 0 stands.
    """

    main: Ints  # 3 * the dealer qualifies + (0 worse, 1 equal, 2 better), or `NO_SHOWDOWN`
    pay: Ints  # with the classes of folded and of raised hands after all others
    six: Ints
    dealer: Ints
    colours: Ints


@lru_cache(maxsize=1)
def cards() -> Cards:
    """The tables, made when they are first asked for."""
    value = np.frombuffer(VALUE3, np.uint16).astype(np.int64)
    kinds = np.array(KIND_OF_VALUE, np.uint8)
    dealt = np.indices((52, 52, 52)).reshape(3, -1)
    kind = kinds[value].astype(np.int64)
    hand_class = np.where(value == VALUES - 1, kind + (dealt[0] & 3), kind)
    ranks = _numbers(13)[tuple(np.sort(dealt >> 2, axis=0))]
    suits = _numbers(4)[tuple(np.sort(dealt & 3, axis=0))]
    packed = value | hand_class << CLASS | ranks << RANKS | suits << SUITS
    rank_sets = np.array(list(combinations_with_replacement(range(13), 3)), np.uint64)
    counters = (np.uint64(1) << (np.uint64(3) * rank_sets)).sum(axis=1, dtype=np.uint64)
    suit_sets = list(combinations_with_replacement(range(4), 3))
    of_suit = (np.array(suit_sets)[:, :, None] == np.arange(4)).sum(axis=1)
    both = of_suit[:, None, :] + of_suit[None, :, :]
    return Cards(
        hands=packed.astype(np.uint32),
        six_by_ranks=by_ranks((counters[:, None] + counters[None, :]).ravel()).astype(np.uint8),
        five_suited=np.where(both.max(axis=2) >= 5, 1 + both.argmax(axis=2), 0).astype(np.uint8).ravel(),
        suited=_suited(),
        two_coloured=np.array([colour_class(a + b) for a in suit_sets for b in suit_sets], np.uint8),
        kinds=kinds,
    )


def _numbers(size: int) -> npt.NDArray[np.int64]:
    """The number of three things in rising order, in a cube."""
    found = np.zeros((size,) * 3, np.int64)
    for number, things in enumerate(combinations_with_replacement(range(size), 3)):
        found[things] = number
    return found


def _suited() -> npt.NDArray[np.uint8]:
    """What five or six cards of a suit are, by their ranks as bits from the deuce up (STD-7).

    `SUITED` for no suit, which are nothing, and for each of the four.
    """
    ranks = np.arange(SUITED)
    run = ranks << 1 | ranks >> 12  # an ace below the deuce as well
    run = run & run >> 1 & run >> 2 & run >> 3 & run >> 4
    straight = np.where(ranks >> 8 == 31, SixKind.ROYAL_FLUSH, SixKind.STRAIGHT_FLUSH)
    kinds = np.where(run > 0, straight + ((run & run >> 1) > 0), SixKind.FLUSH)
    return np.concatenate([0 * kinds, *(six_class(kinds, suit) for suit in range(4))]).astype(np.uint8)


def either(condition: Any, one: Any, other: Any) -> Any:
    """One where the condition holds, else the other."""
    return np.where(condition, one, other)


def some(condition: Any) -> bool:
    """Whether the condition holds anywhere."""
    return bool(np.any(condition))


def look(table: npt.NDArray[Any], index: Any) -> Any:
    """What stands in a table, wide enough to be counted with."""
    return table[index].astype(np.int64, copy=False)


def triple(first: Ints, second: Ints, third: Ints) -> Ints:
    """Where three cards in any order stand in `Cards.hands`."""
    return 2704 * first + 52 * second + third


def value_of(hand: Ints) -> Ints:
    """The value of a hand out of `Cards.hands`."""
    return hand & 1023


def class_of(hand: Ints) -> Ints:
    """Its hand class."""
    return hand >> CLASS & 15


def showdown(own: Whole, dealer: Whole, qualifies_from: int) -> Any:
    """The result by the values of both hands: 3 * the dealer qualifies + (0 worse, 1 equal, 2 better)."""
    return 3 * (dealer >= qualifies_from) + 1 + (own > dealer) - (own < dealer)


def dealer_class(kinds: npt.NDArray[np.uint8], own: Ints, dealer: Ints) -> Ints:
    """The dealer's class by the values of both hands, as `sheet.pays` has it."""
    theirs = look(kinds, dealer)
    beaten = (own > dealer) & (look(kinds, own) == theirs)
    found: Ints = either(own == dealer, TIED, either(beaten, BEATEN, theirs))
    return found


def hand_of(known: Cards, dealt: Three) -> Ints:
    """Three cards in any order as `Cards.hands` has them."""
    first, second, third = dealt
    return look(known.hands, triple(first, second, third))


def judge_dealer(known: Cards, dealt: Three, hand: Ints, fourth: Ints, draws_below: int) -> Dealer:
    """What the dealer holds; below a value a fourth card is drawn (PEC-5, PEC-6).

    `draws_below` is 0 where the sheet has no fourth card: any card will do for it then.
    """
    first, second, third = dealt
    value = value_of(hand)
    drew = value < draws_below
    if some(drew):
        best = np.maximum(value, value_of(look(known.hands, triple(first, second, fourth))))
        best = np.maximum(best, value_of(look(known.hands, triple(first, third, fourth))))
        best = np.maximum(best, value_of(look(known.hands, triple(second, third, fourth))))
        value = either(drew, best, value)
    return Dealer(dealt, hand, value, drew)


def judge_hand(
    known: Cards,
    qualifies_from: int,
    looks: Looks,
    dealer: Dealer,
    dealt: Three,
    hand: Ints,
    drawn: Ints,
    action: Ints,
    decides: Flags | bool,
) -> End:
    """How three cards end against the dealer; `hand` is what they are, as `hand_of` has it.

    `action` draws for the first, second or third of the cards as they are given here: where it never does,
    any card will do for the drawn one. A hand that has nothing to decide, since there is no Ante, takes no
    action.
    """
    first, second, third = dealt
    value, before = value_of(hand), class_of(hand)
    pay = before
    draws = (action >= DRAW) & (action < RAISE) & decides
    if some(draws):
        one, two = either(action == DRAW, drawn, first), either(action == DRAW + 1, drawn, second)
        final = look(known.hands, triple(one, two, either(action == DRAW + 2, drawn, third)))
        value = either(draws, value_of(final), value)
        pay = either(draws, (1 + before) * HAND_CLASSES + class_of(final), pay)
    folds, raises = (action == FOLD) & decides, (action >= RAISE) & decides
    plays = (action != FOLD) & decides
    main = either(plays, showdown(value, dealer.value, qualifies_from), NO_SHOWDOWN)
    pay = pay + folds * FOLDED + raises * (RAISED + (action - RAISE) * HAND_CLASSES)
    six = theirs = colours = 0 * pay
    suits = (hand >> SUITS & 31) * SUIT_SETS + (dealer.hand >> SUITS & 31)
    if looks.six:
        ranks = (hand >> RANKS & 511) * RANK_SETS + (dealer.hand >> RANKS & 511)
        six, suit = look(known.six_by_ranks, ranks), look(known.five_suited, suits)
        if some(suit > 0):
            bits = suited_bit(first, suit) | suited_bit(second, suit) | suited_bit(third, suit)
            fourth, fifth, sixth = dealer.dealt
            bits = bits | suited_bit(fourth, suit) | suited_bit(fifth, suit) | suited_bit(sixth, suit)
            six = either(suit > 0, look(known.suited, suit * SUITED + bits), six)
    if looks.dealer:
        theirs = dealer_class(known.kinds, value, dealer.value)
    if looks.colours:
        colours = look(known.two_coloured, suits)
    return End(main, pay, six, theirs, colours)


def suited_bit(card: Ints, suit: Ints) -> Ints:
    """The rank of a card as a bit, where it is of a suit; suits are counted from 1."""
    return ((card & 3) == suit - 1) << (card >> 2)


def final_class(pay: Ints) -> Ints:
    """The hand class that others see at the end, by the pay class."""
    return pay % HAND_CLASSES


def is_folded(pay: Ints) -> Flags:
    """Whether a pay class is that of a folded hand."""
    found: Flags = (pay >= FOLDED) & (pay < RAISED)
    return found


def number_of(end: End) -> Ints:
    """One number for an end: the six last, before it the pay class, showdown, dealer's class and colours."""
    plain = (end.main * WIDTHS[PAY] + end.pay) * SIX_CLASSES + end.six
    return plain + PLAIN * (end.dealer + DEALER_CLASSES * end.colours)


def end_of(number: Ints) -> End:
    """The end that a number stands for."""
    rest, six = number // SIX_CLASSES, number % SIX_CLASSES
    rest, pay = rest // WIDTHS[PAY], rest % WIDTHS[PAY]
    rest, main = rest // MAINS, rest % MAINS
    return End(main, pay, six, rest % DEALER_CLASSES, rest // DEALER_CLASSES)


def cells(end: End) -> Cells:
    """Where an end stands on every axis, in a row of all cells."""
    last = final_class(end.pay)
    block = np.maximum(0, 1 + (end.pay - FOLDED) // HAND_CLASSES)
    own = np.minimum(last, OWN - 1)
    return (
        end.main + np.maximum(0, block - 1) * MAINS,
        FIRST[PAY] + end.pay,
        FIRST[SIX] + end.six + block * SIX_CLASSES,
        FIRST[DEALER] + own * DEALER_CLASSES + end.dealer + block * (OWN * DEALER_CLASSES),
        FIRST[COLOURS] + end.colours + block * COLOUR_CLASSES,
        FIRST[WINNING] + end.main * WIDTHS[PAY] + end.pay,
    )


def total(row: Ints, at: Cells) -> Ints:
    """What the cells of an end add up to in a row."""
    main, pay, six, dealer, colours, winning = at
    game = look(row, main) + look(row, pay) + look(row, winning)
    found: Ints = game + look(row, six) + look(row, dealer) + look(row, colours)
    return found

"""The compiled kernel: deals and judges round after round, and counts in which class each seat ends.

It does what `judging` does, in Numba. No rule is here: every number comes from the arrays of `run_setup`.
Numba keeps what it has compiled (`compiling`).
Indices are unsigned on purpose: Numba then spares the question whether they count from the end.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pitboss.hands import SixKind
from pitboss.odds.decisions import RAISE
from pitboss.sheet.pays import BEATEN, DEALER_CLASSES, HAND_CLASSES, SIX_CLASSES, TIED
from pitboss.sim.compiling import compiled
from pitboss.sim.hand_tables import ACTION, CLASS, RANK_SETS, RANKS, ROW_ROYAL, ROW_SUITS, SUIT_SETS, SUITS
from pitboss.sim.line_tables import FOLDED, NO_SHOWDOWN, PAY, PLAIN, RAISED, WIDTHS
from pitboss.sim.run_setup import Ints, JudgeArrays

Words = npt.NDArray[np.uint64]
Ends = npt.NDArray[np.uint32]

ROUNDS, WANTED = 0, 1  # of `state`
FINAL, FOLD = 20, 24  # where an end has the final hand class and the fold, above the number of its class

_U0, _U1, _U2, _U3 = (np.uint64(number) for number in (0, 1, 2, 3))
_U4, _U8, _U12 = (np.uint64(number) for number in (4, 8, 12))
_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
_FIFTY_TWO, _SQUARE = np.uint64(52), np.uint64(52 * 52)
_CLASS, _RANKS, _SUITS, _ACTION = (np.uint64(bit) for bit in (CLASS, RANKS, SUITS, ACTION))
_VALUE, _FOUR_BITS, _NINE_BITS, _FIVE_BITS = (np.uint64(mask) for mask in (1023, 15, 511, 31))
_RANK_SETS, _SUIT_SETS = np.uint64(RANK_SETS), np.uint64(SUIT_SETS)
_PAYS, _FOLDED, _RAISED = np.uint64(WIDTHS[PAY]), np.uint64(FOLDED), np.uint64(RAISED)
_RAISE = np.uint64(RAISE)
_NO_SHOWDOWN = np.uint64(NO_SHOWDOWN)
_HANDS, _SIXES = np.uint64(HAND_CLASSES), np.uint64(SIX_CLASSES)
_PLAIN, _COLOUR = np.uint64(PLAIN), np.uint64(PLAIN * DEALER_CLASSES)
_TIED, _BEATEN = np.uint64(TIED), np.uint64(BEATEN)
_FINAL, _FOLD = np.uint64(FINAL), np.uint64(FOLD)
_ROW_BITS, _RENAMING, _PLACES = np.uint64(2047), np.uint64(11), np.uint64(12)
_ROW_SUITS, _ROW_ROYAL = np.uint64(ROW_SUITS), np.uint64(ROW_ROYAL)
_FLUSH, _STRAIGHT_FLUSH, _ROYAL = (
    np.uint64(each) for each in (SixKind.FLUSH, SixKind.STRAIGHT_FLUSH, SixKind.ROYAL_FLUSH)
)


@compiled
def _suited(deck: Words, seat: np.uint64, step: np.uint64, suit: np.uint64) -> np.uint64:
    """The kind of six cards of which five or six share a suit (STD-7)."""
    ranks = _U0
    for card in range(_U3):
        for place in (card * step + seat, card * step + step - _U1):
            if deck[place] & _U3 == suit:
                ranks |= _U1 << (deck[place] >> _U2)
    run = ranks << _U1 | ranks >> _U12  # an ace below the deuce as well
    run = run & run >> _U1 & run >> _U2 & run >> _U3 & run >> _U4
    if not run:
        return _FLUSH
    return (_ROYAL if ranks >> _U8 == _FIVE_BITS else _STRAIGHT_FLUSH) + np.uint64(run & run >> _U1 != _U0)


@compiled
def play(words: Words, first: int, a: JudgeArrays, classes: Ints, ends: Ends, state: Ints) -> int:
    """Plays rows of words from the first on; returns the row after the last one that was played.

    `ends` (rounds, seats) takes down each round where it has room, and else is empty.
    """
    seats = np.uint64(a.seats)
    step = seats + _U1
    replacements, fourth, cards = _U3 * step, np.uint64(a.cards - 1), np.uint64(a.cards)
    draws_below, qualifies_from = np.uint64(a.draws_below), np.uint64(a.qualifies_from)
    deck, swaps = np.empty(52, np.uint64), np.zeros(52, np.uint64)
    for card in range(_FIFTY_TWO):
        deck[card] = card
    values, by_rows = a.hands[0], False
    for seat in range(seats):
        by_rows = by_rows or a.looks[seat]
    kept, done, wanted = len(ends) > 0, np.uint64(state[ROUNDS]), np.uint64(state[WANTED])
    row = np.uint64(first)
    for number in range(np.uint64(first), np.uint64(len(words))):
        if done >= wanted:
            break
        row = number + _U1
        sound = True
        for word in range(np.uint64(len(a.thresholds))):
            random = words[number, word]
            for place in range(a.groups[word], a.groups[word + _U1]):
                bound = _FIFTY_TWO - place
                high = ((random >> _HALF) * bound + ((random & _LOW) * bound >> _HALF)) >> _HALF
                random = random * bound
                other = place + high
                swaps[place] = other
                card = deck[other]
                deck[other] = deck[place]
                deck[place] = card
            if random < a.thresholds[word]:
                sound = False
        if sound:
            d0, d1, d2 = deck[seats], deck[step + seats], deck[_U2 * step + seats]
            if by_rows:  # the one large table that the seats look at as well
                lies = np.uint64(a.rows[_SQUARE * d0 + _FIFTY_TWO * d1 + d2])
                dealers = np.uint64(a.row_hands[lies & _ROW_BITS]) | lies >> _ROW_SUITS << _SUITS
            else:
                dealers = np.uint64(values[_SQUARE * d0 + _FIFTY_TWO * d1 + d2])
            best = dealers & _VALUE
            if a.dealer_draws and best < draws_below:
                d3 = deck[fourth]
                best = max(best, np.uint64(values[_SQUARE * d0 + _FIFTY_TWO * d1 + d3]) & _VALUE)
                best = max(best, np.uint64(values[_SQUARE * d0 + _FIFTY_TWO * d2 + d3]) & _VALUE)
                best = max(best, np.uint64(values[_SQUARE * d1 + _FIFTY_TWO * d2 + d3]) & _VALUE)
            qualified = _U1 + (_U3 if best >= qualifies_from else _U0)
            for seat in range(seats):
                c0, c1, c2 = deck[seat], deck[step + seat], deck[_U2 * step + seat]
                index = _SQUARE * c0 + _FIFTY_TWO * c1 + c2
                if a.looks[seat]:
                    lies = np.uint64(a.rows[index])
                    hand = np.uint64(a.row_hands[lies & _ROW_BITS]) | lies >> _ROW_SUITS << _SUITS
                    renaming, up = lies >> _RENAMING & _FIVE_BITS, _U0
                    for card in range(_U3 - np.uint64(a.shows), _U3):
                        up = _FIFTY_TWO * up + np.uint64(a.moved[renaming, deck[card * step + seats]])
                    plan = np.uint64(a.plan[seat])
                    if a.by_suit[seat]:
                        plan += lies >> _ROW_ROYAL
                    action = np.uint64(a.choices[plan, lies & _ROW_BITS, np.uint64(a.up_numbers[up])])
                    if _U2 <= action < _RAISE:
                        action = _U2 + (lies >> (_PLACES + _U2 * action) & _U3)
                else:
                    hand = np.uint64(a.hands[np.uint64(a.plan[seat]), index])
                    action = hand >> _ACTION
                value, first_class = hand & _VALUE, hand >> _CLASS & _FOUR_BITS
                last_class, main, pay, folded = first_class, _NO_SHOWDOWN, first_class, _U0
                if a.decides[seat]:
                    if a.player_draws and action >= _U2:
                        drawn = deck[replacements + seat]
                        c0 = drawn if action == _U2 else c0
                        c1 = drawn if action == _U3 else c1
                        c2 = drawn if action == _U4 else c2
                        final = np.uint64(values[_SQUARE * c0 + _FIFTY_TWO * c1 + c2])
                        value, last_class = final & _VALUE, final >> _CLASS & _FOUR_BITS
                        pay = (_U1 + first_class) * _HANDS + last_class
                    elif action >= _RAISE:
                        pay += _RAISED + (action - _RAISE) * _HANDS
                    versus = qualified + np.uint64(value > best) - np.uint64(value < best)
                    folded = np.uint64(action == _U0)
                    main = _NO_SHOWDOWN if folded else versus
                    pay += folded * _FOLDED
                six = _U0
                suits = (hand >> _SUITS & _FIVE_BITS) * _SUIT_SETS + (dealers >> _SUITS & _FIVE_BITS)
                if a.six[seat]:
                    suit = np.uint64(a.five_suited[suits])
                    if suit:
                        six = _suited(deck, seat, step, suit - _U1)
                    else:
                        ranks = (hand >> _RANKS & _NINE_BITS) * _RANK_SETS + (dealers >> _RANKS & _NINE_BITS)
                        six = np.uint64(a.six_by_ranks[ranks])
                number_of = (main * _PAYS + pay) * _SIXES + six
                if a.dealer[seat]:
                    theirs = np.uint64(a.kind[best])
                    if value > best and theirs == np.uint64(a.kind[value]):
                        theirs = _BEATEN
                    number_of += _PLAIN * (_TIED if value == best else theirs)
                if a.colours[seat]:
                    number_of += _COLOUR * np.uint64(a.two_coloured[suits])
                classes[seat, number_of] += 1
                if kept:
                    ends[done, seat] = np.uint32(number_of | last_class << _FINAL | folded << _FOLD)
            done += _U1
        for place in range(cards):
            deck[swaps[place]] = swaps[place]
            deck[place] = place
    state[ROUNDS] = np.int64(done)
    return int(row)

"""Rounds as arrays: dealt cards become the class in which each seat ends."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.batch import kinds6
from pitboss.odds.decisions import DRAW, FOLD, RAISE
from pitboss.odds.geometry import triple_index
from pitboss.sheet.pays import BEATEN, BY_DEALER, DEALER_CLASSES, HAND_CLASSES, SIX_CLASSES, TIED
from pitboss.sim.hand_tables import CLASS, SUIT_SETS, SUITS
from pitboss.sim.line_tables import FOLDED, NO_SHOWDOWN, PAY, PLAIN, RAISED, WIDTHS
from pitboss.sim.run_setup import Ints, Setup

Flags = npt.NDArray[np.bool_]


class Judged(NamedTuple):
    """How rounds end, (rounds, seats): the class, and what others see of the final hand."""

    classes: Ints
    finals: Ints  # the final hand class
    folded: Flags
    actions: Ints  # as in `Plan.numbers`


def judge(made: Setup, cards: Ints) -> Judged:
    """Every seat of rounds whose cards are given as `DealLayout` has them."""
    seats, layout, arrays = len(made.seats), made.layout, made.judging
    dealer = cards[:, [card * (seats + 1) + seats for card in range(3)]]
    best = _values(arrays.hands[0], dealer)
    if layout.dealer_draws:
        fourth = cards[:, layout.fourth]
        draws = best < arrays.draws_below
        for i, j in combinations(range(3), 2):
            with_it = _values(arrays.hands[0], np.stack([dealer[:, i], dealer[:, j], fourth], axis=1))
            best = np.where(draws, np.maximum(best, with_it), best)
    up = dealer[:, 3 - arrays.shows :]
    found = [_seat(made, seat, cards, dealer, best, up) for seat in range(seats)]
    return Judged(*(np.stack(part, axis=1) for part in zip(*found, strict=True)))


def _seat(
    made: Setup, seat: int, cards: Ints, dealer: Ints, best: Ints, up: Ints
) -> tuple[Ints, Ints, Flags, Ints]:
    seats, arrays, own = len(made.seats), made.judging, made.seats[seat]
    hand = cards[:, [card * (seats + 1) + seat for card in range(3)]]
    plan = made.question.seats[seat].plan
    first = _classes(arrays.hands[0], hand)
    action = plan.numbers(hand, up if plan.shows else None).astype(np.int64)
    if not own.decides:
        action[:] = 1
    draws = (action >= DRAW) & (action < RAISE)
    final = hand
    if made.layout.player_draws and own.decides:
        final = hand.copy()
        rounds = np.flatnonzero(draws)
        final[rounds, action[rounds] - DRAW] = cards[rounds, made.layout.replacements + seat]
    folded = action == FOLD
    value, last = _values(arrays.hands[0], final), _classes(arrays.hands[0], final)
    versus = 3 * (best >= arrays.qualifies_from) + 1 + (value > best) - (value < best)
    main = np.where(folded | (not own.decides), NO_SHOWDOWN, versus)
    pay = np.where(folded, FOLDED + first, first)
    pay = np.where(draws, (1 + first) * HAND_CLASSES + last, pay)
    pay = np.where(action >= RAISE, RAISED + (action - RAISE) * HAND_CLASSES + first, pay)
    classes: Ints = (main * WIDTHS[PAY] + pay) * SIX_CLASSES
    if "six cards" in own.looks:
        classes += kinds6(np.concatenate([hand, dealer], axis=1))
    if own.looks & BY_DEALER:
        kind = arrays.kind.astype(np.int64)
        theirs = np.where((kind[value] == kind[best]) & (value > best), BEATEN, kind[best])
        classes += PLAIN * np.where(value == best, TIED, theirs)
    if "colours" in own.looks:
        mine, other = (_part(arrays.hands[0], part, SUITS, 31) for part in (hand, dealer))
        suits = mine * SUIT_SETS + other
        classes += PLAIN * DEALER_CLASSES * arrays.two_coloured[suits].astype(np.int64)
    return classes, last, folded, action


def _values(packed: npt.NDArray[np.uint32], hands: Ints) -> Ints:
    return _part(packed, hands, 0, 1023)


def _classes(packed: npt.NDArray[np.uint32], hands: Ints) -> Ints:
    return _part(packed, hands, CLASS, 15)


def _part(packed: npt.NDArray[np.uint32], hands: Ints, bit: int, mask: int) -> Ints:
    """One part of packed hands."""
    return (packed[_index(hands)] >> bit & mask).astype(np.int64)


def _index(hands: Ints) -> Ints:
    return triple_index(hands[:, 0], hands[:, 1], hands[:, 2]).astype(np.int64)

"""Many rounds judged at once: cards and decisions become the cells by which `spot_nets` pays.

Cards come as `sim/deal_layout` has them for one seat, a row for each card and a column for each round.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.batch import kinds6
from pitboss.envs.seat_game import Cards
from pitboss.hands import KIND_OF_VALUE
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import DRAW, FOLD, RAISE
from pitboss.sheet.pays import BEATEN, BY_DEALER, DEALER_CLASSES, HAND_CLASSES, TIED, Judged
from pitboss.sim.deal_layout import DealLayout
from pitboss.sim.hand_tables import (
    CLASS,
    RANK_SETS,
    RANKS,
    SUIT_SETS,
    SUITS,
    five_suited,
    packed_hands,
    six_by_ranks,
    two_coloured,
)
from pitboss.sim.line_tables import COLOURS, DEALER, FOLDED, MAIN, NO_SHOWDOWN, OWN, RAISED, SIX, SPANS

Ints = npt.NDArray[np.int64]
Packed = npt.NDArray[np.int64]


class Ends(NamedTuple):
    """How rounds end for the seat."""

    cells: tuple[Ints | None, ...]  # on each axis of `sim/line_tables`; None where no bet looks at it
    final: Cards  # (3, rounds) the hand that is judged
    drew: npt.NDArray[np.bool_]  # whether the dealer took a fourth card


def judge(
    dealing: Dealing,
    layout: DealLayout,
    cards: Cards,
    hand: Cards,
    action: Ints,
    decides: Ints,
    looks: frozenset[Judged],
) -> Ends:
    """Judges rounds for bets that look at these cards too; `hand` is in the order that a draw counts by.

    Actions have the numbers of a plan.
    """
    dealer = cards[[1, 3, 5]]
    first, theirs = _packed(hand), _packed(dealer)
    best, drew = theirs & 1023, np.zeros(cards.shape[1], bool)
    if layout.dealer_draws:
        drew = best < dealing.draws_below
        fourth = cards[layout.fourth]
        for i, j in ((0, 1), (0, 2), (1, 2)):
            with_it = _packed(np.stack([dealer[i], dealer[j], fourth])) & 1023
            best = np.where(drew, np.maximum(best, with_it), best)
    final, last = hand, first
    draws, raised = (action >= DRAW) & (action < RAISE), action >= RAISE
    if layout.player_draws and draws.any():
        final = hand.copy()
        rounds = np.flatnonzero(draws)
        final[action[rounds] - DRAW, rounds] = cards[layout.replacements, rounds]
        last = _packed(final)
    value = last & 1023
    folds = (action == FOLD) & (decides != 0)
    versus = 3 * (best >= dealing.qualifies_from) + 1 + (value > best) - (value < best)
    main = np.where(folds | (decides == 0), NO_SHOWDOWN, versus)
    first_class = first >> CLASS & 15
    pay, block = first_class + FOLDED * folds, folds.astype(np.int64)  # as `sim/line_tables` has blocks
    if layout.player_draws:
        pay = np.where(draws, (1 + first_class) * HAND_CLASSES + (last >> CLASS & 15), pay)
    six = dealers = colours = winning = None
    if "winning hand" in looks:
        winning = main % 3 * RAISED + pay
    if raised.any():
        larger = np.where(raised, 1 + action - RAISE, 0)
        main = main + larger * SPANS[MAIN]
        pay = pay + raised * (RAISED - HAND_CLASSES) + larger * HAND_CLASSES
        block += raised + larger
    suits = (first >> SUITS & 31) * SUIT_SETS + (theirs >> SUITS & 31)
    if "six cards" in looks:
        six = _sixes(hand, dealer, first, theirs, suits) + SPANS[SIX] * block
    if looks & BY_DEALER:
        own = np.minimum(last >> CLASS & 15, OWN - 1)
        kind = np.array(KIND_OF_VALUE, np.int64)
        their_hand = np.where((kind[value] == kind[best]) & (value > best), BEATEN, kind[best])
        their_hand = np.where(value == best, TIED, their_hand)
        dealers = own * DEALER_CLASSES + their_hand + SPANS[DEALER] * block
    if "colours" in looks:
        colours = two_coloured()[suits] + SPANS[COLOURS] * block
    return Ends((main, pay, six, dealers, colours, winning), final, drew)


def _packed(hands: Cards) -> Packed:
    """The entries of `sim/hand_tables` for three rows of cards."""
    index = hands[0].astype(np.int32) * 2704
    index += hands[1].astype(np.int32) * 52
    index += hands[2]
    return packed_hands()[index].astype(np.int64)


def _sixes(hand: Cards, dealer: Cards, mine: Packed, theirs: Packed, suits: Ints) -> Ints:
    """The six-card categories: by ranks, and anew for the few in which five cards share a suit."""
    ranks = (mine >> RANKS & 511) * RANK_SETS + (theirs >> RANKS & 511)
    found = six_by_ranks()[ranks].astype(np.int64)
    suited = np.flatnonzero(five_suited()[suits])
    if len(suited):
        found[suited] = kinds6(np.concatenate([hand, dealer])[:, suited].T)
    return found

"""Two seats of one deal: sums of products over every pair of hands, and seats that raise."""

from __future__ import annotations

from random import Random

import numpy as np

from pitboss.odds import Game
from pitboss.odds.decisions import optimal
from pitboss.odds.geometry import SUIT_ORDERS, all_hands, rows
from pitboss.odds.risk.covariance import _Seat, seat_parts
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.odds.test_raises import count_two_that_raise
from torture.progress import shown

DEALERS, QUICK, CHUNK = 1758, 20, 500
BETS = {"ante": 1000, "pair_plus": 500}


def run(quick: bool) -> str:
    """How many deals agreed; an AssertionError where they do not."""
    return "; ".join([_pairs(quick), _raising(quick)])


def _raising(quick: bool) -> str:
    """Two seats that may raise, beside a card that shows: ends together, sums of products, rounds dealt."""
    deals = count_two_that_raise(shows=0 if quick else 1)
    return f"{deals:,} deals of two seats that raise, each as alone and together as dealt"


def _pairs(quick: bool) -> str:
    """How many dealer's hands agreed."""
    parts = seat_parts(Game(open_table(load_house("rivers"))), BETS, optimal)
    seat, hands = _Seat(parts), all_hands().cards
    held = np.bitwise_or.reduce(np.int64(1) << hands, axis=1)
    chosen = Random(16).sample(range(DEALERS), QUICK) if quick else range(DEALERS)
    tell = shown("seats", len(chosen), "dealer's hands")
    pairs = 0
    for number, row in enumerate(chosen, start=1):
        dealer = rows().cards[row]
        value = int(rows().value[row])
        cell, free = seat.cells(value, dealer.tolist(), np.zeros(len(hands), np.int64))
        flat = seat.nets.reshape(len(seat.nets), 2, -1)
        nets = np.where(seat.actions(()), flat[:, 1, :][:, cell], flat[:, 0, :][:, cell])[:, free]
        mine = held[free]
        total = np.zeros((len(nets), len(nets)))
        for start in range(0, len(mine), CHUNK):
            apart = (mine[start : start + CHUNK, None] & mine) == 0
            pairs += int(apart.sum())
            total += nets[:, start : start + CHUNK] @ (apart @ nets.T)
        (found,) = seat.deals(dealer)
        if (found != len(SUIT_ORDERS) * total.astype(np.int64)).any():
            raise AssertionError(f"the dealer's hand {dealer.tolist()} has another sum over its pairs")
        tell(number)
    return f"{len(chosen):,} dealer's hands, {pairs:,} pairs of hands looked at, every sum the same"

"""Two and three seats of one deal.

Two are counted by inclusion and exclusion and by looking at every pair of hands; three must have the mean and
the variance that seats alone and in pairs have, in whole deals.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np

from pitboss.odds import Game
from pitboss.odds.bank import seated
from pitboss.odds.decisions import optimal
from pitboss.odds.geometry import SUIT_ORDERS, rows
from pitboss.odds.hand_table import all_hands
from pitboss.odds.risk.bet_parts import seat_parts
from pitboss.odds.risk.seat_pairs import _Seat
from pitboss.odds.risk.showdown_ends import DealerEnd
from pitboss.round import open_table
from pitboss.sheet import load_house
from torture.progress import shown

DEALERS, QUICK, CHUNK = 1758, 20, 500
BETS = {"ante": 1000, "pair_plus": 500}


def run(quick: bool) -> str:
    """How many deals agreed; an AssertionError where they do not."""
    return "; ".join([_pairs(quick), _threes(quick)])


def _threes(quick: bool) -> str:
    """Every deal of three seats at Napa Valley, the bank's net against what seats and pairs of seats give."""
    game = Game(open_table(load_house("napa-valley")))
    seats = [{"ante": 1000}] * 3 if quick else [BETS, {"ante": 2500}, BETS]
    tell = shown("seats, three", DEALERS, "dealer's hands")
    counted = seated(game, seats, progress=lambda done, _: tell(done), together=3)
    net = counted.price().net
    alone = [-game.price_bets(bets).ev for bets in seats]
    deviations = [seated(game, pair).price().net for pair in combinations(seats, 2)]
    single = [seated(game, [bets]).price().net for bets in seats]
    if net is None or None in deviations or None in single:
        raise AssertionError("seats that are counted together have a distribution")
    apart = sum(each.variance for each in single if each)
    # each pair of seats has both variances and twice their covariance
    together = sum(each.variance for each in deviations if each) - apart
    if (net.ev, net.variance) != (sum(alone), together):
        raise AssertionError(f"three seats have mean {net.ev} and variance {net.variance}")
    return f"three seats in {net.outcomes:,} deals with the exact mean and variance of one and two"


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
        found = seat.beside(DealerEnd(tuple(dealer.tolist()), value, (), 1))
        if (found != len(SUIT_ORDERS) * total.astype(np.int64)).any():
            raise AssertionError(f"the dealer's hand {dealer.tolist()} has another sum over its pairs")
        tell(number)
    return f"{len(chosen):,} dealer's hands, {pairs:,} pairs of hands looked at, every sum the same"

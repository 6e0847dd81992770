"""Two and three seats of one deal, and two that draw.

Two are counted by inclusion and exclusion and by looking at every pair of hands; three must have the mean and
the variance that seats alone and in pairs have, in whole deals. Two that draw must each end as alone, have
the variance that sums of products give, and be what simulated rounds with a small stake are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

import numpy as np

from pitboss.odds import Game
from pitboss.odds.bank import Seated, seated
from pitboss.odds.decisions import optimal
from pitboss.odds.geometry import SUIT_ORDERS, all_hands, rows
from pitboss.odds.not_priced import risk_reach
from pitboss.odds.plan import plan_of
from pitboss.odds.risk.covariance import DealerEnd, _Seat, seat_covariance, seat_parts
from pitboss.odds.work import Progress
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.sim import Question, SimSeat, figures, run_rounds, setup
from tests.odds.test_raised_seats import count_two_that_raise
from torture.progress import shown

DEALERS, QUICK, CHUNK = 1758, 20, 500
BETS = {"ante": 1000, "pair_plus": 500}
DRAWS, CONFIDENCE = "player.draws=true", 0.99999
BANK = (
    'bank={label="Bank",clause="PEC-1",cover={order=["ante","play","play_bonus","double_shot"],'
    'collecting_uses_cover=true,clause="PEC-1"},rotation={rounds=2,least_stake="table max",clause="PEC-1"}}'
)
SIX = (
    'pays.pair_plus.judged="six cards"',
    'pays.pair_plus.lines={royal_flush="200 to 1",four_of_a_kind="30 to 1",flush="6 to 1"}',
)
Bets = Mapping[str, int]
# The sheet, what is changed in it, and two seats.
DRAWING: Sequence[tuple[str, Sequence[str], Sequence[Bets]]] = (
    ("napa-valley", (DRAWS, "dealer.shows=0"), (BETS, BETS)),
    ("napa-valley", (DRAWS,), (BETS, {"ante": 2500})),
    ("napa-valley", (DRAWS, "dealer.shows=0", *SIX), (BETS, {"ante": 2500})),
    ("pechanga", (BANK,), ({"ante": 1000, "double_shot": 500},) * 2),
)


def run(quick: bool) -> str:
    """How many deals agreed; an AssertionError where they do not."""
    return "; ".join([_pairs(quick), _threes(quick), _drawing(quick), _raising(quick)])


def _raising(quick: bool) -> str:
    """Two seats that may raise, beside a card that shows: ends together, sums of products, rounds dealt."""
    deals = count_two_that_raise(shows=0 if quick else 1)
    return f"{deals:,} deals of two seats that raise, each as alone and together as dealt"


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


def _drawing(quick: bool) -> str:
    """Every deal of two seats that draw, at sheets that deal in different ways."""
    deals = 0
    for name, sets, bets in DRAWING[:1] if quick else DRAWING:
        game = Game(open_table(load_house(name, sets)))
        counted = seated(game, bets, progress=_parts(f"seats that draw, {name}"), together=3)
        ends = counted.ends
        if ends is None:
            raise AssertionError("two seats that draw are counted together")
        space = sum(ends.values())
        for number, alone in enumerate(counted.alone):
            found: Counter[object] = Counter()
            for each, times in ends.items():
                found[each[number],] += times
            more = space // sum(alone.values())
            if found != {end: times * more for end, times in alone.items()}:
                raise AssertionError(f"seat {number + 1} of {name} with {sets} ends otherwise than alone")
        _check_variance(game, counted)
        _check_rounds(game, counted, 200_000 if quick else 20_000_000)
        deals += space
    return f"two seats that draw in {deals:,} deals with the exact ends of one"


def _parts(name: str) -> Progress:
    """Tells how much of how many dealer's hands is done."""
    tell = shown(name, 100, "parts")
    return lambda done, every: tell(100 * done // every)


def _check_variance(game: Game, counted: Seated) -> None:
    """Two like seats have twice the variance of one and twice their covariance, counted in another way."""
    one, other = counted.bets
    if one != other or risk_reach(game.dealing, game.payoffs_of(one), ()) is not None:
        return
    apart, net = seated(game, [one]).price().net, counted.price().net
    shared = seat_covariance(seat_parts(game, one, optimal))
    if apart is None or net is None or net.variance != 2 * (apart.variance + sum(map(sum, shared))):
        raise AssertionError(f"two seats of {game.sheet.name} that draw have another variance")


def _check_rounds(game: Game, counted: Seated, rounds: int) -> None:
    """Simulated rounds with a stake of seven quarters of the Antes: the mean, and what the cover does."""
    stake = 7 * sum(bets["ante"] for bets in counted.bets) // 4
    places = tuple(SimSeat(dict(bets), plan_of(game, optimal, bets), "optimal") for bets in counted.bets)
    made = setup(Question(game.table, places, stake=stake))
    found = figures(made, run_rounds(made, 16, rounds), CONFIDENCE).bank
    price = counted.price(stake)
    if found is None or price.cover is None:
        raise AssertionError("a bank with a stake has its cover")
    cover = price.cover
    for what, exact, told in (
        ("mean", price.ev, found.net.mean),
        ("share of rounds that are short", cover.short, found.short),
        ("share of rounds that use all cover", cover.exhausted, found.exhausted),
        ("cover left", cover.left_mean, found.left),
    ):
        if not told.low <= exact <= told.high:
            span = f"from {told.low} to {told.high}"
            raise AssertionError(f"{game.sheet.name}: the {what} is {float(exact)}, and simulated {span}")


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

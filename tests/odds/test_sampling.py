"""Random deals under the computed strategy: their mean and variance are those of the exact distribution.

The standard errors are exact too, from the second and fourth central moments; no number here is rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from pitboss.odds import Entry, Game, Price, strategy
from pitboss.round import open_table
from pitboss.round.settlement import ActionId
from pitboss.sheet import houses, load_house
from tests.odds import whole_rounds
from tests.odds.counting import (
    ANY,
    MINI_ROYAL,
    PAIR,
    QUEEN_HIGH,
    SUIT_ORDERS,
    Array,
    Rules,
    ladder,
    net,
    place_of,
    strength,
    versus,
)
from tests.odds.whole_rounds import DEALER, FOURTH, HAND, REPLACEMENT, dealt, ended

WHOLE_ROUNDS = 8_000
FAST_ROUNDS = 80_000
ERRORS = 4  # standard errors
FOLD, PLAY = -1, -2  # a choice is one of these or the card thrown away
UNTOLD = 99

Nets = Counter[int]  # rounds by their net in cents


def rules_of(house: str) -> Rules:
    return Rules(ANY, PAIR, True) if house == "pechanga" else Rules(QUEEN_HIGH)


def choice(entry: Entry) -> int:
    """The best action as a choice; where several are equally good, the engine folds last."""
    name = next((name for name in entry.best if name != "fold"), "fold")
    return {"fold": FOLD, "play": PLAY}[name] if name in ("fold", "play") else entry.hand[int(name[-1]) - 1]


def decision(what: int) -> tuple[ActionId, int | None]:
    """A choice as an action and a discard."""
    if what >= 0:
        return "draw", what
    return ("fold" if what == FOLD else "play"), None


def choices(game: Game, bets: Mapping[str, int]) -> Array:
    """The choice by cards in rising order and up card: a strategy is told up to suits, here it is spread."""
    entries = list(strategy(game, bets))
    cards = np.array([[*entry.hand, *entry.up] for entry in entries])
    chosen = np.array([choice(entry) for entry in entries])
    found = np.full((52, 52, 52, 52 if game.dealing.shows else 1), UNTOLD, dtype=np.int8)
    for order in SUIT_ORDERS:
        suits = np.array(order)
        moved = 4 * (cards >> 2) + suits[cards & 3]
        a, b, c = np.sort(moved[:, :3], axis=1).T
        thrown = 4 * (chosen >> 2) + suits[chosen & 3]
        found[a, b, c, moved[:, 3] if game.dealing.shows else 0] = np.where(chosen < 0, chosen, thrown)
    return found


def chosen_for(chosen: Array, decks: Array) -> Array:
    """The choice of a lone seat in each deal."""
    a, b, c = np.sort(decks[:, HAND], axis=1).T
    found: Array = chosen[a, b, c, decks[:, DEALER[2]] if chosen.shape[3] > 1 else 0]
    assert (found != UNTOLD).all()
    return found


def shuffled(number: int, seed: list[int]) -> Array:
    """Decks, shuffled."""
    chance = np.random.default_rng(seed)
    return chance.permuted(np.tile(np.arange(52, dtype=np.int8), (number, 1)), axis=1).astype(np.int64)


def in_whole_rounds(game: Game, bets: Mapping[str, int], chosen: Array, decks: Array) -> Nets:
    """Each deck through bets, deal, decision, reveal and settlement."""
    found = Counter[int]()
    wanted = chosen_for(chosen, decks)
    for deck, what in zip(decks.tolist(), wanted.tolist(), strict=True):
        found[whole_rounds.net(ended(dealt(game.table, bets, deck), *decision(what)))] += 1
    return found


def by_outcome_class(game: Game, rules: Rules, bets: Mapping[str, int], chosen: Array, decks: Array) -> Nets:
    """The same by outcome classes: the naive evaluator sorts the deals, settlement pays one of each class."""
    hands, dealers = decks[:, HAND], decks[:, DEALER]
    wanted = chosen_for(chosen, decks)
    drawn = decks[:, REPLACEMENT]
    draws = wanted >= 0
    finals = np.where((hands == wanted[:, None]) & draws[:, None], drawn[:, None], hands)
    theirs = strength(*dealers.T).astype(np.int64)
    fourth = theirs < place_of(rules.draws_below)
    for first, second in ((0, 1), (0, 2), (1, 2)):
        better = strength(dealers[:, first], dealers[:, second], decks[:, FOURTH])
        theirs = np.where(fourth, np.maximum(theirs, better), theirs)
    mine = strength(*finals.T).astype(np.int64)
    action = np.where(draws, 0, wanted)
    result = np.where(action == FOLD, 0, versus(mine, theirs, rules))
    kind = np.stack([action, pay_class(hands), pay_class(finals), result])
    _, some, number = np.unique(kind, axis=1, return_index=True, return_counts=True)
    found = Counter[int]()
    for place, rounds in zip(some.tolist(), number.tolist(), strict=True):
        a, b, c = hands[place].tolist()
        dealer = [*dealers[place].tolist(), *decks[place, [FOURTH] if fourth[place] else []].tolist()]
        name, discard = decision(int(wanted[place]))
        swap = (None, None) if discard is None else (discard, int(drawn[place]))
        found[net(game.table, bets, (a, b, c), name, dealer, swap)] += rounds
    return found


def pay_class(hands: Array) -> Array:
    """What a pay table can ask of three cards: the category, and the suit of a mini royal."""
    category = np.array([6 if key == MINI_ROYAL else key[0] for key in ladder()])[strength(*hands.T)]
    found: Array = np.where(category == 6, 6 + (hands[:, 0] & 3), category)
    return found


def moment(price: Price, power: int) -> Fraction:
    """A central moment of the exact distribution."""
    total = sum(((value - price.ev) ** power * n for value, n in price.distribution.items()), Fraction(0))
    return total / price.outcomes


def check(price: Price, nets: Nets, unit: int) -> None:
    """Mean and variance of a sample lie within some standard errors of the exact ones."""
    n = sum(nets.values())
    mean = Fraction(sum(value * number for value, number in nets.items()), n * unit)
    squares = sum(
        ((Fraction(value, unit) - mean) ** 2 * number for value, number in nets.items()), Fraction(0)
    )
    variance = squares / (n - 1)
    assert price.variance == moment(price, 2)
    assert (mean - price.ev) ** 2 <= ERRORS**2 * price.variance / n
    of_variance = (moment(price, 4) - price.variance**2 * Fraction(n - 3, n - 1)) / n
    assert (variance - price.variance) ** 2 <= ERRORS**2 * of_variance
    assert {Fraction(value, unit) for value in nets} <= {*price.distribution}


@pytest.mark.parametrize("house", houses())
def test_the_main_game(house: str) -> None:
    game, rules, bets = Game(open_table(load_house(house))), rules_of(house), {"ante": 1000}
    price, chosen = game.price("ante"), choices(game, bets)
    decks = shuffled(WHOLE_ROUNDS, [1, *house.encode()])
    whole = in_whole_rounds(game, bets, chosen, decks)
    assert whole == by_outcome_class(game, rules, bets, chosen, decks)
    check(price, whole, bets["ante"])
    fast = by_outcome_class(game, rules, bets, chosen, shuffled(FAST_ROUNDS, [2, *house.encode()]))
    check(price, whole + fast, bets["ante"])


@pytest.mark.parametrize(
    ("house", "bets"),
    [
        ("atlantic-city", {"ante": 1000, "pair_plus": 2500}),
        ("rivers", {"ante": 1000, "pair_plus": 500, "progressive": 100}),
        ("napa-valley", {"ante": 1000, "pair_plus": 600}),
        ("pechanga", {"ante": 1000, "double_shot": 1000}),
        ("pechanga", {"ante": 500, "double_shot": 1000}),
    ],
)
def test_whole_bets(house: str, bets: dict[str, int]) -> None:
    """With side wagers, and at the draw game another strategy for each of them."""
    game = Game(open_table(load_house(house)))
    decks = shuffled(FAST_ROUNDS, [3, *house.encode()])
    nets = by_outcome_class(game, rules_of(house), bets, choices(game, bets), decks)
    check(game.price_bets(bets), nets, 1)

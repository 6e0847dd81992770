"""The plan that is close to the best one: priced exactly, it gives up next to nothing."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.odds import Game, advise, optimal
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.sim.quick_plans import near_plan

ANTE = {"ante": 1000}
RAISES = 'play.raises={times=[2, 3], from="pair", clause="RIV-4"}'


def game_with(house: str, *sets: str) -> Game:
    return Game(open_table(load_house(house, sets)))


def given_up(game: Game) -> float:
    """What the plan gives up per Ante, counted over every deal."""
    return float(game.price("ante", optimal).ev - game.price("ante", near_plan(game, ANTE)).ev)


@pytest.mark.parametrize(
    ("house", "sets"),
    [
        ("rivers", []),
        ("napa-valley", []),
        ("shine", ["dealer.shows=2"]),
        ("napa-valley", ['dealer.draw.when="always"']),
        ("pechanga", []),
    ],
)
def test_it_gives_up_less_than_a_thousandth_of_the_ante(house: str, sets: list[str]) -> None:
    assert 0 <= given_up(game_with(house, *sets)) < 0.001


@pytest.mark.parametrize(
    ("house", "shows", "sets", "most"),
    [
        ("pechanga", 1, [], Fraction(1, 100)),
        ("pechanga", 3, [], Fraction(1, 100)),
        ("rivers", 3, [], Fraction(0)),  # the whole hand of the dealer shows: it is the best
        ("rivers", 3, [RAISES], Fraction(0)),
    ],
)
def test_hand_by_hand_it_is_close_to_the_best_advice(
    house: str, shows: int, sets: list[str], most: Fraction
) -> None:
    """Where no price of all hands is counted in time, advice on each hand still is."""
    game, chance = game_with(house, f"dealer.shows={shows}", *sets), random.Random(f"near {shows}")
    plan, lost = near_plan(game, ANTE), Fraction(0)
    for _ in range(60):
        hand, up = (sorted(cards) for cards in np.split(np.array(chance.sample(range(52), 3 + shows)), [3]))
        worth = advise(game, hand, up).actions
        lost += max(worth.values()) - worth[plan.choice(hand, up).text]
    assert 0 <= lost / 60 <= most


def test_a_hand_too_low_for_it_is_never_raised() -> None:
    game = game_with("rivers", "dealer.shows=2", RAISES)
    hands = np.array([(12, 21, 40), (12, 13, 40)])  # queens high, and a pair of fives
    assert near_plan(game, ANTE).choice(hands[0], (0, 5)).action == "play"
    assert near_plan(game, ANTE).choice(hands[1], (0, 5)).action == "play_3x"

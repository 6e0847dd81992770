"""What play in the environments is worth beside exact figures: the best plan, and one that was learned.

Every test is seeded, so that it either holds or does not. The error allowed is four standard errors.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from examples.learner import Learned, learn, states_of
from pitboss.envs import ParallelTableEnv, SeatEnv, SeatGame, SeatVectorEnv
from pitboss.odds import Game, Plan, optimal, plan_of
from pitboss.odds.decisions import Worth
from pitboss.odds.geometry import rows
from pitboss.sim.question import every_wager
from tests.envs.houses import HOUSES, ULTIMATE, name_of

ERRORS = 4


@lru_cache(maxsize=8)
def game_of(house: str) -> Game:
    return Game(SeatEnv(house).game.table)


@lru_cache(maxsize=8)
def best_plan(house: str) -> Plan:
    return plan_of(game_of(house), optimal, game_of(house).stakes_of("ante"))


def choices(game: SeatGame, plan: Plan, seen: Any) -> npt.NDArray[np.int64]:
    """What a plan does with the cards of some observations."""
    ups = seen["dealer"][..., 3 - plan.shows : 3] if plan.shows else None
    return game.numbers_of(
        plan.numbers(np.atleast_2d(seen["hand"]), None if ups is None else np.atleast_2d(ups))
    )


def check(rewards: npt.NDArray[np.float64], mean: float, deviation: float) -> None:
    """The mean is within four standard errors of the exact one."""
    assert abs(float(rewards.mean()) - mean) <= ERRORS * deviation / len(rewards) ** 0.5


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_the_best_plan_is_worth_its_exact_value_as_arrays(house: str) -> None:
    envs = SeatVectorEnv(2048, house, observation="dict", final_obs=False)
    price, plan, gained = game_of(house).price("ante"), best_plan(house), []
    seen, _ = envs.reset(seed=31)
    for _ in range(100):
        seen, rewards, _, _, _ = envs.step(choices(envs.game, plan, seen))
        gained.append(rewards)
    check(np.concatenate(gained), float(price.ev), price.stdev)


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_the_best_plan_is_worth_its_exact_value_alone(house: str) -> None:
    env = SeatEnv(house, observation="dict")
    price, plan, gained = game_of(house).price("ante"), best_plan(house), []
    env.reset(seed=32)
    for _ in range(2500):
        seen, _ = env.reset()
        gained.append(float(env.step(choices(env.game, plan, seen)[0])[1]))
    check(np.array(gained), float(price.ev), price.stdev)


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_a_bet_on_everything_is_worth_its_exact_value(house: str) -> None:
    """Side bets too, by the plan that is best for all of them together."""
    game = game_of(house)
    bets = every_wager(game.table)
    plan, price = plan_of(game, optimal, bets), game.price_bets(bets)
    envs = SeatVectorEnv(2048, house, observation="dict", final_obs=False, bets=bets, unit=1)
    seen, _ = envs.reset(seed=33)
    gained = []
    for _ in range(100):
        seen, rewards, _, _, _ = envs.step(choices(envs.game, plan, seen))
        gained.append(rewards)
    check(np.concatenate(gained), float(price.ev), price.stdev)


@pytest.mark.parametrize("house", ["napa-valley", "pechanga", ULTIMATE], ids=name_of)
def test_the_best_plan_is_worth_its_exact_value_at_a_full_table(house: str) -> None:
    """Seven seats share the dealer's hand: the error is that of their means; the bank has the other side."""
    env, plan = ParallelTableEnv(house), best_plan(house)
    means, banked = [], []
    env.reset(seed=34)
    for _ in range(300):
        seen, _ = env.reset()
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        while env.agents:
            asked = [agent for agent in env.play.asked if agent.startswith("seat")]
            actions: dict[str, int] = dict.fromkeys(env.agents, 0)
            for agent in asked:
                actions[agent] = int(choices(env.game.seat, plan, seen[agent])[0])
            seen, rewards, _, _, _ = env.step(actions)
        seats = [rewards[agent] for agent in rewards if agent.startswith("seat")]
        means.append(sum(seats) / len(seats))
        banked.append(rewards.get("bank_0", -sum(seats)) + sum(seats))
    gained = np.array(means)
    check(gained, float(game_of(house).price("ante").ev), float(gained.std()))
    assert np.allclose(banked, 0)


def exact_value(house: str, learned: Learned) -> float:
    """What the learned play is worth to the last digit."""

    def choose(worth: Worth) -> npt.NDArray[np.int64]:
        hands, ups = rows().cards[worth.counts.rows], worth.counts.ups
        up = ups[:, -1] if ups.shape[1] else np.full(len(ups), -1)
        shape = (len(hands), len(up))
        falling = np.sort(hands, axis=1)[:, None, ::-1]
        return learned.best[states_of(np.broadcast_to(falling, (*shape, 3)), np.broadcast_to(up, shape))]

    return float(game_of(house).price("ante", choose).ev)


@pytest.mark.parametrize("house", ["rivers", "napa-valley"])
def test_a_learner_reaches_the_exact_value_and_never_beats_it(house: str) -> None:
    learned, best = learn(house, rounds=2_000_000, check=1_000_000), float(game_of(house).price("ante").ev)
    assert learned.error < 0.01
    assert abs(learned.mean - best) <= learned.error
    assert best - 0.0005 < exact_value(house, learned) <= best

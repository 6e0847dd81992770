"""What play in the environments is worth beside exact figures: the best plan, and one that was learned.

Every test is seeded, so that it either holds or does not. The error allowed is four standard errors.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest

from examples import baselines
from examples.learner import learn, states_of
from pitboss import Category, advise, card_text, parse_cards
from pitboss.envs import ParallelTableEnv, SeatEnv, SeatGame, SeatVectorEnv, TableEnv, env_id, optimum, regret
from pitboss.errors import NotPriced
from pitboss.hands import VALUES, lowest_value
from pitboss.odds import Game, Plan, from_value, optimal, plan_from_value, plan_of
from pitboss.round.choices import every_wager
from pitboss.sheet import houses
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


@pytest.mark.parametrize("house", ["rivers", "napa-valley"])
def test_a_learner_reaches_the_exact_value_and_never_beats_it(house: str) -> None:
    learned, best = learn(house, rounds=2_000_000, check=1_000_000), float(game_of(house).price("ante").ev)
    assert learned.error < 0.01
    assert abs(learned.mean - best) <= learned.error
    given_up = regret(
        SeatEnv(house, observation="dict"),
        lambda seen: learned.best[states_of(seen["hand"], seen["dealer"][:, 2])],
    )
    assert 0 <= given_up < Fraction(5, 10_000)


# What a policy gives up, exactly


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_the_best_plan_gives_up_nothing_and_others_what_their_price_says(house: str) -> None:
    env, game = SeatEnv(house, observation="dict"), game_of(house)
    best = game.price("ante").ev
    assert optimum(env) == optimum(house) == best
    assert regret(env, lambda seen: choices(env.game, best_plan(house), seen)) == 0
    if game.dealing.shows > 1:
        return  # 26 million sights: one policy is enough
    for lowest in (0, lowest_value(Category.PAIR)):
        plan = plan_from_value(lowest)
        played = game.price("ante", from_value(lowest)).ev
        assert regret(env, partial(_plays_by_hand, plan)) == best - played
    nothing_played = game.price("ante", from_value(VALUES)).ev
    fined = regret(env, lambda seen: np.full(len(seen["hand"]), -1))
    assert fined == best - nothing_played + 1  # with the penalty


def _plays_by_hand(plan: Plan, seen: Any) -> npt.NDArray[np.uint8]:
    return plan.numbers(seen["hand"])


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_what_a_decision_gives_up_is_what_advice_says(house: str) -> None:
    """Hand by hand, by the counts of that hand alone; each draw is that of its own card."""
    chance, shows = np.random.default_rng(41), game_of(house).dealing.shows
    env = SeatEnv(house, regret=True)
    for _ in range(12):
        deck = chance.permutation(52)[:9]
        hand = sorted(deck[0:6:2].tolist(), reverse=True)
        up = deck[1:6:2][3 - shows :].tolist()
        worth = advise(house, hand, up=up).actions
        for number, name in enumerate(env.game.decisions):
            discard = env.game.decided(number).discard
            known = name if discard is None else f"draw:{card_text(hand[discard])}"
            env.reset(options={"deck": deck})
            _, _, _, _, info = env.step(number)
            assert info["illegal"] == (known not in worth)
            if known in worth:
                assert info["regret"] == float(max(worth.values()) - worth[known])


def test_what_a_decision_gives_up_is_what_every_deal_adds_up_to() -> None:
    """By settlement itself: each pair that the dealer may have beside the up card (NAPA-5)."""
    env = SeatEnv("napa-valley", regret=True)
    for hand, up in (("Qs 6h 4d", "Kh"), ("Qs 9h 2d", "Qc"), ("5s 5h 2d", "Ah"), ("Jc 8c 3d", "2s")):
        a, b, c, d = parse_cards(f"{hand} {up}")
        left = [card for card in range(52) if card not in (a, b, c, d)]
        means, told = [], []
        for action in (0, 1):
            nets = []
            for e, f in combinations(left, 2):
                env.reset(options={"deck": [a, e, b, f, c, d]})
                info = env.step(action)[4]
                nets.append(info["net"])
            means.append(Fraction(sum(nets), len(nets) * env.game.unit))
            told.append(info["regret"])
        assert told == [float(max(means) - mean) for mean in means]


def test_one_wrong_hand_costs_what_it_gives_up_as_often_as_it_comes() -> None:
    """Queen-six-four of spades, hearts, diamonds is one of 22,100 hands."""
    env = SeatEnv("rivers", observation="dict", regret=True)
    plan, wrong = best_plan("rivers"), list(parse_cards("Qs 6h 4d"))

    def folds_it(seen: Any) -> npt.NDArray[np.int64]:
        return np.where((seen["hand"] == wrong).all(axis=1), 0, choices(env.game, plan, seen))

    env.reset(options={"deck": "Qs Kd 6h 2c 4d Kh"})
    _, _, _, _, info = env.step(0)
    assert info["regret"] > 0
    assert float(22_100 * regret(env, folds_it)) == info["regret"]


def test_the_optimum_is_that_of_the_seat_in_any_wrapping() -> None:
    """Gymnasium's wrappers and vectors; Stable-Baselines3's are in test_checkers."""
    for vector in (None, "sync", "vector_entry_point"):
        many = {} if vector is None else {"num_envs": 2, "vectorization_mode": vector}
        make: Any = gymnasium.make if vector is None else gymnasium.make_vec
        env = make("pitboss/Rivers-v0", bets={"ante": 500, "pair_plus": 500}, **many)
        assert optimum(env) == optimum("rivers") + Fraction(-402, 5525)
        folds = regret(env, lambda seen: np.zeros(len(seen), int))
        assert folds == optimum("rivers") + 1  # Pair Plus is in action after a fold (RIV-9)
    with pytest.raises(TypeError, match="of one seat, or a house, not TableEnv"):
        optimum(TableEnv("rivers"))


def test_the_optimum_of_a_list_is_that_of_its_best_bet() -> None:
    bets = [{"ante": 1000, "pair_plus": 1000}, {"ante": 500}, {"pair_plus": 500}]
    env = SeatEnv("rivers", betting="discrete", bets=bets, unit=500, observation="dict")
    game, decisions = game_of("rivers"), len(env.game.decisions)
    prices = [game.price_bets(bet).ev / 500 for bet in bets]
    assert optimum(env) == max(prices)
    plan = best_plan("rivers")

    def given_up(bet: int) -> Fraction:
        def play(seen: Any) -> npt.NDArray[np.int64]:
            return choices(env.game, plan, seen) if seen["hand"][0, 0] >= 0 else np.array([decisions + bet])

        return regret(env, play)

    assert [given_up(bet) for bet in range(len(bets))] == [max(prices) - price for price in prices]
    assert given_up(len(bets)) == max(prices) + 1  # there is no such bet: the seat sits out
    with pytest.raises(NotPriced, match="too many bets"):
        optimum(SeatEnv("rivers", betting="free"))


@pytest.mark.parametrize("house", houses())
def test_the_reward_threshold_is_the_exact_optimum_rounded_down(house: str) -> None:
    threshold = gymnasium.spec(env_id(house)).reward_threshold
    assert threshold is not None
    assert 0 <= optimum(house) - Fraction(threshold) < Fraction(1, 1000)
    assert gymnasium.make(env_id(house)).spec.reward_threshold == threshold  # type: ignore[union-attr]


def test_the_table_of_baselines_is_made_again_from_its_seeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(baselines, "HOUSES", ("rivers", "pechanga"))
    asked = ["baselines", "--rounds", "8192", "--seeds", "1", "--learners", "tabular", "policy gradient"]
    monkeypatch.setattr(sys, "argv", asked)
    told = []
    for _ in range(2):
        baselines.main()
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    _, _, rivers, pechanga = (row.strip("| ").split("|") for row in told[0].splitlines())
    scores = [float(cell) for cell in (*rivers[2:], *pechanga[3:])]  # the tabular learner draws no card
    assert len(scores) == 3
    assert all(0 < score <= 1 for score in scores)

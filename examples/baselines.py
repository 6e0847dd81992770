#!/usr/bin/env python3
"""Three learners at three houses, each with three seeds, measured exactly: the table of docs/environments.md.

The tabular learner is `examples/learner.py`; the policy gradient is a hidden layer of 64 with a value beside
the policy, in NumPy; PPO is that of Stable-Baselines3, and left out where that is not installed (it was made
with its version 2.9.2 and torch 2.13.0 on a CPU). All learn from the same number of rounds. None is measured
by playing: `regret` counts what its decisions give up, and the score says how much of the way that is from a
player at random (0) to the best play there is (1).

It takes some minutes, most of them PPO's.
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from examples.learner import learn, states_of
from pitboss.batch import categories3
from pitboss.envs import SeatEnv, env_id, optimum, regret
from pitboss.envs.exact import Agent

EXAMPLE = "Example: python -m examples.baselines --rounds 200000 --seeds 1"
HOUSES = ("rivers", "napa-valley", "pechanga")
TABLES, HIDDEN = 1024, 64
FEATURES = 7 + 3 * 13 + 3 + 13
ENTROPY, RATE = 0.1, 0.003  # with less entropy both deep learners soon play every hand, and stay there

Floats = npt.NDArray[np.float32]


def features_of(seen: Any) -> Floats:
    """What the deep learners see: category, ranks, which suits are alike, and the rank of the up card."""
    hand, up = seen["hand"].astype(np.int64), seen["dealer"][:, 2].astype(np.int64)
    ranks, categories = np.eye(13, dtype=np.float32), np.eye(7, dtype=np.float32)
    alike = [(hand[:, a] & 3) == (hand[:, b] & 3) for a, b in ((0, 1), (0, 2), (1, 2))]
    shown = np.where(up[:, None] < 0, np.float32(0), ranks[np.maximum(up, 0) >> 2])
    parts = [categories[categories3(hand)], *(ranks[hand[:, card] >> 2] for card in range(3))]
    return np.concatenate([*parts, np.stack(alike, axis=1).astype(np.float32), shown], axis=1)


def tabular(house: str, seed: int, rounds: int) -> Agent:
    """A table of hand classes and up cards."""
    best = learn(house, seed, rounds, check=1).best
    return lambda seen: best[states_of(seen["hand"], seen["dealer"][:, 2])]


def policy_gradient(house: str, seed: int, rounds: int) -> Agent:
    """REINFORCE with a learned value as its baseline, by Adam."""
    chance = np.random.default_rng(seed)
    envs = gymnasium.make_vec(env_id(house), num_envs=TABLES, observation="dict", final_obs=False)
    actions, steps = SeatEnv(house).game.actions, -(-rounds // TABLES)
    first = chance.normal(0, 1 / 8**0.5, (FEATURES, HIDDEN))
    last = chance.normal(0, 0.01, (HIDDEN, actions + 1))
    weights = [each.astype(np.float32) for each in (first, np.zeros(HIDDEN), last, np.zeros(actions + 1))]
    means, squares = ([np.zeros_like(each) for each in weights] for _ in range(2))

    def layers(seen: Any) -> tuple[Floats, Floats, Floats, Floats]:
        """The features, the hidden layer, the probability of each action, and the value."""
        given = features_of(seen)
        hidden = np.maximum(given @ weights[0] + weights[1], 0)
        *ends, value = (hidden @ weights[2] + weights[3]).T
        powers = np.exp(np.stack(ends, axis=1) - np.max(ends, axis=0)[:, None])
        return given, hidden, powers / powers.sum(axis=1, keepdims=True), value

    seen, _ = envs.reset(seed=seed)
    for step in range(1, steps + 1):
        given, hidden, odds, value = layers(seen)
        chosen = (chance.random((TABLES, 1)) > odds.cumsum(axis=1)).sum(axis=1).clip(0, actions - 1)
        seen, rewards, _, _, _ = envs.step(chosen)
        surprise = (rewards - value).astype(np.float32)
        logs = np.log(odds + 1e-9)
        up = (np.eye(actions, dtype=np.float32)[chosen] - odds) * (surprise / (surprise.std() + 1e-8))[
            :, None
        ]
        up -= ENTROPY * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
        out = np.concatenate([up, surprise[:, None] / 2], axis=1) / TABLES
        back = (out @ weights[2].T) * (hidden > 0)
        slopes = (given.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0))
        for place, slope in enumerate(slopes):
            means[place] = 0.9 * means[place] + 0.1 * slope
            squares[place] = 0.999 * squares[place] + 0.001 * slope**2
            size = np.sqrt(squares[place] / (1 - 0.999**step)) + 1e-8
            weights[place] += RATE * (1 - step / steps) * means[place] / (1 - 0.9**step) / size
    return lambda seen: layers(seen)[2].argmax(axis=1)


def ppo(house: str, seed: int, rounds: int) -> Agent:
    """PPO of Stable-Baselines3 with its usual network."""
    import torch  # type: ignore[import-not-found]
    from stable_baselines3 import PPO  # type: ignore[import-not-found]
    from stable_baselines3.common.vec_env import VecEnv  # type: ignore[import-not-found]

    class Seats(VecEnv):  # type: ignore[misc]
        """The vector environment of a house, as Stable-Baselines3 plays one."""

        def __init__(self) -> None:
            self.seats = gymnasium.make_vec(
                env_id(house), num_envs=TABLES, observation="dict", final_obs=False
            )
            sight = gymnasium.spaces.Box(0, 1, (FEATURES,), np.float32)
            super().__init__(TABLES, sight, self.seats.single_action_space)

        def reset(self) -> Any:
            return features_of(self.seats.reset(seed=seed)[0])

        def step_async(self, actions: Any) -> None:
            self.chosen = actions

        def step_wait(self) -> Any:
            seen, rewards, over, _, _ = self.seats.step(self.chosen)
            return features_of(seen), rewards.astype(np.float32), over, [{} for _ in range(TABLES)]

        def close(self) -> None:
            self.seats.close()

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [getattr(self.seats, attr_name, None)] * TABLES

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            raise NotImplementedError

        def env_method(
            self, method_name: str, *arguments: Any, indices: Any = None, **named: Any
        ) -> list[Any]:
            raise NotImplementedError

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False] * TABLES

    torch.set_num_threads(1)  # the same numbers on any machine, and quicker for so small a network
    more = {"n_steps": 16, "batch_size": 4096, "n_epochs": 4, "learning_rate": 1e-3}
    model = PPO(
        "MlpPolicy", Seats(), seed=seed, gamma=1, gae_lambda=1, ent_coef=ENTROPY, device="cpu", **more
    )
    model.learn(rounds)
    return lambda seen: model.predict(features_of(seen), deterministic=True)[0]


def always(number: int) -> Agent:
    """Does the same with every hand."""
    return lambda seen: np.full(len(seen["hand"]), number)


LEARNERS = {"tabular": tabular, "policy gradient": policy_gradient, "PPO": ppo}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="Learners measured exactly.", epilog=EXAMPLE)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="to learn from (default 1,000,000)")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3], help="(default 1 2 3)")
    installed = [name for name in LEARNERS if name != "PPO" or find_spec("stable_baselines3") is not None]
    parser.add_argument("--learners", nargs="+", choices=installed, default=installed, help="(default: all)")
    asked = parser.parse_args()
    known = asked.learners
    print(f"| house | optimum | {' | '.join(known)} |\n|---|---|{'---|' * len(known)}")
    for house in HOUSES:
        env, cells = SeatEnv(house, observation="dict"), []
        every = range(len(env.game.decisions))
        constant = [regret(env, always(number)) for number in every]
        for name in known:
            if name == "tabular" and len(every) > 2:  # it only folds and plays
                cells.append("")
                continue
            lost = [regret(env, LEARNERS[name](house, seed, asked.rounds)) for seed in asked.seeds]
            cells.append(" ".join(f"{float(1 - each * len(constant) / sum(constant)):.4f}" for each in lost))
        print(f"| {house} | {float(optimum(env)):+.4f} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()

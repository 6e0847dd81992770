#!/usr/bin/env python3
"""A learner with a table: it is told how hands rank and nothing else, and ends with nearly the best play.

What it tells apart are hand classes (the category and the two highest ranks) and the rank of the dealer's up
card. For each of these it keeps the mean reward of folding and of playing, and takes the one that may be the
better by six standard errors: whatever may still turn out well is tried again. Then it plays by the means
alone, in rounds that it has not learned from, and tells what that is worth and how sure it is. Everything
follows from the seed. It is made for houses in which players do not draw.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import pitboss.envs
from pitboss.batch import categories3

EXAMPLE = "Example: python examples/learner.py napa-valley --rounds 2000000 --seed 1"
TABLES = 4096  # that are played at once
HOPE = 6  # standard errors by which an action may be better than it seems
LEAST_VARIANCE = 1.0  # of a reward: a few tries that came out alike prove little
LEARN, CHECK = 2_000_000, 2_000_000  # rounds
ERRORS = 4  # standard errors that an answer is given to
STATES = 7 * 13 * 13 * 14

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def states_of(hands: npt.NDArray[Any], ups: npt.NDArray[Any]) -> Ints:
    """The numbers of what is told apart: hands (…, 3) from high to low, and the up card (…) or −1."""
    ranks = hands.astype(np.int64) >> 2
    up = np.where(ups < 0, 13, ups.astype(np.int64) >> 2)
    states: Ints = ((categories3(hands) * np.int64(13) + ranks[..., 0]) * 13 + ranks[..., 1]) * 14 + up
    return states


@dataclass(eq=False)
class Memory:
    """The rewards of every action in every state: how many, their sum, and that of their squares."""

    count: Floats
    total: Floats
    squares: Floats

    @classmethod
    def blank(cls) -> Memory:
        """Nothing tried yet."""
        return cls(np.zeros((STATES, 2)), np.zeros((STATES, 2)), np.zeros((STATES, 2)))

    def learn(self, states: Ints, actions: Ints, rewards: Floats) -> None:
        """Takes in what some rounds have brought."""
        for part, value in ((self.count, 1.0), (self.total, rewards), (self.squares, rewards**2)):
            np.add.at(part, (states, actions), value)

    def means(self) -> Floats:
        """The mean reward of every action; what was never tried seems worth nothing at all."""
        return np.where(self.count > 0, self.total / np.maximum(self.count, 1), -np.inf)

    def hopeful(self, states: Ints) -> Ints:
        """The actions that may be the best: the mean and what may be hoped for beside it."""
        count, total, squares = (part[states] for part in (self.count, self.total, self.squares))
        tried = np.maximum(count, 1)
        mean = total / tried
        error = np.sqrt(np.maximum(squares / tried - mean**2, LEAST_VARIANCE) / tried)
        chosen: Ints = np.where(count == 0, np.inf, mean + HOPE * error).argmax(axis=1)
        return chosen


@dataclass(frozen=True, eq=False)
class Learned:
    """What came of it: the best known action of every state, and what that is worth in Antes."""

    best: Ints
    mean: float
    error: float  # to four standard errors


def learn(house: str, seed: int = 1, rounds: int = LEARN, check: int = CHECK) -> Learned:
    """Learns a house, then plays by what was learned."""
    envs = gymnasium.make_vec(
        pitboss.envs.env_id(house), num_envs=TABLES, observation="dict", final_obs=False
    )
    memory = Memory.blank()
    seen, info = envs.reset(seed=seed)
    if info["action_mask"].shape[1] != 2:
        raise SystemExit(f"At {house} players draw: this learner only folds and plays.")
    for _ in range(-(-rounds // TABLES)):
        states = states_of(seen["hand"], seen["dealer"][:, 2])
        chosen = memory.hopeful(states)
        seen, rewards, _, _, _ = envs.step(chosen)
        memory.learn(states, chosen, rewards)
    best: Ints = memory.means().argmax(axis=1)
    gained = []
    for _ in range(-(-check // TABLES)):
        seen, rewards, _, _, _ = envs.step(best[states_of(seen["hand"], seen["dealer"][:, 2])])
        gained.append(rewards)
    played = np.concatenate(gained)
    return Learned(best, float(played.mean()), ERRORS * float(played.std()) / len(played) ** 0.5)


def main() -> None:
    """Learns the house that is named."""
    parser = argparse.ArgumentParser(description="A learner with a table.", epilog=EXAMPLE)
    parser.add_argument("house", nargs="?", default="rivers", help="in which players do not draw")
    parser.add_argument("--rounds", type=int, default=LEARN, help=f"to learn from (default {LEARN:,})")
    parser.add_argument("--seed", type=int, default=1, help="(default 1)")
    asked = parser.parse_args()
    found = learn(asked.house, asked.seed, asked.rounds)
    print(f"{asked.house}: {found.mean:+.4f} Antes a round, give or take {found.error:.4f}")


if __name__ == "__main__":
    main()

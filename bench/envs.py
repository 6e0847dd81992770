"""Decisions a second in the environments, beside Gymnasium's own CartPole, which also steps by arrays."""

from __future__ import annotations

from collections.abc import Callable

import gymnasium

from bench.report import best_of, columns, heading, note, row
from pitboss.envs import SeatEnv, SeatVectorEnv, TableEnv
from pitboss.sheet import houses

TABLES = 4096
REFERENCE = "CartPole-v1, Gymnasium's own"
# Of the speed of CartPole: a million decisions a second, or 0.3 million, where it has twenty million.
AIM, DRAW_AIM = 0.05, 0.015


def run(quick: bool) -> None:
    """Vector environments of all houses in every form, then single ones and a whole table."""
    steps, turns = (10, 3) if quick else (60, 7)
    for told, more in (
        ("arrays", {}),
        ("arrays, last observations left out", {"final_obs": False}),
        ("dicts, last observations left out", {"final_obs": False, "observation": "dict"}),
    ):
        heading(f"Environments: {TABLES:,} seats at once, {told}")
        runs = {REFERENCE: _cart_pole(steps)} | {house: _seats(house, steps, **more) for house in houses()}
        taken = best_of(turns, runs, told)
        columns("environment", "decisions", "speed, CartPole = 1")
        for name, seconds in taken.items():
            ratio = taken[REFERENCE] / seconds
            aim = DRAW_AIM if name == "pechanga" else AIM
            remark = "" if name == REFERENCE else f"aim: ≥ {aim}" if ratio >= aim else f"MISSES {aim}"
            row(name, TABLES * steps, seconds, ratio, remark)
    note("Every decision ends a round and deals the next; CartPole's episodes go on. One core, NumPy alone.")
    _alone(quick)


def _cart_pole(steps: int) -> Callable[[], None]:
    envs = gymnasium.make_vec("CartPole-v1", TABLES, vectorization_mode="vector_entry_point")
    return _stepping(envs, steps)


def _seats(house: str, steps: int, **more: object) -> Callable[[], None]:
    return _stepping(SeatVectorEnv(TABLES, house, **more), steps)  # type: ignore[arg-type]  # by name


def _stepping(envs: gymnasium.vector.VectorEnv, steps: int) -> Callable[[], None]:
    envs.reset(seed=1)
    envs.action_space.seed(1)
    actions = envs.action_space.sample()

    def go() -> None:
        for _ in range(steps):
            envs.step(actions)

    return go


def _alone(quick: bool) -> None:
    """Environments that play one round after another, beside the single CartPole."""
    rounds, turns = (200, 3) if quick else (2000, 5)
    heading("Environments: one at a time")
    cart, env, table = gymnasium.make("CartPole-v1").unwrapped, SeatEnv("rivers"), TableEnv("rivers")
    cart.reset(seed=1)
    env.reset(seed=1)
    table.reset(seed=1)

    def cart_steps() -> None:
        for _ in range(rounds):
            if cart.step(1)[2]:
                cart.reset()

    def seat_rounds() -> None:
        for _ in range(rounds):
            env.step(1)
            env.reset()

    def table_rounds() -> None:
        for _ in range(-(-rounds // 7)):
            table.reset()
            for _ in range(7):
                table.last()
                table.step(1)

    runs = {
        REFERENCE: cart_steps,
        "rivers, one seat": seat_rounds,
        "rivers, seven seats in turn": table_rounds,
    }
    taken = best_of(turns, runs, "one at a time")
    columns("environment", "decisions", "speed, CartPole = 1")
    for name, seconds in taken.items():
        row(name, rounds, seconds, taken[REFERENCE] / seconds)
    note("Settlement itself pays these.")

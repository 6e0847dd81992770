"""Exact figures of a what-if, as every view of the Lab has them, and simulated ones where those end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeVar

from pitboss.lab.rule_changes import WhatIf, chooser_of, game_of
from pitboss.money import Cents
from pitboss.odds import Chooser, NotPriced, Price, optimal
from pitboss.odds.not_priced import OutOfReach
from pitboss.odds.plan import Plan, plan_from_value, plan_of_cards
from pitboss.report.notes import DECIDED, stand_in_words
from pitboss.round import Refusal
from pitboss.sim.quick_plans import near_plan
from pitboss.sim.simulated import (
    CONFIDENCE,
    SEED,
    Effort,
    PlanWithin,
    Simulated,
    stand_in,
)


@dataclass(frozen=True, slots=True)
class RefusedWager:
    """A wager that has no exact price, and why."""

    id: str
    label: str
    why: str


EXACT_SECONDS: Final = 4.0  # that an exact count may take here
EFFORT: Final = Effort(rounds=1 << 20, engine="numpy")  # Numba would first be compiled, in every worker

T = TypeVar("T")


class OutOfTime(Exception):
    """An exact count has used up its time."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """How something was simulated, and why."""

    seed: str
    rounds: int
    confidence: float
    why: str
    words: str


@dataclass(frozen=True, slots=True)
class SimulatedWager:
    """A wager that has no exact price here: its mean lies between `low` and `high`, per unit."""

    id: str
    label: str
    ev: float
    low: float
    high: float
    house_edge: float
    stdev: float
    win_frequency: float
    simulation: Simulation


def in_time(exact: Callable[[], T], instead: Callable[[str], T], seconds: float = EXACT_SECONDS) -> T:
    """The exact answer; or the other one, with the reason, where that takes too long or too much memory."""
    try:
        with _at_most(seconds):
            return exact()
    except OutOfTime:
        return instead(f"Counting every deal takes longer than {seconds:g} seconds here")
    except MemoryError:
        return instead("Counting every deal takes more memory than there is here")


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Ends with `OutOfTime` what takes longer, in the main thread of a worker and where there are signals."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: Any) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


Prices = tuple[Mapping[str, Price], Mapping[str, str]]  # by wager; and why others have none


def every_price(asked: WhatIf) -> Prices:
    """The exact prices of a what-if."""
    priced = game_of(asked).price_all(chooser_of(asked))
    return priced.wagers, priced.refused


def quick_prices(asked: WhatIf, why: str) -> Prices:
    """The exact prices of wagers that no decision and no other player touches."""
    game, prices, refused = game_of(asked), dict[str, Price](), dict[str, str]()
    for wager in asked.sheet.wagers:
        slow = wager == "ante" or game.depends_on_decisions(wager) or game.envies(wager)
        try:
            if slow:
                raise NotPriced(why)
            prices[wager] = game.price(wager)
        except NotPriced as fault:
            refused[wager] = fault.text
    return prices, refused


def simulated_wagers(
    asked: WhatIf, refused: Mapping[str, str]
) -> tuple[tuple[SimulatedWager, ...], tuple[RefusedWager, ...]]:
    """Wagers without an exact price, simulated; and those that cannot be, with why there is none."""
    found, left = stand_ins(asked, refused)
    simulated = tuple(
        SimulatedWager(
            id=made.wager,
            label=asked.sheet.label(made.wager),
            ev=made.mean.value,
            low=made.mean.low,
            high=made.mean.high,
            house_edge=-made.mean.value,
            stdev=made.figures()["stdev"].value,
            win_frequency=made.found.wins.value,
            simulation=_simulation(asked, asked.sheet.label(made.wager), made),
        )
        for made in found
    )
    return simulated, tuple(RefusedWager(name, asked.sheet.label(name), why) for name, why in left.items())


def stand_ins(asked: WhatIf, refused: Mapping[str, str]) -> tuple[list[Simulated], dict[str, str]]:
    """Simulations of wagers without an exact price; and why others can have neither."""
    found, left = list[Simulated](), dict[str, str]()
    for wager, why in refused.items():
        plans = _plans(asked, chooser_of(asked) if wager == "ante" else optimal)
        try:
            found.append(stand_in(game_of(asked), wager, why, plans, EFFORT))
        except Refusal:
            left[wager] = why
    if len(left) == len(asked.sheet.wagers):
        raise NotPriced(next(iter(left.values())))
    return found, left


def bet_price(asked: WhatIf, bets: Mapping[str, Cents]) -> tuple[Price, Simulation | None]:
    """A whole bet in cents: its exact distribution, or that of a simulation."""
    game = game_of(asked)

    def simulated(why: str) -> tuple[Price, Simulation | None]:
        made = stand_in(game, "combined", why, _plans(asked, optimal), EFFORT, bets)
        nets = {Fraction(net): number for net, number in sorted(made.found.sample.counts.items())}
        size = made.found.sample.size
        return Price("combined", size, nets), _simulation(asked, "The whole bet", made)

    def exact() -> tuple[Price, Simulation | None]:
        return game.price_bets(bets), None

    try:
        return in_time(exact, simulated)
    except OutOfReach as why:
        return simulated(why.text)


def _plans(asked: WhatIf, chooser: Chooser) -> PlanWithin:
    """How every seat decides: closely to the best play, or by a strategy of its own."""
    game = game_of(asked)

    def plan(bets: Mapping[str, Cents]) -> Plan:
        if "ante" not in bets:
            return plan_from_value(0)  # nothing is decided
        return _near(asked, tuple(bets.items())) if chooser is optimal else plan_of_cards(game, chooser)

    return PlanWithin(plan)


@lru_cache(maxsize=2)
def _near(asked: WhatIf, bets: tuple[tuple[str, Cents], ...]) -> Plan:
    return near_plan(game_of(asked), dict(bets))


def _simulation(asked: WhatIf, label: str, made: Simulated) -> Simulation:
    near = asked.strategy == "optimal" and "ante" in made.bets
    words = f"{stand_in_words(label, made, asked.players)}{DECIDED['near'] if near else ''}"
    return Simulation(str(SEED), made.found.sample.size, CONFIDENCE, made.why, words)

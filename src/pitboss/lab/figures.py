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
from pitboss.sim.stand_in import (
    CONFIDENCE,
    SEED,
    Effort,
    PlanWithin,
    StandIn,
    stand_in_for_bet,
    stand_in_for_wager,
)


@dataclass(frozen=True, slots=True)
class HouseName:
    """Which sheet is looked at: a house's own, or one with rules moved."""

    house: str
    name: str
    game: str
    hash: str


@dataclass(frozen=True, slots=True)
class WagerFigures:
    """A wager's figures per unit of it, named as `pitboss odds --json` names them."""

    id: str
    label: str
    ev: str
    house_edge: float
    element_of_risk: float
    stdev: float | None  # null where it is out of reach
    win_frequency: str | None  # the same
    risked: str


@dataclass(frozen=True, slots=True)
class RefusedWager:
    """A wager that has no exact price, and why."""

    id: str
    label: str
    why: str


def house_name(asked: WhatIf) -> tuple[str, str, str, str]:
    """The fields of a `HouseName`."""
    return asked.house, asked.name, asked.sheet.game, asked.sheet.hash


def wager_figures(
    label: str, price: Price
) -> tuple[str, str, str, float, float, float | None, str | None, str]:
    """The fields of `WagerFigures`."""
    edge, risk = float(price.house_edge), float(price.element_of_risk)
    wins, risked = None if price.moments else str(price.win_frequency), str(price.risked)
    return price.wager, label, str(price.ev), edge, risk, price.known_stdev, wins, risked


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


def prices_of(asked: WhatIf, seconds: float = EXACT_SECONDS) -> tuple[Mapping[str, Price], Mapping[str, str]]:
    """The exact prices of a what-if, and why other wagers have none within the time."""

    def exact() -> tuple[Mapping[str, Price], Mapping[str, str]]:
        priced = game_of(asked).price_all(chooser_of(asked))
        return priced.wagers, priced.refused

    return in_time(exact, lambda why: quick_prices(asked, why), seconds)


def quick_prices(asked: WhatIf, why: str) -> tuple[Mapping[str, Price], Mapping[str, str]]:
    """The exact prices of wagers that no decision and no other player touches, and why others have none."""
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
    game, found, left = game_of(asked), list[SimulatedWager](), list[RefusedWager]()
    for wager, why in refused.items():
        label = asked.sheet.label(wager)
        try:
            plans = _plans(asked, chooser_of(asked) if wager == "ante" else optimal)
            made = stand_in_for_wager(game, wager, why, plans, EFFORT)
        except Refusal:
            left.append(RefusedWager(wager, label, why))
        else:
            found.append(_simulated(asked, label, made))
    if len(left) == len(asked.sheet.wagers):
        raise NotPriced(left[0].why)
    return tuple(found), tuple(left)


def bet_price(asked: WhatIf, bets: Mapping[str, Cents]) -> tuple[Price, Simulation | None]:
    """A whole bet in cents: its exact distribution, or that of a simulation."""
    game = game_of(asked)

    def simulated(why: str) -> tuple[Price, Simulation | None]:
        made = stand_in_for_bet(game, bets, why, _plans(asked, optimal), EFFORT)
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


def _simulated(asked: WhatIf, label: str, made: StandIn) -> SimulatedWager:
    mean = made.mean
    return SimulatedWager(
        made.wager,
        label,
        mean.value,
        mean.low,
        mean.high,
        -mean.value,
        made.stdev,
        made.found.wins.value,
        _simulation(asked, label, made),
    )


def _simulation(asked: WhatIf, label: str, made: StandIn) -> Simulation:
    near = asked.strategy == "optimal" and "ante" in made.bets
    words = f"{stand_in_words(label, made, asked.players)}{DECIDED['near'] if near else ''}"
    return Simulation(str(SEED), made.found.sample.size, CONFIDENCE, made.why, words)

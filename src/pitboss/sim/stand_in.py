"""What has no exact price within reach, simulated instead, and marked with seed and width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from pitboss.money import Cents
from pitboss.odds.envy_price import is_shared
from pitboss.odds.game import Game
from pitboss.odds.not_priced import OutOfReach
from pitboss.odds.plan import Plan
from pitboss.odds.prices import Price
from pitboss.round.choices import wager_fault
from pitboss.sim.engine import EngineName
from pitboss.sim.intervals import Estimate, Sample
from pitboss.sim.question import Question, SimSeat, every_wager
from pitboss.sim.run import Progress, chunk_rounds, in_process, run_rounds
from pitboss.sim.run_figures import WagerFigures, figures
from pitboss.sim.run_setup import setup
from pitboss.sim.totals import Totals

SEED: Final = 1  # the same command gives the same answer
ROUNDS: Final = 4_000_000
CONFIDENCE: Final = 0.95

PlanFor = Callable[[Mapping[str, Cents]], Plan]
Decided = Literal["best", "without_envy", "near"]  # best of all, best without envy, or close to the best


@dataclass(frozen=True, slots=True)
class StandIn:
    """A wager, or a whole bet, as it came out of a simulation; `why` no exact price is there."""

    wager: str
    why: str
    bets: Mapping[str, Cents]
    unit: Cents  # that means are per: the stake, or one cent for a whole bet
    seats: Sequence[int]  # that were looked at, one after another; where there are several, their mean
    decided: Decided
    found: WagerFigures

    @property
    def mean(self) -> Estimate:
        """The mean net per unit."""
        return self.found.mean.scaled(1 / self.unit)

    @property
    def stdev(self) -> float:
        """The standard deviation per unit."""
        return self.found.stdev.value / self.unit

    def figures(self) -> dict[str, Estimate]:
        """Everything that was simulated, per unit, by the names that a PAR sheet has for it."""
        return {
            "ev": self.mean,
            "house_edge": self.mean.scaled(-1),
            "hit_frequency": self.found.wins,
            "stdev": self.found.stdev.scaled(1 / self.unit),
        }

    def row(self) -> dict[str, Any]:
        """The columns of `pitboss odds --csv`: no exact mean, but the ends between which it lies."""
        return {
            "house_edge": "" if self.wager == "combined" else -self.mean.value,
            "stdev": self.stdev,
            "win_frequency": self.found.wins.value,
            "simulated": self.why,
            "mean_low": self.mean.low,
            "mean_high": self.mean.high,
            "seed": SEED,
            "rounds": self.found.sample.size,
        }

    def as_json(self) -> dict[str, Any]:
        """The entry of `pitboss odds --json`: no exact mean, but an interval with its seed."""
        return {
            "house_edge": -self.mean.value,
            "stdev": self.stdev,
            "win_frequency": self.found.wins.value,
            "simulated": {
                **_run_json(self.why, self.bets, self.seats, self.found),
                "decided": self.decided,
                "mean": self.mean.as_json(),
                "width": self.mean.width,
            },
        }


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What an exact price leaves out, as it came out of a simulation: how often it wins, how its nets fall.

    The deviation is one of these where the price has none.
    """

    price: Price
    why: str
    bets: Mapping[str, Cents]
    unit: Cents
    seats: Sequence[int]
    found: WagerFigures

    @property
    def stdev(self) -> Estimate | None:
        """The standard deviation per unit, where the price has none."""
        return self.found.stdev.scaled(1 / self.unit) if self.price.known_variance is None else None

    def figures(self) -> dict[str, Estimate]:
        """Everything that was simulated, per unit, by the names that a PAR sheet has for it."""
        return {
            "hit_frequency": self.found.wins,
            **({} if self.stdev is None else {"stdev": self.stdev}),
        }

    def row(self) -> dict[str, Any]:
        """The columns of `pitboss odds --csv` beside the exact ones."""
        deviation = {} if self.stdev is None else {"stdev": self.stdev.value}
        return {
            **deviation,
            "win_frequency": self.found.wins.value,
            "simulated": self.why,
            "seed": SEED,
            "rounds": self.found.sample.size,
        }

    def as_json(self) -> dict[str, Any]:
        """What is simulated of an entry of `pitboss odds --json`: everything else in it is exact."""
        nets = sorted(self.found.sample.counts.items())
        run = {
            **_run_json(self.why, self.bets, self.seats, self.found),
            "width": self.found.wins.width,
            "distribution": {str(Fraction(net, self.unit)): number for net, number in nets},
        }
        found: dict[str, Any] = {"win_frequency": self.found.wins.value, "simulated": run}
        if self.stdev is not None:
            found["stdev"] = self.stdev.value
            run["stdev"] = self.stdev.as_json()
        return found


def _run_json(
    why: str, bets: Mapping[str, Cents], seats: Sequence[int], found: WagerFigures
) -> dict[str, Any]:
    return {
        "why": why,
        "bets": dict(bets),
        "seats": list(seats),
        "seed": str(SEED),
        "rounds": found.sample.size,
        "confidence": CONFIDENCE,
        "win_frequency": found.wins.as_json(),
    }


@dataclass(frozen=True, slots=True)
class Company:
    """How a seat and those beside it decide: all alike, or the others as prices take it, for an Ante."""

    plan: PlanFor
    others: Callable[[], Plan] | None = None


@dataclass(frozen=True, slots=True)
class PlanWithin:
    """How every seat decides; where that is out of reach as is best without envy, or close to the best."""

    plan: PlanFor
    without_envy: PlanFor | None = None
    near: PlanFor | None = None

    def of(self, bets: Mapping[str, Cents]) -> tuple[Plan, Decided]:
        """The plan for a bet, the best that is within reach, and which that is."""
        try:
            return self.plan(bets), "best"
        except OutOfReach as why:
            beyond = why
        ways: tuple[tuple[PlanFor | None, Decided], ...] = (
            (self.without_envy, "without_envy"),
            (self.near, "near"),
        )
        for plan, decided in ways:
            with suppress(OutOfReach):
                if plan is not None:
                    return plan(bets), decided
        raise beyond


class Effort(NamedTuple):
    """How many rounds are played, how, and who hears how far that has come."""

    progress: Progress = lambda totals: None
    rounds: int | None = None  # None: `ROUNDS`
    engine: EngineName | None = None


def stand_in_for_wager(game: Game, wager: str, why: str, plans: PlanWithin, effort: Effort) -> StandIn:
    """One wager beside what it needs; every player of the game has the same bet."""
    bets, seats = _bets_with(game, wager), _seats_of(game, [wager])
    plan, decided = plans.of(bets)
    found = _simulate(game, bets, wager, seats, Company(lambda _: plan), effort)
    return StandIn(wager, why, bets, bets[wager], seats, decided, found)


def stand_in_for_bet(
    game: Game, bets: Mapping[str, Cents], why: str, plans: PlanWithin, effort: Effort
) -> StandIn:
    """A whole bet, in cents."""
    seats = _seats_of(game, bets)
    plan, decided = plans.of(bets)
    found = _simulate(game, bets, None, seats, Company(lambda _: plan), effort)
    return StandIn("combined", why, bets, 1, seats, decided, found)


def left_out_of_wager(game: Game, price: Price, why: str, plans: Company, progress: Progress) -> LeftOut:
    """What the price of a wager leaves out, at the stakes by which it is priced."""
    wager, seats = price.wager, _seats_priced(game, price)
    bets = {**_bets_with(game, wager), **game.stakes_of(wager)}
    found = _simulate(game, bets, wager, seats, plans, Effort(progress))
    return LeftOut(price, why, bets, bets[wager], seats, found)


def left_out_of_bet(
    game: Game, price: Price, bets: Mapping[str, Cents], why: str, plans: Company, progress: Progress
) -> LeftOut:
    """What the price of a whole bet leaves out, in cents."""
    seats = _seats_priced(game, price)
    found = _simulate(game, bets, None, seats, plans, Effort(progress))
    return LeftOut(price, why, bets, 1, seats, found)


def _seats_of(game: Game, wagers: Iterable[str]) -> Sequence[int]:
    """The seat that is asked about; if none is, the first, or all that share a meter."""
    shared = any(is_shared(game.table, name) for name in wagers)
    return range(1, game.players + 1) if shared and game.seat is None else (game.seat or 1,)


def _seats_priced(game: Game, price: Price) -> Sequence[int]:
    """The seats that an exact price is of."""
    return range(1, game.players + 1) if "average_seat" in price.notes else (game.seat or 1,)


def _simulate(
    game: Game,
    bets: Mapping[str, Cents],
    wager: str | None,
    seats: Sequence[int],
    plans: Company,
    effort: Effort,
) -> WagerFigures:
    """One wager, or the whole bet, of these seats among as many as have players, who all bet alike.

    Each seat has rounds of its own, as many as every other, so what came is one sample of their mean.
    """
    mine = SimSeat(bets, plans.plan(bets), "")
    apart = plans.others is not None and game.players > 1 and "ante" in bets
    beside = SimSeat(bets, plans.others(), "") if plans.others is not None and apart else mine
    rounds, done, found = (effort.rounds or ROUNDS) // len(seats), 0, list[WagerFigures]()
    for turn, number in enumerate(seats):
        places = tuple(mine if place == number else beside for place in range(1, game.players + 1))
        made = setup(Question(game.table, places, meter=game.meter))
        first = turn * -(-rounds // chunk_rounds(made.question))
        pool, progress = in_process(made, effort.engine), _after(done, effort.progress)
        totals = run_rounds(made, SEED, rounds, first=first, pool=pool, progress=progress)
        seat = figures(made, totals, CONFIDENCE).seats[number - 1]
        found.append(seat.whole if wager is None else seat.wagers[wager])
        done += totals.rounds
    return found[0] if len(found) == 1 else _pooled(found)


def _after(done: int, progress: Progress) -> Progress:
    """Tells the rounds of a run that comes after others."""

    def step(totals: Totals) -> None:
        progress(replace(totals, rounds=done + totals.rounds))

    return step


def _pooled(found: Sequence[WagerFigures]) -> WagerFigures:
    """The figures of all rounds together."""
    counts = sum((Counter(each.sample.counts) for each in found), Counter[int]())
    lows, highs = zip(*(each.sample.ends for each in found), strict=True)
    return WagerFigures.of(found[0].stake, Sample(counts, (min(lows), max(highs))), CONFIDENCE)


def _bets_with(game: Game, wager: str) -> dict[str, Cents]:
    """The smallest part of a bet with everything in which the wager may stand, with an Ante if it may."""
    sheet, whole = game.sheet, every_wager(game.table)
    needs = sheet.wagers[wager].needs
    for names in ({"ante", wager}, {"ante", wager, *(needs.wagers if needs else ())}, set(whole)):
        bets = {name: cents for name, cents in whole.items() if name in names}
        sound = all(wager_fault(game.table, sheet.wagers[name], bets) is None for name in bets)
        if wager in bets and sound:
            return bets
    return whole

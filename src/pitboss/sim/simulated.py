"""What has no exact price within reach, simulated instead, and marked with seed and width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from msgspec import structs

from pitboss.dataframes import in_json, twin
from pitboss.money import Cents
from pitboss.odds.envy_price import is_shared
from pitboss.odds.game import Game
from pitboss.odds.not_priced import OutOfReach
from pitboss.odds.plan import Plan
from pitboss.odds.prices import BetEntry, Price, PriceEntry
from pitboss.round.choices import every_wager, wager_fault
from pitboss.sim.engine import EngineName
from pitboss.sim.intervals import Estimate, Sample
from pitboss.sim.question import Question, SimSeat
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
class Simulated:
    """A wager, or a whole bet, as it came out of a simulation; `why` it has no exact price.

    With a `price` only what that leaves out counts: how often it wins, and its deviation where it has none.
    """

    wager: str
    why: str
    bets: Mapping[str, Cents]
    unit: Cents  # that means are per: the stake, or one cent for a whole bet
    seats: Sequence[int]  # that were looked at, one after another; where there are several, their mean
    found: WagerFigures
    decided: Decided = "best"
    price: Price | None = None

    @property
    def mean(self) -> Estimate:
        """The mean net per unit."""
        return self.found.mean.scaled(1 / self.unit)

    def figures(self) -> dict[str, Estimate]:
        """Everything that has no exact figure, per unit, by the names that a PAR sheet has for it."""
        means = {"ev": self.mean, "house_edge": self.mean.scaled(-1)} if self.price is None else {}
        known = self.price is not None and self.price.known_variance is not None
        spread = {} if known else {"stdev": self.found.stdev.scaled(1 / self.unit)}
        return {**means, "hit_frequency": self.found.wins, **spread}

    def row(self) -> dict[str, Any]:
        """The columns of `pitboss odds --csv`: no exact mean, but the ends between which it lies."""
        found = self.figures()
        ends = {"mean_low": self.mean.low, "mean_high": self.mean.high} if self.price is None else {}
        edge = "" if self.wager == "combined" else -self.mean.value
        return {
            **({"house_edge": edge} if self.price is None else {}),
            **({"stdev": found["stdev"].value} if "stdev" in found else {}),
            "win_frequency": self.found.wins.value,
            "simulated": self.why,
            **ends,
            "seed": SEED,
            "rounds": self.found.sample.size,
        }

    def as_json(self) -> dict[str, Any]:
        """What `pitboss odds --json` prints: figures, and as `simulated` their intervals and the seed."""
        found, wins = self.figures(), self.found.wins
        run: dict[str, Any] = {
            "why": self.why,
            "bets": dict(self.bets),
            "seats": list(self.seats),
            "seed": str(SEED),
            "rounds": self.found.sample.size,
            "confidence": CONFIDENCE,
            "win_frequency": wins.as_json(),
        }
        told: dict[str, Any] = {"win_frequency": wins.value, "simulated": run}
        told |= {"stdev": found["stdev"].value} if "stdev" in found else {}
        if self.price is None:
            run |= {"decided": self.decided, "mean": self.mean.as_json(), "width": self.mean.width}
            told |= {"ev": self.mean.value, "house_edge": -self.mean.value}
            entry: dict[str, Any] = in_json(BetEntry if self.wager == WHOLE else PriceEntry, told)
            return entry
        nets = sorted(self.found.sample.counts.items())
        run |= {
            "width": wins.width,
            "distribution": {str(Fraction(net, self.unit)): number for net, number in nets},
            **({"stdev": found["stdev"].as_json()} if "stdev" in found else {}),
        }
        return {
            twin("win_frequency") if name == "win_frequency" else name: each for name, each in told.items()
        }


@dataclass(frozen=True, slots=True)
class Company:
    """How a seat and the others decide: all alike, or the others as the prices assume it, for an Ante."""

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
    """How many rounds are played, by which engine, and where the progress goes."""

    progress: Progress = lambda totals: None
    rounds: int | None = None  # None: `ROUNDS`
    engine: EngineName | None = None


WHOLE: Final = "combined"  # what a whole bet is called among wagers


def stand_in(
    game: Game,
    wager: str,
    why: str,
    plans: PlanWithin,
    effort: Effort,
    bets: Mapping[str, Cents] | None = None,
) -> Simulated:
    """A wager with the wagers it needs, or a whole bet in cents; every player bets the same."""
    bets = _bets_with(game, wager) if bets is None else bets
    seats = _seats_of(game, bets if wager == WHOLE else [wager])
    plan, decided = plans.of(bets)
    found = _simulate(game, bets, wager, seats, Company(lambda _: plan), effort)
    return Simulated(wager, why, bets, bets.get(wager, 1), seats, found, decided)


def left_out(
    game: Game,
    price: Price,
    why: str,
    plans: Company,
    progress: Progress,
    bets: Mapping[str, Cents] | None = None,
) -> Simulated:
    """What the price of a wager leaves out, at the stakes by which it is priced; or that of a whole bet."""
    wager = price.wager
    bets = {**_bets_with(game, wager), **game.stakes_of(wager)} if bets is None else bets
    seats = range(1, game.players + 1) if "average_seat" in price.notes else (game.seat or 1,)
    found = _simulate(game, bets, wager, seats, plans, Effort(progress))
    return Simulated(wager, why, bets, bets.get(wager, 1), seats, found, price=price)


def _seats_of(game: Game, wagers: Iterable[str]) -> Sequence[int]:
    """The seat that is asked about; if none is, the first, or all that share a meter."""
    shared = any(is_shared(game.table, name) for name in wagers)
    return range(1, game.players + 1) if shared and game.seat is None else (game.seat or 1,)


def _simulate(
    game: Game,
    bets: Mapping[str, Cents],
    wager: str,
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
        pool = in_process(made, effort.engine)

        def step(totals: Totals, before: int = done) -> None:
            effort.progress(structs.replace(totals, rounds=before + totals.rounds))

        totals = run_rounds(made, SEED, rounds, first=first, pool=pool, progress=step)
        seat = figures(made, totals, CONFIDENCE).seats[number - 1]
        found.append(seat.whole if wager == WHOLE else seat.wagers[wager])
        done += totals.rounds
    return found[0] if len(found) == 1 else _pooled(found)


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

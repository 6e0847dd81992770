"""What has no exact price within reach, simulated instead, and marked with seed and width."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitboss.money import Cents
from pitboss.odds.plan import Plan
from pitboss.odds.sheet_price import Game
from pitboss.round.bets import wager_fault
from pitboss.sim.full_bet import every_wager
from pitboss.sim.intervals import Estimate
from pitboss.sim.question import Question, SimSeat
from pitboss.sim.run import Progress, run_rounds
from pitboss.sim.run_figures import SeatFigures, WagerFigures, figures
from pitboss.sim.run_setup import setup

SEED: Final = 1  # the same command gives the same answer
ROUNDS: Final = 4_000_000
CONFIDENCE: Final = 0.95

PlanFor = Callable[[Mapping[str, Cents]], Plan]


@dataclass(frozen=True, slots=True)
class StandIn:
    """A wager, or a whole bet, as it came out of a simulation; `why` no exact price is there."""

    wager: str
    why: str
    bets: Mapping[str, Cents]
    unit: Cents  # that means are per: the stake, or one cent for a whole bet
    found: WagerFigures

    @property
    def mean(self) -> Estimate:
        """The mean net per unit."""
        return self.found.mean.scaled(1 / self.unit)

    @property
    def stdev(self) -> float:
        """The standard deviation per unit."""
        return self.found.stdev.value / self.unit

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
                "why": self.why,
                "bets": dict(self.bets),
                "seed": str(SEED),
                "rounds": self.found.sample.size,
                "confidence": CONFIDENCE,
                "mean": self.mean.as_json(),
                "width": self.mean.width,
                "win_frequency": self.found.wins.as_json(),
            },
        }


def stand_in_for_wager(game: Game, wager: str, why: str, plan: PlanFor, progress: Progress) -> StandIn:
    """One wager beside what it needs; every player of the game has the same bet."""
    bets = _bets_with(game, wager)
    return StandIn(wager, why, bets, bets[wager], _one_seat(game, bets, plan, progress).wagers[wager])


def stand_in_for_bet(
    game: Game, bets: Mapping[str, Cents], why: str, plan: PlanFor, progress: Progress
) -> StandIn:
    """A whole bet, in cents."""
    return StandIn("combined", why, bets, 1, _one_seat(game, bets, plan, progress).whole)


def _one_seat(game: Game, bets: Mapping[str, Cents], plan: PlanFor, progress: Progress) -> SeatFigures:
    """The seat that is asked about, the first if none is, of as many as have players, who all bet alike."""
    seat = SimSeat(bets, plan(bets), "")
    made = setup(Question(game.table, (seat,) * game.players, meter=game.meter))
    return figures(made, run_rounds(made, SEED, ROUNDS, progress=progress), CONFIDENCE).seats[
        (game.seat or 1) - 1
    ]


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

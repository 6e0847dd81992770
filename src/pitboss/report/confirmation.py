"""A simulation beside the exact figures of a PAR sheet, with all that is needed to repeat it."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from pitboss.messages.simulations import figure_words, verdict_words
from pitboss.money import Cents
from pitboss.odds import Game, optimal, plan_of
from pitboss.sheet.model import Sheet
from pitboss.sim import Confirmation, Question, SimSeat, best_engine, confirm_run, run_rounds, setup
from pitboss.sim.confirmation import Comparison
from pitboss.sim.question import every_wager
from pitboss.sim.run import Progress


@dataclass(frozen=True, slots=True)
class ParConfirmation:
    """What was played, how, and what came of it."""

    sheet: Sheet
    rounds: int
    seed: int
    engine: str
    versions: Mapping[str, str]
    bets: Mapping[str, Cents]
    found: Confirmation

    def words(self, row: Comparison) -> str:
        """What a comparison is about."""
        return figure_words(self.sheet, row.kind, row.wager, row.line, row.cells)

    @property
    def verdict(self) -> str:
        """The verdict over all comparisons in a sentence."""
        return verdict_words(len(self.found.rows), self.found.adjusted, agrees=self.found.agrees)

    def as_json(self) -> dict[str, Any]:
        """The part `confirm` of `pitboss par --json`."""
        return {
            "rounds": self.rounds,
            "seed": str(self.seed),
            "hash": self.sheet.hash,
            "engine": self.engine,
            "versions": dict(self.versions),
            "bets": dict(self.bets),
            **self.found.as_json(),
        }


def confirm_par(game: Game, rounds: int, seed: int, progress: Progress | None = None) -> ParConfirmation:
    """Plays one seat with every wager, best play, with the meter of the sheet standing."""
    bets = every_wager(game.table)
    seat = SimSeat(bets, plan_of(game, optimal, bets), "optimal")
    made = setup(Question(game.table, (seat,), meter=game.meter))
    totals = run_rounds(made, seed, rounds, progress=progress)
    found = confirm_run(made, totals)
    return ParConfirmation(game.sheet, totals.rounds, seed, best_engine(), _versions(), bets, found)


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("pitboss", "numpy", "numba"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found

"""What knowledge is worth: the answer to one question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any, cast

from pitboss.dataframes import Rows, Tabular, exact
from pitboss.odds.knowledge.question import Known
from pitboss.odds.knowledge.rules import Rule
from pitboss.odds.row_kinds import KnowledgeRow


@dataclass(frozen=True, slots=True)
class Estimate:
    """A simulated figure: with 95 % confidence the true one is within the margin of the mean."""

    mean: float
    margin: float

    def __float__(self) -> float:
        return self.mean

    def __add__(self, more: Fraction) -> Estimate:
        return Estimate(self.mean + float(more), self.margin)

    def as_json(self) -> dict[str, float]:
        """Mean and both ends of the interval."""
        return {"mean": self.mean, "low": self.mean - self.margin, "high": self.mean + self.margin}


Figure = Fraction | Estimate


def figure_json(figure: Figure) -> str | dict[str, float]:
    """A fraction as text, an estimate with its interval."""
    return figure.as_json() if isinstance(figure, Estimate) else str(figure)


def _columns(name: str, figure: Figure) -> dict[str, Any]:
    """A figure with the ends of its interval, which are itself where it is exact."""
    if not isinstance(figure, Estimate):
        return exact(name, figure) | {f"{name}_low": float(figure), f"{name}_high": float(figure)}
    told = figure.as_json()
    return exact(name, None) | {name: told["mean"], f"{name}_low": told["low"], f"{name}_high": told["high"]}


@dataclass(frozen=True, slots=True)
class Knowledge(Tabular[KnowledgeRow]):
    """The worth of one piece of knowledge, per Ante, with perfect use of it.

    Where the figures are counted they are fractions over `outcomes`; where deals are simulated they are
    estimates, but for the honest mean, which is always exact.
    """

    house: str
    known: Known
    honest: Fraction  # the mean of best play without the knowledge
    ev: Figure
    gain: Figure
    changes: Figure  # how often another decision than the honest one is better
    rule: Rule | None
    outcomes: int | None = None
    deals: int | None = None  # simulated
    variance: Fraction | None = None
    win_frequency: Fraction | None = None

    @property
    def exact(self) -> bool:
        """Whether everything is counted and nothing simulated."""
        return self.deals is None

    @property
    def stdev(self) -> float | None:
        """The standard deviation of one round with the knowledge, where it is counted."""
        return None if self.variance is None else sqrt(self.variance)

    def with_more(self, mean: Fraction) -> Knowledge:
        """The same beside wagers with this mean that no decision touches; how all varies is not told then."""
        rule = None if self.rule is None else replace(self.rule, ev=self.rule.ev + mean)
        return replace(
            self,
            honest=self.honest + mean,
            ev=self.ev + mean,
            rule=rule,
            variance=None,
            win_frequency=None,
        )

    def rows(self) -> Rows[KnowledgeRow]:
        """One row: what is known and what it is worth."""
        known = self.known.as_json() | {"edges": " ".join(self.known.edges)}
        figures = [_columns(name, getattr(self, name)) for name in ("ev", "gain", "changes")]
        made: dict[str, Any] = {"house": self.house, **known, **exact("honest", self.honest)}
        for each in figures:
            made |= each
        made |= {"outcomes": self.outcomes, "deals": self.deals}
        return Rows(KnowledgeRow, [cast(KnowledgeRow, made)])

    def as_json(self) -> dict[str, Any]:
        """The entry of `pitboss knowledge --json`."""
        wins = None if self.win_frequency is None else str(self.win_frequency)
        counted = {"outcomes": self.outcomes, "stdev": self.stdev, "win_frequency": wins}
        return {
            "known": self.known.as_json(),
            "exact": self.exact,
            "honest_ev": str(self.honest),
            "ev": figure_json(self.ev),
            "gain": figure_json(self.gain),
            "changes": figure_json(self.changes),
            **(counted if self.exact else {"deals": self.deals}),
            "rule": None if self.rule is None else self.rule.as_json(),
        }

"""How a session of many rounds can end, and where it stands on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.money import Cents, dollars
from pitboss.odds.notebook import html_table


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a session stands after some rounds; who has ended keeps the bankroll of the end."""

    rounds: int
    ruin: float
    stopped_ahead: float
    stopped_behind: float
    playing: float
    mean: float
    quantiles: Mapping[int, Cents]
    error: float  # of any chance above


@dataclass(frozen=True)
class SessionResult:
    """How a session can end; money in cents, chances within `error` of the exact ones."""

    rounds: int
    bankroll: Cents
    need: Cents
    stop_win: Cents | None
    stop_loss: Cents | None
    ruin: float
    stopped_ahead: float
    stopped_behind: float
    playing: float
    mean: float
    stdev: float
    quantiles: Mapping[int, Cents]  # per cent -> the least bankroll with that much at or below it
    ahead: float
    even: float
    behind: float
    expected_rounds: float
    error: float  # of any chance above
    cut: float  # the part of it that was cut from the ends
    mean_error: float
    stdev_error: float
    distribution: Mapping[Cents, float] = field(repr=False)  # the last bankroll -> its chance
    course: tuple[Checkpoint, ...] = field(default=(), repr=False)  # from the start to the last round

    @property
    def rounds_error(self) -> float:
        """How far off the expected number of rounds can be."""
        return self.rounds * self.error

    def _repr_html_(self) -> str:
        """How a notebook shows it: how the session can end, and what is left."""
        ends = {
            "Ruin": f"{self.ruin:.4%}",
            "Stop-win": f"{self.stopped_ahead:.4%}",
            "Stop-loss": f"{self.stopped_behind:.4%}",
            "Still playing": f"{self.playing:.4%}",
            "Mean": dollars(round(self.mean)),
            "Standard deviation": dollars(round(self.stdev)),
        }
        left = {f"at most, {percent} %": dollars(cents) for percent, cents in self.quantiles.items()}
        caption = f"{self.rounds:,} rounds from {dollars(self.bankroll)}"
        return html_table(caption, ("", ""), (ends | left).items())

    def as_json(self) -> dict[str, Any]:
        """What `pitboss session --json` prints of the result."""
        return {
            "rounds": self.rounds,
            "bankroll": self.bankroll,
            "need": self.need,
            "stop_win": self.stop_win,
            "stop_loss": self.stop_loss,
            "ends": {
                "ruin": self.ruin,
                "stop_win": self.stopped_ahead,
                "stop_loss": self.stopped_behind,
                "playing": self.playing,
            },
            "mean": self.mean,
            "stdev": self.stdev,
            "quantiles": {str(percent): cents for percent, cents in self.quantiles.items()},
            "ahead": self.ahead,
            "even": self.even,
            "behind": self.behind,
            "expected_rounds": self.expected_rounds,
            "error": {
                "chance": self.error,
                "cut": self.cut,
                "mean": self.mean_error,
                "stdev": self.stdev_error,
                "expected_rounds": self.rounds_error,
            },
            "distribution": {str(cents): chance for cents, chance in self.distribution.items()},
        }

"""How a session of many rounds can end, and where it stands on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, log10
from typing import Any, Final, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.dataframes import Rows, Tabular
from pitboss.money import Cents, dollars
from pitboss.odds.notebook import html_table
from pitboss.odds.row_kinds import LeftRow, SessionRow

MOST_LISTED: Final = 10_000  # last bankrolls that are listed one by one


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a session stands after some rounds; who has ended keeps the bankroll of the end.

    Money is in cents, and every chance within `error` of the exact one.
    """

    rounds: int
    ruin: float
    stopped_ahead: float
    stopped_behind: float
    playing: float
    mean: float
    quantiles: Mapping[int, Cents]  # per cent -> the least bankroll with that much at or below it
    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionResult(Checkpoint, Tabular[SessionRow]):
    """How a session can end: where it stands after the last round, and how it came there."""

    bankroll: Cents
    need: Cents
    stop_win: Cents | None
    stop_loss: Cents | None
    stdev: float
    ahead: float
    even: float
    behind: float
    expected_rounds: float
    cut: float  # the part of the error that was cut from the ends
    mean_error: float
    stdev_error: float
    # The last bankroll -> its chance; of many, the least of a band that is so wide -> the chance of the band
    distribution: Mapping[Cents, float] = field(repr=False)
    band: Cents
    course: tuple[Checkpoint, ...] = field(default=(), repr=False)  # from the start to the last round

    @property
    def rounds_error(self) -> float:
        """How far off the expected number of rounds can be."""
        return self.rounds * self.error

    @property
    def error_text(self) -> str:
        """A bound of every chance's error: `1e-11`."""
        return _power_above(self.error)

    def next_to_none(self, chance: float) -> str | None:
        """What is said of a chance that cannot be told from none; None of one that can."""
        if chance == 0 and self.cut == 0:
            return "0%"
        return f"under {_power_above(2 * self.error)}" if chance <= self.error else None

    def rows(self) -> Rows[SessionRow]:
        """Where it stands on the way, one row for each checkpoint; without any, the end."""
        return Rows(SessionRow, (_row(each) for each in self.course or (self,)))

    def left(self) -> Rows[LeftRow]:
        """One row for each bankroll at the end, or for each band of them where they are many."""
        return Rows(
            LeftRow,
            (
                LeftRow(bankroll=cents, band=self.band, probability=chance)
                for cents, chance in self.distribution.items()
            ),
        )

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
            "band": self.band,
            "distribution": {str(cents): chance for cents, chance in self.distribution.items()},
        }


def _row(at: Checkpoint) -> SessionRow:
    quantiles = {f"q{percent}": cents for percent, cents in at.quantiles.items()}
    ends = {"ruin": at.ruin, "stop_win": at.stopped_ahead, "stop_loss": at.stopped_behind}
    known = {"rounds": at.rounds, **ends, "playing": at.playing, "mean": at.mean}
    return cast(SessionRow, {**known, **quantiles, "error": at.error})


def _power_above(value: float) -> str:
    """The next power of ten, for a bound: `1e-11`."""
    return f"1e{ceil(log10(value))}" if value > 0 else "0"


class Listed(TypedDict):
    """The fields of a `SessionResult` that list its last bankrolls."""

    distribution: Mapping[Cents, float]
    band: Cents


def listed(cents: NDArray[np.int64], chances: NDArray[np.float64], grid: Cents, faintest: float) -> Listed:
    """The last bankrolls with their chances, or bands of them where they are many.

    A chance that is no larger than the `faintest` may be what a transform leaves where nobody can be.
    """
    known = np.flatnonzero(chances > faintest)
    if known.size <= MOST_LISTED:
        each = zip(cents[known].tolist(), chances[known].tolist(), strict=True)
        return {"distribution": dict(each), "band": grid}
    cents, chances = cents[known[0] : known[-1] + 1], chances[known[0] : known[-1] + 1]
    first = int(cents[0])
    wide = -(-((int(cents[-1]) - first) // grid + 1) // MOST_LISTED) * grid
    sums = np.bincount((cents - first) // wide, chances)
    found = {first + place * wide: chance for place, chance in enumerate(sums.tolist()) if chance}
    return {"distribution": found, "band": wide}

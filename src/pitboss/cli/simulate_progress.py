"""How far a simulation has come, on a terminal's standard error: rounds, speed, time left."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pitboss.cli.progress_bar import open_bar

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from pitboss.sim import Totals


class SimulationProgress:
    """A bar with the time left; none where standard error is no terminal."""

    def __init__(self, rounds: int | None) -> None:
        self.rounds = rounds
        self.bar: Progress | None = None
        self.task: TaskID | None = None

    def __enter__(self) -> SimulationProgress:
        if sys.stderr.isatty():
            from rich.progress import TextColumn

            rounds = TextColumn("{task.completed:,.0f} rounds")
            self.bar = open_bar(rounds, after=TextColumn("{task.fields[told]}"))
            self.task = self.bar.add_task("", total=self.rounds, told="")
            self.bar.start()
        return self

    def __exit__(self, *fault: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def step(self, totals: Totals) -> None:
        """So many rounds are done."""
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, completed=totals.rounds)

    def plan(self, done: int, every: int) -> None:
        """So much of what every hand does is planned; no round is played before."""
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, told=f"planning {done / every:.0%}" if done < every else "")

    def narrow(self, rounds: int, width: float, wanted: float) -> None:
        """The interval is so wide; it narrows with the root of the rounds."""
        if self.bar is not None and self.task is not None and wanted > 0:
            needed = int(rounds * (width / wanted) ** 2)
            most = needed if self.rounds is None else min(needed, self.rounds)
            self.bar.update(self.task, total=max(most, rounds), told=f"interval {width:.2g}")

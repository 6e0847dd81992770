"""The report: 80 columns, each figure beside the reference it is a multiple of; and the stopwatch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from textwrap import fill
from time import process_time

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

WIDTH = 80

Run = Callable[[], object]
Step = Callable[[str], None]


def heading(text: str) -> None:
    """A title between the parts of the report."""
    print(f"\n{text}\n{'-' * min(len(text), WIDTH)}", flush=True)


def columns(what: str, things: str, ratio: str) -> None:
    """The names above the figures: what is counted, and what the ratio is against."""
    print(f"  {what:<32}{things + '/s':>13}{'each':>11}  {ratio}", flush=True)


def row(name: str, count: int, seconds: float, ratio: float, remark: str = "") -> None:
    """How fast `count` things went, and the ratio to the reference."""
    each = seconds / count * 1e6
    time = f"{each:,.2f} µs" if each >= 1 else f"{each * 1000:,.1f} ns"
    times = f"{ratio:,.2f} ×" if ratio >= 0.1 else f"{ratio:.4f} ×"
    print(f"  {name:<32}{count / seconds:>13,.0f}{time:>11}{times:>11} {remark}".rstrip(), flush=True)


def note(text: str) -> None:
    """A sentence or two below the figures."""
    print(fill(text, WIDTH, initial_indent="  ", subsequent_indent="  "), flush=True)


@contextmanager
def progress(text: str, total: int) -> Iterator[Step]:
    """A bar on the terminal that moves only when stepped, so that nothing runs beside the stopwatch."""
    shown = (TextColumn("  {task.description}"), BarColumn(20), TimeElapsedColumn())
    console = Console(file=sys.stderr)
    quiet = not console.is_terminal  # in a file the rows themselves show how far it is
    with Progress(*shown, console=console, auto_refresh=False, transient=True, disable=quiet) as bar:
        task = bar.add_task(text, total=total)

        def step(now: str) -> None:
            bar.update(task, advance=1, description=f"{text}: {now}"[:50])
            bar.refresh()

        bar.refresh()
        yield step


def best_of(repeats: int, runs: Mapping[str, Run], text: str) -> dict[str, float]:
    """The least processor time of each, in seconds. Turn by turn, so that a busy moment hits all alike."""
    best = dict.fromkeys(runs, float("inf"))
    with progress(text, (repeats + 1) * len(runs)) as step:
        for turn in range(repeats + 1):
            for name, run in runs.items():
                step(name)
                start = process_time()
                run()
                taken = process_time() - start
                if turn > 0:  # the first turn warms up
                    best[name] = min(best[name], taken)
    return best

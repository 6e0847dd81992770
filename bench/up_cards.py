"""What sheets with up cards take, beside `pitboss odds` of a house where nothing shows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from bench.report import heading, note, progress

HERE = Path(__file__).parent
REFERENCE: Final = ("odds", "atlantic-city")
REFERENCE_SECONDS: Final = 0.28  # of the reference; the aims in seconds are by it
DRAW: Final = 'dealer.draw={when="always",clause="RIV-5"}'


class Task(NamedTuple):
    """A command, the processor seconds that it should take beside such a reference, and memory in MB."""

    name: str
    command: tuple[str, ...]
    seconds: float
    peak: float
    quick: bool = True


def _with(command: str, house: str, *sets: str) -> tuple[str, ...]:
    return (command, house, *(word for each in sets for word in ("--set", each)))


TASKS: Final = (
    Task("strategy, two up", _with("strategy", "rivers", "dealer.shows=2"), 1, 300),
    Task("strategy --json, two up", (*_with("strategy", "rivers", "dealer.shows=2"), "--json"), 5, 300),
    Task("strategy, three up", _with("strategy", "rivers", "dealer.shows=3"), 10, 300),
    Task("odds, three up, dealer draws", _with("odds", "rivers", "dealer.shows=3", DRAW), 4, 300),
)


def up_cards(quick: bool) -> None:
    """Each command in a fresh process, its processor time as a multiple of the reference in the same run."""
    heading("Odds: sheets with up cards, beside `pitboss odds atlantic-city` = 1")
    print(f"  {'command':<31}{'processor':>12}{'ratio':>12}{'aim':>8}{'peak':>9}{'aim':>6}")
    turns = 1 if quick else 3
    reference = min(_used(REFERENCE)[0] for _ in range(turns + 1))
    tasks = [task for task in TASKS if task.quick or not quick]
    with progress("up cards", len(tasks) * turns) as step:
        for task in tasks:
            used = []
            for turn in range(turns):
                step(f"{task.name}, turn {turn + 1} of {turns}")
                used.append(_used(task.command))
            seconds, peak = min(each[0] for each in used), max(each[1] for each in used)
            ratio = seconds / reference
            aim = task.seconds / REFERENCE_SECONDS
            mark = " " if ratio <= aim and peak <= task.peak else "!"
            figures = f"{seconds:>10,.2f} s{ratio:>10,.1f} ×{aim:>8.1f}{peak:>6,.0f} MB{task.peak:>6g}"
            print(f"  {task.name:<31}{figures} {mark}".rstrip(), flush=True)
    note("! misses an aim. Processor time and peak memory of a fresh process, its start included.")


def _used(command: tuple[str, ...]) -> tuple[float, float]:
    """Processor seconds and peak memory, in MB, of a command of the program."""
    launch: tuple[str | Path, ...] = (
        sys.executable,
        "-I",
        "-S",
        HERE / "launch.py",
        sys.executable,
        "-m",
        "pitboss",
        *command,
    )
    done = subprocess.run(launch, stdout=subprocess.PIPE, check=False, text=True)
    if done.returncode:
        raise SystemExit(f"`pitboss {' '.join(command)}` failed with status {done.returncode}.")
    _, processor, peak = done.stdout.rstrip("\n").rpartition("\n")[2].split()
    return float(processor), int(peak) / 1024

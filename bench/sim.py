"""Simulated rounds beside a C loop that deals, evaluates and settles the same game."""

from __future__ import annotations

import resource
import subprocess
import tempfile
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from bench.compiler import FLAGS, compile_loop, find_compiler
from bench.report import heading, note, progress
from pitboss.odds import Game, optimal, plan_of
from pitboss.round import open_table
from pitboss.round.choices import every_wager
from pitboss.sheet import load_house
from pitboss.sim import Question, Setup, SimSeat, best_engine, exact_seat, run_rounds, setup
from pitboss.sim.intervals import Sample
from pitboss.sim.run_figures import wager_nets

HERE = Path(__file__).parent
SIGMAS = 6  # by which the C loop may be off before the bench stops


@dataclass(frozen=True)
class Race:
    """A house, and the share of the C loop's speed that is aimed at."""

    house: str
    aim: float


RACES = (
    Race("atlantic-city", 0.5),
    Race("napa-valley", 0.5),
    Race("shine", 0.5),
    Race("rivers", 0.5),
    Race("pechanga", 0.3),
)


def run(quick: bool) -> None:
    """The race, and what many seats take."""
    heading("Simulation: one seat, the main game with all side bets, rounds on one core")
    if best_engine() != "numba":
        note("Numba is not installed here, so NumPy plays: the aims are those of the compiled engine.")
    compiler = find_compiler()
    rounds, turns = (2_000_000, 3) if quick else (20_000_000, 5)
    print(f"  {'house':<15}{'C loop':>14}{'Pitboss':>14}   speed, C loop = 1")
    with tempfile.TemporaryDirectory() as folder:
        program = None if compiler is None else compile_loop(compiler, "sim", folder)
        for race in RACES:
            _race(race, program, Path(folder), rounds, turns)
    if compiler is None:
        note("There is no C compiler here, so the ratios are left out. Name one in CC.")
    else:
        note(f"{compiler} {' '.join(FLAGS)}: xoshiro256**, Fisher–Yates, look-ups, pays by table.")
    note(
        "Processor time, best of several turns in turn, each with rounds of its own. Pitboss deals with "
        "Philox, keeps every class of outcomes apart, and is held against the exact means in the same run; "
        f"so is the C loop, or the bench stops here. Largest resident memory: {peak():,.0f} MB."
    )
    _seats(quick)


def _setup(house: str) -> tuple[Game, Setup]:
    table = open_table(load_house(house))
    game, bets = Game(table), every_wager(table)
    seat = SimSeat(bets, plan_of(game, optimal, bets), "optimal")
    return game, setup(Question(table, (seat,)))


def _race(race: Race, program: Path | None, folder: Path, rounds: int, turns: int) -> None:
    game, made = _setup(race.house)
    _write_plan(made, folder / "plan")
    run_rounds(made, 0, 1_000)
    ours, theirs = float("inf"), float("inf")
    with progress(race.house, turns) as step:
        for turn in range(turns):
            step(f"turn {turn + 1} of {turns}")
            start = process_time()
            totals = run_rounds(made, turn, rounds)
            ours = min(ours, process_time() - start)
            if program is not None:
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                words = (program, race.house, str(rounds), str(turn), folder / "plan")
                text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
                theirs = min(theirs, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
                _compare(game, made, text, rounds)
    seat = made.question.seats[0]
    exact = exact_seat(game, seat.wagers, seat.plan.choose)
    for wager in seat.wagers:
        sample = Sample(wager_nets(made, totals, 0, wager))
        _hold(race.house, wager, float(sample.mean - exact.mean(wager)), float(sample.variance), rounds)
    line = f"  {race.house:<15}"
    line += f"{theirs / rounds * 1e9:>9,.1f} ns/r" if program else f"{'–':>14}"
    line += f"{ours / rounds * 1e9:>9,.1f} ns/r"
    if program is not None:
        ratio = theirs / ours
        line += f"{ratio:>9.2f} × {f'aim: ≥ {race.aim}' if ratio >= race.aim else f'MISSES {race.aim}'}"
    print(line, flush=True)


def _write_plan(made: Setup, path: Path) -> None:
    """What to do with each ordered hand, a byte each, for the game in which players draw."""
    plan = made.question.seats[0].plan
    if plan.shows:
        path.write_bytes(b"")
        return
    hands = np.indices((52, 52, 52)).reshape(3, -1).T
    path.write_bytes(plan.numbers(hands).tobytes())


def _compare(game: Game, made: Setup, text: str, rounds: int) -> None:
    """The C loop's means are the exact ones too, or the race is between different games."""
    seat = made.question.seats[0]
    exact = exact_seat(game, seat.wagers, seat.plan.choose)
    for (_, total, squares), wager in zip(map(str.split, text.splitlines()), seat.wagers, strict=False):
        mean = int(total) / rounds
        variance = int(squares) / rounds - mean**2
        _hold(
            f"C loop, {made.question.table.sheet.id}",
            wager,
            mean - float(exact.mean(wager)),
            variance,
            rounds,
        )


def _hold(who: str, wager: str, off: float, variance: float, rounds: int) -> None:
    if abs(off) > SIGMAS * sqrt(variance / rounds):
        raise SystemExit(f"{who}: the mean of {wager} is {off:+.3f} cents off, which is no chance.")


def peak() -> float:
    """The largest resident memory of this process, in MB.

    Not `ru_maxrss` where there is another way: that of the process which started this one survives in it.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2  # of macOS, in bytes
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def _seats(quick: bool) -> None:
    """Tables with more to count: seats, envy, a bank that may run out, a meter that moves."""
    heading("Simulation: whole tables, rounds on one core")
    rounds = 200_000 if quick else 2_000_000
    asked: tuple[tuple[str, int, dict[str, Any], str], ...] = (
        ("rivers", 7, {"meter_mode": "moves"}, "envy and a meter that moves"),
        ("napa-valley", 7, {"stake": 50_000}, "a stake of $500"),
        ("pechanga", 7, {}, "everybody draws"),
    )
    for house, seats, more, told in asked:
        _, made = _setup(house)
        made = setup(Question(made.question.table, made.question.seats * seats, **more))
        run_rounds(made, 0, 1_000)
        start = process_time()
        run_rounds(made, 1, rounds)
        taken = process_time() - start
        name = f"{house}, {seats} seats, {told}"
        print(f"  {name:<52}{rounds / taken:>11,.0f} rounds/s", flush=True)
    note(f"Largest resident memory: {peak():,.0f} MB; it does not grow with the rounds.")

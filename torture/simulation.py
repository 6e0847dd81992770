"""Simulated rounds: settled as settlement does, intervals that hold, counts that are the exact ones."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator

from pitboss.sheet import houses
from pitboss.sim import Question, confirm_run, exact_seat, figures, run_rounds, setup
from pitboss.sim.counts import ChunkCounts
from pitboss.sim.pools import cores, on_client, processes
from pitboss.sim.run_setup import Setup
from tests.odds.prices import game_of
from tests.sim.rounds import BETS, check_counts, check_lines, seat_of, table_of
from tests.sim.sheets import random_question
from torture.progress import shown

SETTLED, QUICK_SETTLED = 1_000_000, 20_000  # rounds of each house, line by line
SHEETS, QUICK_SHEETS = 2_000, 100
RUNS, QUICK_RUNS, RUN = 1_000, 200, 100_000
COUNTED, QUICK_COUNTED = 10**9, 10**7
STEP = 5_000


def run(quick: bool) -> str:
    """Everything in turn; whatever differs ends it with an error."""
    told = [_settled(quick), _generated(quick), _covered(quick), _counted(quick), _killed(quick)]
    return "; ".join(told)


def _made(house: str) -> Setup:
    table = table_of(house)
    return setup(Question(table, (seat_of(table, BETS[house]),)))


def _settled(quick: bool) -> str:
    """Random rounds of every house with several seats, the kernel against `settle`, line by line."""
    rounds = QUICK_SETTLED if quick else SETTLED
    tell = shown("simulation, settled", rounds * len(houses()), "rounds")
    done = 0
    for house in houses():
        table = table_of(house)
        stake = 20_000 if table.sheet.bank else None
        made = setup(Question(table, (seat_of(table, BETS[house]),) * 3, stake=stake))
        for step in range(rounds // STEP):
            check_lines(made, STEP, f"torture {house} {step}")
            done += STEP
            tell(done)
    return f"{done:,} rounds settled line by line as by settlement"


def _generated(quick: bool) -> str:
    """Sheets drawn by lot."""
    sheets = QUICK_SHEETS if quick else SHEETS
    tell = shown("simulation, generated sheets", sheets, "sheets")
    for number in range(sheets):
        made = setup(random_question(random.Random(f"torture sheet {number}")))
        check_lines(made, 50, f"torture sheet {number}")
        check_counts(made, 50, f"torture sheet {number}")
        tell(number + 1)
    return f"{sheets:,} generated sheets likewise"


def _covered(quick: bool) -> str:
    """How often the interval of 95 % holds the exact mean: 93 to 97 % for the main game.

    A side bet whose largest pay is not even expected once in a run may hold a little less often.
    """
    runs = QUICK_RUNS if quick else RUNS
    away = {
        name: (0.05 if quick else 0.02) if name == "ante" else 0.05 for bets in BETS.values() for name in bets
    }
    tell = shown("simulation, intervals", runs * len(houses()), f"runs of {RUN:,} rounds")
    rates: list[float] = []
    for number, house in enumerate(houses()):
        made, game = _made(house), game_of(house)
        exact = exact_seat(game, BETS[house], made.question.seats[0].plan.choose)
        held = dict.fromkeys(BETS[house], 0)
        for seed in range(runs):
            found = figures(made, run_rounds(made, seed, RUN)).seats[0].wagers
            for name in held:
                held[name] += found[name].mean.low <= exact.mean(name) <= found[name].mean.high
            tell(number * runs + seed + 1)
        rates += [count / runs for count in held.values()]
        told = ", ".join(f"{name} {count / runs:.1%}" for name, count in held.items())
        if any(abs(count / runs - 0.95) > away[name] for name, count in held.items()):
            raise SystemExit(f"{house}: intervals of 95 % hold otherwise: {told}")
        print(f"simulation, intervals: {house}: {told}", flush=True)
    return f"intervals of 95 % held in {min(rates):.1%} to {max(rates):.1%} of {runs:,} runs"


def _counted(quick: bool) -> str:
    """Every line's count and every distribution against the exact ones."""
    rounds = QUICK_COUNTED if quick else COUNTED
    least = 1.0
    for house in houses():
        made = _made(house)
        tell = shown(f"simulation, {house}", rounds, "rounds")
        totals = run_rounds(
            made,
            20261116,
            rounds,
            pool=processes(made.question, cores()),
            progress=lambda totals, tell=tell: tell(totals.rounds),  # type: ignore[misc]
        )
        held = confirm_run(made, totals)
        if not held.agrees:
            raise SystemExit(f"{house}: the counts of {rounds:,} rounds are not the exact ones: {held.worst}")
        least = min(least, held.adjusted)
    return f"{rounds:,} rounds of each house counted as exact (least likely {least:.3f} by Holm)"


def _killed(quick: bool) -> str:
    """A Dask cluster whose workers are killed again and again gives the answer of one process."""
    from distributed import Client, LocalCluster

    made = _made("rivers")
    rounds, kills = (20_000_000, 2) if quick else (200_000_000, 12)
    alone = run_rounds(made, 5, rounds).as_json()
    killed = 0
    with (
        LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):

        def killing(chunks: Iterator[ChunkCounts]) -> Iterator[ChunkCounts]:
            nonlocal killed
            for number, chunk in enumerate(chunks):
                if number % 8 == 5 and killed < kills:
                    pids = list(client.run(os.getpid, on_error="ignore").values())
                    os.kill(pids[number % len(pids)], signal.SIGKILL)
                    killed += 1
                yield chunk

        found = run_rounds(made, 5, rounds, pool=lambda jobs: killing(on_client(client, made.question, jobs)))
    if found.as_json() != alone:
        raise SystemExit("a Dask cluster gave another answer than one process")
    return f"{killed} workers of a Dask cluster killed, the same answer"

"""Simulated rounds: settled as settlement does, intervals that hold, counts that are the exact ones."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from itertools import product
from math import sqrt

from pitboss.round import open_table
from pitboss.round.choices import every_wager
from pitboss.sheet import houses
from pitboss.sim import Question, confirm_run, exact_seat, run_rounds, setup
from pitboss.sim.confirmation import Chances
from pitboss.sim.engine import ChunkCounts
from pitboss.sim.intervals import Sample
from pitboss.sim.run import Cluster, cores, play, processes
from pitboss.sim.run_figures import reach, wager_nets
from pitboss.sim.run_setup import Setup
from tests.odds.dealer_bets import with_dealer_bets
from tests.odds.prices import game_of
from tests.sim.coverage import share_held
from tests.sim.rounds import BETS, check_counts, check_lines, seat_of, table_of
from tests.sim.sheets import random_question
from torture.progress import shown

SETTLED, QUICK_SETTLED = 1_000_000, 20_000  # rounds of each house, line by line
SHEETS, QUICK_SHEETS = 2_000, 100
RUNS, QUICK_RUNS, RUN = 1_000, 200, 100_000
DRAWN, QUICK_DRAWN, DRAWN_AT_ONCE = 200_000, 40_000, 20_000
DRAWN_ROUNDS = (10_000, 30_000, 100_000, 1_000_000)
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
    """Random rounds of every house with several seats, the engine against `settle`, line by line.

    So are those of two published games, and of a house that has every kind of bet.
    """
    rounds = QUICK_SETTLED if quick else SETTLED
    tables = [table_of(house) for house in houses()]
    tables += [table_of(f"examples/catalogue/{name}.toml") for name in ("prime", "teen-patti-pro")]
    tables.append(open_table(with_dealer_bets()))
    games = []
    for table in tables:
        stake = 20_000 if table.sheet.bank else None
        bets = BETS.get(table.sheet.id) if table.book.shared.keys() <= table.book.six else None
        seat = seat_of(table, bets or every_wager(table))
        games.append(setup(Question(table, (seat,) * 3, stake=stake)))
    tell = shown("simulation, settled", rounds * len(games), f"rounds of {len(games)} games in turn")
    done = 0
    for step in range(rounds // STEP):
        for made in games:
            check_lines(made, STEP, f"torture {made.question.table.sheet.id} {step}")
            done += STEP
            tell(done)
    return f"{done:,} rounds of {len(tables)} games settled line by line as by settlement"


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
    """How often the interval of 95 % holds the exact mean of each wager.

    Played runs can tell that to some percent, runs that are drawn from the exact chances to a tenth of one.
    """
    runs = QUICK_RUNS if quick else RUNS
    least = 0.95 - 3.5 * sqrt(0.95 * 0.05 / runs)
    tell = shown("simulation, intervals", runs * len(houses()), f"runs of {RUN:,} rounds")
    rates: list[float] = []
    drawn: list[float] = []
    for number, house in enumerate(houses()):
        made, game = _made(house), game_of(house)
        exact = exact_seat(game, BETS[house], made.question.seats[0].plan.choose)
        held = dict.fromkeys(BETS[house], 0)
        for seed in range(runs):
            totals = run_rounds(made, seed, RUN)
            for name in held:
                nets = Sample(wager_nets(made, totals, 0, name), reach(made, 0, name))
                mean = nets.estimate_mean(0.95)
                held[name] += mean.low <= exact.mean(name) <= mean.high
            tell(number * runs + seed + 1)
        rates += [count / runs for count in held.values()]
        told = ", ".join(f"{name} {count / runs:.1%}" for name, count in held.items())
        if any(count / runs < least for count in held.values()):
            raise SystemExit(f"{house}: intervals of 95 % hold otherwise: {told}")
        for name, rounds in product(held, DRAWN_ROUNDS):
            drawn.append(_share_drawn(exact.wagers[name], rounds, QUICK_DRAWN if quick else DRAWN))
            if drawn[-1] < 0.945:
                raise SystemExit(f"{house}, {name}: {rounds:,} rounds drawn hold in {drawn[-1]:.2%}")
            told += f"; {name} drawn, {rounds:,} rounds: {drawn[-1]:.2%}"
        print(f"simulation, intervals: {house}: {told}", flush=True)
    return (
        f"intervals of 95 % held in {min(rates):.1%} to {max(rates):.1%} of {runs:,} played runs, "
        f"in {min(drawn):.2%} to {max(drawn):.2%} of those drawn"
    )


def _share_drawn(chances: Chances, rounds: int, runs: int) -> float:
    """A share of very many runs, drawn in parts."""
    parts = [share_held(chances, rounds, DRAWN_AT_ONCE, seed) for seed in range(runs // DRAWN_AT_ONCE)]
    return sum(parts) / len(parts)


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

        found = run_rounds(
            made, 5, rounds, pool=lambda jobs: killing(play(Cluster(client, made.question), jobs))
        )
    if found.as_json() != alone:
        raise SystemExit("a Dask cluster gave another answer than one process")
    return f"{killed} workers of a Dask cluster killed, the same answer"

"""A run: chunk after chunk in order, until there are enough rounds or the interval is narrow enough."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from itertools import count
from threading import Thread
from typing import Any, Final

from pitboss.errors import Refusal
from pitboss.money import Cents
from pitboss.odds.game import Game
from pitboss.odds.house_prices import game_of, plan_for
from pitboss.odds.policies import Policy
from pitboss.package import install_line
from pitboss.round.table import House
from pitboss.sim.deals import check_seed
from pitboss.sim.engine import ChunkCounts, EngineName, Job, run_job
from pitboss.sim.question import Question, one_seat
from pitboss.sim.run_figures import Figures, figures
from pitboss.sim.run_setup import Setup, setup
from pitboss.sim.totals import Adding, Part, Totals

CHUNK: Final = 1 << 20  # rounds
MOST_ROUNDS: Final = 10**13
LAST_CHUNK: Final = 1 << 60
# Plays jobs, and gives their counts in the order of the jobs; it may work ahead.
Pool = Callable[[Iterable[Job]], Iterator[ChunkCounts]]
Enough = Callable[[Totals], bool]
Progress = Callable[[Totals], None]


def chunk_rounds(question: Question) -> int:
    """The rounds of a whole chunk: as many as there are in whole sessions."""
    session = question.session
    return CHUNK if session is None else -(-CHUNK // session.rounds) * session.rounds


def in_process(made: Setup, engine: EngineName | None = None) -> Pool:
    """Plays here, one chunk at a time."""
    return lambda jobs: map(partial(run_job, made, engine=engine), jobs)


def run_rounds(
    made: Setup,
    seed: int,
    rounds: int | None = None,
    *,
    first: int = 0,
    enough: Enough | None = None,
    pool: Pool | None = None,
    progress: Progress | None = None,
) -> Totals:
    """Plays so many rounds, or until it is enough, whichever comes first; the pool changes no count.

    `first` is the number of the first chunk: runs of one seed that begin elsewhere can be put together.
    """
    check_seed(seed)
    size = chunk_rounds(made.question)
    wanted = _wanted(made.question, rounds)
    if not 0 <= first < LAST_CHUNK:
        raise Refusal("first", "The number of the first chunk is from 0 to 2^60")
    added = Adding(made)
    with closing(_closable((pool or in_process(made))(_jobs(seed, first, size, wanted)))) as chunks:
        for chunk in chunks:
            added.add(chunk)
            added.totals.parts = [Part(str(seed), first, size, added.totals.rounds)]
            if progress is not None:
                progress(added.totals)
            if enough is not None and enough(added.totals):
                break
    return added.totals


def _wanted(question: Question, rounds: int | None) -> int:
    """The rounds in all, in whole sessions."""
    wanted = MOST_ROUNDS if rounds is None else rounds
    if not 1 <= wanted <= MOST_ROUNDS:
        raise Refusal("rounds", f"A run has 1 to {MOST_ROUNDS:,} rounds, not {wanted:,}")
    session = question.session
    return wanted if session is None else -(-wanted // session.rounds) * session.rounds


def _jobs(seed: int, first: int, size: int, wanted: int) -> Iterator[Job]:
    for number in count():
        left = wanted - number * size
        if left <= 0:
            return
        yield Job(seed, first + number, min(size, left))


def _closable(chunks: Iterator[ChunkCounts]) -> Generator[ChunkCounts, None, None]:
    """A generator over any iterator: closing it stops a pool that works ahead."""
    try:
        yield from chunks
    finally:
        close = getattr(chunks, "close", None)
        if close is not None:
            close()


def simulate(
    house: House | Game | Question,
    rounds: int,
    seed: int,
    *,
    bets: Mapping[str, Cents] | None = None,
    strategy: Policy = "optimal",
    confidence: float = 0.95,
    pool: Pool | None = None,
    progress: Progress | None = None,
) -> Figures:
    """Plays so many rounds by chance, one seat alone or a whole `Question`, and tells what they come to.

    The bet is the smallest Ante unless it is given; a strategy is what `price` takes. The same seed gives the
    same rounds, on any machine.

    >>> from pitboss import price, simulate
    >>> mean = simulate("rivers", rounds=20_000, seed=1, bets={"ante": 1000}).target  # in cents
    >>> mean.low < 1000 * price("rivers").wagers["ante"].ev < mean.high
    True
    """
    made = setup(house if isinstance(house, Question) else _alone(house, bets, strategy))
    return figures(made, run_rounds(made, seed, rounds, pool=pool, progress=progress), confidence)


def _alone(house: House | Game, bets: Mapping[str, Cents] | None, strategy: Policy) -> Question:
    game = game_of(house)
    wagers = game.least_bet if bets is None else bets
    plan = plan_for(game, strategy if "ante" in wagers else "always", wagers)
    return one_seat(game.table, wagers, plan, strategy if isinstance(strategy, str) else "plan")


# --- Where chunks are played: in processes of this machine, or on a Dask cluster. Neither changes a count.

AHEAD: Final = 3  # chunks for each worker that are being played or wait to be added
DEATHS: Final = 20  # after which a run is given up


def play(workers: Processes | Cluster, jobs: Iterable[Job]) -> Iterator[ChunkCounts]:
    """The counts of jobs, in their order."""
    source, waiting, deaths = iter(jobs), deque[tuple[Job, Any]](), 0
    job = next(source, None)
    while job or waiting:
        try:
            while job and len(waiting) < AHEAD * max(1, workers.number):
                waiting.append((job, workers.send(job)))
                job = next(source, None)
            found = waiting[0][1].result()
        except workers.deaths:
            deaths += 1
            if deaths > DEATHS:
                text = "Too many workers have died; the run was given up"
                raise Refusal("workers", text) from None
            workers.renew()
            waiting = deque((each, workers.send(each)) for each, _ in waiting)
            continue
        waiting.popleft()
        yield found


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(question: Question, workers: int) -> Pool:
    """Plays in so many processes."""

    def played(jobs: Iterable[Job]) -> Iterator[ChunkCounts]:
        with Processes(question, workers) as these:
            yield from play(these, jobs)

    return played


class Processes:
    """Worker processes of this machine, until the block ends."""

    deaths: type[Exception] = BrokenProcessPool  # how the death of one shows

    def __init__(self, question: Question, number: int) -> None:
        self.question, self.number = question, number
        self.pool = self._start()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.number, context, _begin, (self.question,))

    def send(self, job: Job) -> Any:
        return self.pool.submit(_play_here, job)

    def renew(self) -> None:
        """Starts new processes; what was sent before is forgotten."""
        self.pool.shutdown(cancel_futures=True)
        self.pool = self._start()


_made: list[Setup] = []  # of a worker process: what it plays


def _begin(question: Question) -> None:
    """Makes the arrays once; Ctrl-C is for the process that has the run, and its end is the worker's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _made.append(setup(question))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_here(job: Job) -> ChunkCounts:
    return run_job(_made[0], job)


def dask_cluster(question: Question, address: str) -> Pool:
    """Plays on the workers of a Dask cluster at an address; `pitboss` must be installed there."""
    try:
        from distributed import Client
    except ImportError:
        text = f"A Dask cluster needs Dask: {install_line('dask')}"
        raise Refusal("dask", text) from None

    def played(jobs: Iterable[Job]) -> Iterator[ChunkCounts]:
        try:
            client = Client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as fault:
            raise Refusal("dask", f"No Dask scheduler answers at {address} ({fault})") from None
        with client:
            yield from play(Cluster(client, question), jobs)

    return played


class Cluster:
    """The workers of a Dask client. The arrays are made there, so that a lost copy is made again."""

    def __init__(self, client: Any, question: Question) -> None:
        from distributed import KilledWorker

        self.client, self.question = client, question
        self.deaths: type[Exception] = KilledWorker
        self.renew()

    @property
    def number(self) -> int:
        return sum(self.client.nthreads().values())

    def send(self, job: Job) -> Any:
        return self.client.submit(run_job, self.made, job, pure=False, retries=DEATHS)

    def renew(self) -> None:
        self.made = self.client.submit(setup, self.question, pure=False, retries=DEATHS)

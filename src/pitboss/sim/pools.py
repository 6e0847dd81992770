"""Where chunks are played: in processes of this machine, or on a Dask cluster. Neither changes a count.

A chunk follows from its seed and number alone, so one whose worker has died is simply played again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import Any, Final

from pitboss.errors import Refusal
from pitboss.sim.engine import ChunkCounts, Job, run_job
from pitboss.sim.question import Question
from pitboss.sim.run import Pool
from pitboss.sim.run_setup import Setup, setup

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
        text = "--dask needs Dask: install pitboss[dask]"
        raise Refusal("dask", text) from None

    def played(jobs: Iterable[Job]) -> Iterator[ChunkCounts]:
        try:
            client = Client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as fault:
            raise Refusal("dask", f"--dask {address}: no scheduler answers there ({fault})") from None
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

"""Where chunks are played: in processes of this machine, or on a Dask cluster. Neither changes a count.

A chunk follows from its seed and number alone, so one whose worker has died is simply played again.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from pitboss.round.refusal import Refusal
from pitboss.sim.counts import ChunkCounts
from pitboss.sim.engines import Job, run_job
from pitboss.sim.question import Question
from pitboss.sim.run import Pool
from pitboss.sim.run_setup import Setup, setup

AHEAD: Final = 3  # chunks for each worker that are under way or wait to be added
DEATHS: Final = 20  # after which a run is given up

_made: Setup | None = None


def _begin(question: Question) -> None:
    global _made  # noqa: PLW0603 - a worker process has one question
    _made = setup(question)


def _play(job: Job) -> ChunkCounts:
    if _made is None:
        raise AssertionError("a worker begins with its question")
    return run_job(_made, job)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(question: Question, workers: int) -> Pool:
    """Plays in so many processes; one that dies is replaced, and what it had is played again."""

    def play(jobs: Iterable[Job]) -> Iterator[ChunkCounts]:
        context = multiprocessing.get_context("spawn")
        source, waiting = iter(jobs), deque[tuple[Job, Future[ChunkCounts] | None]]()
        pool: ProcessPoolExecutor | None = None
        deaths = 0
        try:
            while True:
                while len(waiting) < AHEAD * workers and (job := next(source, None)) is not None:
                    waiting.append((job, None))
                if not waiting:
                    return
                if pool is None:
                    pool = ProcessPoolExecutor(workers, context, _begin, (question,))
                    waiting = deque((job, None) for job, _ in waiting)
                try:
                    waiting = deque((job, sent or pool.submit(_play, job)) for job, sent in waiting)
                    first = waiting[0][1]
                    found = first.result() if first is not None else _play(waiting[0][0])
                except BrokenProcessPool:
                    deaths += 1
                    if deaths > DEATHS:
                        raise _given_up("workers", "worker processes") from None
                    pool.shutdown(wait=False, cancel_futures=True)
                    pool = None
                    continue
                waiting.popleft()
                yield found
        finally:
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)

    return play


def _given_up(code: str, whose: str) -> Refusal:
    return Refusal(code, f"Too many {whose} have died; the run was given up")


def dask_cluster(question: Question, address: str) -> Pool:
    """Plays on the workers of a Dask cluster at an address; `pitboss` must be installed there."""
    try:
        from distributed import Client
    except ImportError:
        text = "--dask needs Dask: install pitboss[dask]"
        raise Refusal("dask", text) from None

    def play(jobs: Iterable[Job]) -> Iterator[ChunkCounts]:
        try:
            client = Client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as fault:
            raise Refusal("dask", f"--dask {address}: no scheduler answers there ({fault})") from None
        with client:
            yield from on_client(client, question, jobs)

    return play


def on_client(client: Any, question: Question, jobs: Iterable[Job]) -> Iterator[ChunkCounts]:
    """Plays on a client's cluster. The arrays are made there, so that a lost copy is made again."""
    from distributed import KilledWorker

    made = client.submit(setup, question, pure=False, retries=DEATHS)
    source, waiting = iter(jobs), deque[tuple[Job, Any]]()
    deaths = 0
    while True:
        workers = max(1, sum(client.nthreads().values()))
        while len(waiting) < AHEAD * workers and (job := next(source, None)) is not None:
            waiting.append((job, client.submit(run_job, made, job, pure=False, retries=DEATHS)))
        if not waiting:
            return
        job, sent = waiting[0]
        try:
            found = sent.result()
        except KilledWorker:
            deaths += 1
            if deaths > DEATHS:
                raise _given_up("dask", "workers of the Dask cluster") from None
            made = client.submit(setup, question, pure=False, retries=DEATHS)
            waiting = deque(
                (each, client.submit(run_job, made, each, pure=False, retries=DEATHS)) for each, _ in waiting
            )
            continue
        waiting.popleft()
        yield found

"""Where chunks are played: in processes of this machine, or on a Dask cluster. Neither changes a count.

A chunk follows from its seed and number alone, so one whose worker has died is simply played again.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.round.refusal import Refusal
from pitboss.sim.counts import ChunkCounts
from pitboss.sim.engines import Job
from pitboss.sim.question import Question
from pitboss.sim.run import Pool
from pitboss.sim.run_setup import setup
from pitboss.sim.worker_team import AHEAD, DEATHS, Team, answer, given_up, opened


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(question: Question, workers: int) -> Pool:
    """Plays in so many processes; one that dies is replaced, and what it had is played again."""
    return lambda jobs: Team(question, workers).play(jobs)


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
            waiting.append((job, client.submit(answer, made, job, pure=False, retries=DEATHS)))
        if not waiting:
            return
        job, sent = waiting[0]
        try:
            found = opened(sent.result())
        except KilledWorker:
            deaths += 1
            if deaths > DEATHS:
                raise given_up("dask", "workers of the Dask cluster") from None
            made = client.submit(setup, question, pure=False, retries=DEATHS)
            waiting = deque(
                (each, client.submit(answer, made, each, pure=False, retries=DEATHS)) for each, _ in waiting
            )
            continue
        waiting.popleft()
        yield found

"""Where chunks are played: in processes of this machine, or on a Dask cluster. Neither changes a count.

A chunk follows from its seed and number alone, so one whose worker has died is simply played again. A worker
process that dies, even in the middle of an answer, closes its pipe: that is seen, and it is replaced.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple

from pitboss.errors import Refusal
from pitboss.sim.engine import ChunkCounts, Job, run_job
from pitboss.sim.question import Question
from pitboss.sim.run import Pool
from pitboss.sim.run_setup import Setup, setup

AHEAD: Final = 3  # chunks for each worker that are under way or wait to be added
AT_ONCE: Final = 2  # chunks that a worker knows of: it need not wait for the next
DEATHS: Final = 20  # after which a run is given up


class Refused(NamedTuple):
    """A refusal as a worker sends it: exceptions with several parts do not travel."""

    code: str
    text: str


def answer(made: Setup, job: Job) -> ChunkCounts | Refused:
    """Plays a chunk, or says why it cannot be played."""
    try:
        return run_job(made, job)
    except Refusal as refusal:
        return Refused(refusal.code, refusal.text)


def opened(found: ChunkCounts | Refused) -> ChunkCounts:
    """The chunk of an answer; a refusal is raised."""
    if isinstance(found, Refused):
        raise Refusal(found.code, found.text)
    return found


def given_up(code: str, whose: str) -> Refusal:
    """The refusal of a run whose workers die again and again."""
    return Refusal(code, f"Too many {whose} have died; the run was given up")


class Worker:
    """One process, and the chunks that it has been given, in order."""

    def __init__(self, question: Question) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.jobs: deque[Job] = deque()
        self.process: SpawnProcess = context.Process(target=_work, args=(theirs, question), daemon=True)
        self.process.start()
        theirs.close()  # the worker alone holds its end: it is closed by a death

    def end(self) -> None:
        """Stops the process, whatever it does."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


class Team:
    """Some workers who play jobs."""

    def __init__(self, question: Question, workers: int) -> None:
        self.question, self.size = question, workers
        self.workers: list[Worker] = []
        self.deaths = 0

    def play(self, jobs: Iterable[Job]) -> Iterator[ChunkCounts]:
        """The counts of jobs, in their order."""
        source, order, unsent = iter(jobs), deque[Job](), deque[Job]()
        found: dict[Job, ChunkCounts] = {}
        try:
            while True:
                while len(order) < AHEAD * self.size and (job := next(source, None)) is not None:
                    order.append(job)
                    unsent.append(job)
                if not order:
                    return
                self._send(unsent)
                if order[0] in found:
                    yield found.pop(order.popleft())
                else:
                    self._receive(unsent, found)
        finally:
            for worker in self.workers:
                worker.end()

    def _send(self, unsent: deque[Job]) -> None:
        """Gives jobs to those who have few, the first ones first."""
        while len(self.workers) < self.size:
            self.workers.append(Worker(self.question))
        for _ in range(AT_ONCE):
            for worker in self.workers:
                if unsent and len(worker.jobs) < AT_ONCE:
                    worker.jobs.append(unsent.popleft())
                    try:
                        worker.pipe.send(worker.jobs[-1])
                    except OSError:
                        continue  # it has died: its pipe says so when it is read

    def _receive(self, unsent: deque[Job], found: dict[Job, ChunkCounts]) -> None:
        """Waits for some answers; what the dead had is given out again."""
        busy = {worker.pipe: worker for worker in self.workers if worker.jobs}
        for pipe in wait([*busy]):
            worker = busy[pipe]  # type: ignore[index]  # `wait` gives back what it was given
            try:
                found[worker.jobs[0]] = opened(worker.pipe.recv())
            except (EOFError, OSError):
                self.deaths += 1
                if self.deaths > DEATHS:
                    raise given_up("workers", "worker processes") from None
                unsent.extendleft(reversed(worker.jobs))
                self.workers.remove(worker)
                worker.end()
            else:
                worker.jobs.popleft()


def _work(pipe: Connection[ChunkCounts | Refused, Job], question: Question) -> None:
    """What a worker does until its pipe is closed; Ctrl-C is for the process that has the run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    made = setup(question)
    while True:
        try:
            pipe.send(answer(made, pipe.recv()))
        except (EOFError, OSError):
            return


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

"""Which engine plays: the compiled one where Numba is installed, else NumPy, with the same counts."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import Literal, NamedTuple

from pitboss.sim.counts import ChunkCounts
from pitboss.sim.run_setup import Setup
from pitboss.sim.streams import Stream

EngineName = Literal["numba", "numpy"]


class Job(NamedTuple):
    """One chunk to be played."""

    seed: int
    chunk: int
    rounds: int


@lru_cache(maxsize=1)
def best_engine() -> EngineName:
    """Numba where it is installed."""
    return "numba" if find_spec("numba") else "numpy"


def run_job(made: Setup, job: Job, engine: EngineName | None = None) -> ChunkCounts:
    """Plays one chunk: its counts follow from the seed and the chunk's number alone."""
    stream = Stream(job.seed, job.chunk)
    if (engine or best_engine()) == "numba":
        from pitboss.sim import kernel_engine

        return kernel_engine.run_chunk(made, stream, job.rounds)
    from pitboss.sim import array_engine

    return array_engine.run_chunk(made, stream, job.rounds)

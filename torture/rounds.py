"""A million rounds by chance, rare hands often: the adjudicator and the naive settlement say the same."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tests.naive.agreement import settled_alike
from tests.naive.rounds import HOUSES, random_round
from torture.progress import shown

ROUNDS, QUICK = 1_000_000, 20_000
CHUNK = 1_000


def settle_chunk(chunk: tuple[str, int]) -> int:
    """So many lines were paid, lost or given back; a difference is raised with its round."""
    house, number = chunk
    chance = Random(f"torture rounds {house} {number}")
    settled = (settled_alike(random_round(chance, house), each) for each in range(1, CHUNK + 1))
    return sum(len(seat["lines"]) for result in settled for seat in result["seats"])


def run(quick: bool) -> str:
    """The figures as a sentence; a round that is settled in two ways is an AssertionError."""
    total = QUICK if quick else ROUNDS
    tell = shown("rounds", total, "rounds")
    chunks = [(HOUSES[number % len(HOUSES)], number) for number in range(total // CHUNK)]
    lines = 0
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as workers:
        for done, part in enumerate(workers.map(settle_chunk, chunks), 1):
            lines += part
            tell(done * CHUNK)
    return (
        f"{total:,} rounds at {len(HOUSES)} houses with {lines:,} lines, settled as the naive settlement does"
    )

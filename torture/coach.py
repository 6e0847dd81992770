"""Thousands of decisions by chance at each house: the coach in its frames against plain counting."""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from pitboss.sheet import houses
from tests.table.rig import Floor
from tests.table.weighing import weigh

DEALS, QUICK = 2_000, 334  # at each house; three decisions to a deal
CHUNK = 20


def weigh_chunk(chunk: tuple[str, int]) -> Counter[str]:
    """The grades of one chunk; a number that is wrong is raised with its frame."""
    house, number = chunk
    floor, chance = Floor(house), Random(f"torture coach {house} {number}")
    found = Counter(grade for _ in range(CHUNK) for grade in weigh(floor.live.live, chance))
    found["decisions"] = 3 * CHUNK
    return found


def run(quick: bool) -> str:
    """The figures as a sentence; a wrong number is an AssertionError."""
    each = -(-(QUICK if quick else DEALS) // CHUNK)
    chunks = [(house, number) for number in range(each) for house in houses()]
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as workers:
        for done, part in enumerate(workers.map(weigh_chunk, chunks), 1):
            total += part
            if done * 20 % len(chunks) < 20:
                print(f"coach: {total['decisions']:,} decisions", file=sys.stderr, flush=True)
    graded = ", ".join(f"{total[grade]:,} {grade}" for grade in ("best", "close", "mistake", "blunder"))
    return (
        f"{total['decisions']:,} decisions at {len(houses())} houses, every action weighed as counting does: "
        f"{graded}."
    )

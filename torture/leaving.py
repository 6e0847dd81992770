"""Nights by chance at each house: whatever people do, who leaves has their money free in the end."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor

from pitboss.sheet import houses
from tests.table.leaving import KINDS, night

NIGHTS, QUICK = 2_000, 60  # at each house and with each kind of table
ACTS = 120


def nights(chunk: tuple[str, int]) -> int:
    """One night of each kind; money that stays somewhere is an AssertionError."""
    house, number = chunk
    for kind in KINDS:
        night(house, kind, 1_000 + number, acts=ACTS)
    return len(KINDS)


def run(quick: bool) -> str:
    """The figures as a sentence."""
    chunks = [(house, number) for number in range(QUICK if quick else NIGHTS) for house in houses()]
    total = 0
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as workers:
        for done, part in enumerate(workers.map(nights, chunks, chunksize=4), 1):
            total += part
            if done * 20 % len(chunks) < 20:
                print(f"leaving: {total:,} nights", file=sys.stderr, flush=True)
    return f"{total:,} nights of {ACTS} acts at {len(houses())} houses, and all money free when all had left."

"""A hundred thousand pairs of deals at each house that differ in hidden cards: no frame tells them apart."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor

from pitboss.sheet import houses
from tests.table.leaking import Tally, search

PAIRS, QUICK = 100_000, 1_000  # at each house
DECKS = 50  # partners of each deal
SCRIPTS = 20  # deals in a chunk


def search_chunk(chunk: tuple[str, int]) -> Tally:
    """The pairs of one chunk; a leak is raised with both frames."""
    house, number = chunk
    return search(house, SCRIPTS, DECKS, f"torture {number}")


def run(quick: bool) -> str:
    """The figures as a sentence; a leak is an AssertionError."""
    each = (QUICK if quick else PAIRS) // (SCRIPTS * DECKS)
    chunks = [(house, number) for number in range(each) for house in houses()]
    total = Tally()
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as workers:
        for done, part in enumerate(workers.map(search_chunk, chunks), 1):
            total.add(part)
            if done * 20 % len(chunks) < 20:
                print(f"leaks: {total.decks:,} pairs of deals", file=sys.stderr, flush=True)
    return (
        f"{total.decks:,} pairs of deals at {len(houses())} houses that differ in hidden cards: "
        f"{total.pairs:,} viewers beside them were sent {total.frames:,} frames before the reveal, "
        "each the same to the byte."
    )

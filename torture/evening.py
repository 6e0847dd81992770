"""Twenty thousand rounds of whole evenings at five houses: people come, drop out, leave and bank."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from pitboss.sheet import houses
from tests.table.evening import Tally, play_evening
from torture.progress import shown

ROUNDS, QUICK = 20_000, 400
TOGETHER = 40  # rounds at each table of one evening


def play(number: int) -> Tally:
    """One evening; a broken promise is raised with its seed."""
    seed = f"torture {number}"
    try:
        return play_evening(seed, TOGETHER)
    except BaseException as fault:
        fault.add_note(f"evening {seed!r} of torture/evening.py")
        raise


def run(quick: bool) -> str:
    """The figures as a sentence."""
    total = QUICK if quick else ROUNDS
    tell = shown("evening", total, "rounds")
    seen: Counter[str] = Counter()
    rounds = settled = 0
    evenings = range(total // (TOGETHER * len(houses())))
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as workers:
        for part in workers.map(play, evenings):
            seen += part.seen
            rounds, settled = rounds + part.rounds, settled + part.settled
            tell(min(rounds, total))
    refused = sum(count for what, count in seen.items() if what.startswith("refused"))
    return (
        f"{rounds:,} rounds in {len(evenings):,} evenings at {len(houses())} houses, {settled:,} paid:"
        f" {seen['gone']:,} connections lost, {seen['restart']:,} restarts, {seen['stands']:,} times somebody"
        f" left, {seen['banks']:,} times somebody took the bank, {refused:,} refusals that changed nothing;"
        " every audit clean"
    )

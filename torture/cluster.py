"""Servers on one PostgreSQL that are killed, stopped, cut off and misled while people play at all houses.

`python -m torture cluster --servers 3 --tables 60 --minutes 30` does it for as long as one likes: evenings
with every fault in an order by chance, each judged by the journal, the witness and the audit. At the end all
servers die and start again with 200 rounds open.
"""

from __future__ import annotations

import asyncio
import sys
import time
from random import Random

from tests.cluster.evening import Evening, Figures, opened
from tests.cluster.faults import FAULTS
from tests.cluster.open_rounds import Restart, restart_in_decisions

SERVERS, TABLES, MINUTES = 3, 60, 60.0
QUICK_TABLES, QUICK_ROUNDS, ROUNDS = 9, 20, 200
LONGEST = 5.0  # seconds from a fault to the first new frame at every table concerned
SEED = 7_000_000


def run(quick: bool, servers: int = SERVERS, tables: int | None = None, minutes: float | None = None) -> str:
    """The figures as a sentence; a broken promise is an AssertionError that tells the seed of its evening."""
    tables = tables or (QUICK_TABLES if quick else TABLES)
    lasts = 60 * (minutes if minutes is not None else 0 if quick else MINUTES)
    found, begun, number = Figures(), time.monotonic(), 0
    while number == 0 or time.monotonic() < begun + lasts:
        found.add(_named(SEED + number, servers, tables))
        number += 1
        print(f"cluster: {number} evenings, {found.done:,} commands", file=sys.stderr, flush=True)
    again = restart(servers, QUICK_ROUNDS if quick else ROUNDS)
    print(f"cluster: {again}", file=sys.stderr, flush=True)
    slow = {name: max(seconds) for name, seconds in found.faults.items() if max(seconds) > LONGEST}
    assert servers == 1 or not slow, f"tables stood still for too long: {slow}; {found}"
    return (
        f"{servers} servers, {tables} tables, {number} evenings: {found}; every audit clean."
        f" All servers killed with {again.rounds} rounds open: everybody saw their table after"
        f" {again.frames:.1f} s, and every round was paid after {again.settled:.1f} s"
    )


def _named(seed: int, servers: int, tables: int) -> Figures:
    try:
        return evening(Random(seed), servers, tables)
    except BaseException as fault:
        fault.add_note(f"evening {seed} of torture/cluster.py, {servers} servers, {tables} tables")
        raise


def evening(chance: Random, servers: int, tables: int) -> Figures:
    """One evening with every fault."""
    names = chance.sample(list(FAULTS), len(FAULTS))

    async def play(there: Evening) -> None:
        async with there.playing():
            for name in names:
                await FAULTS[name](there)

    with opened(servers, tables, chance, pace=max(0.3, tables / 40)) as there:
        there.tell = lambda text: print(f"cluster: {text}", file=sys.stderr, flush=True)
        asyncio.run(play(there))
    return there.figures


def restart(servers: int, rounds: int) -> Restart:
    """All servers die with so many rounds open, and start again."""
    with opened(servers, rounds, Random(SEED), each=1, pace=max(0.3, rounds / 80)) as there:
        return asyncio.run(_restart(there))


async def _restart(there: Evening) -> Restart:
    async with there.playing():
        return await restart_in_decisions(there)

"""A house on PostgreSQL whose servers, network and database fail while people play: one of each fault."""

from __future__ import annotations

import asyncio
from random import Random

from tests.cluster.evening import Evening, opened
from tests.cluster.faults import FAULTS
from tests.cluster.open_rounds import restart_in_decisions

SERVERS, TABLES = 3, 6
ONCE = [name for name in FAULTS if name != "restart"]  # all die and start at once with their rounds open


def test_every_fault_leaves_what_was_said_true_and_every_table_going() -> None:
    async def play(evening: Evening) -> None:
        async with evening.playing():
            for name in ONCE:
                await FAULTS[name](evening)
            assert (await restart_in_decisions(evening)).rounds == TABLES

    with opened(SERVERS, TABLES, Random(14)) as evening:
        asyncio.run(play(evening))
    found = evening.figures
    assert sum(map(len, found.faults.values())) == len(ONCE)
    assert found.takeovers >= TABLES
    assert min(found.done, found.looks) > 0

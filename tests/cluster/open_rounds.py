"""A whole house ends in the middle of hundreds of rounds, and starts again: every one of them goes on."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from sqlalchemy import select

from pitboss.ledger import open_store
from pitboss.ledger.accounts import round_id
from pitboss.ledger.schema import rounds
from tests.cluster.evening import Evening
from tests.cluster.fleet import Member
from tests.histories.history import Shown


class Restart(NamedTuple):
    """How long it took, in seconds from the moment at which the servers began to start."""

    rounds: int
    frames: float  # until everybody saw their table again
    settled: float  # until every one of the rounds was paid


async def restart_in_decisions(evening: Evening) -> Restart:
    """Cards are out at every table; all servers die and start at once, and the rounds are played on."""
    for each in evening.patrons:
        each.holds = True
    await evening.until(
        lambda: all(each.shown.phase == "decisions" for each in evening.patrons),
        "cards are not out everywhere",
    )
    open_ = {each.table: each.shown.round for each in evening.patrons}
    with ThreadPoolExecutor() as threads:
        list(threads.map(Member.kill, evening.fleet.members))
    since = time.monotonic()
    await asyncio.to_thread(evening.fleet.start)
    frames = await evening.frames_at(set(open_), since, anew=True)
    for each in evening.patrons:
        each.holds = False
    await evening.until(
        lambda: all(_is_over(each.shown, open_[each.table]) for each in evening.patrons),
        "a round does not come to its end",
    )
    settled = time.monotonic() - since
    check_settled(evening.fleet.truth, open_)
    return Restart(len(open_), frames, settled)


def _is_over(shown: Shown, number: int) -> bool:
    return shown.round != number or shown.phase == "settled"


def check_settled(truth: str, open_: dict[str, int]) -> None:
    """Each of the rounds was paid, and none was given up."""
    store = open_store(truth)
    try:
        query = select(rounds.c.id).where(rounds.c.ended == "settled")
        paid = set(store.read(lambda connection: list(connection.execute(query).scalars())))
    finally:
        store.close()
    lost = [each for each in (round_id(table, number) for table, number in open_.items()) if each not in paid]
    assert not lost, f"{len(lost)} rounds did not go on: {lost[:10]}"

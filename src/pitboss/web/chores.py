"""What a house does by itself: every hour a head over all chains, every few minutes the empty tables close.

The hourly work is one server's: whoever comes first takes it, by a row of the database and not by a lock that
somebody could die with. A server that dies in the middle of it leaves it to the next hour.
"""

from __future__ import annotations

import asyncio
from typing import Final

from pitboss.errors import CageFault
from pitboss.house.accounts import forget_expired
from pitboss.house.durations import HOUR
from pitboss.ledger.servers import take_chore
from pitboss.proof import make_head
from pitboss.web.log import log, log_fault
from pitboss.web.server_state import House

EVERY: Final = 300.0  # seconds between two looks
HOURLY: Final = "hourly"


async def keep_tidy(house: House) -> None:
    """Looks for what is to be done, until it is cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await close_deserted(house)
            await house.in_pool(lambda: do_hourly(house))
        except CageFault as fault:
            log_fault("tidy", fault)


async def close_deserted(house: House) -> None:
    """Tables of this server that nobody comes to any more are closed, soon after their time is over."""
    closed = await house.floor.close_deserted()
    if closed:
        log("tidy", closed=closed)


def do_hourly(house: House) -> bool:
    """A head over all chains, which the log keeps elsewhere; old sessions and tries go. Not twice an hour."""
    now = house.milliseconds
    if not house.store.write(lambda connection: take_chore(connection, HOURLY, HOUR, now)):
        return False
    try:
        made = make_head(house.store, lambda: house.milliseconds)
    except CageFault as fault:
        house.incidents.note("head_failed", "house", fault=type(fault).__name__)
        raise
    log("head", number=made.number, head=made.head, forgotten=forget_expired(house.store, now))
    return True

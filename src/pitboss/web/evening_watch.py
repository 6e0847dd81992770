"""Evenings go on as long as a server runs: it looks after them a few times a second, and when it is told."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from pitboss.house.evening_conductor import Conductor
from pitboss.web.log import log_fault
from pitboss.web.server_state import House

BUSY: Final = 0.25  # seconds between two looks while an evening is under way
QUIET: Final = 1.0  # and while none is, for those of other servers


async def conduct_evenings(house: House) -> None:
    """Looks after evenings until it is cancelled."""
    conductor, wake = Conductor(house.store, house.floor, lambda: house.milliseconds), house.evenings.wake
    while True:
        busy = False
        try:
            if house.floor.holds():
                busy = await conductor.look()
        except Exception as fault:  # noqa: BLE001 - it looks again
            log_fault("evenings", fault)
        with suppress(TimeoutError):
            await asyncio.wait_for(wake.wait(), BUSY if busy else QUIET)
        wake.clear()

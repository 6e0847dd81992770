"""What this server meets is written down for all operators, every few seconds."""

from __future__ import annotations

import asyncio
from typing import Final

from pitboss.web.log import log_fault
from pitboss.web.server_state import House

EVERY: Final = 5.0  # seconds between two looks


async def write_incidents(house: House) -> None:
    """Until it is cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await house.in_pool(lambda: tell_incidents(house))
        except Exception as fault:  # noqa: BLE001 - it looks again
            log_fault("incidents", fault)


def tell_incidents(house: House) -> None:
    """Writes what was met since the last look."""
    house.incidents.note_lost_tables(dict(house.floor.unusable.faults))
    house.incidents.write()

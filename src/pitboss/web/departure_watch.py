"""Who has signed out or was excluded goes from the tables of all servers, here at once."""

from __future__ import annotations

import asyncio
from typing import Final

from pitboss.ledger.servers import Reason
from pitboss.web.log import log_fault
from pitboss.web.server_state import House

EVERY: Final = 1.0  # seconds between two looks


async def send_away(house: House, person: str, reason: Reason) -> None:
    """Has somebody go."""
    departure = await house.in_pool(lambda: house.departures.announce(person, reason))
    await house.departures.show_out(departure)


async def show_out_departed(house: House) -> None:
    """Shows out who must go because another server or the command line says so, until it is cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            for departure in await house.in_pool(house.departures.news):
                await house.departures.show_out(departure)
        except Exception as fault:  # noqa: BLE001 - it looks again
            log_fault("departures", fault)

"""What the meters of the houses hold, read now and then for whoever collects figures."""

from __future__ import annotations

import asyncio
from typing import Final

from pitboss.errors import CageFault
from pitboss.money import MICRO, Cents
from pitboss.sheet import load_house
from pitboss.web.log import log_fault
from pitboss.web.server_state import House

EVERY: Final = 15.0  # seconds between two looks: as often as figures are usually collected


async def watch_meters(house: House) -> None:
    """Reads them, until it is cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        await read_meters(house)


async def read_meters(house: House) -> None:
    """Reads them; while the database is away they stay as last seen."""
    try:
        house.metrics.meters = await house.in_pool(lambda: shared_meters(house))
    except CageFault as fault:
        log_fault("meters", fault)


def shared_meters(house: House) -> dict[str, Cents]:
    """The meter that the tables of each house share; one that was never fed has what it starts with."""
    found = {}
    for sheet in map(load_house, house.settings.offered):
        if sheet.meter is not None:
            found[sheet.id] = house.pit.meter(sheet) // MICRO or sheet.meter.reset
    return found

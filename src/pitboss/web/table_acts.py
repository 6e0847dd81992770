"""What operators do at tables: at those that are here at once, at those of other servers by an errand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Literal

from pitboss.house.operator_journal import LATE, LOOKS, PATIENCE, ActShown, Command, Errands, done_elsewhere
from pitboss.house.operator_tables import OperatorDesk
from pitboss.ledger.store import Conflict
from pitboss.round import Refusal
from pitboss.table.rooms import Elsewhere
from pitboss.web.desk_questions import Asker
from pitboss.web.log import log_fault
from pitboss.web.operator_requests import Reasoned
from pitboss.web.server_state import House
from pitboss.web.table_routes import OpenTable, open_room

EVERY: Final = 0.5  # seconds between two looks for errands


class HouseTable(OpenTable, Reasoned):
    """A public table of the house's own."""

    private: Literal[False] = False


def _nothing() -> None:
    """There is nothing to claim."""


async def act_here(
    house: House, command: Command, claim: Callable[[], None] = _nothing, asker: Asker | None = None
) -> ActShown:
    """Does an act at a table that is here, or that nobody has; `Elsewhere` where another server has it."""
    desk = OperatorDesk(
        command.operator, house.store, house.pit, house.floor, lambda: house.milliseconds, claim
    )
    if command.what != "open":
        return await desk.do(command)
    found = await house.in_pool(lambda: desk.known(command))
    if found is not None:
        return found
    body = HouseTable.model_validate({**command.asked, "id": command.id})
    try:
        await open_room(house, body, "", desk.actor, asker, desk.opened(command))
    except Conflict:
        return await house.in_pool(lambda: done_elsewhere(house.store, command))
    return await house.in_pool(lambda: desk.new(command))


async def act_anywhere(house: House, command: Command, asker: Asker | None = None) -> ActShown:
    """Does an act here, or has the server do it that has the table; refused, nothing has changed."""
    try:
        return await act_here(house, command, asker=asker)
    except Elsewhere:
        return await _by_errand(house, command)


async def _by_errand(house: House, command: Command) -> ActShown:
    errands = Errands(house.store)
    number = await house.in_pool(lambda: errands.send(command))
    for _ in range(int(PATIENCE / LOOKS)):
        found = await house.in_pool(lambda: errands.look(number, command))
        if found is not None:
            return found
        await asyncio.sleep(LOOKS)
    return await house.in_pool(lambda: errands.withdraw(number, command))


async def carry_out_errands(house: House) -> None:
    """Does what other servers or the command line want done at the tables that are here, until cancelled."""
    errands = Errands(house.store)
    while True:
        await asyncio.sleep(EVERY)
        try:
            for number, command in await house.in_pool(errands.waiting):
                await carry_out(house, errands, number, command)
        except Exception as fault:  # noqa: BLE001 - it looks again
            log_fault("errands", fault)


async def carry_out(house: House, errands: Errands, number: int, command: Command) -> None:
    """One errand, unless its table is another server's."""
    try:
        act = await act_here(house, command, lambda: errands.claim(number))
    except Elsewhere:
        return
    except Refusal as refusal:
        told = refusal
        if told.code not in LATE:
            await house.in_pool(lambda: errands.refuse(number, told))
        return
    if act.repeated:
        await house.in_pool(lambda: errands.finish(number))

"""A floor in this process and its tables, as a server runs them; and what people say to them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any

from pitboss.evening.model import Clock
from pitboss.ledger import Store
from pitboss.round import open_table
from pitboss.sheet import Sheet, load_house
from pitboss.table import Pit
from pitboss.table.advice import Reckoner
from pitboss.table.answers import Asking
from pitboss.table.audience import encode
from pitboss.table.live_floor import Floor
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from tests.table.orders import at

NUMBERS = count(1)
PURSE = 100_000


@asynccontextmanager
async def floor_of(
    store: Store, now: Callable[[], float] = lambda: 0.0, reckoner: Reckoner | None = None
) -> AsyncIterator[Floor]:
    """One process on a database; it stops in good order where nothing went wrong."""
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    with ThreadPoolExecutor(3) as pool:
        floor = Floor(pit, pool, now, lambda: f"id {next(NUMBERS)}", reckoner)
        yield floor
        await floor.stop()


async def open_with(
    floor: Floor,
    *people: str,
    sheet: str | Sheet = "shine",
    clock: Clock | None = None,
    name: str = "t",
    money: int = PURSE,
) -> Room:
    """A table where these people sit side by side, each with some money."""
    rules = open_table(load_house(sheet) if isinstance(sheet, str) else sheet)
    room = await floor.open(Settings(name, clock), rules, "op", name)
    for seat, person in enumerate(people, 1):
        floor.pit.grant(person, money, "op", f"grant {person}")
        await room.come(person, person)
        await room.do(at(room).sit(person, seat))
    return room


async def ask(room: Room, person: str, do: str, **fields: Any) -> dict[str, Any]:
    """A command as a client says it, and its answer."""
    asking = Asking(room, person, None, lambda *_: None)
    told = {"t": "cmd", "id": do, "rev": room.live.rev, "do": do, **fields}
    answer: dict[str, Any] = json.loads(encode(await asking.answer(json.dumps(told))))
    return answer

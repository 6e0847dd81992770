"""A command under an id is done once, whoever runs the table when it comes again."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from typing import Any

from pitboss.ledger import Store
from pitboss.proof.house_audit import audit
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table.answers import Asking
from pitboss.table.audience import encode
from pitboss.table.live_floor import Floor
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from tests.ledger.books import rows_of

NUMBERS = count(1)


async def answer(room: Room, message: dict[str, Any]) -> dict[str, Any]:
    asking = Asking(room, "ann", None, lambda what, fault: None)
    found: dict[str, Any] = json.loads(encode(await asking.answer(json.dumps(message))))
    return found


def said(room: Room, do: str, **fields: Any) -> dict[str, Any]:
    return {"t": "cmd", "id": f"the-{do}", "rev": room.live.rev, "do": do, **fields}


def test_what_moves_no_money_is_done_once_by_whoever_runs_the_table(store: Store) -> None:
    async def evening(pool: ThreadPoolExecutor) -> None:
        def server() -> Floor:
            pit = Pit(store, Random(1).randbytes, lambda: 0)
            return Floor(pit, pool, lambda: 0.0, lambda: f"id {next(NUMBERS)}")

        first = server()
        first.pit.grant("ann", 100_000, "op", "grant")
        room = await first.open(Settings("t", None), open_table(load_house("shine")), "op")
        await room.come("ann", "Ann")
        done = []
        for do, fields in (
            ("sit", {"seat": 2}),
            ("instruct", {"instruction": "away fold"}),
            ("bets", {"seat": 2, "wagers": {"ante": 1000}}),
            ("ready", {}),
            ("fold", {"seat": 2}),
            ("next", {}),
            ("stand", {"seat": 2}),
        ):
            message = said(room, do, **fields)
            assert (await answer(room, message))["t"] == "done"
            done.append(message)
        second = server()
        assert await second.start() == 1
        room = second.room(room.live.id)
        before, rows = room.live, rows_of(store)
        for message in done:
            assert (await answer(room, message))["t"] == "done"
            leaves = {"t": "cmd", "id": message["id"], "rev": message["rev"], "do": "leave"}
            other = message | {"seat": 3} if "seat" in message else leaves
            assert (await answer(room, other))["code"] == "id_used"
        assert room.live == before
        assert rows_of(store) == rows
        await second.stop()
        await first.stop()

    with ThreadPoolExecutor(2) as pool:
        asyncio.run(evening(pool))
    assert audit(store).faults == ()

"""What only asks is answered from the table as it was last stored: it takes no turn and no writer."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from pitboss.ledger import Store, open_store
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table.answers import Asking
from pitboss.table.audience import Watcher, encode
from pitboss.table.live_floor import Floor
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from pitboss.table.views import table_view
from tests.table.orders import at

ANTE = {"ante": 1000}


async def seated(store: Store, pool: ThreadPoolExecutor) -> tuple[Floor, Room]:
    """A table where ann has been dealt a hand."""
    numbers, pit = count(1), Pit(store, Random(1).randbytes, lambda: 0)
    pit.grant("ann", 20_000, "op", "grant")
    floor = Floor(pit, pool, lambda: 0.0, lambda: f"id {next(numbers)}")
    room = await floor.open(Settings("t", None), open_table(load_house("shine")), "op")
    await room.come("ann", "Ann")
    await room.do(at(room).sit("ann", 1))
    await room.do(at(room).bet("ann", "bet", 1, ANTE))
    await room.do(at(room).ready("ann"))
    assert room.live.phase == "decisions"
    return floor, room


async def ask(room: Room, do: str, **fields: Any) -> dict[str, Any]:
    asking = Asking(room, "ann", None, lambda what, fault: None)
    said = {"t": "cmd", "id": do, "rev": room.live.rev, "do": do, "seat": 1, **fields}
    found: dict[str, Any] = json.loads(encode(await asking.answer(json.dumps(said))))
    return found


def test_reads_take_neither_turn_nor_writer(tmp_path: Path) -> None:
    """The writer is somebody else's, and a command of the table waits for it."""

    async def evening() -> None:
        store, taken, done = open_store(tmp_path / "house.db"), Event(), Event()

        def keep_busy(connection: object) -> None:
            taken.set()
            assert done.wait(20)

        with ThreadPoolExecutor(3) as pool:
            floor, room = await seated(store, pool)
            loop = asyncio.get_running_loop()
            busy = loop.run_in_executor(pool, store.write, keep_busy)
            await asyncio.to_thread(taken.wait)
            waiting = asyncio.create_task(ask(room, "play"))
            while not room._turn.locked():
                await asyncio.sleep(0)
            before, sent = room.live, list[bytes]()
            assert (await ask(room, "draft", wagers=ANTE))["spots"]
            assert (await ask(room, "coach"))["coach"]["best"]
            assert table_view(room.live, "ann").state.phase == "decisions"
            assert [each.playing for each in floor.listed()] == [True]
            room.watch(Watcher("ann", sent.append))
            assert json.loads(sent[0])["rev"] == before.rev
            assert not waiting.done()
            done.set()
            await busy
            assert (await waiting)["t"] == "done"
            assert room.live.phase == "settled"
            assert json.loads(sent[-1])["rev"] == room.live.rev  # nothing was missed in between
            await floor.stop()
        store.close()

    asyncio.run(evening())


def test_a_refused_bet_says_how_the_spots_are(tmp_path: Path) -> None:
    """One command for a click: what a draft would have shown comes with the refusal."""

    async def evening() -> None:
        store = open_store(tmp_path / "house.db")
        with ThreadPoolExecutor(2) as pool:
            floor, room = await seated(store, pool)
            await room.do(at(room).decide("ann", "fold", 1, "fold"))
            for cents, code in ((1, "too_low"), (10**9, "too_high"), (15_000, "funds")):
                wagers = {"ante": cents}
                wanted = (await ask(room, "draft", wagers=wagers))["spots"]
                refused = await ask(room, "bets", wagers=wagers)
                assert (refused["t"], refused["code"]) == ("refused", code)
                assert refused["spots"] == wanted
            assert (await ask(room, "fold"))["spots"] is None
            await floor.stop()
        store.close()

    asyncio.run(evening())

"""What a floor remembers of its people is of the round it was kept in, wherever the process was killed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from pitboss.ledger import Store, journal, open_store
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table import table_runner as rooms
from pitboss.table.live_floor import Floor
from pitboss.table.messages import Resume
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from tests.table.orders import at

PEOPLE = ("ann", "bob")


@contextmanager
def _floor(db: Path) -> Iterator[Floor]:
    """A process on a file; leaving it is its end."""
    store = open_store(db)
    ids = count()
    start = len(store.read(journal.all_lobbies))
    with ThreadPoolExecutor(1) as pool:
        pit = Pit(store, bytes, lambda: 0)
        yield Floor(pit, pool, lambda: 0.0, lambda: f"{start}-{next(ids)}")
    store.close()


async def _opened(floor: Floor) -> Room:
    """A table without a clock where both have played a round to its end."""
    room = await floor.open(Settings("t", clock=None), open_table(load_house("pechanga")), "ann")
    for person in PEOPLE:
        floor.pit.grant(person, 1_000_000, "test", f"purse {person}")
        await room.come(person, person)
    for seat, person in enumerate(PEOPLE, 1):
        await room.do(at(room).sit(person, seat))
        await room.do(at(room).bet(person, f"bet {person}", seat, {"ante": 1000}))
    for person in PEOPLE:
        await room.do(at(room).ready(person))
    for seat, person in enumerate(PEOPLE, 1):
        await room.do(at(room).decide(person, f"fold {person}", seat, "fold"))
    assert room.live.phase == "settled"
    return room


def _lobby(store: Store, table: str) -> journal.Lobby:
    found = store.read(lambda connection: journal.read_lobby(connection, table))
    assert found is not None
    return found


def test_nobody_is_ready_for_a_round_because_they_were_for_the_one_before(tmp_path: Path) -> None:
    """Killed after the first bet of the next round was stored, and before its seating was."""

    async def killed() -> str:
        with _floor(tmp_path / "db") as floor:
            room = await _opened(floor)
            table, store = room.live.id, floor.pit.store
            old = _lobby(store, table)
            await room.do(at(room).bet("ann", "again", 1, {"ante": 1000}, ""))
            store.write(lambda connection: journal.write_lobby(connection, table, old.settings, old.seating))
            return table

    async def back(table: str) -> tuple[str, list[bool]]:
        with _floor(tmp_path / "db") as floor:
            assert await floor.start() == 1
            room = floor.room(table)
            await floor.stop()
            return room.live.phase, [room.live.seating.people[each].ready for each in PEOPLE]

    assert asyncio.run(back(asyncio.run(killed()))) == ("bets", [False, False])


def test_who_was_here_is_waited_for_after_a_restart_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann has bet and is ready, Bob thinks about it: the restart does not deal without him at once."""

    async def stopped() -> str:
        with _floor(tmp_path / "db") as floor:
            room = await _opened(floor)
            await room.do(at(room).bet("ann", "again", 1, {"ante": 1000}, ""))
            await room.do(at(room).ready("ann"))
            assert room.live.phase == "bets"
            await floor.stop()
            return room.live.id

    async def back(table: str, patience: float) -> Room:
        monkeypatch.setattr(rooms, "PATIENCE", patience)
        with _floor(tmp_path / "db") as floor:
            await floor.start()
            room = floor.room(table)
            if not patience:
                async with asyncio.timeout(60):
                    while room.live.phase == "bets":
                        await room.do(Resume())
            await floor.stop()
            return room

    table = asyncio.run(stopped())
    waiting = asyncio.run(back(table, 60.0)).live
    assert waiting.phase == "bets"
    assert [waiting.seating.people[each].here for each in PEOPLE] == [True, True]
    dealt = asyncio.run(back(table, 0.0)).live
    assert dealt.phase == "decisions"
    assert not dealt.seating.people["bob"].here

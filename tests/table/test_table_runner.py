"""A room: what one call does is stored in one piece, and told to the watchers only then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random

import pytest

from pitboss.ledger import Store, journal, open_store
from pitboss.proof.house_audit import audit
from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table.audience import Watcher
from pitboss.table.live_floor import Floor
from pitboss.table.messages import Say
from pitboss.table.seating import Seating
from pitboss.table.settings import Settings, remembered
from pitboss.table.table_runner import Room
from tests.ledger.books import balances, rows_of
from tests.ledger.reached import TornOff, listening, torn_at
from tests.table.orders import at

ANTE = {"ante": 1000}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = open_store(tmp_path / "house.db")
    yield found
    found.close()


def at_a_table(store: Store, evening: Callable[[Room, list[bytes]], Awaitable[None]]) -> None:
    """A table without a clock where ann and bob sit, and what ann is sent."""

    async def play() -> None:
        pit = Pit(store, Random(1).randbytes, lambda: 0)
        numbers = count(1)
        with ThreadPoolExecutor(2) as pool:
            floor = Floor(pit, pool, lambda: 0.0, lambda: f"id {next(numbers)}")
            room = await floor.open(Settings("t", None), open_table(load_house("rivers")), "op")
            sent: list[bytes] = []
            for seat, person in enumerate(("ann", "bob"), 1):
                pit.grant(person, 100_000, "op", f"grant {person}")
                await room.come(person, person)
                await room.do(at(room).sit(person, seat))
            room.watch(Watcher("ann", sent.append))
            await evening(room, sent)
            await floor.stop()

    asyncio.run(play())


def bets(room: Room, person: str, seat: int, command: str) -> Say:
    return at(room).bet(person, command, seat, ANTE)


def kept(store: Store, room: Room) -> Seating:
    found = store.read(lambda connection: journal.read_lobby(connection, room.live.id))
    assert found is not None
    return remembered(found.settings, found.seating).seating


def test_a_call_of_many_steps_is_one_commit(store: Store) -> None:
    """The last `ready` deals and ends the deal, and the floor remembers who is ready."""

    async def evening(room: Room, sent: list[bytes]) -> None:
        for seat, person in enumerate(("ann", "bob"), 1):
            await room.do(bets(room, person, seat, f"bet {person}"))
        await room.do(at(room).ready("ann"))
        reached: list[str] = []
        with listening(reached.append):
            await room.do(at(room).ready("bob"))
        assert room.live.phase == "decisions"
        assert reached.count("store:before commit") == 1
        assert reached.count("journal:deed") == 3  # the deal, its end, and that bob was ready
        assert kept(store, room) == room.live.seating

    at_a_table(store, evening)


@pytest.mark.parametrize("point", ["store:before commit", "Bet:moved", "Bet:written"])
def test_what_was_not_stored_has_not_happened(store: Store, point: str) -> None:
    async def evening(room: Room, sent: list[bytes]) -> None:
        await room.do(bets(room, "bob", 2, "bet bob"))
        before, told, books = room.live, len(sent), balances(store)
        with torn_at(point), pytest.raises(TornOff):
            await room.do(bets(room, "ann", 1, "bet ann"))
        assert room.live is before
        assert balances(store) == books
        assert len(sent) == told
        await room.do(bets(room, "ann", 1, "bet ann"))
        assert room.live.state is not None
        assert [seat.player for seat in room.live.state.seats] == ["ann", "bob"]
        assert len(sent) > told
        assert kept(store, room) == room.live.seating

    at_a_table(store, evening)
    assert audit(store).faults == ()


def test_a_refused_call_leaves_nothing_of_its_steps(store: Store) -> None:
    """The first bet after a round sweeps the felt and opens the next round: not if it is refused."""

    async def evening(room: Room, sent: list[bytes]) -> None:
        await room.do(bets(room, "ann", 1, "bet ann"))
        for person in ("ann", "bob"):
            await room.do(at(room).ready(person))
        await room.do(at(room).decide("ann", "fold ann", 1, "fold"))
        before, told, rows = room.live, len(sent), rows_of(store)
        with pytest.raises(Refusal, match=r"minimum|least"):
            await room.do(at(room).bet("ann", "too low", 1, {"ante": 1}))
        assert room.live is before
        assert (before.phase, len(sent), rows_of(store)) == ("settled", told, rows)

    at_a_table(store, evening)
    assert audit(store).faults == ()

"""A room: what one call does is stored in one piece, and told to the watchers only then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from pitboss.ledger import Store, journal, open_store
from pitboss.proof.house_audit import audit
from pitboss.round import Refusal
from pitboss.table.audience import Watcher
from pitboss.table.live_floor import Floor
from pitboss.table.messages import Say
from pitboss.table.seating import Seating
from pitboss.table.settings import remembered
from pitboss.table.table_runner import Room
from pitboss.table.views import table_view
from tests.ledger.books import balances, rows_of
from tests.ledger.reached import TornOff, listening, torn_at
from tests.table.orders import at
from tests.table.served import ask, floor_of, open_with

ANTE = {"ante": 1000}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = open_store(tmp_path / "house.db")
    yield found
    found.close()


def at_a_table(store: Store, evening: Callable[[Room, list[bytes]], Awaitable[None]]) -> None:
    """A table without a clock where ann and bob sit, and what ann is sent."""

    async def play() -> None:
        async with floor_of(store) as floor:
            room = await open_with(floor, "ann", "bob", sheet="rivers")
            sent: list[bytes] = []
            room.watch(Watcher("ann", sent.append))
            await evening(room, sent)

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


# What only asks is answered from the table as it was last stored: it takes no turn and no writer
async def seated(floor: Floor) -> Room:
    """A table where ann has been dealt a hand."""
    room = await open_with(floor, "ann", money=20_000)
    await room.do(at(room).bet("ann", "bet", 1, ANTE))
    await room.do(at(room).ready("ann"))
    assert room.live.phase == "decisions"
    return room


def test_reads_take_neither_turn_nor_writer(store: Store) -> None:
    """The writer is somebody else's, and a command of the table waits for it."""

    async def evening() -> None:
        taken, done = Event(), Event()

        def keep_busy(connection: object) -> None:
            taken.set()
            assert done.wait(20)

        async with floor_of(store) as floor:
            room = await seated(floor)
            loop = asyncio.get_running_loop()
            busy = loop.run_in_executor(floor.pool, store.write, keep_busy)
            await asyncio.to_thread(taken.wait)
            waiting = asyncio.create_task(ask(room, "ann", "play", seat=1))
            while not room._turn.locked():
                await asyncio.sleep(0)
            before, sent = room.live, list[bytes]()
            assert (await ask(room, "ann", "draft", seat=1, wagers=ANTE))["spots"]
            assert (await ask(room, "ann", "coach", seat=1))["coach"]["best"]
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

    asyncio.run(evening())


def test_a_refused_bet_says_how_the_spots_are(store: Store) -> None:
    """One command for a click: what a draft would have shown comes with the refusal."""

    async def evening() -> None:
        async with floor_of(store) as floor:
            room = await seated(floor)
            await room.do(at(room).decide("ann", "fold", 1, "fold"))
            for cents, code in ((1, "too_low"), (10**9, "too_high"), (15_000, "funds")):
                wagers = {"ante": cents}
                wanted = (await ask(room, "ann", "draft", seat=1, wagers=wagers))["spots"]
                refused = await ask(room, "ann", "bets", seat=1, wagers=wagers)
                assert (refused["t"], refused["code"]) == ("refused", code)
                assert refused["spots"] == wanted
            assert (await ask(room, "ann", "fold", seat=1))["spots"] is None

    asyncio.run(evening())

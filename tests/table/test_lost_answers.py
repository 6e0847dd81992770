"""A room over a database that fails: what is refused has not happened, and the table goes on by itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pitboss.errors import OutcomeUnknown
from pitboss.evening.model import Clock
from pitboss.ledger import Store, Unreachable, journal, open_store
from pitboss.ledger.servers import take_lease
from pitboss.proof.house_audit import audit
from pitboss.table import stored_calls
from pitboss.table import table_runner as rooms
from pitboss.table.audience import Watcher
from pitboss.table.live_floor import Floor
from pitboss.table.live_state import LiveState
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from tests.ledger.books import rows_of
from tests.ledger.losing import answers_lost
from tests.ledger.reached import listening
from tests.table.orders import at
from tests.table.served import ask, floor_of, open_with
from tests.table.test_table_runner import bets, kept

CLOCK = Clock()


class Night:
    """A table where ann and bob sit, what ann is sent, and the time."""

    def __init__(self, store: Store, room: Room, floor: Floor) -> None:
        self.store, self.room, self.floor = store, room, floor
        self.sent: list[dict[str, Any]] = []
        self.time = 0.0

    async def ask(self, person: str, **command: Any) -> dict[str, Any]:
        return await ask(self.room, person, **command)

    @property
    def live(self) -> LiveState:
        return self.room.live

    def players(self) -> list[str]:
        return [seat.player for seat in self.live.state.seats] if self.live.state else []


def at_a_table(store: Store, evening: Callable[[Night], Awaitable[None]], clock: Clock | None = None) -> None:
    async def play() -> None:
        times = [0.0]
        async with floor_of(store, lambda: times[0]) as floor:
            room = await open_with(floor, "ann", "bob", clock=clock)
            night = Night(store, room, floor)
            night.__dict__["times"] = times
            room.watch(Watcher("ann", lambda frame: night.sent.append(json.loads(frame))))
            await evening(night)

    asyncio.run(play())
    assert audit(store).faults == ()


@contextmanager
def away() -> Iterator[None]:
    """Nothing can be stored inside the block."""

    def hook(name: str) -> None:
        if name == "store:before commit":
            raise Unreachable("no disk")

    with listening(hook):
        yield


BET = {"id": "b", "do": "bets", "seat": 1, "wagers": {"ante": 1000}, "seed": ""}


def test_a_command_whose_answer_was_lost_is_done_and_told(store: Store) -> None:
    async def evening(night: Night) -> None:
        with answers_lost(stored=True):
            answer = await night.ask("ann", **BET)
        assert answer["t"] == "done"
        assert night.players() == ["ann"]
        assert night.sent[-1]["t"] == "update"
        assert kept(store, night.room) == night.live.seating
        assert (await night.ask("ann", **BET))["t"] == "done"
        assert (await night.ask("ann", id="r", do="ready"))["t"] == "done"
        assert (await night.ask("bob", id="r", do="ready"))["t"] == "done"
        assert night.live.phase == "decisions"

    at_a_table(store, evening)


def test_a_seat_whose_answer_was_lost_is_taken(store: Store) -> None:
    """A command that is no deed of the books: who sits where is looked up too."""

    async def evening(night: Night) -> None:
        await night.room.come("cid", "cid")
        for stored in (False, True):
            with answers_lost(stored=stored):
                answer = await night.ask("cid", id=f"s {stored}".replace(" ", "-"), do="sit", seat=3)
            assert answer["t"] == ("done" if stored else "refused")
            seated = night.live.seating.at(3)
            assert (seated.id if seated else None) == ("cid" if stored else None)
            assert kept(store, night.room).at(3) == seated

    at_a_table(store, evening)


def test_a_refused_command_has_not_happened(store: Store) -> None:
    async def evening(night: Night) -> None:
        before = len(night.sent)
        with answers_lost(stored=False):
            answer = await night.ask("ann", **BET)
        assert (answer["t"], answer["code"]) == ("refused", "unavailable")
        assert night.players() == []
        assert len(night.sent) == before
        assert (await night.ask("ann", **BET))["t"] == "done"
        assert night.players() == ["ann"]

    at_a_table(store, evening)


def test_what_was_done_is_never_refused_when_it_is_said_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer was lost, and now nobody here can look it up: no database, or the table is another's."""

    async def evening(night: Night) -> None:
        assert (await night.ask("ann", **BET))["t"] == "done"

        def away(*_: object) -> None:
            raise Unreachable("no network")

        with monkeypatch.context() as patch:
            patch.setattr(stored_calls, "check_held", away)
            assert (await night.ask("ann", **BET))["t"] == "unknown"
        assert (await night.ask("ann", **BET))["t"] == "done"
        store.write(lambda connection: take_lease(connection, night.room.live.id))
        assert (await night.ask("ann", **BET))["t"] == "unknown"
        assert night.room.gone
        assert (await night.ask("ann", **BET))["t"] == "unknown"

    at_a_table(store, evening)


@pytest.mark.parametrize("stored", [True, False])
def test_what_nobody_can_say_is_unknown_until_somebody_can(store: Store, stored: bool) -> None:
    async def evening(night: Night) -> None:
        def cut(name: str) -> None:
            if name == "store:before commit" and night.room._calls.unsure is not None:
                raise Unreachable("no network")

        with listening(cut):
            with answers_lost(stored=stored):
                assert (await night.ask("ann", **BET)) == {
                    "t": "unknown",
                    "id": "b",
                    "text": "The answer of the database was lost: say it again under the same id",
                }
            assert (await night.ask("ann", **BET))["t"] == "unknown"
            assert night.players() == []  # nobody is shown what may not be
        assert (await night.ask("ann", **BET))["t"] == "done"
        assert night.players() == ["ann"]
        assert night.sent[-1]["rev"] == night.live.rev

    at_a_table(store, evening)


def test_a_fault_in_the_middle_of_a_call_leaves_nothing_of_it(store: Store) -> None:
    """The last `ready` deals; if the deal cannot be stored nobody is ready, and the clock of nobody runs."""

    async def evening(night: Night) -> None:
        await night.room.do(bets(night.room, "ann", 1, "b"))
        await night.room.do(at(night.room).ready("ann"))

        def full(name: str) -> None:
            if name == "StartDeal:moved":
                raise Unreachable("disk full")

        with listening(full):
            answer = await night.ask("bob", id="r", do="ready")
        assert (answer["t"], answer["code"]) == ("refused", "unavailable")
        assert night.live.phase == "bets"
        assert not night.live.seating.people["bob"].ready
        assert kept(store, night.room) == night.live.seating
        assert (await night.ask("bob", id="r", do="ready"))["t"] == "done"
        assert night.live.phase == "decisions"

    at_a_table(store, evening)


def test_a_table_without_a_clock_goes_on_by_itself_when_the_database_is_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob's connection ends while the database is away: ann is ready, and would wait for ever."""
    monkeypatch.setattr(rooms, "RETRIES", (0.001,))

    async def evening(night: Night) -> None:
        await night.room.do(bets(night.room, "ann", 1, "b"))
        await night.room.do(at(night.room).ready("ann"))
        with away():
            with pytest.raises(Unreachable):
                await night.room.miss("bob")
            assert night.room.stuck
            assert night.live.seating.people["bob"].here
        async with asyncio.timeout(60):
            while night.room.stuck:
                await asyncio.sleep(0)
        assert not night.live.seating.people["bob"].here
        assert night.live.phase == "decisions"

    at_a_table(store, evening)


def test_who_comes_back_in_time_is_not_missed_later(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "RETRIES", (60.0,))

    async def evening(night: Night) -> None:
        with away(), pytest.raises(Unreachable):
            await night.room.miss("bob")
        await night.room.come("bob", "bob")
        await night.room.do(night.room._tick())
        assert night.live.seating.people["bob"].here

    at_a_table(store, evening)


async def _decisions(room: Room) -> None:
    await room.do(bets(room, "ann", 1, "b"))
    for person in ("ann", "bob"):
        await room.do(at(room).ready(person))


@pytest.mark.clause("STD-13")
def test_std_13_after_a_pause_of_the_database_people_have_their_time_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "RETRIES", (60.0,))

    async def evening(night: Night) -> None:
        times = night.__dict__["times"]
        await _decisions(night.room)
        assert night.live.deadline == CLOCK.decision
        times[0] = 20.0
        with away(), pytest.raises(Unreachable):
            await night.room.do(night.room._tick())
        times[0] = 30.0
        await night.room.do(night.room._tick())
        assert night.live.phase == "decisions"
        assert night.live.deadline == 30.0 + CLOCK.decision
        assert night.sent[-1]["events"] == [{"k": "resumed"}]
        times[0] = night.live.deadline
        await night.room.do(night.room._tick())
        assert night.live.phase == "settled"

    at_a_table(store, evening, CLOCK)


@pytest.mark.clause("STD-13")
def test_std_13_after_a_pause_of_the_process_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(night: Night) -> None:
        times = night.__dict__["times"]
        await _decisions(night.room)
        times[0] = 100.0
        night.floor.pulse = 0.0  # it was long ago that anything happened here
        await night.room.do(night.room._tick())
        assert night.live.deadline == 100.0 + CLOCK.decision

    at_a_table(store, evening, CLOCK)


def test_an_acknowledged_seat_is_not_lost_to_a_server_that_has_lost_the_table(store: Store) -> None:
    """The lobby is fenced by the epoch, as the books are; who has lost a table drops it, and serves on."""

    async def evening(night: Night) -> None:
        table = night.live.id
        store.write(lambda connection: take_lease(connection, table))
        before = store.read(journal.all_lobbies)
        await_ = night.ask("ann", id="s", do="instruct", instruction="away fold")
        assert (await await_)["t"] == "unknown", "only who has the table can say"
        assert store.read(journal.all_lobbies) == before
        assert night.room.parked
        assert night.floor.lost is None
        assert table not in night.floor.rooms

    at_a_table(store, evening)


def test_a_table_is_opened_once_though_the_answer_was_lost(store: Store, place: str) -> None:
    async def evening(night: Night) -> None:
        for stored in (True, False):
            with answers_lost(stored=stored):
                room = await night.floor.open(Settings("two", None), night.live.table, "op")
            await night.floor.close(room.live.id, "op")

    at_a_table(store, evening)
    again = open_store(place)
    assert len(again.read(journal.all_lobbies)) == 1
    again.close()


def test_an_outcome_is_no_refusal() -> None:
    assert not issubclass(OutcomeUnknown, Unreachable)


# A command under an id is done once, whoever runs the table when it comes again
def test_what_moves_no_money_is_done_once_by_whoever_runs_the_table(store: Store) -> None:
    async def evening() -> None:
        async with floor_of(store) as first, floor_of(store) as second:
            first.pit.grant("ann", 100_000, "op", "grant")
            room = await open_with(first)
            await room.come("ann", "Ann")
            done: list[dict[str, Any]] = []
            for do, fields in (
                ("sit", {"seat": 2}),
                ("instruct", {"instruction": "away fold"}),
                ("bets", {"seat": 2, "wagers": {"ante": 1000}}),
                ("ready", {}),
                ("fold", {"seat": 2}),
                ("next", {}),
                ("stand", {"seat": 2}),
            ):
                done.append({"do": do, "id": f"the-{do}", "rev": room.live.rev, **fields})
                assert (await ask(room, "ann", **done[-1]))["t"] == "done"
            assert await second.start() == 1
            room = second.room(room.live.id)
            before, rows = room.live, rows_of(store)
            for said in done:
                assert (await ask(room, "ann", **said))["t"] == "done"
                leaves = {"do": "leave", "id": said["id"], "rev": said["rev"]}
                other = said | {"seat": 3} if "seat" in said else leaves
                assert (await ask(room, "ann", **other))["code"] == "id_used"
            assert room.live == before
            assert rows_of(store) == rows

    asyncio.run(evening())
    assert audit(store).faults == ()

"""The desk with workers that a test holds: who comes when, who is refused, what is given up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from pitboss.desk import desk as desks
from pitboss.desk.desk import Desk, LaneName
from pitboss.round import Refusal
from tests.desk.hands import Office, named, settled

NOON = 1_800_000_000.0


def at_a_desk(play: Callable[[Desk, Office], Awaitable[None]], **more: int) -> None:
    """Plays a scene at a desk with one worker for everybody, and one for the house."""

    async def scene() -> None:
        office = Office()
        desk = Desk(1, start=office.start, now=lambda: NOON, clock=lambda: 0.0, **more)
        try:
            await play(desk, office)
        finally:
            await desk.close()

    asyncio.run(scene())


def asks(desk: Desk, asker: str, *names: str, lane: LaneName = "public") -> list[asyncio.Task[bytes]]:
    return [asyncio.create_task(desk.ask(asker, named(name), lane=lane)) for name in names]


def test_askers_are_served_in_turn() -> None:
    """Who asks for ten things does not keep others waiting for ten."""

    async def play(desk: Desk, office: Office) -> None:
        tasks = asks(desk, "ann", *(f"a{number}" for number in range(5)))
        await settled()
        tasks += asks(desk, "bob", "b0", "b1") + asks(desk, "cat", "c0")
        for name in ("a0", "b0", "c0", "a1", "b1", "a2", "a3", "a4"):
            await settled()
            assert office.begun[-1] == name
            office.let(named(name)).set()
        assert [await task for task in tasks[:2]] == [b"a0", b"a1"]

    at_a_desk(play)


def test_the_house_does_not_wait_for_anybody() -> None:
    async def play(desk: Desk, office: Office) -> None:
        asks(desk, "ann", "a0", "a1")
        asks(desk, "table t", "t0", "t1", lane="house")
        await settled()
        assert sorted(office.begun) == ["a0", "t0"]  # a worker of its own, and
        office.let(named("a0")).set()
        await settled()
        assert office.begun[-1] == "t1"  # the next free one
        assert "a1" not in office.begun

    at_a_desk(play)


def test_too_much_is_refused_with_the_time_to_come_back() -> None:
    async def play(desk: Desk, office: Office) -> None:
        asks(desk, "ann", "a0", "a1")
        await settled()
        with pytest.raises(Refusal) as mine:
            await desk.ask("ann", named("a2"))
        assert mine.value.code == "rate"
        assert int(NOON * 1000) < int(mine.value.values["again"]) <= int((NOON + 60) * 1000)
        office.let(named("a0")).set()

    at_a_desk(play, most_each=2)


def test_a_full_desk_loses_the_one_who_would_be_served_last() -> None:
    """An asker who has nothing waiting finds room; where nobody has more, the newcomer finds none."""

    async def play(desk: Desk, office: Office) -> None:
        ann = asks(desk, "ann", "a0", "a1")
        bob = asks(desk, "bob", "b0")
        await settled()
        cat = asks(desk, "cat", "c0")
        await settled()
        with pytest.raises(Refusal) as pushed:
            await ann[1]
        assert pushed.value.code == "rate"
        assert int(NOON * 1000) < int(pushed.value.values["again"]) <= int((NOON + 60) * 1000)
        with pytest.raises(Refusal) as late:
            await desk.ask("dan", named("d0"))
        assert late.value.code == "rate"
        assert desk.waiting == 3
        for name in ("a0", "b0", "c0"):
            office.let(named(name)).set()
        assert await asyncio.gather(ann[0], *bob, *cat) == [b"a0", b"b0", b"c0"]

    at_a_desk(play, most=3)


def test_equal_questions_are_worked_out_once_and_kept() -> None:
    async def play(desk: Desk, office: Office) -> None:
        asked = named("q", kept=True)
        tasks = [asyncio.create_task(desk.ask(f"asker {number}", asked)) for number in range(9)]
        await settled()
        office.let(asked).set()
        assert await asyncio.gather(*tasks) == [b"q"] * 9
        assert await desk.ask("late", asked) == b"q"
        assert office.begun == ["q"]

    at_a_desk(play)


def test_what_is_kept_is_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "KEPT", 5_000)

    async def play(desk: Desk, office: Office) -> None:
        for number in range(50):
            asked = named(f"{number}", kept=True)
            office.let(asked).set()
            await desk.ask("ann", asked)
        assert desk._size <= 5_000
        assert desk.known(named("49")) == b"49"
        assert desk.known(named("0")) is None
        assert desk._size == sum(500 + 3 * len(each.values) for each in desk._answers)

    at_a_desk(play)


def test_who_goes_while_waiting_is_never_served() -> None:
    async def play(desk: Desk, office: Office) -> None:
        tasks = asks(desk, "ann", "a0", "a1")
        await settled()
        tasks[1].cancel()
        await settled()
        office.let(named("a0")).set()
        await settled()
        assert office.begun == ["a0"]
        assert not desk._open
        assert not desk.waiting

    at_a_desk(play)


def test_who_goes_during_a_long_reckoning_frees_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "GRACE", 0.0)

    async def play(desk: Desk, office: Office) -> None:
        tasks = asks(desk, "ann", "a0") + asks(desk, "bob", "b0")
        await settled()
        tasks[0].cancel()
        await asyncio.sleep(0.01)
        await settled()
        assert (office.killed, office.started) == (1, 2)
        assert office.begun == ["a0", "b0"]
        office.let(named("b0")).set()
        assert await tasks[1] == b"b0"

    at_a_desk(play)


def test_it_goes_on_while_another_waits_for_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "GRACE", 0.0)

    async def play(desk: Desk, office: Office) -> None:
        ann, bob = asks(desk, "ann", "q") + asks(desk, "bob", "q")
        await settled()
        ann.cancel()
        await asyncio.sleep(0.01)
        office.let(named("q")).set()
        assert await bob == b"q"
        assert office.killed == 0

    at_a_desk(play)


def test_what_takes_too_long_is_ended_and_the_next_is_served() -> None:
    async def play(desk: Desk, office: Office) -> None:
        with pytest.raises(Refusal) as late:
            await desk.ask("ann", named("slow", seconds=0.01))
        assert late.value.code == "too_long"
        assert office.killed == 1
        office.let(named("next")).set()
        assert await desk.ask("ann", named("next")) == b"next"

    at_a_desk(play)


def test_a_worker_that_dies_costs_one_answer() -> None:
    async def play(desk: Desk, office: Office) -> None:
        (task,) = asks(desk, "ann", "a0")
        await settled()
        worker = desk.hands[0].worker
        assert worker is not None
        await worker.end()
        with pytest.raises(Refusal) as gone:
            await task
        assert gone.value.code == "unavailable"
        office.let(named("a1")).set()
        assert await desk.ask("ann", named("a1")) == b"a1"
        assert office.started == 2

    at_a_desk(play)


def test_a_worker_that_has_grown_is_replaced() -> None:
    async def play(desk: Desk, office: Office) -> None:
        office.memory = desks.MOST_MEMORY + 1
        for name in ("a0", "a1"):
            office.let(named(name)).set()
            await desk.ask("ann", named(name))
        assert (office.started, office.killed) == (2, 2)

    at_a_desk(play)


def test_a_desk_that_closes_tells_who_waits() -> None:
    async def play(desk: Desk, office: Office) -> None:
        tasks = asks(desk, "ann", "a0", "a1")
        await settled()
        await desk.close()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [each.code for each in told if isinstance(each, Refusal)] == ["unavailable"] * 2
        with pytest.raises(Refusal):
            await desk.ask("bob", named("b0"))

    at_a_desk(play)

"""What an evening may take: tables within everybody's limits, rounds only while a person is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from pydantic import ValidationError

from pitboss.evening.commands import BotsAsked, Entering, EveningAsked
from pitboss.round import Refusal
from pitboss.table.audience import Watcher
from pitboss.table.lobby import Most
from tests.evening.night import Night, announced, open_night
from tests.evening.test_night import cents, run, started
from tests.table.rig import new_store

MINUTE = 60
LONG = {"levels": [{"low": 1000, "high": 10_000}]}  # nobody is out soon


def refused(code: str, call: Callable[..., object], *args: object) -> str:
    with pytest.raises(Refusal) as found:
        call(*args)
    assert found.value.code == code
    return found.value.text


@pytest.mark.parametrize("most", [Most(2, 20, 40), Most(500, 2, 40)], ids=["house", "host"])
def test_an_evening_that_needs_more_tables_than_there_is_room_for_does_not_start(most: Most) -> None:
    async def play() -> None:
        async with open_night(new_store(), most=most) as night:
            host, ann = night.person("host"), night.person("ann")
            evening = night.announce(host, bots=4, **{**announced(), "seats": 2, "late_until": 3})
            night.evenings.enter(evening, Entering(id=night.id()), ann)
            assert "needs 3 tables" in refused("rate", night.do, evening, "start", host)
            assert night.value(evening).phase == "listed"
            assert not any(cents(night.store, "chips").values())
            night.check()

    asyncio.run(play())


def test_late_entries_and_further_evenings_count_too_until_the_evening_is_over() -> None:
    async def play() -> None:
        async with open_night(new_store(), most=Most(500, 4, 40)) as night:
            host, ann = night.person("host"), night.person("ann")
            plan = {**announced(), "seats": 2, "late_until": 3}
            first, second = (night.announce(host, bots=3, **plan) for _ in range(2))
            for evening in (first, second):
                night.evenings.enter(evening, Entering(id=night.id()), ann)
            night.do(first, "start", host)  # two tables
            night.do(second, "start", host)  # all four are taken before the first one is opened
            for _ in range(3):
                await night.wait(2, watched=True)
            assert len(night.floor.rooms) == 4
            more = BotsAsked(id=night.id(), bots=1)
            refused("rate", night.evenings.add_bots, first, more, host)
            assert len(night.value(first).entrants) == 4
            night.do(second, "call_off", host)
            await night.play(rounds=0)
            for _ in range(20):
                await night.wait(2, watched=True)
            night.evenings.add_bots(first, more, host)
            assert len(night.value(first).entrants) == 5
            night.check()

    asyncio.run(play())


def test_bots_do_not_play_alone() -> None:
    async def play(night: Night) -> None:
        host = night.person("host")
        evening = night.announce(host, bots=3)
        refused("few", night.do, evening, "start", host)
        assert night.value(evening).phase == "listed"

    run(play)


def test_without_a_person_no_further_round_begins_and_the_evening_ends_with_empty_accounts() -> None:
    async def play(night: Night) -> None:
        evening = await started(night, "ann", "bob", bots=4, **LONG)
        await night.wait(0)
        for _ in range(30):
            await night.wait(4)
        after_two_minutes = night.value(evening)
        assert after_two_minutes.phase == "running"
        for _ in range(60):
            await night.wait(4)
        assert night.value(evening).round == after_two_minutes.round < 6  # 22 seconds each, in one minute
        for _ in range(60):
            await night.wait(5)
        off = night.value(evening)
        assert (off.phase, off.calling_off) == ("called_off", True)
        assert {"deserted", "called_off"} <= {each.what for each in off.news}
        assert not any(cents(night.store, "chips").values())
        assert not any(cents(night.store, "tray").values())
        night.floor.sweep()
        assert not night.floor.rooms

    run(play)


def test_it_goes_on_where_a_person_looks_on_and_waits_where_one_was_paused() -> None:
    async def play(night: Night) -> None:
        evening = await started(night, "ann", "bob", bots=4, **LONG)
        room = night.floor.rooms[night.value(evening).tables[0]]
        room.watch(watcher := Watcher("cid", lambda _: None))
        for _ in range(30):
            await night.wait(MINUTE)
        assert night.value(evening).phase == "running"
        assert night.value(evening).round > 10
        room.unwatch(watcher)
        room.watch(Watcher(None, lambda _: None))  # a spectator whom nobody knows may be anything
        night.do(evening, "pause", night.person("h2")._replace(id="host"))
        for _ in range(12 * 60 - 1):
            await night.wait(MINUTE)
        assert night.value(evening).phase == "running"
        for _ in range(3):
            await night.wait(MINUTE)
        assert night.value(evening).phase == "called_off"

    run(play)


def test_a_server_that_begins_anew_gives_people_the_time_to_come_back() -> None:
    store = new_store()

    async def play() -> None:
        async with open_night(store, "first") as night:
            evening = await started(night, "ann", "bob")
        async with open_night(store, "second") as again:
            again.now = night.now + 3_600_000
            await again.wait(0)
            for _ in range(9):
                await again.wait(MINUTE)
            await again.wait(3600)  # nor is the time held against them in which nobody looked
            for _ in range(9):
                await again.wait(MINUTE)
            assert again.value(evening).phase == "running"
            for _ in range(4):
                await again.wait(MINUTE)
            assert again.value(evening).phase == "called_off"
            again.check()

    asyncio.run(play())


@pytest.mark.parametrize("clock", [{"bets": 4}, {"decision": 4.5}, {"result": 0}, {"result": 1.9}])
def test_no_clock_is_so_short_that_bots_spin(clock: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        EveningAsked.model_validate({"id": "a", **announced(), "clock": clock})

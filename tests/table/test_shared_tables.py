"""Tables of one house at two servers: nobody is robbed, what was left is taken up, who lost it is silent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.ledger.journal import LeaseLost
from pitboss.ledger.people import add_guest
from pitboss.ledger.servers import Lease, lease_of
from pitboss.proof.house_audit import audit
from pitboss.round import Refusal
from pitboss.table import PitTable
from pitboss.table.live_state import LiveState
from pitboss.table.rooms import Elsewhere
from pitboss.table.table_runner import MOVED, Room
from pitboss.table.views import table_view
from tests.ledger.books import rows_of
from tests.table.orders import at
from tests.table.shared_house import ANTE, HOUR, Onlooker, Server, StillKeeper, loop_turns, share

pytestmark = pytest.mark.parametrize("place", ["postgresql"], indirect=True)


async def bet(room: Room, person: str, seat: int) -> None:
    await room.do(at(room).bet(person, f"bet {person}", seat, ANTE))


async def deal(room: Room, *people: str) -> None:
    """Cards are out for these, from the first seat on."""
    for seat, person in enumerate(people, 1):
        await bet(room, person, seat)
    for person in people:
        await room.do(at(room).ready(person))
    assert room.live.phase == "decisions"


async def there_is(server: Server, table: str, address: str) -> None:
    """A table is at another server, and its way is told."""
    with pytest.raises(Elsewhere) as told:
        await server.floor.seek(table)
    assert told.value.address == address
    assert table not in server.floor.rooms


def test_a_table_of_a_running_server_stays_there_and_one_of_a_dead_one_is_taken_up(place: str) -> None:
    async def evening(here: Server, there: Server) -> None:
        room = await here.open("t", "ann")
        await deal(room, "ann")
        await there_is(there, "t", here.address)
        assert not await there.floor.takeover.take_free()
        here.dies()
        found = await there.floor.seek("t")
        assert there.floor.rooms == {"t": found}
        assert found.live.state == room.live.state
        assert found.live.rev > room.live.rev
        way = await here.floor.way_to("t")  # a room that it still believes in: its next call tells it better
        assert way is None
        with pytest.raises(LeaseLost):
            await room.do(at(room).decide("ann", "late", 1, "fold"))
        await there_is(here, "t", there.address)
        await found.do(at(found).decide("ann", "fold", 1, "fold"))
        assert found.live.phase == "settled"
        assert audit(there.store).clean

    share(place, evening)


def test_a_server_that_starts_takes_only_what_nobody_has(place: str) -> None:
    async def evening(here: Server, there: Server) -> None:
        kept = await here.open("kept", "ann")
        epoch = kept.live.stored_table.epoch
        new = Server(place, "new")
        assert await new.floor.start() == 0
        await bet(kept, "ann", 1)
        assert kept.live.stored_table.epoch == epoch
        for number in range(3):
            await there.open(f"left {number}")
        there.dies()
        newer = Server(place, "newer")
        assert await newer.floor.start() == 0, "it answers first"
        found = await newer.floor.seek("left 1")
        assert newer.floor.rooms == {"left 1": found}, "what somebody asks for comes first"
        while await newer.floor.takeover.take_free():
            pass
        assert len(newer.floor.rooms) == 2, "of four tables and three servers, its part"
        while not await newer.floor.takeover.take_free():
            assert len(newer.floor.rooms) == 2
        assert newer.floor.rooms.keys() == {"left 0", "left 1", "left 2"}, "nobody else has taken it"
        await new.ends()
        await newer.ends()

    share(place, evening)


def test_a_server_whose_lease_runs_out_while_it_starts_opens_and_goes_on_later(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine with far too much to do: the watch takes the tables when there is a lease again."""

    async def evening(here: Server, there: Server) -> None:
        await here.open("t", "ann")
        await here.floor.stop()
        new = Server(place, "new")

        def begin() -> None:
            StillKeeper.start(new.keeper)
            new.dies()

        monkeypatch.setattr(new.keeper, "start", begin)
        assert await new.floor.start() == 0
        assert not await new.floor.takeover.take_free()
        new.keeper.beat()
        assert await new.floor.takeover.take_free()
        await bet(new.floor.rooms["t"], "ann", 1)
        await new.ends()

    share(place, evening)


def test_two_that_start_at_once_take_each_table_once(place: str) -> None:
    async def evening(here: Server, there: Server) -> None:
        names = {f"table {number}" for number in range(6)}
        for name in names:
            await here.open(name)
        await here.floor.stop()
        one, two = Server(place, "one"), Server(place, "two")
        await asyncio.gather(one.floor.start(), two.floor.start())
        there.dies()
        while any(await asyncio.gather(one.floor.takeover.take_free(), two.floor.takeover.take_free())):
            pass
        assert (len(one.floor.rooms), len(two.floor.rooms)) == (3, 3), "each its part"
        assert one.floor.rooms.keys() | two.floor.rooms.keys() == names
        assert not one.floor.rooms.keys() & two.floor.rooms.keys()
        epochs = {room.live.stored_table.epoch for each in (one, two) for room in each.floor.rooms.values()}
        assert epochs == {2}, "opened, and taken up once"
        await one.ends()
        await two.ends()

    share(place, evening)


def test_a_server_that_stops_hands_over_at_once(place: str) -> None:
    async def evening(here: Server, there: Server) -> None:
        room = await here.open("t", "ann")
        await deal(room, "ann")
        assert not await there.floor.takeover.take_free()
        await here.floor.stop()
        assert await there.floor.takeover.take_free()
        found = there.floor.rooms["t"]
        assert found.live.state == room.live.state
        await found.do(at(found).decide("ann", "fold", 1, "fold"))
        assert found.live.phase == "settled"

    share(place, evening)


def test_what_somebody_asked_for_is_not_taken_up_again_by_the_watch(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watch has seen it without an owner, and somebody is faster: a second room would rob the first."""

    async def evening(here: Server, there: Server) -> None:
        await here.open("t", "ann")
        here.dies()
        seen = there.floor.takeover._free(())
        assert seen == (["t"], False)
        both = await asyncio.gather(there.floor.seek("t"), there.floor.seek("t"))
        room = both[0]
        assert both[1] is room
        onlooker = Onlooker(room)
        monkeypatch.setattr(there.floor.takeover, "_free", lambda here, alone: seen)
        await there.floor.takeover.take_free()
        assert there.floor.rooms == {"t": room}
        assert room.live.stored_table.epoch == 2
        before = len(onlooker.sent)
        await bet(room, "ann", 1)
        assert len(onlooker.sent) > before
        assert onlooker.cut == []

    share(place, evening)


def test_who_asks_for_a_table_in_the_last_moments_of_its_lease_waits_and_has_it(place: str) -> None:
    """Its server has not renewed: the address would lead nowhere."""

    async def evening(here: Server, there: Server) -> None:
        room = await here.open("t", "ann")
        await deal(room, "ann")
        await there_is(there, "t", here.address)
        here.falls_silent(milliseconds=100)
        found = await there.floor.seek("t")
        assert there.floor.rooms == {"t": found}
        assert found.live.state == room.live.state

    share(place, evening)


def test_a_server_that_renews_in_the_last_moment_keeps_its_table(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(here: Server, there: Server) -> None:
        await here.open("t", "ann")
        late, read = [Lease("here 1", here.address, 20)], lease_of
        answer = lambda *asked: late.pop() if late else read(*asked)  # noqa: E731
        monkeypatch.setattr("pitboss.table.rooms.lease_of", answer)
        await there_is(there, "t", here.address)
        assert late == []

    share(place, evening)


def test_what_was_stored_until_the_last_moment_is_taken_up(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call of the old owner that was under way when its lease ran out may end just before it is robbed."""

    async def evening(here: Server, there: Server) -> None:
        room = await here.open("t", "ann")
        await room.come("bob", "Bob")
        loop, take = asyncio.get_running_loop(), there.pit.take

        def last_moment(table: str, *, owner: str | None = None) -> PitTable:
            sits = room.do(at(room).sit("bob", 2))
            asyncio.run_coroutine_threadsafe(sits, loop).result()
            return take(table, owner=owner)

        here.dies()
        monkeypatch.setattr(there.pit, "take", last_moment)
        found = await there.floor.seek("t")
        assert [each.id for each in found.live.seating.seated()] == ["ann", "bob"]

    share(place, evening)


async def in_the_database(here: Server) -> None:
    """Its lease runs out there alone: as for a process that was stopped before its clock was asked."""
    here.dies()


async def by_its_own_clock(here: Server) -> None:
    """It could not renew in time, and knows it by itself; nothing is asked of the database."""
    here.time += 2 * HOUR
    here.dies()


@pytest.mark.parametrize("loses", [in_the_database, by_its_own_clock])
def test_who_has_lost_a_table_says_and_writes_nothing_more(
    place: str, loses: Callable[[Server], Awaitable[None]]
) -> None:
    async def evening(here: Server, there: Server) -> None:
        room = await here.open("t", "ann", "bob")
        await bet(room, "ann", 1)
        onlookers = [Onlooker(room, person) for person in ("ann", "bob", None)]
        sent = [list(each.sent) for each in onlookers]
        await loses(here)
        assert await there.floor.takeover.take_free()
        found = there.floor.rooms["t"]
        await bet(found, "bob", 2)
        before = rows_of(there.store)
        with pytest.raises((LeaseLost, Refusal)) as fault:
            await room.do(at(room).ready("ann"))
        assert isinstance(fault.value, LeaseLost) or getattr(fault.value, "code", "") == "unavailable"
        here.keeper.look()
        await loop_turns()
        assert rows_of(there.store) == before
        assert [each.sent for each in onlookers] == sent
        assert [each.cut for each in onlookers] == [[MOVED]] * 3
        assert (here.floor.rooms, room.gone) == ({}, True)
        late = Onlooker(room)  # who was on the way to it
        assert (late.sent, late.cut) == ([], [MOVED])
        await found.do(at(found).ready("ann"))
        assert audit(there.store).clean

    share(place, evening)


def test_a_server_that_begins_anew_has_nothing_of_what_it_had_before(place: str) -> None:
    """A new lease says nothing of tables that were taken under the old one, also before they are put away."""

    async def evening(here: Server, there: Server) -> None:
        room = await here.open("t", "ann")
        onlooker = Onlooker(room)
        here.time += 2 * HOUR
        here.keeper.look()
        here.keeper.beat()
        assert here.floor.holds()
        assert room.gone
        again = await here.floor.seek("t")
        assert again is not room
        await loop_turns()
        assert here.floor.rooms == {"t": again}
        assert (onlooker.cut, len(onlooker.sent)) == ([MOVED], 1)
        await bet(again, "ann", 1)

    share(place, evening)


def picture(live: LiveState, person: str | None) -> dict[str, Any]:
    """A table as somebody sees it, but for what only its owner knows.

    That is how often it has changed, what people have in hand, from which meter on a bet is fair, and how a
    round ended that is over.
    """
    view = asdict(table_view(live, person))
    del view["rev"]
    if view["state"]["meter"]:
        del view["state"]["meter"]["break_even"]
    for seat in (*view["seats"], *view["you"]["seats"]):
        del seat["stack"]
    return view


@pytest.mark.parametrize("phase", ["bets", "decisions", "settled"])
def test_a_table_is_read_elsewhere_as_its_owner_shows_it(place: str, phase: str) -> None:
    async def evening(here: Server, there: Server) -> None:
        room = await here.open("t", "ann", "bob")
        if phase == "bets":
            await bet(room, "ann", 1)
            await room.do(at(room).ready("ann"))
        else:
            await deal(room, "ann", "bob")
            await room.do(at(room).decide("ann", "fold ann", 1, "fold"))
        if phase == "settled":
            await room.do(at(room).decide("bob", "fold bob", 2, "fold"))
        assert room.live.phase == phase
        epoch = room.live.stored_table.epoch
        read = await there.floor.look("t")
        owned = room.live if phase != "settled" else replace(room.live, last=None)
        for person in ("ann", "bob", "eve", None):
            assert picture(read, person) == picture(owned, person)
        assert there.floor.rooms == {}
        await room.do(at(room).say("ann", "instruct", instruction="fold"))
        assert room.live.stored_table.epoch == epoch, "nobody was robbed"

    share(place, evening)


def test_who_signs_out_at_one_server_goes_from_the_tables_of_the_other(place: str) -> None:
    async def evening(here: Server, there: Server) -> None:
        for person in ("ann", "bob"):
            here.store.write(partial(add_guest, person=person, now=0))
        room = await there.open("t", "ann", "bob")
        ann, bob = Onlooker(room, "ann"), Onlooker(room, "bob")
        here.departures.announce("ann", "signed_out")
        assert (ann.cut, bob.cut) == ([], [])
        await there.hears_departures()
        assert (ann.cut, bob.cut) == (["signed_out"], [])
        here.departures.announce("bob", "excluded")
        await there.hears_departures()
        assert bob.cut == ["excluded"]
        assert [each.id for each in room.live.seating.seated()] == ["ann"]
        await there.hears_departures()
        assert (len(ann.cut), len(bob.cut)) == (1, 1)

    share(place, evening)

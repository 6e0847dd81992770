"""Evenings over real tables and books: played to their end, disturbed, restarted, tampered with, audited."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from pitboss.evening.commands import Entering, Hosting, Removing
from pitboss.evening.model import standings
from pitboss.evening.rows import read_evening
from pitboss.house.operator_journal import page_of_acts
from pitboss.ledger import Store, open_store
from pitboss.ledger.operators import ActQuery
from pitboss.ledger.people import set_role
from pitboss.proof.house_audit import audit, audit_picture
from pitboss.round import Refusal
from pitboss.table.audience import Watcher
from pitboss.table.lease_keeper import leases_of
from pitboss.table.pit import sweep_everywhere
from tests.databases import Databases, databases, place, store
from tests.evening.night import Night, announced, open_night, play_bots
from tests.evening.torment import check_places, torment
from tests.ledger.books import balances
from tests.seen import SeenTable
from tests.table.rig import new_store

__all__ = ["databases", "place", "store"]

Play = Callable[[Night], Awaitable[None]]
BOTS = 4


def run(play: Play, on: Store | None = None) -> Store:
    """A night on a store, which is audited at its end."""
    here = on or new_store()

    async def whole() -> None:
        async with open_night(here) as night:
            await play(night)
            night.check()

    asyncio.run(whole())
    return here


def cents(store: Store, kind: str) -> dict[str, int]:
    found = balances(store)
    return {name: amount // 10**6 for name, amount in found.items() if name.startswith(f"{kind}:")}


async def started(night: Night, *people: str, **more: object) -> str:
    """An evening of some people, in its first round, everybody at their tables."""
    host = night.person("host")
    evening = night.announce(host, **{**announced(), **more})
    for each in people:
        night.evenings.enter(evening, Entering(id=night.id()), night.person(each))
    night.do(evening, "start", host)
    await night.conductor.look()
    return evening


def test_on_both_databases_it_ends_with_empty_accounts_and_a_clean_audit(store: Store) -> None:
    told = torment(store, "both", 1)
    assert told["rounds"] > 10


@pytest.mark.parametrize("house", ["napa-valley", "shine"])
def test_houses_with_a_bank_and_with_envy_play_evenings(house: str) -> None:
    store = new_store()
    evening = play_bots(store, house, house, "rounds", BOTS, rounds=4)
    check_places(evening)
    assert audit(store).clean
    assert not any(cents(store, "chips").values())
    assert not any(cents(store, "tray").values())


def test_who_misses_a_round_pays_the_lowest_ante_and_keeps_the_rest() -> None:
    async def play(night: Night) -> None:
        evening = await started(night, "ann", "bob")
        await night.bets(evening, "ann", ante=1000)
        assert night.value(evening).round == 1
        await night.wait(20)  # bob has not bet: the cards are dealt without him
        await night.say(evening, "ann", "fold", seat=_seat(night, evening, "ann"))
        await night.wait(2)
        value = night.value(evening)
        assert value.round == 2
        found = {each.id: (each.chips, each.missed, each.rounds) for each in value.entrants}
        assert found == {"ann": (59_000, 0, 1), "bob": (59_000, 1, 0)}
        table = value.tables[0]
        assert cents(night.store, "chips") == {f"chips:{evening}:ann": 59_000, f"chips:{evening}:bob": 59_000}
        assert night.floor.rooms[table].live.evening.round == 2  # type: ignore[union-attr]

    run(play)


class Onlooker:
    """Somebody with the table of an evening and its standings before them."""

    def __init__(self, night: Night, evening: str) -> None:
        self.night, self.evening, self.table = night, evening, SeenTable()
        self.told: list[str] = []  # what has happened, by its kind
        night.floor.rooms[night.value(evening).tables[0]].watch(Watcher(None, self.take))

    def take(self, frame: bytes) -> None:
        found = json.loads(frame)
        self.table.take(found)
        self.told += [each["k"] for each in found.get("events", [])]

    @property
    def view(self) -> dict[str, Any]:
        return self.table.view

    def sees(self, **stacks: int) -> None:
        """The seats, the standings and, as long as it is played, the books say the same."""
        assert {each["person"]: each["stack"] for each in self.view["seats"] if each["name"]} == stacks
        shown = self.night.evenings.look(self.evening, None)
        assert {each.person: each.chips for each in shown.standings} == stacks
        if shown.phase == "running":
            held = cents(self.night.store, "chips")
            assert {name.rpartition(":")[2]: each for name, each in held.items()} == stacks


def test_a_stack_is_the_same_wherever_it_is_shown_and_a_pause_is_shown_at_the_table() -> None:
    async def play(night: Night) -> None:
        host = night.person("h")._replace(id="host")
        evening = await started(night, "ann", "bob", kind="rounds", rounds=3)
        onlooker = Onlooker(night, evening)
        await night.bets(evening, "ann", ante=1000)
        onlooker.sees(ann=58_000, bob=60_000)  # $10 lie on the felt, $10 are kept for Play
        await night.wait(20)
        await night.say(evening, "ann", "fold", seat=_seat(night, evening, "ann"))
        await night.wait(2)  # for which the result stands
        onlooker.sees(ann=59_000, bob=59_000)  # bob has missed the round
        night.do(evening, "pause", host)
        await night.conductor.look()
        assert onlooker.view["evening_paused"]
        assert onlooker.view["deadline"] is not None  # this round is played to its end
        await night.wait(20)
        await night.wait(2)
        onlooker.sees(ann=58_000, bob=58_000)
        await night.wait(100)
        assert (onlooker.view["round"], onlooker.view["deadline"]) == (2, None)
        night.do(evening, "resume", host)
        await night.conductor.look()
        assert (onlooker.view["round"], onlooker.view["evening_paused"]) == (3, False)
        onlooker.sees(ann=58_000, bob=58_000)
        await night.wait(20)
        await night.wait(2)
        assert night.value(evening).phase == "ended"
        onlooker.sees(ann=57_000, bob=57_000)
        assert onlooker.view["closes_by"] == "evening"
        paused = [each for each in onlooker.told if each.startswith("evening")]
        assert paused == ["evening_paused", "evening_resumed"]

    run(play)


def test_nobody_bets_and_the_round_is_over_when_the_clock_is() -> None:
    async def play(night: Night) -> None:
        evening = await started(night, "ann", "bob")
        await night.wait(19)
        assert night.value(evening).round == 1
        await night.wait(1)
        await night.wait(2)
        assert night.value(evening).round == 2
        assert [each.missed for each in night.value(evening).entrants] == [1, 1]

    run(play)


def test_at_its_tables_only_the_evening_seats_people_and_begins_rounds() -> None:
    async def play(night: Night) -> None:
        evening = await started(night, "ann", "bob", clock={"bets": 5.0, "decision": 5.0, "result": 6.0})
        await night.say(evening, "ann", "sit", seat=_seat(night, evening, "ann"))  # where she sits already
        for do, more in (("leave", {}), ("stand", {}), ("sit", {"seat": 3}), ("add_bot", {"bot": "timid"})):
            with pytest.raises(Refusal) as refused:
                await night.say(evening, "ann", do, **more)
            assert refused.value.code == "evening"
        for each in ("ann", "bob"):
            await night.bets(evening, each, ante=1000)
        for each in ("ann", "bob"):
            await night.say(evening, each, "fold", seat=_seat(night, evening, each))
        with pytest.raises(Refusal) as refused:  # the paid round stays on the felt
            await night.bets(evening, "ann", ante=1000)
        assert refused.value.code == "phase"
        await night.conductor.look()
        assert night.value(evening).round == 1
        await night.wait(6)
        assert night.value(evening).round == 2
        assert night.floor.listed("ann") == []  # it is not in the lobby

    run(play)


def test_people_are_moved_between_rounds_with_their_stacks() -> None:
    async def play(night: Night) -> None:
        evening = await started(night, "ann", "bob", "cid", "dot", seats=3)
        first = night.value(evening)
        assert len(first.tables) == 2
        gone = next(each for each in first.entrants if each.table == first.tables[1])
        remove = Removing(id=night.id(), person=gone.id)
        night.evenings.remove(evening, remove, night.person("host2")._replace(id="host"))
        assert night.value(evening).tables == first.tables  # not in the round
        await night.wait(20)
        await night.wait(2)
        value = night.value(evening)
        assert value.tables == first.tables[:1]
        assert sorted(each.id for each in value.seated(value.tables[0]).values()) == sorted(
            {"ann", "bob", "cid", "dot"} - {gone.id}
        )
        await night.conductor.look()
        night.floor.sweep()
        assert list(night.floor.rooms) == [first.tables[0]]  # the other one is closed
        people = night.floor.rooms[first.tables[0]].live.seating.seated()
        assert len(people) == 3

    run(play)


def test_it_survives_a_killed_server_in_the_middle_of_a_round() -> None:
    store = new_store()

    async def play() -> None:
        async with open_night(store, "first") as night:
            evening = await started(night, "ann", "bob")
            await night.bets(evening, "ann", ante=2000)
            async with open_night(store, "second") as again:  # the first one is never told
                again.now = night.now
                assert cents(store, "chips")[f"chips:{evening}:ann"] < 60_000
                await again.wait(0)
                await again.bets(evening, "bob", ante=1000)
                await again.wait(20)
                for each in ("ann", "bob"):
                    await again.say(evening, each, "fold", seat=_seat(again, evening, each))
                await again.wait(2)
                assert [each.chips for each in again.value(evening).entrants] == [58_000, 59_000]
                again.do(evening, "call_off", again.person("x")._replace(id="host"))
                await again.wait(20)
                await again.play(evening)
                assert again.value(evening).phase == "called_off"
                again.check()
        assert not any(cents(store, "chips").values())

    asyncio.run(play())


def test_two_servers_play_one_evening_over_tables_of_both(request: pytest.FixtureRequest) -> None:
    made: Databases = request.getfixturevalue("databases")
    with made.fresh("postgresql") as address:
        asyncio.run(_two_servers(address))


async def _two_servers(address: str) -> None:
    stores = [open_store(address, synchronous="OFF") for _ in range(2)]
    leases = [leases_of(each, f"http://{number}", lambda _: None) for number, each in enumerate(stores)]
    try:
        async with (
            open_night(stores[0], "a", leases=leases[0]) as one,
            open_night(stores[1], "b", leases=leases[1]) as two,
        ):
            host = one.person("host")
            evening = one.announce(host, bots=6, **{**announced("rounds", "shine"), "seats": 2, "rounds": 5})
            one.begin(evening, host)
            stored = two.store.read(lambda connection: read_evening(connection, evening))
            assert stored is not None
            tables = one.value(evening).tables
            await two.conductor.open(stored, one.value(evening), tables[1])
            await asyncio.gather(one.conductor.look(), two.conductor.look())
            assert tables[1] in two.floor.rooms
            assert sorted((*one.floor.rooms, *two.floor.rooms)) == sorted(tables)
            while await one.wait(2, watched=True) | await two.wait(2, watched=True):
                one.floor.sweep()
                two.floor.sweep()
            assert (one.value(evening).phase, one.value(evening).round) == ("ended", 5)
            one.check()
    finally:
        for each in stores:
            each.close()


def test_each_command_is_done_once_and_an_operator_says_why() -> None:
    async def play(night: Night) -> None:
        evening = await started(night, "ann", "bob")
        host, ann = night.person("h2")._replace(id="host"), night.person("a2")._replace(id="ann")
        asked = Hosting(id="p1")
        first = night.evenings.conduct(evening, "pause", asked, host)
        assert night.evenings.conduct(evening, "pause", asked, host).revision == first.revision
        with pytest.raises(Refusal) as refused:
            night.evenings.conduct(evening, "resume", asked, host)
        assert refused.value.code == "id_used"
        with pytest.raises(Refusal) as refused:
            night.evenings.conduct(evening, "resume", Hosting(id="p2"), ann)
        assert refused.value.code == "not_evening_host"
        olga = night.person("olga")
        night.store.write(lambda connection: set_role(connection, "olga", "operator", "test", night.now))
        olga = olga._replace(role="operator")
        with pytest.raises(Refusal) as refused:
            night.evenings.conduct(evening, "resume", Hosting(id="p3"), olga)
        assert refused.value.code == "why"
        for _ in range(2):
            shown = night.evenings.conduct(evening, "resume", Hosting(id="p3", why="the host is lost"), olga)
            assert not shown.paused
        [act] = page_of_acts(night.store, ActQuery(), 10).acts
        assert (act.what, act.after["asked"]["why"]) == ("evening_resume", "the host is lost")

    run(play)


def test_who_is_deleted_is_out_and_the_chips_go_back() -> None:
    async def play(night: Night) -> None:
        evening = await started(night, "ann", "bob", "cid")
        night.store.write(lambda connection: sweep_everywhere(connection, "ann", "op", night.now))
        night.check()
        for each in ("bob", "cid"):
            await night.bets(evening, each, ante=1000)
        await night.wait(20)
        for each in ("bob", "cid"):
            await night.say(evening, each, "fold", seat=_seat(night, evening, each))
        await night.wait(2)
        found = night.value(evening).entrant("ann")
        assert found is not None
        assert (found.out_round, night.value(evening).round) == (1, 2)

    run(play)


FORGERIES = {
    "another winner": "UPDATE evenings SET state = replace(state, '\"chips\":', '\"chips\":1')",
    "an event of other people": (
        "UPDATE evening_events SET body = replace(body, 'bot:', 'bat:') WHERE body LIKE '%count%'"
    ),
    "a count less": "DELETE FROM evening_events WHERE number = 5",
    "another lot": 'UPDATE evening_events SET body = replace(body, \'"lot":"\', \'"lot":"0\')',
    "an evening that goes on": "UPDATE evenings SET phase = 'running'",
    "another host": "UPDATE evenings SET host = 'somebody'",
}


@pytest.fixture(scope="module")
def played() -> Store:
    store = new_store()
    play_bots(store, "tampered", "shine", "rounds", BOTS, rounds=3)
    assert audit(store).clean
    return store


@pytest.mark.parametrize("forgery", FORGERIES)
def test_the_audit_sees_what_was_changed(played: Store, forgery: str) -> None:
    class Undone(Exception):
        pass

    def forge(connection: Connection) -> None:
        connection.exec_driver_sql(FORGERIES[forgery])
        assert audit_picture(connection).faults
        raise Undone

    with pytest.raises(Undone):
        played.write(forge)


def test_places_are_in_the_order_of_merit_and_the_log_tells_its_course(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "pitboss")
    evening = play_bots(new_store(), "places", "rivers", "rounds", BOTS, rounds=2)
    lines = [each for each in caplog.records if each.getMessage().startswith("evening ")]
    assert [each.getMessage() for each in lines] == ["evening announced", "evening started", "evening ended"]
    assert vars(lines[-1])["fields"] == {
        "evening": evening.id,
        "house": "rivers",
        "people": len(evening.entrants),
        "rounds": 2,
    }
    chips = [each.entrant.chips for each in standings(evening) if not each.entrant.is_out]
    assert chips == sorted(chips, reverse=True)


def _seat(night: Night, evening: str, person: str) -> int:
    found = night.value(evening).entrant(person)
    assert found is not None
    assert found.seat is not None
    return found.seat

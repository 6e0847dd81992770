"""Fifteen thousand messages that make no sense, or almost: each gets one answer, and the table goes on."""

from __future__ import annotations

import asyncio
import gc
import json
import tracemalloc
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar, cast

import pytest
from fastapi import WebSocket

from pitboss.proof.house_audit import audit
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings
from pitboss.web.socket import TableSocket
from tests.clauses.tables import HOUSES
from tests.ledger.books import added_up, balances
from tests.seen import SeenTable
from tests.table.rig import new_store
from tests.web.edge import NOON, Edge
from tests.web.talk import anything

MESSAGES_EACH = 3_000  # at five houses; `torture soak` goes on for an hour
FLAT = 400_000  # bytes in 800 messages: caches with an end fill up; the frames alone are many times as much
P = ParamSpec("P")
T = TypeVar("T")


class AtOnce(Executor):
    """Does the work where it is asked for: a thread more would cost more than the work."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as fault:  # noqa: BLE001 - as an executor does
            done.set_exception(fault)
        return done


class Talker:
    """One end of a table's socket, without the wire."""

    def __init__(self, house: House, room: Room, guest: bool = True) -> None:
        person = house.accounts.people.guest()[0] if guest else None
        self.room = room
        self.socket = TableSocket(house, room, cast(WebSocket, SimpleNamespace(scope={})), person)
        self.id = person.id if person else None
        self.heard = SeenTable()

    async def comes(self) -> None:
        if self.socket.person is not None:
            await self.room.come(self.socket.person.id, "Guest")
        self.room.watch(self.socket.watcher)
        self.hears()

    def hears(self) -> list[dict[str, Any]]:
        """All frames that wait; the answers among them."""
        answers = []
        while not self.socket.out.empty():
            text = self.socket.out.get_nowait()
            assert text is not None, "cut off"
            frame = json.loads(text)
            if (answer := self.heard.take(frame)) is not None:
                answers.append(answer)
        return answers

    @property
    def view(self) -> dict[str, Any]:
        return self.heard.view

    async def says(self, text: str) -> dict[str, Any]:
        await self.socket._answer(text)
        (answer,) = self.hears()
        return answer

    async def do(self, do: str, **fields: Any) -> dict[str, Any]:
        id_, rev = self.room.home.new_id(), self.room.live.rev
        return await self.says(json.dumps({"t": "cmd", "id": id_, "rev": rev, "do": do, **fields}))


async def _calm(talkers: list[Talker], room: Room) -> None:
    """Everybody finishes what has begun and gets up."""
    for _ in range(20):
        for each in talkers:
            each.hears()
            await each.do("pass_bank")
            for seat in range(1, 8):
                await each.do("fold", seat=seat)
            await each.do("ready")
            await each.do("stand")
        state = room.live.open_round
        if not any(room.live.seating.people[each.id].seats for each in talkers if each.id) and (
            state is None or state.phase == "bets"
        ):
            return
    raise AssertionError(f"the table is stuck: {room.live.phase}, {room.live.seating}")


async def _plays(newcomer: Talker) -> None:
    """A normal round, by somebody who has just come."""
    await newcomer.comes()
    for seat in range(1, 8):
        if (await newcomer.do("sit", seat=seat))["t"] == "done":
            break
    mine = next(each["n"] for each in newcomer.view["seats"] if each["you"])
    before = newcomer.view["round"]
    for do, fields in (
        ("bets", {"seat": mine, "wagers": {"ante": 1000}}),
        ("ready", {}),
        ("play", {"seat": mine}),
    ):
        answer = await newcomer.do(do, **fields)
        assert answer["t"] == "done", answer
    assert newcomer.view["phase"] == "settled"
    assert newcomer.view["round"] >= before
    assert newcomer.view["seats"][mine - 1]["net"] is not None


def _held() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def _storm(house: House, messages: int, seed: str) -> Counter[str]:
    chance = Random(seed)
    table = open_table(load_house(seed.split(maxsplit=1)[0]))
    room = await house.floor.open(Settings("storm", None, host=""), table, "op")
    talkers = [Talker(house, room) for _ in range(3)] + [Talker(house, room, guest=False)]
    told: Counter[str] = Counter()
    for each in talkers:
        await each.comes()
        if each.id:
            house.pit.grant(each.id, 10**9, "op", f"grant {each.id}")
    traced = 0
    for number in range(messages):
        if number == messages // 2:
            tracemalloc.start()
        if number == messages * 52 // 100:
            traced = _held()
        if number == messages * 60 // 100:
            grown = _held() - traced
            tracemalloc.stop()
            assert grown < FLAT, "memory is not flat"
        who = chance.choices(talkers, [3, 3, 3, 1])[0]
        for each in talkers:
            each.hears()
        answer = await who.says(anything(chance, room.live, number, who.id))
        told[answer.get("code", "done")] += 1
    people = [each for each in talkers if each.id]
    await _calm(people, room)
    await _plays(Talker(house, room))
    assert room.live.stored_table.rounds > messages // 300  # they have played
    return told


@pytest.mark.slow
@pytest.mark.parametrize("name", HOUSES)
def test_no_message_breaks_a_table(name: str, caplog: pytest.LogCaptureFixture) -> None:
    store, numbers, entropy = new_store(), count(1), Random(name).randbytes
    ids: Callable[[], str] = lambda: f"id{next(numbers)}"  # noqa: E731
    house = House(ServeSettings(), store, entropy=entropy, now=lambda: NOON, new_id=ids, reckons_here=True)
    house.pool.shutdown()
    at_once = AtOnce()
    house.pool, house.floor.pool = cast(ThreadPoolExecutor, at_once), at_once
    told = asyncio.run(_storm(house, MESSAGES_EACH, f"{name} storm"))
    assert told.total() == MESSAGES_EACH
    assert told["done"] > MESSAGES_EACH // 100  # it was no storm against a closed door
    assert told["message"] > MESSAGES_EACH // 4
    assert not told["fault"]
    assert not told["unavailable"]
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    held = balances(store)
    assert held == added_up(store)
    assert sum(held.values()) == 0
    assert audit(store).faults == ()
    store.close()


def test_no_message_breaks_a_connection(edge: Edge) -> None:
    """The same through the real routes."""
    ann, bob = edge.guest(), edge.guest()
    table = ann.open()
    chance = Random("wire")
    with ann.join(table) as a, bob.join(table) as b, edge.watch(table) as nobody:
        for number in range(400):
            edge.time += 3.0 / ServeSettings().messages_at_once * 10
            who, id_ = chance.choice([(a, ann.id), (b, bob.id), (nobody, None)])
            answer = who.send(anything(chance, edge.room(table).live, number, id_))
            assert answer.get("code") not in ("fault", "unavailable")
        for who in (a, b, nobody):
            assert who.catch_up()["rev"] == edge.room(table).live.rev
    edge.books_balance()

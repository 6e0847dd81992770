"""A connection that says too much, too fast or nothing readable, or does not listen, is cut off."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any, cast

import pytest
from fastapi import WebSocket

from pitboss.proof.house_audit import audit
from pitboss.round import Refusal
from pitboss.table.live_state import LiveState
from pitboss.table.messages import Freeze, Tick
from pitboss.web.server_state import MESSAGES
from pitboss.web.settings import ServeSettings
from pitboss.web.socket import LARGEST, WAITING, TableSocket
from pitboss.web.tables import OpenTable, open_room
from tests.web.edge import Edge

BURST = MESSAGES.burst


def _table(edge: Edge) -> tuple[Any, str]:
    ann = edge.guest()
    return ann, ann.open()


def test_a_message_has_a_size(edge: Edge) -> None:
    ann, table = _table(edge)
    with ann.join(table) as a:
        assert a.send("x" * LARGEST)["code"] == "message"
        a.socket.send_text("x" * (LARGEST + 1))
        assert a.ended() == (1009, f"a message has at most {LARGEST} bytes")
    with ann.join(table) as a:  # bytes are counted, not letters
        a.socket.send_text("\u00e9" * (LARGEST // 2 + 1))
        assert a.ended()[0] == 1009


def test_messages_are_text(edge: Edge) -> None:
    ann, table = _table(edge)
    with ann.join(table) as a:
        a.sits(1)
        a.socket.send_bytes(b'{"t":"cmd"}')
        assert a.ended()[0] == 1003
    with ann.join(table) as a:
        assert a.seat(1)["you"]


def test_one_person_holds_so_many_tables() -> None:
    with Edge(ServeSettings(most_tables_each=2)) as edge:
        ann, bob = edge.guest(), edge.guest()
        tables = [ann.open("shine"), ann.open("napa-valley")]
        answer = ann.tries_to_open(house="shine")
        assert (answer.status_code, answer.json()["code"]) == (429, "rate")
        assert bob.tries_to_open(house="shine").status_code == 201
        edge.call(edge.house.floor.close, tables[0], ann.id)
        assert ann.tries_to_open(house="shine").status_code == 201

        async def at_once() -> tuple[int, int]:
            """Four requests of Cat's, all before the first has its table: how many got one."""
            cat = edge.guest().id
            body = OpenTable(id="o", house="shine", title="T")
            asked = (open_room(edge.house, body, cat, cat) for _ in range(4))
            found = await asyncio.gather(*asked, return_exceptions=True)
            hosted = sum(room.live.settings.host == cat for room in edge.house.floor.rooms.values())
            return [isinstance(each, Refusal) for each in found].count(False), hosted

        assert edge.call(at_once) == (2, 2)


def test_a_private_table_that_nobody_comes_to_is_closed_after_a_day(edge: Edge) -> None:
    ann = edge.guest()
    empty, played, visited = (
        ann.open("shine", private=True),
        ann.open("shine", private=True),
        ann.open("shine", private=True),
    )
    with ann.join(played) as a:
        a.sits(1).done("bets", seat=1, wagers={"ante": 500})
    with ann.join(empty) as a:
        a.sits(1)  # a seat is no visitor, and no money lies there

    def hourly() -> int:
        return edge.call(edge.house.floor.close_deserted)

    edge.time += 86_399
    assert hourly() == 0
    with edge.watch(visited, edge.room(visited).live.settings.invite):
        edge.time += 1
        assert hourly() == 1
        assert set(edge.house.floor.rooms) - {empty} == {played, visited}
        assert [each["table"] for each in ann.ask("GET", "/api/tables").json()].count(empty) == 0
    assert hourly() == 0
    edge.time += 86_400
    assert hourly() == 1
    ann.ask("GET", "/api/tables")
    assert set(edge.house.floor.rooms) == {played}
    edge.books_balance()
    assert audit(edge.store).clean


def test_a_table_that_is_refused_is_not_opened(edge: Edge) -> None:
    ann = edge.guest()
    for wrong in (
        {"house": "nowhere"},
        {"house": "../../etc/passwd"},
        {"title": " "},
        {"title": "a\u0000b"},
        {"low": 1},
        {"low": 1000, "high": 500},
        {"bots": ["unknown"]},
        {"bots": ["timid"] * 7},
        {"pays": {"nothing": {"flush": 3}}},
        {"host": "somebody"},
    ):
        answer = ann.tries_to_open(**{"house": "rivers", **wrong})
        assert answer.status_code in (404, 422), wrong
    assert edge.house.floor.rooms == {}


class Deaf:
    """A client that takes one frame and then no more, until it is let go."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.taken: list[str] = []
        self.let_go = asyncio.Event()
        self.closed: tuple[int, str] | None = None
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        return await self.said.get()

    async def send_text(self, text: str) -> None:
        self.taken.append(text)
        await self.let_go.wait()

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)
        self.said.put_nowait({"type": "websocket.disconnect", "code": code})


def test_who_does_not_listen_is_cut_off_and_holds_little_memory(edge: Edge) -> None:
    ann, table = _table(edge)
    deaf = []

    async def listen() -> None:
        client = Deaf()
        deaf.append(client)
        socket = TableSocket(edge.house, edge.room(table), cast(WebSocket, client), None)
        serving = asyncio.create_task(socket.run())
        while not client.taken:
            await asyncio.sleep(0)
        with_frames = edge.room(table)
        for _ in range(2 * WAITING):
            await with_frames.do(Freeze(not with_frames.live.frozen))
            assert socket.out.qsize() <= WAITING
        client.let_go.set()
        await serving

    with ann.join(table) as a:
        a.sits(1)
        edge.call(listen)
        assert deaf[0].closed == (1013, "too slow")
        assert len(deaf[0].taken) < 2 * WAITING
        a.deals(1)  # the others have noticed nothing
    assert len(edge.room(table).watchers) == 0


def test_who_is_cut_off_in_the_middle_leaves_the_table_whole(edge: Edge) -> None:
    """One call at a time, and watchers hear of it, whatever becomes of who made the call."""
    ann, table = _table(edge)
    room = edge.room(table)
    steps: list[str] = []

    async def cut_off() -> None:
        begun, go_on = threading.Event(), threading.Event()

        def slow(live: LiveState, do: Callable[[], LiveState]) -> None:
            steps.append("begins")
            begun.set()
            assert go_on.wait(30)
            do()
            steps.append("ends")

        first = asyncio.create_task(room.do(Freeze(True), around=slow))
        await asyncio.to_thread(begun.wait)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        second = asyncio.create_task(room.do(Tick(), around=lambda live, do: steps.append("the next")))
        await asyncio.to_thread(lambda: None)
        assert steps == ["begins"]
        go_on.set()
        await second

    with ann.join(table) as a:
        edge.call(cut_off)
        assert steps == ["begins", "ends", "the next"]
        assert a.catch_up()["paused"]

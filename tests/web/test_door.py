"""The door by a clock moved by hand: who says or takes nothing is not waited for; what ends is forgotten."""

from __future__ import annotations

import asyncio
import gc
import heapq
import json
import weakref
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from fastapi import WebSocket
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house
from pitboss.table.live_state import LiveState
from pitboss.table.messages import Tick
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from pitboss.web.door import (
    FRAMES,
    GOODBYE,
    KEPT,
    LINGER,
    QUEUED,
    STUCK,
    WHOLE,
    Door,
    GuardedSocket,
    protocols,
)
from pitboss.web.server import GARBAGE
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings
from pitboss.web.socket import LARGEST, TableSocket
from tests.table.rig import new_store
from tests.web.edge import NOON, Edge
from tests.web.test_fuzz_socket import AtOnce

HEAD = b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n"
UPGRADE = (
    b"GET /api/tables/x/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Unanswered:
    """A request that nobody answers."""

    def add_done_callback(self, call: Callable[..., None]) -> None: ...


class Clock:
    """An event loop, as far as a protocol knows one."""

    def __init__(self) -> None:
        self.now = 0.0
        self._numbers = count()
        self._timers: list[tuple[float, int, Timer]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, call: Callable[..., None], *args: Any) -> Timer:
        timer = Timer(lambda: call(*args))
        heapq.heappush(self._timers, (self.now + delay, next(self._numbers), timer))
        return timer

    def create_task(self, work: Coroutine[Any, Any, None]) -> Unanswered:
        work.close()
        return Unanswered()

    def passes(self, seconds: float) -> None:
        end = self.now + seconds
        while self._timers and self._timers[0][0] <= end:
            self.now, _, timer = heapq.heappop(self._timers)
            if not timer.cancelled:
                timer.call()
        self.now = end


class Wire:
    """A connection: what was written to it, and how it ended."""

    def __init__(self, peer: str) -> None:
        self.peer = peer
        self.written = b""
        self.closed = self.aborted = False
        self.protocol: Any = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": (self.peer, 50_000), "sockname": ("127.0.0.1", 8888)}.get(name, default)

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def is_closing(self) -> bool:
        return self.closed

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Doorway:
    """Connections to one door, all by one clock."""

    def __init__(self, **settings: Any) -> None:
        self.clock = Clock()
        self.door = Door(ServeSettings(**settings))
        self.http, socket = protocols(self.door)

        async def app(scope: Any, receive: Any, send: Any) -> None: ...

        self.config = uvicorn.Config(
            app, http=self.http, ws=socket, ws_max_size=16_384, timeout_keep_alive=KEPT, log_config=None
        )
        self.config.load()
        self.state = ServerState()

    def comes(self, peer: str = "198.51.100.1") -> Wire:
        wire = Wire(peer)
        loop = cast(asyncio.AbstractEventLoop, self.clock)
        wire.protocol = self.http(self.config, self.state, {}, _loop=loop)
        wire.protocol.connection_made(wire)
        return wire

    def upgraded(self, monkeypatch: pytest.MonkeyPatch) -> Wire:
        wire = self.comes()
        monkeypatch.setattr(asyncio, "get_event_loop", lambda: self.clock)
        wire.protocol.data_received(UPGRADE)
        assert isinstance(wire.protocol, GuardedSocket)
        wire.protocol.handshake_complete = True
        wire.protocol.conn.send_response(wire.protocol.response)
        wire.protocol.conn.data_to_send()
        return wire


def _frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def test_who_says_nothing_is_not_waited_for() -> None:
    house = Doorway()
    wire = house.comes()
    house.clock.passes(WHOLE - 0.1)
    assert not wire.closed
    house.clock.passes(0.2)
    assert wire.closed
    house.clock.passes(LINGER)
    assert wire.aborted


@pytest.mark.parametrize("said", [HEAD, HEAD + b"\r\n12345"])
def test_a_request_that_comes_drop_by_drop_has_an_end(said: bytes) -> None:
    house = Doorway()
    wire = house.comes()
    for number in range(len(said)):
        if wire.closed:
            break
        house.clock.passes(1.0)
        wire.protocol.data_received(said[number : number + 1])
    assert house.clock.now <= WHOLE + 1
    assert wire.closed


def test_a_whole_request_is_answered_in_its_own_time() -> None:
    house = Doorway()
    wire = house.comes()
    wire.protocol.data_received(HEAD + b"\r\n1234567890")
    house.clock.passes(100 * WHOLE)
    assert not wire.closed


def test_who_does_not_take_the_answer_is_cut_off() -> None:
    house = Doorway()
    wire = house.comes()
    wire.protocol.data_received(HEAD + b"\r\n1234567890")
    wire.protocol.pause_writing()
    house.clock.passes(STUCK - 1)
    wire.protocol.resume_writing()
    house.clock.passes(STUCK)
    assert not wire.aborted
    wire.protocol.pause_writing()
    house.clock.passes(STUCK)
    assert wire.aborted


def test_connections_are_counted_until_they_end() -> None:
    house = Doorway(most_connections=5, most_sockets_address=1, proxies=("10.0.0.1",))
    first, second = house.comes(), house.comes("::ffff:198.51.100.1")
    third = house.comes()
    assert third.written.startswith(b"HTTP/1.1 503 ")
    assert b"\r\nRetry-After: " in third.written
    assert b'"code": "house_full"' in third.written
    assert b"Your address has 2 connections open" in third.written
    third.protocol.data_received(b"GET / HTTP/1.1\r\n\r\n")  # nothing of it is read
    house.clock.passes(LINGER)
    assert third.aborted
    third.protocol.connection_lost(None)
    proxied = [house.comes("10.0.0.1") for _ in range(4)]
    assert [b"The house is full" in each.written for each in proxied] == [False, False, False, True]
    for wire in (first, second, *proxied):
        wire.protocol.connection_lost(None)
    assert (house.door.open, dict(house.door.by_address)) == (0, {})


def test_a_swarm_is_not_even_told() -> None:
    house = Doorway(most_sockets_address=1)
    wires = [house.comes() for _ in range(6)]
    assert [each.aborted for each in wires] == [False] * 4 + [True] * 2


def test_a_socket_is_a_connection_too(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Doorway()
    wire = house.upgraded(monkeypatch)
    assert house.door.open == 1
    house.clock.passes(3 * WHOLE)
    assert not wire.closed
    wire.protocol.connection_lost(None)
    assert house.door.open == 0


@pytest.mark.parametrize(
    "flood",
    [
        _frame(Opcode.PING),
        _frame(Opcode.PONG, b"unasked"),
        _frame(Opcode.CONT, b"", fin=False),
    ],
    ids=["ping", "pong", "part"],  # frames are masked by chance
)
def test_frames_without_a_message_are_counted(monkeypatch: pytest.MonkeyPatch, flood: bytes) -> None:
    house = Doorway()
    wire = house.upgraded(monkeypatch)
    wire.protocol.data_received(_frame(Opcode.TEXT, b"{", fin=False))
    if flood[0] & 15 != Opcode.CONT:
        wire.protocol.data_received(_frame(Opcode.CONT, b"}"))
    wire.protocol.data_received(flood * (FRAMES.burst - 1))
    assert not wire.closed
    house.clock.passes(0.2)
    wire.protocol.data_received(flood)  # at a walking pace it goes on
    assert not wire.closed
    wire.protocol.data_received(flood * 10_000)
    house.clock.passes(GOODBYE)
    assert wire.closed
    assert len(wire.protocol.frames) <= FRAMES.burst + 2
    assert wire.written.endswith(b"too many messages")


def test_messages_do_not_pile_up_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Doorway()
    wire = house.upgraded(monkeypatch)
    wire.protocol.data_received(_frame(Opcode.TEXT, b"{}") * 10_000)
    wire.protocol.data_received(_frame(Opcode.TEXT, b"{}") * 10_000)  # nothing of it is read
    house.clock.passes(GOODBYE)
    assert wire.closed
    assert wire.protocol.queue.qsize() <= QUEUED + 1


def test_what_is_no_text_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Doorway()
    wire = house.upgraded(monkeypatch)
    wire.protocol.data_received(_frame(Opcode.TEXT, b"\xff\xfe"))
    house.clock.passes(GOODBYE)
    assert wire.closed
    told = [wire.protocol.queue.get_nowait() for _ in range(wire.protocol.queue.qsize())]
    assert told[-1] == {"type": "websocket.disconnect", "code": 1007, "reason": "a message is UTF-8 text"}


def test_a_text_is_written_at_once_unless_the_other_side_does_not_keep_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = Doorway()
    wire = house.upgraded(monkeypatch)
    before = wire.written
    assert wire.protocol.push(b"first")
    assert wire.written == before + Frame(Opcode.TEXT, b"first").serialize(mask=False)
    wire.protocol.pause_writing()
    assert not wire.protocol.push(b"too much")
    wire.protocol.resume_writing()
    assert wire.protocol.push(b"second")
    assert wire.written == before + b"".join(
        Frame(Opcode.TEXT, each).serialize(mask=False) for each in (b"first", b"second")
    )
    wire.protocol.data_received(_frame(Opcode.TEXT, b"\xff\xfe"))  # it is cut off
    ended = wire.written
    assert wire.protocol.push(b"to nobody")
    assert wire.written == ended


@contextmanager
def no_search() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Mark:
    """Something that a call at the table has in its hands."""


def test_a_refusal_keeps_nothing_of_the_table(edge: Edge) -> None:
    """A refusal with its traceback knew every state on the way to it, in a circle, one for each message."""
    ann = edge.guest()
    room = edge.room(ann.open())
    known: list[weakref.ref[Mark]] = []

    def refuses(live: LiveState, do: Callable[[], LiveState]) -> None:
        mark = Mark()
        known.append(weakref.ref(mark))
        raise Refusal("phase", "Not now", None)

    async def asked() -> None:
        for _ in range(3):
            with pytest.raises(Refusal, match="Not now"):
                await room.do(Tick(), around=refuses)

    with no_search():
        edge.call(asked)
        assert len(known) == 3
        assert [each() for each in known] == [None] * 3  # gone by themselves


def test_a_connection_without_a_request_is_forgotten() -> None:
    house = Doorway()
    with no_search():
        wire = house.comes()
        found: weakref.ref[Any] = weakref.ref(wire.protocol)
        wire.protocol.connection_lost(None)
        wire.protocol = None  # as a real one does
        house.clock.passes(1_000)
        assert found() is None


def test_what_nobody_can_reach_is_looked_for_before_it_is_much() -> None:
    """Objects between two looks at everything: with 100 bytes for each, some 25 MB."""
    first, second, third = GARBAGE
    assert first * second * third <= 250_000


def test_a_table_forgets_who_has_left(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open("shine")
    room = edge.room(table)
    seats = room.live.table.sheet.seats
    with ann.join(table) as a:
        a.sits(1).deals(1)
        for _ in range(4 * seats):
            with edge.guest().join(table):
                pass
        assert ann.id in room.live.stacks
        assert len(room.live.stacks) <= 1 + 2 * seats + 1
        assert a.seat(1)["stack"] == edge.funds(ann)
        a.done("play", seat=1)
    assert room.live.seating.people.keys() <= {ann.id}


SIZES = (0, 1, 125, 126, 300, 4_000)


def _heard(wire: Wire) -> list[str]:
    """The messages that wait to be read."""
    found = [wire.protocol.queue.get_nowait() for _ in range(wire.protocol.queue.qsize())]
    return [each["text"] for each in found if each["type"] == "websocket.receive"]


def _stream(chance: Random) -> tuple[list[bytes], list[str]]:
    """Some frames, and the texts in them."""
    frames, texts = [], []
    for number in range(12):
        text = f"{number} " + "é" * (chance.choice(SIZES) // 2)
        data = text.encode()
        kind = chance.choice(("whole", "whole", "parts", "ping"))
        if kind == "ping":
            frames.append(_frame(Opcode.PING, b"there?"))
            continue
        texts.append(text)
        if kind == "whole":
            frames.append(_frame(Opcode.TEXT, data))
            continue
        cut = chance.randrange(len(data))
        frames.append(_frame(Opcode.TEXT, data[:cut], fin=False))
        frames += [_frame(Opcode.PING)] * chance.randrange(2)
        frames.append(_frame(Opcode.CONT, data[cut:]))
    return frames, texts


def test_wherever_it_is_cut_the_same_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random("cut")
    for _ in range(60):
        wire = Doorway().upgraded(monkeypatch)
        frames, texts = _stream(chance)
        if chance.random() < 0.3:
            parts = frames
        else:
            whole = b"".join(frames)
            cuts = sorted(chance.sample(range(1, len(whole)), chance.randrange(1, 20)))
            parts = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
        heard = []
        for part in parts:
            wire.protocol.data_received(part)
            heard += _heard(wire)
        assert heard == texts
        assert not wire.closed


def test_only_who_says_nothing_is_asked_whether_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    door = Doorway()
    wire = door.upgraded(monkeypatch)
    wire.protocol.start_keepalive()
    before = wire.written
    for _ in range(40):
        door.clock.passes(3)
        wire.protocol.data_received(_frame(Opcode.TEXT, b"{}"))
        _heard(wire)
    assert wire.written == before
    door.clock.passes(wire.protocol.ping_interval)
    assert wire.written[len(before) : len(before) + 2] == b"\x89\x04"  # a ping
    door.clock.passes(wire.protocol.ping_timeout)
    assert wire.closed


class Client:
    """Somebody at a table, over a wire without a network."""

    def __init__(self, house: House, room: Room, wire: Wire) -> None:
        self.wire, self.room, self.ends = wire, room, list[tuple[int, str]]()
        person = house.accounts.people.guest()[0]
        end = SimpleNamespace(
            scope={"state": {"wire": wire.protocol}}, close=self._close, receive=wire.protocol.receive
        )
        self.socket = TableSocket(house, room, cast(WebSocket, end), person)
        self.ids = count(1)

    async def _close(self, code: int, reason: str) -> None:
        self.ends.append((code, reason))

    def frame(self, do: str, **fields: Any) -> bytes:
        said = {"t": "cmd", "id": f"c{next(self.ids)}", "rev": self.room.live.rev, "do": do, **fields}
        return _frame(Opcode.TEXT, json.dumps(said).encode())

    def answers(self) -> list[str]:
        """The ids that were answered, in their order."""
        texts = self.wire.written.decode(errors="replace").split('"done":"')[1:]
        return [each.split('"')[0] for each in texts]


def _at_a_table(wire: Wire, story: Callable[[Client], Any]) -> None:
    numbers = count(1)
    house = House(
        ServeSettings(),
        new_store(),
        entropy=Random("wire").randbytes,
        now=lambda: NOON,
        new_id=lambda: f"id{next(numbers)}",
        reckons_here=True,
    )
    house.pool.shutdown()
    pool = AtOnce()
    house.pool, house.floor.pool = cast(Any, pool), pool

    async def tell() -> None:
        table = open_table(load_house("rivers"))
        room = await house.floor.open(Settings("wire", None, host=""), table, "op")
        _heard(wire)  # that it was opened, which its route has read
        client = Client(house, room, wire)
        serving = asyncio.create_task(client.socket.run())
        while not wire.written.endswith(b"}"):
            await asyncio.sleep(0)
        await story(client)
        await serving

    asyncio.run(tell())
    house.store.close()


def test_commands_are_answered_in_their_order_and_one_too_long_ends_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire = Doorway().upgraded(monkeypatch)

    async def story(client: Client) -> None:
        wire.protocol.data_received(client.frame("sit", seat=1))
        while not client.answers():
            await asyncio.sleep(0)
        bets = {"seat": 1, "wagers": {"ante": 1000}}
        both = client.frame("bets", **bets) + client.frame("bets", **bets)
        wire.protocol.data_received(both + client.frame("stand", seat=1))
        while len(client.answers()) < 2:
            await asyncio.sleep(0)
        assert client.answers() == ["c1", "c2"]
        wire.protocol.data_received(_frame(Opcode.TEXT, b" " * (LARGEST + 1)))
        while not client.ends:
            await asyncio.sleep(0)

    _at_a_table(wire, story)


def test_who_goes_in_the_middle_of_a_command_has_done_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Doorway().upgraded(monkeypatch)
    told: list[Room] = []

    async def story(client: Client) -> None:
        told.append(client.room)
        wire.protocol.data_received(client.frame("sit", seat=3))
        assert client.room.live.seating.at(3) is None
        wire.protocol.connection_lost(None)

    _at_a_table(wire, story)
    sitter = told[0].live.seating.at(3)
    assert sitter is not None
    assert not sitter.here
    assert not told[0].watchers

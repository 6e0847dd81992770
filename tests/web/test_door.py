"""The door by a clock that is moved by hand: who says nothing, or takes nothing, is not waited for."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

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
from pitboss.web.settings import ServeSettings

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


class House:
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
    house = House()
    wire = house.comes()
    house.clock.passes(WHOLE - 0.1)
    assert not wire.closed
    house.clock.passes(0.2)
    assert wire.closed
    house.clock.passes(LINGER)
    assert wire.aborted


@pytest.mark.parametrize("said", [HEAD, HEAD + b"\r\n12345"])
def test_a_request_that_comes_drop_by_drop_has_an_end(said: bytes) -> None:
    house = House()
    wire = house.comes()
    for number in range(len(said)):
        if wire.closed:
            break
        house.clock.passes(1.0)
        wire.protocol.data_received(said[number : number + 1])
    assert house.clock.now <= WHOLE + 1
    assert wire.closed


def test_a_whole_request_is_answered_in_its_own_time() -> None:
    house = House()
    wire = house.comes()
    wire.protocol.data_received(HEAD + b"\r\n1234567890")
    house.clock.passes(100 * WHOLE)
    assert not wire.closed


def test_who_does_not_take_the_answer_is_cut_off() -> None:
    house = House()
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
    house = House(most_connections=5, most_sockets_address=1, proxies=("10.0.0.1",))
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
    house = House(most_sockets_address=1)
    wires = [house.comes() for _ in range(6)]
    assert [each.aborted for each in wires] == [False] * 4 + [True] * 2


def test_a_socket_is_a_connection_too(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
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
    house = House()
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
    house = House()
    wire = house.upgraded(monkeypatch)
    wire.protocol.data_received(_frame(Opcode.TEXT, b"{}") * 10_000)
    wire.protocol.data_received(_frame(Opcode.TEXT, b"{}") * 10_000)  # nothing of it is read
    house.clock.passes(GOODBYE)
    assert wire.closed
    assert wire.protocol.queue.qsize() <= QUEUED + 1


def test_what_is_no_text_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    wire = house.upgraded(monkeypatch)
    wire.protocol.data_received(_frame(Opcode.TEXT, b"\xff\xfe"))
    house.clock.passes(GOODBYE)
    assert wire.closed
    told = [wire.protocol.queue.get_nowait() for _ in range(wire.protocol.queue.qsize())]
    assert told[-1] == {"type": "websocket.disconnect", "code": 1007, "reason": "a message is UTF-8 text"}


def test_a_text_is_written_at_once_unless_the_other_side_does_not_keep_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
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

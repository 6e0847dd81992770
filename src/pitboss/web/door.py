"""The door: every connection is counted, has so long to say what it wants, and is not waited for without end.

uvicorn has no setting for any of it, so these are its own protocols with a watch over them.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import h11
from fastapi import WebSocket
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from pitboss.house.rates import network_of
from pitboss.web.limits import Buckets, Pace
from pitboss.web.log import log_often
from pitboss.web.refusals import RefusalBody
from pitboss.web.settings import ServeSettings

WHOLE: Final = 20.0  # seconds for a whole request, from the first byte or from the connection on
KEPT: Final = 5  # seconds that a connection is kept for a further request
STUCK: Final = 30.0  # seconds without taking a byte of an answer
GOODBYE: Final = 1.0  # seconds in which who is cut off may read why; what they say is not read any more
LINGER: Final = 5.0  # seconds until a connection that was closed is cut
RETRY: Final = 10  # seconds after which who was not let in may come again
FRAMES: Final = Pace(40, 10)  # pings and parts of messages, before it is known whose they are
QUEUED: Final = 64  # messages that wait to be read

NOT_TEXT, TOO_FAST = 1007, 1008


@dataclass
class Door:
    """How many connections are open, in all and from each address."""

    settings: ServeSettings
    open: int = 0
    by_address: Counter[str] = field(default_factory=Counter)

    def enter(self, peer: str) -> str | None:
        """Counts a connection; gives the sentence for one that does not fit in, which is counted as well."""
        key = network_of(peer)
        self.open += 1
        self.by_address[key] += 1
        if self.open > self.settings.most_connections:
            return "The house is full: try again in some seconds"
        proxy = peer in self.settings.proxies  # many people come through it
        if not proxy and self.by_address[key] > (most := self.settings.most_connections_address):
            return f"Your address has {most} connections open, and no more fit in: close one of them"
        return None

    def swamped(self, peer: str) -> bool:
        """Whether so many come that not even a sentence can be told to each."""
        most, mine = self.settings.most_connections, 2 * self.settings.most_connections_address
        many = peer not in self.settings.proxies and self.by_address[network_of(peer)] > mine
        return many or self.open > most * 1.2

    def leave(self, peer: str) -> None:
        key = network_of(peer)
        self.open -= 1
        self.by_address[key] -= 1
        if not self.by_address[key]:
            del self.by_address[key]


class Patience:
    """A clock for one connection: it runs while the client has something to do, and cuts it at the end."""

    def __init__(self, loop: asyncio.AbstractEventLoop, end: Callable[[], None]) -> None:
        self._loop = loop
        self._end = end
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float) -> None:
        """Starts the clock, unless it runs already."""
        if self._timer is None:
            self._timer = self._loop.call_later(seconds, self._end)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def give_up(self) -> None:
        """The connection has gone, and this lets go of it."""
        self.stop()
        self._end = lambda: None


def full(text: str) -> bytes:
    """The answer to a connection that is not let in; nothing of what it says is read."""
    body = json.dumps(RefusalBody(code="house_full", text=text).model_dump()).encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\n"
        "Content-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"Retry-After: {RETRY}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body


def protocols(door: Door) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """What a server speaks behind this door: HTTP, and the socket that a connection may turn into."""

    class Guarded(GuardedHttp):
        pass

    Guarded.door = door
    return Guarded, GuardedSocket


class PatientWriter(asyncio.Protocol):
    """Ends a connection whose other side has not taken what is sent to it for too long."""

    stuck: Patience

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stuck.start(STUCK)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stuck.stop()


class GuardedHttp(PatientWriter, H11Protocol):
    """A connection as it begins."""

    door: Door

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.peer = self.client[0] if self.client else ""
        self.shut = False
        self.waits = Patience(self.loop, self._late)
        self.stuck = Patience(self.loop, transport.abort)
        why_not = self.door.enter(self.peer)
        if why_not is None:
            self.waits.start(WHOLE)
        elif self.door.swamped(self.peer):
            self.shut = True
            transport.abort()
        else:
            self.shut = True
            transport.write(full(why_not))
            self.loop.call_later(LINGER, transport.abort)  # so long it may be read

    def connection_lost(self, exc: Exception | None) -> None:
        self.waits.give_up()
        self.stuck.give_up()
        self.door.leave(self.peer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.shut:
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """The clock runs while a request is on its way, and while nothing else waits for the next one."""
        if self.transport.get_protocol() is not self:  # it is a socket now
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and self.timeout_keep_alive_task is None:
            self.waits.start(WHOLE)
        else:
            self.waits.stop()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.waits.give_up()
        self.stuck.give_up()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, GuardedSocket):
            protocol.left = partial(self.door.leave, self.peer)

    def _late(self) -> None:
        self.waits.stop()
        log_often("late", seconds=int(WHOLE))
        self._end()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._end()

    def _end(self) -> None:
        self.transport.close()
        self.loop.call_later(LINGER, self.transport.abort)


class GuardedSocket(PatientWriter, WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        frames, loop = Buckets(FRAMES), self.loop
        self.in_time: Callable[[], bool] = lambda: frames.take("", loop.time()) == 0
        self.left: Callable[[], None] = lambda: None
        self.was_cut, self._last = False, 0.0  # when something last came

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.stuck = Patience(self.loop, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stuck.give_up()
        self.left()
        super().connection_lost(exc)
        self.in_time = lambda: False
        if hasattr(self, "scope"):
            self.scope["state"].pop("wire", None)

    def data_received(self, data: bytes) -> None:
        if not self.was_cut:
            self._last = self.loop.time()
            super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # `wire_of` finds this end of the connection there
            self.scope["state"]["wire"] = self

    def handle_ping(self) -> None:
        if self._counted():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._counted():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._counted():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.queue.qsize() >= QUEUED:
            self._cut(TOO_FAST, "too many messages")
        elif self.curr_msg_data_type == "bytes":
            self._hand_on({"type": "websocket.receive", "bytes": data})
        else:
            try:
                self._hand_on({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                log_often("no text")
                self._cut(NOT_TEXT, "a message is UTF-8 text")

    def _hand_on(self, message: ASGIReceiveEvent) -> None:
        """Reading stops while a message waits behind another; most clients never send a second one."""
        if not self.queue.empty() and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        self.queue.put_nowait(message)

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True  # a refusal completes it, too
            self.loop.call_later(self.close_timeout + LINGER, self.transport.abort)

    def push(self, message: bytes) -> bool:
        """Writes a text at once, past all queues; False where the other side does not keep up."""
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return True  # nobody reads it any more
        if not self.writable.is_set():
            return False
        self.transport.write(Frame(Opcode.TEXT, message).serialize(mask=False))
        return True

    def send_keepalive_ping(self) -> None:
        """Asks a client that was silent for so long whether it is there; who says something is."""
        left = self._last + (self.ping_interval or 0.0) - self.loop.time()
        if left > 0:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(LINGER, self.transport.abort)  # who does not answer does not read either

    def _counted(self) -> bool:
        if self.close_sent:
            return False
        if self.in_time():
            return True
        self._cut(TOO_FAST, "too many messages")
        return False

    def _cut(self, code: int, reason: str) -> None:
        """Ends the connection, and says so to the loop that reads from it."""
        self.was_cut = True
        self.frames = []
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(GOODBYE, self.transport.close)
        self.loop.call_later(LINGER, self.transport.abort)


def wire_of(socket: WebSocket) -> GuardedSocket | None:
    """This end of a socket's connection; another server than ours has none."""
    wire = socket.scope.get("state", {}).get("wire")
    return wire if isinstance(wire, GuardedSocket) else None

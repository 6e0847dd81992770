"""Many clients of a live server in one process: a bare WebSocket each, one decision every few seconds."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from bench.live_frames import Frames

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FIN: Final = 0x80
LATEST: Final = 10.0  # seconds after which an answer is not waited for any more
BET: Final = {"ante": 1000}

Moment = tuple[str, int]  # a table and the number of a view


@dataclass
class Log:
    """When commands were sent, and when the views with their effect arrived."""

    sent: dict[Moment, tuple[Seat, float]] = field(default_factory=dict)
    seen: defaultdict[Moment, list[tuple[Seat, float]]] = field(default_factory=lambda: defaultdict(list))
    kinds: Counter[str] = field(default_factory=Counter)  # of the commands
    refused: int = 0
    messages: int = 0  # between who sends a command and the server, from the command to its answer
    bytes: int = 0  # of all messages of everybody, both ways

    def clear(self) -> None:
        """Begins anew."""
        self.sent.clear()
        self.seen.clear()
        self.kinds.clear()
        self.refused = self.messages = self.bytes = 0

    def delays(self) -> tuple[list[float], list[float]]:
        """Seconds from command to view: for who sent it, and for each of the others at the table; sorted."""
        own: list[float] = []
        others: list[float] = []
        for moment, (seat, at) in self.sent.items():
            for who, when in self.seen.get(moment, ()):
                (own if who is seat else others).append(when - at)
        return sorted(own), sorted(others)


class Wire(asyncio.Protocol):
    """One WebSocket without extensions."""

    def __init__(self, host: str, path: str) -> None:
        self.host, self.path = host, path
        self.buffer = bytearray()
        self.frames = Frames()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.first_view: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.shaken = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        for each in (self.opened, self.first_view):
            if not each.done():
                each.set_exception(ConnectionError(f"the server closed {self.path}"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.shaken:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.buffer.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(bytes(self.buffer[:end]).decode()))
                return
            del self.buffer[: end + 4]
            self.shaken = True
            self.opened.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer, at = self.buffer, 0
        while len(buffer) - at >= 2:
            size, head = buffer[at + 1], 2
            if size == 126:
                size, head = int.from_bytes(buffer[at + 2 : at + 4]), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[at + 2 : at + 10]), 10
            if len(buffer) - at < head + size:
                break
            payload = bytes(buffer[at + head : at + head + size])
            opcode = buffer[at] & 0x0F
            at += head + size
            if opcode == TEXT:
                self.heard(payload)
            elif opcode == PING:
                self.send(payload, PONG)
            elif opcode == CLOSE and self.transport is not None:
                self.transport.close()
        del buffer[:at]

    def heard(self, payload: bytes) -> None:
        """A message; who only watches lets it pass."""
        if not self.first_view.done() and self.frames.hear(payload).rev is not None:
            self.first_view.set_result(None)

    def send(self, payload: bytes, opcode: int = TEXT) -> None:
        """A message, masked with zeros."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2)
        if self.transport is not None:
            self.transport.write(bytes([FIN | opcode]) + length + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


class Seat(Wire):
    """A client at a seat."""

    def __init__(self, host: str, path: str, table: str, seat: int, log: Log) -> None:
        super().__init__(host, path)
        self.table, self.seat, self.log = table, seat, log
        self.waiting: dict[str, tuple[float, int]] = {}  # when it was sent; the round it is ready for
        self.ready_for = -1
        self.commands, self.mark = 0, secrets.token_hex(8)  # for ids that nobody has used before
        self.pace = 0.0  # when in its turn it acts, from 0 to 1

    def heard(self, payload: bytes) -> None:
        now, heard = perf_counter(), self.frames.hear(payload)
        self.log.bytes += len(payload)
        self.log.messages += bool(self.waiting)
        if heard.rev is not None:
            self.log.seen[self.table, heard.rev].append((self, now))
            if not self.first_view.done():
                self.first_view.set_result(None)
        if heard.done:
            at, ready = self.waiting.pop(heard.done)
            self.ready_for = max(self.ready_for, ready)
            self.log.sent[self.table, heard.done_rev] = (self, at)
        if heard.refused is not None:
            self.log.refused += 1
            self.waiting.pop(heard.refused, None)

    def act(self) -> None:
        """The one thing to do now, if there is one; who still waits for an answer does nothing."""
        if self.waiting:
            return
        view = self.frames.view()
        command = self._next(view)
        if command is not None:
            self.commands += 1
            id_ = f"{self.mark}-{self.commands}"
            said = json.dumps({"t": "cmd", "id": id_, "rev": view["rev"], **command}).encode()
            self.waiting[id_] = (perf_counter(), view["state"]["round"] if command["do"] == "ready" else -1)
            self.log.kinds[command["do"]] += 1
            self.log.messages += 1
            self.log.bytes += len(said)
            self.send(said)

    def _next(self, view: dict[str, Any]) -> dict[str, Any] | None:
        you, state = view["you"], view["state"]
        own, phase = next((each for each in you["seats"] if each["n"] == self.seat), None), state["phase"]
        if own is None:
            return {"do": "sit", "seat": self.seat}
        if phase == "decisions":
            mine = [each["id"] for each in you["actions"] if each["seat"] == self.seat]
            return {"do": "play" if "play" in mine else mine[0], "seat": self.seat} if mine else None
        if phase == "bets" and any(spot["amount"] for spot in own["spots"]):
            return None if self.ready_for == state["round"] else {"do": "ready"}
        if phase in ("bets", "settled", "void"):
            return {"do": "bets", "seat": self.seat, "wagers": BET, "seed": secrets.token_hex(16)}
        return None


async def play(seats: list[Seat], every: float, seconds: float) -> None:
    """Each seat acts once in so many seconds, at a moment of its own; then all answers are waited for."""
    loop = asyncio.get_running_loop()
    begun = loop.time()

    def act(seat: Seat, at: float) -> None:
        if at < begun + seconds:
            seat.act()
            loop.call_at(at + every, act, seat, at + every)

    for seat in seats:
        at = begun + seat.pace * every
        loop.call_at(at, act, seat, at)
    await asyncio.sleep(seconds)
    while any(seat.waiting for seat in seats) and loop.time() < begun + seconds + LATEST:
        await asyncio.sleep(0.01)

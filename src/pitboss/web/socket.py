"""A table's socket: the whole table first, then what changes; commands and their refusals."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from fastapi import WebSocket, WebSocketDisconnect

from pitboss.cage.people import Person
from pitboss.faults import CageFault
from pitboss.floor.audience import Watcher
from pitboss.floor.encode import encode
from pitboss.floor.table_commands import Asking
from pitboss.floor.table_runner import Room
from pitboss.house.rate_limit import network_of
from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.web.door import count_frames
from pitboss.web.log import log_fault
from pitboss.web.server_state import House

LARGEST: Final = 4_096  # bytes of a message
WAITING: Final = 128  # frames for a client that does not keep up

NOT_TEXT, TOO_LARGE, TOO_FAST, TOO_SLOW, FAULT = 1003, 1009, 1008, 1013, 1011  # why a connection is closed
NOT_ALLOWED: Final = 1008


class TableSocket:
    """One connection of a person, or of a spectator, to one table."""

    def __init__(
        self, house: House, room: Room, socket: WebSocket, person: Person | None, address: str = ""
    ) -> None:
        self.house = house
        self.room = room
        self.socket = socket
        self.person = person
        me = person.id if person else None
        self.watcher = Watcher(me, self._send, self._cut)
        self.asking = Asking(room, me, self._check_bet, log_fault, house.limits.turn, self.watcher)
        self.out: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self.why = (TOO_SLOW, "too slow")
        self.over = False  # it is being closed: nothing that is still said counts
        self.bucket = f"person {me}" if me else f"address {network_of(address)}"

    async def run(self) -> None:
        """Serves the connection until it ends."""
        count_frames(self.socket, self._in_time)
        sender = asyncio.create_task(self._write())
        try:
            if self.person is not None:
                await self.room.come(self.person.id, self.person.shown)
            await self.room.watch(self.watcher)
            await self._read()
        except WebSocketDisconnect:
            pass
        except Refusal as refusal:  # the house closes at this moment
            await self._close(FAULT, refusal.code)
        except CageFault as fault:
            log_fault("socket", fault)
            await self._close(FAULT, "the table cannot go on at this moment")
        finally:
            self.room.unwatch(self.watcher)
            sender.cancel()
            while not self.out.empty():  # nobody will hear it
                self.out.get_nowait()
            await self._left()

    async def _left(self) -> None:
        """Tells the table that a person has gone, when this was their last connection to it."""
        if self.person is None or self.room.parked:
            return
        id_ = self.person.id
        if not any(each.person == id_ for each in self.room.watchers):
            try:
                await self.room.miss(id_)
            except Refusal:  # the house closes at this moment
                return
            except CageFault as fault:
                log_fault("socket", fault)

    def _send(self, frame: bytes) -> None:
        try:
            self.out.put_nowait(frame)
        except asyncio.QueueFull:  # it will be cut off, and finds the whole table when it comes back
            self._stop_writing()

    def _cut(self, reason: str) -> None:
        self.why = (NOT_ALLOWED, reason)
        self._stop_writing()

    def _stop_writing(self) -> None:
        while not self.out.empty():
            self.out.get_nowait()
        self.out.put_nowait(None)
        self.over = True

    async def _write(self) -> None:
        try:
            while (frame := await self.out.get()) is not None:
                await self.socket.send_text(frame.decode())
        except (WebSocketDisconnect, RuntimeError):  # it has ended: who reads from it knows
            return
        await self._close(*self.why)

    async def _close(self, code: int, reason: str) -> None:
        """Ends the connection, if it has not ended already."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code, reason)

    async def _read(self) -> None:
        while True:
            message = await self.socket.receive()
            if self.over or message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                await self._close(NOT_TEXT, "a message is text")
                return
            if len(text) > LARGEST or len(text.encode()) > LARGEST:
                await self._close(TOO_LARGE, f"a message has at most {LARGEST} bytes")
                return
            if not self._in_time():
                await self._close(TOO_FAST, "too many messages")
                return
            await self._answer(text)

    def _in_time(self) -> bool:
        """Counts a message, or a ping, among all that this person sends over any socket."""
        return self.house.messages.take(self.bucket, self.house.now()) == 0

    async def _answer(self, text: str) -> None:
        answer = await self.asking.answer(text)
        if answer is not None:
            self._send(encode(answer))

    def _check_bet(self, person: str, more: Cents) -> None:
        limits, now = self.house.limits, self.house.milliseconds
        if not self.room.live.till.chips:
            limits.check_bet(person, now, more)
        elif more > 0:
            limits.check_entry(person, now)  # chips are no money: nothing of it is lost or won

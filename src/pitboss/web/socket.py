"""A table's socket: the whole table first, then what changes; commands and their refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from time import perf_counter
from typing import Any, Final

from fastapi import WebSocket, WebSocketDisconnect

from pitboss.errors import CageFault
from pitboss.house.rates import network_of
from pitboss.ledger.deeds import any_answer
from pitboss.ledger.people import Person
from pitboss.ledger.store import Connection
from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.table.answers import Asking, id_of
from pitboss.table.audience import Watcher, encode
from pitboss.table.live_state import LiveState
from pitboss.table.messages import DoneFrame, RefusedFrame, UnknownFrame
from pitboss.table.seating import Avatar, avatar_of
from pitboss.table.table_runner import MOVED, Room
from pitboss.web.door import wire_of
from pitboss.web.limits import Rank
from pitboss.web.log import SLOW, begin_command, log_debug, log_fault, log_warning
from pitboss.web.metrics import command_in
from pitboss.web.server_state import House

LARGEST: Final = 4_096  # bytes of a message
WAITING: Final = 128  # frames for a client that does not keep up
RECKONED: Final = ("coach", "bank_price")  # questions that the desk answers, in its own time
MOST_RECKONED: Final = 4  # of them at once; further ones hold up what is said after them

NOT_TEXT, TOO_LARGE, TOO_FAST, TOO_SLOW, FAULT = 1003, 1009, 1008, 1013, 1011  # why a connection is closed
NOT_ALLOWED: Final = 1008
COME_BACK: Final = 1012


def rank_of(live: LiveState, person: str | None) -> Rank:
    """How much a person has at stake at a table, for when there is more to do than can be done."""
    if live.takes_part(person):
        return Rank.IN_HAND
    sitter = live.seating.people.get(person) if person is not None else None
    return Rank.SITTER if sitter is not None and sitter.seats else Rank.NEWCOMER


def shown_as(person: Person) -> tuple[str, Avatar]:
    """The name and the picture at a person's seat."""
    return person.shown, avatar_of(person.id, person.avatar)


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
        network = network_of(address)
        self.asking = Asking(
            room, me, self._check_bet, log_fault, self.watcher, self._who, sees_through=True, address=network
        )
        self.wire = wire_of(socket)
        self.out: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self.behind = False  # something waits in `out`, or is being sent from there
        self.why = (TOO_SLOW, "too slow")
        self.over = False  # it is being closed: nothing that is still said counts
        self.reckoning: set[asyncio.Task[None]] = set()  # questions that are not answered yet
        self.bucket = f"person {me}" if me else f"address {network}"

    async def run(self) -> None:
        """Serves the connection until it ends."""
        if self.wire is not None:
            self.wire.in_time = self._in_time
        self.house.metrics.queues.add(self.out)
        sender = asyncio.create_task(self._write())
        try:
            if self.person is not None:
                name, avatar = shown_as(self.person)
                await self.room.come(self.person.id, name, self.watcher, avatar)
            else:
                self.room.watch(self.watcher)
            await self._read()
        except WebSocketDisconnect:
            pass
        except Refusal as refusal:
            await self._give_up(refusal.code)
        except CageFault as fault:
            log_fault("socket", fault)
            await self._give_up("the table cannot go on at this moment")
        except Exception as fault:  # noqa: BLE001 - the last to see it
            log_fault("socket", fault)
            await self._give_up("this went wrong on our side")
        finally:
            self.room.unwatch(self.watcher)
            self.house.metrics.queues.discard(self.out)
            sender.cancel()
            for task in self.reckoning:
                task.cancel()
            while not self.out.empty():  # nobody will read it
                self.out.get_nowait()
            await self._left()

    async def _who(self) -> tuple[str, Avatar]:
        """What the person is called now, and their picture."""
        me = self.person.id if self.person else ""
        found = await self.house.in_pool(lambda: self.house.accounts.people.person(me))
        if found is None:
            raise Refusal("signed_out", "Sign in again")
        return shown_as(found)

    async def _give_up(self, why: str) -> None:
        """Nobody can come to the table now; where it is not here any more, they ask for it anew."""
        await (self._close(COME_BACK, MOVED) if self.room.gone else self._close(FAULT, why))

    async def _left(self) -> None:
        """Tells the table that a person has gone, when this was their last connection to it."""
        if self.person is None or self.room.gone:
            return
        id_ = self.person.id
        if not self.room.is_here(id_):
            try:
                await self.room.miss(id_)
            except Refusal:  # the house closes at this moment
                return
            except CageFault as fault:
                log_fault("socket", fault)

    def _send(self, frame: bytes) -> None:
        if self.over:
            return
        self.house.metrics.frames += 1
        if self.wire is not None and not self.behind and self.wire.push(frame):
            return
        self.behind = True
        try:
            self.out.put_nowait(frame)
        except asyncio.QueueFull:  # it will be cut off, and finds the whole table when it comes back
            self._stop_writing()

    def _cut(self, reason: str) -> None:
        self.why = (COME_BACK if reason == MOVED else NOT_ALLOWED, reason)
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
                self.behind = not self.out.empty()
        except (WebSocketDisconnect, RuntimeError):  # it has ended: who reads from it knows
            return
        await self._close(*self.why)

    async def _close(self, code: int, reason: str) -> None:
        """Ends the connection, if it has not ended already."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code, reason)

    async def _read(self) -> None:
        """Answers what is said, one after the other; only the desk's answers may come later."""
        while True:
            message: Mapping[str, Any] = await self.socket.receive()
            if self.over or message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                await self._close(NOT_TEXT, "a message is text")
                return
            if len(text.encode()) > LARGEST:
                await self._close(TOO_LARGE, f"a message has at most {LARGEST} bytes")
                return
            if not self._in_time():
                await self._close(TOO_FAST, "too many messages")
                return
            if command_in(text) in RECKONED and len(self.reckoning) < MOST_RECKONED:
                task = asyncio.create_task(self._answer(text))
                self.reckoning.add(task)
                task.add_done_callback(self.reckoning.discard)
            else:
                await self._answer(text)

    def _in_time(self) -> bool:
        """Counts a message, or a ping, among all that this person sends over any socket."""
        return self.house.messages.take(self.bucket, self.house.now()) == 0

    async def _answer(self, text: str) -> None:
        do, begun = command_in(text), perf_counter()
        begin_command(text)
        answer: DoneFrame | RefusedFrame | UnknownFrame | None = self._too_busy(text)
        if answer is None or await self._was_done(answer.id):
            # What the desk answers says nothing of how busy the tables are.
            with nullcontext() if do in RECKONED else self.house.load.working():
                answer = await self.asking.answer(text)
        self._count(do, answer, perf_counter() - begun)
        if answer is not None:  # else it has gone out with its frame
            self._send(encode(answer))

    def _count(self, do: str, answer: DoneFrame | RefusedFrame | UnknownFrame | None, seconds: float) -> None:
        """What came of a command goes into the figures and the log."""
        metrics, table, person = self.house.metrics, self.room.live.id, self.watcher.person
        if isinstance(answer, RefusedFrame):
            metrics.command(do, "refused", seconds)
            metrics.refused(answer.code)
            if answer.code == "limit" and person is not None:  # a person to look after
                self.house.incidents.note("limit", person, which=str(answer.values.get("which", "")))
            log_debug("refused", do=do, code=answer.code, table=table, person=person)
        else:
            metrics.command(do, "unknown" if isinstance(answer, UnknownFrame) else "done", seconds)
        if seconds > SLOW:
            log_warning("slow", do=do, table=table, ms=round(1000 * seconds))

    def _too_busy(self, text: str) -> RefusedFrame | None:
        """The refusal of a command that would wait for too long; nothing has changed."""
        rank = rank_of(self.room.live, self.watcher.person)
        try:
            self.house.load.check(rank, self.house.milliseconds)
        except Refusal as refusal:
            return RefusedFrame(id_of(text), **refusal.as_json())
        return None

    async def _was_done(self, command: str | None) -> bool:
        """Whether a command has come before and was done: then it is answered, however busy the house is."""
        me, store = self.watcher.person, self.house.store
        if me is None or command is None:
            return False
        try:
            return await self.house.in_pool(
                lambda: store.read(lambda connection: any_answer(connection, me, command)) is not None
            )
        except CageFault:  # nobody can say: it may come again
            return False

    def _check_bet(self, connection: Connection, person: str, more: Cents) -> None:
        limits = self.house.limits
        check = limits.check_chips if self.room.live.till.chips else limits.check_bet
        check(connection, person, self.house.milliseconds, more)

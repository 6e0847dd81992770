"""A table's socket: the whole table first, then events and views; commands and their refusals."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import Final

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from pitboss.cage.journal import OtherContent
from pitboss.cage.people import Person
from pitboss.faults import CageFault
from pitboss.floor.live import LiveTable
from pitboss.floor.room import Room, Watcher
from pitboss.floor.settings import Seconds
from pitboss.money import Cents
from pitboss.round import Refusal, Spot
from pitboss.round.settle import play_stake
from pitboss.web import messages as said
from pitboss.web.house import House
from pitboss.web.log import log_fault
from pitboss.web.messages import ID_FORM, MESSAGES, DoneFrame, Message, RefusedFrame

LARGEST: Final = 4_096  # bytes of a message
WAITING: Final = 128  # frames for a client that does not keep up
BURST: Final = 40  # messages at once, and
PER_SECOND: Final = 10.0  # so many more each second

NOT_TEXT, TOO_LARGE, TOO_FAST, TOO_SLOW, FAULT = 1003, 1009, 1008, 1013, 1011  # why a connection is closed
NOT_ALLOWED: Final = 1008


class TableSocket:
    """One connection of a person, or of a spectator, to one table."""

    def __init__(self, house: House, room: Room, socket: WebSocket, person: Person | None) -> None:
        self.house = house
        self.room = room
        self.socket = socket
        self.person = person
        self.out: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self.why = (TOO_SLOW, "too slow")
        self.over = False  # it is being closed: nothing that is still said counts
        self.allowance = float(BURST)
        self.last = house.now()

    async def run(self) -> None:
        """Serves the connection until it ends."""
        watcher = Watcher(self.person.id if self.person else None, self._send, self._cut)
        sender = asyncio.create_task(self._write())
        try:
            if self.person is not None:
                await self.room.come(self.person.id, self.person.shown)
            await self.room.watch(watcher)
            await self._read()
        except WebSocketDisconnect:
            pass
        except Refusal as refusal:  # the house closes at this moment
            await self._close(FAULT, refusal.code)
        except CageFault as fault:
            log_fault("socket", fault)
            await self._close(FAULT, "the table cannot go on at this moment")
        finally:
            self.room.unwatch(watcher)
            sender.cancel()
            await self._left()

    async def _left(self) -> None:
        """Tells the table that a person has gone, when this was their last connection to it."""
        if self.person is None or self.room.parked:
            return
        id_ = self.person.id
        if not any(each.person == id_ for each in self.room.watchers):
            try:
                await self.room.call(lambda live, now: live.gone(id_, now))
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
        """A bucket of messages that fills up again as time goes by."""
        now = self.house.now()
        self.allowance = min(float(BURST), self.allowance + (now - self.last) * PER_SECOND)
        self.last = now
        self.allowance -= 1
        return self.allowance >= 0

    async def _answer(self, text: str) -> None:
        try:
            message = MESSAGES.validate_json(text)
        except ValidationError as fault:
            self._refuse(_id_of(text), Refusal("message", _first(fault), None))
            return
        try:
            spots, rev = await self.room.call(lambda live, now: (self._do(live, message, now), live.rev))
        except Refusal as refusal:
            self._refuse(message.id, refusal)
        except OtherContent:
            text = "This command id was used before for something else: take a new one for each command"
            self._refuse(message.id, Refusal("id_used", text, None, "id"))
        except CageFault as fault:
            log_fault("command", fault)
            self._refuse(message.id, Refusal("unavailable", "The table cannot go on at this moment", None))
        except Exception as fault:  # noqa: BLE001 - a fault of ours costs nobody the connection
            log_fault("command", fault)
            self._refuse(message.id, Refusal("fault", "This went wrong on our side", None))
        else:
            done = DoneFrame(id=message.id, rev=rev, spots=spots)
            self._send(done.model_dump_json().encode())

    def _refuse(self, id_: str | None, refusal: Refusal) -> None:
        frame = RefusedFrame(
            id=id_,
            code=refusal.code,
            text=refusal.text,
            clause=refusal.clause,
            path=refusal.path,
            values=refusal.values,
        )
        self._send(frame.model_dump_json().encode())

    def _do(self, live: LiveTable, message: Message, now: Seconds) -> tuple[Spot, ...] | None:
        """One command at the table, in the name of who is signed in and of nobody else."""
        if self.person is None:
            raise Refusal("spectator", "Sign in to play", None)
        me, key = self.person.id, message.id
        try:
            live.check_fresh(message.rev, getattr(message, "seat", None))
        except Refusal:
            if live.was_done(me, key):  # sent again after its answer was lost
                return None
            raise
        match message:
            case said.Sit(seat=seat):
                live.sit(me, seat, now)
            case said.Stand(seat=seat):
                live.stand(me, seat, now)
            case said.Draft(seat=seat, wagers=wagers):
                return live.draft(me, seat, wagers)
            case said.Bets(seat=seat, wagers=wagers, seed=seed):
                self.house.limits.check_bet(me, self.house.milliseconds, _more(live, seat, wagers))
                live.bet(me, key, seat, dict(wagers), seed, now)
            case said.Ready():
                live.ready(me, now)
            case said.Fold(seat=seat):
                live.decide(me, key, seat, "fold", None, now)
            case said.Play(seat=seat):
                live.decide(me, key, seat, "play", None, now)
            case said.Draw(seat=seat, discard=discard):
                live.decide(me, key, seat, "draw", discard, now)
            case said.MoreTime():
                live.more_time(me, now)
            case said.WantBank(want=want):
                live.want_bank(me, want, now)
            case said.TakeTheBank(stake=stake):
                if not live.was_done(me, key):  # a repetition puts nothing on the table
                    self.house.limits.check_bet(me, self.house.milliseconds, stake)
                live.take_bank(me, key, stake, now)
            case said.PassTheBank():
                live.pass_bank(me, now)
            case said.Instruct(instruction=instruction):
                live.instruct(me, instruction)
            case said.AddBot(bot=bot):
                _may_seat_bots(live, me)
                live.add_bot(bot, now)
            case said.RemoveBot(seat=seat):
                _may_seat_bots(live, me)
                live.remove_bot(seat, now)
        return None


def _more(live: LiveTable, seat: int, wagers: dict[str, Cents]) -> Cents:
    """What a bet adds to the money on the table, the reserve for Play included."""

    def kept(bets: dict[str, Cents]) -> Cents:
        return sum(bets.values()) + play_stake(live.table, bets.get("ante", 0))

    state = live.felt.state
    before = state.seat(seat) if state else None
    return kept(wagers) - (kept(dict(before.wagers)) if before else 0)


def _may_seat_bots(live: LiveTable, person: str) -> None:
    sitter = live.seating.people.get(person)
    if person != live.settings.host and not (sitter and sitter.seats):
        raise Refusal("not_host", "Who sits at the table, or opened it, seats and removes bots", None)


def _id_of(text: str) -> str | None:
    """The id of a message that cannot be read otherwise."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    id_ = data.get("id") if isinstance(data, dict) else None
    return id_ if isinstance(id_, str) and re.fullmatch(ID_FORM, id_) else None


def _first(fault: ValidationError) -> str:
    first = fault.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place or 'the message'}: {first['msg']}"

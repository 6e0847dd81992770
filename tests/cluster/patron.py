"""Somebody who plays at one table wherever it lives, and writes down all they asked, were told and saw.

They know several doors of the house and try another where one is shut. They follow to the address that a
ticket, a redirect or a closed socket names, and say what had no answer again under its id.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.histories.history import Command, History, Look, Shown
from tests.histories.shown import shown_in
from tests.live.player import Frame, Player
from tests.seen import answer_in

ELSEWHERE, COME_BACK = 4001, 1012  # why a socket was closed: the table lives there; ask for a new ticket
PATIENCE = 2.0  # seconds in which a server answers, or another one is tried
HANDSHAKE = 2.0  # seconds for a ticket, and for a socket to open
AVOIDED = 1.0  # seconds in which a server that has fallen silent is not gone back to
PAUSE = 0.1  # seconds before the next try, and twice as many before each further one
LONGEST_PAUSE = 0.8
RESTLESS = 0.1  # of all rounds, before which somebody stands up
LOST = (ConnectionClosed, InvalidHandshake, httpx.HTTPError, OSError, EOFError, TimeoutError)
NOTHING = Shown(0, "")
_LINES = count()


class ShutDoor(OSError):
    """This server does not let us in now."""


@dataclass
class Patron(Player):
    """One person with one seat at one table of a house with many servers."""

    history: History = field(default_factory=lambda: History(""))
    doors: Callable[[], list[str]] = list
    pace: float = 0.3  # seconds between two commands
    holds: bool = False  # decides nothing for the time being
    at: str = ""  # where the socket is
    line: int = -1
    begun: float = 0.0  # when this connection was asked for
    shown: Shown = NOTHING  # what the last view has shown
    heard: float = 0.0  # when a frame last came that is no refusal
    done: float = 0.0  # when a command was last done
    followed: int = 0  # times that somebody said where the table lives
    known: str = ""  # where it is said to live
    shut: str = ""  # the door that was tried last, and is tried again only when there is no other
    silent: tuple[str, float] = ("", 0.0)  # the server that has said nothing any more, and since when
    open: Frame | None = None  # sent, and not answered yet
    told: str = ""  # what came of the one before it
    tries: int = 0  # to come back, in vain
    stands: bool = False  # has given up the seat
    since: float = 0.0

    async def play_on(self, over: asyncio.Event) -> None:
        """Plays until it is over, whatever happens to servers and connections."""
        async with httpx.AsyncClient(timeout=HANDSHAKE) as http:
            while not over.is_set():
                try:
                    await self.enter(http)
                    await self._stay(over)
                except LOST as fault:
                    self._learn(fault)
                    self._forget(fault)
                    await asyncio.sleep(
                        min(PAUSE * 2**self.tries, LONGEST_PAUSE) * self.chance.uniform(0.5, 1)
                    )
                    self.tries += 1
                finally:
                    self.at = ""
                    if self.socket is not None:
                        self.socket.transport.abort()
        self._give_up()

    async def enter(self, http: httpx.AsyncClient) -> None:
        """A ticket at some door, then the socket where the ticket says; the first frame is the table."""
        self.begun, self.line = time.monotonic(), next(_LINES)
        door, ticket = await self._ticket(http)
        self.known = ""
        kind, _, rest = door.partition("://")
        where = f"{kind.replace('http', 'ws')}://{rest}/api/tables/{self.table}/socket?ticket={ticket}"
        self.socket = await connect(
            where,
            compression=None,
            max_size=None,
            open_timeout=HANDSHAKE,
            ping_interval=PATIENCE / 2,
            ping_timeout=PATIENCE,
            close_timeout=PAUSE,
        )
        self.steps, self.view = 0, {}
        async with asyncio.timeout(PATIENCE):
            while not self.view:
                await self.hear()
        self.at, self.shut, self.tries = door, "", 0

    async def _ticket(self, http: httpx.AsyncClient) -> tuple[str, str]:
        """Where to go, and what opens the socket there."""
        doors = self.doors()
        if not doors:
            raise ShutDoor("no server is there")
        door = self.known or self.chance.choice([each for each in doors if each != self.shut] or doors)
        self.known, self.shut = "", door
        for _ in range(3):
            answer = await http.post(
                f"{door}/api/tables/{self.table}/ticket",
                json={},
                headers={"authorization": f"Bearer {self.guest.session}"},
            )
            if answer.status_code != 307:
                break
            self.followed += 1
            door = str(httpx.URL(answer.headers["location"]).copy_with(raw_path=b"/")).rstrip("/")
        if answer.status_code != 200:
            raise ShutDoor(f"{answer.status_code} {answer.text}")
        told = answer.json()
        owner = self.shut = told.get("address") or door
        self.followed += owner != door
        if owner == self.silent[0] and time.monotonic() < self.silent[1] + AVOIDED:
            raise ShutDoor(f"{owner} has fallen silent; its lease runs out")
        return owner, told["ticket"]

    def _learn(self, fault: BaseException) -> None:
        """A socket that was closed says where the table lives."""
        close = getattr(fault, "rcvd", None)
        if close is not None and close.code == ELSEWHERE:
            self.followed += 1
            self.known = close.reason

    def _forget(self, fault: BaseException) -> None:
        """Who has been lost is asked last; who has fallen silent, not until its lease can have run out."""
        if self.at:
            self.shut = self.at
        close = getattr(fault, "rcvd", None)
        if self.at and close is None:
            self.silent = self.at, time.monotonic()

    def next_command(self, *, last_round: bool = False) -> Frame | None:
        """As every player; now and then somebody stands up between two rounds, and sits down again."""
        command = super().next_command(last_round=last_round)
        if self.stands:  # the seat shows their hand until it is swept away
            return {"do": "sit", "seat": self.seat}
        if command is not None and command["do"] == "bets" and self.chance.random() < RESTLESS:
            return {"do": "stand", "seat": self.seat}
        return command

    async def hear(self) -> Frame:
        before = self.view
        frame = await super().hear()
        now = time.monotonic()
        if self.view is not before or frame["t"] == "update":
            self.shown = shown_in(self.view)
            self.history.looks.append(Look(self.line, self.begun, now, self.view["rev"], self.shown))
        if frame["t"] not in ("refused", "unknown"):
            self.heard = now
        return frame

    async def _stay(self, over: asyncio.Event) -> None:
        """Plays over this connection."""
        if self.open is not None:
            await self._say()
        while not over.is_set():
            command = self.next_command()
            if command is not None and not (self.holds and self.shown.phase == "decisions"):
                self.sent += 1
                id_ = f"{self.guest.person[:8]}-{self.sent}"
                self.open = {"t": "cmd", "id": id_, "rev": self.view["rev"], **command}
                self.since = time.monotonic()
                await self._say()
                await self._wait(self.pace * self.chance.uniform(0.5, 1.5))
            else:
                await self._wait(self.pace)

    async def _wait(self, seconds: float) -> None:
        """Hears what comes in so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await self.hear()

    async def _say(self) -> None:
        """Says what is open, until somebody knows what came of it."""
        assert self.socket is not None
        assert self.open is not None
        asked, round_ = self.open, self.shown.round
        while True:
            await self.socket.send(json.dumps(asked))
            async with asyncio.timeout(PATIENCE):
                frame = await self._answer(asked["id"])
            if frame["t"] != "unknown":
                break
            await asyncio.sleep(PAUSE)
        self._note(frame)
        if frame["t"] == "done" and asked["do"] == "ready":
            self.ready_for = round_
        if frame["t"] == "done" and asked["do"] in ("stand", "sit"):
            self.stands = asked["do"] == "stand"

    async def _answer(self, id_: str) -> Frame:
        while True:
            answer = answer_in(await self.hear())
            if answer is not None and answer["id"] == id_:
                return answer

    def _note(self, frame: Frame) -> None:
        """Writes down how the open command was answered."""
        now = time.monotonic()
        self.history.commands.append(
            self._command(now, outcome=frame["t"], line=self.line, code=frame.get("code") or "")
        )
        self.told = f"{self.open['do']} {frame['t']} {frame.get('code', '')}" if self.open else ""
        self.open = None
        if frame["t"] == "done":
            self.done = now

    def _command(self, answered: float, **more: Any) -> Command:
        assert self.open is not None
        asked = {key: value for key, value in self.open.items() if key not in ("t", "id", "rev")}
        return Command(self.guest.person, self.open["id"], asked, self.since, answered, **more)

    def _give_up(self) -> None:
        """The evening is over: what is still open stays unknown for ever."""
        if self.open is not None:
            self.history.commands.append(self._command(float("inf")))
            self.open = None

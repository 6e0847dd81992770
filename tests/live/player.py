"""A client at a table: sits, bets, is ready, decides; and remembers every command that was acknowledged."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.clauses.tables import FULL_BET
from tests.live.server import Guest, Server
from tests.seen import SeenTable, answer_in

Frame = dict[str, Any]
OPEN_FOR_BETS = ("bets", "settled", "void", "closed")


class Acked(NamedTuple):
    """A command that the server said was done, with the number of the round on the felt before it."""

    id: str
    do: str
    round: int


@dataclass
class Player:
    """One person with one seat at one table."""

    guest: Guest
    table: str
    house: str
    seat: int
    chance: Random
    slow: bool = False  # one command after each start of the server
    acked: list[Acked] = field(default_factory=list)
    view: Frame = field(default_factory=dict)
    known_table: SeenTable = field(default_factory=SeenTable)
    ready_for: int = -1  # the round for which the server has heard that this person is ready
    sent: int = 0
    steps: int = 0  # commands acknowledged since the last connection
    socket: ClientConnection | None = None

    async def come(self, http: httpx.AsyncClient, server: Server) -> None:
        """Opens the socket with a new ticket; the first frame is the whole table."""
        asked = await http.post(
            f"/api/tables/{self.table}/ticket",
            json={},
            headers={"authorization": f"Bearer {self.guest.session}"},
        )
        asked.raise_for_status()
        address = server.socket_of(self.table, asked.json()["ticket"])
        self.socket = await connect(address, compression=None, max_size=None, ping_interval=None)
        self.steps, self.view = 0, {}
        while not self.view:
            await self.hear()

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def hear(self) -> Frame:
        """The next frame."""
        assert self.socket is not None
        frame: Frame = json.loads(await self.socket.recv())
        self.take(frame)
        return frame

    def take(self, frame: Frame) -> Frame | None:
        """Takes in a frame; the answer in it, if there is one."""
        answer = self.known_table.take(frame)
        if frame["t"] in ("view", "update"):
            self.view = self.known_table.view
        return answer

    async def ask(self, command: Frame) -> Frame:
        """Sends a command and waits for its answer."""
        assert self.socket is not None
        self.sent += 1
        id_ = f"{self.guest.person[:8]}-{self.sent}"
        round_ = self.view["round"]
        await self.socket.send(json.dumps({"t": "cmd", "id": id_, "rev": self.view["rev"], **command}))
        while True:
            frame = answer_in(await self.hear()) or {"id": None}
            if frame["id"] == id_ and frame["t"] != "unknown":
                break
        if frame["t"] == "done":
            self.steps += 1
            self.acked.append(Acked(id_, command["do"], round_))
            if command["do"] == "ready":
                self.ready_for = round_
        else:
            assert frame["code"] == "stale", (command, frame)
        return frame

    @property
    def own(self) -> Frame:
        """This person's seat."""
        found: Frame = self.view["seats"][self.seat - 1]
        return found

    @property
    def has_bet(self) -> bool:
        return self.view["phase"] == "bets" and _staked(self.own)

    def next_command(self, *, last_round: bool = False) -> Frame | None:
        """What to do now; None: wait for others. In the last round nobody makes a new bet."""
        view = self.view
        if not self.own["you"]:
            return {"do": "sit", "seat": self.seat}
        if view["phase"] == "decisions":
            mine = [each for each in view["actions"] if each["seat"] == self.seat]
            if not mine:
                return None
            action = self.chance.choice(mine)
            discard = {"discard": action["discard"]} if action["id"] == "draw" else {}
            return {"do": action["id"], "seat": self.seat, **discard}
        if view["phase"] not in OPEN_FOR_BETS:
            return None
        if not self.has_bet and not last_round:
            wagers = dict(FULL_BET[self.house]) if self.chance.random() < 0.7 else {"ante": 1000}
            seed = f"{self.chance.getrandbits(128):032x}"
            return {"do": "bets", "seat": self.seat, "wagers": wagers, "seed": seed}
        if view["phase"] == "bets" and self.ready_for != view["round"]:
            return {"do": "ready"} if self.has_bet or self.somebody_waits else None
        return None

    @property
    def somebody_waits(self) -> bool:
        """Whether there is a bet on the table whose round is not over."""
        return self.view["phase"] not in ("settled", "void", "closed") and any(
            map(_staked, self.view["seats"])
        )

    async def play(self, told: Callable[[], None]) -> None:
        """Plays until the connection is lost; every acknowledged command is told."""
        try:
            while True:
                command = None if self.slow and self.steps else self.next_command()
                if command is None:
                    await self.hear()
                elif (await self.ask(command))["t"] == "done":
                    told()
        except ConnectionClosed:
            return

    async def finish(self) -> None:
        """Plays the round under way to its end."""
        while self.somebody_waits:
            command = self.next_command(last_round=True)
            await (self.hear() if command is None else self.ask(command))


def _staked(seat: Frame) -> bool:
    return any(spot["amount"] for spot in seat["spots"])

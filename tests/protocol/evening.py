"""A house in this process with people at its tables; everything that is said is kept."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from argon2 import PasswordHasher

from pitboss.desk.desk import Desk
from pitboss.ledger import open_store
from pitboss.table.messages import TableCommand, Tick
from pitboss.web.app import make_app
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings
from tests.desk.hands import start_thread
from tests.seen import SeenTable, answer_in

with warnings.catch_warnings():  # it would rather have another HTTP library beneath
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient, WebSocketTestSession

Said = dict[str, Any]
NOON = 1_794_744_000.0  # 2026-11-15 12:00 UTC


@dataclass
class Evening:
    """The house, its clock, and all that went over the wire."""

    house: House
    client: TestClient
    stack: ExitStack
    time: list[float]
    log: list[Said] = field(default_factory=list)
    ids: Iterator[int] = field(default_factory=lambda: count(1))

    def ask(self, method: str, path: str, body: Said | None = None, who: str = "") -> Any:
        """One request of somebody; its body and its answer are kept."""
        headers = {"authorization": f"Bearer {who}"} if who else {}
        answer = self.client.request(method, path, json=body, headers=headers)
        told = answer.json() if answer.content else None
        self.log += [each for each in (body, told) if isinstance(each, dict)]
        return told

    def guest(self) -> str:
        """A new guest; gives the secret of the session."""
        self.ask("POST", "/api/guests")
        secret = str(self.client.cookies["pitboss_session"])
        self.client.cookies.clear()
        return secret

    def table(self, who: str, house: str, **more: Any) -> str:
        id_ = f"table-{len(self.log)}"
        wanted = {"id": id_, "house": house, "title": "The back room", "clock": False} | more
        return str(self.ask("POST", "/api/tables", wanted, who)["table"])

    def come(self, table: str, who: str = "", invite: str = "") -> Place:
        """A connection of somebody, or of a spectator."""
        path = f"/api/tables/{table}/socket"
        wanted = {"invite": invite} if invite else {}
        if who:
            path += "?ticket=" + self.ask("POST", f"/api/tables/{table}/ticket", wanted, who)["ticket"]
        place = Place(self, self.stack.enter_context(self.client.websocket_connect(path)))
        place.hear()
        return place

    def do(self, table: str, command: TableCommand) -> None:
        """Something that the operator or time does at a table."""
        portal = self.client.portal
        assert portal is not None
        portal.call(self.house.floor.room(table).do, command)

    def later(self, table: str, seconds: float) -> None:
        self.time[0] += seconds
        self.do(table, Tick())


@dataclass
class Place:
    """One socket, with the last view that it has heard."""

    evening: Evening
    socket: WebSocketTestSession
    heard: SeenTable = field(default_factory=SeenTable)
    frames: list[Said] = field(default_factory=list)

    def hear(self) -> Said:
        frame: Said = json.loads(self.socket.receive_text())
        self.frames.append(frame)
        self.evening.log.append(frame)
        self.heard.take(frame)
        return frame

    @property
    def view(self) -> Said:
        """The table as it was last heard."""
        return self.heard.view

    def say(self, do: str, **more: Any) -> Said:
        """A command, and its answer; what came in between is heard too."""
        command = {"t": "cmd", "id": f"c-{next(self.evening.ids)}", "rev": self.view["rev"], "do": do, **more}
        return self.send(command)

    def send(self, command: Said) -> Said:
        self.evening.log.append(command)
        self.socket.send_text(json.dumps(command))
        return self._until(command["id"])

    def catch_up(self) -> None:
        """Hears everything that was sent so far: what is no message is refused in its turn."""
        self.socket.send_text("?")
        self._until(None)

    def _until(self, id_: str | None) -> Said:
        while True:
            answer = answer_in(self.hear())
            if answer is not None and answer["t"] != "unknown" and answer["id"] == id_:
                return answer

    def round(self, seat: int, wagers: dict[str, int], *, seed: str = "", draw: bool = False) -> None:
        """A whole round at a table without a clock where everybody else is ready."""
        self.say("bets", seat=seat, wagers=wagers, seed=seed)
        self.say("ready")
        while self.view["phase"] == "decisions" and self.view["actions"]:
            first = self.view["actions"][-1 if draw else 1]
            discard = {"discard": first["discard"]} if first["discard"] else {}
            self.say(first["id"], seat=first["seat"], **discard)


@contextmanager
def evening(name: str) -> Iterator[Evening]:
    """An evening whose cards, ids and times are always the same."""
    store, time, numbers = open_store(":memory:"), [NOON], count(1)
    house = House(
        ServeSettings(),
        store,
        entropy=Random(f"evening {name}").randbytes,
        now=lambda: time[0],
        new_id=lambda: f"{next(numbers):032x}",
        hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),
        desk=Desk(1, start=start_thread, now=lambda: time[0]),
        reckons_here=True,
    )
    with TestClient(make_app(house), base_url="http://127.0.0.1") as client, ExitStack() as stack:
        yield Evening(house, client, stack, time)
    store.close()

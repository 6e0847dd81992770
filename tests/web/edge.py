"""The whole application in this process: people with sessions, their sockets, and a clock that stands."""

from __future__ import annotations

import json
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from itertools import count
from random import Random
from typing import Any, TypeVar

from anyio import fail_after
from argon2 import PasswordHasher
from httpx import Response
from starlette.websockets import WebSocketDisconnect

from pitboss.desk.desk import Desk
from pitboss.ledger import Store
from pitboss.table.table_runner import Room
from pitboss.web.app import make_app
from pitboss.web.guard import COOKIE
from pitboss.web.limits import Buckets, Pace
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings
from tests.desk.hands import start_thread
from tests.ledger.books import added_up, balances
from tests.seen import SeenTable, answer_in
from tests.table.rig import new_store

with warnings.catch_warnings():  # it would rather have another client than the one that is installed
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession

NOON = 1_794_744_000.0  # 2026-11-15 12:00 UTC
PATIENCE = 60.0
HOME = "http://127.0.0.1:8888"
MANY = 100_000  # requests while the clock stands
PASSWORD = "correct horse 9"
Frame = dict[str, Any]
T = TypeVar("T")


class Edge:
    """A house on an empty database behind its real routes and sockets."""

    def __init__(
        self,
        settings: ServeSettings | None = None,
        *,
        store: Store | None = None,
        entropy: Callable[[int], bytes] | None = None,
        address: str = "192.0.2.1",
        base: str = HOME,
    ) -> None:
        self.time = NOON
        self.store = store or new_store()
        numbers = count(1)
        self.house = House(
            settings or ServeSettings(requests_address=MANY),
            self.store,
            entropy=entropy or Random("edge").randbytes,
            now=lambda: self.time,
            new_id=lambda: f"id{next(numbers)}",
            hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),
            desk=Desk(1, start=start_thread, now=lambda: self.time),
            reckons_here=True,
        )
        self.house.floor.listing.oldest = 0.0  # what is done shows at once
        self.house.load.limit = 600.0  # however slow the machine of the tests is
        if settings is None:  # bytes, too, may come while the clock stands
            self.house.bodies = Buckets(Pace(10**9, 10**9))
        self.app = make_app(self.house)
        self.client = TestClient(self.app, base_url=base, client=(address, 50_000))
        self.numbers = count(1)

    def __enter__(self) -> Edge:
        self.client.__enter__()
        return self

    def __exit__(self, *fault: object) -> None:
        self.client.__exit__()
        self.store.close()

    def call(self, work: Callable[..., Awaitable[T]], *given: Any) -> T:
        """Does something in the loop of the server."""
        assert self.client.portal is not None
        return self.client.portal.call(work, *given)

    def ask(self, method: str, path: str, secret: str | None = None, **more: Any) -> Response:
        """A request; no cookie is kept from one to the next."""
        headers = dict(more.pop("headers", {}))
        if secret is not None:
            headers["Cookie"] = f"{COOKIE}={secret}"
        self.client.cookies.clear()
        answer: Response = self.client.request(method, path, headers=headers, **more)
        self.client.cookies.clear()
        assert answer.status_code != 500, answer.text
        return answer

    def guest(self) -> Visitor:
        """Somebody with a session, whom no limit on new guests has kept out."""
        person, secret = self.house.accounts.people.guest()
        return Visitor(self, person.id, secret)

    def room(self, table: str) -> Room:
        return self.house.floor.room(table)

    def funds(self, who: Visitor) -> int:
        return self.house.pit.funds(who.id)

    def new_id(self) -> str:
        return f"c{next(self.numbers)}"

    @contextmanager
    def connected(self, path: str, **headers: str) -> Iterator[Joined]:
        """A socket; its first frame is the whole table."""
        with self.client.websocket_connect(path, headers=headers) as socket:
            yield Joined(self, path.split("/")[3], socket)

    def closed(self, path: str, **headers: str) -> tuple[int, str]:
        """Why a socket is not opened: the status and the code of the refusal."""
        return code(self.denied(path, **headers))

    def denied(self, path: str, **headers: str) -> Response:
        """The answer to a socket that is not opened."""
        try:
            with self.client.websocket_connect(path, headers=headers):
                raise AssertionError(f"{path} was opened")
        except WebSocketDenialResponse as refused:
            return refused

    def watch(self, table: str, invite: str = "") -> Any:
        """A spectator's socket."""
        return self.connected(f"/api/tables/{table}/socket?invite={invite}")

    def books_balance(self) -> None:
        held = balances(self.store)
        assert held == added_up(self.store)
        assert sum(held.values()) == 0
        assert all(each >= 0 for name, each in held.items() if name.startswith(("person", "escrow", "bank")))


class Visitor:
    """A person with the secret of a session."""

    def __init__(self, edge: Edge, person: str, secret: str) -> None:
        self.edge = edge
        self.id = person
        self.secret = secret

    def ask(self, method: str, path: str, **more: Any) -> Response:
        return self.edge.ask(method, path, self.secret, **more)

    def open(self, house: str = "rivers", **more: Any) -> str:
        """Opens a table without a clock, unless told otherwise."""
        return str(self.opened(house, **more)["table"])

    def opened(self, house: str = "rivers", **more: Any) -> Frame:
        answer = self.tries_to_open(**{"house": house, "clock": False, **more})
        assert answer.status_code == 201, answer.text
        found: Frame = answer.json()
        return found

    def tries_to_open(self, **body: Any) -> Response:
        """Asks for a table, under a new id unless told otherwise."""
        asked = {"id": self.edge.new_id(), "title": "T", **body}
        return self.ask("POST", "/api/tables", json=asked)

    def ticket(self, table: str, invite: str = "") -> str:
        answer = self.ask("POST", f"/api/tables/{table}/ticket", json={"invite": invite})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["ticket"])

    def join(self, table: str, invite: str = "") -> Any:
        """One's own socket to a table."""
        return self.edge.connected(f"/api/tables/{table}/socket?ticket={self.ticket(table, invite)}")


class Joined:
    """One end of a socket: says commands, keeps every frame, knows the last view."""

    def __init__(self, edge: Edge, table: str, socket: WebSocketTestSession) -> None:
        self.edge = edge
        self.table = table
        self.socket = socket
        self.frames: list[str] = []
        self.heard = SeenTable()
        self.read()

    def read(self) -> Frame:
        """The next frame."""
        message = self.socket.portal.call(self._arrives)
        self.socket._raise_on_close(message)
        text = str(message["text"])
        self.frames.append(text)
        frame: Frame = json.loads(text)
        self.heard.take(frame)
        return frame

    @property
    def view(self) -> Frame:
        """The table as it was last heard."""
        return self.heard.view

    async def _arrives(self) -> Any:
        with fail_after(PATIENCE):  # a frame that never comes fails the test, and does not stop the others
            return await self.socket._send_rx.receive()

    def catch_up(self) -> Frame:
        """The table as it is now."""
        while self.heard.whole["rev"] < self.edge.room(self.table).live.rev:
            self.read()
        return self.view

    def send(self, text: str) -> Frame:
        """Sends any text; its answer."""
        self.socket.send_text(text)
        while (answer := answer_in(self.read())) is None or answer["t"] == "unknown":
            pass
        return answer

    def say(self, do: str, *, id_: str = "", rev: int | None = None, **fields: Any) -> Frame:
        """A command from the newest view, under a new id, unless told otherwise."""
        if rev is None:
            rev = self.catch_up()["rev"]
        message = {"t": "cmd", "id": id_ or self.edge.new_id(), "rev": rev, "do": do, **fields}
        return self.send(json.dumps(message))

    def done(self, do: str, **fields: Any) -> Frame:
        """A command that is accepted; the view after it."""
        answer = self.say(do, **fields)
        assert answer["t"] == "done", answer
        return self.catch_up()

    def refused(self, do: str, **fields: Any) -> str:
        """A command that is refused and changes nothing; the code of the refusal."""
        live = self.edge.room(self.table).live
        before = (live.rev, live.seating, live.standing, balances(self.edge.store))
        answer = self.say(do, **fields)
        assert answer["t"] == "refused", answer
        assert (live.rev, live.seating, live.standing, balances(self.edge.store)) == before
        return str(answer["code"])

    def ended(self) -> tuple[int, str]:
        """How the server has closed this connection."""
        try:
            while True:
                self.read()
        except WebSocketDisconnect as gone:
            return gone.code, gone.reason

    def seat(self, number: int) -> Frame:
        found: Frame = self.catch_up()["seats"][number - 1]
        return found

    def sits(self, number: int = 1) -> Joined:
        self.done("sit", seat=number)
        return self

    def deals(self, number: int = 1, **wagers: int) -> Joined:
        """Bets, and is ready."""
        self.done("bets", seat=number, wagers=wagers or {"ante": 1000})
        self.done("ready")
        return self


def cookie_of(answer: Response) -> str:
    jar = SimpleCookie(answer.headers["set-cookie"])
    return jar[COOKIE].value


def code(answer: Response) -> tuple[int, str]:
    return answer.status_code, str(answer.json()["code"])


def sign_in(edge: Edge, name: str, password: str = PASSWORD) -> Response:
    return edge.ask("POST", "/api/sign-in", json={"name": name, "password": password})


def named(edge: Edge, name: str) -> Visitor:
    who = edge.guest()
    answer = who.ask("POST", "/api/register", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return Visitor(edge, who.id, cookie_of(answer))  # with the name comes a new secret

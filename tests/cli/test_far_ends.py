"""What may be at the other end: newer servers, other programs, somebody who was signed out."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from pitboss.round import Refusal, open_table
from pitboss.round.facts import BetsFact, Stake
from pitboss.sheet import load_house
from pitboss.sheet.files import house_text
from pitboss.table.audience import encode
from pitboss.table.views import table_view
from pitboss.terminal import remote
from pitboss.terminal.input import Ears
from pitboss.terminal.local import practice_table
from pitboss.terminal.place import Frames, Telling
from pitboss.terminal.remote import JoinedTable, NoServer, sign_in
from pitboss.terminal.remote import Server as Client


def view_of(house: str) -> dict[str, Any]:
    """The first view of a table, as it is sent."""
    place = practice_table(open_table(load_house(house)), "x", None)
    try:
        place.say("sit", seat=1)
        view: dict[str, Any] = json.loads(encode(table_view(place.room.live, "you")))
        return view
    finally:
        place.close()


class _Elsewhere(BaseHTTPRequestHandler):
    """No house: a page, a page that is not there, and one that has moved."""

    asked: list[tuple[str, str | None]]

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers.get("Authorization")))
        status = {"/page": 200, "/moved": 302}.get(self.path, 404)
        self.send_response(status)
        self.send_header("Location", "/page")
        self.end_headers()
        self.wfile.write(b"<p>Welcome</p>")

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def elsewhere() -> Iterator[Client]:
    _Elsewhere.asked = []
    with ThreadingHTTPServer(("127.0.0.1", 0), _Elsewhere) as served:
        thread = threading.Thread(target=served.serve_forever, args=(0.01,))
        thread.start()
        yield Client(f"http://127.0.0.1:{served.server_port}", "a secret")
        served.shutdown()
        thread.join()


def test_another_server_is_no_house_and_gets_the_secret_once(elsewhere: Client) -> None:
    for path, why in (("/page", "its answer is not JSON"), ("/none", "it answers with status 404")):
        with pytest.raises(NoServer, match=f"{elsewhere.address} is no Pitboss server: {why}"):
            elsewhere.ask("GET", path)
    with pytest.raises(NoServer, match="status 302"):
        elsewhere.ask("GET", "/moved")
    assert _Elsewhere.asked == [(path, "Bearer a secret") for path in ("/page", "/none", "/moved")]


@pytest.mark.parametrize(
    ("address", "warned"),
    [("http://192.0.2.1:9", True), ("http://cards.invalid", True), ("https://192.0.2.1:9", False),
     ("http://127.0.0.1:9", False), ("http://[::1]:9", False), ("http://localhost:9", False)],
)  # fmt: skip
def test_who_signs_in_without_tls_is_warned(
    address: str, warned: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PITBOSS_TOKEN", "a token")
    server = Client(address)
    monkeypatch.setattr(server, "ask", lambda *_: {"name": "Ann"})
    assert sign_in(server, None, Ears()) == {"name": "Ann"}
    assert ("does not speak TLS" in capsys.readouterr().out) == warned


def test_what_is_not_known_in_a_frame_is_passed_over_and_what_is_wrong_is_refused() -> None:
    frames = Frames()
    assert frames.take('{"t": "weather", "sun": true}') is None
    bets = {"k": "bets", "seat": 1, "player": "ann", "stakes": [{"id": "ante", "cents": 500}], "mood": "good"}
    view = view_of("shine") | {"lights": "low"}
    view["seats"][0]["drink"] = "water"
    frames.take(json.dumps(view))
    update = {
        "t": "update",
        "rev": 9,
        "events": [{"k": "thunder"}, bets],
        "state": {"paused": True, "mood": 1},
    }
    frames.take(json.dumps(update))
    first, then = frames.heard()
    assert (first.fresh, then.fresh) == (True, False)
    assert then.events == (BetsFact(1, "ann", (Stake("ante", 500),)),)
    assert first.view.owns(1)
    assert (then.view.rev, then.view.state.paused, then.view.seats) == (9, True, first.view.seats)
    for wrong in (update | {"state": {"round": "one"}}, update | {"events": [bets | {"seat": None}]}):
        with pytest.raises(Refusal, match="another version of the protocol"):
            frames.take(json.dumps(wrong))


@pytest.mark.parametrize("house", ["/etc/passwd", "./mine.toml", "mine.toml"])
def test_a_server_cannot_make_us_open_a_file(
    house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(house_text("rivers"), encoding="utf-8")
    view = view_of("rivers")
    view["table"]["house"] = house

    def show_table(socket: ServerConnection) -> None:
        socket.send(json.dumps(view))
        socket.recv()

    with _sockets(show_table) as address:
        server = Client(address)
        monkeypatch.setattr(server, "ask", lambda *_, **__: {"ticket": "one", "address": ""})
        with pytest.raises(Refusal, match=f"does not know the house '{house}'"):
            JoinedTable(server, "t", "", "Ann", Ears())


@contextmanager
def _sockets(answer: Callable[[ServerConnection], None]) -> Iterator[str]:
    """A server that has sockets and nothing else; gives its address."""
    with serve(answer, "127.0.0.1", 0) as served:
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{served.socket.getsockname()[1]}"
        finally:
            served.shutdown()
            thread.join()


@pytest.mark.parametrize("which", ["terminal", "example"])
def test_a_table_that_lives_elsewhere_is_followed(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ticket names the server; one that does not have the table any more says so with 4001."""
    view = json.dumps(view_of("rivers"))
    came: list[str] = []

    def wrong(socket: ServerConnection) -> None:
        came.append("wrong")
        socket.close(4001, "http://192.0.2.1")

    def right(socket: ServerConnection) -> None:
        assert socket.request is not None
        came.append(socket.request.path)
        socket.send(view)
        with suppress(ConnectionClosed):
            socket.recv()

    with _sockets(wrong) as one, _sockets(right) as two:
        tickets = iter([{"ticket": "a", "address": one}, {"ticket": "b", "address": f"{two}/at/2"}])
        make: Any = Client if which == "terminal" else _example().Server
        server = make("http://192.0.2.9" if which == "terminal" else ["http://192.0.2.9"])
        monkeypatch.setattr(server, "ask", lambda *_, **__: next(tickets))
        with ExitStack() as stack:
            if which == "terminal":
                stack.callback(JoinedTable(server, "t", "", "Ann", Ears()).close)
            else:
                _example().Table(server, "t", "", stack)
    assert came == ["wrong", "/at/2/api/tables/t/socket?ticket=b"]


@pytest.mark.parametrize("which", ["terminal", "example"])
def test_a_server_that_falls_silent_is_left_and_the_command_said_again(
    which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when its process is stopped: the connection stands, and nothing comes over it."""
    view = json.dumps(view_of("rivers"))
    heard: list[dict[str, Any]] = []

    def frozen(socket: ServerConnection) -> None:
        socket.send(view)
        with suppress(ConnectionClosed):
            heard.append(json.loads(socket.recv()))
            socket.recv()

    def alive(socket: ServerConnection) -> None:
        socket.send(view)
        with suppress(ConnectionClosed):
            heard.append(json.loads(socket.recv()))
            socket.send(json.dumps({"t": "done", "id": heard[-1]["id"], "rev": 1}))
            socket.recv()

    module = remote if which == "terminal" else _example()
    with _sockets(frozen) as one, _sockets(alive) as two, ExitStack() as stack:
        tickets = iter([{"ticket": "a", "address": one}, {"ticket": "b", "address": two}])
        server = module.Server("http://192.0.2.9" if which == "terminal" else ["http://192.0.2.9"])
        monkeypatch.setattr(server, "ask", lambda *_, **__: next(tickets))
        if which == "terminal":
            table: Any = JoinedTable(server, "t", "", "Ann", Ears())
            stack.callback(table.close)
        else:
            table = module.Table(server, "t", "", stack)
        monkeypatch.setattr(module, "SOON", 0.3)
        assert table.say("ready")["t"] == "done"
    assert heard[0] == heard[1], "unchanged, under its id"


def _example() -> Any:
    """The program of `examples`, loaded."""
    path = Path(__file__).parents[2] / "examples" / "client.py"
    spec = spec_from_file_location("client", path)
    assert spec is not None
    assert spec.loader is not None
    client = module_from_spec(spec)
    spec.loader.exec_module(client)
    return client


@pytest.mark.parametrize(
    ("address", "there", "base"),
    [
        ("https://cards.example", "", "wss://cards.example"),
        ("https://cards.example", "https://cards.example/at/2", "wss://cards.example/at/2"),
        ("http://10.0.0.5:8888", "http://10.0.0.6:8888", "ws://10.0.0.6:8888"),
        ("http://10.0.0.5:8888", "https://cards.example", "wss://cards.example"),
    ],
)
def test_the_socket_is_where_the_server_says(address: str, there: str, base: str) -> None:
    assert Client(address).socket_base(there) == base


@pytest.mark.parametrize("there", ["http://cards.example", "ftp://cards.example", "cards.example"])
def test_tls_is_not_given_up_on_the_way(there: str) -> None:
    with pytest.raises(NoServer, match="could listen"):
        Client("https://cards.example").socket_base(there)


@pytest.mark.parametrize("house", ["pechanga", "napa-valley", "rivers"])
def test_a_paid_round_is_told_from_its_view_as_it_was_told_by_its_events(house: str) -> None:
    place = practice_table(open_table(load_house(house)), "x", None)
    try:
        place.say("sit", seat=1)
        place.say("add_bot", bot="always")
        place.say("bets", seat=1, wagers={"ante": 1000})
        place.say("ready")
        place.say("play", seat=1)
        telling = Telling(place)
        told = [sentence for heard in place.hear() for sentence in telling.sentences(heard)]
        again = list(telling.standing(place.view))
    finally:
        place.close()
    paid = [
        sentence
        for sentence in told
        if sentence.startswith(("Seat 1: ", "Seat 2: ", "Seat 1 net", "Seat 2 net"))
    ]
    assert len(paid) >= 6
    assert [sentence for sentence in again if sentence in paid] == paid
    assert "Seat 1 (you) bets Ante $10." in again
    assert {sentence for sentence in told if " holds " in sentence and sentence.startswith("Seat")} <= set(
        again
    )


def test_names_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Ears().say("Guest \x1b[2J\x07 sits down.\nAt seat 2.")
    assert capsys.readouterr().out == "Guest ?[2J? sits down.\nAt seat 2.\n"

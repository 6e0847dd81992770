"""The example client plays at a real server, and a connection is refused and closed as the page says."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import combinations, count, pairwise
from pathlib import Path
from ssl import create_default_context
from time import monotonic
from types import ModuleType, SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, ConnectionClosedOK, InvalidStatus
from websockets.frames import Close
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pitboss.sheet import houses, load_house

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "examples" / "client.py"
LINE = re.compile(r"Round (\d+): \w\w \w\w \w\w, (play|fold), [+-]\$\d+\.\d\d\. Checked\.")
LONG = 60  # seconds after which something is stuck


class Server:
    """A `pitboss serve` of its own, on a port that was free."""

    def __init__(self, folder: Path, **settings: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        certificate = settings.get("PITBOSS_CERTIFICATE")
        self.address = f"{'https' if certificate else 'http'}://127.0.0.1:{port}"
        self.trusted = create_default_context(cafile=certificate) if certificate else None
        here = {name: value for name, value in os.environ.items() if not name.startswith("PITBOSS_")}
        here |= {"PITBOSS_DB": str(folder / "house.db"), "PITBOSS_PROXIES": "127.0.0.1", **settings}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", "serve", "--port", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=here,
        )
        self.addresses = count(1)
        self._wait(port)

    def _wait(self, port: int) -> None:
        """Until it listens, or has ended instead."""
        until = monotonic() + LONG
        while monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
            except ConnectionRefusedError:
                with suppress(subprocess.TimeoutExpired):
                    self.process.wait(0.02)
                    break
            else:
                return
        self.process.kill()
        raise AssertionError(self.process.communicate()[1])

    def stop(self) -> str:
        """Ctrl-C; gives what it had to say."""
        self.process.send_signal(signal.SIGINT)
        _, rest = self.process.communicate(timeout=LONG)
        return rest

    def end(self) -> None:
        """Nothing is left of it, whatever has happened."""
        self.process.kill()
        self.process.communicate()

    def ask(self, method: str, path: str, body: object = None, secret: str = "") -> tuple[Any, str]:
        headers = {"content-type": "application/json", "authorization": f"Bearer {secret}"}
        headers["x-forwarded-for"] = f"192.0.2.{next(self.addresses)}"  # guests from one address are counted
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=LONG, context=self.trusted) as answer:
            cookie = answer.headers.get("set-cookie", "")
            assert not cookie or ("; Secure" in cookie) == (self.trusted is not None)
            assert ("strict-transport-security" in answer.headers) == (self.trusted is not None)
            found = re.search(r"pitboss_session=([^;]+)", cookie)
            return json.load(answer), found[1] if found else ""

    def guest(self) -> str:
        return self.ask("POST", "/api/guests")[1]

    def table(self, secret: str, house: str, **more: object) -> str:
        body = {"id": uuid4().hex, "house": house, "title": "A table", "clock": False} | more
        return str(self.ask("POST", "/api/tables", body, secret)[0]["table"])

    def socket(self, table: str, secret: str = "") -> str:
        path = f"/api/tables/{table}/socket"
        if secret:
            path += "?ticket=" + self.ask("POST", f"/api/tables/{table}/ticket", {}, secret)[0]["ticket"]
        return self.address.replace("http", "ws") + path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all of these tests; it ends cleanly and had no fault, or the last of them fails."""
    served = Server(tmp_path_factory.mktemp("house"))
    try:
        yield served
        log = served.stop()
    finally:
        served.end()
    assert served.process.returncode == 0
    assert "Traceback" not in log
    assert {json.loads(line)["level"] for line in log.splitlines()} <= {"info", "warning"}, log


def started(server: Server, *arguments: str, secret: str = "", trusts: str = "") -> subprocess.Popen[str]:
    """The client, in a process that cannot find Pitboss."""
    command = [
        sys.executable,
        "-W",
        "error",
        "-c",
        APART,
        str(CLIENT),
        "--server",
        server.address,
        *arguments,
    ]
    here = os.environ | {"PITBOSS_TOKEN": secret} | ({"SSL_CERT_FILE": trusts} if trusts else {})
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=here)


# Runs a program as `python FILE` does, with an import of Pitboss as a fault.
APART = """
import runpy, sys
sys.modules["pitboss"] = None
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def ended(client: subprocess.Popen[str]) -> tuple[int, str, str]:
    """The status of the client, what it said and what was wrong; one that is stuck is ended."""
    try:
        out, err = client.communicate(timeout=LONG)
    finally:
        client.kill()
    return client.returncode, out, err


def heard(client: subprocess.Popen[str], rounds: int) -> list[str]:
    """What the client said, when all went well."""
    status, out, err = ended(client)
    assert (status, err) == (0, "")
    first, *lines, last = out.splitlines()
    assert len(lines) == rounds
    assert last.startswith(f"{rounds} rounds, ")
    cents = sum(
        round(float(line.split("$")[1].split(". ")[0]) * 100) * (-1 if "-$" in line else 1) for line in lines
    )
    assert last.split(", ")[1].replace("$", "").startswith(f"{cents / 100:+.2f}")
    return [first, *lines]


def test_the_client_plays_at_every_house(server: Server) -> None:
    playing = {
        house: started(server, "--house", house, "--rounds", "3", "--bot", "optimal", "--bot", "random")
        for house in houses()
    }
    for house, client in playing.items():
        first, *lines = heard(client, 3)
        assert f"sits at seat {load_house(house).seats} of {load_house(house).name}" in first
        told = [LINE.fullmatch(line) for line in lines]
        assert [each and each[1] for each in told] == ["1", "2", "3"]


def test_the_first_program_of_the_page_plays_a_round(server: Server, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    text = re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0]
    program = tmp_path / "hello.py"
    program.write_text(text.replace("127.0.0.1:8888", server.address.partition("://")[2]), encoding="utf-8")
    command = [sys.executable, "-W", "error::DeprecationWarning", "-c", APART, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONG)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"(\w\w ){3}(play|fold) [+-]\d+\.00\n", done.stdout), done.stdout


def test_the_client_keeps_the_pace_of_messages(server: Server) -> None:
    """Twelve rounds alone are some 48 messages, and 40 may come at once."""
    _, *lines = heard(started(server, "--rounds", "12"), 12)
    assert all(map(LINE.fullmatch, lines))


def test_the_client_comes_back_after_too_many_messages(server: Server) -> None:
    """At a pace that the server does not allow it is cut off, slows down, and plays all its rounds."""
    status, out, err = ended(started(server, "--pace", "1000", "--rounds", "20"))
    assert status == 0
    assert "client: too many messages: from now on 10 a second\n" in err
    assert sum(LINE.fullmatch(line) is not None for line in out.splitlines()) == 20


def test_the_client_plays_two_hundred_rounds_at_every_house(tmp_path: Path) -> None:
    """Where the server allows it: a thousand rounds, each with its receipt checked."""
    many = str(10_000)
    limits = {"PITBOSS_MESSAGES_PERSON": many, "PITBOSS_REQUESTS_ADDRESS": many}
    server = Server(tmp_path, **limits, PITBOSS_LOG_LEVEL="warning")  # nobody reads the log meanwhile
    try:
        playing = [started(server, "--house", each, "--rounds", "200", "--pace", many) for each in houses()]
        for client in playing:
            _, *lines = heard(client, 200)
            told = [LINE.fullmatch(line) for line in lines]
            assert [each and each[1] for each in told] == [str(number) for number in range(1, 201)]
    finally:
        server.end()


def test_two_clients_at_one_table(server: Server) -> None:
    table = server.table(server.guest(), "rivers")
    both = [started(server, "--table", table, "--rounds", "4", "--seat", seat) for seat in "25"]
    for client in both:
        _, *lines = heard(client, 4)
        assert all(map(LINE.fullmatch, lines))


def test_a_table_with_a_clock(server: Server) -> None:
    table = server.table(server.guest(), "shine", clock=True)
    assert len(heard(started(server, "--table", table, "--rounds", "1"), 1)) == 2


def test_the_client_plays_where_an_evening_has_seated_it(server: Server) -> None:
    host, ann = server.guest(), server.guest()
    levels = [{"low": 1000, "high": 10_000}]
    clock = {"bets": 30.0, "decision": 30.0, "result": 2.0}
    asked = {"id": "e", "name": "Friday", "house": "shine", "kind": "rounds", "rounds": 2, "bots": 1}
    made, _ = server.ask("POST", "/api/evenings", {**asked, "levels": levels, "clock": clock}, host)
    evening = f"/api/evenings/{made['id']}"
    server.ask("POST", f"{evening}/enter", {"id": "in"}, ann)
    table = server.ask("POST", f"{evening}/start", {"id": "go"}, host)[0]["tables"][0]["id"]
    lines: list[str] = []
    while not lines:  # the server opens the table by itself, and seats people there
        time.sleep(0.1)
        with suppress(urllib.error.HTTPError):
            view = server.ask("GET", f"/api/tables/{table}", None, ann)[0]
            lines = view["you"]["seats"] and heard(
                started(server, "--table", table, "--rounds", "2", secret=ann), 2
            )
    assert all(map(LINE.fullmatch, lines[1:]))
    while (shown := server.ask("GET", evening, None, ann)[0])["phase"] != "ended":
        time.sleep(0.1)  # a person may ask 20 times a second
    assert {each["rounds"] for each in shown["standings"]} == {2}


def test_what_the_client_cannot_do_it_says(server: Server) -> None:
    secret = server.guest()
    token = server.ask("POST", "/api/tokens", {"label": "the example client"}, secret)[0]["secret"]
    for arguments, said in (
        (("--house", "nowhere"), r"POST /api/tables: There is no house 'nowhere'; .* \(no_house\)"),
        (("--table", "0"), r"POST /api/tables/0/ticket: There is no such table \(no_table\)"),
        (("--seat", "9"), r"sit: Seats are numbered 1 to 7 \(no_seat, STD-\d+\)"),
    ):
        client = started(server, *arguments, secret=token)
        status, _, err = ended(client)
        assert status == 1
        assert re.fullmatch(f"client: {said}\n", err), err


def test_help() -> None:
    done = subprocess.run(
        [sys.executable, str(CLIENT), "--help"], capture_output=True, text=True, check=True, timeout=LONG
    )
    assert "Example: python examples/client.py" in " ".join(done.stdout.split())


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_client", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_clients_check_is_a_check(server: Server) -> None:
    """It accepts an honest round, and finds each thing that a table could change."""
    client = loaded()
    house = client.Server([server.address], server.guest())
    with ExitStack() as stack:
        table = client.Table(house, server.table(house.secret, "rivers", bots=["mimic"]), "", stack)
        number = client.sit(table, None)
        played = client.play(table, number)
        receipt = house.ask("GET", f"/api/rounds/{played['round']}/receipt")
    client.check(receipt, played)
    seeds = receipt["proof"]["seat_seeds"]
    other = "11" * 32
    for part in (
        {"server_seed": other},
        {"commitment": other},
        {"previous": other},
        {"head": other},
        {"seat_seeds": seeds | {str(number): "00" * 16}},
        {"seat_seeds": seeds | {"1": "00" * 16}},
    ):
        with pytest.raises(client.Failed, match=f"round {played['round']}: "):
            client.check(receipt | {"proof": receipt["proof"] | part}, played)
    for change in ({"seed": "00" * 16}, {"cards": played["cards"][::-1]}, {"round": "x:1"}):
        with pytest.raises(client.Failed):
            client.check(receipt, played | change)


def test_the_client_repeats_what_had_no_answer(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection ends after each command was sent and before its answer: all is done once."""
    client = loaded()
    house = client.Server([server.address], server.guest())
    with ExitStack() as stack:
        table = client.Table(house, server.table(house.secret, "shine"), "", stack)
        number = client.sit(table, None)
        heard_, lost = table.read, []

        def hear(wait: float = 0) -> Any:
            frame = heard_(wait)
            answer = client.answer_in(frame)
            if answer and answer["t"] == "done" and answer["id"] not in lost:
                lost.append(answer["id"])
                table.socket.close()
                raise ConnectionClosedOK(None, None)
            return frame

        monkeypatch.setattr(table, "read", hear)
        played = client.play(table, number)
        receipt = house.ask("GET", f"/api/rounds/{played['round']}/receipt")
        client.check(receipt, played)
        assert len(lost) >= 3
        assert [each["k"] for each in receipt["events"]].count("bets") == 1
        assert house.ask("GET", "/api/me")["funds"] == 100_000 + played["net"]


class Wire:
    """A socket that answers to every command, after it was ended some times."""

    def __init__(self, now: Callable[[], float], ends: int = 0) -> None:
        self.now, self.ends = now, ends
        self.times: list[float] = []
        self.ids: list[str] = []

    def send(self, text: str) -> None:
        self.times.append(self.now())
        self.ids.append(json.loads(text)["id"])

    def recv(self, timeout: float) -> str:
        if self.ends:
            self.ends -= 1
            raise ConnectionClosedError(Close(1008, "too many messages"), None)
        return json.dumps({"t": "done", "id": self.ids[-1]})


def _at_a_wire(monkeypatch: pytest.MonkeyPatch, ends: int = 0) -> tuple[Any, Wire]:
    """The client at a table of its own making, in a time that passes by sleeping alone."""
    client, passed = loaded(), [0.0]
    clock = SimpleNamespace(
        monotonic=lambda: passed[0], sleep=lambda wait: passed.append(passed.pop() + wait)
    )
    monkeypatch.setattr(client, "time", clock)
    monkeypatch.setattr(client.Table, "come", lambda _: None)
    table, wire = client.Table(client.Server(["http://a"]), "t", "", None), Wire(clock.monotonic, ends)
    table.view, table.socket = {"rev": 1}, wire
    return table, wire


def test_the_client_keeps_the_pace_that_the_page_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast the server answers: in no time does it send more than may come in that time."""
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    stated = re.search(r"over all sockets \| (\d+) at once, and (\d+) more each second", page)
    assert stated
    at_once, each_second = map(int, stated.groups())
    table, wire = _at_a_wire(monkeypatch)
    for _ in range(200):
        table.must("ready")
    times = wire.times
    for (first, begun), (last, ended_) in combinations(enumerate(times), 2):
        assert last - first + 1 <= at_once + each_second * (ended_ - begun) + 1e-6
    assert times[-1] <= (200 - at_once) / each_second + 1  # and hardly less


def test_the_client_waits_longer_each_time_it_is_told_to_slow_down(monkeypatch: pytest.MonkeyPatch) -> None:
    table, wire = _at_a_wire(monkeypatch, ends=5)
    table.must("ready")
    waits = [later - earlier for earlier, later in pairwise(wire.times)]
    assert len(wire.times) == 6
    assert waits == sorted(waits)
    assert waits[-1] >= 1
    assert len(set(wire.ids)) == 1  # the same command: it is done once


def test_another_server_of_the_house_is_asked_where_one_does_not_answer(server: Server) -> None:
    client = loaded()
    house = client.Server(["http://127.0.0.1:1", server.address], server.guest())
    with ExitStack() as stack:
        table = client.Table(house, server.table(house.secret, "shine"), "", stack)
        assert client.sit(table, None)
    assert house.addresses == [server.address, "http://127.0.0.1:1"]


def _beside_somebody(server: Server, stack: ExitStack, other: str, house: str) -> tuple[Any, Any, int]:
    """The client, its table and its seat, where somebody else sits who says nothing."""
    client: Any = loaded()
    place = client.Server([server.address], server.guest())
    name = server.table(other, house)
    silent = client.Table(client.Server([server.address], other), name, "", stack)
    client.sit(silent, 1)
    table = client.Table(place, name, "", stack)
    return client, table, client.sit(table, 2)


def test_the_client_says_whom_it_waits_for_and_has_its_money_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        client, table, number = _beside_somebody(server, stack, server.guest(), "rivers")
        monkeypatch.setattr(client, "PATIENCE", 0.5)
        with pytest.raises(client.Failed, match="the table waits for ready of seat 1"):
            client.play(table, number)
        assert table.server.ask("GET", "/api/me")["on_tables"] > 0
        monkeypatch.setattr(client, "PATIENCE", LONG)
        table.give_up()
        assert table.server.ask("GET", "/api/me")["funds"] == 100_000


def test_the_client_notices_that_the_host_closes_the_table(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        host = server.guest()
        client, table, number = _beside_somebody(server, stack, host, "shine")
        must = table.must

        def closed_after_ready(do: str, *allowed: str, **fields: Any) -> bool:
            done = bool(must(do, *allowed, **fields))
            if do == "ready":
                server.ask("DELETE", f"/api/tables/{table.table}", None, host)
            return done

        monkeypatch.setattr(table, "must", closed_after_ready)
        with pytest.raises(client.Failed, match="the table was closed"):
            client.play(table, number)
        assert table.server.ask("GET", "/api/me")["funds"] == 100_000


def test_the_clients_shuffle_is_that_of_the_frozen_vectors() -> None:
    vectors = json.loads((ROOT / "docs" / "vectors" / "shuffle.json").read_text(encoding="utf-8"))
    client = loaded()
    assert len(vectors["cases"]) > 5
    for case in vectors["cases"]:
        sheet, secret = bytes.fromhex(case["sheet"]), bytes.fromhex(case["server_seed"])
        seats = sorted(case["seats"], key=lambda each: each["seat"])
        deck = client.shuffled(case["round"], sheet, secret, [bytes.fromhex(each["seed"]) for each in seats])
        assert " ".join(deck) == case["deck"], case["case"]


# How a socket is refused and closed


def test_a_socket_is_refused_before_it_opens(server: Server) -> None:
    secret = server.guest()
    table = server.table(secret, "rivers", spectators=False)
    used = server.socket(table, secret)
    with connect(used):
        pass
    for address, status, code in (
        (used, 422, "ticket"),
        (server.socket(table), 403, "no_spectators"),
        (server.socket("0"), 404, "no_table"),
    ):
        with pytest.raises(InvalidStatus) as refused, connect(address):
            pass
        assert refused.value.response.status_code == status
        assert json.loads(refused.value.response.body or b"")["code"] == code
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(server.socket(table, secret), origin=Origin("http://elsewhere.example")),
    ):
        pass
    assert refused.value.response.status_code == 403


def closed_with(connection: ClientConnection, messages: Sequence[str | bytes] = ()) -> int | None:
    """Sends, hears until the end, and gives the code of it."""
    try:
        for message in messages:
            connection.send(message)
        while True:
            connection.recv(timeout=LONG)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@pytest.mark.parametrize(
    ("messages", "code"),
    [([b"{}"], 1003), (["x" * 4097], 1009), (["x" * 20_000], 1009), (["x"] * 100, 1008)],
    ids=["bytes", "large", "larger", "many"],
)
def test_a_connection_that_does_what_it_may_not_is_closed(
    server: Server, messages: list[str | bytes], code: int
) -> None:
    with connect(server.socket(server.table(server.guest(), "rivers"))) as watcher:
        watcher.recv(timeout=LONG)
        assert closed_with(watcher, messages) == code


def test_a_server_with_a_certificate_says_when_it_stops(tmp_path: Path) -> None:
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    kind = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    made = f"openssl req {kind} -keyout {key} -out {certificate}"
    named = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([*made.split(), *named], check=True, capture_output=True, timeout=LONG)
    server = Server(tmp_path, PITBOSS_CERTIFICATE=certificate, PITBOSS_KEY=key)
    try:
        heard(started(server, "--rounds", "2", trusts=certificate), 2)
        status, _, err = ended(started(server))
        assert status == 1
        assert "certificate" in err
        address = server.socket(server.table(server.guest(), "rivers"))
        with connect(address, ssl=server.trusted) as watcher:
            watcher.recv(timeout=LONG)
            log = server.stop()
            assert closed_with(watcher) == 1012
    finally:
        server.end()
    assert server.process.returncode == 0
    assert "Traceback" not in log

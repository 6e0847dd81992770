"""`pitboss serve --workers`: several servers at ports in a row, on PostgreSQL."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import psycopg
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pitboss.cli import app
from pitboss.ledger import open_store
from pitboss.ledger.database import NothingToTakeOver
from pitboss.ledger.servers import lease_of
from pitboss.ledger.store import LATEST
from pitboss.round import Refusal
from pitboss.web.server_state import THREADS
from pitboss.web.serving import check_workers, settings_of_workers
from pitboss.web.settings import ServeSettings
from tests.databases import Databases
from tests.live.server import ROOT, START, Guest, Server, free_port, people
from tests.seen import Frame, SeenTable

CLIENT = ROOT / "examples" / "client.py"
WORKERS = 2


@pytest.fixture(scope="module")
def house(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two workers, and their database; a test that finds them ended starts them again."""
    with databases.fresh("postgresql") as database:
        folder = tmp_path_factory.mktemp("house")
        arguments = ("--workers", str(WORKERS))
        with Server(folder, port=_free_ports(), database=database, arguments=arguments) as server:
            yield server


def _free_ports() -> int:
    """The first of some ports in a row that nobody uses at this moment."""
    while True:
        first = free_port()
        with ExitStack() as taken, suppress(OSError):
            for number in range(WORKERS):
                taken.enter_context(socket.create_server(("127.0.0.1", first + number)))
            return first


def _at(server: Server, worker: int) -> str:
    """The address of a worker."""
    return f"http://127.0.0.1:{server.port + worker - 1}"


@pytest.fixture
def serving(house: Server) -> Server:
    if house.process is None:
        house.log.unlink(missing_ok=True)
        try:
            house.start()
            _tables(house)  # waits until all of them answer
        except BaseException:
            house.kill()
            house.killed()
            raise
    return house


def _lines(server: Server, what: str) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, server.said().splitlines()) if line["what"] == what]


def _wait(server: Server, until: Callable[[], bool]) -> None:
    end = time.monotonic() + START
    while not until():
        assert time.monotonic() < end, server.said()
        time.sleep(0.01)


def _tables(server: Server) -> list[int]:
    """How many tables each worker has, as each says itself."""
    return [
        sum(map(int, re.findall(r"^pitboss_tables\{.*\} (\d+)\.0$", _metrics(server, number), re.MULTILINE)))
        for number in range(1, WORKERS + 1)
    ]


def _metrics(server: Server, worker: int) -> str:
    end = time.monotonic() + START
    while True:
        try:
            return httpx.get(f"{_at(server, worker)}/metrics").raise_for_status().text
        except httpx.TransportError:  # it is being started, or started again
            assert time.monotonic() < end, server.said()
            time.sleep(0.01)


def _as(guest: Guest) -> dict[str, str]:
    return {"authorization": f"Bearer {guest.session}"}


def _open(server: Server, guest: Guest, worker: int) -> str:
    """A new table at a worker."""
    asked = {"id": token_hex(8), "house": "rivers", "title": "T", "clock": False}
    answer = httpx.post(f"{_at(server, worker)}/api/tables", json=asked, headers=_as(guest), timeout=START)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


class Chair:
    """A socket to a table, at whichever worker that is."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen = SeenTable()
        self.hear()

    def hear(self) -> Frame | None:
        return self.seen.take(json.loads(self.socket.recv(START)))

    def do(self, what: str, **more: Any) -> None:
        """A command that is done."""
        command = {"t": "cmd", "id": token_hex(8), "rev": self.seen.view["rev"], "do": what, **more}
        self.socket.send(json.dumps(command))
        while (answer := self.hear()) is None:
            pass
        assert (answer["t"], answer["id"]) == ("done", command["id"]), answer

    def end(self) -> int | None:
        """With which code it is closed."""
        with suppress(ConnectionClosed):
            while True:
                self.hear()
        return self.socket.close_code


@contextmanager
def _joined(server: Server, guest: Guest, table: str, at_first: int) -> Iterator[Chair]:
    """Asks a worker for the way to a table, again and again until it is somewhere."""
    path, end = f"{_at(server, at_first)}/api/tables/{table}/ticket", time.monotonic() + START
    while True:
        given = httpx.post(path, json={}, headers=_as(guest), timeout=START).raise_for_status().json()
        way = (given["address"] or _at(server, at_first)).replace("http", "ws")
        try:
            with connect(f"{way}/api/tables/{table}/socket?ticket={given['ticket']}") as at:
                yield Chair(at)
                return
        except (ConnectionRefusedError, ConnectionClosed):  # that one has died; until its lease has run out
            assert time.monotonic() < end, server.said()
            time.sleep(0.05)


def test_a_worker_that_is_asked_for_anothers_table_says_where_it_is(serving: Server) -> None:
    [ann] = people(serving.database, 1)
    before = _tables(serving)
    table = _open(serving, ann, 2)
    assert _tables(serving) == [before[0], before[1] + 1]
    given = httpx.post(f"{_at(serving, 1)}/api/tables/{table}/ticket", json={}, headers=_as(ann)).json()
    assert given["address"] == _at(serving, 2)
    answer = httpx.delete(f"{_at(serving, 1)}/api/tables/{table}", headers=_as(ann))
    assert answer.status_code == 307
    assert httpx.delete(answer.headers["location"], headers=_as(ann)).raise_for_status().json()["closed"]
    page = httpx.get(f"{_at(serving, 1)}/tables/{_open(serving, ann, 2)}")
    assert f"ws://127.0.0.1:{serving.port + 1}" in page.headers["content-security-policy"]
    command = [sys.executable, str(CLIENT), "--server", serving.address, "--rounds", "1"]
    played = subprocess.run(command, capture_output=True, text=True, timeout=START, check=False)
    assert played.returncode == 0, played.stderr


def test_each_worker_has_as_many_connections_as_threads(serving: Server) -> None:
    assert f"\npitboss_database_connections {THREADS}.0\n" in _metrics(serving, 1)


def test_a_worker_that_is_killed_loses_no_round_and_is_replaced(serving: Server) -> None:
    """Who comes back finds the same cards at another worker, and plays on; Ctrl-C ends them all."""
    [ann] = people(serving.database, 1)
    places = {worker: _open(serving, ann, worker) for worker in (1, 2)}
    with _joined(serving, ann, places[1], 1) as lost, _joined(serving, ann, places[2], 1) as kept:
        lost.do("sit", seat=1)
        lost.do("bets", seat=1, wagers={"ante": 1000})
        lost.do("ready")
        before = lost.seen.view
        assert before["phase"] == "decisions"
        started = {line["worker"]: line["process"] for line in _lines(serving, "worker")}
        os.kill(started[1], signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            lost.hear()
        kept.do("sit", seat=1)  # the other goes on meanwhile
        with _joined(serving, ann, places[1], 2) as found:
            after = found.seen.view
            assert [after[key] for key in ("round", "phase", "fair")] == [
                before[key] for key in ("round", "phase", "fair")
            ]
            assert after["seats"][0]["cards"] == before["seats"][0]["cards"] != []
            found.do("play", seat=1)
            while found.seen.view["phase"] != "settled":
                found.hear()
            assert len(_tables(serving)) == WORKERS  # waits until the new one answers, too
            assert [line["status"] for line in _lines(serving, "worker ended")] == [-signal.SIGKILL]
            _end_with_ctrl_c_twice(serving, kept, found)
    with closing(open_store(serving.database)) as store:  # all was handed back
        assert not [each for each in places.values() if store.read(partial(lease_of, table=each))]


def _end_with_ctrl_c_twice(server: Server, *chairs: Chair) -> None:
    """The first closes the house in order; the second waits for no connection any more."""
    assert server.process is not None
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(
            b"POST /api/guests HTTP/1.1\r\nHost: [::1]\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"
        )
        assert slow.recv(100).startswith(b"HTTP/1.1 100")  # a worker waits for what does not come
        server.process.send_signal(signal.SIGINT)
        assert {chair.end() for chair in chairs} == {1012}
        _wait(server, lambda: not _answers(server))
        assert server.stop(signal.SIGINT) == 0
    assert "graceful" not in server.said()  # nobody's time had to run out


def _answers(server: Server) -> bool:
    with suppress(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port)).close()
        return True
    return False


def test_workers_do_not_outlive_their_parent(serving: Server) -> None:
    processes = [line["process"] for line in _lines(serving, "worker")]
    serving.kill()
    serving.killed()
    _wait(serving, lambda: not any(Path(f"/proc/{each}").exists() for each in processes))
    assert sorted(line["worker"] for line in _lines(serving, "closed")) == [1, 2]


def test_workers_whose_database_is_upgraded_are_not_started_again(serving: Server) -> None:
    assert serving.process is not None
    shape = "UPDATE alembic_version SET version_num = %s"
    with psycopg.connect(serving.database, autocommit=True) as newer:
        newer.execute(shape, ("9999",))
        try:
            assert serving.process.wait(START) == 1
        finally:
            newer.execute(shape, (LATEST,))
    serving.process = None
    assert "it has the shape 9999 now" in serving.said()


def test_sqlite_says_in_a_sentence_why_it_has_one_process(tmp_path: Path) -> None:
    place = tmp_path / "house.db"
    done = CliRunner().invoke(app, ["serve", "--workers", "2", "--db", str(place)])
    assert str(done.exception) == (
        "workers: 2 processes cannot serve this database: a SQLite file is written by one process"
        " alone; give them a PostgreSQL with --db postgresql://…"
    )
    assert not place.exists()


@pytest.mark.parametrize("port", [0, 65_535])
def test_workers_need_ports_in_a_row(port: int) -> None:
    with pytest.raises(Refusal, match="need as many ports in a row"):
        check_workers(ServeSettings(workers=2, port=port, db="postgresql://x/y"))


def test_each_worker_has_its_port_its_address_and_all_addresses() -> None:
    one, two = settings_of_workers(ServeSettings(workers=2, port=9000, desk_workers=3))
    assert (one.port, two.port, one.workers, two.desk_workers) == (9000, 9001, 1, 3)
    assert one.addresses == two.addresses[::-1] == ("http://127.0.0.1:9000", "http://127.0.0.1:9001")
    one, two = settings_of_workers(ServeSettings(workers=2, addresses=("https://cards.example",)))
    assert one.addresses == two.addresses[::-1]
    assert one.addresses == ("https://cards.example/at/1", "https://cards.example/at/2")


def test_from_servers_on_postgresql_nothing_is_taken_over(house: Server) -> None:
    asked = ["serve", "--workers", "2", "--take-over", "--db", house.database]
    assert isinstance(CliRunner().invoke(app, asked).exception, NothingToTakeOver)

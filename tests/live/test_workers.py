"""`pitboss serve --workers`: several processes behind one port, on PostgreSQL."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pitboss.cli import app
from tests.databases import Databases
from tests.live.server import ROOT, START, Guest, Server, people
from tests.live.shared_house import VARIABLE

CLIENT = ROOT / "examples" / "client.py"
WORKERS = 2


@pytest.fixture
def house(databases: Databases, tmp_path: Path) -> Iterator[Server]:
    """Two workers behind one port; a table belongs to the one that has opened it."""
    with databases.fresh("postgresql") as database:
        (tmp_path / "owners").mkdir()
        with Server(
            tmp_path,
            database=database,
            arguments=("--workers", str(WORKERS)),
            preload={VARIABLE: str(tmp_path / "owners")},
        ) as server:
            server.start(program=("-m", "tests.live.shared_house"))
            yield server


def _lines(server: Server, what: str) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, server.said().splitlines()) if line["what"] == what]


def _tables(server: Server) -> list[int]:
    """How many tables each worker has, as each says itself."""
    found = []
    for number in range(1, WORKERS + 1):
        while (answer := httpx.get(f"{server.address}/metrics?worker={number}")).status_code == 503:
            time.sleep(0.01)  # it is being started again
        told = answer.text
        count = re.search(r"^pitboss_tables (\d+)\.0$", told, re.MULTILINE)
        assert count
        found.append(int(count[1]))
    return found


def _opened(server: Server, guest: Guest) -> str:
    asked = {"house": "rivers", "title": "T", "clock": False}
    answer = httpx.post(f"{server.address}/api/tables", json=asked, headers=_as(guest), timeout=START)
    return str(answer.raise_for_status().json()["table"])


def _as(guest: Guest) -> dict[str, str]:
    return {"authorization": f"Bearer {guest.session}"}


@contextmanager
def _joined(server: Server, guest: Guest, table: str) -> Iterator[ClientConnection]:
    """A socket to a table, at whichever worker it is; the first frame has come."""
    path = f"{server.address}/api/tables/{table}/ticket"
    given = httpx.post(path, json={}, headers=_as(guest), timeout=START).raise_for_status().json()
    assert given["address"] == ""  # all workers are at the one address
    with connect(server.socket_of(table, given["ticket"])) as socket:
        assert json.loads(socket.recv(START))["t"] == "view"
        yield socket


def test_a_house_of_two_workers(house: Server) -> None:
    """Tables are spread over them and found; one that dies is replaced; they end in order."""
    [ann] = people(house.database, 1)
    tables = [_opened(house, ann) for _ in range(4)]
    assert _tables(house) == [2, 2]
    with httpx.Client(base_url=house.address, headers=_as(ann), follow_redirects=True) as kept:
        for table in tables[2:]:  # over one connection: where it leads to the wrong worker, a new one is made
            assert kept.delete(f"/api/tables/{table}").raise_for_status().json()["closed"]
    command = [sys.executable, str(CLIENT), "--server", house.address, "--rounds", "1"]
    played = subprocess.run(command, capture_output=True, text=True, timeout=START, check=False)
    assert played.returncode == 0, played.stderr
    first, second = tables[:2]
    owner = json.loads((house.folder / "owners" / first).read_text())["process"]
    with _joined(house, ann, first) as lost, _joined(house, ann, second) as kept_on:
        os.kill(owner, signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            lost.recv(START)
        kept_on.send(json.dumps({"t": "cmd", "id": "1", "rev": 1, "do": "sit", "seat": 1}))
        while json.loads(kept_on.recv(START))["t"] != "done":
            pass
        assert sum(_tables(house)) >= 1  # waits until the new one answers, too
        assert [line["status"] for line in _lines(house, "worker ended")] == [-signal.SIGKILL]
        with _joined(house, ann, first) as found:
            assert house.stop(signal.SIGINT) == 0
            for socket in (kept_on, found):
                assert _end(socket) == 1012
    assert {line["worker"] for line in _lines(house, "open")} == {1, 2}
    assert sorted(line.get("worker", 0) for line in _lines(house, "closed")) == [0, 1, 2]


def _end(socket: ClientConnection) -> int | None:
    """With which code a socket is closed."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(START)
    return socket.close_code


def test_workers_do_not_outlive_their_parent(house: Server) -> None:
    processes = [line["process"] for line in _lines(house, "worker")]
    house.kill()
    house.killed()
    _wait_for(house, "closed", WORKERS)
    assert sorted(line["worker"] for line in _lines(house, "closed")) == [1, 2]
    end = time.monotonic() + START
    while any(Path(f"/proc/{each}").exists() for each in processes):
        assert time.monotonic() < end
        time.sleep(0.01)


def _wait_for(server: Server, what: str, many: int) -> None:
    """Until the log has said something so often."""
    end = time.monotonic() + START
    while len(_lines(server, what)) < many:
        assert time.monotonic() < end, server.said()
        time.sleep(0.01)


def test_sqlite_says_in_a_sentence_why_it_has_one_process(tmp_path: Path) -> None:
    place = tmp_path / "house.db"
    done = CliRunner().invoke(app, ["serve", "--port", "0", "--workers", "2", "--db", str(place)])
    assert str(done.exception) == (
        "workers: 2 processes cannot serve this database: a SQLite file is written by one process"
        " alone; give them a PostgreSQL with --db postgresql://…"
    )
    assert not place.exists()

"""A live server whose database fails: what it has said holds, and every table goes on."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import httpx

from tests.live.faults import evening, faulty_disk, on_postgres, on_sqlite
from tests.live.server import ROOT, START, Server, environment, people


def test_lost_answers_and_killed_sessions_on_postgresql() -> None:
    faults = ["answers to COMMIT lost", "backends killed", "networks cut"]
    with on_postgres() as scene:
        found = evening(scene, Random(1), faults)
    assert sum(found.faults.values()) == len(faults)


def test_a_full_and_a_broken_disk_on_sqlite() -> None:
    faults = ["disks full", "disks that do not sync"]
    with on_sqlite() as scene:
        found = evening(scene, Random(1), faults)
    assert sum(found.faults.values()) == len(faults)
    assert found.refused


def serve(folder: Path, *more: str, **environ: str) -> tuple[int, str]:
    """Another server on a database: how it ends, and what it says."""
    command = [sys.executable, "-m", "pitboss", "serve", "--port", "0", *more]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment() | environ,
        timeout=START,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    return done.returncode, "\n".join(lines)


def test_a_server_whose_file_is_deleted_stops_with_a_sentence(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        guest = people(server.db, 1)[0]
        server.start()
        server.db.unlink()
        headers = {"authorization": f"Bearer {guest.session}"}
        body = {"id": "open", "house": "shine", "title": "Into nothing"}
        with suppress(httpx.TransportError):  # it may have seen it first
            asked = httpx.post(f"{server.address}/api/tables", json=body, headers=headers, timeout=START)
            assert asked.status_code == 503
        assert server.process is not None
        assert server.process.wait(START) == 1
        server.process = None
        assert "was deleted or replaced while it was in use" in server.said()
        assert "Traceback" not in server.said()


def test_a_server_whose_database_is_upgraded_stops_with_a_sentence_and_stores_nothing_more(
    tmp_path: Path,
) -> None:
    with Server(tmp_path) as server:
        guest = people(server.db, 1)[0]
        server.start()
        with closing(sqlite3.connect(server.db, timeout=START)) as newer:
            newer.execute("UPDATE alembic_version SET version_num = '9999'")
            newer.commit()
        headers = {"authorization": f"Bearer {guest.session}"}
        body = {"id": "open", "house": "shine", "title": "Too late"}
        with suppress(httpx.TransportError):  # it may have seen it first
            asked = httpx.post(f"{server.address}/api/tables", json=body, headers=headers, timeout=START)
            assert asked.status_code == 503
        assert server.process is not None
        assert server.process.wait(START) == 1
        server.process = None
        assert "was upgraded while it was in use: it has the shape 9999 now" in server.said()
        assert "Traceback" not in server.said()
        with closing(sqlite3.connect(server.db)) as newer:
            assert newer.execute("SELECT count(*) FROM felts").fetchone() == (0,)
        status, said = serve(tmp_path, "--db", str(server.db))
        assert (status, "has shape 9999, which this version of Pitboss does not know" in said) == (1, True)


def test_on_a_full_disk_a_request_is_told_that_nothing_was_stored(tmp_path: Path) -> None:
    byte = tmp_path / "fault"
    byte.write_bytes(b"\0")
    preload = {"LD_PRELOAD": str(faulty_disk(tmp_path)), "PITBOSS_FAULT": str(byte)}
    with Server(tmp_path, preload=preload) as server:
        guest = people(server.db, 1)[0]
        server.start()
        headers = {"authorization": f"Bearer {guest.session}"}
        with httpx.Client(base_url=server.address, headers=headers, timeout=START) as http:
            asked = http.post("/api/tables", json={"id": "open", "house": "shine", "title": "Full"})
            path = f"/api/tables/{asked.raise_for_status().json()['table']}/ticket"
            with byte.open("r+b", buffering=0) as file:
                file.write(b"\1")
                refused = http.post(path, json={})
                file.seek(0)
                file.write(b"\0")
            assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
            assert http.post(path, json={}).status_code == 200
        server.kill()  # and what the log of the file ends with says the same
        server.killed()
    with closing(sqlite3.connect(server.db)) as raw:
        assert raw.execute("SELECT count(*) FROM tokens WHERE kind = 'ticket'").fetchone() == (1,)


def test_a_second_server_is_refused_and_may_take_over(tmp_path: Path) -> None:
    with Server(tmp_path) as first:
        first.start()
        status, said = serve(tmp_path, "--db", str(first.db))
        assert status == 1
        assert said.startswith(f"pitboss: A server is on this database already, process {first.pid} on ")
        assert httpx.get(f"{first.address}/readyz", timeout=START).status_code == 200
        with subprocess.Popen(
            [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--db", str(first.db), "--take-over"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env=environment(),
        ) as second:
            assert second.stdout is not None
            assert b"Pitboss is open" in second.stdout.readline()
            assert first.process is not None
            assert first.process.wait(START) == 1
            first.process = None
            assert "Another server has taken this database over" in first.said()
            second.send_signal(signal.SIGTERM)
        assert second.returncode == 0


def test_a_start_without_a_place_to_write_is_a_sentence(tmp_path: Path) -> None:
    byte = tmp_path / "fault"
    byte.write_bytes(b"\1")
    full = {"LD_PRELOAD": str(faulty_disk(tmp_path)), "PITBOSS_FAULT": str(byte)}
    new, old = tmp_path / "new.db", tmp_path / "old.db"
    people(old, 1)
    for place, environ in ((new, full), (old, full), (Path("/proc/house.db"), {}), (tmp_path, {})):
        status, said = serve(tmp_path, "--db", str(place), **environ)
        assert (status, "Traceback" in said) == (1, False), said
        assert said.startswith("pitboss: "), said
        assert len(said.splitlines()) == 1


def test_a_server_that_stood_still_gives_people_their_time_again(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.start()
        os.kill(server.pid, signal.SIGSTOP)
        time.sleep(4.5)  # by the machine's own clock: there is no other for a process that is stopped
        os.kill(server.pid, signal.SIGCONT)
        end = time.monotonic() + START
        while '"what": "resumed"' not in server.said():
            assert time.monotonic() < end
            time.sleep(0.05)
        assert server.stop() == 0
        assert '"what": "files"' in server.said()

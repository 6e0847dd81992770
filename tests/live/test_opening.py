"""`pitboss serve` tells its address when it answers there, and says in a sentence why it cannot."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx

from tests.live.server import ROOT, START, environment


def _serve(db: Path, port: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pitboss", "serve", "--port", port, "--db", str(db)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment()
    )


def test_the_address_that_is_told_answers_and_is_nobody_elses(tmp_path: Path) -> None:
    with _serve(tmp_path / "one.db", "0") as server:
        try:
            assert server.stdout is not None
            told = re.match(r"Pitboss is open at (http://127\.0\.0\.1:(\d+)) ", server.stdout.readline())
            assert told
            address, port = told.groups()
            assert int(port) > 0
            assert httpx.get(f"{address}/healthz", timeout=START).json() == {"alive": True}
            own = {"origin": address}  # the page of this very port may ask
            assert httpx.post(f"{address}/api/guests", headers=own, timeout=START).status_code == 201
            with _serve(tmp_path / "two.db", port) as second:
                out, err = second.communicate(timeout=START)
            assert (second.returncode, out) == (1, "")
            assert err == (
                f"pitboss: Cannot listen at 127.0.0.1, port {port}: something listens there already."
                " Choose another with --port\n"
            )
            assert not (tmp_path / "two.db").exists()
        finally:
            server.terminate()
    assert server.returncode == 0

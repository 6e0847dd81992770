"""deploy/haproxy.cfg in a real HAProxy with TLS: who is asked for what; and the container's health check."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NamedTuple

import httpx
import pytest

from tests.deploy.files import DEPLOY
from tests.deploy.stand_ins import StandIn, standing_in
from tests.live.server import START, free_port


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    assert found, f"The tests need {name}: apt-get install {name}"
    return found


class Front(NamedTuple):
    """The proxy, and the two servers behind it."""

    one: StandIn
    two: StandIn
    plain: str  # its address without TLS
    http: httpx.Client  # and with it

    def server(self, path: str) -> str:
        return str(self.http.get(path).raise_for_status().json()["server"])


def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + START
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def _answers(front: Front) -> bool:
    try:
        return front.http.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp("proxy")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    asked = (
        "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"
    )
    command = [program("openssl"), *asked.split(), "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    (folder / "cards.pem").write_bytes(certificate.read_bytes() + key.read_bytes())
    with ExitStack() as stack:
        one, two = (stack.enter_context(standing_in(name)) for name in ("one", "two"))
        ports = free_port(), free_port()
        text = (DEPLOY / "haproxy.cfg").read_text("utf-8")
        for old, new in (
            ("/etc/pitboss/cards.pem", str(folder / "cards.pem")),
            ("bind :80\n", f"bind 127.0.0.1:{ports[0]}\n"),
            ("bind :443 ", f"bind 127.0.0.1:{ports[1]} "),
            ("one:8888", f"127.0.0.1:{one.port}"),
            ("two:8888", f"127.0.0.1:{two.port}"),
            ("timeout connect 3s", "timeout connect 60s"),  # however slow the machine of the tests is
            ("timeout check 5s", "timeout check 60s"),
            ("inter 2s fall 2", "inter 20ms fall 1"),
        ):
            assert old in text
            text = text.replace(old, new)
        config = folder / "haproxy.cfg"
        config.write_text(text, "utf-8")
        checked = subprocess.run(
            [program("haproxy"), "-c", "-f", str(config)], capture_output=True, text=True, check=False
        )
        assert (checked.returncode, re.findall("WARNING.*", checked.stderr)) == (0, [])
        process = subprocess.Popen([program("haproxy"), "-q", "-f", str(config)], stdout=subprocess.DEVNULL)
        stack.callback(process.wait)
        stack.callback(process.terminate)
        trusted = ssl.create_default_context(cafile=str(certificate))
        http = stack.enter_context(
            httpx.Client(base_url=f"https://127.0.0.1:{ports[1]}", verify=trusted, timeout=START)
        )
        found = Front(one, two, f"http://127.0.0.1:{ports[0]}", http)
        _until(lambda: _answers(found))
        yield found


def test_each_server_is_reached_by_its_own_path_and_told_who_asks(front: Front) -> None:
    for number, name in enumerate(("one", "two"), 1):
        told = front.http.get(f"/at/{number}/api/tables/t/socket?ticket=9").raise_for_status().json()
        assert (told["server"], told["path"]) == (name, "/api/tables/t/socket?ticket=9")
        headers = {key.lower(): value for key, value in told["headers"].items()}
        assert (headers["x-forwarded-proto"], headers["x-forwarded-for"]) == ("https", "127.0.0.1")


def test_what_servers_tell_of_themselves_stays_inside(front: Front) -> None:
    for path in ("/metrics", "/readyz", "/at/1/metrics", "/at/2/readyz"):
        assert front.http.get(path).status_code == 403, path


def test_without_tls_one_is_sent_to_the_same_place_with_it(front: Front) -> None:
    answer = httpx.get(f"{front.plain}/lobby", timeout=START)
    assert answer.status_code == 301
    assert answer.headers["location"].startswith("https://127.0.0.1")


def test_newcomers_go_to_a_server_that_is_ready_and_its_tables_are_reached_all_the_same(front: Front) -> None:
    _until(lambda: {front.server("/") for _ in range(4)} == {"one", "two"})
    front.one.failed = ["tables"]
    try:
        _until(lambda: {front.server("/") for _ in range(8)} == {"two"})
        assert front.server("/at/1/tables/t") == "one"
    finally:
        front.one.failed = []
    _until(lambda: {front.server("/") for _ in range(4)} == {"one", "two"})


@pytest.mark.parametrize(
    ("failed", "said"), [([], "ready"), (["lease", "tables"], "not ready: lease, tables")]
)
def test_the_health_check_of_the_container_says_what_fails(failed: list[str], said: str) -> None:
    with standing_in("one") as server:
        server.failed = failed
        done = _health(server.port)
    assert (done.returncode, done.stdout.strip()) == (int(bool(failed)), said)


def test_the_health_check_fails_where_nobody_answers() -> None:
    done = _health(free_port())
    assert done.returncode == 1
    assert done.stdout.startswith("No answer")
    assert not done.stderr


def _health(port: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DEPLOY / "healthcheck.py")]
    environment = {**os.environ, "PITBOSS_PORT": str(port)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

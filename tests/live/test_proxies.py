"""A real nginx and a real HAProxy, as docs/serve.md sets them up, before two servers on one PostgreSQL."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pitboss.ledger import open_store
from pitboss.ledger.servers import lease_of
from tests.databases import Databases
from tests.live.server import ROOT, START, Guest, Server, free_port, people

PAGE = (ROOT / "docs" / "serve.md").read_text("utf-8")
CLIENT = ROOT / "examples" / "client.py"
PORTS = ("8881", "8882")  # of the page


class Cluster(NamedTuple):
    """Two servers that are to be reached under one address, and somebody who may come."""

    servers: list[Server]
    port: int  # of the proxy
    guest: Guest

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def owner(self, table: str) -> str:
        """The address of the server that has a table."""
        with closing(open_store(self.servers[0].database)) as store:
            found = store.read(lambda connection: lease_of(connection, table))
        assert found
        return found.address


@pytest.fixture(scope="module")
def cluster(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Each server has a path of its own under the public name."""
    port = free_port()
    with ExitStack() as stack:
        database = stack.enter_context(databases.fresh("postgresql"))
        [guest] = people(database, 1)
        servers = []
        for number in (1, 2):
            more = {
                "PITBOSS_ADDRESSES": f"http://127.0.0.1:{port}/at/{number}",
                "PITBOSS_PROXIES": "127.0.0.1",
            }
            folder = tmp_path_factory.mktemp(f"server{number}")
            servers.append(stack.enter_context(Server(folder, database=database, preload=more)))
        with ThreadPoolExecutor() as pool:  # both at once
            list(pool.map(lambda each: each.start(), servers))
        yield Cluster(servers, port, guest)


def _block(kind: str, has: str) -> str:
    """The example of the page that is of a kind and has something in it."""
    [found] = [each for each in re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL) if has in each]
    return str(found)


def _filled(text: str, cluster: Cluster) -> str:
    """An example of the page with the ports of this machine, and without what is of the operator's own."""
    for port, server in zip(PORTS, cluster.servers, strict=True):
        assert port in text
        text = text.replace(port, str(server.port))
    return text


def nginx(cluster: Cluster, folder: Path, guess: bool = False) -> list[str]:
    text = _filled(_block("nginx", "/at/2/"), cluster)
    if guess:
        text = _filled(_block("nginx", "consistent"), cluster) + text.partition("}\n")[2]
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{cluster.port};")
    text = re.sub(r" *ssl_certificate.*\n", "", text)
    places = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = (
        f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}} "
        f"http {{ access_log off; {places} {text} }}"
    )
    (folder / "nginx.conf").write_text(whole)
    return [_program("nginx"), "-e", f"{folder}/log", "-c", f"{folder}/nginx.conf"]


def guessing_nginx(cluster: Cluster, folder: Path) -> list[str]:
    return nginx(cluster, folder, guess=True)


def haproxy(cluster: Cluster, folder: Path) -> list[str]:
    text = _filled(_block("haproxy", "/at/2/"), cluster)
    text = re.sub(r"bind :443 ssl crt .*", f"bind 127.0.0.1:{cluster.port}", text)
    (folder / "haproxy.cfg").write_text(text)
    return [_program("haproxy"), "-q", "-f", f"{folder}/haproxy.cfg"]


def _program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    assert found, f"The tests need {name}: apt-get install {name}"
    return found


@contextmanager
def _running(command: list[str], cluster: Cluster) -> Iterator[None]:
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            end = time.monotonic() + START
            while True:
                try:
                    if httpx.get(f"{cluster.address}/healthz", timeout=START).status_code == 200:
                        break
                except httpx.TransportError:
                    assert process.poll() is None, process.stderr and process.stderr.read()
                assert time.monotonic() < end
                time.sleep(0.01)
            yield
        finally:
            process.terminate()


def _client(cluster: Cluster) -> httpx.Client:
    mine = {"authorization": f"Bearer {cluster.guest.session}"}
    return httpx.Client(base_url=cluster.address, headers=mine, timeout=START)


def test_a_round_is_played_through_each_proxy_of_the_page(cluster: Cluster, tmp_path: Path) -> None:
    for proxy in (nginx, guessing_nginx, haproxy):  # one after the other: the servers are started once
        folder = tmp_path / proxy.__name__
        folder.mkdir()
        _play_through(proxy, cluster, folder)


def _play_through(proxy: Callable[[Cluster, Path], list[str]], cluster: Cluster, tmp_path: Path) -> None:
    with _running(proxy(cluster, tmp_path), cluster), _client(cluster) as http:
        owners: dict[str, str] = {}  # of tables, until both servers have one
        while len(set(owners.values())) < 2:
            asked = {"id": uuid4().hex, "house": "rivers", "title": "T", "clock": False}
            table = str(http.post("/api/tables", json=asked).raise_for_status().json()["table"])
            owners[table] = cluster.owner(table)
            assert len(owners) < 40, "every table is at the same server"
        for table, owner in owners.items():
            for _ in range(3):  # whichever server answers
                given = http.post(f"/api/tables/{table}/ticket", json={}).raise_for_status().json()
                assert given["address"] == owner
            address = given["address"].replace("http", "ws", 1) + f"/api/tables/{table}/socket"
            with connect(f"{address}?ticket={given['ticket']}") as socket:
                assert json.loads(socket.recv(START))["t"] == "view"
            wrong = next(each for each in owners.values() if each != owner)
            with connect(f"{wrong.replace('http', 'ws', 1)}/api/tables/{table}/socket") as socket:
                with pytest.raises(ConnectionClosed):
                    socket.recv(START)
                assert (socket.close_code, socket.close_reason) == (4001, owner)
            sent = http.delete(f"{wrong}/api/tables/{table}")
            assert (sent.status_code, sent.headers["location"]) == (307, f"{owner}/api/tables/{table}")
            assert http.delete(sent.headers["location"]).raise_for_status().json()["closed"]
        assert http.get("/metrics").status_code == http.get("/at/2/metrics").status_code == 403
        command = [sys.executable, str(CLIENT), "--server", cluster.address, "--rounds", "1"]
        played = subprocess.run(command, capture_output=True, text=True, timeout=START, check=False)
        assert played.returncode == 0, played.stderr
        assert "1 rounds" in played.stdout

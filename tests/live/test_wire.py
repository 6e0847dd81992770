"""The real server, spoken to in raw bytes: what nobody can read is a line of its own log, and no more."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from pitboss.round import Refusal
from pitboss.terminal.input import Ears
from pitboss.terminal.remote import JoinedTable
from pitboss.terminal.remote import Server as HouseAt
from pitboss.web.settings import ServeSettings
from tests.live.server import START, Guest, Server, people

UPGRADE = (
    "GET /api/tables/{} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
CLOSED = 20.0  # seconds in which a connection ends that is closed at once


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Guest, str]]:
    """A server, somebody, and a table of theirs."""
    with Server(tmp_path_factory.mktemp("wire")) as server:
        (guest,) = people(server.db, 1)
        server.start()
        yield server, guest, _table(server, guest)


def _table(server: Server, guest: Guest) -> str:
    asked = {"id": "open", "house": "shine", "title": "T", "clock": False}
    answer = httpx.post(
        f"{server.address}/api/tables", json=asked, headers=_bearer(guest), timeout=START
    ).raise_for_status()
    return str(answer.json()["table"])


def _bearer(guest: Guest) -> dict[str, str]:
    return {"authorization": f"Bearer {guest.session}"}


def _ticket(server: Server, guest: Guest, table: str) -> str:
    answer = httpx.post(
        f"{server.address}/api/tables/{table}/ticket", json={}, headers=_bearer(guest), timeout=START
    )
    return str(answer.raise_for_status().json()["ticket"])


def _say(server: Server, *parts: bytes, reset: bool = False) -> bytes:
    """Sends bytes, one part after the answer to the one before, and hears to the end; or vanishes."""
    with socket.create_connection(("127.0.0.1", server.port), CLOSED) as wire:
        heard = b""
        for part in parts:
            wire.sendall(part)
            if not reset and part is not parts[-1]:
                heard += wire.recv(65_536)
        if reset:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return heard
        while some := wire.recv(65_536):
            heard += some
        return heard


def _frame(first: int, data: bytes) -> bytes:
    return bytes([first, 0x80 | len(data)]) + bytes(4) + data


def test_what_nobody_can_read_is_an_ordinary_line_of_the_log(opened: tuple[Server, Guest, str]) -> None:
    server, _, table = opened
    path = f"{table}/socket"
    for noise in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),  # TLS, where none is spoken
        b"GET / FTP/1.1\r\n\r\n",
        b"\x00\xff\xfe\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nno header\r\n\r\n",
        b"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n",
    ):
        assert _say(server, noise).startswith(b"HTTP/1.1 4"), noise[:40]
    upgrade = UPGRADE.format(path).encode()
    assert b"101 Switching" in _say(server, upgrade, _frame(0x81, b"\xff\xfe"))  # no UTF-8
    assert b"101 Switching" in _say(server, upgrade, _frame(0x81 | 0x70, b"x"))  # no such frame
    assert b" 400 " in _say(server, upgrade.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"short"))
    for _ in range(3):  # gone in the middle of everything
        _say(server, b"GET / HTT", reset=True)
        _say(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 1_000_000, reset=True)
        _say(
            server,
            b"POST /api/settle HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{",
            reset=True,
        )
        _say(server, b"GET /api/houses HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20, reset=True)
        _say(server, upgrade, reset=True)
        _say(server, upgrade, _frame(0x81, b"{}"), _frame(0x81, b"{}"), reset=True)
    assert httpx.get(f"{server.address}/healthz", timeout=START).json() == {"alive": True}
    lines = [json.loads(line) for line in server.said().splitlines()]
    assert all({"at", "level", "what"} <= set(line) for line in lines)
    assert {line["level"] for line in lines} <= {"info", "warning"}, lines
    assert "no text" in {line["what"] for line in lines}
    assert "Traceback" not in server.said()


def test_a_socket_that_is_refused_says_why(opened: tuple[Server, Guest, str]) -> None:
    server, _, table = opened
    for path, status, code in (("nowhere", 404, "no_table"), (f"{table}", 422, "ticket")):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(server.socket_of(path, "used" * (code == "ticket"))),
        ):
            pass
        response = refused.value.response
        assert response.status_code == status
        assert response.headers["content-type"] == "application/json"
        told = json.loads(response.body or b"")
        assert told["code"] == code
        assert told["text"]


def test_the_terminal_says_why(opened: tuple[Server, Guest, str], monkeypatch: pytest.MonkeyPatch) -> None:
    server, guest, table = opened
    house = HouseAt(server.address, guest.session)
    monkeypatch.setattr(house, "ask", lambda *_, **__: {"ticket": "used", "address": ""})
    with pytest.raises(Refusal, match=r"^This ticket is used, too old, or for another table$"):
        JoinedTable(house, table, "", "Ann", cast(Ears, None))


def test_pings_are_messages_of_a_person(opened: tuple[Server, Guest, str]) -> None:
    server, guest, table = opened
    with (
        connect(server.socket_of(table, _ticket(server, guest, table)), ping_interval=None) as one,
        connect(server.socket_of(table, _ticket(server, guest, table)), ping_interval=None) as two,
    ):
        for _ in range(ServeSettings().messages_at_once):
            one.ping()
        with pytest.raises(ConnectionClosed) as ended:
            _ping_for(two, CLOSED)
        assert ended.value.rcvd is not None
        assert (ended.value.rcvd.code, ended.value.rcvd.reason) == (1008, "too many messages")


def _ping_for(connection: ClientConnection, seconds: float) -> None:
    """The bucket fills up meanwhile, so that some more are let through."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        connection.ping()


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    """Those that never say what they want are among them; the others find the server open."""
    settings = tmp_path / "few.toml"
    settings.write_text("most_sockets_address = 10\n", encoding="utf-8")
    with Server(tmp_path, arguments=("--config", str(settings))) as server:
        server.start()
        silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(25)]
        try:
            heard = [wire.recv(65_536) for wire in silent[22:]]
            assert all(each.startswith(b"HTTP/1.1 503 ") and b"Retry-After" in each for each in heard)
            source = httpx.HTTPTransport(local_address="127.0.0.2")
            with httpx.Client(transport=source, timeout=START) as elsewhere:
                assert elsewhere.get(f"{server.address}/healthz").json() == {"alive": True}
        finally:
            for wire in silent:
                wire.close()

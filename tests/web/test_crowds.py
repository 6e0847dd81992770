"""Nobody fills the house alone: sockets, messages and requests are counted by person and by address."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from pitboss.web.limits import Buckets, Pace
from pitboss.web.server_state import BODIES, MESSAGES
from pitboss.web.settings import ServeSettings
from tests.web.edge import MANY, Edge, code

PROXY = ServeSettings(proxies=("192.0.2.1",), requests_address=MANY)


def _from(address: str) -> dict[str, str]:
    return {"x-forwarded-for": address}


def test_spectators_of_one_address_leave_room_for_the_others() -> None:
    edge = Edge(
        ServeSettings(proxies=("192.0.2.1",), most_sockets=8, most_sockets_address=3, requests_address=MANY)
    )
    with edge.client, ExitStack() as open_:
        host = edge.guest()
        table = host.open()
        path = f"/api/tables/{table}/socket"
        for _ in range(3):
            open_.enter_context(edge.connected(path, **_from("198.51.100.1")))
        refused = edge.denied(path, **_from("198.51.100.1"))
        assert code(refused) == (429, "rate")
        assert "3 connections" in refused.json()["text"]
        assert refused.json()["values"]["again"] == edge.time * 1000 + 30_000
        assert refused.headers["Retry-After"] == "30"
        open_.enter_context(edge.connected(path, **_from("198.51.100.2")))
        full = edge.denied(path, **_from("198.51.100.3"))  # half of the house watches
        assert code(full) == (503, "house_full")
        assert "spectators" in full.json()["text"]
        with host.join(table) as a:
            a.sits(1).deals(1)
    assert edge.house.sockets.open == edge.house.sockets.spectators == 0
    assert not edge.house.sockets._by_key


def test_one_person_has_so_many_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.limits.MOST_OF_PERSON", 2)
    with Edge() as edge:
        ann, bob = edge.guest(), edge.guest()
        table = ann.open()
        early = ann.ticket(table)
        with ann.join(table), ann.join(table):
            path = f"/api/tables/{table}"
            answer = ann.ask("POST", f"{path}/ticket", json={})
            assert code(answer) == (429, "rate")
            assert "You have 2 connections" in answer.json()["text"]
            assert edge.closed(f"{path}/socket?ticket={early}") == (429, "rate")
            with bob.join(table) as b:
                b.sits(2)
        with ann.join(table) as a:
            a.sits(1)


def test_a_full_house_says_so_before_a_ticket_is_given() -> None:
    with Edge(ServeSettings(most_sockets=2)) as edge:
        ann, bob, cat = edge.guest(), edge.guest(), edge.guest()
        table = ann.open()
        with ann.join(table), bob.join(table):
            path = f"/api/tables/{table}"
            answer = cat.ask("POST", f"{path}/ticket", json={})
            assert code(answer) == (503, "house_full")
            assert answer.json()["values"]["again"] > edge.time * 1000
            assert answer.headers["Retry-After"] == "30"
            assert code(edge.ask("GET", path, params={"watch": True})) == (503, "house_full")
            assert edge.ask("GET", path).status_code == 200  # to look once takes no room
            assert edge.closed(f"{path}/socket") == (503, "house_full")


def test_messages_are_counted_over_all_sockets_of_a_person(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open()
    with ann.join(table) as one, ann.join(table) as two, bob.join(table) as other:
        for number in range(MESSAGES.burst):
            assert (one, two)[number % 2].send("x")["code"] == "message"
        two.socket.send_text("x")
        assert two.ended() == (1008, "too many messages")
        assert other.send("x")["code"] == "message"
        edge.time += 0.11
        assert one.send("x")["code"] == "message"


def test_spectators_are_counted_by_their_address() -> None:
    with Edge(PROXY) as edge:
        table = edge.guest().open()
        path = f"/api/tables/{table}/socket"
        near, far = _from("2001:db8::1"), _from("2001:db8:1::1")
        same = _from("2001:db8::2")  # of the same 64 bits: one visitor
        with (
            edge.connected(path, **near) as a,
            edge.connected(path, **same) as b,
            edge.connected(path, **far) as c,
        ):
            for _ in range(MESSAGES.burst):
                assert a.send("x")["code"] == "message"
            b.socket.send_text("x")
            assert b.ended() == (1008, "too many messages")
            assert c.send("x")["code"] == "message"


def test_requests_are_counted_by_address() -> None:
    with Edge(ServeSettings(proxies=("192.0.2.1",), requests_address=2)) as edge:
        for _ in range(10):
            assert edge.ask("GET", "/nowhere", headers=_from("198.51.100.1")).status_code == 404
        for path in ("/nowhere", "/api/tables", "/healthz", "/"):
            answer = edge.ask("GET", path, headers=_from("198.51.100.1"))
            assert code(answer) == (429, "rate")
            assert answer.json()["values"]["again"] == edge.time * 1000 + 500
            assert answer.headers["Retry-After"] == "1"
        assert edge.ask("GET", "/api/tables", headers=_from("198.51.100.2")).status_code == 200
        edge.time += 0.5
        assert edge.ask("GET", "/api/tables", headers=_from("198.51.100.1")).status_code == 200
        assert edge.ask("GET", "/api/tables", headers=_from("198.51.100.1")).status_code == 429


def test_requests_are_counted_by_person() -> None:
    with Edge(ServeSettings(requests_address=6)) as edge:
        ann, bob = edge.guest(), edge.guest()
        assert [ann.ask("GET", "/api/me").status_code for _ in range(12)] == [200] * 10 + [429] * 2
        assert bob.ask("GET", "/api/me").status_code == 200
        edge.time += 1
        assert [ann.ask("GET", "/api/me").status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize("seconds", [0.0, 7.0])
def test_buckets_forget(seconds: float) -> None:
    """Fifty thousand addresses, at once or over a month: the memory of them has an end."""
    buckets = Buckets(Pace(40, 10), most_keys=1000)
    for number in range(50_000):
        buckets.take(f"address {number}", number * seconds)
    assert len(buckets) == (1000 if not seconds else 1)


def test_so_many_bytes_are_read_from_one_address() -> None:
    """More are refused before they are read; another address is not asked to wait."""
    edge = Edge(PROXY)
    body = b"[" + b" " * 250_000
    with edge.client:
        first = [
            edge.ask("POST", "/api/settle", content=body, headers=_from("198.51.100.1")) for _ in range(6)
        ]
        fits = BODIES.burst // len(body)
        assert [code(each) for each in first] == [(422, "input")] * fits + [(429, "rate")] * (6 - fits)
        wait = -(-(len(body) * (fits + 1) - BODIES.burst) // BODIES.per_second)
        assert first[-1].headers["Retry-After"] == str(wait)
        other = edge.ask("POST", "/api/settle", content=body, headers=_from("198.51.100.2"))
        assert code(other) == (422, "input")
        edge.time += wait
        again = edge.ask("POST", "/api/settle", content=body, headers=_from("198.51.100.1"))
        assert code(again) == (422, "input")

"""Nobody fills the house alone, and past its capacity newcomers are refused first, dealt hands last."""

from __future__ import annotations

from contextlib import ExitStack, suppress

import pytest

from pitboss.round import Refusal
from pitboss.web.limits import LOOKS, Buckets, Load, Pace, Rank
from pitboss.web.server_state import BODIES, THREADS
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
        for number in range(ServeSettings().messages_at_once):
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
            for _ in range(ServeSettings().messages_at_once):
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


class Clock:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def served(load: Load) -> set[Rank]:
    """Who is let in at this moment."""
    found = set()
    for rank in Rank:
        with suppress(Refusal):
            load.check(rank, 0)
            found.add(rank)
    return found


def worked(load: Load, clock: Clock, seconds: float, times: int) -> None:
    """Commands that come one after the other."""
    for _ in range(times):
        with load.working():
            clock.now += seconds


def test_the_wait_is_the_number_of_commands_times_the_time_between_answers() -> None:
    clock = Clock()
    load = Load(1.0, 1_000, clock)
    worked(load, clock, 0.01, 400)
    clock.now += 3_600  # in which nobody asks for anything: that is no pace
    worked(load, clock, 0.01, 1)
    assert load.wait == 0
    with ExitStack() as waiting:
        for number in range(1, 300):
            waiting.enter_context(load.working())
            assert load.wait == pytest.approx(number * 0.01)
            allowed = {rank for rank in Rank if number * 0.01 <= rank.value}
            assert served(load) - allowed == set()
        assert (load.commands, served(load)) == (299, set())
        clock.now += 0.001  # many at once are answered together
    assert (load.commands, load.wait, served(load)) == (0, 0, set(Rank))


@pytest.mark.parametrize(
    ("wait", "who"),
    [(0.5, {*Rank}), (0.51, {Rank.SITTER, Rank.IN_HAND}), (1.01, {Rank.IN_HAND}), (2.01, set())],
)
def test_newcomers_are_refused_first_and_a_hand_that_was_dealt_is_played(wait: float, who: set[Rank]) -> None:
    load = Load(1.0, 8, Clock())
    for _ in range(LOOKS):
        assert served(load) == {*Rank}, "a peak is no crowd"
        load.was_late(wait)
    assert served(load) == who
    load.was_late(0.0)
    assert served(load) == {*Rank}


def test_a_house_is_stuck_when_all_its_threads_are(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, load = Clock(), edge.house.load
    monkeypatch.setattr(load, "_clock", clock)
    with ExitStack() as stuck:
        for _ in range(THREADS - 1):
            stuck.enter_context(load.working())
        clock.now += 60
        assert load.wait == 0
        stuck.enter_context(load.working())
        assert load.wait == 60


def test_a_pool_in_which_nothing_moves_lets_nobody_wait_for_it() -> None:
    clock = Clock()
    load = Load(1.0, 3, clock)
    worked(load, clock, 0.001, 100)
    with ExitStack() as stuck:
        for _ in range(2):
            stuck.enter_context(load.working())
        clock.now += 60
        assert served(load) == {*Rank}, "one thread is free"
        stuck.enter_context(load.working())
        assert served(load) == set()
        with pytest.raises(Refusal) as caught:
            load.check(Rank.SITTER, 5_000)
        assert caught.value.code == "busy"
        assert caught.value.values["again"] == 65_000


def test_a_command_that_was_done_is_answered_again_by_a_busy_house(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = edge.guest()
    table = ann.open("shine")
    edge.house.load.limit, wait = 1.0, [0.0]
    monkeypatch.setattr(Load, "wait", property(lambda _: wait[0]))
    with ann.join(table) as a:
        a.sits(1)
        rev = a.catch_up()["rev"]
        bet = {"do": "bets", "seat": 1, "wagers": {"ante": 1000}, "rev": rev}
        a.done(id_="mine", **bet)
        after = a.catch_up()["rev"]
        wait[0] = 60.0
        assert a.refused("ready") == "busy"
        again = a.say(id_="mine", **bet)
        assert (again["t"], again["id"]) == ("done", "mine")
        other = a.say(id_="mine", **bet | {"wagers": {"ante": 2000}})
        assert (other["t"], other["code"]) == ("refused", "id_used"), "that, too, was never to be done"
        assert a.refused(id_="new", **bet) == "busy"
        assert a.catch_up()["rev"] == after
    assert edge.funds(ann) == 100_000 - 2000, "the Ante and what is kept for Play, once"


def test_a_busy_house_says_so_and_nothing_has_changed(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("shine")
    edge.house.load.limit, wait = 1.0, [0.0]
    monkeypatch.setattr(Load, "wait", property(lambda _: wait[0]))
    with ann.join(table) as a:
        a.sits(1)
        wait[0] = 0.9
        refused = bob.ask("POST", f"/api/tables/{table}/ticket", json={})
        assert code(refused) == (429, "busy")
        assert refused.headers["Retry-After"] == "1"
        assert edge.closed(f"/api/tables/{table}/socket") == (429, "busy")
        assert code(bob.tries_to_open(house="shine")) == (429, "busy")
        assert bob.ask("GET", "/api/me").status_code == 200
        assert code(edge.ask("POST", "/api/guests")) == (429, "busy"), "who is nobody yet comes later"
        assert bob.ask("GET", "/healthz").status_code == 200
        assert ann.ticket(table), "who sits is served"
        wait[0] = 1.2
        before = a.catch_up()["rev"]
        assert a.refused("bets", seat=1, wagers={"ante": 1000}) == "busy"
        assert code(bob.ask("GET", "/api/me")) == (429, "busy")
        wait[0] = 0.0
        assert a.catch_up()["rev"] == before
        a.done("bets", seat=1, wagers={"ante": 1000})
        wait[0] = 1.9
        a.done("ready")
        assert ann.ticket(table), "who has cards comes back, too"
        a.done("fold", seat=1)
    assert edge.funds(ann) == 100_000 - 1000

"""Who comes to a table, with tickets and invitations; who says too much or does not listen is cut off."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any, cast

import pytest
from fastapi import WebSocket

from pitboss.proof.house_audit import audit
from pitboss.table.live_state import LiveState
from pitboss.table.messages import Freeze, Tick
from pitboss.web.settings import ServeSettings
from pitboss.web.socket import LARGEST, WAITING, TableSocket
from tests.web.edge import PASSWORD, Edge, Visitor, code, cookie_of, named, sign_in

BURST = ServeSettings().messages_at_once


def _table(edge: Edge) -> tuple[Any, str]:
    ann = edge.guest()
    return ann, ann.open()


def test_a_message_has_a_size(edge: Edge) -> None:
    ann, table = _table(edge)
    with ann.join(table) as a:
        assert a.send("x" * LARGEST)["code"] == "message"
        a.socket.send_text("x" * (LARGEST + 1))
        assert a.ended() == (1009, f"a message has at most {LARGEST} bytes")
    with ann.join(table) as a:  # bytes are counted, not letters
        a.socket.send_text("\u00e9" * (LARGEST // 2 + 1))
        assert a.ended()[0] == 1009


def test_messages_are_text(edge: Edge) -> None:
    ann, table = _table(edge)
    with ann.join(table) as a:
        a.sits(1)
        a.socket.send_bytes(b'{"t":"cmd"}')
        assert a.ended()[0] == 1003
    with ann.join(table) as a:
        assert a.seat(1)["you"]


def test_a_private_table_that_nobody_comes_to_is_closed_after_a_day(edge: Edge) -> None:
    ann = edge.guest()
    empty, played, visited = (
        ann.open("shine", private=True),
        ann.open("shine", private=True),
        ann.open("shine", private=True),
    )
    with ann.join(played) as a:
        a.sits(1).done("bets", seat=1, wagers={"ante": 500})
    with ann.join(empty) as a:
        a.sits(1)  # a seat is no visitor, and no money lies there

    def hourly() -> int:
        return edge.call(edge.house.floor.close_deserted)

    edge.time += 86_399
    assert hourly() == 0
    with edge.watch(visited, edge.room(visited).live.settings.invite):
        edge.time += 1
        assert hourly() == 1
        assert set(edge.house.floor.rooms) - {empty} == {played, visited}
        assert [each["table"] for each in ann.ask("GET", "/api/tables").json()].count(empty) == 0
    assert hourly() == 0
    edge.time += 86_400
    assert hourly() == 1
    ann.ask("GET", "/api/tables")
    assert set(edge.house.floor.rooms) == {played}
    edge.books_balance()
    assert audit(edge.store).clean


def test_a_table_that_is_refused_is_not_opened(edge: Edge) -> None:
    ann = edge.guest()
    for wrong in (
        {"house": "nowhere"},
        {"house": "../../etc/passwd"},
        {"title": " "},
        {"title": "a\u0000b"},
        {"low": 1},
        {"low": 1000, "high": 500},
        {"bots": ["unknown"]},
        {"bots": ["timid"] * 7},
        {"pays": {"nothing": {"flush": 3}}},
        {"host": "somebody"},
    ):
        answer = ann.tries_to_open(**{"house": "rivers", **wrong})
        assert answer.status_code in (404, 422), wrong
    assert edge.house.floor.rooms == {}


class Deaf:
    """A client that takes one frame and then no more, until it is let go."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.taken: list[str] = []
        self.let_go = asyncio.Event()
        self.closed: tuple[int, str] | None = None
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        return await self.said.get()

    async def send_text(self, text: str) -> None:
        self.taken.append(text)
        await self.let_go.wait()

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)
        self.said.put_nowait({"type": "websocket.disconnect", "code": code})


def test_who_does_not_listen_is_cut_off_and_holds_little_memory(edge: Edge) -> None:
    ann, table = _table(edge)
    deaf = []

    async def listen() -> None:
        client = Deaf()
        deaf.append(client)
        socket = TableSocket(edge.house, edge.room(table), cast(WebSocket, client), None)
        serving = asyncio.create_task(socket.run())
        while not client.taken:
            await asyncio.sleep(0)
        with_frames = edge.room(table)
        for _ in range(2 * WAITING):
            await with_frames.do(Freeze(not with_frames.live.frozen))
            assert socket.out.qsize() <= WAITING
        client.let_go.set()
        await serving

    with ann.join(table) as a:
        a.sits(1)
        edge.call(listen)
        assert deaf[0].closed == (1013, "too slow")
        assert len(deaf[0].taken) < 2 * WAITING
        a.deals(1)  # the others have noticed nothing
    assert len(edge.room(table).watchers) == 0


def test_who_is_cut_off_in_the_middle_leaves_the_table_whole(edge: Edge) -> None:
    """One call at a time, and watchers hear of it, whatever becomes of who made the call."""
    ann, table = _table(edge)
    room = edge.room(table)
    steps: list[str] = []

    async def cut_off() -> None:
        begun, go_on = threading.Event(), threading.Event()

        def slow(live: LiveState, do: Callable[[], LiveState]) -> None:
            steps.append("begins")
            begun.set()
            assert go_on.wait(30)
            do()
            steps.append("ends")

        first = asyncio.create_task(room.do(Freeze(True), around=slow))
        await asyncio.to_thread(begun.wait)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        second = asyncio.create_task(room.do(Tick(), around=lambda live, do: steps.append("the next")))
        await asyncio.to_thread(lambda: None)
        assert steps == ["begins"]
        go_on.set()
        await second

    with ann.join(table) as a:
        edge.call(cut_off)
        assert steps == ["begins", "ends", "the next"]
        assert a.catch_up()["paused"]


def _socket(table: str, ticket: str) -> str:
    return f"/api/tables/{table}/socket?ticket={ticket}"


def test_a_ticket_opens_one_socket(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    ticket = ann.ticket(table)
    with edge.connected(_socket(table, ticket)) as a:
        assert edge.closed(_socket(table, ticket)) == (422, "ticket")
        a.sits(1)
    assert edge.closed(_socket(table, ticket)) == (422, "ticket")


def test_a_ticket_dies_with_its_session(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    ticket = ann.ticket(table)
    ann.ask("POST", "/api/sign-out")
    assert edge.closed(_socket(table, ticket)) == (422, "ticket")
    assert code(ann.ask("POST", f"/api/tables/{table}/ticket", json={})) == (401, "signed_out")


def test_open_sockets_end_with_the_session_and_the_hand_is_kept(edge: Edge) -> None:
    ann, bob = named(edge, "Ann"), edge.guest()
    phone = Visitor(edge, ann.id, cookie_of(sign_in(edge, "Ann")))
    table = ann.open()
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1).deals(1)
        ann.ask("POST", "/api/sign-out")
        assert a.ended() == (1008, "signed_out")
        before = edge.room(table).live.standing
        text = {"t": "cmd", "id": "late", "rev": a.view["rev"], "do": "fold", "seat": 1}
        a.socket.send_json(text)  # a client that does not care
        assert b.say("fold", seat=1)["code"] == "not_yours"
        assert edge.room(table).live.standing == before
        with phone.join(table) as again:
            again.done("play", seat=1)
            assert again.view["phase"] == "settled"
            answer = phone.ask("POST", "/api/password", json={"old": PASSWORD, "new": "another horse 8"})
            assert answer.status_code == 204
            assert again.ended() == (1008, "signed_out")
        assert b.catch_up()["phase"] == "settled"
        b.sits(2)


# Private tables, spectators


def test_a_private_table_asks_for_its_invitation(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    opened = ann.opened(private=True)
    table, invite = opened["table"], opened["invite"]
    path = f"/api/tables/{table}"
    for wrong in ("", "guessed", invite.upper(), invite[:-1], "\u00e9"):
        assert code(bob.ask("POST", f"{path}/ticket", json={"invite": wrong})) == (403, "private")
        assert code(bob.ask("GET", path, params={"invite": wrong})) == (403, "private")
        assert code(edge.ask("GET", path, params={"invite": wrong})) == (403, "private")
    assert edge.closed(f"{path}/socket") == (403, "private")
    assert edge.closed(f"{path}/socket?invite=guessed") == (403, "private")
    assert table not in bob.ask("GET", "/api/tables").text
    assert table not in edge.ask("GET", "/api/tables").text
    assert table in ann.ask("GET", "/api/tables").text
    with bob.join(table, invite) as b, edge.watch(table, invite) as nobody:
        b.sits(1)
        assert nobody.seat(1)["status"] == "sitting"
        assert bob.ask("GET", path).status_code == 200  # who has come is known


def test_a_table_may_have_no_spectators(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    opened = ann.opened(spectators=False)
    table = opened["table"]
    assert edge.closed(f"/api/tables/{table}/socket") == (403, "no_spectators")
    assert edge.closed(f"/api/tables/{table}/socket?invite={opened['invite']}") == (403, "no_spectators")
    assert edge.ask("GET", f"/api/tables/{table}").status_code in (403, 422)
    with bob.join(table) as b:
        b.sits(1)

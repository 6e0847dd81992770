"""One port before several workers: who gets which connection, and who is not waited for."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.round import Refusal
from pitboss.web import dispatcher
from pitboss.web.dispatcher import ANYBODY, LONGEST, Dispatcher, Way, read_way
from pitboss.web.handed_connections import HandedConnections
from pitboss.web.settings import ServeSettings
from pitboss.web.workers import SILENT, Crew, Worker, check_workers

ID = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    ("target", "way"),
    [
        (f"/api/tables/{ID}", Way(ID)),
        (f"/api/tables/{ID}/socket?ticket=/tables/other", Way(ID)),
        (f"/tables/{ID}?invite=9b1c", Way(ID)),
        (f"/api/operator/tables/{ID}/close", Way(ID)),
        ("/api/tables", ANYBODY),
        ("/api/tables/", ANYBODY),
        ("/api/tables/a%2fb", ANYBODY),
        (f"/api/tables/{'a' * 101}", ANYBODY),
        (f"/lobby?next=/tables/{ID}", ANYBODY),
        ("/metrics?worker=3", Way(worker=3)),
        ("/metrics", ANYBODY),
        ("/lobby?worker=3", ANYBODY),
        ("*", ANYBODY),
    ],
)
def test_the_request_line_says_whose_it_is(target: str, way: Way) -> None:
    line = f"GET {target} HTTP/1.1\r\n".encode()
    assert read_way(line + b"Host: a\r\n\r\n") == way
    for part in range(len(line)):
        assert read_way(line[:part]) is None


@given(st.one_of(st.binary(max_size=200), st.binary(min_size=LONGEST, max_size=LONGEST + 50)))
def test_whatever_comes_is_somebodys_or_not_whole(head: bytes) -> None:
    way = read_way(head)
    assert (way is None) == (b"\n" not in head[:LONGEST] and len(head) < LONGEST)
    if way is not None and way != ANYBODY:
        assert len(way.table) <= 100
        assert way.worker <= 9_999
        assert not (way.table and way.worker)


class Port:
    """A dispatcher, and what it hands on."""

    def __init__(self, **settings: Any) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.place = self.listening.getsockname()
        self.handed: asyncio.Queue[tuple[Way, bytes]] = asyncio.Queue()
        self.takes = True
        self.dispatcher = Dispatcher(self.listening, ServeSettings(**settings), self._hand)
        self.dispatcher.begin()

    def _hand(self, connection: socket.socket, way: Way) -> bool:
        if self.takes:
            self.handed.put_nowait((way, connection.recv(LONGEST)))  # not a byte of it has been read
        return self.takes


@asynccontextmanager
async def _port(**settings: Any) -> AsyncIterator[Port]:
    port = Port(**settings)
    try:
        yield port
    finally:
        port.dispatcher.close()


def test_a_line_that_comes_in_pieces_is_waited_for() -> None:
    async def talk() -> None:
        async with _port() as port:
            _, writer = await asyncio.open_connection(*port.place)
            for each in (b"GET /tab", b"les/5f3a HT", b"TP/1.1\r\nHost"):
                writer.write(each)
                await writer.drain()
                await asyncio.sleep(0)
            assert (await port.handed.get())[0] == Way("5f3a")
            writer.close()

    asyncio.run(talk())


def test_half_a_line_and_the_end_is_handed_on_as_it_is() -> None:
    async def talk() -> None:
        async with _port() as port:
            _, writer = await asyncio.open_connection(*port.place)
            writer.write(b"GET /tables/5f3a")
            writer.write_eof()
            assert await port.handed.get() == (ANYBODY, b"GET /tables/5f3a")
            writer.close()

    asyncio.run(talk())


@pytest.mark.parametrize("said", [b"", b"GET /tables/5f"])
def test_who_does_not_say_what_they_want_is_cut(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "FIRST", 0.05)

    async def talk() -> None:
        async with _port() as port:
            reader, writer = await asyncio.open_connection(*port.place)
            writer.write(said)
            with pytest.raises(ConnectionResetError) if said else nullcontext():
                assert await reader.read() == b""
            assert port.handed.empty()
            assert port.dispatcher.door.open == 0
            writer.close()

    asyncio.run(talk())


def test_only_so_many_of_one_address_may_wait() -> None:
    async def talk() -> None:
        async with _port(most_connections_address=2) as port:
            silent = [await asyncio.open_connection(*port.place) for _ in range(2)]
            reader, writer = await asyncio.open_connection(*port.place)
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "house_full"
            silent[0][1].write(b"GET / HTTP/1.1\r\n")
            assert (await port.handed.get())[0] == ANYBODY  # and waits no longer
            silent.append(await asyncio.open_connection(*port.place))
            silent[2][1].write(b"GET /tables/5f3a HTTP/1.1\r\n")
            assert (await port.handed.get())[0] == Way("5f3a")
            for _, each in [*silent, (reader, writer)]:
                each.close()

    asyncio.run(talk())


def test_where_no_worker_can_take_it_the_house_is_full() -> None:
    async def talk() -> None:
        async with _port() as port:
            port.takes = False
            reader, writer = await asyncio.open_connection(*port.place)
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            assert (await reader.read()).startswith(b"HTTP/1.1 503 ")
            writer.close()

    asyncio.run(talk())


def _worker(crew: Crew, number: int) -> tuple[Worker, HandedConnections]:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    process: Any = None
    crew.workers[number] = Worker(number, process, ours)
    return crew.workers[number], HandedConnections(theirs)


def _handed(worker: HandedConnections) -> int:
    """How many connections have come to a worker."""
    found = 0
    with suppress(BlockingIOError):
        while True:
            for each in socket.recv_fds(worker.control, 1, 1)[1]:
                os.close(each)
                found += 1
    return found


def test_a_crew_knows_who_has_which_table() -> None:
    """What a worker has said before a connection comes is known when it comes."""
    time = 100.0
    crew = Crew(now=lambda: time)
    (_, one), (_, two) = _worker(crew, 1), _worker(crew, 2)
    with socket.socket() as visitor:
        assert not crew.hand(visitor, ANYBODY)  # nobody is ready
        for each in (one, two):
            each._tell({"ready": True})
        assert [crew.hand(visitor, ANYBODY) for _ in range(6)] == [True] * 6
        assert (_handed(one), _handed(two)) == (3, 3)
        two.took("5f3a")
        assert [crew.hand(visitor, Way("5f3a")) for _ in range(4)] == [True] * 4
        assert (_handed(one), _handed(two)) == (0, 4)
        one.took("5f3a")  # it has moved, and the other hears of that later
        two.lost("5f3a")
        assert [crew.hand(visitor, Way("5f3a")) for _ in range(4)] == [True] * 4
        assert (_handed(one), _handed(two)) == (4, 0)
        assert crew.hand(visitor, Way(worker=2))
        assert (_handed(one), _handed(two)) == (0, 1)
        time += SILENT
        two.beat(time)  # the other stands still, and what is for its table goes to who is awake
        assert [crew.hand(visitor, each) for each in (ANYBODY, Way("5f3a"), ANYBODY)] == [True] * 3
        assert (_handed(one), _handed(two)) == (0, 3)
        assert not crew.hand(visitor, Way(worker=1))
    for worker in crew.workers.values():
        worker.control.close()
    for each in (one, two):
        each.control.close()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"db": "/var/lib/house.db"}, "a SQLite file is written by one process alone"),
        ({"db": "postgresql://x/y", "certificate": "c", "key": "k"}, "let a proxy do TLS"),
    ],
)
def test_several_workers_are_refused_where_they_cannot_be(settings: dict[str, str], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        check_workers(ServeSettings(workers=2, **settings))
    check_workers(ServeSettings(workers=2, db="postgresql://x/y"))

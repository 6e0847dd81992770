"""What comes over a socket: cut anywhere, the same is heard; commands are answered in their order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi import WebSocket
from websockets.frames import Opcode

from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table.settings import Settings
from pitboss.table.table_runner import Room
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings
from pitboss.web.socket import LARGEST, TableSocket
from tests.table.rig import new_store
from tests.web.edge import NOON
from tests.web.test_door import House as Door
from tests.web.test_door import Wire, _frame
from tests.web.test_fuzz_socket import AtOnce

SIZES = (0, 1, 125, 126, 300, 4_000)


def _heard(wire: Wire) -> list[str]:
    """The messages that wait to be read."""
    found = [wire.protocol.queue.get_nowait() for _ in range(wire.protocol.queue.qsize())]
    return [each["text"] for each in found if each["type"] == "websocket.receive"]


def _stream(chance: Random) -> tuple[list[bytes], list[str]]:
    """Some frames, and the texts in them."""
    frames, texts = [], []
    for number in range(12):
        text = f"{number} " + "é" * (chance.choice(SIZES) // 2)
        data = text.encode()
        kind = chance.choice(("whole", "whole", "parts", "ping"))
        if kind == "ping":
            frames.append(_frame(Opcode.PING, b"there?"))
            continue
        texts.append(text)
        if kind == "whole":
            frames.append(_frame(Opcode.TEXT, data))
            continue
        cut = chance.randrange(len(data))
        frames.append(_frame(Opcode.TEXT, data[:cut], fin=False))
        frames += [_frame(Opcode.PING)] * chance.randrange(2)
        frames.append(_frame(Opcode.CONT, data[cut:]))
    return frames, texts


def test_wherever_it_is_cut_the_same_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random("cut")
    for _ in range(60):
        wire = Door().upgraded(monkeypatch)
        frames, texts = _stream(chance)
        if chance.random() < 0.3:
            parts = frames
        else:
            whole = b"".join(frames)
            cuts = sorted(chance.sample(range(1, len(whole)), chance.randrange(1, 20)))
            parts = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
        heard = []
        for part in parts:
            wire.protocol.data_received(part)
            heard += _heard(wire)
        assert heard == texts
        assert not wire.closed


def test_only_who_says_nothing_is_asked_whether_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    door = Door()
    wire = door.upgraded(monkeypatch)
    wire.protocol.start_keepalive()
    before = wire.written
    for _ in range(40):
        door.clock.passes(3)
        wire.protocol.data_received(_frame(Opcode.TEXT, b"{}"))
        _heard(wire)
    assert wire.written == before
    door.clock.passes(wire.protocol.ping_interval)
    assert wire.written[len(before) : len(before) + 2] == b"\x89\x04"  # a ping
    door.clock.passes(wire.protocol.ping_timeout)
    assert wire.closed


class Client:
    """Somebody at a table, over a wire without a network."""

    def __init__(self, house: House, room: Room, wire: Wire) -> None:
        self.wire, self.room, self.ends = wire, room, list[tuple[int, str]]()
        person = house.accounts.people.guest()[0]
        end = SimpleNamespace(
            scope={"state": {"wire": wire.protocol}}, close=self._close, receive=wire.protocol.receive
        )
        self.socket = TableSocket(house, room, cast(WebSocket, end), person)
        self.ids = count(1)

    async def _close(self, code: int, reason: str) -> None:
        self.ends.append((code, reason))

    def frame(self, do: str, **fields: Any) -> bytes:
        said = {"t": "cmd", "id": f"c{next(self.ids)}", "rev": self.room.live.rev, "do": do, **fields}
        return _frame(Opcode.TEXT, json.dumps(said).encode())

    def answers(self) -> list[str]:
        """The ids that were answered, in their order."""
        texts = self.wire.written.decode(errors="replace").split('"done":"')[1:]
        return [each.split('"')[0] for each in texts]


def _at_a_table(wire: Wire, story: Callable[[Client], Any]) -> None:
    numbers = count(1)
    house = House(
        ServeSettings(),
        new_store(),
        entropy=Random("wire").randbytes,
        now=lambda: NOON,
        new_id=lambda: f"id{next(numbers)}",
        reckons_here=True,
    )
    house.pool.shutdown()
    pool = AtOnce()
    house.pool, house.floor.pool = cast(Any, pool), pool

    async def tell() -> None:
        table = open_table(load_house("rivers"))
        room = await house.floor.open(Settings("wire", None, host=""), table, "op")
        _heard(wire)  # that it was opened, which its route has read
        client = Client(house, room, wire)
        serving = asyncio.create_task(client.socket.run())
        while not wire.written.endswith(b"}"):
            await asyncio.sleep(0)
        await story(client)
        await serving

    asyncio.run(tell())
    house.store.close()


def test_commands_are_answered_in_their_order_and_one_too_long_ends_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire = Door().upgraded(monkeypatch)

    async def story(client: Client) -> None:
        wire.protocol.data_received(client.frame("sit", seat=1))
        while not client.answers():
            await asyncio.sleep(0)
        bets = {"seat": 1, "wagers": {"ante": 1000}}
        both = client.frame("bets", **bets) + client.frame("bets", **bets)
        wire.protocol.data_received(both + client.frame("stand", seat=1))
        while len(client.answers()) < 2:
            await asyncio.sleep(0)
        assert client.answers() == ["c1", "c2"]
        wire.protocol.data_received(_frame(Opcode.TEXT, b" " * (LARGEST + 1)))
        while not client.ends:
            await asyncio.sleep(0)

    _at_a_table(wire, story)


def test_who_goes_in_the_middle_of_a_command_has_done_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Door().upgraded(monkeypatch)
    told: list[Room] = []

    async def story(client: Client) -> None:
        told.append(client.room)
        wire.protocol.data_received(client.frame("sit", seat=3))
        assert client.room.live.seating.at(3) is None
        wire.protocol.connection_lost(None)

    _at_a_table(wire, story)
    sitter = told[0].live.seating.at(3)
    assert sitter is not None
    assert not sitter.here
    assert not told[0].watchers

"""The server is asked to end in the middle of rounds: it parks them, ends well, and goes on where it was."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
from sqlalchemy import Connection

from pitboss.cage import open_store
from pitboss.cage.journal import Felt, all_felts, events_of_round, last_round
from tests.live.kills import LONGEST, check_books, check_kept, come, finish
from tests.live.player import Frame, Player
from tests.live.server import Preloaded, Server, people

NAMES = ("rivers", "napa-valley")


def _stored(db: Path) -> list[tuple[Felt, int]]:
    """Every table as it is stored, with the number of events of its last round."""

    def work(connection: Connection) -> list[tuple[Felt, int]]:
        found = []
        for felt in all_felts(connection):
            last = last_round(connection, felt.id)
            found.append((felt._replace(epoch=0), len(events_of_round(connection, last.id)) if last else 0))
        return found

    store = open_store(db)
    try:
        return store.read(work)
    finally:
        store.close()


def _open(server: Server, house: str, guests: list[Any], *, clock: bool) -> list[Player]:
    asked = {"house": house, "title": house, "clock": clock}
    mine = {"authorization": f"Bearer {guests[0].session}"}
    opened = httpx.post(f"{server.address}/api/tables", json=asked, headers=mine, timeout=LONGEST)
    table = opened.raise_for_status().json()["table"]
    return [Player(guest, table, house, seat, Random(seat)) for seat, guest in enumerate(guests, 1)]


def _round_of(view: Frame) -> Frame:
    """What a viewer sees of the cards and bets of a round, and who is there."""
    seats = [
        (each["name"], each["here"], each["status"], each["cards"], each["spots"]) for each in view["seats"]
    ]
    return {"phase": view["phase"], "round": view["round"], "seats": seats, "fair": view["fair"]}


def test_a_server_that_is_asked_to_end_parks_its_rounds(tmp_path: Path) -> None:
    with Preloaded() as preloaded, Server(tmp_path, preloaded) as server:
        guests = people(server.db, 9)
        server.start(fresh=False)
        deciding = _open(server, NAMES[0], guests[:3], clock=True) + _open(
            server, NAMES[1], guests[3:6], clock=False
        )
        betting = _open(server, NAMES[0], guests[6:], clock=True)
        asyncio.run(_in_the_middle(server, deciding, betting))
        for how in (signal.SIGINT, signal.SIGTERM):
            before = _stored(server.db)
            asyncio.run(_stopped(server, [*deciding, *betting], how))
            assert _stored(server.db) == before, "the end of the server is no event of a round"
            check_kept(server.db, [*deciding, *betting])
            server.start(fresh=False)
        asyncio.run(finish(server, [*deciding, *betting]))
        assert server.stop() == 0
        assert "Traceback" not in server.said()
        assert check_books(server.db) == 3


async def _in_the_middle(server: Server, deciding: list[Player], betting: list[Player]) -> None:
    """Two tables wait for decisions; at one, two have bet and are ready and one thinks about it."""
    async with asyncio.timeout(LONGEST), AsyncExitStack() as stack:
        await come(server, [*deciding, *betting], stack)
        for each in [*deciding, *betting]:
            await _until_done(each, {"do": "sit", "seat": each.seat})
        for each in [*deciding, *betting[:2]]:
            await _until_done(each, {"do": "bets", "seat": each.seat, "wagers": {"ante": 1000}})
        for each in [*deciding, *betting[:2]]:
            await _until_done(each, {"do": "ready"})
        status = await _stop_now(server, signal.SIGTERM)
    assert status == 0, server.said()
    server.start(fresh=False)


async def _until_done(player: Player, command: Frame) -> None:
    while (await player.ask(command))["t"] != "done":
        await player.hear()


async def _stop_now(server: Server, how: signal.Signals) -> int:
    return await asyncio.to_thread(server.stop, how)


async def _stopped(server: Server, players: list[Player], how: signal.Signals) -> None:
    """Everybody is back and sees the round as it was; then the server is asked to end while they watch."""
    async with asyncio.timeout(LONGEST), AsyncExitStack() as stack:
        seen = {each.table: _round_of(each.view) for each in players if each.view}
        await come(server, players, stack)
        for each in players:
            assert each.view["phase"] == seen[each.table]["phase"]
            assert each.view["round"] == seen[each.table]["round"]
        assert await _stop_now(server, how) == 0, server.said()
        assert "Traceback" not in server.said()

"""The server is asked to end in the middle of rounds: it parks them, ends well, and goes on where it was."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import httpx
from sqlalchemy import Connection

from pitboss.ledger import open_store
from pitboss.ledger.journal import StoredTable, events_of_round, last_round, stored_tables
from tests.live.kills import LONGEST, check_books, check_kept, come, finish
from tests.live.player import Frame, Player
from tests.live.server import Guest, Preloaded, Server, people
from tests.seen import seen

TIMES = ("rev", "epoch", "deadline", "waits_until")


def _stored(db: Path) -> list[tuple[StoredTable, int]]:
    """Every table as it is stored, with the number of events of its last round."""

    def work(connection: Connection) -> list[tuple[StoredTable, int]]:
        found = []
        for stored in stored_tables(connection):
            last = last_round(connection, stored.id)
            found.append((stored._replace(epoch=0), len(events_of_round(connection, last.id)) if last else 0))
        return found

    store = open_store(db)
    try:
        return store.read(work)
    finally:
        store.close()


def _open(server: Server, house: str, guests: list[Guest], *, clock: bool) -> list[Player]:
    asked = {"id": f"open-{house}", "house": house, "title": house, "clock": clock}
    mine = {"authorization": f"Bearer {guests[0].session}"}
    opened = httpx.post(f"{server.address}/api/tables", json=asked, headers=mine, timeout=LONGEST)
    table = opened.raise_for_status().json()["table"]
    return [Player(guest, table, house, seat, Random(seat)) for seat, guest in enumerate(guests, 1)]


async def _seen(server: Server, players: list[Player]) -> list[Frame]:
    """What each of them sees, whenever it is: without clocks, the number of the view and what is reckoned."""
    found = []
    async with httpx.AsyncClient(base_url=server.address, timeout=LONGEST) as http:
        for each in players:
            mine = {"authorization": f"Bearer {each.guest.session}"}
            answer = await http.get(f"/api/tables/{each.table}", headers=mine)
            view = seen(answer.raise_for_status().json())
            if view["meter"]:
                del view["meter"]["break_even"]
            found.append({key: value for key, value in view.items() if key not in TIMES})
    return found


async def _bet(players: list[Player], betting: list[Player]) -> None:
    """All sit down; these bet and are ready."""
    for each in players:
        await _until_done(each, {"do": "sit", "seat": each.seat})
    for each in betting:
        await _until_done(each, {"do": "bets", "seat": each.seat, "wagers": {"ante": 1000}})
    for each in betting:
        await _until_done(each, {"do": "ready"})


async def _until_done(player: Player, command: Frame) -> None:
    while (await player.ask(command))["t"] != "done":
        await player.hear()


async def _come_and_stop(
    server: Server, players: list[Player], betting: list[Player], how: signal.Signals
) -> list[Frame]:
    """Everybody comes, some bet; the server is asked to end while all are connected. What they saw."""
    async with asyncio.timeout(LONGEST), AsyncExitStack() as stack:
        await come(server, players, stack)
        await _bet(players if betting else [], betting)
        seen, before = await _seen(server, players), _stored(server.db)
        assert await asyncio.to_thread(server.stop, how) == 0, server.said()
    assert _stored(server.db) == before, "the end of the server is no event of a round"
    assert "Traceback" not in server.said(), server.said()
    check_kept(server.db, players)
    return seen


def test_a_server_that_is_asked_to_end_parks_its_rounds(tmp_path: Path) -> None:
    with Preloaded() as preloaded, Server(tmp_path, preloaded) as server:
        guests = people(server.db, 9)
        server.start(fresh=False)
        deciding = [
            *_open(server, "rivers", guests[:3], clock=True),
            *_open(server, "napa-valley", guests[3:6], clock=False),
        ]
        thinking = _open(server, "pechanga", guests[6:], clock=False)  # one of them has not bet yet
        players = [*deciding, *thinking]
        first = asyncio.run(_come_and_stop(server, players, [*deciding, *thinking[:2]], signal.SIGINT))
        assert [view["phase"] for view in first] == ["decisions"] * 6 + ["bets"] * 3
        server.start(fresh=False)
        second = asyncio.run(_come_and_stop(server, players, [], signal.SIGTERM))
        assert second == first
        server.start(fresh=False)
        asyncio.run(finish(server, players))
        assert server.stop() == 0
        assert check_books(server.db) == 3

"""Kills the server while people play, starts it again on the same file, and looks at what is left."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import httpx
from sqlalchemy import Connection, select

from pitboss.evening.model import Clock
from pitboss.ledger import journal, open_store
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.schema import deeds, rounds
from pitboss.proof.house_audit import audit
from pitboss.sheet import houses
from pitboss.table.settings import remembered
from tests.live.player import Player
from tests.live.server import Guest, Preloaded, Server, people

AT_A_TABLE = 4
FEWEST, MOST = 15, 60  # commands that are acknowledged between a start and the kill
FRESH = 5  # one restart in so many is that of a fresh process
LONGEST = 120.0  # seconds; a table that stands still so long is stuck
CLOCK = Clock()
STORED = ("bets", "fold", "play", "draw")  # commands that are deeds of the journal
WITH_A_CLOCK = "rivers"  # the house of the table with a clock, beside one without for each house


@dataclass
class Tally:
    """What happened."""

    kills: int = 0
    acked: int = 0
    rounds: int = 0
    cut: int = 0  # rounds with bets that a kill has cut
    clocks: int = 0  # running clocks that were seen to start full again

    def add(self, other: Tally) -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def evening(seed: int, kills: int) -> Tally:
    """An evening of five houses and a table with a clock, with so many kills; a broken promise is raised."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Preloaded() as preloaded,
        Server(Path(folder), preloaded) as server,
    ):
        guests = people(server.db, AT_A_TABLE * (len(houses()) + 1))
        tally, chance = Tally(), Random(seed)
        server.start()
        players = _players(server, guests, chance)
        for number in range(1, kills + 1):
            asyncio.run(_play(server, players, chance.randint(FEWEST, MOST), tally))
            server.killed()
            tally.kills += 1
            check_kept(server.db, players)
            began = datetime.now(UTC)
            server.start(fresh=number % FRESH == 0)
            tally.clocks += asyncio.run(_clocks(server, players, began))
        asyncio.run(finish(server, players))
        status = server.stop()
        assert status == 0, f"exit status {status}\n{server.said()}"
        assert "Traceback" not in server.said(), server.said()
        check_kept(server.db, players)
        tally.acked = sum(len(each.acked) for each in players)
        tally.rounds = check_books(server.db)
    return tally


def _players(server: Server, guests: list[Guest], chance: Random) -> list[Player]:
    """Opens the tables; four people at each."""
    found = []
    with httpx.Client(base_url=server.address, timeout=LONGEST) as http:
        for number, (house, clock) in enumerate(
            [*((each, False) for each in houses()), (WITH_A_CLOCK, True)]
        ):
            mine = guests[number * AT_A_TABLE : (number + 1) * AT_A_TABLE]
            opened = http.post(
                "/api/tables",
                json={"id": f"open-{number}", "house": house, "title": house, "clock": clock},
                headers={"authorization": f"Bearer {mine[0].session}"},
            )
            table = opened.raise_for_status().json()["table"]
            found += [
                Player(guest, table, house, seat, Random(chance.random()), slow=clock)
                for seat, guest in enumerate(mine, 1)
            ]
    return found


async def _play(server: Server, players: list[Player], commands: int, tally: Tally) -> None:
    """Everybody plays until so many commands are acknowledged; then the server is killed."""
    left = commands

    def told() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            server.kill()

    async with asyncio.timeout(LONGEST), AsyncExitStack() as stack:
        await come(server, players, stack)
        await asyncio.gather(*(each.play(told) for each in players))
    tally.cut += len({each.table for each in players if each.somebody_waits})


async def come(server: Server, players: list[Player], stack: AsyncExitStack) -> None:
    async with httpx.AsyncClient(base_url=server.address, timeout=LONGEST) as http:
        await asyncio.gather(*(each.come(http, server) for each in players))
    for each in players:
        stack.push_async_callback(each.leave)


async def _clocks(server: Server, players: list[Player], began: datetime) -> int:
    """Looks at every table after a start: a clock that runs has begun after it, and full. How many ran."""
    seen = {}
    async with httpx.AsyncClient(base_url=server.address, timeout=LONGEST) as http:
        for table in {each.table for each in players}:
            answer = await http.get(f"/api/tables/{table}")
            seen[table] = answer.raise_for_status().json()["state"]
    lasts = {"bets": CLOCK.bets, "decisions": CLOCK.decision, "settled": CLOCK.result}
    running = [view for view in seen.values() if view["deadline"] is not None]
    for view in running:
        left = datetime.fromisoformat(view["deadline"]) - began.replace(
            microsecond=began.microsecond // 1000 * 1000
        )
        assert left.total_seconds() >= lasts[view["phase"]], (view["phase"], left)
    return len(running)


async def finish(server: Server, players: list[Player]) -> None:
    """Everybody comes back, and every round is played to its end."""
    async with asyncio.timeout(LONGEST), AsyncExitStack() as stack:
        await come(server, players, stack)
        await asyncio.gather(*(each.finish() for each in players))


def check_kept(db: Path, players: list[Player]) -> None:
    """No command is lost that was acknowledged: bets and decisions are stored, seats are kept."""

    def work(connection: Connection) -> list[str]:
        done = {tuple(row) for row in connection.execute(select(deeds.c.actor, deeds.c.command))}
        lost = [
            f"{each.guest.person}: {one}"
            for each in players
            for one in each.acked
            if one.do in STORED and (each.guest.person, one.id) not in done
        ]
        kept = {one.felt: remembered(one.settings, one.seating) for one in journal.all_lobbies(connection)}
        for each in players:
            seated = kept[each.table].seating.at(each.seat)
            if any(one.do == "sit" for one in each.acked) and (
                seated is None or seated.id != each.guest.person
            ):
                lost.append(f"{each.guest.person}: seat {each.seat}")
        return lost

    store = open_store(db)
    try:
        assert store.read(work) == []
    finally:
        store.close()


def check_books(db: Path) -> int:
    """The audit is clean, and every round on which anybody had bet was paid. Gives the number of rounds."""
    store = open_store(db)
    try:
        found = audit(store)
        assert found.clean, found.faults

        def work(connection: Connection) -> list[tuple[str | None, bool]]:
            latest = {f"{stored.id}:{stored.rounds}" for stored in stored_tables(connection)}
            return [
                (row.ended, row.id in latest)
                for row in connection.execute(select(rounds.c.id, rounds.c.ended))
            ]

        ends = store.read(work)
    finally:
        store.close()
    assert {ended for ended, latest in ends if not latest} <= {"settled"}
    assert {ended for ended, latest in ends if latest} <= {"settled", None}
    return sum(ended == "settled" for ended, _ in ends)

"""An evening of a house with several servers: people play, faults happen, and then all is compared."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random

import httpx
import psycopg
from sqlalchemy import Connection

from pitboss.ledger import open_store
from pitboss.proof.house_audit import audit
from pitboss.sheet import houses
from tests.cluster.fleet import Fleet, Member
from tests.cluster.patron import Patron
from tests.cluster.witness import read_notes, takeovers, zombies
from tests.histories.history import History
from tests.histories.journal import read_deeds, read_journal
from tests.histories.verdict import faults_of
from tests.live.server import START, Guest

LONGEST = 60.0  # seconds after which a table is stuck, whatever the machine does
LOOK = 0.01  # seconds between two looks at how the tables stand


@dataclass
class Figures:
    """What was done to a house, and what came of it."""

    faults: dict[str, list[float]] = field(default_factory=dict)  # until the slowest table's frame
    done: int = 0
    refused: int = 0
    lost: int = 0
    looks: int = 0
    followed: int = 0
    takeovers: int = 0
    tables: int = 0

    def add(self, other: Figures) -> None:
        for name, seconds in other.faults.items():
            self.faults.setdefault(name, []).extend(seconds)
        for name in ("done", "refused", "lost", "looks", "followed", "takeovers", "tables"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        faults = ", ".join(
            f"{len(seconds)} × {name} (at most {max(seconds):.1f} s)" for name, seconds in self.faults.items()
        )
        return (
            f"{faults}: {self.done:,} commands done once each, {self.refused:,} refused ones left nothing,"
            f" {self.lost:,} without an answer, {self.looks:,} views in the journal's order;"
            f" {self.takeovers:,} tables taken over, {self.followed:,} times somebody was sent on"
        )


@dataclass
class Evening:
    """A fleet, its tables and the people at them."""

    fleet: Fleet
    patrons: list[Patron]
    chance: Random
    figures: Figures = field(default_factory=Figures)
    tell: Callable[[str], None] = lambda _: None

    @property
    def tables(self) -> list[str]:
        return list(dict.fromkeys(each.table for each in self.patrons))

    def at(self, member: Member) -> set[str]:
        """The tables that live at a server, as their people know it."""
        return {each.table for each in self.patrons if each.at == member.address}

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Everybody plays while the block runs; a fault in somebody's client is raised."""
        over = asyncio.Event()
        tasks = [asyncio.create_task(each.play_on(over)) for each in self.patrons]
        try:
            await self.goes_on(set(self.tables), time.monotonic())
            yield
        finally:
            over.set()
            await asyncio.gather(*tasks)

    async def until(self, what: Callable[[], bool], why: str) -> None:
        """Waits for something that must happen."""
        end = time.monotonic() + LONGEST
        while not what():
            assert time.monotonic() < end, f"{why}\n{self._standing()}"
            await asyncio.sleep(LOOK)

    async def goes_on(self, tables: set[str], since: float) -> None:
        """Until somebody at each of the tables has had a command done."""
        await self.until(
            lambda: tables <= {each.table for each in self.patrons if each.done > since},
            "a table does not go on",
        )

    async def frames_at(self, tables: set[str], since: float, *, anew: bool) -> float:
        """Until everybody at these tables was sent a frame; anew: over a connection that was made since."""
        concerned = [each for each in self.patrons if each.table in tables]
        await self.until(
            lambda: all(
                each.at and each.heard > since and (each.begun > since or not anew) for each in concerned
            ),
            "somebody hears nothing",
        )
        return time.monotonic() - since

    async def settle(self, tables: set[str], since: float) -> None:
        """Until these tables have gone on, and nobody is at a server that has not got their table."""
        await self.goes_on(tables, since)
        end = time.monotonic() + LONGEST
        while lost := await asyncio.to_thread(self._astray):
            assert time.monotonic() < end, f"left behind: {lost[:5]}\n{self._standing()}"
            await asyncio.sleep(10 * LOOK)

    def _astray(self) -> list[str]:
        """Who is at no server, or at one that has not got their table."""
        with psycopg.connect(self.fleet.truth) as connection:
            query = """SELECT felts.id, servers.address FROM felts JOIN servers ON servers.id = felts.owner
                WHERE servers.deadline > extract(epoch FROM clock_timestamp()) * 1000"""
            homes: dict[str, str] = dict(connection.execute(query).fetchall())
        return [
            f"{each.table} seat {each.seat} at {each.at or '-'}, the table at {homes.get(each.table, '-')}"
            for each in self.patrons
            if not each.at or each.at != homes.get(each.table)
        ]

    def count(self, name: str, seconds: float) -> None:
        """Writes a fault down."""
        self.figures.faults.setdefault(name, []).append(seconds)
        self.tell(f"{name}: {seconds:.1f} s")

    def _standing(self) -> str:
        """How the tables stand, for whoever looks for what is wrong."""
        now = time.monotonic()
        lines = [
            f"{each.table} seat {each.seat} at {each.at or '-'}: {each.shown.phase}"
            f" {now - each.heard:.1f} s ago, open {each.open}, before it {each.told}"
            for each in self.patrons
        ]
        said = [f"{each.name}: {each.server.said()[-1500:]}" for each in self.fleet.members]
        return "\n".join([*lines[:40], *said])

    def judge(self) -> None:
        """Compares all of it with what is stored; a broken promise is an AssertionError."""
        histories = {id(each.history): each.history for each in self.patrons}.values()
        found = self.figures
        for each in histories:
            outcomes = [command.outcome for command in each.commands]
            found.done += outcomes.count("done")
            found.refused += outcomes.count("refused")
            found.lost += outcomes.count("unknown")
            found.looks += len(each.looks)
        found.followed = sum(each.followed for each in self.patrons)
        found.tables = len(histories)
        found.takeovers = check_books(self.fleet.truth, list(histories))


def check_books(truth: str, histories: list[History]) -> int:
    """Histories against journals, the witness, and the audit; gives how often tables were taken over."""
    store = open_store(truth)
    try:
        wrong = [fault for each in histories for fault in store.read(partial(_compare, each))]
        assert not wrong, "\n".join(wrong[:20])
        books = audit(store)
        assert books.clean, books.faults
    finally:
        store.close()
    notes = read_notes(truth)
    late = [fault for each in notes.values() for fault in zombies(each)]
    assert not late, "\n".join(late[:20])
    return takeovers(notes)


def _compare(history: History, connection: Connection) -> list[str]:
    people = {each.person for each in history.commands}
    return faults_of(
        history, read_journal(connection, history.table), read_deeds(connection, history.table, people)
    )


@contextmanager
def opened(
    servers: int,
    tables: int,
    chance: Random,
    *,
    each: int = 2,
    bots: tuple[str, ...] = ("mimic",),
    pace: float = 0.3,
    settings: tuple[str, ...] = (),
) -> Iterator[Evening]:
    """A house with its tables opened in turn at each server, and people on their way; judged at its end."""
    with Fleet(servers, settings) as fleet:
        guests = fleet.people(tables * each)
        fleet.start()
        patrons = [
            patron
            for number in range(tables)
            for patron in _table(
                fleet, number, guests[number * each : (number + 1) * each], bots, pace, chance
            )
        ]
        evening = Evening(fleet, patrons, chance)
        yield evening
        fleet.end()
        evening.judge()


def _table(
    fleet: Fleet, number: int, guests: list[Guest], bots: tuple[str, ...], pace: float, chance: Random
) -> list[Patron]:
    """One more table, without a clock, and who will sit there."""
    house = houses()[number % len(houses())]
    member = fleet.members[number % len(fleet.members)]
    answer = httpx.post(
        f"{member.address}/api/tables",
        json={"id": f"t{number}", "house": house, "title": house, "clock": False, "bots": list(bots)},
        headers={"authorization": f"Bearer {guests[0].session}"},
        timeout=START,
    )
    table = answer.raise_for_status().json()["table"]
    history = History(table)
    return [
        Patron(
            guest,
            table,
            house,
            seat,
            Random(chance.random()),
            history=history,
            doors=lambda: fleet.doors,
            pace=pace,
        )
        for seat, guest in enumerate(guests, 1 + len(bots))
    ]

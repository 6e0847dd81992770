"""Whole evenings on a store of one's own: announced, entered, conducted and audited, without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from pitboss.evening.commands import Entering, EveningAsked, Evenings, HostAct, Hosting
from pitboss.evening.conductor import Conductor
from pitboss.evening.model import Evening, load
from pitboss.evening.rows import read_evening
from pitboss.house.limits import Limits
from pitboss.ledger import Store
from pitboss.ledger.people import Person, add_guest
from pitboss.proof.house_audit import audit
from pitboss.sheet import houses
from pitboss.table import Pit
from pitboss.table.audience import Watcher
from pitboss.table.lease_keeper import Leases
from pitboss.table.live_floor import Floor
from pitboss.table.lobby import Most
from pitboss.table.messages import MESSAGES, Say, Tick

NOON = 1_800_000_000_000
MOST = Most(tables=500, each=20, network=40)
LONGEST = 4000  # looks, after which an evening stands still


@dataclass
class Night:
    """A house with evenings, at a time that stands still."""

    store: Store
    floor: Floor
    evenings: Evenings
    conductor: Conductor
    ids: count[int] = field(default_factory=lambda: count(1))
    now: int = NOON

    def person(self, name: str, role: str = "player") -> Person:
        found = self.store.write(lambda connection: add_guest(connection, name, self.now))
        return found._replace(role=role)  # type: ignore[arg-type]  # a role

    def id(self) -> str:
        return f"c{next(self.ids)}"

    def announce(self, host: Person, **more: Any) -> str:
        asked = EveningAsked.model_validate({"id": self.id(), **announced(), **more})
        return self.evenings.announce(asked, host).id

    def do(self, evening: str, act: HostAct, who: Person) -> None:
        self.evenings.conduct(evening, act, Hosting(id=self.id()), who)

    async def say(self, evening: str, person: str, do: str, **more: Any) -> None:
        """What somebody says at the table where the evening has seated them."""
        mine = self.value(evening).entrant(person)
        assert mine is not None
        assert mine.table is not None
        room = self.floor.rooms[mine.table]
        told = {"t": "cmd", "id": self.id(), "rev": room.live.rev, "do": do, **more}
        await room.do(Say(person, MESSAGES.validate_python(told)))

    async def bets(self, evening: str, person: str, **wagers: int) -> None:
        """Somebody bets and is ready."""
        mine = self.value(evening).entrant(person)
        assert mine is not None
        await self.say(evening, person, "bets", seat=mine.seat, wagers=wagers)
        await self.say(evening, person, "ready")

    async def wait(self, seconds: float, *, watched: bool = False) -> bool:
        """Time passes at all tables, and the evenings are looked after; whether one is under way."""
        self.now += int(seconds * 1000)
        for room in list(self.floor.rooms.values()):
            if watched and not room.watchers:
                room.watch(Watcher("looker", lambda _: None))
            await room.do(Tick())
        return await self.conductor.look()

    def begin(self, evening: str, host: Person) -> None:
        """Starts an evening of bots: its host enters with them, and leaves when the first round is over."""
        self.evenings.enter(evening, Entering(id=self.id()), host)
        self.do(evening, "start", host)
        self.evenings.leave(evening, Hosting(id=self.id()), host)

    def value(self, evening: str) -> Evening:
        stored = self.store.read(lambda connection: read_evening(connection, evening))
        assert stored is not None
        return load(stored.state)

    async def play(self, *evenings: str, rounds: int = LONGEST) -> None:
        """Goes on until the evenings are over and their tables are closed, or some rounds were played.

        Somebody looks on, so that it goes on.
        """
        for _ in range(LONGEST):
            busy = await self.wait(2, watched=True)
            if not busy or all(self.value(each).round > rounds for each in evenings):
                return
        raise AssertionError(f"evenings stand still: {[self.value(each).round for each in evenings]}")

    def check(self) -> dict[str, int]:
        """A clean audit."""
        found = audit(self.store)
        assert not found.faults, found.faults
        return dict(found.figures)


def announced(kind: str = "freeze_out", house: str = "rivers") -> dict[str, Any]:
    """An evening that is soon over."""
    levels = [
        {"low": 1000, "high": 10_000, "rounds": 3},
        {"low": 5000, "high": 50_000, "rounds": 3},
        {"low": 20_000, "high": 100_000},
    ]
    return {
        "name": "Friday",
        "house": house,
        "kind": kind,
        "chips": 60_000,
        "levels": levels,
        "rounds": 12 if kind == "rounds" else 60,
        "clock": {"bets": 20.0, "decision": 25.0, "result": 2.0},
        "seats": 3,
    }


@asynccontextmanager
async def open_night(
    store: Store,
    seed: str = "",
    offered: Sequence[str] = (),
    leases: Leases | None = None,
    most: Most = MOST,
) -> AsyncIterator[Night]:
    """A house with evenings on a store, as long as the block runs."""
    ids, luck = count(1), Random(f"night {seed}")
    with ThreadPoolExecutor(1) as pool:
        pit = Pit(store, luck.randbytes, lambda: night.now)
        floor = Floor(pit, pool, lambda: night.now / 1000, lambda: f"{seed}n{next(ids)}", None, leases)
        limits = Limits(store)
        evenings = Evenings(
            store,
            limits,
            lambda: night.now,
            luck.randbytes,
            lambda: f"{seed}e{next(ids)}",
            offered or houses(),
            most,
        )
        night = Night(store, floor, evenings, Conductor(store, floor, lambda: night.now))
        await floor.start()
        try:
            yield night
        finally:
            await floor.stop()


def play_bots(store: Store, seed: str, house: str, kind: str, bots: int, **more: Any) -> Evening:
    """An evening of bots from its announcement to its end."""

    async def run() -> Evening:
        async with open_night(store, seed) as night:
            host = night.person(f"host {seed}")
            evening = night.announce(host, bots=bots, **{**announced(kind, house), **more})
            night.begin(evening, host)
            await night.play(evening)
            return night.value(evening)

    return asyncio.run(run())

"""A running house: its database, its people, its floor. One of them serves all requests of a process."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import uuid4

from argon2 import PasswordHasher

from pitboss.cage.serving import Serving
from pitboss.cage.store import Store
from pitboss.floor.lobby import Floor
from pitboss.pit import Pit
from pitboss.round import Refusal
from pitboss.web.accounts import Accounts
from pitboss.web.lab_desk import LabDesk
from pitboss.web.limits import Limits
from pitboss.web.settings import ServeSettings
from pitboss.web.watch import Watch

T = TypeVar("T")


@dataclass(slots=True)
class Sockets:
    """How many connections there are, and may be."""

    most: int
    open: int = 0

    def enter(self) -> None:
        if self.open >= self.most:
            raise Refusal("rate", "The house is full: try again later", None)
        self.open += 1

    def leave(self) -> None:
        self.open -= 1


@dataclass(frozen=True, slots=True)
class House:
    """All that requests share."""

    settings: ServeSettings
    store: Store
    pit: Pit
    accounts: Accounts
    limits: Limits
    floor: Floor
    pool: ThreadPoolExecutor
    now: Callable[[], float]  # seconds since 1970
    sockets: Sockets
    watch: Watch
    lab: LabDesk = field(default_factory=LabDesk)

    async def in_pool(self, work: Callable[[], T]) -> T:
        """Work that waits for the database, away from the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    @property
    def milliseconds(self) -> int:
        """The time as the database keeps it."""
        return int(self.now() * 1000)


def open_house(
    settings: ServeSettings,
    store: Store,
    *,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    now: Callable[[], float] = time.time,
    new_id: Callable[[], str] = lambda: uuid4().hex,
    hasher: PasswordHasher | None = None,
    serving: Serving | None = None,
) -> House:
    """A house on a database. Only tests pass an entropy, a clock or a hasher."""

    def milliseconds() -> int:
        return int(now() * 1000)

    pit = Pit(store, entropy, milliseconds)
    pool = ThreadPoolExecutor(settings.workers, "table")
    floor = Floor(pit, pool, now, new_id)
    accounts = Accounts(store, pit, entropy, milliseconds, hasher)
    sockets = Sockets(settings.most_sockets)
    watch = Watch(store, floor, milliseconds, serving)
    return House(settings, store, pit, accounts, Limits(store), floor, pool, now, sockets, watch)

"""Runs one live table: one call at a time, off the event loop, and every watcher hears what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Never, TypeVar

from pitboss.floor.encode import encode_events, encode_views
from pitboss.floor.live import LiveTable
from pitboss.floor.settings import Seconds

T = TypeVar("T")
Told = list[tuple["Watcher", bytes]]


@dataclass(eq=False)
class Watcher:
    """One connection to a table: whose it is, and where its frames go."""

    person: str | None
    send: Callable[[bytes], None]  # must not wait; a connection that cannot keep up is its owner's to cut


@dataclass
class Room:
    """A table with its watchers, its timer and its turn."""

    live: LiveTable
    pool: Executor
    now: Callable[[], Seconds]
    keep: Callable[[LiveTable], None]  # stores what the floor remembers
    watchers: set[Watcher] = field(default_factory=set)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _timer: asyncio.TimerHandle | None = None
    _kept: Any = None

    async def call(self, work: Callable[[LiveTable, Seconds], T]) -> T:
        """Does something at the table when its turn comes; refusals are raised, and nothing has changed."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            done, told = await loop.run_in_executor(self.pool, self._work, work)
            for watcher, frame in told:
                watcher.send(frame)
            self._set_timer(loop)
        return done()

    def _work(self, work: Callable[[LiveTable, Seconds], T]) -> tuple[Callable[[], T], Told]:
        """In a thread of the pool: the work, what must be remembered, and the frames for all watchers.

        What came of it is returned as a call, so that watchers also hear of steps that were taken before
        something was refused.
        """
        done: Callable[[], T]
        try:
            result = work(self.live, self.now())
        except Exception as fault:  # noqa: BLE001 - it is raised where the call was made
            done = partial(_raise, fault)
        else:

            def done() -> T:
                return result

        told = self._frames()
        remembered = (self.live.seating, self.live.turn, self.live.settings)
        if remembered != self._kept:
            self.keep(self.live)
            self._kept = remembered
        return done, told

    def _frames(self) -> Told:
        changes = self.live.take_changes()
        watchers = list(self.watchers)
        if not changes or not watchers:
            return []
        people = {each.person for each in watchers}
        events, views = encode_events(changes, people), encode_views(self.live, people)
        return [(watcher, frames[watcher.person]) for watcher in watchers for frames in (events, views)]

    async def watch(self, watcher: Watcher) -> None:
        """Adds a connection; its first frame is the whole table."""

        def snapshot(live: LiveTable, now: Seconds) -> bytes:
            return encode_views(live, [watcher.person])[watcher.person]

        # Nothing comes between a call and what follows it, so the whole table is the first frame.
        watcher.send(await self.call(snapshot))
        self.watchers.add(watcher)

    def unwatch(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)

    def _set_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.live.deadline
        if deadline is not None:
            self._timer = loop.call_later(max(0.0, deadline - self.now()), self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        loop.create_task(self.call(lambda live, now: live.tick(now)))

    def stop(self) -> None:
        """No more ticks."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _raise(fault: Exception) -> Never:
    raise fault

"""Runs one live table: one call at a time, off the event loop, and every watcher hears what came of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Never, TypeVar

from pitboss.faults import CageFault
from pitboss.floor.encode import Written, encode_events, encode_views
from pitboss.floor.faults import passes
from pitboss.floor.live import LiveTable
from pitboss.floor.reckoning import Advice, Reckoner, advice_on
from pitboss.floor.settings import Seconds
from pitboss.odds.coach import Hand
from pitboss.round import Refusal

LOG = logging.getLogger("pitboss")
PATIENCE: Final = 20.0  # seconds in which people come back after a restart
RETRY: Final = 1.0  # seconds until a clock that ran out is looked at again after a fault of the database

T = TypeVar("T")
Told = list[tuple["Watcher", bytes]]


@dataclass(eq=False)
class Watcher:
    """One connection to a table: whose it is, and where its frames go."""

    person: str | None
    send: Callable[[bytes], None]  # must not wait; a connection that cannot keep up is its owner's to cut
    cut: Callable[[str], None] = lambda _: None  # ends the connection, with a reason


@dataclass
class Room:
    """A table with its watchers, its timer and its turn."""

    live: LiveTable
    pool: Executor
    now: Callable[[], Seconds]
    keep: Callable[[LiveTable], None]  # stores what the floor remembers
    reckoner: Reckoner
    watchers: set[Watcher] = field(default_factory=set)
    left: Seconds = 0.0  # when the last watcher went, or the table was opened or taken up
    parked: bool = False  # the house closes: all stays as it is until it opens again
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _timer: asyncio.TimerHandle | None = None
    _expected: set[str] = field(default_factory=set)  # people who were here before the restart
    _patience: asyncio.TimerHandle | None = None
    _kept: Any = None
    _written: Written = field(default_factory=Written)
    _weighing: dict[Hand, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.left = self.now()

    async def call(
        self, work: Callable[[LiveTable, Seconds], T], then: Callable[[T], None] | None = None
    ) -> T:
        """Does something at the table when its turn comes; refusals are raised, and nothing has changed.

        What is to be done `then` is done before anybody else has their turn.
        """
        # A caller who is cut off does not leave the table in the middle of its work, nor watchers untold.
        done = await asyncio.shield(self._in_turn(work, then))
        try:
            return done()
        except Refusal:
            raise
        except Exception as fault:
            if not passes(fault):  # whether the table can go on by itself is seen without this call
                loop = asyncio.get_running_loop()
                self.stop()
                self._timer = loop.call_later(RETRY, self._tick, loop)
            raise
        finally:
            del done  # a refusal knows where it was raised: it must not be known here in turn

    async def _in_turn(
        self, work: Callable[[LiveTable, Seconds], T], then: Callable[[T], None] | None
    ) -> Callable[[], T]:
        loop = asyncio.get_running_loop()
        async with self._turn:
            if self.parked:
                text = "The house closes now: the table goes on when it opens again"
                raise Refusal("unavailable", text, None)
            done, told = await loop.run_in_executor(self.pool, self._work, work)
            for watcher, frame in told:
                watcher.send(frame)
            await self._have_weighed(loop)
            self._set_timer(loop)
            if then is not None:
                then(done())
        return done

    async def _have_weighed(self, loop: asyncio.AbstractEventLoop) -> None:
        """Has the hands weighed that the table asks about, outside of any transaction."""
        while self.live.asked and not self.reckoner.waits:
            hand = next(iter(self.live.asked))
            best = await advice_on(self.reckoner, hand, f"table {self.live.felt.id}")
            done, told = await loop.run_in_executor(self.pool, self._work, partial(_hear_advice, hand, best))
            for watcher, frame in told:
                watcher.send(frame)
            try:
                done()
            except (Refusal, CageFault):  # the next call asks again
                return
        for hand in self.live.asked:
            if hand not in self._weighing:
                self._weighing[hand] = loop.create_task(self._weigh(hand, loop))

    async def _weigh(self, hand: Hand, loop: asyncio.AbstractEventLoop) -> None:
        """One hand: the table goes on with other things until its answer is there, or cannot be."""
        try:
            best = await advice_on(self.reckoner, hand, f"table {self.live.felt.id}")
            if not self.parked:
                await self.call(partial(_hear_advice, hand, best))
        except Refusal:  # the house closes
            return
        except CageFault as fault:
            LOG.error("advice", extra={"fields": {"fault": type(fault).__name__}})  # noqa: TRY400 - its kind
            self.stop()
            self._timer = loop.call_later(RETRY, self._tick, loop)
        finally:
            del self._weighing[hand]

    def _work(self, work: Callable[[LiveTable, Seconds], T]) -> tuple[Callable[[], T], Told]:
        """In a thread of the pool: the work, what must be remembered, and the frames for all watchers.

        What came of it is returned as a call, so that watchers also hear of steps that were taken before
        something was refused.
        """
        live, before, kept = self.live, self.live.snapshot(), self._kept
        live.watching = self.watching()
        done: Callable[[], T]
        try:
            done = live.felt.pit.store.together(partial(self._steps, work))
        except Exception as fault:  # noqa: BLE001 - it is raised where the call was made
            live.restore(before)  # nothing of it was stored
            self._kept = kept
            done = _raises(fault)
        return done, self._frames()

    def _steps(self, work: Callable[[LiveTable, Seconds], T]) -> Callable[[], T]:
        """The work and what must be remembered; a fault on the way leaves the steps before it stored."""
        done: Callable[[], T]
        try:
            result = work(self.live, self.now())
        except Exception as fault:  # noqa: BLE001 - it is raised where the call was made
            done = _raises(fault)
        else:

            def done() -> T:
                return result

        remembered = (self.live.seating, self.live.turn, self.live.settings)
        if remembered != self._kept:
            try:
                self.keep(self.live)
            except CageFault as fault:
                return _raises(fault)
            self._kept = remembered
        return done

    def _frames(self) -> Told:
        changes = self.live.take_changes()
        watchers = list(self.watchers)
        if not changes or not watchers:
            return []
        people = {each.person for each in watchers}
        events, views = encode_events(changes, people), encode_views(self.live, people, self._written)
        return [(watcher, frames[watcher.person]) for watcher in watchers for frames in (events, views)]

    def expect(self) -> None:
        """After a restart: people who were here count as here for a while, until they have come back."""
        people = self.live.seating.people.values()
        self._expected = {each.id for each in people if each.here and each.bot is None}
        if self._expected:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(PATIENCE, lambda: loop.create_task(self._miss()))

    async def come(self, person: str, name: str) -> None:
        """A person comes to the table, or comes back."""
        self._expected.discard(person)
        await self.call(lambda live, now: live.come(person, name, now))

    async def _miss(self) -> None:
        """Who has not come back is away."""
        while self._expected:
            person = self._expected.pop()
            with suppress(Refusal, CageFault):  # the house closes, or cannot go on anyway
                await self.call(partial(_gone, person))  # before a coming that is asked for from now on

    async def watch(self, watcher: Watcher) -> None:
        """Adds a connection; its first frame is the whole table."""

        def snapshot(live: LiveTable, now: Seconds) -> bytes:
            live.watching = self.watching(watcher)
            return encode_views(live, [watcher.person])[watcher.person]

        def begin(frame: bytes) -> None:
            watcher.send(frame)
            self.watchers.add(watcher)

        await self.call(snapshot, begin)

    def watching(self, *more: Watcher) -> int:
        """How many look on without a seat: people once, spectators by their connections."""
        here = [*self.watchers, *more]
        seated = {each.id for each in self.live.seating.seated()}
        people = {each.person for each in here} - seated - {None}
        return len(people) + sum(each.person is None for each in here)

    def unwatch(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.left = self.now()

    def _set_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.live.deadline
        waits = bool(self.live.asked) and deadline is not None and deadline <= self.now()
        if deadline is not None and not waits:  # a clock that has run out waits for the answers, too
            self._timer = loop.call_later(max(0.0, deadline - self.now()), self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        if not self.parked:
            loop.create_task(self._time_passes(loop))

    async def _time_passes(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            await self.call(lambda live, now: live.tick(now))
        except Refusal:  # the house closes
            self.stop()
        except Exception as fault:  # noqa: BLE001 - it is the table's, or the database's
            if not passes(fault):
                await self.set_aside(fault)
                return
            LOG.error("tick", extra={"fields": {"fault": type(fault).__name__}})  # noqa: TRY400 - its kind only
            self.stop()
            self._timer = loop.call_later(RETRY, self._tick, loop)

    async def set_aside(self, fault: Exception) -> None:
        """The table cannot go on: its round is void where possible, and it waits for who closes it."""
        reason = type(fault).__name__
        LOG.error("set aside", extra={"fields": {"table": self.live.felt.id, "fault": reason}})
        try:
            await self.call(lambda live, now: live.set_aside(reason))
        except Exception as again:  # noqa: BLE001 - it is tried again
            LOG.error(  # noqa: TRY400 - its kind only
                "set aside", extra={"fields": {"table": self.live.felt.id, "fault": type(again).__name__}}
            )

    def stop(self) -> None:
        """No more ticks."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def park(self) -> None:
        """Nothing further happens here: the next process takes the table up as it is."""
        self.parked = True
        self.stop()
        for task in self._weighing.values():
            task.cancel()
        if self._patience is not None:
            self._patience.cancel()


def _gone(person: str, live: LiveTable, now: Seconds) -> None:
    live.gone(person, now)


def _hear_advice(hand: Hand, best: Advice, live: LiveTable, now: Seconds) -> None:
    live.hear_advice(hand, best, now)


def _raises(fault: Exception) -> Callable[[], Never]:
    """Raises it later; a refusal without the steps to where it was made, which keep the table as it was."""
    return partial(_raise, fault.with_traceback(None) if isinstance(fault, Refusal) else fault)


def _raise(fault: Exception) -> Never:
    try:
        raise fault
    finally:
        del fault

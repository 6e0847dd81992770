"""Runs one live table: one call at a time, off the event loop, and every watcher hears what came of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import InitVar, dataclass, field
from functools import partial
from typing import Final, TypeVar

from pitboss.cage.deeds import OtherContent
from pitboss.faults import CageFault, HouseLost
from pitboss.floor.audience import Audience, Done, Watcher, done_alone
from pitboss.floor.desk_work import Advice, Reckoner, advice_on
from pitboss.floor.live import LiveTable
from pitboss.floor.settings import Seconds
from pitboss.floor.stored_calls import StoredCalls, raises
from pitboss.floor.table_faults import passes
from pitboss.odds.coach import Hand
from pitboss.round import Refusal

LOG = logging.getLogger("pitboss")
PATIENCE: Final = 20.0  # seconds in which people come back after a restart
RETRIES: Final = (0.2, 0.4, 0.8, 1.6, 2.0)  # seconds until it is tried again after a fault of the database
PAUSE: Final = 1.0  # seconds without the database, after which clocks start full again

T = TypeVar("T")
Told = list[tuple[Watcher, bytes]]


@dataclass
class Room:
    """A table with its watchers, its timer and its turn."""

    live: LiveTable
    version: InitVar[int]  # how often what the floor remembers of it was kept
    pool: Executor
    now: Callable[[], Seconds]
    reckoner: Reckoner
    lost: Callable[[HouseLost], None] = lambda _: None  # hears that the table is another's now
    stood_still: Callable[[], bool] = lambda: False  # whether the whole process did, until this moment
    watchers: set[Watcher] = field(default_factory=set)
    left: Seconds = 0.0  # when the last watcher went, or the table was opened or taken up
    parked: bool = False  # the house closes: all stays as it is until it opens again
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _timer: asyncio.TimerHandle | None = None
    _expected: set[str] = field(default_factory=set)  # people who were here before the restart
    _patience: asyncio.TimerHandle | None = None
    _failures: int = 0  # calls that have failed in a row
    _failing: Seconds | None = None  # since when
    _missing: set[str] = field(default_factory=set)  # people who have gone, which is not stored yet
    _aside: str = ""  # as last told in the log
    _refused: bool = False  # whether the last call was
    _audience: Audience = field(default_factory=Audience)
    _weighing: dict[Hand, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self, version: int) -> None:
        self.left = self.now()
        self._calls = StoredCalls(self.live, version)

    async def call(
        self,
        work: Callable[[LiveTable, Seconds], T],
        then: Callable[[T], None] | None = None,
        command: Done | None = None,
    ) -> T:
        """Does something at the table when its turn comes; refusals are raised, and nothing has changed.

        What is to be done `then` is done before anybody else has their turn. The watcher who has sent a
        command hears that it was done together with what came of it.
        """
        # A caller who is cut off does not leave the table in the middle of its work, nor watchers untold.
        done = await asyncio.shield(self._in_turn(work, then, command))
        try:
            return done()
        finally:
            del done  # a refusal knows where it was raised: it must not be known here in turn

    async def _in_turn(
        self,
        work: Callable[[LiveTable, Seconds], T],
        then: Callable[[T], None] | None,
        command: Done | None,
    ) -> Callable[[], T]:
        loop = asyncio.get_running_loop()
        async with self._turn:
            if self.parked:
                text = "The house closes now: the table goes on when it opens again"
                raise Refusal("unavailable", text, None)
            done, told, fault = await loop.run_in_executor(self.pool, self._work, work, command)
            for watcher, frame in told:
                watcher.send(frame)
            fault = fault or await self._have_weighed(loop)
            self._came_of_it(fault, loop)
            if then is not None:
                then(done())
        return done

    def _came_of_it(self, fault: Exception | None, loop: asyncio.AbstractEventLoop) -> None:
        """After a call: when the table is looked at again, and whether it can go on at all."""
        aside = self.live.settings.aside
        if aside and aside != self._aside:
            LOG.error("set aside", extra={"fields": {"table": self.live.id, "fault": aside}})
        self._aside = aside
        if isinstance(fault, HouseLost):
            self.park()
            self.lost(fault)
        elif fault is not None and passes(fault):
            self._try_later(loop)
        else:
            self._failures, self._failing = 0, None
            self._missing -= {each.id for each in self.live.seating.people.values() if not each.here}
            self._set_timer(loop)

    async def _have_weighed(self, loop: asyncio.AbstractEventLoop) -> Exception | None:
        """Has the hands weighed that the table asks about, outside of any transaction."""
        while self.live.asked and not self.reckoner.waits:
            hand = next(iter(self.live.asked))
            best = await advice_on(self.reckoner, hand, f"table {self.live.id}")
            heard = partial(_hear_advice, hand, best)
            done, told, fault = await loop.run_in_executor(self.pool, self._work, heard)
            for watcher, frame in told:
                watcher.send(frame)
            try:
                done()
            except Exception:  # noqa: BLE001 - the next call asks again
                return fault
        for hand in self.live.asked:
            if hand not in self._weighing:
                self._weighing[hand] = loop.create_task(self._weigh(hand))
        return None

    async def _weigh(self, hand: Hand) -> None:
        """One hand: the table goes on with other things until its answer is there, or cannot be."""
        try:
            best = await advice_on(self.reckoner, hand, f"table {self.live.id}")
            if not self.parked:
                await self.call(partial(_hear_advice, hand, best))
        except Refusal:  # the house closes
            return
        except Exception as fault:  # noqa: BLE001 - it is the table's, or the database's
            await self._failed("advice", fault)
        finally:
            del self._weighing[hand]

    def _work(
        self, work: Callable[[LiveTable, Seconds], T], command: Done | None = None
    ) -> tuple[Callable[[], T], Told, Exception | None]:
        """In a thread of the pool: the work, what must be remembered, and the frames for all watchers.

        What came of it is returned as a call, so that watchers also hear of steps that were taken before
        something was refused. Beside it stands the fault that has undone everything, if one has.
        """
        fault: Exception | None = None
        done: Callable[[], T]
        told: Told = []
        try:
            if self._calls.unsure is not None:
                self._calls.find_out()
                told = self._frames()
            done = self._calls.do(partial(self._steps, work))
            command = None if self._refused else command
        except Exception as found:  # noqa: BLE001 - it is raised where the call was made
            fault, done, command = found, raises(found), None
        return done, told + self._frames(command), fault

    def _steps(self, work: Callable[[LiveTable, Seconds], T]) -> Callable[[], T]:
        """The work at the table as it is now; the steps before a refusal stay."""
        live, now = self.live, self.now()
        live.watching = self.watching()
        if self._has_paused(now):
            live.resume(now)
        done: Callable[[], T]
        self._refused = False
        try:
            result = work(live, now)
        except (Refusal, OtherContent) as refusal:
            self._refused = True
            done = raises(refusal)
        else:

            def done() -> T:
                return result

        return done

    def _has_paused(self, now: Seconds) -> bool:
        """Whether nobody could do anything for a while: the database was away, or the process stood still."""
        return self.stood_still() or (self._failing is not None and now - self._failing > PAUSE)

    def _frames(self, command: Done | None = None) -> Told:
        """What the watchers are sent; a fault in it takes nothing back that is stored."""
        changes, watchers = self.live.take_changes(), list(self.watchers)
        if not watchers or (not changes and command is None):
            return []
        try:
            return self._audience.updates(self.live, changes, watchers, command)
        except Exception as fault:  # noqa: BLE001 - what was not told is told with the next frame
            _log("frames", fault)
            return [(command.watcher, done_alone(command.id, self.live.rev))] if command else []

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
        self._missing.discard(person)
        await self.call(lambda live, now: live.come(person, name, now))

    async def miss(self, person: str) -> None:
        """A person's last connection has ended; a table that cannot write that down now does so later."""
        self._missing.add(person)
        await self.call(self._catch_up)

    async def _miss(self) -> None:
        """Who has not come back is away."""
        while self._expected:
            person = self._expected.pop()
            with suppress(Refusal, CageFault):  # the house closes, or it is tried again
                await self.miss(person)  # before a coming that is asked for from now on

    async def watch(self, watcher: Watcher) -> None:
        """Adds a connection; its first frame is the whole table."""

        def snapshot(live: LiveTable, now: Seconds) -> bytes:
            live.watching = self.watching(watcher)
            return self._audience.whole(live, watcher)

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

    def _tick(
        self, loop: asyncio.AbstractEventLoop, work: Callable[[LiveTable, Seconds], None] | None = None
    ) -> None:
        self._timer = None
        if not self.parked:
            loop.create_task(self._by_itself(work or self._catch_up))

    async def _by_itself(self, work: Callable[[LiveTable, Seconds], None]) -> None:
        """What the table does without being asked."""
        try:
            await self.call(work)
        except Refusal:  # the house closes
            self.stop()
        except Exception as fault:  # noqa: BLE001 - it is the table's, or the database's
            await self._failed("tick", fault)

    async def _failed(self, what: str, fault: Exception) -> None:
        """The database's faults are tried again; a table with one of its own is set aside."""
        if passes(fault):
            _log(what, fault)
        else:
            await self.set_aside(fault)

    def _catch_up(self, live: LiveTable, now: Seconds) -> None:
        """What happens because time has passed, and what has failed before."""
        for person in self._missing & live.seating.people.keys():
            if live.seating.people[person].here:
                live.gone(person, now)
        live.tick(now)

    def _try_later(self, loop: asyncio.AbstractEventLoop) -> None:
        """After a fault of the database the table tries to go on by itself, whatever call has failed."""
        self.stop()
        self._failing = self.now() if self._failing is None else self._failing
        pause = RETRIES[min(self._failures, len(RETRIES) - 1)]
        self._failures += 1
        self._timer = loop.call_later(pause, self._tick, loop)

    def resume(self) -> None:
        """The process stood still: running clocks start full again."""
        if not self.parked and self.live.deadline is not None:
            self.stop()
            self._tick(asyncio.get_running_loop(), LiveTable.resume)

    @property
    def stuck(self) -> bool:
        """Whether it waits for the database."""
        return self._failing is not None

    async def set_aside(self, fault: Exception) -> None:
        """The table cannot go on: its round is void where possible, and it waits for who closes it."""
        try:
            await self.call(lambda live, now: live.set_aside(type(fault).__name__))
        except Exception as again:  # noqa: BLE001 - it is tried again
            _log("set aside", again)

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


def _log(what: str, fault: Exception) -> None:
    """The kind of a fault, and nothing of what was in it."""
    LOG.error(what, extra={"fields": {"fault": type(fault).__name__}})


def _hear_advice(hand: Hand, best: Advice, live: LiveTable, now: Seconds) -> None:
    live.hear_advice(hand, best, now)

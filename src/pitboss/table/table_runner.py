"""Runs one live table: one call at a time, off the event loop, and every watcher is sent what came of it.

The log has rounds by their ids, and tables that open, close or move: no card and no money. The server
decides where the log goes (`web/log`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import InitVar, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from pitboss.errors import CageFault, HouseLost, fault_fields
from pitboss.ledger.journal import LeaseLost
from pitboss.odds.coach import Hand
from pitboss.round import Refusal, RoundSettled, RoundVoided
from pitboss.table.advice import advice_on
from pitboss.table.audience import Audience, Done, Watcher, done_alone
from pitboss.table.live_state import Change, Gesture, LiveState, NotHere, Pace, gesture_note, passes
from pitboss.table.messages import Come, HearAdvice, Resume, SetAside, TableCommand, Tick
from pitboss.table.seating import Avatar
from pitboss.table.settings import Seconds
from pitboss.table.stored_calls import Around, Check, Stored, StoredCalls

if TYPE_CHECKING:
    from pitboss.table.live_floor import Floor

# The log

LOG: Final = logging.getLogger("pitboss")
_ROUNDS: Final = {"deal": "round dealt", "settle": "round settled", "void": "round void"}


def log_changes(before: LiveState, after: LiveState, changes: Iterable[Change]) -> None:
    """What was stored at a table: rounds that were dealt or have ended, and its own end."""
    for each in changes:
        if each.event is not None and each.event.k in _ROUNDS and each.state is not None:
            log_table(_ROUNDS[each.event.k], after.id, round=each.state.id)
    if after.stored_table.closed and not before.stored_table.closed:
        log_table("table closed", after.id, rounds=after.stored_table.rounds)


def log_opened(live: LiveState, actor: str) -> None:
    """A table is open from now on."""
    log_table(
        "table opened",
        live.id,
        house=live.table.sheet.id,
        actor=actor,
        private=live.settings.private,
        chips=live.till.chips or None,
    )


def log_table(what: str, table: str, **fields: int | str | None) -> None:
    """Something happened at a table."""
    LOG.info(what, extra={"fields": {"table": table, **fields}})


def log_table_fault(what: str, table: str, fault: Exception) -> None:
    """Something failed at a table: the kind of fault and its place, and nothing of what was in it."""
    LOG.error(what, extra={"fields": {"table": table, **fault_fields(fault)}})


MOVED: Final = "moved"  # why a connection is cut whose table is another server's now: come back
PATIENCE: Final = 20.0  # seconds in which people come back after a restart
RETRIES: Final = (0.2, 0.4, 0.8, 1.6, 2.0)  # seconds until it is tried again after a fault of the database
PAUSE: Final = 1.0  # seconds without the database, after which clocks start full again


@dataclass
class Room:
    """A table with its watchers, its timer and its turn."""

    live: LiveState  # as last stored
    version: InitVar[int]  # how often what the floor remembers of it was kept
    home: Floor
    watchers: set[Watcher] = field(default_factory=set)
    left: Seconds = 0.0  # when the last watcher went, or the table was opened or taken up
    parked: bool = False  # the house closes: all stays as it is until it opens again
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _timer: asyncio.TimerHandle | None = None
    _arriving: list[str] = field(default_factory=list)  # people who come at this moment
    _expected: set[str] = field(default_factory=set)  # people who were here before the restart
    _patience: asyncio.TimerHandle | None = None
    _failures: int = 0  # calls that have failed in a row
    _failing: Seconds | None = None  # since when
    _missing: set[str] = field(default_factory=set)  # people who have gone, which is not stored yet
    _aside: str = ""  # as last told in the log
    _refused: bool = False  # whether the last call was
    _audience: Audience = field(default_factory=Audience)
    _gestures: Pace = field(default_factory=Pace)
    _weighing: dict[Hand, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self, version: int) -> None:
        home = self.home
        self.now, self.pool, self.reckoner = home.now, home.pool, home.reckoner
        self.left = self.now()
        self._owner = self.live.stored_table.owner  # the lease under which it was taken
        self._calls = StoredCalls(home.pit, home.new_id, self.live, version)

    def holds(self) -> bool:
        """Whether the table is surely this server's."""
        return self.home.holds_as(self._owner)

    async def do(
        self,
        command: TableCommand,
        check: Check | None = None,
        around: Around | None = None,
        done: Done | None = None,
    ) -> Any:
        """Does a command at the table when its turn comes; a refusal is raised, and nothing has changed.

        `check` may refuse a bet, in its transaction; what is done `around` the command is stored with it, and
        its answer is given back. The watcher who has sent it hears that it is `done` with what came of it.
        """
        # A caller who is cut off leaves neither the table half done nor watchers without their frames.
        return await asyncio.shield(self.see_through(command, check, around, done))

    async def see_through(
        self,
        command: TableCommand,
        check: Check | None = None,
        around: Around | None = None,
        done: Done | None = None,
    ) -> Any:
        """The same for a caller whom nobody cuts off."""
        loop = asyncio.get_running_loop()
        try:
            async with self._turn:
                if self.gone:
                    raise NotHere
                try:
                    if self._has_paused(self.now()):
                        await self._store(loop, Resume())
                    stored = await self._store(loop, command, done, check, around)
                    fault = await self._have_weighed(loop)
                except Exception as found:
                    self._came_of_it(found, loop)
                    raise
                self._came_of_it(fault, loop)
            return stored.answer
        except Refusal as refusal:  # without the steps to where it was made, which keep the table as it was
            raise refusal.with_traceback(None) from None

    async def _store(
        self,
        loop: asyncio.AbstractEventLoop,
        command: TableCommand,
        sent: Done | None = None,
        check: Check | None = None,
        around: Around | None = None,
    ) -> Stored:
        """One call: a transaction, while the loop goes on; then the table as it is now, then frames."""
        if self._calls.unsure is not None:
            before = await loop.run_in_executor(self.pool, self._calls.find_out)
            if before is not None and self._swap(before):
                self._send(before.changes)
        attempt = self._calls.call(command, self.live, self.now(), check, around)
        writer = self.home.writer
        if writer is None or around is not None:
            done = await loop.run_in_executor(self.pool, self._calls.do, attempt)
        else:
            apart = partial(loop.run_in_executor, self.pool)
            done = await self._calls.do_here(attempt, writer.write, apart)
        told = self._swap(done)
        if told or sent is not None:
            self._send(done.changes, sent)
        return done

    def _swap(self, done: Stored) -> bool:
        """What was stored is the table from now on; whether there is something to show of it."""
        live, watching, break_evens = done.state, self.watching(), self.live.break_evens
        if watching != live.watching or break_evens != live.break_evens:
            live = replace(live, watching=watching, break_evens=break_evens)
        before, self.live = self.live, live
        log_changes(before, live, done.changes)
        for change in done.changes:
            if isinstance(change.event, (RoundSettled, RoundVoided)):
                self.home.counts.round_ended(live, change.event)
        shown = (live.settings, live.clocks, live.stacks) != (before.settings, before.clocks, before.stacks)
        return bool(done.changes) or shown

    def _came_of_it(self, fault: Exception | None, loop: asyncio.AbstractEventLoop) -> None:
        """After a call: when the table is looked at again, and whether it can go on at all."""
        aside = self.live.settings.aside
        if aside and aside != self._aside:
            LOG.error("set aside", extra={"fields": {"table": self.live.id, "fault": aside}})
        self._aside = aside
        if isinstance(fault, (HouseLost, LeaseLost)):
            self.park()
            self.home.give_up(self, fault)
        elif fault is not None and passes(fault):
            self._try_later(loop)
        else:
            self._failures, self._failing = 0, None
            self._missing -= {each.id for each in self.live.seating.people.values() if not each.here}
            self._set_timer(loop)

    async def _have_weighed(self, loop: asyncio.AbstractEventLoop) -> Exception | None:
        """Has the hands weighed that the table asks about, outside of any transaction."""
        while self.live.asked and not self.reckoner.waits:
            hand = self.live.asked[0]
            best = await advice_on(self.reckoner, hand, f"table {self.live.id}")
            try:
                await self._store(loop, HearAdvice(hand, best))
            except Exception as fault:  # noqa: BLE001 - the next call asks again
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
                await self.do(HearAdvice(hand, best))
        except Refusal:  # the house closes
            return
        except Exception as fault:  # noqa: BLE001 - it is the table's, or the database's
            await self._failed("advice", fault)
        finally:
            del self._weighing[hand]

    def _has_paused(self, now: Seconds) -> bool:
        """Whether nobody could do anything for a while: the database was away, or the process stood still."""
        return self.home.stood_still() or (self._failing is not None and now - self._failing > PAUSE)

    def _send(self, changes: Sequence[Change], done: Done | None = None) -> None:
        """Sends every watcher what has changed; a fault in it takes nothing back that is stored.

        A server that may have lost the table says nothing more of it.
        """
        watchers = list(self.watchers)
        if self.gone or not watchers:
            return
        try:
            frames = self._audience.updates(self.live, changes, watchers, done)
        except Exception as fault:  # noqa: BLE001 - what was not told is told with the next frame
            log_table_fault("frames", self.live.id, fault)
            frames = [(done.watcher, done_alone(done.id, self.live.rev))] if done else []
        for watcher, frame in frames:
            watcher.send(frame)

    def show_gesture(self, person: str, gesture: Gesture, done: Done | None = None) -> None:
        """Shows a gesture to everyone who watches. It takes no turn, changes nothing and is not stored."""
        if self.gone:
            raise NotHere
        note = gesture_note(self.live, person, gesture)
        self._gestures.count(person, self.now())
        self._send([Change(self.live.rev, None, self.live.state, note)], done)

    def expect(self) -> None:
        """People who were here before a restart, or were seated just now, count as here until they come."""
        people = self.live.seating.people.values()
        self._expected = {
            each.id for each in people if each.here and not each.bot and not self.is_here(each.id)
        }
        if self._expected:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(
                PATIENCE, lambda: loop.create_task(self._miss()), context=Context()
            )

    async def come(
        self, person: str, name: str, watcher: Watcher | None = None, avatar: Avatar | None = None
    ) -> None:
        """A person comes to the table, or comes back, and begins to watch it."""
        self._expected.discard(person)
        self._missing.discard(person)
        self._arriving.append(person)
        try:
            await self.do(Come(person, name, avatar))
            if watcher is not None:
                self.watch(watcher)
        finally:
            self._arriving.remove(person)

    def is_here(self, person: str) -> bool:
        """Whether a person has a connection to the table, or is on the way with one."""
        return person in self._arriving or any(each.person == person for each in self.watchers)

    async def miss(self, person: str) -> None:
        """A person's last connection has ended; a table that cannot write that down now does so later."""
        self._missing.add(person)
        await self.do(self._tick())

    async def _miss(self) -> None:
        """Who has not come back is away."""
        while self._expected:
            person = self._expected.pop()
            with suppress(Refusal, CageFault):  # the house closes, or it is tried again
                await self.miss(person)  # before a coming that is asked for from now on

    def watch(self, watcher: Watcher) -> None:
        """Adds a connection; its first frame is the whole table as it was last stored.

        It happens between two swaps, so that nothing is missed and nothing comes twice. Who comes to a table
        that has gone meanwhile is sent away like those who were here.
        """
        if self.gone:
            watcher.cut(MOVED)
            return
        watcher.since = self.now()
        self.live = replace(self.live, watching=self.watching(watcher))
        watcher.send(self._audience.whole(self.live, watcher))
        self.watchers.add(watcher)

    def watching(self, *more: Watcher) -> int:
        """How many look on without a seat: people once, spectators by their connections."""
        known = self.live.seating.people
        lookers: set[object] = set()
        for each in (*self.watchers, *more):
            sitter = known.get(each.person) if each.person is not None else None
            if sitter is None or not sitter.seats:
                lookers.add(each.person or each)
        return len(lookers)

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
            self._timer = self._later(loop, max(0.0, deadline - self.now()))

    def _later(self, loop: asyncio.AbstractEventLoop, pause: Seconds) -> asyncio.TimerHandle:
        """What the table does by itself is no part of the request after which it was planned."""
        return loop.call_later(pause, self._ring, loop, context=Context())

    def _ring(self, loop: asyncio.AbstractEventLoop, command: TableCommand | None = None) -> None:
        self._timer = None
        if not self.parked:
            loop.create_task(self._by_itself(command))

    async def _by_itself(self, command: TableCommand | None) -> None:
        """What the table does without being asked."""
        try:
            await self.do(command or self._tick())
        except Refusal:  # the house closes
            self.stop()
        except Exception as fault:  # noqa: BLE001 - it is the table's, or the database's
            await self._failed("tick", fault)

    def _tick(self) -> Tick:
        """What happens because time has passed, and what has failed before."""
        return Tick(frozenset(self._missing))

    async def _failed(self, what: str, fault: Exception) -> None:
        """The database's faults are tried again; a table with one of its own is set aside."""
        if passes(fault):
            log_table_fault(what, self.live.id, fault)
        else:
            await self.set_aside(fault)

    def _try_later(self, loop: asyncio.AbstractEventLoop) -> None:
        """After a fault of the database the table tries to go on by itself."""
        self.stop()
        self._failing = self.now() if self._failing is None else self._failing
        pause = RETRIES[min(self._failures, len(RETRIES) - 1)]
        self._failures += 1
        self._timer = self._later(loop, pause)

    def resume(self) -> None:
        """The process stood still: running clocks start full again."""
        if not self.parked and self.live.deadline is not None:
            self.stop()
            self._ring(asyncio.get_running_loop(), Resume())

    @property
    def gone(self) -> bool:
        """Whether the table is no longer here, as far as this server can know."""
        return self.parked or not self.holds()

    @property
    def stuck(self) -> bool:
        """Whether it waits for the database."""
        return self._failing is not None

    async def set_aside(self, fault: Exception) -> None:
        """The table cannot go on: its round is void where possible, and it waits for who closes it."""
        try:
            await self.do(SetAside(type(fault).__name__))
        except Exception as again:  # noqa: BLE001 - it is tried again
            log_table_fault("set aside", self.live.id, again)

    def stop(self) -> None:
        """No more ticks."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def rest(self) -> None:
        """Until the call under way has ended."""
        async with self._turn:
            return

    def send_away(self) -> None:
        """The table is elsewhere from now on: who watches it here is told to come back."""
        for watcher in list(self.watchers):
            watcher.cut(MOVED)

    def park(self) -> None:
        """Nothing further happens here: the next process takes the table up as it is."""
        self.parked = True
        self.stop()
        for task in self._weighing.values():
            task.cancel()
        if self._patience is not None:
            self._patience.cancel()

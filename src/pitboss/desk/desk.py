"""The desk itself: lanes, budgets of worker time, workers, deadlines, and the answers that are kept."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, Protocol, get_args

import msgspec

from pitboss.desk.question import HEAD, LARGEST_ANSWER, SECONDS, Question, Reply, Step, frame, unframed
from pitboss.errors import Refusal

ALWAYS: Final = 1.0  # seconds that an asker has even where the address has none left
LEAST: Final = 0.001  # seconds that any question costs, so that askers of tiny ones take turns
MOST_KEYS: Final = 20_000


@dataclass(eq=False, slots=True)
class Ticket:
    """A question that waits or is worked on."""

    asked: Question
    over: asyncio.Future[None]  # it is answered, or nobody waits for it any more
    waiters: list[Waiter] = field(default_factory=list)
    taken: bool = False  # by a worker, which may have to start first
    began: float | None = None


@dataclass(eq=False, slots=True)
class Waiter:
    """A person or a page that waits for the answer to a question."""

    asker: str
    address: str
    ticket: Ticket
    lane: Lane
    answered: asyncio.Future[bytes]


class Pace(NamedTuple):
    """How many seconds of worker time at once, and how much comes back each second."""

    seconds: float
    back: float


EACH: Final = Pace(60, 1 / 3)
ADDRESS: Final = Pace(120, 2 / 3)


class Budget:
    """The seconds of worker time that each has used and not got back yet."""

    def __init__(self, pace: Pace, clock: Callable[[], float]) -> None:
        self._pace, self._clock = pace, clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how much, and when

    def used(self, key: str) -> float:
        used, at = self._used.get(key, (0.0, 0.0))
        return round(max(0.0, used - self._pace.back * (self._clock() - at)), 3)

    def charge(self, key: str, seconds: float) -> None:
        self._used[key] = max(0.0, self.used(key) + seconds), self._clock()
        self._used.move_to_end(key)
        if len(self._used) > MOST_KEYS:
            self._used.popitem(last=False)

    def wait(self, key: str) -> float:
        """The seconds until a tenth of a budget that is used up is there again; 0 for any other."""
        used, (seconds, back) = self.used(key), self._pace
        return 0.0 if used < seconds else (used - 0.9 * seconds) / back


class Lane:
    """Everyone waiting for one kind of work, in the order in which they came."""

    def __init__(self, clock: Callable[[], float], expected: Callable[[Question], float]) -> None:
        self.waiters: list[Waiter] = []
        self._expected = expected  # how many seconds a question will take
        self.askers, self.addresses = Budget(EACH, clock), Budget(ADDRESS, clock)

    def charge(self, who: Waiter, seconds: float) -> None:
        self.askers.charge(who.asker, seconds)
        self.addresses.charge(who.address, seconds)

    def wait(self, asker: str, address: str) -> float:
        """The seconds until an asker has worker time again; 0 for one that has."""
        others = self.addresses.wait(address) if self.askers.used(asker) > ALWAYS else 0.0
        return max(self.askers.wait(asker), others)

    def count(self, *, asker: str | None = None, address: str | None = None) -> int:
        """How many wait, those that are worked for included: all, of one asker, or of one address."""
        return sum(asker in (None, each.asker) and address in (None, each.address) for each in self.waiters)

    def seconds(self, *, asker: str | None = None) -> float:
        """How long everything that waits will take, or what one asker waits for."""
        return sum(self._expected(each.ticket.asked) for each in self.waiters if asker in (None, each.asker))

    def next(self) -> Waiter | None:
        """Whose question is begun next."""
        first: dict[str, tuple[Waiter, float]] = {}
        for each, seconds in self._not_taken():
            first.setdefault(each.asker, (each, seconds))
        quickest: dict[str, float] = {}
        for each, seconds in first.values():
            quickest[each.address] = min(seconds, quickest.get(each.address, seconds))

        def turn(pair: tuple[Waiter, float]) -> tuple[float, float]:
            who, seconds = pair
            ours = self.addresses.used(who.address) + quickest[who.address]
            return ours, self.askers.used(who.asker) + seconds

        return min(first.values(), key=turn, default=(None, 0.0))[0]

    def last(self, address: str | None = None) -> Waiter | None:
        """Whose question would be begun last: of all, or at one address."""
        waiting = [pair for pair in self._not_taken() if address in (None, pair[0].address)]
        ours, mine = defaultdict[str, float](float), defaultdict[str, float](float)
        for each, seconds in waiting:
            ours[each.address] += seconds
            mine[each.asker] += seconds

        def end(pair: tuple[Waiter, float]) -> tuple[float, float]:
            who = pair[0]
            both = self.addresses.used(who.address), self.askers.used(who.asker)
            return both[0] + ours[who.address], both[1] + mine[who.asker]

        return max(reversed(waiting), key=end, default=(None, 0.0))[0]

    def _not_taken(self) -> list[tuple[Waiter, float]]:
        """Those whose questions no worker has, with how many seconds they will take."""
        return [(each, self._expected(each.ticket.asked)) for each in self.waiters if not each.ticket.taken]


START_SECONDS: Final = 60.0  # until a worker that was started must be ready
LARGEST_FRAME: Final = LARGEST_ANSWER + 1024


class WorkerGone(Exception):
    """The worker process has ended, or was ended because it took too much."""


class Worker(Protocol):
    """Answers one question at a time."""

    async def answer(self, asked: Question) -> Reply:
        """The reply to a question; raises `WorkerGone` when the worker ends over it."""
        ...

    async def end(self) -> None:
        """Ends it at once, in the middle of a question too."""
        ...


Start = Callable[[], Awaitable[Worker]]


class ProcessWorker:
    """A process of its own, `pitboss.desk.worker`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def answer(self, asked: Question, step: Step = lambda done, total: None) -> Reply:
        """The reply; `step` is called with the progress of the jobs that report any."""
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(frame(asked))
            await self.process.stdin.drain()
            while (reply := await self.read()).kind == "progress":
                step(*msgspec.json.decode(reply.text))
        except (OSError, EOFError, ValueError) as fault:
            await self.end()
            raise WorkerGone from fault
        return reply

    async def read(self) -> Reply:
        """The next frame."""
        assert self.process.stdout is not None
        (size,) = HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))
        if size > LARGEST_FRAME:
            raise ValueError("the frame is larger than any answer")
        return unframed(Reply, await self.process.stdout.readexactly(size))

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        self.process._transport.close()  # type: ignore[attr-defined]  # its pipes would be open for a while


async def start_process() -> ProcessWorker:
    """Starts a worker and waits until it is ready; a start that is cancelled leaves no process behind."""
    one_thread = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    worker = ProcessWorker(
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "pitboss.desk.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **one_thread},
        )
    )
    try:
        await asyncio.wait_for(worker.read(), START_SECONDS)
    except BaseException as fault:
        await worker.end()
        if isinstance(fault, (OSError, EOFError, ValueError, TimeoutError)):
            raise WorkerGone from fault
        raise
    return worker


LOG = logging.getLogger("pitboss")

MOST_WAITING: Final = 128  # questions of all askers in one lane, those that are worked on included
MOST_EACH: Final = 16  # of one asker
MOST_ADDRESS: Final = 32  # of everybody at one address
GRACE: Final = 0.5  # seconds after which a worker is ended over a question that nobody waits for any more
KEPT: Final = 32 * 1024 * 1024  # bytes of answers
MOST_JOBS: Final = 5_000  # of one worker; then another takes its place
MOST_MEMORY: Final = 500 * 1024 * 1024  # bytes that a worker may have between two questions
LOOK: Final = 0.5  # seconds between two looks at how long a question has taken so far
PAUSE: Final = 1.0  # seconds before a worker that does not start is tried again
GUESS: Final = 0.1  # seconds that a question is expected to take of whose kind none was asked before
MOST_KINDS: Final = 1_000  # of which is known how long they take
CLOSING: Final = "The house closes now"
WENT_WRONG: Final = "This went wrong on our side, and nothing was done"
USED_UP: Final = "Your questions have used up the time that the desk has for you: ask again in a while"

LaneName = Literal["house", "tables", "public"]  # its own pages and printed tables; the coach; everybody


@dataclass(eq=False, slots=True)
class Hand:
    """A place for one worker, and the lanes that it serves, the first one first."""

    lanes: tuple[Lane, ...]
    worker: Worker | None = None
    busy: bool = False
    jobs: int = 0


class Desk:
    """Answers questions: a bounded number at a time, a bounded number in each lane, each within its time.

    Beside the workers for everybody the house has one for its lane alone, and the coach has one.
    """

    def __init__(
        self,
        workers: int = 0,
        *,
        seconds: float = SECONDS,
        start: Start = start_process,
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST_WAITING,
        most_each: int = MOST_EACH,
    ) -> None:
        number = workers or max(1, (os.cpu_count() or 2) - 1)
        house, tables, public = lanes = [Lane(clock, self._expected) for _ in range(3)]
        self._lanes: dict[LaneName, Lane] = dict(zip(get_args(LaneName), lanes, strict=True))
        self.hands = [Hand((house, public, tables)) for _ in range(number)]
        self.hands += [Hand((tables,)), Hand((house,))]
        self._seconds = seconds
        self._start = start
        self._now = now
        self._clock = clock
        self._most = most
        self._most_each = most_each
        self._open: dict[Question, Ticket] = {}
        self._answers: OrderedDict[Question, bytes] = OrderedDict()
        self._size = 0
        self._took: dict[str, float] = {}  # seconds that questions of a kind took lately
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """Questions that are waited for, those that are worked on included."""
        return sum(lane.count() for lane in self._lanes.values())

    async def ask(
        self, asker: str, asked: Question, *, address: str = "", lane: LaneName = "public"
    ) -> bytes:
        """The answer to a question. An asker who waits for too many, or has used up the time, is refused.

        A caller that stops waiting gives the question up: it is not begun, or its worker is ended soon.
        """
        kept = self._answers.get(asked)
        if kept is not None:
            self._answers.move_to_end(asked)
            return kept
        if self._closed:
            raise Refusal("unavailable", CLOSING)
        who = self._enter(asker, address or asker, asked, self._lanes[lane], limited=lane != "house")
        try:
            self._hand_out()
            return await who.answered
        finally:
            _drop(who)
            if not who.ticket.waiters and not who.ticket.over.done():
                self._given_up(who.ticket)

    def _enter(self, asker: str, address: str, asked: Question, lane: Lane, *, limited: bool) -> Waiter:
        """Joins a lane; where it is full, the last to be served leaves it."""
        if limited:
            self._check(asker, address, lane)
        loop = asyncio.get_running_loop()
        ticket = self._open.get(asked)
        if ticket is None or ticket.over.done():
            timed = replace(asked, seconds=asked.seconds or self._seconds)
            ticket = self._open[asked] = Ticket(timed, loop.create_future())
        who = Waiter(asker, address, ticket, lane, loop.create_future())
        ticket.waiters.append(who)
        lane.waiters.append(who)
        if limited and lane.count(address=address) > MOST_ADDRESS:
            self._push_out(lane.last(address))
        elif limited and lane.count() > self._most:
            self._push_out(lane.last())
        return who

    def _check(self, asker: str, address: str, lane: Lane) -> None:
        """Refuses an asker who has used up the time, or waits for enough already."""
        wait = lane.wait(asker, address)
        if wait:
            raise self._refused(USED_UP, wait)
        if lane.count(asker=asker) >= self._most_each:
            text = "You have asked for so much already: wait for some of it first"
            raise self._refused(text, lane.seconds(asker=asker))

    def _refused(self, text: str, wait: float) -> Refusal:
        again = int((self._now() + max(1.0, wait)) * 1000)
        return Refusal("rate", text, None, values={"again": again})

    def _push_out(self, last: Waiter | None) -> None:
        if last is not None:
            wait = last.lane.seconds() / (len(self.hands) - 2)
            text = "The desk is busy: try again in a moment"
            last.answered.set_exception(self._refused(text, min(60.0, wait)))
            _drop(last)

    def _expected(self, asked: Question) -> float:
        """How long a question will take, by those that were like it, or of the same job."""
        return self._took.get(asked.kind, self._took.get(asked.job, GUESS))

    def _learn(self, asked: Question, seconds: float, *, done: bool) -> None:
        """A question took so long, or as long so far: many that are like it may wait behind it."""
        if len(self._took) >= MOST_KINDS:
            self._took.clear()
        for kind in {asked.kind, asked.job}:
            before = self._took.get(kind, seconds)
            self._took[kind] = before + (seconds - before) / 4 if done else max(before, seconds)

    def known(self, asked: Question) -> bytes | None:
        """An answer that is kept, without asking for it."""
        return self._answers.get(asked)

    async def close(self) -> None:
        """Ends all workers, and refuses every question that still waits."""
        self._closed = True
        for ticket in list(self._open.values()):
            _settle(ticket, Refusal("unavailable", CLOSING))
        for task in self._tasks:
            task.cancel()
        for hand in self.hands:
            self._dismiss(hand)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _given_up(self, ticket: Ticket) -> None:
        """The last waiter has gone: the question is dropped, or its worker ends after the grace."""
        if not ticket.taken:
            self._forget(ticket)
            ticket.over.set_result(None)
        elif ticket.began is not None:
            wait = max(0.0, ticket.began + GRACE - self._clock())
            asyncio.get_running_loop().call_later(wait, self._end_if_unwanted, ticket)

    def _end_if_unwanted(self, ticket: Ticket) -> None:
        if not ticket.waiters and not ticket.over.done():
            ticket.over.set_result(None)  # its hand sees this, and ends the worker

    def _forget(self, ticket: Ticket) -> None:
        if self._open.get(ticket.asked) is ticket:
            del self._open[ticket.asked]

    def _hand_out(self) -> None:
        """Gives waiting questions to hands that are free."""
        for hand in self.hands:
            who = None if hand.busy or self._closed else self._next(hand)
            if who is not None:
                hand.busy = who.ticket.taken = True
                self._spawn(self._work(hand, who))

    def _next(self, hand: Hand) -> Waiter | None:
        """The next to be served by a hand; askers who have used up their time meanwhile are refused."""
        for lane in hand.lanes:
            while (who := lane.next()) is not None:
                wait = 0.0 if lane is self._lanes["house"] else lane.wait(who.asker, who.address)
                if not wait:
                    return who
                _drop(who)
                who.answered.set_exception(self._refused(USED_UP, wait))
        return None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, hand: Hand, who: Waiter) -> None:
        """One question at one hand, and another worker there where that is due."""
        ticket, took = who.ticket, LEAST
        expected = self._expected(ticket.asked)
        who.lane.charge(who, expected)
        try:
            worker = hand.worker or await self._started(hand)
            ticket.began = began = self._clock()
            if ticket.waiters:
                reply = await self._answered(worker, ticket, began)
                took += self._clock() - began
                self._learn(ticket.asked, took, done=True)
                self._reply(ticket, reply, hand)
        except WorkerGone:
            self._dismiss(hand)
            _settle(ticket, Refusal("unavailable", WENT_WRONG))
            LOG.warning("desk", extra={"fields": {"fault": "worker ended"}})
        finally:
            who.lane.charge(who, took - expected)
            self._forget(ticket)
            hand.busy = False
            if not self._closed:
                self._hand_out()

    async def _started(self, hand: Hand) -> Worker:
        try:
            hand.worker, hand.jobs = await self._start(), 0
        except WorkerGone:
            await asyncio.sleep(PAUSE)
            raise
        return hand.worker

    async def _answered(self, worker: Worker, ticket: Ticket, began: float) -> Reply | None:
        """The reply of a worker; None when the time is up or nobody waits any more."""
        work = asyncio.ensure_future(worker.answer(ticket.asked))
        either: set[asyncio.Future[Any]] = {work, ticket.over}
        try:
            left = ticket.asked.seconds or self._seconds
            while left > 0 and not (work.done() or ticket.over.done()):
                await asyncio.wait(either, timeout=min(left, LOOK), return_when=asyncio.FIRST_COMPLETED)
                left -= LOOK
                self._learn(ticket.asked, self._clock() - began, done=False)
            return work.result() if work.done() else None
        finally:
            work.cancel()

    def _reply(self, ticket: Ticket, reply: Reply | None, hand: Hand) -> None:
        hand.jobs += 1
        if reply is None:
            self._dismiss(hand)
            seconds = f"{ticket.asked.seconds or self._seconds:g} seconds"
            _settle(ticket, Refusal("too_long", f"This takes longer than {seconds} to work out here", None))
            return
        if reply.memory > MOST_MEMORY or hand.jobs >= MOST_JOBS:
            self._dismiss(hand)
        if reply.kind == "answer":
            if ticket.asked.kept:
                self._keep(ticket.asked, reply.text)
            _settle(ticket, reply.text)
        elif reply.kind == "refusal":
            _settle(ticket, Refusal(**json.loads(reply.text)))
        else:
            LOG.error("desk", extra={"fields": {"fault": reply.text.decode()[:80]}})
            _settle(ticket, Refusal("fault", WENT_WRONG))

    def _dismiss(self, hand: Hand) -> None:
        """Ends the worker of a hand; the next question finds another."""
        if hand.worker is not None:
            self._spawn(hand.worker.end())
        hand.worker = None

    def _keep(self, asked: Question, text: bytes) -> None:
        if asked in self._answers:
            return
        self._answers[asked] = text
        self._size += _weight(asked, text)
        while self._size > KEPT:
            old, answer = self._answers.popitem(last=False)
            self._size -= _weight(old, answer)


def _weight(asked: Question, text: bytes) -> int:
    """What a kept answer takes up, roughly."""
    return len(text) + 2 * len(asked.values) + len(asked.body) + 500


def _drop(who: Waiter) -> None:
    """Takes a waiter out of the lane and off the question."""
    for waiters in (who.lane.waiters, who.ticket.waiters):
        if who in waiters:
            waiters.remove(who)


def _settle(ticket: Ticket, answer: bytes | Refusal) -> None:
    for who in ticket.waiters:
        if who.answered.done():
            continue
        if isinstance(answer, Refusal):
            who.answered.set_exception(answer)
        else:
            who.answered.set_result(answer)
    if not ticket.over.done():
        ticket.over.set_result(None)

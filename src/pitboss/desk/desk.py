"""The desk itself: lines, workers, deadlines, and the answers that are worth keeping."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Final

from pitboss.desk.question import SECONDS, Question, Told, refusal_of
from pitboss.desk.queues import Lines, Ticket
from pitboss.desk.worker_processes import Start, Worker, WorkerGone, start_process
from pitboss.round.refusal import Refusal

LOG = logging.getLogger("pitboss")

MOST_WAITING: Final = 128  # questions of all askers, those that are worked on included
MOST_EACH: Final = 16  # of one asker
GRACE: Final = 0.5  # seconds after which a worker is ended over a question that nobody waits for any more
KEPT: Final = 32 * 1024 * 1024  # bytes of answers
MOST_JOBS: Final = 5_000  # of one worker; then another takes its place
MOST_MEMORY: Final = 500 * 1024 * 1024  # bytes that a worker may have between two questions
PAUSE: Final = 1.0  # seconds before a worker that does not start is tried again


@dataclass(eq=False, slots=True)
class Hand:
    """A place for one worker. One that is for the house alone is never kept busy by anybody else."""

    house_only: bool
    worker: Worker | None = None
    busy: bool = False
    jobs: int = 0


class Desk:
    """Answers questions: a bounded number at a time, a bounded number in line, each within its time."""

    def __init__(
        self,
        workers: int = 0,
        *,
        seconds: float = SECONDS,
        start: Start = start_process,
        now: Callable[[], float] = time.time,
        most: int = MOST_WAITING,
        most_each: int = MOST_EACH,
    ) -> None:
        number = workers or max(1, (os.cpu_count() or 2) - 1)
        self.hands = [Hand(house_only=place == number) for place in range(number + 1)]
        self._seconds = seconds
        self._start = start
        self._now = now
        self._most = most
        self._most_each = most_each
        self._first, self._others = Lines(), Lines()
        self._open: dict[Question, Ticket] = {}
        self._waiting: Counter[str] = Counter()
        self._answers: OrderedDict[Question, bytes] = OrderedDict()
        self._size = 0
        self._mean = 0.1  # seconds that a question took lately
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Future[None]] = set()  # workers that are told to end
        self._closed = False

    @property
    def waiting(self) -> int:
        """Questions that somebody waits for, those that are worked on included."""
        return self._waiting.total()

    async def ask(self, asker: str, asked: Question, *, first: bool = False) -> bytes:
        """The answer to a question. Who waits with too many is refused; `first` are the house's own.

        Whoever stops waiting gives the question up: it is not begun, or its worker is ended soon.
        """
        kept = self._answers.get(asked)
        if kept is not None:
            self._answers.move_to_end(asked)
            return kept
        if self._closed:
            raise Refusal("unavailable", "The house closes now", None)
        if not first:
            self._check_room(asker)
        ticket = self._open.get(asked)
        if ticket is None or ticket.answer.done():
            loop = asyncio.get_running_loop()
            timed = replace(asked, seconds=asked.seconds or self._seconds)
            ticket = Ticket(timed, asker, first, loop.create_future())
            self._open[asked] = ticket
            (self._first if first else self._others).add(ticket)
            self._hand_out()
        elif first and not ticket.first and ticket.began is None:  # now the house waits for it, too
            self._others.drop(ticket)
            ticket.first = True
            self._first.add(ticket)
            self._hand_out()
        ticket.waiting += 1
        if not first:
            self._waiting[asker] += 1
        try:
            return await asyncio.shield(ticket.answer)
        finally:
            ticket.waiting -= 1
            if not first:
                self._waiting -= Counter((asker,))
            if not ticket.waiting and not ticket.answer.done():
                self._given_up(ticket)

    def known(self, asked: Question) -> bytes | None:
        """An answer that is kept, without asking for it."""
        return self._answers.get(asked)

    async def close(self) -> None:
        """Ends all workers; who still waits is told so."""
        self._closed = True
        for ticket in list(self._open.values()):
            _settle(ticket, Refusal("unavailable", "The house closes now", None))
        for hand in self.hands:
            self._dismiss(hand)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._ending, return_exceptions=True)

    def _check_room(self, asker: str) -> None:
        waiting = self._waiting.total()
        mine = self._waiting[asker]
        if mine < self._most_each and waiting < self._most:
            return
        ahead = mine if mine >= self._most_each else waiting
        seconds = min(60.0, max(1.0, ahead * self._mean / max(1, len(self.hands) - 1)))
        text = "You have asked for so much already: wait for some of it first"
        if mine < self._most_each:
            text = "The desk is busy: try again in a moment"
        raise Refusal("rate", text, None, values={"again": int((self._now() + seconds) * 1000)})

    def _given_up(self, ticket: Ticket) -> None:
        """Nobody waits for this any more."""
        if ticket.began is None:
            (self._first if ticket.first else self._others).drop(ticket)
            self._forget(ticket)
            ticket.answer.cancel()
            return
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, ticket.began + GRACE - loop.time()), self._end_if_unwanted, ticket)

    def _end_if_unwanted(self, ticket: Ticket) -> None:
        if not ticket.waiting and not ticket.answer.done():
            ticket.answer.cancel()  # its hand sees this, and ends the worker

    def _forget(self, ticket: Ticket) -> None:
        if self._open.get(ticket.asked) is ticket:
            del self._open[ticket.asked]

    def _hand_out(self) -> None:
        """Gives waiting questions to hands that are free."""
        for hand in self.hands:
            if hand.busy or self._closed:
                continue
            ticket = self._first.take() or (None if hand.house_only else self._others.take())
            if ticket is not None:
                hand.busy = True
                self._spawn(self._work(hand, ticket))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, hand: Hand, ticket: Ticket) -> None:
        """One question at one hand, and another worker there where that is due."""
        loop = asyncio.get_running_loop()
        try:
            worker = hand.worker or await self._started(hand)
            ticket.began = loop.time()
            if not ticket.waiting:
                self._given_up(ticket)
            self._tell(ticket, await self._answered(worker, ticket), hand)
            self._mean += (loop.time() - ticket.began - self._mean) / 8
        except WorkerGone:
            self._dismiss(hand)
            _settle(ticket, Refusal("unavailable", "This went wrong on our side, and nothing was done", None))
            LOG.warning("desk", extra={"fields": {"fault": "worker ended"}})
        finally:
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

    async def _answered(self, worker: Worker, ticket: Ticket) -> Told | None:
        """What the worker says; None when its time is up or nobody waits any more."""
        work = asyncio.ensure_future(worker.answer(ticket.asked))
        try:
            either: set[asyncio.Future[Any]] = {work, ticket.answer}
            await asyncio.wait(either, timeout=ticket.asked.seconds, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            work.cancel()
            raise
        if work.done():
            return work.result()
        work.cancel()
        return None

    def _tell(self, ticket: Ticket, told: Told | None, hand: Hand) -> None:
        hand.jobs += 1
        if told is None:
            self._dismiss(hand)
            seconds = f"{ticket.asked.seconds or self._seconds:g} seconds"
            _settle(ticket, Refusal("too_long", f"This takes longer than {seconds} to work out here", None))
            return
        if told.memory > MOST_MEMORY or hand.jobs >= MOST_JOBS:
            self._dismiss(hand)
        if told.kind == "answer":
            if ticket.asked.kept:
                self._keep(ticket.asked, told.text)
            if not ticket.answer.done():
                ticket.answer.set_result(told.text)
        elif told.kind == "refusal":
            _settle(ticket, refusal_of(told.text))
        else:
            LOG.error("desk", extra={"fields": {"fault": told.text.decode()[:80]}})
            _settle(ticket, Refusal("fault", "This went wrong on our side, and nothing was done", None))

    def _dismiss(self, hand: Hand) -> None:
        """Ends the worker of a hand; the next question finds another."""
        if hand.worker is not None:
            hand.worker.kill()
            ending = asyncio.ensure_future(hand.worker.ended())
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
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


def _settle(ticket: Ticket, refusal: Refusal) -> None:
    if not ticket.answer.done():
        ticket.answer.set_exception(refusal)
        ticket.answer.exception()  # who waits hears of it; if nobody does, that is no fault

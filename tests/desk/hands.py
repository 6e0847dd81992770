"""Workers that do what a test tells them, when it tells them."""

from __future__ import annotations

import asyncio

from pitboss.desk.desk import Worker, WorkerGone
from pitboss.desk.jobs import answer
from pitboss.desk.question import Question, Reply


class Scripted:
    """Answers with the question's own text, once it is let; it can be killed at any time."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.killed = asyncio.Event()

    async def answer(self, asked: Question) -> Reply:
        self.office.begun.append(asked.values)
        going = asyncio.ensure_future(self.office.let(asked).wait())
        gone = asyncio.ensure_future(self.killed.wait())
        await asyncio.wait({going, gone}, return_when=asyncio.FIRST_COMPLETED)
        going.cancel()
        gone.cancel()
        if self.killed.is_set():
            raise WorkerGone
        return Reply("answer", asked.values.encode(), self.office.memory)

    async def end(self) -> None:
        self.office.killed += 1
        self.killed.set()


class InThread:
    """Answers in a thread of this process, for houses of tests; it cannot be ended."""

    async def answer(self, asked: Question) -> Reply:
        return await asyncio.to_thread(answer, asked)

    async def end(self) -> None:
        """Its answer is not waited for."""


async def start_thread() -> Worker:
    """A worker without a process."""
    return InThread()


class Office:
    """All workers of a test, and what they were asked."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.started = 0
        self.killed = 0
        self.memory = 0
        self._lets: dict[str, asyncio.Event] = {}

    async def start(self) -> Worker:
        self.started += 1
        return Scripted(self)

    def let(self, asked: Question) -> asyncio.Event:
        return self._lets.setdefault(asked.values, asyncio.Event())


def named(name: str, *, seconds: float = 60.0, kept: bool = False) -> Question:
    """A question that is nothing but its name."""
    return Question(name, seconds=seconds, kept=kept)


async def settled() -> None:
    """Everything that can go on has gone on."""
    for _ in range(30):
        await asyncio.sleep(0)

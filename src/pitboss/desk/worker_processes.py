"""Who works at the desk: a process that can be ended at any time, or, in tests, a thread of this process."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol

from pitboss.desk.question import READY, TOLD, Question, Told, told_head

PATIENCE: Final = 60.0  # seconds until a worker that was started must be there


class WorkerGone(Exception):
    """The worker has ended: it was told to, it took too much, or it failed."""


class Worker(Protocol):
    """Answers one question at a time."""

    async def answer(self, asked: Question) -> Told:
        """What comes of a question; raises `WorkerGone` when the worker ends over it."""
        ...

    def kill(self) -> None:
        """Ends it at once, whatever it does."""
        ...

    async def ended(self) -> None:
        """Waits until it is gone."""
        ...


Start = Callable[[], Awaitable[Worker]]


class ProcessWorker:
    """A process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def answer(self, asked: Question) -> Told:
        if self.process.stdin is None or self.process.stdout is None:
            raise WorkerGone
        try:
            self.process.stdin.write(asked.packed())
            await self.process.stdin.drain()
            kind, size, memory = told_head(await self.process.stdout.readexactly(TOLD.size))
            return Told(kind, await self.process.stdout.readexactly(size), memory)
        except (OSError, EOFError, ValueError) as fault:
            self.kill()
            raise WorkerGone from fault

    def kill(self) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        with suppress(ProcessLookupError):
            self.process.kill()

    async def ended(self) -> None:
        await self.process.wait()
        self.process._transport.close()  # type: ignore[attr-defined]  # its pipes would be open for a while


async def start_process() -> Worker:
    """Starts a worker and waits until it is ready; who is cancelled meanwhile leaves no process behind."""
    beginning = asyncio.ensure_future(_begin())
    try:
        process = await asyncio.shield(beginning)
    except asyncio.CancelledError:
        late = ProcessWorker(await beginning)
        late.kill()
        await late.ended()
        raise
    worker = ProcessWorker(process)
    try:
        if process.stdout is None or await asyncio.wait_for(process.stdout.readexactly(1), PATIENCE) != READY:
            raise WorkerGone
    except (OSError, EOFError, TimeoutError) as fault:
        worker.kill()
        await worker.ended()
        raise WorkerGone from fault
    except BaseException:
        worker.kill()
        await worker.ended()
        raise
    return worker


async def _begin() -> asyncio.subprocess.Process:
    quiet = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "pitboss.desk.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **quiet},
    )


class ThreadWorker:
    """A thread of this process: for tests, and nothing that others ask. It cannot be ended."""

    async def answer(self, asked: Question) -> Told:
        from pitboss.desk.jobs import answer

        return await asyncio.to_thread(answer, asked)

    def kill(self) -> None:
        """Its answer is not waited for."""

    async def ended(self) -> None:
        """It has no end of its own."""


async def start_thread() -> Worker:
    """A worker without a process."""
    return ThreadWorker()

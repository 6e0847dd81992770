"""Runs an audit beside a house that plays: in a process of its own, watched, and ended when it is stopped."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from pitboss.faults import CageFault
from pitboss.house.audit_desk import AuditDesk
from pitboss.ledger import audits
from pitboss.ledger.audits import State
from pitboss.ledger.store import MEMORY, Store
from pitboss.proof import Audit

BEAT: Final = 1.0  # seconds between two times that it says how far it is
LONGEST: Final = 6 * 3600.0  # seconds that an audit may take
TRIES: Final = 60  # to write down the end, when the database is away
LINE: Final = 4 * 1024 * 1024  # bytes of the result

T = TypeVar("T")


class InPool(Protocol):
    """Work that waits for the database, away from the event loop."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]: ...


class Progress(NamedTuple):
    """How many rounds have been judged."""

    done: int
    total: int


Said = AsyncGenerator[Progress | Audit, None]


class AuditRunner:
    """The audit that runs on this server, if one does."""

    def __init__(self, store: Store, address: str, milliseconds: Callable[[], int], in_pool: InPool) -> None:
        self._store = store
        self._address = address
        self._milliseconds = milliseconds
        self._in_pool = in_pool
        self._tasks: set[asyncio.Task[None]] = set()
        self.beat = BEAT

    def run(self, number: int, operator: str) -> None:
        """Begins an audit that was written down; it goes on by itself."""
        task = asyncio.create_task(self._run(number, AuditDesk(operator, self._store, self._milliseconds)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Ends the audit that runs here, with the house: it is lost."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def wait(self) -> None:
        """Waits until nothing runs here."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _run(self, number: int, desk: AuditDesk) -> None:
        said = audit_here(self._store) if self._address in ("", MEMORY) else audit_process(self._address)
        watch = _Watch()
        reader = asyncio.ensure_future(watch.follow(said))
        state: State = "lost"
        try:
            async with asyncio.timeout(LONGEST):
                while not reader.done():
                    await asyncio.wait({reader}, timeout=self.beat)
                    if not await self._still_wanted(number, watch.progress):
                        return
            state = "failed" if watch.found is None else "clean" if watch.found.clean else "faulty"
        except TimeoutError:
            state = "stopped"
        finally:
            reader.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await reader
            await asyncio.shield(self._end(desk, number, state, watch.found))

    async def _still_wanted(self, number: int, now: Progress) -> bool:
        """Writes down how far it is; whether nobody has stopped it."""
        at = self._milliseconds()

        def work() -> bool:
            return self._store.write(lambda each: audits.move_audit(each, number, at, *now))

        try:
            return await self._in_pool(work)
        except CageFault:  # the database is away for a moment
            return True

    async def _end(self, desk: AuditDesk, number: int, state: State, found: Audit | None) -> None:
        for _ in range(TRIES if state in ("clean", "faulty") else 1):
            try:
                await self._in_pool(lambda: desk.end(number, state, found))
            except CageFault:
                await asyncio.sleep(self.beat)
            else:
                return


class _Watch:
    """What an audit has said last."""

    def __init__(self) -> None:
        self.progress = Progress(0, 0)
        self.found: Audit | None = None

    async def follow(self, said: Said) -> None:
        async with aclosing(said) as all_:
            async for each in all_:
                if isinstance(each, Audit):
                    self.found = each
                else:
                    self.progress = each
        if self.found is not None and (total := self.found.figures.get("rounds")) is not None:
            self.progress = Progress(total, total)


async def audit_process(address: str) -> Said:
    """Audits in a process of its own, which ends with whoever listens."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "pitboss.proof.audit_worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE,
    )
    try:
        if process.stdin is None or process.stdout is None:
            return
        process.stdin.write(json.dumps(address).encode() + b"\n")
        await process.stdin.drain()
        async for line in process.stdout:
            yield _read(json.loads(line))
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        process._transport.close()  # type: ignore[attr-defined]  # its pipes would be open for a while


async def audit_here(store: Store) -> Said:
    """Audits a database that no other process can read, in a thread."""
    from pitboss.proof.cage_audit import audit

    yield await asyncio.to_thread(audit, store)


def _read(said: dict[str, Any]) -> Progress | Audit:
    if "audit" not in said:
        return Progress(said["done"], said["total"])
    found = said["audit"]
    return Audit(found["figures"], tuple(found["faults"]), found["number"])

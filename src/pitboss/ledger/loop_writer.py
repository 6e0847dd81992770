"""Work of an event loop in SQLite: done by the loop itself, and committed by a thread that does nothing else.

What one command does in the database takes less time than it takes to hand it to a thread and back, while
threads wait for each other at every statement. Only the disk is worth a thread. Whatever comes while it is
waited for is done next, all together and with one commit.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

from pitboss.ledger.sqlite_store import Occupied, SqliteStore
from pitboss.ledger.transactions import Piece, Work

T = TypeVar("T")

TOGETHER: Final = 16  # pieces of work that share one commit: so long nothing else is done on the loop


class _Awaited(Piece[Any]):
    """A piece of work, and who waits for it."""

    def __init__(self, work: Work[Any], heard: asyncio.Future[None]) -> None:
        super().__init__(work)
        self.heard = heard


class _Batch(NamedTuple):
    pieces: list[_Awaited]
    begun: bool  # else another program was writing, which nobody waits for on the loop
    loop: asyncio.AbstractEventLoop


class LoopWriter:
    """The writer of one event loop."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._waiting: deque[_Awaited] = deque()
        self._due: SimpleQueue[_Batch | None] | None = None  # for the thread
        self._loop: asyncio.AbstractEventLoop | None = None
        store.on_free.append(self._freed)

    @property
    def waiting(self) -> int:
        """Pieces of work that are not begun."""
        return len(self._waiting)

    async def write(self, work: Work[T]) -> T:
        """Does work as `Store.write` does: its result is stored, and after a fault nothing has changed."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # what the last one left undone, nobody waits for any more
            self._loop = loop
            self._waiting.clear()
        piece = _Awaited(work, loop.create_future())
        self._waiting.append(piece)
        if len(self._waiting) == 1:
            loop.call_soon(self._begin, loop)  # with all that comes in the same turn of the loop
        await piece.heard
        result: T = self._store.result_of(piece)
        return result

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Does what waits, if nobody else writes: who does so calls when it is over."""
        store = self._store
        if not self._waiting or not store.lead():
            return
        pieces = [self._waiting.popleft() for _ in range(min(len(self._waiting), TOGETHER))]
        try:
            begun = store.begin(pieces, patient=False)
        except Occupied:
            self._hand_over(_Batch(pieces, False, loop))
            return
        except BaseException:
            store.give_back()
            raise
        if begun:
            self._hand_over(_Batch(pieces, True, loop))
        else:
            store.give_back()
            self._tell(pieces, loop)

    def _hand_over(self, batch: _Batch) -> None:
        if self._due is None:
            self._due = SimpleQueue()
            Thread(target=_commit_all, args=(self, self._due), name="commit", daemon=True).start()
        self._due.put(batch)

    def commit(self, batch: _Batch) -> None:
        """In the thread: a batch comes to the disk, and its loop hears of it."""
        stored = False
        try:
            stored = (batch.begun or self._store.begin(batch.pieces)) and self._store.commit(batch.pieces)
        finally:
            self._store.give_back()
            with suppress(RuntimeError):  # the loop has ended meanwhile
                batch.loop.call_soon_threadsafe(self._committed, batch, stored)

    def _committed(self, batch: _Batch, stored: bool) -> None:
        if stored:
            self._store.confirm(batch.pieces)
        self._tell(batch.pieces, batch.loop)

    def _tell(self, pieces: list[_Awaited], loop: asyncio.AbstractEventLoop) -> None:
        """Who waits goes on in a moment; the next batch is begun before that, so that the disk has work."""
        for piece in pieces:
            if not piece.heard.done():
                piece.heard.set_result(None)
        self._begin(loop)

    def _freed(self) -> None:
        """From whichever thread has written."""
        if self._waiting and self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._begin, self._loop)

    def close(self) -> None:
        """Nothing is written from here any more: the thread ends when it has done what is due."""
        if self._freed in self._store.on_free:
            self._store.on_free.remove(self._freed)
        if self._due is not None:
            self._due.put(None)
            self._due = None


def _commit_all(writer: LoopWriter, due: SimpleQueue[_Batch | None]) -> None:
    while (batch := due.get()) is not None:
        writer.commit(batch)

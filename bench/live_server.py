"""`python -m bench.live_server FILE serve …`: the server with stopwatches in it.

Processor time of each thread goes to what it is doing, innermost first; FILE gets the seconds on SIGUSR1.
What no stopwatch sees is the event loop: sockets, messages, HTTP. Beside that, by the clock: how long the
writer of the database was at work, how long of it the disk kept it waiting, and how late the loop was.
"""

from __future__ import annotations

import asyncio
import functools
import json
import signal
import sys
from collections import defaultdict
from pathlib import Path
from threading import Lock, local
from time import perf_counter, process_time, thread_time
from types import FrameType
from typing import Any

from pitboss.ledger.sqlite_store import SqliteStore
from pitboss.table import stored_calls
from pitboss.table.table_runner import Room
from pitboss.web.server import HouseServer
from tests.live.patient import main

WATCHED = (
    (Room, "_frames", "views"),
    (SqliteStore, "begin", "database"),
    (SqliteStore, "commit", "database"),
    (SqliteStore, "write", "database"),
    (SqliteStore, "read", "database"),
    (stored_calls, "step", "rules"),
)

LOOK = 0.01  # seconds between two looks at how late the event loop is

_here = local()
_turn = Lock()
_spent: defaultdict[str, float] = defaultdict(float)
_clock: defaultdict[str, float] = defaultdict(float)
_late: list[float] = []
_tasks: set[asyncio.Task[None]] = set()


def _watch(owner: object, name: str, what: str) -> None:
    """Puts a stopwatch around a method; what is watched inside it counts only there."""
    method = getattr(owner, name)

    @functools.wraps(method)
    def timed(*arguments: Any, **named: Any) -> Any:
        stack: list[float] = _here.__dict__.setdefault("stack", [])
        begun = thread_time()
        stack.append(0.0)
        try:
            return method(*arguments, **named)
        finally:
            whole, inside = thread_time() - begun, stack.pop()
            if stack:
                stack[-1] += whole
            with _turn:
                _spent[what] += whole - inside

    setattr(owner, name, timed)


def _time(owner: object, name: str, what: str) -> None:
    """Counts the seconds by the clock that a call takes."""
    call = getattr(owner, name)

    def timed(*arguments: Any, **named: Any) -> Any:
        begun = perf_counter()
        try:
            return call(*arguments, **named)
        finally:
            _clock[what] += perf_counter() - begun  # there is one writer at a time

    setattr(owner, name, timed)


async def _look() -> None:
    """How much later than it should the event loop comes back, again and again."""
    while True:
        begun = perf_counter()
        await asyncio.sleep(LOOK)
        _late.append(perf_counter() - begun - LOOK)


def _watch_loop() -> None:
    startup = HouseServer.startup

    async def watched(server: HouseServer, *arguments: Any, **named: Any) -> None:
        await startup(server, *arguments, **named)
        _tasks.add(asyncio.get_running_loop().create_task(_look()))

    HouseServer.startup = watched  # type: ignore[method-assign, assignment]


def run() -> None:
    """Serves until it is asked to end; on SIGUSR1 the seconds so far are written to the file."""
    file = Path(sys.argv[1])
    sys.argv = ["pitboss", *sys.argv[2:]]
    for owner, name, what in WATCHED:
        _watch(owner, name, what)
    _time(SqliteStore, "begin", "writer")
    _time(SqliteStore, "commit", "writer")
    _time(SqliteStore, "_end", "disk")
    _watch_loop()

    def tell(number: int, frame: FrameType | None) -> None:
        late, new = sorted(_late), file.with_suffix(".new")
        _late.clear()
        told = {
            "spent": {**_spent, "all": process_time()},
            "clock": {**_clock, "all": perf_counter()},
            "late": late[len(late) * 99 // 100] if late else 0.0,
        }
        new.write_text(json.dumps(told), encoding="utf-8")
        new.replace(file)

    signal.signal(signal.SIGUSR1, tell)
    main()


if __name__ == "__main__":
    run()

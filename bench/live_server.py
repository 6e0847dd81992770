"""`python -m bench.live_server FILE serve …`: the server with stopwatches in it.

Processor time of each thread goes to what it is doing, innermost first; FILE gets the seconds on SIGUSR1.
What no stopwatch sees is the event loop: sockets, messages, HTTP.
"""

from __future__ import annotations

import functools
import json
import signal
import sys
from collections import defaultdict
from pathlib import Path
from threading import Lock, local
from time import process_time, thread_time
from types import FrameType
from typing import Any

from pitboss.cage.store import SqliteStore
from pitboss.cli import main
from pitboss.floor.room import Room
from pitboss.pit.table import PitTable

WATCHED = (
    (Room, "_work", "rules"),
    (Room, "_frames", "views"),
    (SqliteStore, "write", "database"),
    (SqliteStore, "read", "database"),
    (PitTable, "_step", "rules"),
)

_here = local()
_turn = Lock()
_spent: defaultdict[str, float] = defaultdict(float)


def _watch(owner: type, name: str, what: str) -> None:
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


def run() -> None:
    """Serves until it is asked to end; on SIGUSR1 the seconds so far are written to the file."""
    file = Path(sys.argv[1])
    sys.argv = ["pitboss", *sys.argv[2:]]
    for owner, name, what in WATCHED:
        _watch(owner, name, what)

    def tell(number: int, frame: FrameType | None) -> None:
        new = file.with_suffix(".new")
        new.write_text(json.dumps({**_spent, "all": process_time()}), encoding="utf-8")
        new.replace(file)

    signal.signal(signal.SIGUSR1, tell)
    main()


if __name__ == "__main__":
    run()

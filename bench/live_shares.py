"""Where the time of a live server goes: stopwatches in it, in a run of its own, on SQLite."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from time import process_time, sleep
from typing import Any

from bench.live_client import play
from bench.live_crowd import Crowd, warm
from bench.report import note


async def shares(crowd: Crowd, file: Path, clients: int, every: float, laps: int) -> None:
    """Where the time of the server goes, with stopwatches in it, in a run of its own."""
    await crowd.seat(clients)
    await warm(crowd.seats, every)
    before = _read_spent(crowd, file)
    crowd.log.clear()
    mine = process_time()
    await play(crowd.seats, every, laps * every)
    after = _read_spent(crowd, file)
    commands, mine = len(crowd.log.sent), process_time() - mine
    crowd.close()
    spent, clock = _less(after["spent"], before["spent"]), _less(after["clock"], before["clock"])
    whole, seconds = spent.pop("all"), clock.pop("all")
    spent["sockets"] = whole - sum(spent.values())
    names = {
        "rules": "rules, floor and pit",
        "database": "database",
        "views": "views as bytes",
        "sockets": "sockets, messages, HTTP",
    }
    told = ", ".join(
        f"{names[key]} {value / whole:.0%}" for key, value in sorted(spent.items(), key=lambda one: -one[1])
    )
    note(
        f"At {clients:,} clients, with stopwatches in the server: {told};"
        f" {whole / max(1, commands) * 1000:,.1f} ms of processor time a command in all."
        f" The event loop was {after['late'] * 1000:,.0f} ms late (p99)."
    )
    busy = {
        "the server's core, for Python runs on one at a time": whole / seconds,
        "the one writer of the database": clock["writer"] / seconds,
        "the client of this bench": mine / seconds,
    }
    most = max(busy, key=lambda name: busy[name])
    note(
        f"Busy: {', '.join(f'{name} {share:.0%}' for name, share in busy.items())} (the disk keeps the writer"
        f" waiting for {clock['disk'] / seconds:.0%} of all time). What saturates first: {most}."
    )


def _less(after: dict[str, float], before: dict[str, float]) -> dict[str, float]:
    return {key: value - before.get(key, 0.0) for key, value in after.items()}


def _read_spent(crowd: Crowd, file: Path) -> dict[str, Any]:
    file.unlink(missing_ok=True)
    os.kill(crowd.place.servers[0].pid, signal.SIGUSR1)
    while not file.exists():
        sleep(0.005)
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found

"""Threads that begin together."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any


def at_once(times: int, work: Callable[[int], Any]) -> list[Any]:
    """Does work in so many threads at once: what each returned or raised, by its number."""
    start = Barrier(times)
    told: list[Any] = [None] * times

    def run(number: int) -> None:
        start.wait()
        try:
            told[number] = work(number)
        except BaseException as fault:  # noqa: BLE001 - it is part of what is told
            told[number] = fault

    threads = [Thread(target=run, args=(number,), daemon=True) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told

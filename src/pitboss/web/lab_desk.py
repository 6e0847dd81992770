"""The desk of the Lab: who may ask how often, and a few threads to work out the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from pitboss.round import Refusal
from pitboss.web.attempts import Attempts, Rate, network_of

T = TypeVar("T")

QUESTIONS: Final = Rate(per_minute=300, per_hour=6_000)
WORKERS: Final = 2
MOST_WAITING: Final = 32


class LabDesk:
    """Works out answers apart from the tables, so that a long one delays no round."""

    def __init__(self, rate: Rate = QUESTIONS, most_waiting: int = MOST_WAITING) -> None:
        self._rate = rate
        self._most = most_waiting
        self._attempts = Attempts()
        self._pool = ThreadPoolExecutor(WORKERS, "lab")
        self._waiting = 0

    async def work(self, address: str, now: int, work: Callable[[], T]) -> T:
        """The answer to one question of an address, at a time in milliseconds."""
        again = self._attempts.knock(now, {f"lab {network_of(address)}": self._rate})
        if again is not None:
            text = "Too many questions to the Lab: try again in a minute"
            raise Refusal("rate", text, None, values={"again": again})
        if self._waiting >= self._most:
            raise Refusal("rate", "The Lab is busy: try again in a moment", None)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Lets the threads go once their work is done; nothing that waits is begun."""
        self._pool.shutdown(wait=True, cancel_futures=True)

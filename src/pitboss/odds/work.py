"""How a long count reports its progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]  # how much is done, of how much


def part(progress: Progress | None, number: int, parts: int) -> Progress | None:
    """How far one of several equal parts has come, told as a share of all of them.

    >>> told = []
    >>> second = part(lambda done, every: told.append((done, every)), 1, 4)
    >>> second(3, 10)
    >>> told
    [(13, 40)]
    """
    if progress is None:
        return None
    return lambda done, every: progress(number * every + done, parts * every)

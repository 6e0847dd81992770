"""Listening to the named points of the cage for the time of a block."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitboss.ledger import store

_listening: list[Callable[[str], None]] = []


def _all(name: str) -> None:
    for hook in tuple(_listening):
        hook(name)


store.listen(_all)  # once: there is no way to stop listening


@contextmanager
def listening(hook: Callable[[str], None]) -> Iterator[None]:
    """Calls `hook` with the name of every point that is reached inside the block."""
    _listening.append(hook)
    try:
        yield
    finally:
        _listening.remove(hook)


class TornOff(Exception):
    """What a test raises where a process would die."""


@contextmanager
def torn_at(point: str) -> Iterator[None]:
    """Raises at a named point inside the block."""

    def hook(name: str) -> None:
        if name == point:
            raise TornOff(point)

    with listening(hook):
        yield

"""Losing the answer to a commit: before the database has stored it, or after."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import OperationalError

from tests.ledger.reached import listening


@contextmanager
def answers_lost(*, stored: bool, times: int = 1) -> Iterator[None]:
    """The next commits inside the block are not answered; they have happened, or they have not."""
    left = times
    point = "store:committed" if stored else "store:committing"

    def hook(name: str) -> None:
        nonlocal left
        if name == point and left:
            left -= 1
            raise OperationalError("COMMIT", None, Exception("server closed the connection unexpectedly"))

    with listening(hook):
        yield

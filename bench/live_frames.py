"""Frames as the bench's clients read them: the one place here that knows how they look.

They are told apart by their first and last bytes, and a view is parsed only when its owner is to act: what is
measured is the server and not the client.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

VIEW: Final = b'"t":"view"}'
DONE: Final = b'{"t":"done"'
REFUSED: Final = b'{"t":"refused"'


class Heard(NamedTuple):
    """What a message says, as far as it matters here."""

    rev: int | None = None  # of the table that it shows
    done: str = ""  # the id of a command that was done
    done_rev: int = 0  # and the table's after it
    refused: str | None = None  # the id of one that was not


class Frames:
    """What one client has heard of its table."""

    def __init__(self) -> None:
        self._view = b""

    def hear(self, payload: bytes) -> Heard:
        """One message."""
        if payload.endswith(VIEW):
            self._view = payload
            return Heard(rev=int(payload[7 : payload.index(b",", 7)]))  # {"rev":N,
        if payload.startswith(DONE):
            done = json.loads(payload)
            return Heard(done=done["id"], done_rev=done["rev"])
        if payload.startswith(REFUSED):
            return Heard(refused=json.loads(payload)["id"] or "")
        return Heard()

    def view(self) -> dict[str, Any]:
        """The table as it is now."""
        found: dict[str, Any] = json.loads(self._view)
        return found

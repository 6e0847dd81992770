"""Frames as the bench's clients read them: the one place here that knows how they look.

They are told apart by their first bytes, and the table is put together only when its owner is to act: what is
measured is the server and not the client.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from pitboss.terminal.place import merged

VIEW: Final = b'{"t":"view","rev":'
UPDATE: Final = b'{"t":"update","rev":'
ANSWERS: Final = b',"done":"'  # at the end of the update that one's own command has caused


class Heard(NamedTuple):
    """What a message says, as far as it matters here."""

    rev: int | None = None  # of the table that it shows
    done: str = ""  # the id of a command that was done
    done_rev: int = 0  # and the table's after it
    refused: str | None = None  # the id of one that was not


class Frames:
    """What one client has heard of its table."""

    def __init__(self) -> None:
        self._whole: dict[str, Any] = {}
        self._changes: list[bytes] = []  # that were not read yet

    def hear(self, payload: bytes) -> Heard:
        """One message."""
        if payload.startswith((VIEW, UPDATE)):
            self._changes.append(payload)
            first = payload.index(b":", 10) + 1
            rev = int(payload[first : payload.index(b",", first)])
            at = payload.rfind(ANSWERS)
            return Heard(rev, payload[at + len(ANSWERS) : -2].decode() if at >= 0 else "", rev)
        answer = json.loads(payload)
        if answer["t"] == "done":
            return Heard(done=answer["id"], done_rev=answer["rev"])
        return Heard(refused=answer["id"] or "") if answer["t"] == "refused" else Heard()

    def view(self) -> dict[str, Any]:
        """The table as it is now."""
        for payload in self._changes:
            frame = json.loads(payload)
            self._whole = frame if frame["t"] == "view" else merged(self._whole, frame)
        self._changes.clear()
        return self._whole

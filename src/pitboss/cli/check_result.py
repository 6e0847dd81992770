"""What one check of `pitboss doctor` found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

State = Literal["ok", "note", "fault"]

BROKEN: Final = "Stop the tables, keep the file, and restore the last backup: pitboss restore FILE --force."


@dataclass(frozen=True, slots=True)
class Found:
    """What one check found; `remedy` says what to do."""

    check: str
    state: State
    text: str
    remedy: str = ""

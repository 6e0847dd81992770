"""What somebody could have the log say without end is said some times a minute, and then counted."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST: Final = 20  # lines of one kind in a minute
WINDOW: Final = 60.0  # seconds
MOST_KINDS: Final = 256


@dataclass
class _Kind:
    until: float
    said: int = 0
    left_out: int = 0


class Repeats(logging.Filter):
    """Lets through what is rare, and what cannot be said more often than people play.

    Warnings, faults and lines that are marked as `often` are counted by what they say and by their kind of
    fault. The first line of a kind after its minute tells how many were left out.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: OrderedDict[tuple[str, str, str], _Kind] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING and not getattr(record, "often", False):
            return True
        fields = getattr(record, "fields", {})
        key = (record.name, str(record.msg), str(fields.get("fault") or fields.get("table") or ""))
        now, kind = self._now(), self._kinds.pop(key, None)
        if kind is None or now >= kind.until:
            left_out = kind.left_out if kind else 0
            kind = _Kind(now + WINDOW)
            if left_out:
                record.fields = {**fields, "left_out": left_out}
        self._kinds[key] = kind
        if len(self._kinds) > MOST_KINDS:
            self._kinds.popitem(last=False)
        kind.said += 1
        kind.left_out += kind.said > MOST
        return kind.said <= MOST

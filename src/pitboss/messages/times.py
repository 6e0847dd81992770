"""Times as people read them: in the zone of who reads, with its name. Programs are given UTC and no words."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Final

MINUTE: Final = 60_000  # milliseconds


def moment_words(at: int, zone: tzinfo | None = None) -> str:
    """A time in milliseconds to the second; without a zone in the machine's own.

    >>> moment_words(1_794_700_800_500, UTC)
    '2026-11-15 00:00:00 UTC'
    """
    return f"{_in_zone(at // 1000, zone):%Y-%m-%d %H:%M:%S %Z}"


def until_words(at: int, zone: tzinfo | None = None) -> str:
    """A time in milliseconds to wait for, rounded up to the minute.

    >>> until_words(1_794_700_800_001, UTC)
    '2026-11-15 00:01 UTC'
    """
    return f"{_in_zone(-(-at // MINUTE) * 60, zone):%Y-%m-%d %H:%M %Z}"


def _in_zone(seconds: int, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).astimezone(zone)

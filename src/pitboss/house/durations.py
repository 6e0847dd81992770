"""How long things are, in milliseconds, as the database keeps time."""

from __future__ import annotations

from typing import Final

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def in_words(milliseconds: int) -> str:
    """How long one has to wait, rounded up.

    >>> in_words(1), in_words(90_000), in_words(90_001)
    ('in 1 second', 'in 90 seconds', 'in 2 minutes')
    """
    seconds = -(-milliseconds // SECOND)
    if seconds <= 90:
        return f"in {seconds} second{'' if seconds == 1 else 's'}"
    return f"in {-(-seconds // 60)} minutes"

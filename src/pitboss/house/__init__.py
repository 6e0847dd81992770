"""The running house without HTTP: people, limits of play, disputes, operators, history, practice.

Here is what its modules share: how long things are, in milliseconds, as the database keeps time; and what
requests are made of, with bodies that refuse unknown fields, and texts and keys within their bounds.
"""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from pitboss.errors import Refusal

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


MOST_ROWS: Final = 200  # on a page
LONGEST_TITLE: Final = 60
LONGEST_REASON: Final = 400

Title = Annotated[str, Field(min_length=1, max_length=LONGEST_TITLE)]
Why = Annotated[str, Field(max_length=LONGEST_REASON)]
Key = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[!-~]+$")]  # of a table or a round


class Asked(BaseModel):
    """The body of a request, or a part of it: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


def check_printable(text: str, path: str, why: str) -> None:
    """Refuses a text that shows nothing, or holds what cannot be shown."""
    if not text.isprintable() or not text.strip():
        raise Refusal("title", why, None, path)

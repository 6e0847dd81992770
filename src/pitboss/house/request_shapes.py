"""What requests share: bodies that refuse unknown fields, and texts and keys within their bounds."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from pitboss.errors import Refusal

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

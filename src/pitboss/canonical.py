"""The one way to write JSON that is hashed and that others check: RFC 8785. Equal values are equal bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import rfc8785


def canonical_text(value: Mapping[str, Any]) -> str:
    """A JSON object as RFC 8785 has it; raises ValueError for what has no such form, like a half letter.

    >>> canonical_text({"b": [1, True, None], "a": "é"})
    '{"a":"é","b":[1,true,null]}'
    """
    return rfc8785.dumps(value).decode()

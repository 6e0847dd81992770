"""A round that the adjudicator and the naive settlement settle alike, to the last key."""

from __future__ import annotations

import json
from typing import Any

from pitboss.round.adjudicate import rule
from tests.naive.settlement import settle


def settled_alike(data: dict[str, Any], number: int) -> dict[str, Any]:
    """What the round comes to; a difference shows the round as a line for `pitboss settle`."""
    line = json.dumps(data, ensure_ascii=False)
    answer, accepted = rule(line.encode(), number)
    assert accepted, (line, answer)
    assert answer == settle(data), line
    return answer

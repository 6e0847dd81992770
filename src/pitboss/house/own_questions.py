"""What the house asks its own desk: few questions, each worked out once and then known."""

from __future__ import annotations

from typing import Final, TypeVar

from pydantic import TypeAdapter

from pitboss.desk.desk import Desk
from pitboss.desk.question import Question

HOUSE: Final = "house"  # the line that the house itself stands in

T = TypeVar("T")


async def ask_own(desk: Desk, asked: Question, kind: type[T]) -> T:
    """The desk's answer as a value; the house comes before everybody who waits."""
    found: T = TypeAdapter(kind).validate_json(await desk.ask(HOUSE, asked, lane="house"))
    return found

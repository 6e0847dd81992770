"""What operators did at tables, in sentences for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.money import dollars

STATES: Final = {
    "open": "open",
    "playing": "in play",
    "frozen": "frozen",
    "closing": "closes after this round",
    "set_aside": "set aside",
}


def table_act_words(what: str, table: str | None, round_: str | None, after: Mapping[str, Any]) -> str:
    """One act as a sentence.

    >>> table_act_words("void", "7", "7:3", {})
    'Round 7:3 is void: everything that lay on table 7 went back.'
    """
    if what == "void":
        return f"Round {round_} is void: everything that lay on table {table} went back."
    if what == "change":
        low, high, clock, coach = after["terms"]
        with_clock, with_coach = ("with" if on else "without" for on in (clock, coach))
        terms = f"{dollars(low)} to {dollars(high)}, {with_clock} a clock, {with_coach} the coach"
        return f"Table {table} is played from {terms} now."
    if what == "close" and not after.get("closed"):
        return f"Table {table} closes after this round."
    said = {
        "open": "is open",
        "freeze": "is frozen: no bet, no decision, no clock",
        "thaw": "goes on, with full clocks",
        "close": "is closed",
    }
    return f"Table {table} {said[what]}."

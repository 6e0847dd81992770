"""What clients of one table asked, were told and saw, each with its time by one clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal, NamedTuple

Outcome = Literal["done", "refused", "unknown"]

TELLING = ("bets", "fold", "play", "draw", "take_bank", "close")  # commands that make events under their id


class Shown(NamedTuple):
    """What a view shows of the table's journal, with nothing in it that the journal does not tell."""

    round: int
    phase: str
    bets: frozenset[tuple[int, str, int]] = frozenset()  # seat, wager, cents
    moves: frozenset[tuple[int, str]] = frozenset()  # seat and action of those that have decided
    nets: frozenset[tuple[int, int]] = frozenset()  # seat and cents, once the round has ended


@dataclass(frozen=True, slots=True)
class Command:
    """A command under its id: sent for the first time, and how it was answered in the end."""

    person: str
    id: str
    asked: Mapping[str, Any]  # `do` and what goes with it
    sent: float
    answered: float = inf  # never
    outcome: Outcome = "unknown"
    line: int = -1  # the connection on which the answer came
    code: str = ""  # of a refusal

    @property
    def telling(self) -> bool:
        """Whether it must be in the journal once it is done; a deed it is in any case."""
        return self.asked["do"] in TELLING


@dataclass(frozen=True, slots=True)
class Look:
    """A view that came: on which connection, since when that was asked for, and what it showed."""

    line: int
    begun: float
    at: float
    rev: int
    shown: Shown


@dataclass
class History:
    """All of it at one table."""

    table: str
    commands: list[Command] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

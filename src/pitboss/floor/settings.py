"""How a live table is run: its clock, who may come, how long things take."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

Seconds = float


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a public table waits, in seconds; a private table without a clock waits for its people."""

    bets: Seconds = 20.0  # from the first bet
    decision: Seconds = 25.0
    extension: Seconds = 15.0
    extensions: int = 2  # on request, for each person in each round
    result: Seconds = 6.0  # the paid round stays on the felt
    bank_offer: Seconds = 10.0


HELD_ROUNDS: Final = 3  # a seat is kept this long for somebody who does not bet


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever opens a table decides."""

    name: str
    clock: Clock | None = field(default_factory=Clock)
    private: bool = False
    spectators: bool = True
    coach: bool = True  # whether a person may ask what their own decision is worth
    invite: str = ""  # what a person must know to come to a private table
    host: str = ""  # who opened it
    frozen: bool = False  # stopped by an operator, until it is let go on
    aside: str = ""  # the fault for which the table cannot go on: it waits for who closes it
    terminal: bool = False  # one person's own: no server takes it up
    closes_by: tuple[str, str] | None = None  # who has asked to close it, under which command id

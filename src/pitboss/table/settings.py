"""How a live table is run: its clock, who may come, how long things take."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from pitboss.money import Cents

Seconds = float


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a table with a clock waits, in seconds."""

    bets: Seconds = 20.0  # from the first bet
    decision: Seconds = 25.0
    extension: Seconds = 15.0
    extensions: int = 2  # on request, for each person in each round
    result: Seconds = 6.0  # the paid round stays on the felt
    bank_offer: Seconds = 10.0


HELD_ROUNDS: Final = 3  # a seat is kept this long for somebody who does not bet

# Where no clock runs nobody's stake is locked for ever: each phase with a person's money in it ends at last.
PUBLIC_WAIT: Final[Seconds] = 300.0
PRIVATE_WAIT: Final[Seconds] = 86_400.0
# Where no clock runs and others wait: how long for somebody without a connection, and for who was nudged.
PUBLIC_GRACE: Final[Seconds] = 60.0
PRIVATE_GRACE: Final[Seconds] = 300.0
NUDGE_GRACE: Final[Seconds] = 60.0
NUDGE_GAP: Final[Seconds] = 20.0  # between two nudges; after it a host may sit somebody out who has cards
OFFER_WAIT: Final[Seconds] = 30.0  # how long the bank's offer stands without a clock
LAPSES: Final = 2  # offers in a row without an answer, after which nobody is asked any more


Stage = Literal["playing", "paid", "done"]


@dataclass(frozen=True, slots=True)
class EveningRound:
    """Which round of an evening a table plays; it plays no other before the evening says so.

    It is `paid` when the round has ended, and `done` when people have seen that.
    """

    id: str  # the evening's
    round: int = 0
    stage: Stage = "done"
    played: tuple[str, ...] = ()  # who has bet in it, or was the bank
    jackpots: tuple[tuple[str, Cents], ...] = ()  # who was paid out of the meter, and how much
    paused: bool = False  # the evening begins no further round


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever opens a table decides."""

    name: str
    clock: Clock | None = field(default_factory=Clock)
    house_clock: Clock = field(default_factory=Clock)  # the one that its host can start
    private: bool = False
    spectators: bool = True
    coach: bool = True  # whether a person may ask what their own decision is worth
    invite: str = ""  # what a person must know to come to a private table
    host: str = ""  # who opened it
    frozen: bool = False  # stopped by an operator, until it is let go on
    aside: str = ""  # the fault for which the table cannot go on: it waits for who closes it
    terminal: bool = False  # one person's own: no server takes it up
    closes_by: tuple[str, str] | None = None  # who has asked to close it, and the id of its end
    evening: EveningRound | None = None

    @property
    def longest_wait(self) -> Seconds | None:
        """How long a phase lasts at most where no clock ends it; one person's own table waits for ever."""
        if self.terminal:
            return None
        return PRIVATE_WAIT if self.private else PUBLIC_WAIT

    @property
    def grace(self) -> Seconds | None:
        """How long others wait for somebody without a connection where no clock runs."""
        if self.terminal or self.clock is not None:
            return None
        return PRIVATE_GRACE if self.private else PUBLIC_GRACE

    @property
    def nudge_lasts(self) -> Seconds | None:
        """How long the table waits for somebody who was nudged; a clock that runs says so itself."""
        return None if self.grace is None else NUDGE_GRACE

    @property
    def offer_lasts(self) -> Seconds | None:
        """How long somebody may think about the bank (NAPA-16)."""
        if self.clock is not None:
            return self.clock.bank_offer
        return None if self.terminal else OFFER_WAIT

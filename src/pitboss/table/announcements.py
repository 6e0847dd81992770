"""What a table says beside the events of its rounds: who comes and goes, the bank's offer, stops and ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pitboss.money import Cents
from pitboss.table.gestures import GestureNote
from pitboss.table.sitters import Instruction, Missed, Out
from pitboss.table.view_types import ClosedBy

TableNews = Literal[
    "bank_passed",  # the bank was not taken: passed, or the offer lapsed
    "open_round",  # the paid round is cleared, and bets on a new one are taken
    "frozen",  # the operator has stopped the table
    "thawed",  # it goes on, with full clocks
    "resumed",  # the house could do nothing for a while; running clocks start full again
    "evening_paused",  # the host has paused its evening: no further round begins
    "evening_resumed",  # the evening goes on
    "close_table",  # it is being closed in the books; `closed` follows
]


@dataclass(frozen=True, slots=True)
class TableNote:
    """Something that is the whole table's, and needs no more than its key."""

    k: TableNews


@dataclass(frozen=True, slots=True)
class SeatNote:
    """A seat was taken, has become free, is offered the bank, or is the host's from now on."""

    k: Literal["sit", "stand", "bank_offer", "host"]
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatsNote:
    """Somebody gives these seats up after this hand, has lost the last connection, or is back again."""

    k: Literal["leaving", "away", "back"]
    name: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RenamedNote:
    """Somebody who sits at these seats is called otherwise from now on."""

    was: str
    name: str
    seats: tuple[int, ...]
    k: Literal["renamed"] = "renamed"


@dataclass(frozen=True, slots=True)
class PersonNote:
    """Somebody is done with the bets, or has asked for more time, and the clock is longer now."""

    k: Literal["ready", "more_time"]
    name: str


@dataclass(frozen=True, slots=True)
class EndNote:
    """The table is closed for good, or closes after the round under way; and who has closed it."""

    k: Literal["closing", "closed"]
    by: ClosedBy


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock for bets has run out, or the longest wait: these bets are dealt as they lie."""

    why: Literal["clock", "wait"]
    seats: tuple[int, ...]
    k: Literal["time_up"] = "time_up"


@dataclass(frozen=True, slots=True)
class DecidedFor:
    """The platform has decided for somebody (STD-13): what, as they have asked, and why it did."""

    seat: int
    name: str | None
    action: str
    by: Instruction
    why: Missed
    k: Literal["decided_for"] = "decided_for"


@dataclass(frozen=True, slots=True)
class SatOut:
    """Nobody waits for somebody until they do something; `by` is who has said so, if a person has."""

    name: str
    seats: tuple[int, ...]
    why: Out
    by: str | None
    k: Literal["sat_out"] = "sat_out"


@dataclass(frozen=True, slots=True)
class Nudged:
    """Somebody is told that the others wait; `by` is the name of who says so, None for an operator."""

    name: str
    seat: int
    by: str | None
    k: Literal["nudge"] = "nudge"


@dataclass(frozen=True, slots=True)
class Removed:
    """Somebody has to get up; `by` is as in a nudge."""

    name: str
    seats: tuple[int, ...]
    by: str | None
    k: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True)
class DealtNow:
    """The cards are dealt because the host says so; `by` is as in a nudge."""

    by: str | None
    k: Literal["deal_now"] = "deal_now"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of the table from the next round on; `by` is as in a nudge."""

    low: Cents
    high: Cents
    clock: bool
    coach: bool
    by: str | None
    k: Literal["terms"] = "terms"


@dataclass(frozen=True, slots=True)
class WornOut:
    """The books of the table have no room for another round: it closes, and `text` says so."""

    text: str
    k: Literal["worn_out"] = "worn_out"


Noted = (
    SeatNote
    | SeatsNote
    | RenamedNote
    | PersonNote
    | GestureNote
    | WornOut
    | EndNote
    | TimeUp
    | DecidedFor
    | SatOut
    | Nudged
    | Removed
    | DealtNow
    | Terms
    | TableNote
)

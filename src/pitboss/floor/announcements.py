"""What a table says beside the events of its rounds: who comes and goes, the bank's offer, stops and ends.

A table sends these as plain dictionaries; here they have types, for the schema of the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pitboss.floor.gestures import Gesture

TableNews = Literal[
    "bank_passed",  # the bank was not taken: passed, or the offer lapsed
    "open_round",  # the paid round is cleared, and bets on a new one are taken
    "frozen",  # the operator has stopped the table
    "thawed",  # it goes on, with full clocks
    "resumed",  # the house could do nothing for a while; running clocks start full again
    "closing",  # somebody closes the table: the round under way is its last
    "close_table",  # it is being closed in the books; `closed` follows
    "closed",  # for good
]


@dataclass(frozen=True, slots=True)
class TableNote:
    """Something that is the whole table's, and needs no more than its key."""

    k: TableNews


@dataclass(frozen=True, slots=True)
class SeatNote:
    """Somebody has taken a seat, or it has become free; or the bank is offered to who sits there."""

    k: Literal["sit", "stand", "bank_offer"]
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
class GestureNote:
    """Somebody makes a gesture. It changes nothing at the table, and is kept nowhere."""

    seat: int
    name: str
    person: str
    gesture: Gesture
    k: Literal["gesture"] = "gesture"


@dataclass(frozen=True, slots=True)
class WornOut:
    """The books of the table have no room for another round: it closes, and `text` says so."""

    text: str
    k: Literal["worn_out"] = "worn_out"


Noted = SeatNote | SeatsNote | RenamedNote | PersonNote | GestureNote | WornOut | TableNote

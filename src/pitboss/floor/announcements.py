"""What a table says beside the events of its rounds: who comes and goes, the bank's offer, stops and ends.

`LiveTable` sends these as plain dictionaries; here they have types, for the schema of the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody has taken a seat."""

    seat: int
    name: str
    k: Literal["sit"] = "sit"


@dataclass(frozen=True, slots=True)
class Stood:
    """A seat has become free."""

    seat: int
    name: str
    k: Literal["stand"] = "stand"


@dataclass(frozen=True, slots=True)
class Leaving:
    """These seats are given up after this hand."""

    name: str
    seats: tuple[int, ...]
    k: Literal["leaving"] = "leaving"


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody's last connection is lost; the seats are kept for a while."""

    name: str
    seats: tuple[int, ...]
    k: Literal["away"] = "away"


@dataclass(frozen=True, slots=True)
class Back:
    """Somebody who was away is connected again."""

    name: str
    seats: tuple[int, ...]
    k: Literal["back"] = "back"


@dataclass(frozen=True, slots=True)
class IsReady:
    """Somebody is done with the bets."""

    name: str
    k: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class MoreTimeGiven:
    """Somebody has asked for more time, and the clock is longer now."""

    name: str
    k: Literal["more_time"] = "more_time"


@dataclass(frozen=True, slots=True)
class BankOffered:
    """The bank is offered to somebody."""

    name: str
    seat: int
    k: Literal["bank_offer"] = "bank_offer"


@dataclass(frozen=True, slots=True)
class BankPassed:
    """The bank was not taken: passed, or the offer lapsed."""

    k: Literal["bank_passed"] = "bank_passed"


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """The felt is cleared, and bets on a new round are taken."""

    k: Literal["open_round"] = "open_round"


@dataclass(frozen=True, slots=True)
class Frozen:
    """The operator has stopped the table."""

    k: Literal["frozen"] = "frozen"


@dataclass(frozen=True, slots=True)
class Thawed:
    """The table goes on, with full clocks."""

    k: Literal["thawed"] = "thawed"


@dataclass(frozen=True, slots=True)
class WornOut:
    """The books of the table have no room for another round: it closes, and `text` says so."""

    text: str
    k: Literal["worn_out"] = "worn_out"


@dataclass(frozen=True, slots=True)
class LastRound:
    """Somebody closes the table: the round under way is its last."""

    k: Literal["closing"] = "closing"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The house could do nothing for a while; running clocks start full again."""

    k: Literal["resumed"] = "resumed"


@dataclass(frozen=True, slots=True)
class TableClosing:
    """The table is being closed in the books; `closed` follows."""

    k: Literal["close_table"] = "close_table"


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed for good."""

    k: Literal["closed"] = "closed"


Noted = (
    Sat
    | Stood
    | Leaving
    | Away
    | Back
    | IsReady
    | MoreTimeGiven
    | BankOffered
    | BankPassed
    | RoundOpened
    | Frozen
    | Thawed
    | WornOut
    | LastRound
    | Resumed
    | TableClosing
    | TableClosed
)

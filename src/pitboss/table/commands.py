"""What can be asked of a table: a round's commands, without the deck and the meter, which the pit knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss.ledger.deeds import Request, canonical
from pitboss.ledger.journal import StoredTable
from pitboss.money import Cents
from pitboss.round import Decide, EndDeal, PlaceBets, RevealDealer, TakeBank, VoidRound


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Commits to a deal and takes bets on it."""


@dataclass(frozen=True, slots=True)
class Bet(PlaceBets):
    """Replaces the whole bet of a seat, with what its person puts into the shuffle: 16 bytes, or nothing."""

    seed: str = ""  # hexadecimal


@dataclass(frozen=True, slots=True)
class StartDeal:
    """Closes the bets and deals from the deck that all seeds make."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Pays the round, the meter as it stands at this moment."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """No more rounds; a round without bets is closed unused and its seed opened."""


@dataclass(frozen=True, slots=True)
class ChangeTerms:
    """Other terms between two rounds, each as it was where nothing is said of it."""

    low: Cents | None = None
    high: Cents | None = None
    clock: bool | None = None
    coach: bool | None = None

    def limits(self, low: Cents, high: Cents) -> tuple[Cents, Cents]:
        """The limits from now on, where these were the limits."""
        return self.low or low, self.high or high


@dataclass(frozen=True, slots=True)
class WriteDown:
    """Something that was done with people at a table, no part of a round: it moves no money by itself.

    Whom it was done to is written with it and is not part of what was asked: a seat changes hands.
    """

    act: str
    seat: int | None = None
    person: str | None = field(default=None, kw_only=True)


PitCommand = (
    OpenRound
    | Bet
    | TakeBank
    | StartDeal
    | EndDeal
    | Decide
    | RevealDealer
    | Settle
    | VoidRound
    | CloseTable
    | ChangeTerms
    | WriteDown
)


def command_text(table_id: str, command: PitCommand) -> str:
    """A command as canonical text: two are the same exactly when their texts are."""
    said = {name: getattr(command, name) for name in command.__match_args__}  # its fields that are asked for
    return canonical({"k": type(command).__name__, "table": table_id, **said})


class Asked(NamedTuple):
    """A command that has an id, as the journal knows it; and what it asks of the pit, where that is all."""

    request: Request
    command: PitCommand | None


def opening(stored: StoredTable) -> dict[str, Any]:
    """What is asked for when a table is opened; that it is like most tables is not said."""
    asked: dict[str, Any] = {"k": "OpenTable", "table": stored.id, "sheet": stored.sheet}
    asked |= {"low": stored.low, "high": stored.high}
    if stored.purse != "house":
        asked["purse"] = stored.purse
    if stored.meter not in (None, stored.sheet):
        asked["meter"] = stored.meter
    if stored.evening is not None:
        asked["evening"] = stored.evening
    return asked

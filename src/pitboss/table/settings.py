"""How a live table is run: its clock, its access, its rules; and how that is kept between processes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from pitboss.evening.model import Clock
from pitboss.ledger import journal
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.store import Connection
from pitboss.sheet import houses, load_house
from pitboss.sheet.model import Sheet
from pitboss.table.seating import BankTurn, Seating, Sitter

Seconds = float


HELD_ROUNDS: Final = 3  # a seat is kept this long for a player who does not bet
# Where no clock runs nobody's stake is locked for ever: each phase with a person's money in it ends at last.
PUBLIC_WAIT: Final[Seconds] = 300.0
PRIVATE_WAIT: Final[Seconds] = 86_400.0
# Without a clock, when others wait: how long for a player without a connection, or after a nudge.
PUBLIC_GRACE: Final[Seconds] = 60.0
PRIVATE_GRACE: Final[Seconds] = 300.0
NUDGE_GRACE: Final[Seconds] = 60.0
NUDGE_GAP: Final[Seconds] = 20.0  # between two nudges; after it a host may sit out a player who has cards
OFFER_WAIT: Final[Seconds] = 30.0  # how long the bank's offer stands without a clock
LAPSES: Final = 2  # offers in a row without an answer, after which nobody is asked any more


@dataclass(frozen=True, slots=True)
class Settings:
    """What is decided when a table is opened."""

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
    closes_by: tuple[str, str] | None = None  # the actor who asked to close it, and the id of its end

    @property
    def longest_wait(self) -> Seconds | None:
        """How long a phase lasts at most where no clock ends it; one person's own table waits for ever."""
        if self.terminal:
            return None
        return PRIVATE_WAIT if self.private else PUBLIC_WAIT

    @property
    def grace(self) -> Seconds | None:
        """How long others wait for a player without a connection where no clock runs."""
        if self.terminal or self.clock is not None:
            return None
        return PRIVATE_GRACE if self.private else PUBLIC_GRACE

    @property
    def nudge_lasts(self) -> Seconds | None:
        """How long the table waits after a nudge; where a clock runs, that decides."""
        return None if self.grace is None else NUDGE_GRACE

    @property
    def offer_lasts(self) -> Seconds | None:
        """How long a player may think about the bank (NAPA-16)."""
        if self.clock is not None:
            return self.clock.bank_offer
        return None if self.terminal else OFFER_WAIT


# Whose rules it plays


def is_own(sheet: Sheet) -> bool:
    """Whether a sheet is not one of the houses' but its opener's."""
    return sheet.id not in houses()


def is_printed(sheet: Sheet) -> bool:
    """Whether a sheet is a house's, with the pays that the house posts by itself."""
    return not is_own(sheet) and sheet == load_house(sheet.id)


def plays_chips(sheet: Sheet, settings: Settings) -> bool:
    """Whether a table plays with chips of its own: its rules are the opener's and could pay anything.

    A table in a terminal is played with the money there, as it has one owner.
    """
    return not settings.terminal and not is_printed(sheet)


def keeps_meter(settings: Settings) -> bool:
    """Whether a table has a meter to itself: in private, one person might feed and win it alone.

    The platform's reading of RIV-12: the tables that share a meter are the public ones.
    """
    return settings.private and not settings.terminal


# Kept


class Remembered(NamedTuple):
    """A live table as it was left."""

    settings: Settings
    seating: Seating
    turn: BankTurn
    round: int  # the number of the round that they were in


class _Kept(Struct, frozen=True):
    """The people with a seat, and the bank's turn, as they are stored; without people who only watch."""

    people: tuple[Sitter, ...]
    turn: BankTurn
    round: int


@lru_cache(maxsize=1024)
def settings_text(settings: Settings) -> str:
    """Settings as they are stored."""
    return msgspec.json.encode(settings).decode()


def seating_text(seating: Seating, turn: BankTurn, round_: int) -> str:
    """The people with a seat, and the bank's turn, as they are stored."""
    return msgspec.json.encode(_Kept(seating.seated(), turn, round_)).decode()


def remembered(settings: str, seating: str) -> Remembered:
    """A table back from its texts: people who were connected are expected back."""
    kept = msgspec.json.decode(seating, type=_Kept)
    people = Seating({each.id: each for each in kept.people})
    return Remembered(msgspec.json.decode(settings, type=Settings), people, kept.turn, kept.round)


def left_open(connection: Connection) -> list[tuple[journal.Lobby, Remembered]]:
    """The live tables of a database that are open and can be read, as they were last seen."""
    found = []
    for each in open_lobbies(connection):
        with suppress(msgspec.DecodeError):
            found.append((each, remembered(each.settings, each.seating)))
    return found


def open_lobbies(connection: Connection) -> list[journal.Lobby]:
    """What was kept of the live tables that are open."""
    open_ = {stored.id for stored in stored_tables(connection, open_only=True)}
    return [each for each in journal.all_lobbies(connection) if each.felt in open_]

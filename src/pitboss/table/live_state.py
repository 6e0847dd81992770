"""A live table as a value: everything it remembers between two calls. Nothing in it ever changes.

Every step makes some of these anew, and a `Struct` is made and changed in a tenth of a dataclass's time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from pitboss.ledger.journal import StoredTable
from pitboss.money import Cents
from pitboss.odds.coach import Hand
from pitboss.pit import PROPOSITION
from pitboss.pit.event_postings import Till, till_of
from pitboss.pit.table_state import Standing
from pitboss.round import Event, Refusal, Round
from pitboss.round.table import Table
from pitboss.table.banking import BankTurn
from pitboss.table.desk_work import Advice
from pitboss.table.settings import Clock, Seconds, Settings
from pitboss.table.sitters import Seating

if TYPE_CHECKING:
    from pitboss.table.announcements import Noted


class Change(Struct, frozen=True):
    """Something that happened at the table: an event of the round with the state after it, or a note."""

    rev: int
    event: Event | None
    state: Round | None
    note: Noted | None = None


class Clocks(Struct, frozen=True):
    """When something ends because of time."""

    until: Seconds | None = None  # the running clock
    waits_until: Seconds | None = None  # the longest wait, where no clock runs
    offer_until: Seconds | None = None  # the bank's offer
    away_until: Mapping[str, Seconds] = field(default_factory=dict)  # of whom others wait for in vain
    nudged: Mapping[str, Seconds] = field(default_factory=dict)  # since when
    called: bool = False  # the host has the cards dealt now


class Revisions(Struct, frozen=True):
    """How often the table has changed; and when the phase, and each seat, last did."""

    last: int = 0
    phase: int = 0
    seats: Mapping[int, int] = field(default_factory=dict)


class LiveState(Struct, frozen=True):
    """A table of the pit with its people and its clocks."""

    table: Table
    settings: Settings
    standing: Standing
    seating: Seating = field(default_factory=Seating)
    turn: BankTurn = field(default_factory=BankTurn)
    last: Round | None = None  # the ended round, while it stays on the felt
    clocks: Clocks = field(default_factory=Clocks)
    revisions: Revisions = field(default_factory=Revisions)
    stacks: Mapping[str, Cents] = field(default_factory=dict)  # what people have in hand, as last seen
    meter: int = 0  # in micro-cents, as last seen
    break_evens: tuple[Cents, ...] = ()  # of the meter, with one player and with more
    watching: int = 0  # who looks on without a seat; whoever runs the table counts them
    asked: tuple[Hand, ...] = ()  # what is to be weighed; whoever runs the table tells what is best
    advised: Mapping[Hand, Advice] = field(default_factory=dict)

    @property
    def stored_table(self) -> StoredTable:
        return self.standing.stored_table

    @property
    def id(self) -> str:
        return self.standing.stored_table.id

    @property
    def till(self) -> Till:
        """Its side of the books."""
        return till_of(self.standing.stored_table)

    @property
    def open_round(self) -> Round | None:
        """The round that is not over."""
        return self.standing.state

    @property
    def state(self) -> Round | None:
        """The round on the felt: the open one, or the one that has just been paid."""
        return self.standing.state or self.last

    @property
    def phase(self) -> str:
        state = self.state
        return state.phase if state else "closed"

    @property
    def frozen(self) -> bool:
        """Whether an operator has stopped the table; it stays so when another process takes it over."""
        return self.settings.frozen

    @property
    def closing(self) -> bool:
        """Whether the running round is the last; that, too, outlives the process."""
        return self.settings.closes_by is not None

    @property
    def clock(self) -> Clock | None:
        return self.settings.clock

    @property
    def rev(self) -> int:
        return self.revisions.last

    @property
    def phase_rev(self) -> int:
        return self.revisions.phase

    @property
    def seat_rev(self) -> Mapping[int, int]:
        return self.revisions.seats

    @property
    def until(self) -> Seconds | None:
        return self.clocks.until

    @property
    def waits_until(self) -> Seconds | None:
        return self.clocks.waits_until

    @property
    def offer_until(self) -> Seconds | None:
        return self.clocks.offer_until

    @property
    def deadline(self) -> Seconds | None:
        """When a `Tick` is due."""
        if self.frozen:
            return None
        if self.offer_until is not None:
            return self.offer_until  # no deal without a bank
        ends = self.waits_until if self.until is None else self.until
        return min((each for each in (ends, *self.patience.values()) if each is not None), default=None)

    @property
    def patience(self) -> Mapping[str, Seconds]:
        """Until when the table waits for who is away, and for who was nudged."""
        lasts, found = self.settings.nudge_lasts, self.clocks.away_until
        if lasts is None or not self.clocks.nudged:
            return found
        ends = {person: since + lasts for person, since in self.clocks.nudged.items()}
        return {**found, **{person: min(end, found.get(person, end)) for person, end in ends.items()}}

    def takes_part(self, person: str | None) -> bool:
        """Whether a person has money in the round that is open."""
        return self.open_round is not None and person in self.open_round.people

    def check_fresh(self, rev: int, seat: int | None = None) -> None:
        """Refuses a command that was made from an old view: another phase, or its own seat has changed."""
        changed = max(self.phase_rev, self.seat_rev.get(seat, 0) if seat is not None else 0)
        if rev < changed or rev > self.rev:
            raise Refusal("stale", "The table has changed since: look again", None, "rev", {"rev": self.rev})


def people_in(state: Round) -> bool:
    """Whether a person takes part in a round, at a seat or as the bank."""
    return any(each != PROPOSITION and not each.startswith("bot:") for each in state.people)

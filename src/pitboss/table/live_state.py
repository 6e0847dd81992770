"""A live table as a value that never changes, what happens at it beside its rounds, and one call at it.

Every step makes some of these anew, and a `Struct` is made and changed in a tenth of a dataclass's time. A
`Turn` is the table in the middle of a call: what it has come to, what is to be written and announced. The
parts of a table hand it on; it is dropped when the call is refused, and nothing has happened.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Final, Literal, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.errors import CageFault
from pitboss.evening.model import Clock
from pitboss.evening.rows import EveningRound
from pitboss.ledger.accounts import NotWholeCents, Overdrawn, TooMuch, evening_actor, is_operator, table_actor
from pitboss.ledger.deeds import OtherContent, Request
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.store import Conflict, StoreFault
from pitboss.money import MICRO, Cents
from pitboss.odds.coach import Hand
from pitboss.round import (
    BankTaken,
    BetsPlaced,
    Decided,
    Event,
    Refusal,
    Round,
    RoundSettled,
    RoundVoided,
)
from pitboss.round.table import Table, is_raise
from pitboss.table.commands import ChangeTerms, CloseTable, OpenRound, PitCommand, command_text
from pitboss.table.planning import Planned, Planner, Supply, Writing, plan_feed, plan_sweep, table_after
from pitboss.table.seating import BankTurn, Instruction, Missed, Out, Seating, Sitter
from pitboss.table.settings import Seconds, Settings
from pitboss.table.table_state import Standing
from pitboss.table.till import PROPOSITION, Books, Till, till_of
from pitboss.table.view_types import ClosedBy

Advice = str | None  # the name of the best action, like `draw:4d`; None: nobody could say


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
    evening: EveningRound | None = None  # at a table of an evening: which round it plays
    last: Round | None = None  # the ended round, while it stays on the felt
    clocks: Clocks = field(default_factory=Clocks)
    revisions: Revisions = field(default_factory=Revisions)
    stacks: Mapping[str, Cents] = field(default_factory=dict)  # what people have in hand, as last seen
    meter: int = 0  # in micro-cents, as last seen
    break_evens: tuple[Cents, ...] = ()  # of the meter, with one player and with more
    watching: int = 0  # people who look on without a seat, as the runner counts them
    asked: tuple[Hand, ...] = ()  # hands to be weighed; the runner brings the answer
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
    def until(self) -> Seconds | None:
        return self.clocks.until

    @property
    def deadline(self) -> Seconds | None:
        """When a `Tick` is due."""
        if self.frozen:
            return None
        if self.clocks.offer_until is not None:
            return self.clocks.offer_until  # no deal without a bank
        ends = self.clocks.waits_until if self.until is None else self.until
        return min((each for each in (ends, *self.patience.values()) if each is not None), default=None)

    @property
    def patience(self) -> Mapping[str, Seconds]:
        """Until when the table waits for people who are away or were nudged."""
        lasts, found = self.settings.nudge_lasts, self.clocks.away_until
        if lasts is None or not self.clocks.nudged:
            return found
        ends = {person: since + lasts for person, since in self.clocks.nudged.items()}
        return {**found, **{person: min(end, found.get(person, end)) for person, end in ends.items()}}

    def takes_part(self, person: str | None) -> bool:
        """Whether a person has money in the round that is open."""
        return self.open_round is not None and person in self.open_round.people

    def known(self, person: str) -> Sitter:
        """A person who is at the table; refuses anyone else."""
        sitter = self.seating.people.get(person)
        if sitter is None:
            raise Refusal("not_here", "Come to the table first", None, "player")
        return sitter

    def check_seat(self, person: str, seat: int) -> None:
        """Refuses an act at a seat that is not the person's own."""
        if seat not in self.known(person).seats:
            raise Refusal("not_yours", f"Seat {seat} is not yours: sit down there first", None, "seat")

    def check_fresh(self, rev: int, seat: int | None = None) -> None:
        """Refuses a command that was made from an old view: another phase, or its own seat has changed."""
        changed = max(self.revisions.phase, self.revisions.seats.get(seat, 0) if seat is not None else 0)
        if rev < changed or rev > self.rev:
            raise Refusal("stale", "The table has changed since: look again", None, "rev", {"rev": self.rev})


def people_in(state: Round) -> bool:
    """Whether a person takes part in a round, at a seat or as the bank."""
    return any(each != PROPOSITION and not each.startswith("bot:") for each in state.people)


# Gestures

Gesture = Literal[
    "nice_hand", "good_luck", "thanks", "well_played", "ouch", "one_moment", "cheers", "good_night"
]
GESTURES: Final[tuple[Gesture, ...]] = get_args(Gesture)
MOST: Final = 3  # gestures of one person
SPAN: Final[Seconds] = 15.0  # within so long


@dataclass(frozen=True, slots=True)
class GestureNote:
    """A player makes a gesture. It changes nothing at the table, and is kept nowhere."""

    seat: int
    name: str
    person: str
    gesture: Gesture
    k: Literal["gesture"] = "gesture"


class Pace:
    """How often people have made gestures at a table lately."""

    def __init__(self) -> None:
        self._made: dict[str, list[Seconds]] = {}

    def count(self, person: str, now: Seconds) -> None:
        """Counts a gesture, or refuses one too many. A person who has made none for a while is forgotten."""
        lately = {who: [at for at in times if now - at < SPAN] for who, times in self._made.items()}
        self._made = {who: times for who, times in lately.items() if times}
        mine = self._made.setdefault(person, [])
        if len(mine) >= MOST:
            again = mine[-MOST] + SPAN
            text = f"That were many gestures: the next one in {ceil(again - now)} seconds"
            raise Refusal("rate", text, None, values={"again": ceil(again * 1000)})
        mine.append(now)


def gesture_note(live: LiveState, person: str, gesture: Gesture) -> GestureNote:
    """The note of a gesture that everyone at the table gets; only a person with a seat makes one."""
    sitter = live.seating.people.get(person)
    if sitter is None or not sitter.seats:
        raise Refusal("no_seat", "Gestures are made from a seat: sit down first", None, "gesture")
    return GestureNote(sitter.seats[0], sitter.name, person, gesture)


# What happens beside the events of a round

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
    """A player gives these seats up after this hand, has lost the last connection, or is back again."""

    k: Literal["leaving", "away", "back"]
    name: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RenamedNote:
    """The person at these seats has another name from now on."""

    was: str
    name: str
    seats: tuple[int, ...]
    k: Literal["renamed"] = "renamed"


@dataclass(frozen=True, slots=True)
class PersonNote:
    """A player is done with the bets, or has asked for more time, and the clock is longer now."""

    k: Literal["ready", "more_time"]
    name: str


@dataclass(frozen=True, slots=True)
class EndNote:
    """The table is closed for good, or closes after this round; `by` says who closed it."""

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
    """The platform has decided for a player (STD-13): what, by which instruction, and why."""

    seat: int
    name: str | None
    action: str
    by: Instruction
    why: Missed
    k: Literal["decided_for"] = "decided_for"


@dataclass(frozen=True, slots=True)
class SatOut:
    """The table no longer waits for a player until they act; `by` is the person who said so, if one did."""

    name: str
    seats: tuple[int, ...]
    why: Out
    by: str | None
    k: Literal["sat_out"] = "sat_out"


@dataclass(frozen=True, slots=True)
class Nudged:
    """A player is told that the others wait; `by` is the name of the sender, None for an operator."""

    name: str
    seat: int
    by: str | None
    k: Literal["nudge"] = "nudge"


@dataclass(frozen=True, slots=True)
class Removed:
    """A player has to get up; `by` is as in a nudge."""

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


# Who closes a table


def closed_by(live: LiveState) -> ClosedBy | None:
    """Whose word ends the table; None while it stays open."""
    return None if live.settings.closes_by is None else closer(live, live.settings.closes_by[0])


def closer(live: LiveState, actor: str) -> ClosedBy:
    """In which role an actor closes a table."""
    if actor == table_actor(live.id):
        return "house"
    evening = live.stored_table.evening
    if evening is not None and actor == evening_actor(evening):
        return "evening"
    return "operator" if is_operator(actor) else "host"


class Turn:
    """A table in the middle of a call."""

    def __init__(
        self,
        live: LiveState,
        now: Seconds,
        books: Books,
        supply: Supply,
        asked: Request | None = None,
    ) -> None:
        self.live = live
        self.now = now
        self.books = books
        self.supply = supply
        self.asked = asked  # the command that it is about, if that has an id
        self.changes: list[Change] = []
        self.plans: list[Writing] = []

    def set(self, **fields: Any) -> None:
        """The table with some fields changed."""
        self.live = replace(self.live, **fields)

    def set_clocks(self, **fields: Seconds | Mapping[str, Seconds] | bool | None) -> None:
        """The table with some of its clocks changed."""
        clocks = replace(self.live.clocks, **fields)
        if clocks != self.live.clocks:
            self.live = replace(self.live, clocks=clocks)

    def set_sitter(self, person: str, **fields: object) -> None:
        """The table with one person changed."""
        self.seat(self.live.seating.change(person, **fields))

    def seat(self, seating: Seating) -> None:
        """The table with other people, or people elsewhere."""
        self.live = replace(self.live, seating=seating)

    def note(self, note: Noted, seat: int | None = None) -> None:
        """Something that is no event of the round has happened, perhaps at a seat."""
        before = self.live.revisions
        rev = before.last + 1
        seats = before.seats if seat is None else {**before.seats, seat: rev}
        self.live = replace(self.live, revisions=Revisions(rev, before.phase, seats))
        self.changes.append(Change(rev, None, self.live.state, note))

    # What the pit does

    def dealer(self, command: PitCommand, seat: int | None = None) -> None:
        """What the table itself does."""
        self.act(table_actor(self.live.id), command, seat)

    def act(self, actor: str, command: PitCommand, seat: int | None = None) -> None:
        """Does something in a person's name beside the command that was asked for, under an id of its own."""
        self.do(command, seat, Request(actor, self.supply.new_id(), command_text(self.live.id, command)))

    def do(self, command: PitCommand, seat: int | None = None, asked: Request | None = None) -> None:
        """Plans a command, the one that was asked for or another, and changes the table as it will."""
        live = self.live
        before, asked = live.phase, asked or self.asked
        if asked is None:
            raise AssertionError("what a table does by itself has an id of its own")
        planned = Planner(live.table, live.standing, self.books, asked, command, self.supply).plan()
        self._take(planned)
        done, after = planned.done, planned.after
        last = done.state if done.state is not None and done.state.ended is not None else live.last
        felt = after.state or last
        rev, seats = live.rev, live.revisions.seats
        people: set[str] = set()
        for event in done.events:
            rev += 1
            self.changes.append(Change(rev, event, done.state))
            people |= paid_people(event, done.state)
        if seat is not None:
            seats = {**seats, seat: rev}
        note = _note_of(command)
        if note is not None:
            rev += 1
            self.changes.append(Change(rev, None, felt, note))
        changed = isinstance(command, ChangeTerms)  # what was seen before is not true any more
        rev += changed
        moved_on = note is not None or changed or before != (felt.phase if felt else "closed")
        self.live = replace(
            live,
            table=table_after(live.table, after),
            standing=after,
            last=last,
            revisions=Revisions(rev, rev if moved_on else live.revisions.phase, seats),
            stacks={**live.stacks, **self._counted(people)} if people else live.stacks,
        )

    def _take(self, planned: Planned) -> None:
        self.books = planned.books
        self.plans.append(planned.writing)

    # Money in hand

    def funds(self, person: str) -> Cents:
        """What a person can bet here."""
        return self.books.balance(self.live.till.purse(person)) // MICRO

    def feed(self, person: str, cents: Cents) -> None:
        """Gives a person at this table chips, or play money."""
        self._take(plan_feed(self.live.standing, self.books, person, cents, self.supply.new_id()))

    def sweep(self, person: str) -> None:
        """Takes back the chips of a person who gets up."""
        planned = plan_sweep(self.live.standing, self.books, person, self.supply.new_id())
        if planned is not None:
            self._take(planned)

    def count(self, people: Collection[str]) -> None:
        """Reads what some people have in hand, to be shown."""
        if people:
            self.set(stacks={**self.live.stacks, **self._counted(people)})

    def _counted(self, people: Collection[str]) -> dict[str, Cents]:
        purse, books = self.live.till.purse, self.books
        purses = {each: purse(each) for each in people}
        books.check_read(purses.values())
        return {each: books.balance(account) // MICRO for each, account in purses.items()}

    def forget_stacks(self) -> None:
        """Forgets the stacks of people who are neither here nor in the round on the felt."""
        state, here = self.live.state, self.live.seating.people
        shown = {each.player for each in state.seats} if state else set()
        kept = {each: cents for each, cents in self.live.stacks.items() if each in here or each in shown}
        self.set(stacks=kept)

    # What a command may ask of the table

    def known(self, person: str) -> Sitter:
        """A person who is at the table; refuses anyone else."""
        return self.live.known(person)

    def check_not_frozen(self) -> None:
        """Refuses what cannot be done while the table is stopped."""
        if self.live.frozen:
            raise Refusal("frozen", "The table is stopped for the moment", None)

    def check_open(self) -> None:
        """Refuses what makes no sense at a table that closes."""
        self.check_not_frozen()
        if self.live.closing or self.live.stored_table.closed:
            raise Refusal("closing", "This table closes: no further round is played", None)


def _note_of(command: PitCommand) -> Noted | None:
    """What is told of a command that is no event of a round."""
    match command:
        case OpenRound():
            return TableNote("open_round")
        case CloseTable():
            return TableNote("close_table")
    return None


def paid_people(event: Event, state: Round | None) -> set[str]:
    """Whose money an event has moved."""
    match event:
        case BetsPlaced(_, player) | BankTaken(player):
            found = {player}
        case Decided(number, action) if action == "fold" or is_raise(action):
            seat = state.seat(number) if state else None
            found = {seat.player} if seat else set()
        case RoundSettled() | RoundVoided():
            found = set(state.people) if state else set()
        case _:
            found = set()
    return found - {PROPOSITION}


# Faults


def passes(fault: Exception) -> bool:
    """Whether a fault may be gone when the same is tried again: it is the database's, and not the table's."""
    if isinstance(fault, (Overdrawn, NotWholeCents, TooMuch, Conflict, OtherContent)):
        return False
    return isinstance(fault, (CageFault, StoreFault, OSError))


class NotHere(Refusal):
    """The table is on its way to another server, which alone can answer."""

    def __init__(self) -> None:
        text = "The table is not here at this moment: it goes on in some seconds"
        super().__init__("unavailable", text, None)

"""One call at a live table while it is decided: what it has come to, what is to be written and announced.

The parts of a table hand it on. It is dropped when the call is refused, and nothing has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec.structs import replace

from pitboss.errors import CageFault
from pitboss.ledger.accounts import NotWholeCents, Overdrawn, TooMuch, table_actor
from pitboss.ledger.deeds import OtherContent, Request
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
from pitboss.round.table import is_raise
from pitboss.table.books import Books
from pitboss.table.commands import ChangeTerms, CloseTable, OpenRound, PitCommand, command_text
from pitboss.table.live_state import Advice, Change, LiveState, Noted, Revisions, TableNote
from pitboss.table.planning import Planned, Supply, Writing, plan, plan_feed, plan_sweep, table_after
from pitboss.table.seating import Seating, Sitter
from pitboss.table.settings import Seconds
from pitboss.table.transfers import PROPOSITION

Advise = Callable[[Hand], Advice]


class Turn:
    """A table in the middle of a call."""

    def __init__(
        self,
        live: LiveState,
        now: Seconds,
        books: Books,
        supply: Supply,
        asked: Request | None = None,
        advise: Advise | None = None,
    ) -> None:
        self.live = live
        self.now = now
        self.books = books
        self.supply = supply
        self.asked = asked  # the command that it is about, if that has an id
        self.advise = advise  # None: hands are noted, and somebody tells what is best
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
        """The table with somebody there changed."""
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
        self.do(table_actor(self.live.id), self.supply.new_id(), command, seat)

    def do(self, actor: str, command_id: str, command: PitCommand, seat: int | None = None) -> None:
        """Plans a command, and changes the table as it will."""
        live = self.live
        before = live.phase
        asked = self.asked
        if asked is None or asked.actor != actor or asked.command != command_id:
            asked = Request(actor, command_id, command_text(live.id, command))
        planned = plan(live.table, live.standing, self.books, asked, command, self.supply)
        self._take(planned)
        done, after = planned.done, planned.after
        last = done.state if done.state is not None and done.state.ended is not None else live.last
        felt = after.state or last
        rev, seats = live.rev, live.seat_rev
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
            revisions=Revisions(rev, rev if moved_on else live.phase_rev, seats),
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
        """Gives a person at this table something to bet with."""
        self._take(plan_feed(self.live.standing, self.books, person, cents, self.supply.new_id()))

    def sweep(self, person: str) -> None:
        """Takes the chips of somebody who gets up back."""
        planned = plan_sweep(self.live.standing, self.books, person, self.supply.new_id())
        if planned is not None:
            self._take(planned)

    def count(self, people: Collection[str]) -> None:
        """Notes what some people have in hand."""
        if people:
            self.set(stacks={**self.live.stacks, **self._counted(people)})

    def _counted(self, people: Collection[str]) -> dict[str, Cents]:
        purse, books = self.live.till.purse, self.books
        purses = {each: purse(each) for each in people}
        books.check_read(purses.values())
        return {each: books.balance(account) // MICRO for each, account in purses.items()}

    def forget_stacks(self) -> None:
        """Keeps what only those have in hand who are here, or in the round on the felt."""
        state, here = self.live.state, self.live.seating.people
        shown = {each.player for each in state.seats} if state else set()
        kept = {each: cents for each, cents in self.live.stacks.items() if each in here or each in shown}
        self.set(stacks=kept)

    # What a command may ask of the table

    def known(self, person: str) -> Sitter:
        """Somebody who is at the table."""
        sitter = self.live.seating.people.get(person)
        if sitter is None:
            raise Refusal("not_here", "Come to the table first", None, "player")
        return sitter

    def check_seat(self, person: str, seat: int) -> None:
        """Refuses what somebody does at a seat that is not theirs."""
        if seat not in self.known(person).seats:
            raise Refusal("not_yours", f"Seat {seat} is not yours: sit down there first", None, "seat")

    def check_not_frozen(self) -> None:
        """Refuses what cannot be done while the table is stopped."""
        if self.live.frozen:
            raise Refusal("frozen", "The table is stopped for the moment", None)

    def check_open(self) -> None:
        """Refuses what is no use at a table that closes."""
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
    """For what is asked of a table that is on its way to another server: only who has it can say more."""

    def __init__(self) -> None:
        text = "The table is not here at this moment: it goes on in some seconds"
        super().__init__("unavailable", text, None)

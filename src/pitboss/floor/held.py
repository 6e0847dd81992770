"""What a live table holds between two calls, and how a step of it is taken, stored and told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Final

from pitboss.cage.deeds import OtherContent, Request, first_answer
from pitboss.cage.ids import table_actor
from pitboss.cage.journal import StoredTable
from pitboss.floor.banking import BankTurn
from pitboss.floor.desk_work import Advice, advised_here
from pitboss.floor.fair_meter import break_evens
from pitboss.floor.settings import Clock, Seconds, Settings
from pitboss.floor.sitters import Seating, Sitter
from pitboss.money import Cents
from pitboss.odds.coach import Hand
from pitboss.pit import PROPOSITION, CloseTable, PitCommand, PitTable
from pitboss.pit.commands import command_text
from pitboss.pit.postings import Till
from pitboss.pit.table_state import Standing
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
from pitboss.round.table import Table

Note = Mapping[str, Any]

REMEMBERED: Final = 500  # commands of a table that are known when they come again


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened at the table: an event of the round with the state after it, or a note."""

    rev: int
    event: Event | None
    state: Round | None
    note: Note | None = None


class HeldTable:
    """A table of the pit with its people, its clocks and what has changed since it was last asked."""

    def __init__(
        self,
        pit_table: PitTable,
        settings: Settings,
        new_id: Callable[[], str],
        now: Seconds,
        *,
        advise: Callable[[Hand], Advice] | None = advised_here,
        fair: tuple[Cents, ...] | None = None,
    ) -> None:
        self.pit_table = pit_table
        self.settings = settings
        self.new_id = new_id
        self.seating = Seating()
        self.turn = BankTurn()
        self.meter = pit_table.meter()  # in micro-cents, as last seen
        self.stacks: dict[str, Cents] = {}  # what people have in hand, as last seen
        self.last: Round | None = None  # the ended round, while it stays on the felt
        # of the meter, with one player and with more; whoever runs the table may have it reckoned elsewhere
        self.break_evens = break_evens(pit_table.table) if fair is None else fair
        self.advise = advise  # None: hands are noted in `asked`; whoever runs the table tells what is best
        self.asked: dict[Hand, None] = {}
        self.advised: dict[Hand, Advice] = {}
        self.watching = 0  # who looks on without a seat; whoever runs the table counts them
        self.rev = 0
        self.phase_rev = 0
        self.seat_rev: dict[int, int] = {}
        self.until: Seconds | None = None  # when the running clock ends
        self.waits_until: Seconds | None = None  # when the longest wait ends, where no clock runs
        self.offer_until: Seconds | None = None
        self._changes: list[Change] = []
        self._heard: dict[tuple[str, str], bytes] = {}
        self._start_clock(now)

    @property
    def table(self) -> Table:
        return self.pit_table.table

    @property
    def id(self) -> str:
        return self.pit_table.id

    @property
    def standing(self) -> Standing:
        return self.pit_table.standing

    @property
    def stored_table(self) -> StoredTable:
        return self.pit_table.standing.stored_table

    @property
    def open_round(self) -> Round | None:
        """The round that is not over."""
        return self.pit_table.state

    @property
    def till(self) -> Till:
        """Its side of the books."""
        return self.pit_table.till

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
    def state(self) -> Round | None:
        """The round on the felt: the open one, or the one that has just been paid."""
        return self.open_round or self.last

    @property
    def phase(self) -> str:
        return self.state.phase if self.state else "closed"

    @property
    def deadline(self) -> Seconds | None:
        """When `tick` should be called."""
        if self.frozen:
            return None
        if self.offer_until is not None:
            return self.offer_until  # no deal without a bank
        return self.waits_until if self.until is None else self.until

    def snapshot(self) -> dict[str, Any]:
        """All that a call may change."""
        kept = {name: copy(value) for name, value in vars(self).items() if type(value) in (dict, list)}
        return {**vars(self), **kept, "standing": self.pit_table.standing}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Puts everything back as it was: what has happened since was not stored."""
        kept = {
            name: copy(value) if type(value) in (dict, list) else value for name, value in snapshot.items()
        }
        self.pit_table.standing = kept.pop("standing")
        vars(self).update(kept)

    def take_changes(self) -> list[Change]:
        """What has happened since the last time, in order."""
        changes, self._changes = self._changes, []
        return changes

    def check_fresh(self, rev: int, seat: int | None = None) -> None:
        """Refuses a command that was made from an old view: another phase, or its own seat has changed."""
        changed = max(self.phase_rev, self.seat_rev.get(seat, 0) if seat is not None else 0)
        if rev < changed or rev > self.rev:
            raise Refusal("stale", "The table has changed since: look again", None, "rev", {"rev": self.rev})

    def heard(self, person: str, command: str, digest: bytes) -> bool:
        """Whether this process has done a command already; something else under its id is refused."""
        known = self._heard.get((person, command))
        if known is not None and known != digest:
            raise OtherContent(f"The command id {command!r} was used before for something else")
        return known is not None

    def remember(self, person: str, command: str, digest: bytes) -> None:
        """Keeps that a command was done, for a while."""
        self._heard[person, command] = digest
        if len(self._heard) > REMEMBERED:
            del self._heard[next(iter(self._heard))]

    def _start_clock(self, now: Seconds, *, again: bool = False) -> None:
        """Starts the clock of the phase where none runs, or starts it full again; so the longest wait."""
        lasts = self.settings.offer_lasts
        if again and self.offer_until is not None and lasts is not None:
            self.offer_until = now + lasts
        if self.clock is not None:
            self._start_phase_clock(self.clock, now, again=again)
        self._start_wait(now, again=again)

    def _start_phase_clock(self, clock: Clock, now: Seconds, *, again: bool) -> None:
        state = self.open_round
        if state is None:
            if again and self.last is not None:
                self.until = now + clock.result
        elif state.phase == "bets" and not (state.seats and people_in(state)):
            self.until = None  # it runs from the first bet, and stops when the last one is cleared
        elif self.until is None or again:
            lasts = {"bets": clock.bets, "decisions": clock.decision}
            self.until = now + lasts.get(state.phase, 0.0)  # other phases wait for nobody

    def _start_wait(self, now: Seconds, *, again: bool = False) -> None:
        """The longest wait runs while a person's money lies in a phase that no clock ends.

        It begins with the first bet, or with the deal, and nothing that anybody does makes it longer: who
        fidgets cannot keep a stranger's stake on the table.
        """
        state, longest = self.open_round, self.settings.longest_wait
        if longest is None or self.until is not None or state is None or not people_in(state):
            self.waits_until = None
        elif self.waits_until is None or again:
            self.waits_until = now + longest

    def _is_late(self, now: Seconds) -> bool:
        """Whether the clock of this phase, or the longest wait, is over."""
        ends = self.waits_until if self.until is None else self.until
        return ends is not None and now >= ends

    def _dealer(self, command: PitCommand, seat: int | None = None) -> None:
        """What the table itself does."""
        self._do(table_actor(self.id), self.new_id(), command, seat)

    def _do(self, actor: str, command_id: str, command: PitCommand, seat: int | None = None) -> bool:
        """Does a command; whether it was new."""
        before = self.phase
        done = self.pit_table.do(actor, command_id, command)
        if done.repeated:
            return False
        if done.state is not None and done.state.ended is not None:
            self.last = done.state
        for event in done.events:
            self.rev += 1
            self._changes.append(Change(self.rev, event, done.state))
            self._count(_paid_people(event, done.state))
        if seat is not None:
            self.seat_rev[seat] = self.rev
        if not done.events:
            self._note({"k": "close_table" if isinstance(command, CloseTable) else "open_round"})
        if before != self.phase or not done.events:
            self.phase_rev = self.rev
        return True

    def done_before(self, actor: str, command_id: str, command: PitCommand) -> bool:
        """Whether a command is a repetition: it is accepted, and nothing happens again."""
        asked = Request(actor, command_id, command_text(self.id, command))
        return self.pit_table.pit.store.read(lambda connection: first_answer(connection, asked)) is not None

    def _count(self, people: Iterable[str]) -> None:
        """Looks up what some people have in hand; who has left the table is forgotten."""
        for person in people:
            self.stacks[person] = self.pit_table.funds(person)

    def _forget_stacks(self) -> None:
        """Keeps what only those have in hand who are here, or in the round on the felt."""
        state = self.state
        shown = {each.player for each in state.seats} if state else set()
        self.stacks = {
            each: cents for each, cents in self.stacks.items() if each in self.seating.people or each in shown
        }

    def _note(self, note: Note, seat: int | None = None) -> None:
        self.rev += 1
        if seat is not None:
            self.seat_rev[seat] = self.rev
        self._changes.append(Change(self.rev, None, self.state, note))

    def _stand(self, person: str, seats: tuple[int, ...]) -> None:
        sitter = self.seating.people[person]
        for each in seats:
            self.seating = self.seating.stand(person, each)
            self._note({"k": "stand", "seat": each, "name": sitter.name}, each)
        if not self.seating.people[person].seats:
            self.pit_table.sweep(person, self.new_id())
            self._count([person])
            if sitter.bot or not sitter.here:
                self.seating = self.seating.go(person)

    def _known(self, person: str) -> Sitter:
        sitter = self.seating.people.get(person)
        if sitter is None:
            raise Refusal("not_here", "Come to the table first", None, "player")
        return sitter

    def _not_frozen(self) -> None:
        if self.frozen:
            raise Refusal("frozen", "The table is stopped for the moment", None)


def _paid_people(event: Event, state: Round | None) -> set[str]:
    """Whose money an event has moved."""
    match event:
        case BetsPlaced(_, player) | BankTaken(player):
            found = {player}
        case Decided(number, "fold"):
            seat = state.seat(number) if state else None
            found = {seat.player} if seat else set()
        case RoundSettled() | RoundVoided():
            found = set(state.people) if state else set()
        case _:
            found = set()
    return found - {PROPOSITION}


def people_in(state: Round) -> bool:
    """Whether a person takes part in a round, at a seat or as the bank."""
    return any(each != PROPOSITION and not each.startswith("bot:") for each in state.people)

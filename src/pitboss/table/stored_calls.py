"""Calls at a live table as transactions: each is stored whole, or has not happened.

A call takes its locks in one order: the table's row, then the row of the person who bets, then accounts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import CageFault, HouseLost, OutcomeUnknown
from pitboss.evening.rows import write_round
from pitboss.ledger import journal
from pitboss.ledger.accounts import Overdrawn
from pitboss.ledger.deeds import Request, first_answer
from pitboss.ledger.journal import LeaseLost, check_held, settle_lease
from pitboss.ledger.store import Conflict, Connection, Unreachable
from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.round.table import more_for_raise, raise_of
from pitboss.table import messages as said
from pitboss.table.commands import Asked
from pitboss.table.live_state import Change, LiveState
from pitboss.table.messages import Say, TableCommand
from pitboss.table.pit import Pit, write_plans
from pitboss.table.planning import Supply
from pitboss.table.settings import Seconds, seating_text, settings_text
from pitboss.table.steps import asked_of, step
from pitboss.table.till import fit

Check = Callable[[Connection, str, Cents], None]  # refuses what a person's own limits do not allow
Around = Callable[[LiveState, Callable[[], LiveState]], Any]  # does a call, with something of its own
Write = Callable[[Callable[[Connection], "Stored"]], Awaitable["Stored"]]  # a transaction of the event loop
Apart = Callable[[Callable[[], "Stored"]], Awaitable["Stored"]]  # runs what waits, away from the event loop


class Stored(Struct, frozen=True):
    """What came of a call: the table after it, what is to be told, and the answer of the work around it."""

    state: LiveState
    version: int  # how often what the floor remembers was kept
    changes: tuple[Change, ...] = ()
    answer: Any = None

    @property
    def mark(self) -> tuple[int, int]:
        """How far the table has come in the database: its last event, and how often its people were kept."""
        return self.state.stored_table.sequence, self.version


@dataclass(frozen=True, slots=True)
class _Unsure:
    """A call whose commit was not answered: how the table stood, and how it stands if it was stored."""

    before: Stored
    after: Stored
    asked: Request | None


class StoredCalls:
    """Does the calls at one table, and knows which of its two states is stored after an answer was lost."""

    def __init__(self, pit: Pit, new_id: Callable[[], str], state: LiveState, version: int) -> None:
        self.pit = pit
        self.new_id = new_id
        self.last = Stored(state, version)  # for certain
        self.unsure: _Unsure | None = None

    def call(
        self,
        command: TableCommand,
        live: LiveState,
        now: Seconds,
        check: Check | None = None,
        around: Around | None = None,
    ) -> Attempt:
        """A command at the table as it is, to be done."""
        supply = Supply(self.pit.entropy, self.new_id)
        return Attempt(self, Stored(live, self.last.version), command, now, supply, check, around)

    def do(self, attempt: Attempt, *, again: bool = True) -> Stored:
        """A call as one transaction; a fault leaves everything as it was, in the database and here."""
        store, work = self.pit.store, attempt.work
        try:
            if attempt.around is None:
                self.last = store.write(work)
            else:
                self.last = store.together(lambda: store.write(work))
        except (Overdrawn, Conflict) as fault:
            if again:  # another was faster: what is true now decides
                return self.do(attempt, again=False)
            if isinstance(fault, Overdrawn):
                raise Refusal("funds", "There is not enough money in hand", None) from None
            raise
        except OutcomeUnknown:
            return self._look_up(attempt)
        except CageFault as fault:
            fault.looked_up = attempt.looked_up
            raise
        return self.last

    async def do_here(self, attempt: Attempt, write: Write, apart: Apart) -> Stored:
        """The same on the event loop; what went wrong is looked into, or done again, `apart` from it."""
        try:
            self.last = await write(attempt.work)
        except (Overdrawn, Conflict):
            return await apart(lambda: self.do(attempt))
        except OutcomeUnknown:
            return await apart(lambda: self._look_up(attempt))
        except CageFault as fault:
            fault.looked_up = attempt.looked_up
            raise
        return self.last

    def _look_up(self, attempt: Attempt) -> Stored:
        """After a lost answer to a commit."""
        made, before = attempt.made, attempt.before
        assert made is not None
        self.unsure = _Unsure(before, made, attempt.asked.request if attempt.asked else None)
        found = self.find_out()
        if found is None:
            fault = Unreachable("The database was away for a moment, and nothing was stored: try again")
            fault.looked_up = True
            raise fault from None
        return found

    def find_out(self) -> Stored | None:
        """After a lost answer: what is stored says whether the call happened. None where it did not.

        Raises OutcomeUnknown as long as the database cannot say.
        """
        unsure = self.unsure
        if unsure is None:
            return None
        try:
            happened = self.pit.store.write(lambda connection: _happened(connection, unsure))
        except (HouseLost, LeaseLost):
            raise
        except CageFault as fault:
            raise OutcomeUnknown(f"Whether the last command was stored is not known: {fault}") from None
        self.unsure = None
        if not happened:
            return None
        self.last = unsure.after
        return unsure.after


@dataclass(slots=True)
class Attempt:
    """A call, and what it would come to."""

    calls: StoredCalls
    before: Stored
    command: TableCommand
    now: Seconds
    supply: Supply
    check: Check | None = None
    around: Around | None = None
    asked: Asked | None = None
    made: Stored | None = None
    looked_up: bool = False  # whether the command is known not to have been done before

    def work(self, connection: Connection) -> Stored:
        """In a transaction; it may be done again from its beginning."""
        live = self.before.state
        check_held(connection, live.stored_table)
        self.made = self.before  # as long as nothing is done
        self.asked = asked_of(live, self.command)
        if self.around is None:
            self._do(connection)
        else:
            answer = self.around(live, lambda: self._do(connection))
            self.made = replace(self.made, answer=answer)
        return self.made

    def _do(self, connection: Connection) -> LiveState:
        """Does the command, unless it was done before, and gives the table after it."""
        before, live, asked = self.before, self.before.state, self.asked
        done = asked is not None and first_answer(connection, asked.request) is not None
        self.looked_up = not done
        if done:
            return live
        if self.check is not None and (more := added_money(live, self.command)) > 0:
            self.check(connection, asked.request.actor if asked else "", more)
        people = {each.id for each in live.seating.seated()} | set(live.state.people if live.state else ())
        accounts = (live.till.house, *(live.till.purse(each) for each in sorted(people)))
        outcome = fit(
            connection,
            live.till,
            lambda books: step(live, self.command, self.now, books, self.supply, asked),
            accounts,
        )
        state = outcome.state
        if outcome.plans:
            at = self.calls.pit.now()
            link = write_plans(connection, live.standing, state.stored_table, outcome.plans, at)
            state = replace(state, standing=replace(state.standing, link=link))
        same = is_remembered(self.calls.last.state, state)
        version = before.version if same else keep(connection, state)
        self.made = Stored(state, version, outcome.changes)
        return state


def added_money(live: LiveState, command: TableCommand) -> Cents:
    """How much more a person puts on the table with a command; the reserve for Play is part of it."""
    match command:
        case Say(_, said.Bets(seat=seat, wagers=wagers)):
            before = live.open_round.seat(seat) if live.open_round else None
            return live.table.need(wagers) - (before.reserved(live.table) if before else 0)
        case Say(_, said.Play(seat=seat, times=int(times))):
            before = live.open_round.seat(seat) if live.open_round else None
            if before is None or not before.waits:
                return 0
            return more_for_raise(live.table, before.wagers, raise_of(times))
        case Say(_, said.TakeTheBank(stake=stake)):
            return stake
    return 0


def is_remembered(kept: LiveState, state: LiveState) -> bool:
    """Whether the same would be kept of two states; people without a seat are not."""
    seated = kept.seating is state.seating or kept.seating.seated() == state.seating.seated()
    closed = kept.stored_table.closed == state.stored_table.closed
    same = kept.turn == state.turn and kept.settings == state.settings and kept.evening == state.evening
    return seated and closed and same


def keep(connection: Connection, state: LiveState) -> int:
    """Stores what the floor remembers of a table, and gives how often it was; of a closed one it forgets.

    Only who holds the table may, and has seen to that.
    """
    stored = state.stored_table
    if stored.closed:
        journal.forget_lobby(connection, stored.id, stored.epoch)
        return 0
    seating = seating_text(state.seating, state.turn, stored.rounds)
    settings = settings_text(state.settings)
    if state.evening is not None:
        write_round(connection, stored.id, state.evening)
    return journal.write_lobby(connection, stored.id, settings, seating)


def _happened(connection: Connection, unsure: _Unsure) -> bool:
    """Whether a call is stored for good; LeaseLost if another has written since."""
    stored = unsure.before.state.stored_table
    found = settle_lease(connection, stored.id, stored.epoch)
    mark = found.sequence, journal.lobby_version(connection, stored.id)
    if mark not in (unsure.before.mark, unsure.after.mark):
        raise LeaseLost(stored.id)
    if unsure.before.mark != unsure.after.mark:
        return mark == unsure.after.mark
    return unsure.asked is None or first_answer(connection, unsure.asked) is not None

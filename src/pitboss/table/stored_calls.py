"""Calls at a live table as transactions: each is stored whole, or has not happened.

A call takes its locks in one order: the table's row, then the row of who bets, then accounts. What it most
likely asks of the ledger is read at once, before it is planned.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import CageFault, HouseLost, OutcomeUnknown
from pitboss.ledger import journal
from pitboss.ledger.accounts import Account, Overdrawn
from pitboss.ledger.deeds import Request, first_answer
from pitboss.ledger.journal import LeaseLost, check_held, settle_lease
from pitboss.ledger.store import Conflict, Connection, Unreachable
from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.table import messages as said
from pitboss.table.live_state import Advise, Change, LiveState
from pitboss.table.messages import Come, Say, TableCommand, TakeSeat, Tick, Void
from pitboss.table.pit import Pit, write_plans
from pitboss.table.planning import Supply
from pitboss.table.round_play import more_money, raise_money
from pitboss.table.settings import Seconds, seating_text, settings_text
from pitboss.table.steps import Outcome, request_of, step
from pitboss.table.till import PROPOSITION, Books, Unread, fit, read_more

# What a call most likely asks for


def first_books(connection: Connection, live: LiveState, command: TableCommand) -> Books:
    """The books with which a command is planned first; what else it asks for is read then."""
    wanted = _likely(live, command)
    return read_more(connection, live.till, Books(), wanted) if wanted is not None else Books()


def _likely(live: LiveState, command: TableCommand) -> Unread | None:
    purse = live.till.purse
    match command:
        case Come(person):
            return Unread([purse(person)])
        case TakeSeat(person) | Say(person, said.AtSeat(do="sit") | said.Stand() | said.Plain(do="leave")):
            return Unread([purse(person), live.till.house]) if live.till.chips else None
        case Say(person, said.Bets()):
            opening = _opening(live) if live.open_round is None else []
            return Unread([purse(person), *opening], meter=bool(opening))
        case Say(_, said.Plain(do="next" | "ready")) if live.open_round is None:
            return Unread(_opening(live), meter=True)
        case Say(person, said.AtSeat(do="fold", seat=seat) | said.Play(seat=seat) | said.Draw(seat=seat)):
            if _is_last(live, seat):
                return _settling(live)
            pays = isinstance(command.message, said.Play) and command.message.times is not None
            return Unread([purse(person)]) if pays or command.message.do == "fold" else None
        case Say(person, said.TakeTheBank()):
            return Unread([purse(person)])
        case Void():
            return _settling(live)
        case Tick():
            return Unread(_opening(live), meter=True) if live.open_round is None else None
    return None


def _opening(live: LiveState) -> list[Account]:
    """What must not be full when a round is opened."""
    till = live.till
    bank = live.table.sheet.bank is not None
    return [till.house, till.purse(PROPOSITION), till.feeder] if bank else [till.house]


def _settling(live: LiveState) -> Unread:
    state = live.open_round
    people = state.people if state is not None else ()
    return Unread([live.till.house, *(live.till.purse(each) for each in people)], meter=True)


def _is_last(live: LiveState, seat: int) -> bool:
    """Whether everybody else has decided."""
    state = live.open_round
    return state is not None and tuple(state.waiting) == (seat,)


Check = Callable[[Connection, str, Cents], None]  # refuses what a person's own limits do not allow
Around = Callable[[LiveState, Callable[[], LiveState]], Any]  # does a call, with something of its own
Write = Callable[[Callable[[Connection], "Stored"]], Awaitable["Stored"]]  # a transaction of the event loop
Apart = Callable[[Callable[[], "Stored"]], Awaitable["Stored"]]  # runs what waits, away from the event loop


class Call(NamedTuple):
    """A command at a table, and what belongs to its transaction."""

    command: TableCommand
    check: Check | None = None
    around: Around | None = None


class Stored(Struct, frozen=True):
    """What came of a call: the table after it, what is to be told, and what whoever was around it says."""

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

    def __init__(
        self,
        pit: Pit,
        new_id: Callable[[], str],
        state: LiveState,
        version: int,
        advise: Advise | None = None,
    ) -> None:
        self.pit = pit
        self.new_id = new_id
        self.advise = advise  # None: the table notes hands, and is told what is best
        self.last = Stored(state, version)  # for certain
        self.unsure: _Unsure | None = None
        self._kept = state  # of which people and settings were last kept

    def do(self, call: Call, live: LiveState, now: Seconds) -> Stored:
        """A call as one transaction; a fault leaves everything as it was, in the database and here."""
        try:
            return self._do(call, live, now)
        except (Overdrawn, Conflict):  # somebody else was faster: what is true now decides
            try:
                return self._do(call, live, now)
            except Overdrawn:
                raise Refusal("funds", "There is not enough money in hand", None) from None

    def _do(self, call: Call, live: LiveState, now: Seconds) -> Stored:
        store, attempt = self.pit.store, self._attempt(call, live, now)
        try:
            if call.around is None:
                done = store.write(attempt.work)
            else:
                done = store.together(lambda: store.write(attempt.work))
        except OutcomeUnknown:
            return self._look_up(attempt)
        except CageFault as fault:
            fault.looked_up = attempt.looked_up
            raise
        self._take(done)
        return done

    async def do_here(self, call: Call, live: LiveState, now: Seconds, write: Write, apart: Apart) -> Stored:
        """The same on the event loop; what went wrong is looked into, or done again, `apart` from it."""
        attempt = self._attempt(call, live, now)
        try:
            done = await write(attempt.work)
        except (Overdrawn, Conflict):
            return await apart(lambda: self.do(call, live, now))
        except OutcomeUnknown:
            return await apart(lambda: self._look_up(attempt))
        except CageFault as fault:
            fault.looked_up = attempt.looked_up
            raise
        self._take(done)
        return done

    def _attempt(self, call: Call, live: LiveState, now: Seconds) -> _Attempt:
        supply = Supply(self.pit.entropy, self.new_id)
        return _Attempt(self, Stored(live, self.last.version), call, now, supply)

    def _look_up(self, attempt: _Attempt) -> Stored:
        """After a lost answer to a commit."""
        made, before, command = attempt.made, attempt.before, attempt.call.command
        assert made is not None
        self.unsure = _Unsure(before, made, request_of(before.state, command))
        found = self.find_out()
        if found is None:
            fault = Unreachable("The database was away for a moment, and nothing was stored: try again")
            fault.looked_up = True
            raise fault from None
        return found

    def _take(self, done: Stored) -> None:
        self.last = done
        self._kept = done.state

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
        self._take(unsure.after)
        return unsure.after

    def keep(self, connection: Connection, state: LiveState, version: int) -> int:
        """Stores what the floor remembers of a table where that has changed; gives how often it was."""
        if is_remembered(self._kept, state):
            return version
        return keep(connection, state)


@dataclass(slots=True)
class _Attempt:
    """One try at a call, and what it would come to."""

    calls: StoredCalls
    before: Stored
    call: Call
    now: Seconds
    supply: Supply
    made: Stored | None = None
    looked_up: bool = False  # whether the command is known not to have been done before

    def work(self, connection: Connection) -> Stored:
        """In a transaction; it may be done again from its beginning."""
        live, around = self.before.state, self.call.around
        check_held(connection, live.stored_table)
        asked = request_of(live, self.call.command)
        done = asked is not None and first_answer(connection, asked) is not None
        self.looked_up = not done
        made = self.before  # as long as nothing is done
        answer: Any = None

        def do() -> LiveState:
            nonlocal made
            if not done:
                made = self._write(connection, self._plan(connection, asked))
            return made.state

        if around is not None:
            answer = around(live, do)
        else:
            do()
        self.made = replace(made, answer=answer)
        return self.made

    def _plan(self, connection: Connection, asked: Request | None) -> Outcome:
        live, command = self.before.state, self.call.command

        def planner(books: Books) -> Outcome:
            self.supply.rewind()
            return step(live, command, self.now, books, self.supply, asked, self.calls.advise)

        if self.call.check is not None:
            person, more = bet_of(live, command)
            if more > 0:
                self.call.check(connection, person, more)
        return fit(connection, live.till, planner, first_books(connection, live, command))

    def _write(self, connection: Connection, outcome: Outcome) -> Stored:
        before, state = self.before, outcome.state
        if outcome.plans:
            standing = before.state.standing
            at = self.calls.pit.now()
            link = write_plans(connection, standing, state.stored_table, outcome.plans, at)
            state = replace(state, standing=replace(state.standing, link=link))
        version = self.calls.keep(connection, state, before.version)
        return Stored(state, version, outcome.changes)


def bet_of(live: LiveState, command: TableCommand) -> tuple[str, Cents]:
    """Who puts how much more on the table with a command; the reserve for Play is part of it."""
    match command:
        case Say(person, said.Bets(seat=seat, wagers=wagers)):
            return person, more_money(live, seat, wagers)
        case Say(person, said.Play(seat=seat, times=int(times))):
            return person, raise_money(live, seat, times)
        case Say(person, said.TakeTheBank(stake=stake)):
            return person, stake
    return "", 0


def is_remembered(kept: LiveState, state: LiveState) -> bool:
    """Whether the floor remembers the same of two states beside rounds; people without a seat it does not."""
    seated = kept.seating is state.seating or kept.seating.seated() == state.seating.seated()
    closed = kept.stored_table.closed == state.stored_table.closed
    return seated and closed and kept.turn == state.turn and kept.settings == state.settings


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
    return journal.write_lobby(connection, stored.id, settings, seating)


def _happened(connection: Connection, unsure: _Unsure) -> bool:
    """Whether a call is stored for good; LeaseLost if somebody else has written since."""
    stored = unsure.before.state.stored_table
    found = settle_lease(connection, stored.id, stored.epoch)
    mark = found.sequence, journal.lobby_version(connection, stored.id)
    if mark not in (unsure.before.mark, unsure.after.mark):
        raise LeaseLost(stored.id)
    if unsure.before.mark != unsure.after.mark:
        return mark == unsure.after.mark
    return unsure.asked is None or first_answer(connection, unsure.asked) is not None

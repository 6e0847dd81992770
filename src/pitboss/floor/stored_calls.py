"""Calls at a live table as transactions: each is stored whole, or leaves the table as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, NamedTuple, Never, TypeVar

from pitboss.cage import operator_rows
from pitboss.cage.journal import LeaseLost, settle_lease
from pitboss.cage.store import Connection, Unreachable
from pitboss.faults import CageFault, HouseLost, OutcomeUnknown
from pitboss.floor.live import LiveTable
from pitboss.floor.saved_table import seating_text, settings_text
from pitboss.round import Refusal

T = TypeVar("T")


class Mark(NamedTuple):
    """How far a table has come in the database: its last event, and how often its people were kept."""

    sequence: int
    version: int


@dataclass(frozen=True, slots=True)
class _Unsure:
    """A call whose commit was not answered: how the table stands if it was stored."""

    after: dict[str, Any]
    kept: Any
    before: Mark
    mark: Mark


@dataclass
class StoredCalls:
    """What is stored of a table by each call, and what is not known to be."""

    live: LiveTable
    version: int  # how often what the floor remembers was kept
    unsure: _Unsure | None = None
    _kept: Any = None

    def do(self, steps: Callable[[], Callable[[], T]]) -> Callable[[], T]:
        """The steps as one transaction; a fault leaves everything as it was, in the database and here."""
        live, before, kept = self.live, self.live.snapshot(), (self._kept, self.version)
        mark = self._mark()
        tries, last = count(), list[Callable[[], T]]()

        def back() -> None:
            live.restore(before)
            self._kept, self.version = kept

        def work() -> Callable[[], T]:
            if next(tries):  # the database asks for all of it once more
                back()
            last[:] = [steps()]
            self._remember()
            return last[0]

        try:
            return live.pit_table.pit.store.together(work)
        except OutcomeUnknown:
            unsure = _Unsure(live.snapshot(), (self._kept, self.version), mark, self._mark())
            back()
        except BaseException:
            back()
            raise
        self.unsure = unsure
        if not self.find_out():
            raise Unreachable("The database was away for a moment, and nothing was stored: try again")
        return last[0]

    def find_out(self) -> bool:
        """After a lost answer: what is stored says whether the call happened, and the table goes on there.

        Raises OutcomeUnknown as long as the database cannot say.
        """
        unsure = self.unsure
        if unsure is None:
            return True
        try:
            found = stored_mark(self.live)
        except (HouseLost, LeaseLost):
            raise
        except CageFault as fault:
            raise OutcomeUnknown(f"Whether the last command was stored is not known: {fault}") from None
        self.unsure = None
        if found == unsure.before:
            return False
        if found != unsure.mark:
            raise LeaseLost(f"Another process has written at the table {self.live.id!r}")
        self.live.restore(unsure.after)
        self._kept, self.version = unsure.kept
        return True

    def _mark(self) -> Mark:
        return Mark(self.live.stored_table.sequence, self.version)

    def _remember(self) -> None:
        remembered = (self.live.seating, self.live.turn, self.live.settings)
        if remembered != self._kept:
            self.version = keep(self.live)
            self._kept = remembered


def keep(live: LiveTable) -> int:
    """Stores what the floor remembers of a table, and gives how often it was; of a closed one it forgets."""
    settings = settings_text(live.settings)
    stored = live.stored_table
    seating = seating_text(live.seating, live.turn, stored.rounds)

    def work(connection: Connection) -> int:
        if stored.closed:
            operator_rows.forget_lobby(connection, stored.id, stored.epoch)
            return 0
        return operator_rows.keep_lobby(connection, stored.id, stored.epoch, settings, seating)

    return live.pit_table.pit.store.write(work)


def stored_mark(live: LiveTable) -> Mark:
    """How far a table has come for good."""
    stored = live.stored_table

    def work(connection: Connection) -> Mark:
        found = settle_lease(connection, stored.id, stored.epoch)
        return Mark(found.sequence, operator_rows.lobby_version(connection, stored.id))

    return live.pit_table.pit.store.write(work)


def raises(fault: Exception) -> Callable[[], Never]:
    """Raises it later; a refusal without the steps to where it was made, which keep the table as it was."""
    return partial(_raise, fault.with_traceback(None) if isinstance(fault, Refusal) else fault)


def _raise(fault: Exception) -> Never:
    try:
        raise fault
    finally:
        del fault

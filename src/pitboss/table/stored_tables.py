"""Tables that are not here, as the database has them: which nobody has, whose each is, taken or read."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from pitboss.ledger import operator_rows
from pitboss.ledger.journal import NoSuchTable, read_table
from pitboss.ledger.leases import Lease, LeasedElsewhere, lease_of
from pitboss.ledger.store import surely
from pitboss.pit import Pit
from pitboss.round import Refusal
from pitboss.table.elsewhere import Elsewhere
from pitboss.table.lease_keeper import Leases
from pitboss.table.live_state import LiveState
from pitboss.table.saved_lobbies import open_lobbies
from pitboss.table.saved_table import Remembered, remembered
from pitboss.table.settings import Seconds
from pitboss.table.table_faults import passes
from pitboss.table.table_leases import FreeTables, tables_to_take
from pitboss.table.taking_up import taken_up
from pitboss.table.unusable_tables import UnusableTables


class Taken(NamedTuple):
    """A table that is this server's from now on, and how often what the floor remembers of it was kept."""

    live: LiveState
    version: int


def no_table() -> Refusal:
    """What is said of a table that is not there, or not for everybody."""
    return Refusal("no_table", "There is no such table", None, "table")


@dataclass
class StoredTables:
    """What one server can find out about tables of its house. Everything here waits for the database."""

    pit: Pit
    unusable: UnusableTables
    leases: Leases | None = None  # None: it is alone, and takes what it finds

    @property
    def owner(self) -> str | None:
        """The id under which this server takes tables."""
        return self.leases.server if self.leases is not None else None

    def free(self, here: Collection[str], *, alone: bool = False) -> FreeTables:
        """The tables to take up now, beside those that are here; `alone`: nobody else takes any."""
        passed = {*here, *self.unusable.faults}
        if self.leases is None:
            found = self.pit.store.read(open_lobbies)
            return FreeTables([each.felt for each in found if each.felt not in passed])
        share = None if alone or self.leases.alone else len(here)
        server = self.leases.server
        return self.pit.store.read(lambda connection: tables_to_take(connection, server, passed, share))

    def lease_of(self, table: str) -> Lease | None:
        """The running server that has a table, and for how long."""
        return self.pit.store.read(lambda connection: lease_of(connection, table))

    def read(self, table: str, now: Seconds) -> LiveState:
        """A table to look at only, as it was last stored; whoever has it has it still."""
        _, was = self._kept(table, terminal=False)
        return taken_up(self.pit.read(table), was, now)

    def has_ended(self, table: str) -> bool:
        """Whether a table was closed for good; one that never was has not ended."""
        with suppress(NoSuchTable):
            return self.pit.store.read(lambda connection: read_table(connection, table)).closed
        return False

    def take(self, table: str, now: Seconds, *, terminal: bool) -> Taken:
        """Takes a table as it was left. Those of people at a terminal are theirs alone.

        One that cannot be taken up is put aside, and there is no such table.
        """
        try:
            work = partial(self._take, table, now, terminal=terminal)
            return surely(lambda: self.pit.store.together(work))
        except LeasedElsewhere as fault:
            raise Elsewhere(fault.owner.address) from None
        except NoSuchTable:
            raise no_table() from None
        except Exception as fault:
            if isinstance(fault, Refusal) or passes(fault):
                raise
            self.unusable.add(table, fault)
            raise no_table() from None

    def _take(self, table: str, now: Seconds, *, terminal: bool) -> Taken:
        """All of it is one transaction: what is read was there when nobody else could write it any more."""
        pit_table = self.pit.take(table, owner=self.owner)
        kept, was = self._kept(table, terminal=terminal)
        return Taken(taken_up(pit_table, was, now), kept.version)

    def _kept(self, table: str, *, terminal: bool) -> tuple[operator_rows.Lobby, Remembered]:
        kept = self.pit.store.read(lambda connection: operator_rows.read_lobby(connection, table))
        was = remembered(kept.settings, kept.seating) if kept is not None else None
        if kept is None or was is None or was.settings.terminal is not terminal:
            raise no_table()
        return kept, was

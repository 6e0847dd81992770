"""What one server meets that operators should look at: gathered here, kept in the database for all of them.

Whoever floods the house adds to counts in memory, which are written once in a while: no row for each try.
What is kept of a failed sign-in is the person whose name was tried, and the network it came from, for a day.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final, Literal

from pitboss.house.durations import DAY, HOUR
from pitboss.house.names import looked_up
from pitboss.house.rate_limit import network_of
from pitboss.ledger import incidents
from pitboss.ledger.incidents import Incident
from pitboss.ledger.people import person_called
from pitboss.ledger.store import Connection, Store
from pitboss.round import Refusal

Kind = Literal["limit", "sign_in_name", "sign_in_network", "table_lost", "head_failed"]
MOST_HERE: Final = 500  # kinds and subjects that wait to be written
MOST_KEPT: Final = 5_000
KEPT: Final = DAY
FAILED: Final = frozenset({"credentials", "rate"})  # how a try to sign in is refused


@dataclass(slots=True)
class Incidents:
    """Those of one server until they are written."""

    store: Store
    milliseconds: Callable[[], int]
    _waiting: dict[tuple[str, str], Incident] = field(default_factory=dict)
    _lost: frozenset[str] = frozenset()  # tables that were told of
    _turn: Lock = field(default_factory=Lock)

    def note(self, kind: Kind, subject: str, **detail: str | int) -> None:
        """Something has happened; it is written with the next look."""
        now, told = self.milliseconds(), json.dumps(detail, sort_keys=True)
        with self._turn:
            found = self._waiting.get((kind, subject))
            if found is not None:
                self._waiting[kind, subject] = found._replace(last=now, times=found.times + 1, detail=told)
            elif len(self._waiting) < MOST_HERE:
                self._waiting[kind, subject] = Incident(kind, subject, now, now, 1, told)

    def note_sign_in(self, name: str, address: str, refusal: Refusal) -> None:
        """A try to sign in has failed; a name that nobody has is not kept, it may be a password."""
        if refusal.code not in FAILED:
            return
        known = self.store.read(lambda connection: person_called(connection, looked_up(name)))
        if known is not None:
            self.note("sign_in_name", known.id)
        self.note("sign_in_network", network_of(address))

    def note_lost_tables(self, faults: dict[str, str]) -> None:
        """The tables that this server could not take up; of one that was closed nothing is told any more."""
        for table, fault in faults.items():
            if table not in self._lost:
                self.note("table_lost", table, fault=fault)
        over, self._lost = self._lost - faults.keys(), frozenset(faults)
        if over:
            self.store.write(lambda connection: _end_all(connection, over))

    def write(self) -> None:
        """Writes what waits, for all servers to see."""
        with self._turn:
            waiting, self._waiting = list(self._waiting.values()), {}
        if not waiting:
            return

        def work(connection: Connection) -> None:
            for each in waiting:
                incidents.note_incident(connection, each, HOUR)

        self.store.write(work)


def _end_all(connection: Connection, tables: frozenset[str]) -> None:
    for table in sorted(tables):
        incidents.end_incident(connection, "table_lost", table)


def forget_old(connection: Connection, now: int) -> int:
    """What is older than a day goes, and what is too much; gives how many."""
    return incidents.forget_incidents(connection, now - KEPT, MOST_KEPT)

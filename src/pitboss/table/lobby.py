"""The tables that are open: the list of them, who may come to which, and how many there may be.

The list has the tables of all servers and is read from the database at most once a second. Places are counted
in the transaction that opens a table, so that a limit holds over all servers however many ask at once; from
where a table was opened is kept as a keyed digest, as long as the table is open.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hmac import compare_digest
from threading import Lock
from typing import Final, NamedTuple

import msgspec

from pitboss.ledger import journal
from pitboss.ledger.journal import OpenTable, Purse, Taken, kept_texts, open_tables, sheet_content
from pitboss.ledger.store import Connection, Store
from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.sheet import Sheet
from pitboss.table.live_state import LiveState
from pitboss.table.settings import Remembered, Seconds, is_own, remembered
from pitboss.table.table_state import Unusable, stored_sheet

# The list

OLDEST: Final[Seconds] = 1.0  # of what the lobby shows


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as the lobby shows it."""

    table: str
    title: str
    house: str
    name: str
    game: str
    low: Cents
    high: Cents
    seats: int
    taken: int
    bots: int
    playing: bool  # bets lie on the table
    round: int
    clock: bool
    private: bool
    spectators: bool
    own: bool  # its sheet is none of the houses'
    purse: Purse  # people's money, or chips that are worth something at this table only


@dataclass(frozen=True, slots=True)
class Entry:
    """An open table with what the list does not show of it."""

    listed: Listed
    was: Remembered
    sheet: str  # the hash of its rules
    of_evening: bool  # no table of the lobby's

    def is_known_to(self, person: str | None) -> bool:
        """Whether a person has opened it or sits there; a private table is listed for nobody else."""
        return person is not None and (person == self.was.settings.host or person in self.was.seating.people)


class _Read(NamedTuple):
    """What was read, and as of when."""

    at: Seconds
    changes: int
    entries: tuple[Entry, ...]


class Listing:
    """The open tables of a house, the same on each of its servers."""

    def __init__(self, store: Store, clock: Callable[[], Seconds] = time.monotonic) -> None:
        self.oldest = OLDEST
        self._store = store
        self._clock = clock
        self._turn = Lock()  # who asks while it is read waits for that answer
        self._changes = 0  # that were made here
        self._read: _Read | None = None
        self._known: dict[str, tuple[int, Remembered]] = {}  # as they were when kept so often
        self._sheets: dict[str, Sheet] = {}

    def entries(self, *, fresh: bool = False) -> tuple[Entry, ...]:
        """The tables that are open, as of a second ago at most; or as of now."""
        with self._turn:
            now, changes, read = self._clock(), self._changes, self._read
            if fresh or read is None or read.changes != changes or now - read.at >= self.oldest:
                self._read = read = _Read(now, changes, self._store.read(self._entries))
            return read.entries

    def forget(self) -> None:
        """A table was opened or has closed here: who asks next sees it. It waits for nobody."""
        self._changes += 1

    def listed(self, person: str | None) -> list[Listed]:
        """The tables a person may find: public ones, and those they know already."""
        found = [
            each.listed
            for each in self.entries()
            if not each.of_evening and (not each.was.settings.private or each.is_known_to(person))
        ]
        return sorted(found, key=lambda each: (each.house, each.title, each.table))

    def _entries(self, connection: Connection) -> tuple[Entry, ...]:
        tables = open_tables(connection)
        self._learn(connection, tables)
        found = []
        for table in tables:
            _, was = self._known.get(table.stored.id, (0, None))
            sheet = self._sheets.get(table.stored.sheet)
            if was is not None and sheet is not None and not was.settings.terminal:
                of_evening = table.stored.evening is not None
                found.append(Entry(_listed(table, was, sheet), was, table.stored.sheet, of_evening))
        return tuple(found)

    def _learn(self, connection: Connection, tables: list[OpenTable]) -> None:
        """Reads what has changed; a table that cannot be read is in no list."""
        ids = {each.stored.id: each.version for each in tables}
        old = {table for table, version in ids.items() if self._known.get(table, (0,))[0] != version}
        texts = kept_texts(connection, old)
        known = {table: self._known[table] for table in ids if table not in old}
        sheets = {}
        for (table, sheet, *_), version, _ in tables:
            with suppress(msgspec.DecodeError, LookupError, Unusable):
                if table in old:
                    known[table] = version, remembered(*texts[table])
                if sheet not in sheets:
                    sheets[sheet] = self._sheet(connection, sheet)
        self._known, self._sheets = known, sheets

    def _sheet(self, connection: Connection, hash_: str) -> Sheet:
        return self._sheets.get(hash_) or stored_sheet(hash_, sheet_content(connection, hash_))


def _listed(table: OpenTable, was: Remembered, sheet: Sheet) -> Listed:
    """A table for the list, with nothing about the people at it."""
    stored, settings, people = table.stored, was.settings, was.seating.seated()
    return Listed(
        table=stored.id,
        title=settings.name,
        house=sheet.id,
        name=sheet.name,
        game=sheet.game,
        low=stored.low,
        high=stored.high,
        seats=sheet.seats,
        taken=sum(len(each.seats) for each in people),
        bots=sum(each.bot is not None for each in people),
        playing=table.staked != 0,
        round=stored.rounds,
        clock=settings.clock is not None,
        private=settings.private,
        spectators=settings.spectators,
        own=is_own(sheet),
        purse=stored.purse,
    )


# Places for tables


@dataclass(frozen=True, slots=True)
class Most:
    """The limits of a floor."""

    tables: int
    each: int  # of one host
    network: int  # opened from one network


@dataclass(frozen=True, slots=True)
class Origin:
    """Who opens a table, and from where; the house's own tables come from nowhere."""

    host: str
    network: str = ""


def check_places(connection: Connection, origin: Origin, most: Most) -> None:
    """Refuses a table that has no place at this moment, before anything is worked out for it."""
    _check(journal.count_places(connection, origin.host, origin.network), origin, most)


def take_place(connection: Connection, table: str, origin: Origin, most: Most) -> None:
    """A place for a table, in the transaction that opens it; the table frees it when it closes."""
    journal.lock_places(connection)
    check_places(connection, origin, most)
    journal.take_place(connection, table, origin.host, origin.network)


def check_evening(connection: Connection, origin: Origin, most: Most, needed: int) -> None:
    """Refuses an evening that needs more tables than there is room for, in the transaction that has it hold
    their places: they are counted already."""
    journal.lock_places(connection)
    taken = journal.count_places(connection, origin.host, origin.network)
    tables = f"This evening needs {needed} table{'s' if needed > 1 else ''}, and "
    less = "more seats at a table, or fewer people, need less"
    if taken.tables > most.tables:
        raise Refusal("rate", f"{tables}there is no room for them on the floor now", None)
    if taken.host > most.each:
        text = f"{tables}its host may have {most.each} open, with all others: {less}"
        raise Refusal("rate", text, None)
    if origin.network and taken.network > most.network:
        text = f"{tables}{most.network} may be open from the host's network, with all others: {less}"
        raise Refusal("rate", text, None)


def _check(taken: Taken, origin: Origin, most: Most) -> None:
    if taken.tables >= most.tables:
        raise Refusal("rate", "The floor is full: no further table is opened now", None)
    if not origin.host:
        return
    if taken.host >= most.each:
        text = f"You have {most.each} tables open: close one, or play at one of them"
        raise Refusal("rate", text, None)
    if origin.network and taken.network >= most.network:
        text = f"{most.network} tables are open that were opened from your network: play at one of them"
        raise Refusal("rate", text, None)


def is_invited(live: LiveState, person: str | None, invite: str) -> bool:
    """Whether a person has opened a table or is there already, or comes with its invitation."""
    settings = live.settings
    known = person is not None and (person == settings.host or person in live.seating.people)
    return known or compare_digest(invite.encode(), settings.invite.encode())


def check_admission(live: LiveState, person: str | None, invite: str) -> None:
    """Refuses a person who may not come to a table: a private one asks for its invitation."""
    settings = live.settings
    if settings.private and not is_invited(live, person, invite):
        raise Refusal("private", "This table is private: come with its invitation", None, "invite")
    if person is None and not settings.spectators:
        raise Refusal("no_spectators", "This table has no spectators: sign in to play", None)

"""The live tables that are at this server: made, kept while its lease holds, put away when they are lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol

from pitboss.errors import CageFault, HouseLost
from pitboss.ledger.sqlite_store import LoopWriter, SqliteStore
from pitboss.round import Refusal, RoundSettled, RoundVoided
from pitboss.table.advice import Reckoner
from pitboss.table.lease_keeper import Leases
from pitboss.table.live_state import LiveState, people_in
from pitboss.table.pit import Pit
from pitboss.table.settings import Seconds
from pitboss.table.table_runner import LOG, Room


class Counts(Protocol):
    """Hears of rounds that are over, and of what happens to the leases of tables."""

    def round_ended(self, live: LiveState, end: RoundSettled | RoundVoided) -> None:
        """A round at a table was paid, or is void, and that is stored."""

    def lease_taken(self) -> None:
        """A table that was open is served here from now on."""

    def lease_lost(self) -> None:
        """A table that was served here is another server's."""


class NoCounts:
    """Nobody counts."""

    def round_ended(self, live: LiveState, end: RoundSettled | RoundVoided) -> None:
        return

    def lease_taken(self) -> None:
        return

    def lease_lost(self) -> None:
        return


class Elsewhere(Refusal):
    """The table lives at another server of the house: no error, but the way there."""

    def __init__(self, address: str) -> None:
        text = "This table is at another server of the house: go on there"
        super().__init__("elsewhere", text, None, "table", {"address": address})
        self.address = address  # as that server's settings say it


@dataclass
class Rooms:
    """Those of one server. Without leases it is alone, and what it has stays its own."""

    pit: Pit
    pool: Executor
    now: Callable[[], Seconds]
    new_id: Callable[[], str]
    reckoner: Reckoner
    leases: Leases | None
    stood_still: Callable[[], bool]  # whether this process has done nothing for a while
    house_lost: Callable[[HouseLost], None]  # hears that this process may no longer write at all
    closed: Callable[[], None]  # hears that a table has closed
    by_id: dict[str, Room] = field(default_factory=dict)
    counts: Counts = field(default_factory=NoCounts)

    def __post_init__(self) -> None:
        store = self.pit.store
        self._writer = LoopWriter(store) if isinstance(store, SqliteStore) else None

    def close_writer(self) -> None:
        """Nothing is written for these tables any more."""
        if self._writer is not None:
            self._writer.close()

    def make(self, live: LiveState, version: int) -> Room:
        """A room for a table that is this server's from now on."""
        room = Room(
            live,
            version,
            self.pit,
            self.new_id,
            self.pool,
            self.now,
            self.reckoner,
            stood_still=self.stood_still,
            holds=partial(self._holds_as, live.stored_table.owner),
            writer=self._writer,
            ended=self._ended,
        )
        room.lost = partial(self._give_up, room)
        return room

    def _ended(self, live: LiveState, end: RoundSettled | RoundVoided) -> None:
        self.counts.round_ended(live, end)  # whoever counts may come later than a room

    @property
    def waiting_writes(self) -> int:
        """Calls at tables that wait for the writer of a SQLite file."""
        return 0 if self._writer is None else self._writer.waiting

    def add(self, room: Room) -> None:
        """A table is here now; one of its name that was here before is put away."""
        before = self.by_id.get(room.live.id)
        if before is not None:
            self.drop(before)
        self.by_id[room.live.id] = room

    def find(self, table: str) -> Room | None:
        """A table that is surely this server's."""
        self.sweep()
        found = self.by_id.get(table)
        return found if found is not None and found.holds() else None

    def holds(self) -> bool:
        """Whether the tables that are here are surely this server's."""
        return self.leases is None or self.leases.holds()

    def _holds_as(self, owner: str | None) -> bool:
        """Whether what was taken under an id is surely this server's; after a loss it has another one."""
        return self.leases is None or (self.leases.holds() and self.leases.server == owner)

    def sweep(self) -> None:
        """Forgets tables that have closed."""
        for table, room in list(self.by_id.items()):
            if room.live.stored_table.closed:
                room.stop()
                del self.by_id[table]
                self.closed()

    def drop(self, room: Room) -> None:
        """A table is another server's now: nothing more is said of it here; its people ask where it is."""
        table = room.live.id
        room.park()
        room.send_away()
        if self.by_id.get(table) is room:
            del self.by_id[table]
            LOG.warning("table lost", extra={"fields": {"table": table}})

    def drop_lost(self) -> None:
        """Puts away what was taken under a lease that has run out."""
        for room in list(self.by_id.values()):
            if not room.holds():  # it was not taken since, under another id
                self.counts.lease_lost()
                self.drop(room)

    def _give_up(self, room: Room, fault: CageFault) -> None:
        """This process may no longer write: at all, and whoever runs it ends it, or at one table."""
        self.counts.lease_lost()
        if isinstance(fault, HouseLost):
            self.house_lost(fault)
        else:
            self.drop(room)


# Tables that nobody comes to

DESERTED: Final[Seconds] = 86_400.0  # without a visitor, after which a private table is closed
EMPTY: Final[Seconds] = 3_600.0  # without a person on a seat, after which a public one is


class Quiet:
    """Since when nobody was seen to sit at a table, whenever one looked; it begins anew with the process."""

    def __init__(self, now: Callable[[], Seconds]) -> None:
        self._now = now
        self._since: dict[str, Seconds] = {}

    def deserted(self, rooms: Mapping[str, Room]) -> list[str]:
        """Which tables are to be closed; none with a person's money on it, none of the house's own."""
        now = self._now()
        empty = [table for table, room in rooms.items() if not is_used(room.live)]
        self._since = {table: self._since.get(table, now) for table in empty}
        return [table for table, room in rooms.items() if self._is_deserted(table, room, now)]

    def _is_deserted(self, table: str, room: Room, now: Seconds) -> bool:
        live = room.live
        if live.closing or has_money(live) or live.settings.evening is not None:
            return False
        if live.settings.private:
            return not room.watchers and now - room.left >= DESERTED
        return bool(live.settings.host) and table in self._since and now - self._since[table] >= EMPTY


def has_money(live: LiveState) -> bool:
    """Whether a person's money lies in the open round; what bots have bet goes back to them."""
    return live.open_round is not None and people_in(live.open_round)


def is_used(live: LiveState) -> bool:
    """Whether a person sits here and is connected, or has a bet in the round."""
    return has_money(live) or any(each.here and each.bot is None for each in live.seating.seated())

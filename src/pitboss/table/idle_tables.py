"""Tables that nobody comes to any more: they close by themselves, so that nobody can fill the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.table.live_state import LiveState, people_in
from pitboss.table.settings import Seconds
from pitboss.table.table_runner import Room

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

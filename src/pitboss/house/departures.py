"""Who has signed out, or was excluded, goes from the tables of every server and not only from those here.

Whoever has them go writes it down; every server looks for what is new, some seconds back each time, because
what was written first need not be seen first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pitboss.ledger.departures import Departure, Reason, departures_since, write_departure
from pitboss.ledger.store import Store
from pitboss.table.commands import ShowOut
from pitboss.table.live_floor import Floor
from pitboss.table.settings import Seconds

BACK: Final = 30_000  # milliseconds: longer than any transaction lasts


@dataclass
class Departures:
    """What one server knows of who had to go."""

    store: Store
    floor: Floor
    milliseconds: Callable[[], int]
    _known: set[int] = field(default_factory=set)  # numbers of those it has heard of, some seconds back

    def announce(self, person: str, reason: Reason) -> Departure:
        """Writes down that somebody must go, for all servers; here they are shown out by the caller."""
        at = self.milliseconds()
        self.store.write(lambda connection: write_departure(connection, person, reason, at))
        return Departure(0, person, reason, at)

    def news(self) -> list[Departure]:
        """Who has had to go and was not told here before; the caller spares who has come since."""
        since = self.milliseconds() - BACK
        found = self.store.read(lambda connection: departures_since(connection, since))
        new = [each for each in found if each.number not in self._known]
        self._known = {each.number for each in found}
        return new

    async def show_out(self, departure: Departure) -> None:
        """Has somebody go from the tables that are here; who has come again since then stays.

        Who was excluded gives up their seats: at once, or after the hand that has their money in it.
        """
        person, before = departure.person, departure.at / 1000
        if departure.reason == "excluded":
            await exclude(self.floor, person, before)
        else:
            self.floor.cut(person, departure.reason, before)


async def exclude(floor: Floor, person: str, before: Seconds) -> None:
    """A person leaves every table of a floor; who has money in a hand sees its end."""
    for room in list(floor.rooms.values()):
        if person in room.live.seating.people:
            await room.do(ShowOut(person))
        if not room.live.takes_part(person):
            for watcher in [each for each in room.watchers if each.person == person and each.since <= before]:
                watcher.cut("excluded")

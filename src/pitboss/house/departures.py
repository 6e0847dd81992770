"""Who has signed out, or was excluded, goes from the tables of every server and not only from those here.

Whoever has them go writes it down; every server looks for what is new, some seconds back each time, because
what was written first need not be seen first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pitboss.cage.departures import Departure, Reason, departures_since, write_departure
from pitboss.cage.store import Store

BACK: Final = 30_000  # milliseconds: longer than any transaction lasts


@dataclass
class Departures:
    """What one server knows of who had to go."""

    store: Store
    milliseconds: Callable[[], int]
    _known: set[int] = field(default_factory=set)  # numbers of those it has heard of, some seconds back

    def announce(self, person: str, reason: Reason) -> None:
        """Has somebody go from the tables of all servers."""
        self.store.write(lambda connection: write_departure(connection, person, reason, self.milliseconds()))

    def news(self) -> list[Departure]:
        """Who has had to go and was not told here before; the caller spares who has come since."""
        since = self.milliseconds() - BACK
        found = self.store.read(lambda connection: departures_since(connection, since))
        new = [each for each in found if each.number not in self._known]
        self._known = {each.number for each in found}
        return new

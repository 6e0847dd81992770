"""What the floor tells whoever counts: it knows no metrics, and nothing of people or hidden cards is told."""

from __future__ import annotations

from typing import Protocol

from pitboss.round import RoundSettled, RoundVoided
from pitboss.table.live_state import LiveState


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

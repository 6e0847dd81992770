"""What the floor tells whoever counts: it knows no metrics, and nothing of people or cards is told."""

from __future__ import annotations

from typing import Protocol


class Counts(Protocol):
    """Hears of what happens to the leases of tables."""

    def lease_taken(self) -> None:
        """A table that was open is served here from now on."""

    def lease_lost(self) -> None:
        """A table that was served here is another server's."""


class NoCounts:
    """Nobody counts."""

    def lease_taken(self) -> None:
        return

    def lease_lost(self) -> None:
        return

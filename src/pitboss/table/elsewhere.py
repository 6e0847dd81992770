"""Tables of one house at several servers: who is told which of them are here, and who must go elsewhere."""

from __future__ import annotations

from typing import Final, Protocol

from pitboss.round import Refusal


class Elsewhere(Refusal):
    """The table lives at another server of the house: no error, but the way there."""

    def __init__(self, address: str) -> None:
        text = "This table is at another server of the house: go on there"
        super().__init__("elsewhere", text, None, "table", {"address": address})
        self.address = address  # as that server's settings say it


class Owned(Protocol):
    """Hears which tables this process has, in whichever thread that is found out. It must not wait."""

    def took(self, table: str) -> None:
        """The table is here now: opened, or taken up."""
        ...

    def lost(self, table: str) -> None:
        """It is not here any more: closed, handed over, or taken away."""
        ...


class _Nobody:
    def took(self, table: str) -> None:
        return None

    def lost(self, table: str) -> None:
        return None


NOBODY: Final[Owned] = _Nobody()

"""One table with its people: a command becomes events, and the events move the money.

`Pit` opens tables on a store and plays them without clock or socket, which is enough for a program. What a
house serves is a `Floor` of live tables around it, with seats, clocks, bots and views (`live_floor`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.table.commands import (
        Bet,
        ChangeTerms,
        CloseTable,
        OpenRound,
        PitCommand,
        Settle,
        StartDeal,
        WriteDown,
    )
    from pitboss.table.pit import Pit, PitTable
    from pitboss.table.table_state import Done
    from pitboss.table.till import PROPOSITION, Till, postings, till_of

__all__ = [
    "PROPOSITION",
    "Bet",
    "ChangeTerms",
    "CloseTable",
    "Done",
    "OpenRound",
    "Pit",
    "PitCommand",
    "PitTable",
    "Settle",
    "StartDeal",
    "Till",
    "WriteDown",
    "postings",
    "till_of",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)

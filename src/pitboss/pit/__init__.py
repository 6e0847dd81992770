"""One table without clock or socket, and the money that its events move."""

from pitboss.pit.commands import Bet, CloseTable, Deal, OpenRound, PitCommand, Settle
from pitboss.pit.pit import Pit
from pitboss.pit.postings import PROPOSITION, Till, postings, till_of
from pitboss.pit.table import PitTable
from pitboss.pit.table_state import Done

__all__ = [
    "PROPOSITION",
    "Bet",
    "CloseTable",
    "Deal",
    "Done",
    "OpenRound",
    "Pit",
    "PitCommand",
    "PitTable",
    "Settle",
    "Till",
    "postings",
    "till_of",
]

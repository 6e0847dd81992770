"""One table without clock or socket, and the money that its events move."""

from pitboss.pit.commands import Bet, CloseTable, Deal, OpenRound, PitCommand, Settle
from pitboss.pit.postings import PROPOSITION, Till, postings, till_of
from pitboss.pit.table import Done, Pit, PitTable

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

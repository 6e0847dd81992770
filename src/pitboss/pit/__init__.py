"""One table without clock or socket, and the money that its events move."""

from pitboss.pit.commands import Bet, ChangeTerms, CloseTable, Deal, OpenRound, PitCommand, Settle, WriteDown
from pitboss.pit.event_postings import PROPOSITION, Till, postings, till_of
from pitboss.pit.pit import Pit
from pitboss.pit.table import PitTable
from pitboss.pit.table_state import Done

__all__ = [
    "PROPOSITION",
    "Bet",
    "ChangeTerms",
    "CloseTable",
    "Deal",
    "Done",
    "OpenRound",
    "Pit",
    "PitCommand",
    "PitTable",
    "Settle",
    "Till",
    "WriteDown",
    "postings",
    "till_of",
]

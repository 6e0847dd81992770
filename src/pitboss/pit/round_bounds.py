"""How much an open round may hold. Its events are stored, hashed and told again: nobody makes them endless.

The table of the pit asks, and not whoever runs it: so it holds for every way a bet can come, and after a
restart, as it is counted from the round's own events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.pit.commands import Bet
from pitboss.round import BetsPlaced, Event, Refusal

MOST_CHANGES: Final = 40  # bets of one person at one seat in one round
MOST_BETS: Final = 400  # bets of everybody in one round; after that each person's first at a seat is taken


def check_changes(events: Sequence[Event], bet: Bet) -> None:
    """Refuses a bet that was changed too often; clearing it is always possible, so leaving is too."""
    if not bet.wagers:
        return
    placed = [event for event in events if isinstance(event, BetsPlaced) and event.wagers]
    own = sum(event.seat == bet.seat and event.player == bet.player for event in placed)
    if own >= MOST_CHANGES or (own and len(placed) >= MOST_BETS):
        text = f"A bet may be placed {MOST_CHANGES} times a round: leave this one as it is, or clear it"
        raise Refusal("changes", text, None, "wagers", {"most": MOST_CHANGES})

"""What one viewer is told of some changes, the plain way: nothing is shared with other viewers."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.round import Viewer, tell
from pitboss.round.facts import Fact, facts_of
from pitboss.table.live_state import Change, Noted


def told_to(changes: Iterable[Change], person: str | None) -> list[Fact | Noted]:
    """Facts are made of what that viewer is told, and no more."""
    found: list[Fact | Noted] = []
    for change in changes:
        if change.event is not None and change.state is not None:
            own = [seat.number for seat in change.state.seats if seat.player == person]
            told = tell(change.state, change.event, Viewer(person))
            found += facts_of(change.state.table.sheet, told, own)
        elif change.note is not None:
            found.append(change.note)
    return found

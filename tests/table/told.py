"""What one viewer is told of some changes, the plain way: nothing is shared with other viewers."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.round import Viewer, tell
from pitboss.round.facts import Fact
from pitboss.table.live_state import Change, Noted


def told_to(changes: Iterable[Change], person: str | None) -> list[Fact | Noted]:
    """Facts are made of what that viewer is told, and no more."""
    found: list[Fact | Noted] = []
    for change in changes:
        if change.event is not None and change.state is not None:
            found += tell(change.state, change.event, Viewer(person))
        elif change.note is not None:
            found.append(change.note)
    return found

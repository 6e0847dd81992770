"""Who may come to a live table."""

from __future__ import annotations

from hmac import compare_digest

from pitboss.round import Refusal
from pitboss.table.live_state import LiveState


def is_invited(live: LiveState, person: str | None, invite: str) -> bool:
    """Whether somebody has opened a table or is there already, or comes with its invitation."""
    settings = live.settings
    known = person is not None and (person == settings.host or person in live.seating.people)
    return known or compare_digest(invite.encode(), settings.invite.encode())


def check_admission(live: LiveState, person: str | None, invite: str) -> None:
    """Refuses who may not come to a table: a private one asks for its invitation."""
    settings = live.settings
    if settings.private and not is_invited(live, person, invite):
        raise Refusal("private", "This table is private: come with its invitation", None, "invite")
    if person is None and not settings.spectators:
        raise Refusal("no_spectators", "This table has no spectators: sign in to play", None)

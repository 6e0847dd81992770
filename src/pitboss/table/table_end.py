"""Who has closed a table: its host, an operator, its evening, or the house by itself."""

from __future__ import annotations

from pitboss.ledger.ids import evening_actor, is_operator, table_actor
from pitboss.table.live_state import LiveState
from pitboss.table.view_types import ClosedBy


def closed_by(live: LiveState) -> ClosedBy | None:
    """Whose word ends the table; None while it stays open."""
    return None if live.settings.closes_by is None else closer(live, live.settings.closes_by[0])


def closer(live: LiveState, actor: str) -> ClosedBy:
    """As whom somebody closes a table."""
    if actor == table_actor(live.id):
        return "house"
    evening = live.settings.evening
    if evening is not None and actor == evening_actor(evening.id):
        return "evening"
    return "operator" if is_operator(actor) else "host"

"""What the log hears of live tables: rounds by their ids, tables that open, close or move. No card, no money.

Whoever serves decides where the log goes (`web/log`); here only facts are given to it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

from pitboss.errors import fault_fields
from pitboss.table.live_state import Change, LiveState

LOG: Final = logging.getLogger("pitboss")
_ROUNDS: Final = {"deal": "round dealt", "settle": "round settled", "void": "round void"}


def log_changes(before: LiveState, after: LiveState, changes: Iterable[Change]) -> None:
    """What was stored at a table: rounds that were dealt or have ended, and its own end."""
    for each in changes:
        if each.event is not None and each.event.k in _ROUNDS and each.state is not None:
            log_table(_ROUNDS[each.event.k], after.id, round=each.state.id)
    if after.stored_table.closed and not before.stored_table.closed:
        log_table("table closed", after.id, rounds=after.stored_table.rounds)


def log_opened(live: LiveState, actor: str) -> None:
    """A table is open from now on."""
    log_table(
        "table opened",
        live.id,
        house=live.table.sheet.id,
        actor=actor,
        private=live.settings.private,
        chips=live.till.chips or None,
    )


def log_table(what: str, table: str, **fields: int | str | None) -> None:
    """Something happened at a table."""
    LOG.info(what, extra={"fields": {"table": table, **fields}})


def log_table_fault(what: str, table: str, fault: Exception) -> None:
    """Something failed at a table: the kind of fault and its place, and nothing of what was in it."""
    LOG.error(what, extra={"fields": {"table": table, **fault_fields(fault)}})

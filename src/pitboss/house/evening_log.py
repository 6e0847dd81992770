"""The lines of the log about evenings: announced, started, ended, called off."""

from __future__ import annotations

import logging
from typing import Final

from pitboss.evening.model import Evening, Phase

LOG = logging.getLogger("pitboss")
_LINES: Final[dict[Phase, str]] = {
    "listed": "evening announced",
    "running": "evening started",
    "ended": "evening ended",
    "called_off": "evening called off",
}


def log_phase(before: Phase | None, evening: Evening) -> None:
    """One line where an evening has come to another phase; who plays is in it as a number."""
    if evening.phase != before:
        fields = {
            "evening": evening.id,
            "house": evening.plan.house,
            "people": len(evening.entrants),
            "rounds": evening.round,
        }
        LOG.info(_LINES[evening.phase], extra={"fields": fields})

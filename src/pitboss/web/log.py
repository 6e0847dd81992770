"""Structured logs: one JSON object a line, on standard error. No secret, no card and no name is in them."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from traceback import walk_tb

LOG = logging.getLogger("pitboss")


class _Line(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {"at": at, "level": record.levelname.lower(), "what": record.getMessage()}
        return json.dumps(told | getattr(record, "fields", {}))


def start_log(level: str = "INFO") -> None:
    """Writes Pitboss's log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line())
    LOG.handlers[:] = [handler]
    LOG.setLevel(level)
    LOG.propagate = False


def log(what: str, **fields: int | str | float | None) -> None:
    """Something happened."""
    LOG.info(what, extra={"fields": fields})


def log_fault(what: str, fault: BaseException) -> None:
    """Something failed that should not have: its kind and its place, and nothing of what was in it."""
    steps = list(walk_tb(fault.__traceback__))
    place = f"{Path(steps[-1][0].f_code.co_filename).name}:{steps[-1][1]}" if steps else None
    LOG.error(what, extra={"fields": {"fault": type(fault).__name__, "place": place}})

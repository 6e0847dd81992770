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
    def __init__(self, worker: int | None) -> None:
        super().__init__()
        self.worker = worker  # its number, where there are several

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, str | int | None] = {
            "at": at,
            "level": record.levelname.lower(),
            "what": record.getMessage().strip(),
        }
        if self.worker is not None:
            told["worker"] = self.worker
        if record.name.partition(".")[0] != LOG.name:
            told["by"] = record.name  # a library that is used here
        if record.exc_info and record.exc_info[1] is not None:
            told |= _fault(record.exc_info[1])
        return json.dumps(told | getattr(record, "fields", {}))


def start_log(level: str = "INFO", worker: int | None = None) -> None:
    """Writes Pitboss's log to standard error; what libraries warn of goes there in the same form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line(worker))
    LOG.handlers[:] = [handler]
    LOG.setLevel(level)
    LOG.propagate = False
    logging.getLogger().handlers[:] = [handler]  # its level stays WARNING: addresses have secrets in them
    logging.captureWarnings(True)


def log(what: str, **fields: int | str | float | None) -> None:
    """Something happened."""
    LOG.info(what, extra={"fields": fields})


def log_fault(what: str, fault: BaseException) -> None:
    """Something failed that should not have: its kind and its place, and nothing of what was in it."""
    LOG.error(what, extra={"fields": _fault(fault)})


def _fault(fault: BaseException) -> dict[str, str | None]:
    steps = list(walk_tb(fault.__traceback__))
    place = f"{Path(steps[-1][0].f_code.co_filename).name}:{steps[-1][1]}" if steps else None
    return {"fault": type(fault).__name__, "place": place}

"""The log of a server: on standard error or in a file. No secret, no card and no name is in it."""

from __future__ import annotations

import logging
import logging.handlers
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Literal, TextIO

from pitboss.errors import fault_fields
from pitboss.round import Refusal
from pitboss.web.log_lines import OURS, JsonLines, LineFormat, TextLines
from pitboss.web.log_repeats import Repeats

LOG = logging.getLogger(OURS)
Level = Literal["debug", "info", "warning", "error"]
Form = Literal["auto", "text", "json"]
Value = int | str | float | None


def start_log(level: Level = "info", form: Form = "auto", file: str = "", worker: int | None = None) -> None:
    """Writes Pitboss's log; what libraries warn of goes there in the same form."""
    handler = _in_file(Path(file)) if file else logging.StreamHandler(sys.stderr)
    handler.setFormatter(line_format(form, None if file else sys.stderr, worker))
    handler.addFilter(Repeats())
    LOG.handlers[:] = [handler]
    LOG.setLevel(level.upper())
    LOG.propagate = False
    logging.getLogger().handlers[:] = [handler]  # its level stays WARNING: addresses have secrets in them
    logging.captureWarnings(True)


def stop_log() -> None:
    """Nothing more is written: whoever has started it has ended."""
    for logger in (LOG, logging.getLogger()):
        for handler in logger.handlers:
            handler.close()
        logger.handlers.clear()
    LOG.setLevel(logging.NOTSET)
    LOG.propagate = True
    logging.captureWarnings(False)


def line_format(form: Form, stream: TextIO | None, worker: int | None = None) -> LineFormat:
    """Lines for people on a terminal and for programs elsewhere, unless it is said which."""
    terminal = stream is not None and stream.isatty()
    if form == "json" or (form == "auto" and not terminal):
        return JsonLines(worker)
    colour = terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return TextLines(worker, colour=colour)


class OwnFile(logging.handlers.WatchedFileHandler):
    """A file that may be moved away at any time: the next line begins a new one. Its owner alone reads it."""

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="ascii", errors="backslashreplace", opener=_for_owner)


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _in_file(path: Path) -> logging.Handler:
    try:
        return OwnFile(path)
    except OSError as fault:
        raise Refusal("settings", f"log_file: {path} cannot be written: {fault.strerror}") from None


def log(what: str, **fields: Value) -> None:
    """Something happened."""
    LOG.info(what, extra={"fields": fields})


def log_often(what: str, **fields: Value) -> None:
    """Something happened that strangers can have happen as often as they like: it is told some times."""
    LOG.info(what, extra={"fields": fields, "often": True})


def log_debug(what: str, **fields: Value) -> None:
    """Something that is of interest only to who looks for a cause."""
    if LOG.isEnabledFor(logging.DEBUG):
        LOG.debug(what, extra={"fields": fields})


def log_warning(what: str, **fields: Value) -> None:
    """Something that whoever runs the house should look at."""
    LOG.warning(what, extra={"fields": fields})


def log_fault(what: str, fault: BaseException) -> None:
    """Something failed that should not have: its kind and its place, and nothing of what was in it."""
    LOG.error(what, extra={"fields": fault_fields(fault)})

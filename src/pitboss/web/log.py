"""The log of a server: on standard error or in a file. No secret, no card and no name is in it."""

from __future__ import annotations

import json
import logging
import logging.handlers
import os
import re
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, Literal, TextIO

from pitboss.errors import fault_fields
from pitboss.round import Refusal
from pitboss.table.messages import ID_FORM

HEADER: Final = "X-Request-ID"
_FORM: Final = re.compile(ID_FORM)
_ID_IN: Final = re.compile(r'"id"\s*:\s*"([A-Za-z0-9._:-]{1,64})"')
_CURRENT: Final[ContextVar[str]] = ContextVar("request", default="")


def begin_request(named: str | None) -> str:
    """A request begins in this context, under the id that it names or under a new one."""
    id_ = named if named is not None and _FORM.match(named) and "\n" not in named else token_hex(8)
    _CURRENT.set(id_)
    return id_


def begin_command(text: str) -> None:
    """A command at a table begins in this context; its id is looked for only if a line is logged."""
    _CURRENT.set(text)


def current_request() -> str:
    """The id of what is being worked at; empty where nobody has asked for it."""
    current = _CURRENT.get()
    if not current.startswith("{"):
        return current
    found = _ID_IN.search(current)
    return found[1] if found else ""


OURS: Final = "pitboss"
LONGEST_LINE: Final = 8_192  # characters
LONGEST_VALUE: Final = 300
LONGEST_MESSAGE: Final = 200
_BARE: Final = re.compile(r"[!#-<>-~]+")  # needs no quotes
_COLOURS: Final = {"debug": "2", "info": "32", "warning": "33", "error": "31", "critical": "31"}
# What a library may quote of an address: its password, and what our own links keep secret.
_SECRETS: Final = (
    (re.compile(r"(\w+://[^\s:/@]*):[^\s@]+@"), r"\1:***@"),
    (re.compile(r"\b((?:ticket|invite|token|password|secret)=)[^\s&\"']+", re.IGNORECASE), r"\1***"),
    (re.compile(r"(/(?:welcome|reset)/)[^\s/?\"']+"), r"\1***"),
    (re.compile(r"\b(bearer|pitboss_session|pitboss_device)([ =])[^\s;\"']+", re.IGNORECASE), r"\1\2***"),
)


class LineFormat(logging.Formatter):
    """What both forms of a line share."""

    def __init__(self, worker: int | None = None) -> None:
        super().__init__()
        self.worker = worker  # its number, where there are several

    def facts(self, record: logging.LogRecord) -> dict[str, Any]:
        """What a line says beside when, how grave and what."""
        told: dict[str, Any] = {}
        if self.worker is not None:
            told["worker"] = self.worker
        if request := getattr(record, "request", "") or current_request():
            told["request"] = request
        if record.name.partition(".")[0] != OURS:
            told["by"] = record.name  # a library that is used here
        if record.exc_info and record.exc_info[1] is not None:
            told |= fault_fields(record.exc_info[1])
        fields: Mapping[str, Any] = getattr(record, "fields", {})
        return {name: _bounded(value) for name, value in (told | dict(fields)).items() if value is not None}


class JsonLines(LineFormat):
    """One JSON object a line, in ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        head = {"at": _moment(record), "level": record.levelname.lower(), "what": _what(record)}
        line = json.dumps(head | self.facts(record))
        return line if len(line) <= LONGEST_LINE else json.dumps(head | {"cut": True})


class TextLines(LineFormat):
    """Columns and `name=value` pairs; a fault's trace follows, each step on a line of its own."""

    def __init__(self, worker: int | None = None, *, colour: bool = False) -> None:
        super().__init__(worker)
        self.colour = colour

    def format(self, record: logging.LogRecord) -> str:
        facts = self.facts(record)
        steps = [_plain(each) for each in facts.pop("trace", ())]
        level, at = record.levelname.lower(), _moment(record).replace("T", " ").replace("+00:00", "Z")
        pairs = "  ".join(f"{self._in('2', name + '=')}{_quoted(value)}" for name, value in facts.items())
        grave, what = self._in(_COLOURS[level], f"{level:<7}"), f"{_plain(_what(record)):<16}"
        line = f"{self._in('2', at)}  {grave}  {what}  {pairs}".rstrip()
        if len(line) > LONGEST_LINE:
            line = f"{line[: LONGEST_LINE - 1].rpartition('  ')[0]} ..."
        return "\n".join((line, *(f"    {step}" for step in steps)))

    def _in(self, colour: str, text: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self.colour else text


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _what(record: logging.LogRecord) -> str:
    """What happened. Of what a library says only the first line: further ones quote what it was at."""
    said = record.getMessage().strip()
    if record.name.partition(".")[0] == OURS:
        return said[:LONGEST_MESSAGE]
    return without_secrets(said.partition("\n")[0])[:LONGEST_MESSAGE]


def without_secrets(text: str) -> str:
    """A text in which what would open something is masked.

    >>> without_secrets("GET /tables/5f3a?invite=9b1c of postgresql://ann:pw@db/x")
    'GET /tables/5f3a?invite=*** of postgresql://ann:***@db/x'
    """
    for form, mask in _SECRETS:
        text = form.sub(mask, text)
    return text


def _bounded(value: object) -> object:
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [_bounded(each) for each in value]
    text = str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 3]}..."


def _plain(text: str) -> str:
    """Printable ASCII: anything else is escaped as in JSON."""
    return json.dumps(text)[1:-1].replace('\\"', '"')


def _quoted(value: object) -> str:
    text = str(value) if not isinstance(value, bool) else str(value).lower()
    return text if _BARE.fullmatch(text) else json.dumps(text)


MOST: Final = 20  # lines of one kind in a minute
WINDOW: Final = 60.0  # seconds
MOST_KINDS: Final = 256


@dataclass
class _Kind:
    until: float
    said: int = 0
    left_out: int = 0


class Repeats(logging.Filter):
    """Lets through what is rare, and what cannot be said more often than people play.

    Warnings, faults and lines that are marked as `often` are counted by what they say and by their kind of
    fault. The first line of a kind after its minute tells how many were left out.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: OrderedDict[tuple[str, str, str], _Kind] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING and not getattr(record, "often", False):
            return True
        fields = getattr(record, "fields", {})
        key = (record.name, str(record.msg), str(fields.get("fault") or fields.get("table") or ""))
        now, kind = self._now(), self._kinds.pop(key, None)
        if kind is None or now >= kind.until:
            left_out = kind.left_out if kind else 0
            kind = _Kind(now + WINDOW)
            if left_out:
                record.fields = {**fields, "left_out": left_out}
        self._kinds[key] = kind
        if len(self._kinds) > MOST_KINDS:
            self._kinds.popitem(last=False)
        kind.said += 1
        kind.left_out += kind.said > MOST
        return kind.said <= MOST


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
    """Nothing more is written: the server has ended."""
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


SLOW: Final = 2.0  # seconds past which a request or a command gets a line of its own


def log_warning(what: str, **fields: Value) -> None:
    """Something that the person who runs the house should look at."""
    LOG.warning(what, extra={"fields": fields})


def log_fault(what: str, fault: BaseException) -> None:
    """Something failed that should not have: its kind and its place, and nothing of what was in it."""
    LOG.error(what, extra={"fields": fault_fields(fault)})

"""Lines of the log: for people aligned and perhaps in colour, for programs one JSON object each.

No line is longer than a bound, and none holds a control character, so that nobody can write lines of their
own into it.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from pitboss.errors import fault_fields
from pitboss.web.request_ids import current_request

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
    """Columns and `name=value` pairs; the way to a fault stands below, each step on a line of its own."""

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
    """Printable ASCII: anything else stands there as JSON would write it."""
    return json.dumps(text)[1:-1].replace('\\"', '"')


def _quoted(value: object) -> str:
    text = str(value) if not isinstance(value, bool) else str(value).lower()
    return text if _BARE.fullmatch(text) else json.dumps(text)

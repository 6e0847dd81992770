"""JSON without its loopholes: duplicate keys, numbers with a point or exponent, NaN and the like are seen.

The parser does not know where in the document it is, so it leaves a mark in the place of each such value
and the reader of the document, who does know, refuses it with its path.
"""

from __future__ import annotations

import json
from typing import Any, Final


class Twice(dict[str, Any]):
    """An object in which `key` stood twice."""

    key: str


class NotWhole(str):
    """A number that is no whole number, as it was written."""

    __slots__ = ()


class NotJson(ValueError):
    """A text that is no JSON document; the message says where it breaks off."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    twice = Twice(found)
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            twice.key = key
        seen.add(key)
    return twice


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_float=NotWhole, parse_constant=NotWhole)


def parse(line: bytes) -> Any:
    """The document of one line, with marks in it; raises NotJson with a sentence."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise NotJson("The line is not UTF-8 text") from None
    if text.startswith("\ufeff"):
        raise NotJson("The line starts with a byte-order mark; leave it out")
    if not text or text.isspace():
        raise NotJson("The line is blank; write one JSON object per line")
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise NotJson(f"The line is not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise NotJson("The line is nested too deeply") from None
    except ValueError:  # whole numbers of thousands of digits
        raise NotJson("The line has a number that is too long") from None

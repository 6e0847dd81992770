"""JSON twice: written in the one way that is hashed, and read without its loopholes.

What is written is RFC 8785: equal values are equal bytes. What is read may not have duplicate keys, numbers
with a point or exponent, NaN and the like.

The parser does not know where in the document it is, so it leaves a mark in the place of each such value
and the reader of the document, who does know, refuses it with its path: `fields`, `whole`, `refuse`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NoReturn

import msgspec
import rfc8785

from pitboss.errors import Refusal
from pitboss.text import nearest, one_of, shown

_SORTED: Final = msgspec.json.Encoder(order="sorted")
_SIMPLE: Final = frozenset({str, bool, type(None)})
_LARGEST: Final = 2**53 - 1  # of the whole numbers that every reader of JSON has exactly


def canonical_text(value: Mapping[str, Any]) -> str:
    """A JSON object as RFC 8785 has it; raises ValueError for what has no such form, like a half letter.

    >>> canonical_text({"b": [1, True, None], "a": "é"})
    '{"a":"é","b":[1,true,null]}'
    """
    return (plain_text(value) or rfc8785.dumps(value)).decode()


def plain_text(value: object) -> bytes | None:
    """Sorted JSON of what all writers of it write alike, in a tenth of their time; None for anything else.

    That is everything without fractions, without whole numbers beyond 2^53, and with keys of ASCII.

    >>> plain_text({"b": "é", "a": 1}), plain_text([0.5]), plain_text({"é": 1})
    (b'{"a":1,"b":"\\xc3\\xa9"}', None, None)
    """
    return _SORTED.encode(value) if _is_plain(value) else None


def _is_plain(value: Any) -> bool:
    kind = type(value)
    if kind is dict:
        for key in value:
            if type(key) is not str or not key.isascii():
                return False
        value = value.values()
    elif kind is not list and kind is not tuple:
        return kind in _SIMPLE or (kind is int and -_LARGEST <= value <= _LARGEST)
    for each in value:  # without a call for each: every command is written some times
        kind = type(each)
        if kind in _SIMPLE:
            continue
        if not (-_LARGEST <= each <= _LARGEST if kind is int else _is_plain(each)):
            return False
    return True


START: Final = "0" * 64  # what the first document of a chain follows


def link(previous: str, document: bytes) -> str:
    """The head after a document: SHA-256 of the head before it and the document, each behind its length.

    >>> first = link(START, b"one")
    >>> link(first, b"two") != link(START, b"two")
    True
    """
    before = bytes.fromhex(previous)
    return sha256(
        len(before).to_bytes(4, "big") + before + len(document).to_bytes(4, "big") + document
    ).hexdigest()


MOST: Final = 10**1000 - 1  # amounts have no upper bound by law; this one keeps every sum printable


class Twice(dict[str, Any]):
    """An object in which `key` stood twice."""

    key: str


class NotWhole(str):
    """A number that is no whole number, or one too long to compute with, as it was written."""

    __slots__ = ()


class NotJson(ValueError):
    """A text that is no JSON document; the message says where it breaks off."""


_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def has_half_letters(text: str) -> bool:
    r"""Whether a JSON text writes half of a letter alone, like `"\ud800"`: nobody can store or print that.

    >>> has_half_letters(r'["\ud83c\udca1"]'), has_half_letters(r'["\udca1\ud83c"]'), has_half_letters("[")
    (False, True, False)
    """
    if _SURROGATE.search(text) is None:
        return False
    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    except (ValueError, RecursionError):  # no JSON, as its reader will say
        return False
    return False


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


def _plain_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = _object(pairs)
    if isinstance(found, Twice):
        raise NotJson(f"{shown(found.key)} is given twice")
    return found


def parse_plain(text: str | bytes) -> Any:
    """A document without marks, for readers with types of their own; NotJson where a key is given twice."""
    return json.loads(text, object_pairs_hook=_plain_object)


def _int(text: str) -> int | NotWhole:
    try:
        return int(text)
    except ValueError:  # Python turns no more than some thousand digits into a number
        return NotWhole(text)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_float=NotWhole, parse_constant=NotWhole)
_LONG_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=NotWhole, parse_int=_int, parse_constant=NotWhole
)


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
        return _decode(text)
    except json.JSONDecodeError as error:
        raise NotJson(f"The line is not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise NotJson("The line is nested too deeply; a round has no more than four levels") from None


def _decode(text: str) -> Any:
    """Numbers of thousands of digits are rare, so that only their lines pay for the slower decoder."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return _LONG_DECODER.decode(text)


def refuse(path: str, message: str, clause: str | None = None) -> NoReturn:
    """Refuses the document at this place."""
    raise Refusal("input", message, clause, path)


def fields(value: Any, path: str, known: frozenset[str], clause: str | None = None) -> dict[str, Any]:
    """A JSON object with none but known keys, each once. The clause is that of a value that is no object."""
    if type(value) is not dict:
        no_object(value, path, f"with {one_of(known)}", clause)
    if not value.keys() <= known:
        unknown = next(key for key in value if key not in known)
        near = nearest(unknown, sorted(known))
        hint = f"did you mean {near}?" if near else f"allowed: {one_of(known)}"
        refuse(_at(path, unknown), f"{shown(unknown)} is not a field of {path or 'a round'}; {hint}")
    return value


def no_object(value: Any, path: str, allowed: str, clause: str | None) -> NoReturn:
    """Refuses a value that is no JSON object, or one with a key twice."""
    if isinstance(value, Twice):
        refuse(
            _at(path, value.key), f"{shown(value.key)} is given twice in {path or 'the line'}; once is enough"
        )
    refuse(path, f"{path or 'The line'} must be a JSON object {allowed}, not {written(value)}", clause)


def _at(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def written(value: Any) -> str:
    """A value as the line has it, cut to a readable length."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    text = value if isinstance(value, NotWhole) else json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def whole(value: Any, path: str, what: str, clause: str | None, most: int = MOST) -> int:
    """A JSON integer above zero."""
    if type(value) is int and 0 < value <= most:
        return value
    top = "" if most == MOST else f" and at most {most:,}"
    if _is_long(value):
        top = top or " and of at most 1,000 digits"
    refuse(path, f"{what} must be a whole number above zero{top}, not {written(value)}", clause)


def _is_long(value: Any) -> bool:
    return value > MOST if type(value) is int else isinstance(value, NotWhole) and value.isdecimal()

"""How large a sheet file may be, seen before it is parsed: one walk over its text, whatever stands in it.

The parser and the checks are made for sheets. A text of a few kilobytes can keep them busy for minutes and
fill the memory (a key of thousands of dots), so what no sheet has is refused first.
"""

from __future__ import annotations

import re
from typing import Final

from pitboss.sheet.faults import Fault

LARGEST: Final = 256 * 1024  # characters of a sheet file; the printed ones have less than ten thousand
MOST_KEYS: Final = 2_000  # keys and table headers together; the printed sheets have less than 200
MOST_ELEMENTS: Final = 4_000  # of lists and inline tables
MOST_PARTS: Final = 8  # of a key like `pays.pair_plus.lines`
DEEPEST: Final = 8  # brackets inside one another
LONGEST_KEY: Final = 200  # characters, its dots included

_TOKEN: Final = re.compile(
    r"\"{3}|'{3}"  # a string over several lines begins
    r'|"(?:\\.|[^"\\\n])*"?|\'[^\'\n]*\'?'  # a string in one line; where it does not end, the parser says so
    r"|\#[^\n]*|\n|[\[\]{}=,.]|[^\s\[\]{}=,.#\"']+"
)
_ENDS: Final = {
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*"{3,5}', re.DOTALL),
    "'''": re.compile(r"(?:[^']|'(?!''))*'{3,5}"),
}


def beyond(text: str) -> Fault | None:
    """The first thing in a text that is more than a sheet may have, with its line.

    >>> beyond("a.b = 1"), beyond("a" + ".b" * 8 + " = 1").sentence
    (None, 'a key has more than 8 parts; allowed: up to 8, like pays.pair_plus.lines')
    """
    if len(text) > LARGEST:
        return Fault("", "is too large", f"up to {LARGEST // 1024} KB", line=1)
    line, at, depth, keys, commas, parts, length = 1, 0, 0, 0, 0, 1, 0
    begins = True  # whether a line begins here
    while (found := _TOKEN.search(text, at)) is not None:
        token, at = found[0], found.end()
        if token in _ENDS:
            end = _ENDS[token].match(text, at)
            if end is None:  # it never ends: the parser says so, and reads nothing after it
                return None
            token, at = text[found.start() : end.end()], end.end()
        match token[0]:
            case "#":
                continue
            case "\n" | "=" | ",":
                keys, commas = keys + (token == "="), commas + (token == ",")
                parts, length = 1, 0
            case "[" | "{":
                keys += begins
                depth, parts, length = depth + 1, 1, 0
            case "]" | "}":
                depth = max(0, depth - 1)
            case ".":
                parts, length = parts + 1, length + 1
            case _:
                length += len(token)
        begins = token == "\n" and not depth
        fault = _fault(depth, keys, commas, parts)
        if fault is None and length > LONGEST_KEY and _is_key(text, at):
            fault = "a key is too long", f"up to {LONGEST_KEY} characters"
        if fault is not None:
            return Fault("", *fault, line=line)
        line += token.count("\n")
    return None


def _fault(depth: int, keys: int, commas: int, parts: int) -> tuple[str, str] | None:
    """What is too much, and how much is allowed."""
    if parts > MOST_PARTS:
        return f"a key has more than {MOST_PARTS} parts", f"up to {MOST_PARTS}, like pays.pair_plus.lines"
    if depth > DEEPEST:
        return "is nested too deeply", f"up to {DEEPEST} brackets inside one another"
    if keys > MOST_KEYS:
        return "has too many keys", f"up to {MOST_KEYS:,}, table headers included"
    if commas > MOST_ELEMENTS:
        return "has too many commas", f"up to {MOST_ELEMENTS:,}"
    return None


def _is_key(text: str, at: int) -> bool:
    """Whether what ends here is a key, or a part of one, and no value."""
    return re.compile(r"[ \t]*[=.\]]").match(text, at) is not None

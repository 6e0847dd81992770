"""What is wrong with a sheet file: one sentence per fault, with its place and what is allowed instead.

Two walks over the bare text are here too. `beyond` refuses, before anything is parsed, what no sheet has: a
text of a few kilobytes can keep parser and checks busy for minutes (a key of thousands of dots).
`key_lines` says on which line each key is, which the standard parser does not; it judges nothing.

>>> key_lines('a = 1\\n[b.c]\\nd = { e = 2 }\\n')[("b", "c", "d", "e")]
3
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from pitboss.errors import Refusal
from pitboss.text import all_of


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. A warning leaves the sheet usable, an error does not."""

    key: str
    message: str
    allowed: str | None = None
    suggestion: str | None = None
    severity: Literal["error", "warning"] = "error"
    line: int | None = None

    @property
    def sentence(self) -> str:
        """The fault as one line of text, without its file and line."""
        parts = [f"{self.key}: {self.message}" if self.key else self.message]
        if self.allowed:
            parts.append(f"allowed: {self.allowed}")
        if self.suggestion:
            word = self.suggestion if self.suggestion.isdigit() else repr(self.suggestion)
            parts.append(f"did you mean {word}?")
        return "; ".join(parts)


NO_KEY: Final = "is not a key of this table"
_ODDS: Final = re.compile(r"[\d,]+ (?:to|for) [\d,]+")


def merged(faults: Iterable[Fault]) -> list[Fault]:
    """The faults, with one for all that are the same mistake: people make one in many places."""
    alike: dict[object, list[Fault]] = {}
    for fault in faults:
        kind: object = (fault.message, fault.allowed, fault.suggestion, fault.severity)
        if fault.message == NO_KEY:
            kind = (fault.suggestion or fault.key.rpartition(".")[0], fault.allowed, NO_KEY)
        elif fault.suggestion and _ODDS.fullmatch(fault.suggestion):
            kind = _ODDS
        alike.setdefault(kind, []).append(fault)
    return [_one(each) for each in alike.values()]


def _one(faults: list[Fault]) -> Fault:
    """Keys that a table does not have are named together; other faults are told by their lines."""
    first, *rest = faults
    if not rest:
        return first
    if first.message == NO_KEY and not first.suggestion:
        table = first.key.rpartition(".")[0]
        keys = listed(fault.key.rpartition(".")[2] for fault in faults)
        return replace(first, key=table, message=f"{keys} are not keys of this table")
    lines = [str(line) for line in sorted({fault.line for fault in rest if fault.line} - {first.line})]
    places = f"on line{'s' * (len(lines) > 1)} {listed(lines)}" if lines else f"in {len(rest)} more"
    return replace(first, message=f"{first.message} (likewise {places})")


MOST_LISTED: Final = 20  # names in a sentence


def listed(names: Iterable[str]) -> str:
    """`a, b and c`; of many only the first."""
    found = list(names)
    more = len(found) - MOST_LISTED
    return all_of([*found[:MOST_LISTED], f"{more} more"] if more > 1 else found)


class SheetRefused(Refusal, ValueError):
    """A sheet that cannot be used; `errors` says everything that is wrong with it.

    >>> from pitboss import SheetRefused, load
    >>> try:
    ...     load("rivers", ["dealer.shows=4"])
    ... except SheetRefused as refused:
    ...     print(refused.faults[0].sentence)
    dealer.shows: 4 is not allowed (from an override); allowed: a whole number from 0 to 3
    """

    def __init__(self, name: str, faults: tuple[Fault, ...], more: int = 0) -> None:
        errors = [fault for fault in faults if fault.severity == "error"]
        first = errors[0]
        where = f" line {first.line}" if first.line else ""
        others = len(errors) - 1 + more
        hint = f" (and {others} more: run pitboss check)" if others else ""
        super().__init__("sheet", f"{name}{where}: {first.sentence}{hint}", None, first.key or "sheet")
        self.name = name
        self.faults = faults
        self.more = more


LARGEST: Final = 256 * 1024  # characters of a sheet file; the printed ones have less than ten thousand
MOST_KEYS: Final = 2_000  # keys and table headers together; the printed sheets have less than 200
MOST_ELEMENTS: Final = 4_000  # of lists and inline tables
MOST_PARTS: Final = 8  # of a key like `pays.pair_plus.lines`
DEEPEST: Final = 8  # brackets inside one another
LONGEST_KEY: Final = 200  # characters, its dots included
_TOKEN: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}'  # strings over several lines; two more quotes may end them
    r"|\"{3}|'{3}"  # one that never ends
    r'|"(?:\\.|[^"\\\n])*"?|\'[^\'\n]*\'?'  # a string in one line; where it does not end, the parser says so
    r"|\#[^\n]*|\n|[\[\]{}=,.]|[^\s\[\]{}=,.#\"']+",
    re.DOTALL,
)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """The words and signs of a TOML text without its comments, each with its line."""
    line = 1
    for match in _TOKEN.finditer(text.replace("\r\n", "\n")):
        if not match[0].startswith("#"):
            yield match[0], line
        line += match[0].count("\n")


def beyond(text: str) -> Fault | None:
    """The first thing in a text that is more than a sheet may have, with its line.

    >>> beyond("a.b = 1"), beyond("a" + ".b" * 8 + " = 1").sentence
    (None, 'a key has more than 8 parts; allowed: up to 8, like pays.pair_plus.lines')
    """
    if len(text) > LARGEST:
        return Fault("", "is too large", f"up to {LARGEST // 1024} KB", line=1)
    depth, keys, commas, parts, length = 0, 0, 0, 1, 0
    begins = True  # whether a line begins here
    for token, line in _tokens(text):
        if token in ('"""', "'''"):  # it never ends: the parser says so, and reads nothing after it
            return None
        if token in ("=", ".", "]") and length > LONGEST_KEY:
            return Fault("", "a key is too long", f"up to {LONGEST_KEY} characters", line=line)
        match token[0]:
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
        if (fault := _fault(depth, keys, commas, parts)) is not None:
            return Fault("", *fault, line=line)
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


KeyPath = tuple[str, ...]
DEEPEST_KEY: Final = 16  # no sheet goes half as deep; below, a key has the line of the table around it


def key_lines(text: str) -> Mapping[KeyPath, int]:
    """The line of every key path of a valid TOML text; elements of arrays have their number in the path."""
    return _Scanner(text).scan()


def line_of(lines: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    """The line of a key, or of the nearest table around it when the key itself is missing."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None


class _Scanner:
    def __init__(self, text: str) -> None:
        self.tokens = [*_tokens(text), ("\n", 0), ("", 0)]  # the last line ends like any other
        self.at = 0
        self.found: dict[KeyPath, int] = {}
        self.elements: dict[KeyPath, int] = {}  # the last element of each array of tables

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    def scan(self) -> Mapping[KeyPath, int]:
        table: KeyPath = ()
        while self.token:
            if self.token == "\n":
                self.at += 1
            elif self.token == "[":
                table = self.header()
            else:
                self.pair(table)
        return self.found

    def note(self, path: KeyPath, line: int) -> None:
        for end in range(1, min(len(path), DEEPEST_KEY) + 1):
            self.found.setdefault(path[:end], line)

    def key(self, stop: str) -> KeyPath:
        """The parts of a key, each as the parser would read it, up to a sign and past it."""
        parts: list[str] = []
        while self.token != stop:
            if self.token[0] in "'\"":
                parts += tomllib.loads(f"{self.token} = 0")
            elif self.token != ".":
                parts.append(self.token)
            self.at += 1
        self.at += 1
        return tuple(parts)

    def header(self) -> KeyPath:
        """The path of a header: a key that is an array of tables means its last element."""
        line = self.tokens[self.at][1]
        brackets = 2 if self.tokens[self.at + 1][0] == "[" else 1
        self.at += brackets
        keys = self.key("]")
        self.at += brackets - 1
        path: KeyPath = ()
        for number, key in enumerate(keys, 1):
            path = (*path, key)
            if brackets == 2 and number == len(keys):
                self.elements[path] = self.elements.get(path, -1) + 1
            if path in self.elements:
                path = (*path, str(self.elements[path]))
        self.note(path, line)
        return path

    def pair(self, table: KeyPath) -> None:
        line = self.tokens[self.at][1]
        path = (*table, *self.key("="))
        self.note(path, line)
        self.value(path)

    def value(self, path: KeyPath) -> None:
        """A value with the keys inside it; the elements of an array have their numbers."""
        opened, number = self.token, 0
        if opened not in ("{", "["):
            while self.token not in ("\n", ",", "}", "]"):
                self.at += 1
            return
        self.at += 1
        while self.token not in ("}", "]"):
            if self.token in (",", "\n"):
                number += self.token == ","
                self.at += 1
            elif opened == "{":
                self.pair(path)
            else:
                self.note((*path, str(number)), self.tokens[self.at][1])
                self.value((*path, str(number)))
        self.at += 1

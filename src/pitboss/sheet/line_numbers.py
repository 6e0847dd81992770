"""Where each key of a TOML text stands, so that a fault can name its line.

The standard parser gives values without places. This scanner walks a text that the parser has accepted,
knows strings, comments and brackets, and notes the line of every key and table header; it judges nothing.

>>> key_lines('a = 1\\n[b.c]\\nd = { e = 2 }\\n')[("b", "c", "d", "e")]
3
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Final

KeyPath = tuple[str, ...]

DEEPEST: Final = 16  # no sheet goes half as deep; below, a key has the line of the table around it

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}'  # strings over several lines; two more quotes may end them
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''  # strings in one line
    r"|\#[^\n]*|\n|[\[\]{}=,.]|[^\s\[\]{}=,.#\"']+",
    re.DOTALL,
)


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
        self.tokens: list[tuple[str, int]] = []
        line = 1
        for match in _TOKEN.finditer(text.replace("\r\n", "\n")):
            if not match[0].startswith("#"):
                self.tokens.append((match[0], line))
            line += match[0].count("\n")
        self.tokens += [("\n", line), ("", line)]  # the last line ends like any other
        self.at = 0
        self.found: dict[KeyPath, int] = {}
        self.elements: dict[KeyPath, int] = {}  # the last element of each array of tables

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    @property
    def line(self) -> int:
        return self.tokens[self.at][1]

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
        for end in range(1, min(len(path), DEEPEST) + 1):
            self.found.setdefault(path[:end], line)

    def key(self, stop: str) -> KeyPath:
        parts: list[str] = []
        while self.token != stop:
            if self.token != ".":
                parts.append(_bare(self.token))
            self.at += 1
        return tuple(parts)

    def header(self) -> KeyPath:
        line = self.line
        brackets = 2 if self.tokens[self.at + 1][0] == "[" else 1
        self.at += brackets
        path = self.table(self.key("]"), is_element=brackets == 2)
        self.at += brackets
        self.note(path, line)
        return path

    def table(self, keys: KeyPath, is_element: bool) -> KeyPath:
        """The path of a header: a key that is an array of tables means its last element."""
        path: KeyPath = ()
        for number, key in enumerate(keys, 1):
            path = (*path, key)
            if is_element and number == len(keys):
                self.elements[path] = self.elements.get(path, -1) + 1
            if path in self.elements:
                path = (*path, str(self.elements[path]))
        return path

    def pair(self, table: KeyPath) -> None:
        line = self.line
        path = (*table, *self.key("="))
        self.at += 1
        self.note(path, line)
        self.value(path)

    def value(self, path: KeyPath) -> None:
        if self.token == "{":
            self.at += 1
            while self.token != "}":
                if self.token == ",":
                    self.at += 1
                else:
                    self.pair(path)
            self.at += 1
        elif self.token == "[":
            self.array(path)
        else:
            while self.token not in ("\n", ",", "}", "]"):
                self.at += 1

    def array(self, path: KeyPath) -> None:
        self.at += 1
        number = 0
        while self.token != "]":
            if self.token in (",", "\n"):
                number += self.token == ","
                self.at += 1
            else:
                element = (*path, str(number))
                self.note(element, self.line)
                self.value(element)
        self.at += 1


def _bare(token: str) -> str:
    """A key as the parser would read it."""
    if token[:1] in ("'", '"'):
        return str(next(iter(tomllib.loads(f"{token} = 0"))))
    return token

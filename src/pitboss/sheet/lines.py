"""Where each key of a TOML text stands, so that a fault can name its line.

The standard parser gives values without places. This scanner walks the same text, knows strings, comments
and brackets, and notes the line of every key and table header; it judges nothing.

>>> key_lines('a = 1\\n[b.c]\\nd = { e = 2 }\\n')[("b", "c", "d", "e")]
3
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

KeyPath = tuple[str, ...]

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\''  # strings over several lines
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''  # strings in one line
    r"|\#[^\n]*|\n|\[\[|\]\]|[\[\]{}=,.]|[^\s\[\]{}=,.#\"']+",
    re.DOTALL,
)


def key_lines(text: str) -> Mapping[KeyPath, int]:
    """The line of every key path; elements of arrays of tables have their number in the path."""
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
        self.at = 0
        self.found: dict[KeyPath, int] = {}
        self.counts: dict[KeyPath, int] = {}

    def scan(self) -> Mapping[KeyPath, int]:
        table: KeyPath = ()
        while (token := self.peek()) is not None:
            if token == "\n":
                self.at += 1
            elif token in ("[", "[["):
                table = self.header()
            else:
                self.pair(table)
        return self.found

    def peek(self) -> str | None:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else None

    def note(self, path: KeyPath, line: int) -> None:
        for end in range(1, len(path) + 1):
            self.found.setdefault(path[:end], line)

    def key(self, stops: tuple[str, ...]) -> KeyPath:
        parts: list[str] = []
        while (token := self.peek()) is not None and token not in stops:
            if token != ".":
                parts.append(_bare(token))
            self.at += 1
        return tuple(parts)

    def header(self) -> KeyPath:
        opening, line = self.tokens[self.at]
        self.at += 1
        path = self.key(("]", "]]", "\n"))
        if self.peek() in ("]", "]]"):
            self.at += 1
        if opening == "[[":
            number = self.counts[path] = self.counts.get(path, -1) + 1
            path = (*path, str(number))
        self.note(path, line)
        return path

    def pair(self, table: KeyPath) -> None:
        line = self.tokens[self.at][1]
        path = (*table, *self.key(("=", "\n", ",", "}")))
        if self.peek() != "=":
            self.at += 1
            return
        self.at += 1
        self.note(path, line)
        self.value(path)

    def value(self, path: KeyPath) -> None:
        token = self.peek()
        if token == "{":
            self.at += 1
            while (token := self.peek()) is not None and token != "}":
                if token in (",", "\n"):
                    self.at += 1
                else:
                    self.pair(path)
            self.at += 1
        elif token in ("[", "[["):
            self.array(path)
        else:
            while (token := self.peek()) is not None and token not in ("\n", ",", "}", "]", "]]"):
                self.at += 1

    def array(self, path: KeyPath) -> None:
        if self.peek() == "[[":  # an array that opens with an array: give the inner one its own bracket
            self.tokens[self.at : self.at + 1] = [("[", self.tokens[self.at][1])] * 2
        self.at += 1
        number = 0
        while (token := self.peek()) is not None and token != "]":
            if token == "]]":
                self.tokens[self.at : self.at + 1] = [("]", self.tokens[self.at][1])] * 2
            elif token in (",", "\n"):
                number += token == ","
                self.at += 1
            else:
                element = (*path, str(number))
                self.note(element, self.tokens[self.at][1])
                self.value(element)
        self.at += 1


def _bare(token: str) -> str:
    """A key as the parser would read it."""
    if token[:1] in ("'", '"'):
        return str(next(iter(tomllib.loads(f"{token} = 0"))))
    return token

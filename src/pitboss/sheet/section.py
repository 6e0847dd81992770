"""Reads one table of a sheet file key by key, notes every fault and goes on, so that all are found at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from pitboss.sheet.faults import Fault, nearest
from pitboss.sheet.lines import KeyPath

T = TypeVar("T", bound=str)


class Notes:
    """What a reading collects: faults with their key paths, and every clause id that was cited."""

    def __init__(self) -> None:
        self.faults: list[tuple[KeyPath, Fault]] = []
        self.cited: list[tuple[KeyPath, str]] = []

    def fault(
        self, path: KeyPath, message: str, allowed: str | None = None, suggestion: str | None = None
    ) -> None:
        self.faults.append((path, Fault(".".join(path), message, allowed, suggestion)))

    def warn(self, path: KeyPath, message: str) -> None:
        self.faults.append((path, Fault(".".join(path), message, severity="warning")))


class Section:
    """One table. Each reader method takes a key, checks the value and returns it or a harmless stand-in."""

    def __init__(
        self, data: Mapping[str, Any], notes: Notes, path: KeyPath = (), clause: str | None = None
    ) -> None:
        self.data = data
        self.notes = notes
        self.path = path
        self.known: set[str] = set()
        self.outer_clause = clause

    def has(self, key: str) -> bool:
        self.known.add(key)
        return key in self.data

    def fault(
        self, key: str, message: str, allowed: str | None = None, suggestion: str | None = None
    ) -> None:
        self.notes.fault((*self.path, key) if key else self.path, message, allowed, suggestion)

    def _value(self, key: str, kind: type, allowed: str, required: bool) -> Any:
        """The raw value when it is of the kind wanted; else None, with the fault noted."""
        if not self.has(key):
            if required:
                self.fault(key, "is missing", allowed)
            return None
        value = self.data[key]
        if type(value) is not kind or (isinstance(value, str) and not value.strip()):
            self.fault(key, f"{shown(value)} is not allowed", allowed)
            return None
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, str, "text in quotes", default is None)
        return value if value is not None else (default or "")

    def flag(self, key: str, default: bool) -> bool:
        value = self._value(key, bool, "true or false", required=False)
        return default if value is None else bool(value)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        allowed = f"a whole number from {low:,} to {high:,}"
        value = self._value(key, int, allowed, default is None)
        if value is not None and not low <= value <= high:
            self.fault(key, f"{value:,} is not allowed", allowed)
            value = None
        return value if value is not None else (low if default is None else default)

    def choice(self, key: str, options: Sequence[T], default: T | None = None) -> T:
        allowed = one_of(options)
        value = self._value(key, str, allowed, default is None)
        if value is not None and value not in options:
            self.fault(key, f"{shown(value)} is not allowed", allowed, nearest(value, options))
            value = None
        if value is not None:
            return options[options.index(value)]
        return options[0] if default is None else default

    def fraction(self, key: str, allowed: str) -> Fraction:
        """A positive number: whole, or text like "1/2" or "23.4567" (floats would not be exact)."""
        value = self.data.get(key)
        self.known.add(key)
        if value is None:
            self.fault(key, "is missing", allowed)
        elif type(value) is int and value > 0:
            return Fraction(value)
        elif isinstance(value, str) and (number := _positive(value)) is not None:
            return number
        else:
            self.fault(key, f"{shown(value)} is not allowed", allowed)
        return Fraction(1)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._value(key, list, "a list of names in quotes", required=True)
        if value is None:
            return ()
        if not value or not all(isinstance(each, str) for each in value):
            self.fault(key, f"{shown(value)} is not allowed", "a list of names in quotes")
            return ()
        return tuple(value)

    def clause(self, key: str = "clause") -> str:
        """The clause id of this table; a table inside takes the id of the one around it."""
        if not self.has(key):
            if self.outer_clause is None:
                self.fault(key, "is missing", "the id of the clause that says so, like STD-10")
            return self.outer_clause or ""
        value = self.data[key]
        if not isinstance(value, str) or not value:
            self.fault(key, f"{shown(value)} is not allowed", "a clause id in quotes, like STD-10")
            return ""
        self.notes.cited.append(((*self.path, key), value))
        if key == "clause":
            self.outer_clause = value
        return value

    def section(self, key: str, required: bool = True) -> Section | None:
        value = self._value(key, dict, "a table", required)
        return None if value is None else self._inside(value, key)

    def sections(self, key: str) -> dict[str, Section]:
        """The tables inside a table, by name."""
        value = self._value(key, dict, "a table of tables", required=False)
        found: dict[str, Section] = {}
        for name, inner in (value or {}).items():
            if isinstance(inner, dict):
                found[name] = self._inside(inner, key, name)
            else:
                self.fault(f"{key}.{name}", f"{shown(inner)} is not allowed", "a table")
        return found

    def listed(self, key: str) -> list[Section]:
        """The tables of a list of tables."""
        value = self._value(key, list, "a list of tables", required=False)
        found: list[Section] = []
        for number, inner in enumerate(value or []):
            if isinstance(inner, dict):
                found.append(self._inside(inner, key, str(number)))
            else:
                self.fault(f"{key}.{number}", f"{shown(inner)} is not allowed", "a table")
        return found

    def _inside(self, data: Mapping[str, Any], *keys: str) -> Section:
        return Section(data, self.notes, (*self.path, *keys), self.outer_clause)

    def close(self) -> None:
        """Notes every key that nothing has asked for."""
        for key in self.data:
            if key not in self.known:
                self.fault(key, "is not a key of this table", one_of(self.known), nearest(key, self.known))


def one_of(options: Iterable[str]) -> str:
    """`a, b or c`, for what is allowed."""
    words = sorted(options) if isinstance(options, (set, frozenset)) else list(options)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def shown(value: object) -> str:
    """A value as the file would show it, cut to a readable length."""
    text = {True: "true", False: "false"}.get(value, repr(value)) if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _positive(text: str) -> Fraction | None:
    """The number of a short text like `1/2` or `23.4567`, if it is one and above zero."""
    over, slash, under = text.strip().partition("/")
    parts = [over, under] if slash else [over]
    if len(text) > 20 or not all(part.replace(".", "", 1).isdecimal() and part.isascii() for part in parts):
        return None
    if slash and not Fraction(Decimal(under)):
        return None
    number = Fraction(Decimal(over)) / Fraction(Decimal(under)) if slash else Fraction(Decimal(over))
    return number if number > 0 else None

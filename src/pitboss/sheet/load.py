"""Sheets from files: parse, override, hash, read, check."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any, Final

from pitboss.sheet.checks import check_sheet
from pitboss.sheet.faults import Fault, SheetRefused, nearest
from pitboss.sheet.lines import KeyPath, key_lines, line_of
from pitboss.sheet.model import Clause, Sheet
from pitboss.sheet.reader import read_clauses, read_sheet
from pitboss.sheet.section import Notes, Section, one_of

STANDARD: Final = "std"


class NoSuchHouse(ValueError):
    """A name that is neither a house nor a sheet file."""

    def __init__(self, name: str) -> None:
        near = nearest(name, houses())
        hint = f" Did you mean {near}?" if near else ""
        super().__init__(f"{name!r} is neither a house ({one_of(houses())}) nor a sheet file.{hint}")


class BadOverride(ValueError):
    """A `--set` that is not of the form key.key=value."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A sheet file after checking: the sheet, when it can be used, and everything that was noted."""

    sheet: Sheet | None
    faults: tuple[Fault, ...]

    @property
    def errors(self) -> tuple[Fault, ...]:
        return tuple(fault for fault in self.faults if fault.severity == "error")


@lru_cache(maxsize=1)
def houses() -> tuple[str, ...]:
    """The ids of the houses that come with Pitboss, in the order of their sheets."""
    order = ("pechanga", "atlantic-city", "napa-valley", "shine", "rivers")
    folder = resources.files("pitboss.sheets")
    names = {entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")}
    return (*(name for name in order if name in names), *sorted(names - {*order, STANDARD}))


def house_text(house: str) -> str:
    """The sheet file of a house as it is stored."""
    return resources.files("pitboss.sheets").joinpath(f"{house}.toml").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def standard_clauses() -> Mapping[str, Clause]:
    """The clauses common to all houses (STD)."""
    return read_clauses(Section(tomllib.loads(house_text(STANDARD)), Notes()))


def find_clause(sheet: Sheet, clause: str) -> Clause | None:
    """A clause by its id: the sheet's own, or one that is common to all houses."""
    return sheet.clauses.get(clause) or standard_clauses().get(clause)


def load(name: str, overrides: Sequence[str] = ()) -> Sheet:
    """The sheet of a house or of a file, with overrides like `dealer.shows=1`.

    >>> load("rivers").name
    'Rivers'
    >>> load("rivers", ["dealer.shows=1"]).dealer.shows
    1
    """
    if name in houses():
        return _load_house(name, tuple(overrides))
    path = Path(name)
    if not path.is_file():
        raise NoSuchHouse(name)
    return _usable(path.name, check_text(_read(path), overrides))


@lru_cache(maxsize=64)
def _load_house(house: str, overrides: tuple[str, ...]) -> Sheet:
    return _usable(house, check_text(house_text(house), overrides))


def sheet_from_content(content: Mapping[str, Any]) -> Sheet:
    """The sheet of content that was stored before, as in a round's document."""
    return _usable("sheet", _check(content, {}, ()))


def with_posted(sheet: Sheet, pays: Mapping[str, Mapping[str, int]]) -> Sheet:
    """The sheet with whole posted tables replaced by others, in odds to 1 (SHINE-9)."""
    content = deepcopy(dict(sheet.content))
    for table, lines in pays.items():
        if table not in sheet.pays or sheet.pays[table].posted is None:
            posted = [name for name, each in sheet.pays.items() if each.posted]
            allowed = one_of(posted) if posted else "none: this house prints its pay tables"
            raise SheetRefused("pays", (Fault(f"pays.{table}", "is not a posted table", allowed),))
        old = content["pays"][table]["lines"]
        kept = {"clause": old["clause"]} if "clause" in old else {}
        content["pays"][table]["lines"] = {**kept, **{key: f"{odds} to 1" for key, odds in lines.items()}}
    return sheet_from_content(content)


def check_file(path: Path, overrides: Sequence[str] = ()) -> Checked:
    """Everything that is wrong with a sheet file."""
    return check_text(_read(path), overrides)


def check_text(text: str, overrides: Sequence[str] = ()) -> Checked:
    """Everything that is wrong with the text of a sheet file."""
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Checked(None, (_syntax_fault(error),))
    lines = key_lines(text)
    changed: list[KeyPath] = []
    for override in overrides:
        changed.append(_set(content, override))
    return _check(content, lines, tuple(changed))


def _check(content: Mapping[str, Any], lines: Mapping[KeyPath, int], changed: tuple[KeyPath, ...]) -> Checked:
    notes = Notes()
    _only_plain_values(content, (), notes)
    sheet = read_sheet(content, content_hash(content), notes)
    check_sheet(sheet, standard_clauses(), notes)
    faults = []
    for path, fault in notes.faults:
        if any(path[: len(each)] == each for each in changed):
            fault = replace(fault, message=f"{fault.message} (from --set)")  # noqa: PLW2901
        else:
            fault = replace(fault, line=line_of(lines, path))  # noqa: PLW2901
        faults.append(fault)
    faults.sort(key=lambda fault: (fault.line or 0, fault.key))
    usable = all(fault.severity == "warning" for fault in faults)
    return Checked(sheet if usable else None, tuple(faults))


def content_hash(content: Mapping[str, Any]) -> str:
    """SHA-256 of the content as canonical JSON; comments, blanks and the order of keys do not matter.

    The order of wagers, bonuses and pay lines is the order in which they are shown and settled, so it counts.
    """
    ordered = {
        "wager": _keys(content.get("wager")),
        "bonus": _keys(content.get("bonus")),
        "pays": {
            name: {column: _keys(lines) for column, lines in table.items() if isinstance(lines, dict)}
            for name, table in _tables(content.get("pays")).items()
        },
    }
    text = json.dumps({"content": content, "order": ordered}, sort_keys=True, separators=(",", ":"), default=str)
    return sha256(text.encode()).hexdigest()


def _keys(table: object) -> list[str]:
    return list(table) if isinstance(table, dict) else []


def _tables(table: object) -> dict[str, dict[str, Any]]:
    inner = table.items() if isinstance(table, dict) else ()
    return {name: value for name, value in inner if isinstance(value, dict)}


def _usable(name: str, checked: Checked) -> Sheet:
    if checked.sheet is None:
        raise SheetRefused(name, checked.faults)
    return checked.sheet


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise SheetRefused(path.name, (Fault("", "is not UTF-8 text", "a TOML file"),)) from None


def _syntax_fault(error: Exception) -> Fault:
    message = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "nested too deeply"
    text, _, place = message.rpartition(" (at line ")
    line = int(place.split(",")[0]) if place[:1].isdigit() else None
    return Fault("", f"is not valid TOML: {text or message}", line=line)


def _only_plain_values(value: object, path: KeyPath, notes: Notes) -> None:
    """Floats and dates cannot be exact or canonical, so a sheet holds none."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _only_plain_values(inner, (*path, key), notes)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            _only_plain_values(inner, (*path, str(number)), notes)
    elif not isinstance(value, (str, int)):
        notes.fault(path, f"{value} is not allowed", 'whole numbers, text, true or false (fractions as "1/2")')


def _set(content: dict[str, Any], override: str) -> KeyPath:
    """Applies one `key.key=value`; the value is TOML, and text when it is not valid TOML."""
    key, equals, value = override.partition("=")
    path = tuple(part.strip() for part in key.split("."))
    if not equals or not all(path):
        raise BadOverride(f"--set {override!r}: write key=value, like dealer.shows=1")
    try:
        parsed = tomllib.loads(f"value = {value.strip()}")["value"]
    except tomllib.TOMLDecodeError:
        parsed = value.strip()
    table: Any = content
    for part in path[:-1]:
        if isinstance(table, list) and part.isdecimal() and int(part) < len(table):
            table = table[int(part)]
        elif isinstance(table, dict):
            table = table.setdefault(part, {})
        else:
            break
    if not isinstance(table, dict):
        raise BadOverride(f"--set {override!r}: {'.'.join(path[:-1])} is not a table")
    table[path[-1]] = parsed
    return path

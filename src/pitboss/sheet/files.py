"""Sheets from files: which houses come with Pitboss; how a file is parsed, overridden, hashed, checked.

Come here for `load` and `houses`, or to see in which order a sheet file is judged: `check_text`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from pitboss.errors import Refusal
from pitboss.sheet.checks import check_sheet
from pitboss.sheet.faults import LARGEST, Fault, KeyPath, SheetRefused, beyond, key_lines, line_of, merged
from pitboss.sheet.felt import LAST, Corner, Felt
from pitboss.sheet.model import NO_RULES, Clause, Sheet, content_hash, in_order, with_order
from pitboss.sheet.reader import read_clauses, read_sheet
from pitboss.sheet.section import Notes, Section
from pitboss.text import nearest, one_of

STANDARD: Final = "std"  # clauses that all sheets share, and no house


@lru_cache(maxsize=1)
def house_names() -> frozenset[str]:
    """The ids of the houses in no order: no file is opened."""
    files = (entry.name for entry in resources.files("pitboss.sheets").iterdir())
    return frozenset(name.removesuffix(".toml") for name in files if name.endswith(".toml")) - {STANDARD}


MOST_TOLD: Final = 50  # faults of one sheet; the rest is a number
_PLACE = re.compile(r"\(at line (\d+), column \d+\)$")
_LONG_NUMBER = re.compile(r"\d[\d_]{999,}")


class NoSuchHouse(Refusal, ValueError):
    """A name that is not the id of a house.

    >>> from pitboss import NoSuchHouse, load
    >>> try:
    ...     load("river")
    ... except NoSuchHouse as fault:
    ...     print(str(fault).rpartition(". ")[2])
    Did you mean rivers?
    """

    def __init__(self, given: object) -> None:
        name = given if isinstance(given, str) else ""
        near = nearest(name, houses()) if name else None
        hint = f" Did you mean {near}?" if near else ""
        path = "the path of a sheet file, which has a / in it or ends in .toml"
        super().__init__(
            "no_house", f"{given!r} is neither a house ({one_of(houses())}) nor {path}.{hint}", None, "house"
        )


class NoSuchSheet(Refusal, ValueError):
    """A path at which there is no sheet file."""

    def __init__(self, path: str) -> None:
        if path in house_names():
            text = f"{path} is a house and not the path of a sheet file; a file of that name is ./{path}"
        else:
            text = f"There is no sheet file {path!r}"
        super().__init__("no_house", f"{text}.", None, "house")


class BadOverride(Refusal, ValueError):
    """An override that is not of the form key.key=value."""

    def __init__(self, override: str, why: str) -> None:
        super().__init__("override", f"The override {override!r}: {why}", None, "overrides")


@dataclass(frozen=True, slots=True)
class Checked:
    """A sheet file after checking: the sheet, when it can be used, and everything that was noted."""

    sheet: Sheet | None
    faults: tuple[Fault, ...]
    more: int = 0  # faults beyond those, which nobody would read

    @property
    def errors(self) -> tuple[Fault, ...]:
        return tuple(fault for fault in self.faults if fault.severity == "error")


@lru_cache(maxsize=1)
def houses() -> tuple[str, ...]:
    """The ids of the houses that come with Pitboss, in the order that their felts state.

    >>> from pitboss import houses
    >>> houses()
    ('pechanga', 'atlantic-city', 'napa-valley', 'shine', 'rivers')
    """
    return tuple(sorted(house_names(), key=lambda name: (_order(name), name)))


def _order(house: str) -> int:
    """The place of a house in the lobby; the list is wanted before any sheet is, so only this is read."""
    stated: int = tomllib.loads(house_text(house)).get("felt", {}).get("order", LAST)
    return stated


def first_house(corner: Corner) -> str:
    """The house that is offered first in a corner of the program: the first that says so, else the first."""
    named = (house for house in houses() if corner in load_house(house).felt.first_in)
    return next(named, houses()[0])


def felt_of(sheet: Sheet) -> Felt:
    """How a table of this sheet looks: a house as its file says today, and not as it was stored."""
    known = sheet.id in house_names() and load_house(sheet.id) == sheet
    return load_house(sheet.id).felt if known else sheet.felt


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


def load_house(house: str, overrides: Sequence[str] = ()) -> Sheet:
    """The sheet of a house by its id, with overrides like `dealer.shows=1`. It never opens a path.

    >>> load_house("rivers").name
    'Rivers'
    >>> load_house("rivers", ["dealer.shows=1"]).dealer.shows
    1
    """
    if house not in house_names():
        raise NoSuchHouse(house)
    return _load_house(house, tuple(overrides))


def load(house: str | Path, overrides: Sequence[str] = ()) -> Sheet:
    """The sheet of a house by its id, or of a file: what has a / in it or ends in .toml is a path.

    Overrides are of the form key=value. What comes from another machine is for `load_house`, which opens no
    path.

    >>> from pitboss import load
    >>> load("rivers").name, load("rivers", ["dealer.shows=1"]).dealer.shows
    ('Rivers', 1)
    """
    if not isinstance(house, str | Path):
        raise NoSuchHouse(house)
    if not isinstance(house, str | Path):
        raise NoSuchHouse(house)
    name = str(house)
    is_path = isinstance(house, Path) or "/" in name or name.endswith(".toml")
    return load_sheet(house, overrides) if is_path else load_house(name, overrides)


def load_sheet(path: str | Path, overrides: Sequence[str] = ()) -> Sheet:
    """The sheet of a file. The path comes from the person at this machine, never from another one."""
    file = Path(path)
    try:
        there = str(path) not in house_names() and file.is_file()
    except (OSError, ValueError):  # a name too long to be one, or with what no name has
        there = False
    if not there:
        raise NoSuchSheet(str(path))
    return _usable(file.name, check_file(file, overrides))


@lru_cache(maxsize=64)
def _load_house(house: str, overrides: tuple[str, ...]) -> Sheet:
    return _usable(house, check_text(house_text(house), overrides))


def sheet_from_content(content: Mapping[str, Any]) -> Sheet:
    """The sheet of content that was stored before, as in a round's document."""
    return _usable("sheet", _check(in_order(content), None, ()))


def with_posted(sheet: Sheet, pays: Mapping[str, Mapping[str, int]]) -> Sheet:
    """The sheet with whole posted tables replaced by others, in odds to 1 (SHINE-9)."""
    content = in_order(sheet.content)
    for table, lines in pays.items():
        if table not in sheet.pays or sheet.pays[table].posted is None:
            posted = [name for name, each in sheet.pays.items() if each.posted]
            allowed = one_of(posted) if posted else "none: this house prints its pay tables"
            raise SheetRefused("pays", (Fault(f"pays.{table}", "is not a posted table", allowed),))
        old = content["pays"][table]["lines"]
        kept = {"clause": old["clause"]} if "clause" in old else {}
        content["pays"][table]["lines"] = {**kept, **{key: f"{odds} to 1" for key, odds in lines.items()}}
        content.pop("published", None)
    return _usable("sheet", _check(content, None, ()))


def check_file(path: Path, overrides: Sequence[str] = ()) -> Checked:
    """Everything that is wrong with a sheet file; a file that is not there raises OSError."""
    with path.open("rb") as file:
        data = file.read(4 * LARGEST + 1)  # a character has at most four bytes
    if len(data) > 4 * LARGEST:
        return Checked(None, (Fault("", "is too large", f"up to {LARGEST // 1024} KB", line=1),))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Checked(None, (Fault("", "is not UTF-8 text", "a TOML file", line=line),))
    return check_text(text, overrides)


def check_text(text: str, overrides: Sequence[str] = ()) -> Checked:
    """Everything that is wrong with the text of a sheet file.

    >>> [fault.sentence for fault in check_text(house_text("rivers"), ["dealer.shws=1"]).faults]
    ["dealer.shws: is not a key of this table (from an override); allowed: ...; did you mean 'shows'?"]
    """
    too_much = beyond(text)
    if too_much is not None:
        return Checked(None, (too_much,))
    try:
        content = tomllib.loads(text)
        lines = key_lines(text)
    except ValueError as error:
        return Checked(None, (_syntax_fault(text, error),))
    changed = tuple([_set(content, override) for override in overrides])
    if not all(path[0] in NO_RULES for path in changed):
        content.pop("published", None)  # those figures are of the sheet as it was written
    return _check(content, lines, changed)


def _check(
    content: Mapping[str, Any], lines: Mapping[KeyPath, int] | None, changed: tuple[KeyPath, ...]
) -> Checked:
    """Reads and checks content. What a file lacks altogether is a fault of its first line."""
    notes = Notes()
    sheet = read_sheet(Section(content, notes))
    check_sheet(sheet, standard_clauses(), notes)
    faults: list[Fault] = []
    for path, fault in notes.final():
        if any(path[: len(each)] == each for each in changed):
            faults.append(replace(fault, message=f"{fault.message} (from an override)"))
        else:
            faults.append(fault if lines is None else replace(fault, line=line_of(lines, path) or 1))
    faults.sort(key=lambda fault: (fault.line or 0, fault.key))
    faults = merged(faults)
    if any(fault.severity == "error" for fault in faults):
        return Checked(None, tuple(faults[:MOST_TOLD]), max(0, len(faults) - MOST_TOLD) + notes.more)
    if "away" not in content:  # the hash is of what holds: leaving a default out, or writing it, is the same
        content = {**content, "away": {"plays_from": sheet.away.hand, "clause": sheet.away.clause}}
    sound = replace(sheet, hash=content_hash(content), content=with_order(content))
    return Checked(sound, tuple(faults))


def _usable(name: str, checked: Checked) -> Sheet:
    if checked.sheet is None:
        raise SheetRefused(name, checked.faults, checked.more)
    return checked.sheet


def _syntax_fault(text: str, error: Exception) -> Fault:
    """The parser's own words and place; it stops at the first fault."""
    message = str(error)
    if not isinstance(error, tomllib.TOMLDecodeError):  # more digits than Python reads
        number = _LONG_NUMBER.search(text)
        line = text.count("\n", 0, number.start()) + 1 if number else 1
        return Fault("", "is not valid TOML: a number of thousands of digits", line=line)
    place = _PLACE.search(message)
    line = int(place[1]) if place else text.count("\n") + 1
    near = _mended(text.split("\n")[line - 1]) if line <= text.count("\n") + 1 else None
    return Fault("", f"is not valid TOML: {message.rpartition(' (at ')[0]}", suggestion=near, line=line)


_CURLY: Final = str.maketrans(dict.fromkeys("“”„‟", '"') | dict.fromkeys("‘’", "'"))
_COMMAS: Final = re.compile(r"(?<=\d),(?=\d{3}\b)")
_BARE: Final = re.compile(r"(?<== )([A-Za-z$][^\"',\[\]{}#=]*?)(?=\s*(?:#|,|}|$))")


def _mended(line: str) -> str | None:
    """A line as TOML, where what is wrong is plain: typographic quotes, 1,000, or a text without quotes."""
    for mended in (line.translate(_CURLY), _COMMAS.sub("", line), _BARE.sub(r'"\1"', line)):
        try:
            if mended != line and tomllib.loads(mended):
                return mended.strip()
        except tomllib.TOMLDecodeError:
            pass
    return None


def _set(content: dict[str, Any], override: str) -> KeyPath:
    """Applies one `key.key=value`; the value is TOML, and text when it is not valid TOML.

    With nothing after the = the key is taken out.
    """
    key, equals, value = override.partition("=")
    path = tuple(part.strip() for part in key.split("."))
    if not equals or not all(path):
        raise BadOverride(override, "write key=value, like dealer.shows=1")
    removes = not value.strip()
    inner: Any = content
    for part in path[:-1]:
        if isinstance(inner, dict):
            inner = inner.get(part) if removes else inner.setdefault(part, {})
        else:
            inner = inner[int(part)] if _is_index(inner, part) else None
    last: Any = int(path[-1]) if _is_index(inner, path[-1]) else path[-1]
    if removes:
        if isinstance(last, str) and not (isinstance(inner, dict) and last in inner):
            raise BadOverride(override, f"there is no {'.'.join(path)} to take out")
        del inner[last]
    elif isinstance(inner, dict) or isinstance(last, int):
        inner[last] = _set_value(value.strip())
    else:
        raise BadOverride(override, f"{'.'.join(path[:-1])} is not a table")
    return path


def _is_index(table: object, part: str) -> bool:
    return isinstance(table, list) and part.isdecimal() and len(part) < 4 and int(part) < len(table)


def _set_value(text: str) -> Any:
    try:
        parsed = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return parsed["value"] if len(parsed) == 1 else text

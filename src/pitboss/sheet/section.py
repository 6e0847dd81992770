"""Reads one table of a sheet file key by key; notes every fault and goes on, so that all are found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, Final, Generic, TypeVar

from pitboss.money import Cents, NotMoney, parse_dollars
from pitboss.sheet.faults import NO_KEY, Fault, KeyPath, listed
from pitboss.text import all_of, nearest, one_of, shown

T = TypeVar("T", bound=str)
R = TypeVar("R")
V_co = TypeVar("V_co", covariant=True)

MISSING: Final = "is missing"
MOST_NOTED: Final = 200  # faults that are kept of one sheet
MOST_SEARCHES: Final = 40  # for what a misspelt word was meant to be
MOST_CENTS: Final = 100_000_000_000
MOST_TIMES: Final = 1_000_000
TIMES_FORMS: Final = f'a number above 0 up to {MOST_TIMES:,}, fractions as text like "1/2" or "2.5"'
CLAUSE_FORM: Final = "the id of the clause that says so, like STD-10"

# What people call a hand, and the line or lines that mean it.
_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("trips", "trip", "set", "triple", "prial", "3_of_a_kind"), ("three_of_a_kind",)),
    **dict.fromkeys(("quads", "4_of_a_kind", "four_kind"), ("four_of_a_kind",)),
    **dict.fromkeys(("boat", "full_boat"), ("full_house",)),
    **dict.fromkeys(("royal", "royal_flush", "mini", "akq", "a_k_q"), ("mini_royal", "royal_flush")),
    **dict.fromkeys(("akq_suited", "suited_akq", "a_k_q_suited", "suited_a_k_q"), ("mini_royal",)),
    **dict.fromkeys(("trip_aces", "aaa", "a_a_a"), ("three_aces",)),
    **dict.fromkeys(("akq_of_spades", "a_k_q_of_spades", "spade_royal"), ("mini_royal_spades",)),
    **dict.fromkeys(("nothing", "no_pair"), ("high_card",)),
    **dict.fromkeys(("none", "always", "no_qualifier"), ("any", "never")),
    **dict.fromkeys(("forfeit", "forfeits", "lost", "loss"), ("lose",)),
    **dict.fromkeys(("keep", "keeps", "stay", "alive", "in_action"), ("stays",)),
    **dict.fromkeys(("tie", "draw", "back"), ("push",)),
}


def meant(word: str, known: Iterable[str]) -> str | None:
    """The known word that people mean by another: in other letters, under another name, or misspelt.

    >>> meant("Mini Royal", ["mini_royal", "pair"]), meant("quads", ["four_of_a_kind"])
    ('mini_royal', 'four_of_a_kind')
    """
    words = {_plain(each): each for each in known}
    plain = _plain(word)
    for each in (plain, *_CALLED.get(plain, ())):
        if each in words:
            return words[each]
    return nearest(word, list(words.values()))


def _plain(word: str) -> str:
    return re.sub(r"[\s_-]+", "_", word.strip().lower())


@dataclass(frozen=True, slots=True)
class Form(Generic[V_co]):
    """How a text of a sheet is written: what it is read as, and what is said where it cannot be read."""

    parse: Callable[[str], V_co | None]
    allowed: str
    pattern: str  # of all such texts; editors know it too
    wrong: str = "is not allowed"
    meant: Callable[[str], str | None] = lambda _: None
    words: tuple[str, ...] = ()  # the usual ones: editors offer them

    def read(self, text: str) -> V_co | None:
        """What a text is read as; None where it cannot be read."""
        return self.parse(text) if re.fullmatch(self.pattern, text, re.ASCII) else None


def matching(pattern: str, allowed: str, wrong: str = "is not allowed") -> Form[str]:
    """The form of a text that is what it says, when it matches a pattern."""
    return Form(lambda text: text, allowed, pattern, wrong)


class Notes:
    """What a reading collects: faults with their key paths, and every clause id that was cited."""

    def __init__(self) -> None:
        self.faults: list[tuple[KeyPath, Fault]] = []
        self.cited: list[tuple[KeyPath, str]] = []
        self.meant: set[KeyPath] = set()  # keys that are there, but under a misspelt name
        self.more = 0  # faults that were found and not kept
        self._searches = 0

    def fault(
        self, path: KeyPath, message: str, allowed: str | None = None, suggestion: str | None = None
    ) -> None:
        if len(self.faults) < MOST_NOTED:
            self.faults.append((path, Fault(".".join(path), message, allowed, suggestion)))
        else:
            self.more += 1

    def warn(self, path: KeyPath, message: str) -> None:
        if len(self.faults) < MOST_NOTED - 1:  # the last place is kept for an error
            self.faults.append((path, Fault(".".join(path), message, severity="warning")))

    def nearest(self, word: str, known: Iterable[str]) -> str | None:
        """The known word that was probably meant; looked for only so often, as nobody reads more."""
        self._searches += 1
        return meant(word, known) if self._searches <= MOST_SEARCHES else None

    def doubts(self, *path: str) -> bool:
        """Whether what stands here, around or inside has a fault: a conclusion from it would only confuse."""
        faulty = [where for where, fault in self.faults if fault.severity == "error"]
        return any(where[: len(path)] == path[: len(where)] for where in (*faulty, *self.meant))

    def at(self, *path: str) -> bool:
        """Whether exactly this has a fault: it is not what it should be at all."""
        return any(where == path for where, _ in self.faults)

    def final(self) -> list[tuple[KeyPath, Fault]]:
        """The faults without those of keys that are only misspelt; what one table lacks is one fault.

        So are all clause ids that are missing, wherever that is: a first sheet often has none.
        """
        found: list[tuple[KeyPath, Fault]] = []
        absent: dict[KeyPath, dict[KeyPath, Fault]] = {}
        for path, fault in self.faults:
            if fault.message != MISSING:
                found.append((path, fault))
            elif not any(path[: len(meant)] == meant for meant in self.meant):
                table = ("clause",) if fault.allowed == CLAUSE_FORM else path[:-1]
                absent.setdefault(table, {})[path] = fault
        return found + [_absent(table, faults) for table, faults in absent.items()]


def _absent(table: KeyPath, faults: Mapping[KeyPath, Fault]) -> tuple[KeyPath, Fault]:
    """All that a table lacks, or all clause ids that are missing, in one fault."""
    path, first = next(iter(faults.items()))
    if len(faults) == 1:
        return path, first
    if first.allowed == CLAUSE_FORM:
        text = f"is missing in {len(faults)} places: {listed(fault.key for fault in faults.values())}"
        return path, Fault("clause", text, first.allowed)
    text = all_of(f"{path[-1]} ({fault.allowed})" for path, fault in faults.items())
    return table, Fault(".".join(table), f"{text} are missing")


# What people write in the place of a table whose one main key is this.
_FLAT: Final[Mapping[str, tuple[type, ...]]] = {"cents": (int,), "times": (int, list), "any": (str, list)}


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

    def doubts(self, *keys: str) -> bool:
        """Whether one of these keys has a fault already."""
        return any(self.notes.doubts(*self.path, key) for key in keys)

    def _value(self, key: str, kind: type, allowed: str, required: bool, flat: str = "") -> Any:
        """The raw value when it is of the kind wanted; else None, with the fault noted.

        `flat` is the key of a table inside for which people write its value alone.
        """
        if not self.has(key):
            if required:
                self.fault(key, MISSING, allowed)
            return None
        value = self.data[key]
        if type(value) is not kind or (isinstance(value, str) and not value.strip()):
            near = None
            if flat and type(value) in _FLAT.get(flat, (str,)):
                inner = [value] if flat == "any" and isinstance(value, str) else value
                near = f"{{ {flat} = {json.dumps(inner)} }}"
            self.fault(
                key, f"{shown(value)} is not allowed", allowed, f"[{near}]" if near and kind is list else near
            )
            return None
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, str, "text in quotes", default is None)
        return value if value is not None else (default or "")

    def parse(self, key: str, form: Form[R], *, required: bool = True) -> tuple[str, R | None]:
        """A text as it is written, and what it is read as; the text is empty where it cannot be read."""
        if not self.has(key):
            if required:
                self.fault(key, MISSING, form.allowed)
            return "", None
        value = self.data[key]
        read = form.read(value) if isinstance(value, str) else None
        if read is not None:
            return value, read
        is_text = isinstance(value, str) and value.strip()
        wrong = form.wrong if is_text else "is not allowed"
        near = form.meant(str(value)) if is_text or type(value) is int else None
        self.fault(key, f"{shown(value)} {wrong}", form.allowed, near)
        return "", None

    def flag(self, key: str, default: bool) -> bool:
        value = self._value(key, bool, "true or false", required=False)
        return default if value is None else bool(value)

    def whole(self, key: str, low: int, high: int) -> int:
        allowed = f"a whole number from {low:,} to {high:,}" if low < high else str(low)
        value = self._value(key, int, allowed, required=True)
        if value is not None and not low <= value <= high:
            self.fault(key, f"{shown(value)} is not allowed", allowed)
            return low
        return low if value is None else int(value)

    def money(self, key: str) -> Cents:
        """An amount above zero, in whole cents."""
        allowed = f"whole cents from 1 to {MOST_CENTS:,}"
        if not self.has(key):
            self.fault(key, MISSING, allowed)
            return 1
        value = self.data[key]
        if type(value) is int and 0 < value <= MOST_CENTS:
            return value
        near = None
        if isinstance(value, (str, float)):
            with suppress(NotMoney):
                near = str(parse_dollars(str(value)))
        self.fault(key, f"{shown(value)} is not allowed", allowed, near)
        return 1

    def choice(self, key: str, options: Sequence[T], default: T | None = None) -> T:
        allowed = one_of(options)
        value = self._value(key, str, allowed, default is None)
        if value is not None and value not in options:
            self.fault(key, f"{shown(value)} is not allowed", allowed, self.notes.nearest(value, options))
            value = None
        if value is not None:
            return options[options.index(value)]
        return options[0] if default is None else default

    def fraction(self, key: str) -> Fraction:
        """A positive number: whole, or text like "1/2" or "23.4567" (floats would not be exact)."""
        if not self.has(key):
            self.fault(key, MISSING, TIMES_FORMS)
            return Fraction(1)
        value = self.data[key]
        number = Fraction(value) if type(value) is int else None
        if isinstance(value, str):
            number = _number(value)
        if number is None or not 0 < number <= MOST_TIMES:
            near = str(value) if isinstance(value, float) and 0 < value <= MOST_TIMES else None
            self.fault(key, f"{shown(value)} is not allowed", TIMES_FORMS, near)
            return Fraction(1)
        return number

    def only(self, makes: Mapping[str, Callable[[], R]], wrong: str, allowed: str) -> R | None:
        """What is made by the one key of these that is there; none or several are a fault of the table."""
        there = [key for key in makes if self.has(key)]
        made = makes[there[0]]() if len(there) == 1 else None
        if len(there) > 1 or not (there or self.close()):
            self.fault("", wrong, allowed)
        return made

    def named(self, known: Iterable[str], what: str, allowed: str | None = None) -> Iterator[str]:
        """The keys of a table in which each is one of these names; `clause` may stand among them."""
        for key in self.data:
            if key in known:
                yield key
            elif key not in self.known:
                near = self.notes.nearest(key, (*known, *sorted(self.known)))
                self.fault(key, what, allowed or one_of(known), near)
                if near in self.known:
                    self.notes.meant.add((*self.path, near))
        self.known |= self.data.keys()

    def numbers(self, key: str, allowed: str) -> tuple[int, ...]:
        """A list of whole numbers, at least one."""
        return self._list(key, int, f"a list of {allowed}")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, at least one."""
        return self._list(key, str, "a list of names in quotes")

    def _list(self, key: str, kind: type[R], allowed: str) -> tuple[R, ...]:
        value = self._value(key, list, allowed, required=True)
        if value is not None and (not value or not all(type(each) is kind for each in value)):
            self.fault(key, f"{shown(value)} is not allowed", allowed)
            return ()
        return tuple(value or ())

    def clause(self, key: str = "clause") -> str:
        """The clause id of this table; a table inside takes the id of the one around it."""
        if self.has(key):
            value = self.data[key]
            if isinstance(value, str) and value:
                self.notes.cited.append(((*self.path, key), value))
                if key == "clause":
                    self.outer_clause = value
                return value
            self.fault(key, f"{shown(value)} is not allowed", "a clause id in quotes, like STD-10")
        elif self.outer_clause is None:
            self.fault(key, MISSING, CLAUSE_FORM)
        if key == "clause" and self.outer_clause is None:
            self.outer_clause = ""  # noted once; the tables inside need not say it again
        return self.outer_clause or ""

    def section(self, key: str, required: bool = True, flat: str = "") -> Section | None:
        value = self._value(key, dict, "a table", required, flat)
        return None if value is None else self._inside(value, key)

    def _inside(self, value: object, *keys: str) -> Section:
        """A table inside; where something else is there, which is noted, an empty one stands for it."""
        path = (*self.path, *keys)
        if isinstance(value, dict):
            return Section(value, self.notes, path, self.outer_clause)
        self.notes.fault(path, f"{shown(value)} is not allowed", "a table")
        return nothing(*keys)

    def made(self, make: Callable[[Section], R]) -> R:
        """What is made of this table; every key that was not asked for by then is noted."""
        found = make(self)
        self.close()
        return found

    def read(self, key: str, make: Callable[[Section], R], *, required: bool = True, flat: str = "") -> R:
        """What is made of a table inside; where there is none an empty one stands for it."""
        return (self.section(key, required, flat) or nothing(key)).made(make)

    def read_if_there(self, key: str, make: Callable[[Section], R], flat: str = "") -> R | None:
        """What is made of a table inside, if there is one."""
        part = self.section(key, required=False, flat=flat)
        return None if part is None else part.made(make)

    def clause_of(self, key: str) -> str | None:
        """The clause of a table inside that says nothing else, if there is one."""
        return self.read_if_there(key, lambda part: part.clause())

    def read_each(self, key: str, names: Form[str], make: Callable[[str, Section], R]) -> dict[str, R]:
        """What is made of each of the tables inside a table, by name."""
        value = self._value(key, dict, "a table of tables", required=False) or {}
        made: dict[str, R] = {}
        for name, inner in value.items():
            if names.read(name) is None:
                near = self.notes.nearest(name, names.words)
                self.notes.fault((*self.path, key, name), names.wrong, names.allowed, near)
            made[name] = self._inside(inner, key, name).made(partial(make, name))
        return made

    def read_list(self, key: str, make: Callable[[Section], R], flat: str = "") -> tuple[R, ...]:
        """What is made of each table of a list."""
        value = self._value(key, list, "a list of tables", required=False, flat=flat) or []
        return tuple(self._inside(inner, key, str(number)).made(make) for number, inner in enumerate(value))

    def close(self) -> frozenset[str]:
        """Notes every key that nothing has asked for, once, and returns those that are only misspelt."""
        meant: set[str] = set()
        for key in self.data:
            if key not in self.known:
                absent = self.notes.nearest(key, self.known - self.data.keys())
                near = absent or self.notes.nearest(key, self.known)
                self.fault(key, NO_KEY, one_of(self.known), near)
                if absent is not None:
                    meant.add(absent)
                    self.notes.meant.add((*self.path, absent))
        self.known |= self.data.keys()
        return frozenset(meant)


def nothing(*path: str) -> Section:
    """Stands in for a table that is not there, which has been noted; its own gaps are not worth noting."""
    return Section({}, Notes(), path, clause="")


def _number(text: str) -> Fraction | None:
    """The number of a short text like `1/2` or `23.4567`, if it is one."""
    over, slash, under = text.strip().partition("/")
    parts = [over, under] if slash else [over]
    if len(text) > 20 or not all(part.replace(".", "", 1).isdecimal() and part.isascii() for part in parts):
        return None
    numbers = [Fraction(Decimal(part)) for part in parts]
    if len(numbers) == 1:
        return numbers[0]
    return numbers[0] / numbers[1] if numbers[1] else None

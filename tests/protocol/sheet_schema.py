"""The JSON Schema of sheet files, as the reader reads them: what it asks of each table is written down.

A key is described where a person looks for it, in the tables of docs/sheet-format.md; a key without a row
there is a fault. The schema says what each key may be. What two keys may not say together is for `check`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeVar

from pitboss.sheet.felt import CORNERS
from pitboss.sheet.pays import EVERY_LINE, LINES, Judged
from pitboss.sheet.reader import read_sheet
from pitboss.sheet.section import MOST_CENTS, MOST_TIMES, Form, Notes, Section

Schema = dict[str, Any]
T = TypeVar("T", bound=str)
R = TypeVar("R")
PAGE: Final = Path(__file__).parents[2] / "docs" / "sheet-format.md"
NUMBER: Final = r"(?!0*\.?0*(/|\s|$))([0-9]+\.?[0-9]*|\.[0-9]+)"  # above zero
TIMES: Final = rf"^\s*{NUMBER}(/{NUMBER})?\s*$"
CLAUSE: Final = {"type": "string", "minLength": 1}
NAME: Final = "name"  # of what a sheet names itself
MOST_TWICE: Final = 150  # characters of a schema that stands in two places


class Recorder(Section):
    """A table that is not there: it says yes to every key and writes down what each may be."""

    def __init__(self, where: str = "", clause: str | None = None) -> None:
        super().__init__({}, Notes(), (), clause)
        self.where = where
        self.keys: Schema = {}
        self.required: list[str] = []
        self.more: Schema = {}
        self.inner: dict[str, Recorder] = {}
        self.by_name = False
        self.asked: set[str] = set()  # whether it is there: so it may be left out

    @property
    def schema(self) -> Schema:
        """What has been written down of this table."""
        for key, inner in self.inner.items():
            self.keys[key] = inner.schema | self.keys[key]
        found: Schema = {"type": "object"}
        if self.by_name:
            self.more["additionalProperties"] = self.keys.pop(NAME)
            self.by_name = False
        if self.keys:
            found["properties"] = self.keys
        if self.required:
            found["required"] = sorted(self.required)
        return {**found, "additionalProperties": False, **self.more}

    def note(self, key: str, schema: Schema, *, required: bool) -> None:
        said = description(self.where, key)
        self.keys.setdefault(key, {**schema, **({"description": said} if said else {})})
        if required and key not in self.asked and key not in self.required:
            self.required.append(key)

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return True

    def doubts(self, *keys: str) -> bool:
        return True  # of every stand-in: so nothing is concluded from one

    def fault(
        self, key: str, message: str, allowed: str | None = None, suggestion: str | None = None
    ) -> None:
        pass  # stand-ins contradict one another

    def text(self, key: str, default: str | None = None) -> str:
        self.note(key, {"type": "string", "pattern": r"\S"}, required=default is None)
        return default or ""

    def parse(self, key: str, form: Form[R], *, required: bool = True) -> tuple[str, R | None]:
        self.note(key, form_schema(form), required=required)
        return "", None

    def flag(self, key: str, default: bool) -> bool:
        bound = self.where.endswith((".min", ".max"))  # it is there or not
        self.note(key, {"const": True} if bound else {"type": "boolean", "default": default}, required=False)
        return default

    def whole(self, key: str, low: int, high: int) -> int:
        self.note(key, {"type": "integer", "minimum": low, "maximum": high}, required=True)
        return high

    def money(self, key: str) -> int:
        self.note(key, {"type": "integer", "minimum": 1, "maximum": MOST_CENTS}, required=True)
        return 100

    def choice(self, key: str, options: Sequence[T], default: T | None = None) -> T:
        self.note(key, {"enum": list(options)}, required=default is None)
        return default or options[0]

    def fraction(self, key: str) -> Fraction:
        number = {"type": "integer", "minimum": 1, "maximum": MOST_TIMES}
        self.note(key, {"anyOf": [number, {"type": "string", "pattern": TIMES}]}, required=True)
        return Fraction(1)

    def _list(self, key: str, kind: type[R], allowed: str) -> tuple[R, ...]:
        items = {"type": {int: "integer", str: "string"}[kind]}
        self.note(key, {"type": "array", "minItems": 1, "items": items}, required=True)
        return ()

    def only(self, makes: Mapping[str, Callable[[], R]], wrong: str, allowed: str) -> R | None:
        made = None
        ways: list[Schema] = []
        for key, make in makes.items():
            before = {*self.required}
            made = make()
            ways.append({"required": sorted({key, *self.required} - before)})
            self.required = sorted(before)
        self.more["oneOf"] = ways
        return made

    def named(self, known: Iterable[str], what: str, allowed: str | None = None) -> Iterator[str]:
        self.asked |= {*known}
        self.by_name = NAME in known  # it stands for every id
        yield from known

    def clause(self, key: str = "clause") -> str:
        self.note(key, CLAUSE, required=self.outer_clause is None)
        if key == "clause":
            self.outer_clause = "STD-1"
        return self.outer_clause or "STD-1"

    def section(self, key: str, required: bool = True, flat: str = "") -> Section:
        self.note(key, {}, required=required)
        inner = self.inner[key] = Recorder(f"{self.where}.{key}".lstrip("."), self.outer_clause)
        return inner

    def close(self) -> frozenset[str]:
        return frozenset()

    def read_each(self, key: str, names: Form[str], make: Callable[[str, Section], R]) -> dict[str, R]:
        inner = Recorder(f"{self.where}.{key}".lstrip("."), self.outer_clause)
        made = make(NAME, inner)
        one = inner.schema
        whole = {
            "type": "object",
            "additionalProperties": one,
            "propertyNames": {"pattern": f"^(?:{names.pattern})$"},
        }
        if names.words:
            by_name = {name: one | {"description": description(key, name)} for name in names.words}
            whole = dict[str, Any](type="object", properties=by_name, additionalProperties=False)
        self.note(key, whole, required=False)
        return {NAME: made}

    def read_list(self, key: str, make: Callable[[Section], R], flat: str = "") -> tuple[R, ...]:
        inner = Recorder(f"{self.where}.{key}".lstrip("."), self.outer_clause)
        make(inner)
        self.note(key, {"type": "array", "items": inner.schema}, required=False)
        return ()


def form_schema(form: Form[Any]) -> Schema:
    """A text of a form; the words that are usual come first, as an editor offers them."""
    text = {"type": "string", "pattern": f"^(?:{form.pattern})$", "examples": list(form.words)}
    return text if form.words else {key: each for key, each in text.items() if key != "examples"}


def sheet_schema() -> Schema:
    """The whole, in the dialect that editors of TOML know."""
    top = Recorder()
    read_sheet(top)
    top.required.append("wager")
    made = top.schema
    made["properties"]["wager"]["required"] = ["ante"]
    made["properties"]["felt"]["properties"]["first_in"]["items"] = {"enum": list(CORNERS)}
    pays = made["properties"]["pays"]["additionalProperties"]
    pays["anyOf"] = [{"required": ["lines"]}, {"required": ["pat", "drawn"]}]
    pays["allOf"] = [_lines_of(judged) for judged in LINES]
    definitions: Schema = {}
    whole = _shared(made, _often(made), definitions)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A rule sheet of Pitboss",
        "description": "One house as a TOML file; docs/sheet-format.md explains it.",
        **whole,
        "definitions": definitions,
    }


def _lines_of(judged: Judged) -> Schema:
    """The lines that a table can have which is judged so."""
    names = {"propertyNames": {"enum": ["clause", *LINES[judged]]}}
    return {
        "if": {"properties": {"judged": {"const": judged}}, "required": ["judged"]},
        "then": {"patternProperties": {"^(lines|pat|drawn|carry)$": names}},
    }


def _bare(schema: Schema) -> str:
    return json.dumps({key: each for key, each in schema.items() if key != "description"})


def _inside(value: object) -> Iterator[Schema]:
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(inner, dict) and ("type" in inner or "anyOf" in inner or "if" not in inner):
            yield inner
        yield from _inside(inner)


def _often(schema: Schema) -> set[str]:
    """What stands in several places, as text."""
    counted = Counter(_bare(each) for each in _inside(schema) if isinstance(each.get("type"), str))
    return {text for text, number in counted.items() if number > 1 and len(text) > MOST_TWICE}


def _shared(value: Any, often: set[str], definitions: Schema, name: str = "sheet") -> Any:
    """The same with one definition of what stands in several places; each keeps its description."""
    if isinstance(value, list):
        return [_shared(each, often, definitions, name) for each in value]
    if not isinstance(value, dict):
        return value
    bare = _bare(value)
    made = {
        key: _shared(each, often, definitions, name if key in KEYWORDS else key)
        for key, each in value.items()
    }
    if bare not in often:
        return made
    said = {"description": made.pop("description")} if "description" in made else {}
    known = next((key for key, each in definitions.items() if each == made), None)
    if known is None:
        name = "pay" if name in EVERY_LINE else name
        known = name if name not in definitions else f"{name}{len(definitions)}"
        definitions[known] = made
    ref = {"$ref": f"#/definitions/{known}"}
    return {"allOf": [ref], **said} if said else ref


KEYWORDS: Final = frozenset({"properties", "additionalProperties", "items", "allOf", "anyOf", "oneOf"})


def described() -> dict[str, dict[str, str]]:
    """The meaning of each table and key, by the name of the table in the reference."""
    found: dict[str, dict[str, str]] = {}
    tables: list[str] = []
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("#"):
            tables = re.findall(r"`\[+([a-z]+)(?:\.ID)?\]+`", line)
            tables += ["bounds"] * line.endswith("Bounds") + [""] * ("top of the file" in line)
        elif line.startswith("| `"):
            cells = [_plain(cell) for cell in line.strip("|").split("|")]
            for table in tables:
                found.setdefault(table, {}).update(dict.fromkeys(re.split(r"[ ,]+", cells[0]), cells[1]))
        elif line[:1].isalpha():
            for table in tables:  # the first paragraph is about the table itself
                first = f"{_plain(line).partition('. ')[0].rstrip('.:')}."
                found.setdefault(table, {}).setdefault("", first)
    return found


def _plain(text: str) -> str:
    """A cell without links and stars."""
    return re.sub(r"[`*]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)).strip()


DESCRIBED: Final = described()


def description(where: str, key: str) -> str | None:
    """What the reference says of a key: in its own row, or in that of the table around it or inside it."""
    head, _, rest = where.partition(".")
    if not head:
        return DESCRIBED[""].get(key) or DESCRIBED.get(key, {}).get("")
    if head == "wager" and rest in ("min", "max"):
        head, rest = "bounds", ""
    if key == "clause":
        return "The clause that says so."
    if key in EVERY_LINE and rest:
        return None  # a hand: its name says it
    rows = DESCRIBED.get(head, {})
    name = f"{rest}.{key}" if rest else key
    inside = next((said for row, said in rows.items() if row.startswith(f"{name}.")), None)
    return rows.get(name) or inside or (rows.get(key) if head == "showdown" else None) or rows.get(rest)

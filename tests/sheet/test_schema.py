"""The JSON Schema of sheet files, for editors: it takes every sheet that the reader takes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from pitboss.sheet import houses, sheet_from_content
from pitboss.sheet.drafts import schema_text
from pitboss.sheet.faults import SheetRefused
from pitboss.sheet.files import house_text
from pitboss.sheet.pays import EVERY_LINE

from .cases import cases
from .texts import BASE, NAPA

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads(schema_text())
VALID = Draft7Validator(SCHEMA)
EXAMPLES = sorted((ROOT / "examples").rglob("*.toml"))


def test_it_is_a_schema_and_what_the_command_prints_is_the_committed_one() -> None:
    Draft7Validator.check_schema(SCHEMA)
    assert schema_text() == (ROOT / "docs" / "schema" / "sheet.schema.json").read_text("utf-8")


def assert_taken(text: str) -> None:
    assert [f"{fault.json_path}: {fault.message}" for fault in VALID.iter_errors(tomllib.loads(text))] == []


@pytest.mark.parametrize("name", houses())
def test_every_house_is_taken(name: str) -> None:
    assert_taken(house_text(name))


@pytest.mark.parametrize("file", EXAMPLES, ids=[file.stem for file in EXAMPLES])
def test_every_sheet_of_the_catalogue_is_taken(file: Path) -> None:
    assert_taken(file.read_text("utf-8"))


def test_the_sheet_with_everything_is_taken() -> None:
    assert_taken(BASE)


# Faults of one key, which a schema can see. Names that refer to something are for `check`.
SEEN = (
    "is not allowed; allowed: ",
    "is not a key of this table",
    "is missing; allowed: ",
    "is not a pay",
    "is not a hand",
    "is not a wager id",
    "is not a clause id",
    "is not a cause",
    "is not one bound",
    "needs either any or all",
)
# To JSON 7.0 is a whole number; a clause may stand in the table around it, and one key may ask for another.
UNSEEN = ("7.0 is not", ".clause: is missing", "draw.below: is missing")
BROKEN = [
    case
    for case in cases("spoilt.txt")
    if any(seen in case.sentence for seen in SEEN) and not any(each in case.sentence for each in UNSEEN)
]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_what_the_reader_refuses_of_one_key_the_schema_refuses(case: Any) -> None:
    assert not VALID.is_valid(tomllib.loads(case.text))


def spoilt(value: Any) -> Iterator[Any]:
    """A value with each of its keys in turn taken out, of another type, or misspelt."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        others: tuple[Any, ...] = (None, 3, "x", [], {}, True, 1.5)
        for other in others:
            changed = deepcopy(value)
            if other is None:
                del changed[key]
            else:
                changed[key] = other
            yield changed
        if isinstance(value, dict):
            yield {(f"{each}x" if each == key else each): inner for each, inner in value.items()}
        if isinstance(value[key], (dict, list)):
            for inner in spoilt(value[key]):
                changed = deepcopy(value)
                changed[key] = inner
                yield changed


@pytest.mark.parametrize("text", [BASE, NAPA], ids=["base", "napa-valley"])
def test_what_the_schema_refuses_the_reader_refuses(text: str) -> None:
    """Nothing is marked in an editor that would be played."""
    refused = 0
    for content in islice(spoilt(tomllib.loads(text)), 0, None, 4):
        if not VALID.is_valid(content):
            refused += 1
            with pytest.raises(SheetRefused):
                sheet_from_content(content)
    assert refused > 125


def keys(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key of the schema with its place."""
    for ref in [schema, *schema.get("allOf", ())]:
        if "$ref" in ref:
            yield from keys(SCHEMA["definitions"][ref["$ref"].rpartition("/")[2]], path)
    for key, inner in schema.get("properties", {}).items():
        yield f"{path}.{key}", inner
        yield from keys(inner, f"{path}.{key}")
    for inner in (schema.get("additionalProperties"), schema.get("items")):
        if isinstance(inner, dict):
            yield from keys(inner, f"{path}.*")


def test_every_key_is_described() -> None:
    """A key that is added to the reader needs a row in docs/sheet-format.md."""
    found = dict(keys(SCHEMA))
    assert {".dealer.draw.stands_clause", ".wager.*.max.*.times", ".pays.*.carry", ".felt.spots.play"} <= set(
        found
    )
    bare = [path for path, each in found.items() if "description" not in each]
    assert [path for path in bare if path.rpartition(".")[2] not in EVERY_LINE] == []


def test_words_are_offered() -> None:
    assert dict(keys(SCHEMA))[".player.looks"]["enum"] == ["when dealt", "when the deal is done"]
    assert "queen high" in SCHEMA["definitions"]["hand"]["examples"]

"""Spoilt at random, a sheet file gives faults or a usable sheet, and never anything else."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.sheet import (
    Checked,
    SheetRefused,
    check_file,
    check_text,
    houses,
    paybook,
    sheet_from_content,
)
from pitboss.sheet.files import house_text
from pitboss.sheet.pays import PAY_CLASSES, SHARED_SIZES
from pitboss.sheet.rule_card import printed_tables

from .texts import BASE, NAPA

CATALOGUE = Path(__file__).parents[2] / "examples" / "catalogue"
LOOKING_FARTHER = [(CATALOGUE / f"{name}.toml").read_text() for name in ("prime", "teen-patti-pro")]
TEXTS = [*(house_text(name) for name in houses()), BASE, *LOOKING_FARTHER]

# Values of every type, some of them right in another place.
VALUES = st.sampled_from(
    [
        *(
            "0",
            "1",
            "-1",
            "3",
            "100",
            "99999999999999",
            "0xffffffffffffffffffff",
            "1.5",
            "nan",
            "true",
            "false",
        ),
        *(
            '""',
            '"x"',
            '"1 to 1"',
            '"2 for 1"',
            '"$5"',
            '"$5 plus the stake"',
            '"100 % of the meter"',
            '"1/3"',
        ),
        *('"ante"', '"play"', '"pair"', '"any"', '"push"', '"compare"', '"lose"', '"always"', '"six cards"'),
        *(
            '"dealer\'s hand"',
            '"winning hand"',
            '"both hands"',
            '"beaten hand"',
            '"equal hands"',
            '"colours"',
            '"2.32 %"',
        ),
        *("[]", "{}", "[3]", '["ante"]', '["ante", "ante"]', "[{}]", "[[]]", "1979-05-27", "07:32:00"),
        *("{ table = true }", "[{ table = true }]", '[{ times = 2, of = "ante" }]', "{ cents = 100 }"),
        *('{ clause = "STD-1" }', '{ any = ["ante"], all = ["ante"] }', '{ pair = "1 to 1" }'),
    ]
)
KEYS = st.sampled_from(
    ["clause", "wager", "min", "of", "lines", "carry", "mini_royal", "posted", "x", "'a b'"]
)


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """The text of a sheet with a few lines deleted, doubled, swapped, altered or made up."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        match draw(
            st.sampled_from(["delete", "double", "swap", "value", "inner", "key", "char", "text", "cut"])
        ):
            case "delete":
                del lines[at : at + draw(st.integers(1, 8))]
            case "double":
                lines.insert(draw(st.integers(0, len(lines))), line)
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], line
            case "value":
                lines[at] = re.sub(r"= .*", lambda _: f"= {draw(VALUES)}", line, count=1)
            case "inner":
                values = list(re.finditer(r"= ([^=,{}]+)(?=[,} ])", line))
                if values:
                    found = draw(st.sampled_from(values))
                    lines[at] = f"{line[: found.start(1)]}{draw(VALUES)} {line[found.end(1) :]}"
            case "key":
                lines[at] = re.sub(r"[\w-]+", lambda _: draw(KEYS), line, count=draw(st.integers(1, 3)))
            case "char":
                place = draw(st.integers(0, len(line)))
                lines[at] = line[:place] + draw(st.text(max_size=2)) + line[place + 1 :]
            case "text":
                lines.insert(at, draw(st.text(max_size=20)))
            case "cut":
                lines[at] = line[: draw(st.integers(0, len(line)))]
        lines = lines or [""]
    return "\n".join(lines)


def assert_judged(checked: Checked, lines: int) -> None:
    """Every fault can be acted on; without an error the sheet is whole, prints, pays and can be stored."""
    for fault in checked.faults:
        assert fault.line is not None
        assert 1 <= fault.line <= lines
        whole_file = fault.message.startswith(("is not valid TOML", "is not UTF-8"))
        assert (
            fault.key or whole_file or fault.message.endswith(("are missing", "are not keys of this table"))
        )
    assert (checked.sheet is None) == bool(checked.errors)
    if checked.sheet is not None:
        book = paybook(checked.sheet)
        for table, awards in book.awards.items():
            assert len(awards) == SHARED_SIZES.get(checked.sheet.pays[table].judged, PAY_CLASSES)
        assert printed_tables(checked.sheet)
        stored = json.loads(json.dumps(checked.sheet.content, sort_keys=True))
        assert sheet_from_content(stored).hash == checked.sheet.hash


@given(spoilt())
@settings(deadline=None, max_examples=100)
def test_a_spoilt_sheet_is_judged(text: str) -> None:
    assert_judged(check_text(text), text.count("\n") + 1)


def keys(table: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Every key of a content, with the table it stands in."""
    for key, value in table.items():
        yield table, key
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from keys(inner)


@pytest.mark.parametrize("value", [None, 3, "x", [], {}], ids=["deleted", "number", "text", "list", "table"])
@pytest.mark.parametrize("text", [BASE, NAPA], ids=["base", "napa-valley"])
def test_every_key_in_turn_deleted_or_of_another_type(text: str, value: object) -> None:
    content = tomllib.loads(text)
    for table, key in list(keys(content)):
        kept = dict(table)
        table[key] = value
        if value is None:
            del table[key]
        try:
            paybook(sheet_from_content(content))
        except SheetRefused as refused:
            assert refused.faults  # noqa: PT017
        table.clear()
        table.update(kept)
    paybook(sheet_from_content(content))


@given(st.text())
@settings(deadline=None)
def test_any_text_is_judged(text: str) -> None:
    assert_judged(check_text(text), text.count("\n") + 1)


@given(data=st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_in_a_file_are_judged(tmp_path: Path, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS)).encode()
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 40))
    spoilt_bytes = text[:start] + data.draw(st.binary(max_size=20)) + text[start + length :]
    path = tmp_path / "spoilt.toml"
    path.write_bytes(spoilt_bytes)
    assert_judged(check_file(path), spoilt_bytes.count(b"\n") + 1)


@pytest.mark.slow
@given(st.sampled_from(TEXTS), st.data())
@settings(deadline=None, max_examples=40)
def test_any_content_of_a_document_is_judged(text: str, data: st.DataObject) -> None:
    """Each value of a sheet in turn may be any JSON at all."""
    sheet = check_text(text).sheet
    assert sheet is not None
    content = json.loads(json.dumps(sheet.content))
    table = content
    while True:
        key = data.draw(st.sampled_from(sorted(table)))
        if not isinstance(table[key], dict) or not table[key] or data.draw(st.integers(0, 3)) == 0:
            break
        table = table[key]
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    table[key] = data.draw(
        st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
    )
    try:
        paybook(sheet_from_content(content))
    except SheetRefused as refused:
        assert refused.faults  # noqa: PT017

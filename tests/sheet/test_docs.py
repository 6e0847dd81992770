"""The reference of the format: every key is in it, and its examples are what it says they are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.sheet.pays import SIX_CARD_LINES, THREE_CARD_LINES

from .texts import BASE, NAPA, faults_of

REFERENCE = (Path(__file__).parents[2] / "docs" / "sheet-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", REFERENCE, flags=re.DOTALL)

# Tables whose keys are names of the sheet's own, or hands.
NAMED = {"wager", "bonus", "pays", "clauses", "lines", "pat", "drawn", "carry", "labels"}


def keys(table: dict[str, Any], named: bool = False) -> Iterator[str]:
    """The format's own keys in a sheet's content."""
    for key, value in table.items():
        if not named:
            yield key
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from keys(inner, named=not named and key in NAMED)


def test_every_key_of_the_format_is_in_the_reference() -> None:
    # Together these two sheets use the whole format.
    used = {*keys(tomllib.loads(BASE)), *keys(tomllib.loads(NAPA))}
    assert {"shows", "holder_must_bet", "collecting_uses_cover", "stands_clause"} <= used
    code = " ".join(re.findall(r"`[^`\n]+`", REFERENCE))
    assert [key for key in sorted(used) if not re.search(rf"\b{key}\b", code)] == []


def test_every_hand_that_a_line_can_name_is_in_the_reference() -> None:
    lines = [key for key in (*THREE_CARD_LINES, *SIX_CARD_LINES) if not key.endswith("_or_better")]
    assert [key for key in lines if f"`{key}`" not in REFERENCE] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.split("\n")[0] for example in EXAMPLES])
def test_an_example_uses_the_format_as_it_is(example: str) -> None:
    """An excerpt lacks the rest of its sheet, but what it says is read without a fault."""
    misread = re.compile(r"is not (a key|allowed|valid|a hand|a pay|one bound|a \w+ id)|mixes its columns")
    assert [fault.sentence for fault in faults_of(example) if misread.search(fault.message)] == []

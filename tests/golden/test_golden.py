"""Golden playthroughs: text files that a person has read against the sheets.

A change in behaviour shows as a readable difference. After checking a new tale against the clauses, write it
with `python -m tests.golden`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.scenes import SCENES, tale

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("name", SCENES)
def test_the_tale_is_told_as_it_was_read_against_the_sheet(name: str) -> None:
    assert tale(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_golden_file_has_its_scene() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SCENES)

"""docs/receipts.md is true: its receipt and its program (its commands: tests/documentation)."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proof.example import example_receipts

PAGE = (Path(__file__).parents[2] / "docs" / "receipts.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the page names."""
    (tmp_path / "receipt.json").write_text(re.findall(r"```json\n(.*)\n```", PAGE)[0])
    (tmp_path / "green.jsonl").write_text("".join(f"{text}\n" for text in example_receipts()))
    return tmp_path


def test_the_receipt_on_the_page_is_the_one_that_is_made_today() -> None:
    """When the sheet of the house has changed: python -m tests.proof.example prints the new ones."""
    assert re.findall(r"```json\n(.*)\n```", PAGE) == example_receipts()[:1]


def test_every_field_of_a_receipt_is_explained() -> None:
    data = json.loads(example_receipts()[0])
    names = [name for name in data if name not in ("sheet", "proof")]
    names += [f"{part}.{name}" for part in ("sheet", "proof") for name in data[part]]
    assert [name for name in names if f"`{name}`" not in PAGE] == []


def test_the_program_on_the_page_checks_a_chain(folder: Path, texts: list[str]) -> None:
    _, program = PROGRAMS
    (folder / "check.py").write_text(program)

    def check(lines: list[str]) -> tuple[int, str]:
        (folder / "receipts.jsonl").write_text("".join(f"{line}\n" for line in lines))
        words = shlex.split(f"{sys.executable} check.py receipts.jsonl")
        done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False)
        return done.returncode, (done.stdout + done.stderr).strip()

    tables = len({json.loads(text)["proof"]["table"] for text in texts})
    assert check(texts) == (0, f"{tables} chains are whole")
    green = example_receipts()
    assert check([green[0].replace("-2000", "-1900"), *green[1:]]) == (1, "green:1: something was changed")
    assert check([green[0], green[2]]) == (1, "green:3: it does not follow the round before it")
    seed = json.loads(green[0])["proof"]["server_seed"]
    assert check([green[0].replace(seed, "ab" * 32)]) == (1, "green:1: the commitment was to another seed")

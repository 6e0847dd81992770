"""What the tutorials and recipes show is what is printed."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from pitboss.package import EXTRAS
from tests.documentation.sessions import BLOCK, PAGES, ROOT, in_a_folder_with_examples, rewritten, sessions_of

SHOWN = [page for page in PAGES if BLOCK.search(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.stem)
def test_every_session_is_what_is_printed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_a_folder_with_examples(tmp_path)
    monkeypatch.chdir(tmp_path)
    text = page.read_text("utf-8")
    assert rewritten(text) == text
    commands = [each.command for block in BLOCK.findall(text) for each in sessions_of(block)]
    assert commands
    assert all(command.startswith("pitboss ") for command in commands)


RECIPES = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs" / "recipes.md").read_text("utf-8"), re.M | re.S)
ROUND = "10\nfold\nquit\n"  # what is typed at a table


@pytest.mark.parametrize("block", RECIPES, ids=["settle", "play", "export"])
def test_every_shell_block_of_the_recipes_does_what_it_says(block: str, tmp_path: Path) -> None:
    """As a reader pastes it: in a folder with a database of one round."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    there = {**os.environ, "PATH": path, "PITBOSS_DB": str(tmp_path / "house.db")}

    def bash(text: str) -> str:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text],
            input=ROUND,
            cwd=tmp_path,
            env=there,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    bash("pitboss play shine")
    said = bash(block)
    if "settle" in block:
        assert json.loads(said)["seats"][0]["net"] == 3000  # Ante and Play against queen high, and a straight
    elif "export" in block:
        rows = list(csv.DictReader((tmp_path / "rounds.csv").read_text("utf-8").splitlines()))
        assert [(row["house"], row["wager"], row["profit"]) for row in rows] == [("shine", "ante", "-1000")]
    else:
        assert "Table limits $10 to $100." in said
        assert "1 round played." in said


PROGRAM = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.M | re.S)
IMPORTED = re.compile(r"^(?:(?:>>>|\.\.\.) )?\s*(?:import (\w+)|from (\w+)[\w.]* import)", re.M)
PROGRAMS = sorted(page for page in (ROOT / "docs").rglob("*.md") if PROGRAM.search(page.read_text("utf-8")))


@pytest.mark.parametrize("page", PROGRAMS, ids=lambda page: page.stem)
def test_a_program_imports_what_there_is_or_the_page_says_how_to_get_it(page: Path) -> None:
    """The standard library, Pitboss, NumPy, what an extra brings, or a `pip install` on the page."""
    text = page.read_text("utf-8")
    known = {*sys.stdlib_module_names, "pitboss", "numpy", *chain(*EXTRAS.values())}
    known |= set(re.findall(r"pip install (\w+)", text))
    imported = {"".join(each) for block in PROGRAM.findall(text) for each in IMPORTED.findall(block)}
    assert imported - known == set()

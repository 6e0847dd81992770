"""Compiled loops are kept apart for each state of what they are compiled from."""

from __future__ import annotations

import ast
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import pitboss
from pitboss.sim import compiling
from pitboss.sim.compiling import SOURCES, state_of_sources

PACKAGE = Path(pitboss.__file__).parent


@pytest.mark.parametrize("source", ["round/judge.py", "sim/compiling.py", "sim/deals.py", "sim/engine.py"])
def test_a_loop_takes_numbers_from_no_file_that_its_place_does_not_go_by(source: str) -> None:
    known = {file for pattern in SOURCES for file in PACKAGE.glob(pattern)}
    file = PACKAGE / source
    names = [
        each.module
        for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(each, ast.ImportFrom) and each.module and each.module.startswith("pitboss.")
    ]
    taken = {PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py") for name in names}
    assert file in known
    assert taken
    # Packages and tables that are made before; the rest is compiled in.
    assert {each.name for each in taken - known} <= {"round.py", "sim.py", "errors.py", "batch.py"}


@pytest.mark.parametrize("changed", ["sheet/pays.py", "round/table.py", "round/judge.py", "sim/engine.py"])
def test_a_loop_of_other_sources_is_not_used(tmp_path: Path, changed: str) -> None:
    copy = tmp_path / "pitboss"
    copytree(PACKAGE, copy, ignore=ignore_patterns("__pycache__", "web", "docs", "migrations"))
    assert state_of_sources(copy) == state_of_sources(PACKAGE)
    file = copy / changed
    file.write_text(file.read_text(encoding="utf-8") + "\nMORE = 1\n", encoding="utf-8")
    assert state_of_sources(copy) != state_of_sources(PACKAGE)


def test_what_is_compiled_is_in_the_folder_of_these_sources() -> None:
    kept = Path(str(compiling._play._cache.cache_path))
    assert f"kernels-{state_of_sources(PACKAGE)}" in kept.parts

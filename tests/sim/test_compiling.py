"""Compiled kernels are kept apart for each state of what they are compiled from."""

from __future__ import annotations

import ast
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import pitboss
from pitboss.sim import kernel, pay_kernel
from pitboss.sim.compiling import SOURCES, state_of_sources

PACKAGE = Path(pitboss.__file__).parent


@pytest.mark.parametrize("module", [kernel, pay_kernel])
def test_a_kernel_takes_numbers_from_no_file_that_its_place_does_not_go_by(module: object) -> None:
    source = Path(str(getattr(module, "__file__", "")))
    known = {file for pattern in SOURCES for file in PACKAGE.glob(pattern)}
    names = [
        each.module
        for each in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(each, ast.ImportFrom) and each.module and each.module.startswith("pitboss")
    ]
    assert source in known
    assert names
    assert {PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py") for name in names} <= known


@pytest.mark.parametrize("changed", ["sheet/pays.py", "round/table.py", "sim/line_tables.py"])
def test_a_kernel_of_other_sources_is_not_used(tmp_path: Path, changed: str) -> None:
    copy = tmp_path / "pitboss"
    copytree(PACKAGE, copy, ignore=ignore_patterns("__pycache__", "web", "docs", "migrations"))
    assert state_of_sources(copy) == state_of_sources(PACKAGE)
    file = copy / changed
    file.write_text(file.read_text(encoding="utf-8") + "\nMORE = 1\n", encoding="utf-8")
    assert state_of_sources(copy) != state_of_sources(PACKAGE)


def test_what_is_compiled_lies_in_the_folder_of_these_sources() -> None:
    kept = Path(str(pay_kernel.pay._cache.cache_path))
    assert f"kernels-{state_of_sources(PACKAGE)}" in kept.parts

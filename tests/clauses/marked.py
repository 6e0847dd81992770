"""Which tests show which clause: those marked `@pytest.mark.clause("NAPA-11")`, read from their source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
IN_A_NAME = re.compile(r"(?<=_)(std|pec|ac|napa|shine|riv)_(\d+)(?=_|$)")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class MarkedTest:
    """A test as it is written: the clauses of its marks and those of its name."""

    path: Path
    name: str
    marks: frozenset[str]
    named: frozenset[str]
    asserts: bool

    @property
    def place(self) -> str:
        return f"{self.path.relative_to(ROOT)}::{self.name}"


@cache
def marked_tests() -> tuple[MarkedTest, ...]:
    """All tests that a mark or a name ties to a clause.

    Those of the second, naive settlement are left out: they prove nothing about the product.
    """
    paths = [path for path in sorted(TESTS.rglob("test_*.py")) if "naive" not in path.parts]
    return tuple(test for path in paths for test in tests_of(path) if test.marks or test.named)


def files_of(clause: str) -> list[Path]:
    """The files with tests of a clause, those of the clauses themselves first."""
    found = {test.path for test in marked_tests() if clause in test.marks}
    return sorted(found, key=lambda path: (path.parent.name != "clauses", path))


def named_in(name: str) -> frozenset[str]:
    """The clauses whose ids a name carries.

    >>> sorted(named_in("test_riv_11_riv_13_envy_comes_from_the_house"))
    ['RIV-11', 'RIV-13']
    """
    return frozenset(f"{house.upper()}-{number}" for house, number in IN_A_NAME.findall(name))


def tests_of(path: Path) -> Iterator[MarkedTest]:
    """Every test of a file, marked or not."""
    module = _module(path)
    tables = {
        target.id: node.value
        for node in module.tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module.tree):
        if isinstance(node, Function) and node.name.startswith("test_"):
            asserts = _asserts(node, module, frozenset())
            yield MarkedTest(path, node.name, _marks(node, tables), named_in(node.name), asserts)


def _marks(test: Function, tables: dict[str, ast.expr]) -> frozenset[str]:
    """The clauses of a test's marks and of those of its cases, also in a table it names."""
    names = {each.id for part in test.decorator_list for each in ast.walk(part) if isinstance(each, ast.Name)}
    parts = [*test.decorator_list, *(table for name, table in tables.items() if name in names)]
    calls = (each for part in parts for each in ast.walk(part) if isinstance(each, ast.Call))
    marks = [call for call in calls if ast.unparse(call.func) == "pytest.mark.clause"]
    return frozenset(ast.literal_eval(argument) for call in marks for argument in call.args)


@dataclass(frozen=True)
class _Module:
    """A file of tests: its functions by name, methods too, and where its imported names come from."""

    tree: ast.Module
    functions: dict[str, Function]
    imported: dict[str, tuple[Path, str]]


@cache
def _module(path: Path) -> _Module:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
    imported = {
        name.asname or name.name: (source, name.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (source := _source(node, path)) is not None
        for name in node.names
    }
    return _Module(tree, functions, imported)


def _source(node: ast.ImportFrom, path: Path) -> Path | None:
    """The file of tests that an import takes its names from."""
    parts = (node.module or "").split(".")
    if node.level:
        base = path.parents[node.level - 1]
    elif parts[0] == "tests":
        base, parts = TESTS, parts[1:]
    else:
        return None
    found = base.joinpath(*parts).with_suffix(".py")
    return found if found.is_file() else None


def _asserts(function: Function, module: _Module, seen: frozenset[str]) -> bool:
    """Whether a function asserts or expects a refusal, itself or by a helper of the tests."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if called == "pytest.raises":
            return True
        if called in seen:
            continue
        if called in module.functions and _asserts(module.functions[called], module, seen | {called}):
            return True
        if called in module.imported:
            path, name = module.imported[called]
            helper = _module(path).functions.get(name)
            if helper is not None and _asserts(helper, _module(path), seen | {called}):
                return True
    return False

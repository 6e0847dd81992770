"""One name, one place: a module of the rooms that programs import is never called like what it defines."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "pitboss"
ROOMS = (
    "envs",
    "lab",
    "odds",
    "odds/knowledge",
    "odds/risk",
    "report",
    "table",
    "proof",
    "round",
    "sheet",
    "sim",
)


def _defined(path: Path) -> set[str]:
    """The functions and classes of a module, and what its `__all__` hands on."""
    names: set[str] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Assign(targets=[ast.Name(id="__all__")], value=listed):
                names.update(ast.literal_eval(listed))
    return names


@pytest.mark.parametrize("room", ROOMS)
def test_a_name_means_the_function_and_not_the_module_around_it(room: str) -> None:
    """`from pitboss.odds import session` must not depend on what was imported before."""
    modules = {each.stem: each for each in (SOURCE / room).glob("*.py")}
    handed_on = _defined(modules.pop("__init__"))
    assert sorted(name for name, path in modules.items() if name in handed_on | _defined(path)) == []


LAZY = sorted(
    str(each.parent.relative_to(SOURCE.parent)).replace("/", ".")
    for each in SOURCE.rglob("__init__.py")
    if "lazy_names(" in each.read_text("utf-8")
)


@pytest.mark.parametrize("package", LAZY)
def test_what_a_lazy_package_hands_on_is_what_a_type_checker_sees(package: str) -> None:
    """What it finds by its imports for type checkers, and its `__all__`, are the same names."""
    path = SOURCE.parent / package.replace(".", "/") / "__init__.py"
    body = ast.parse(path.read_text("utf-8")).body
    [checked] = [node for node in body if isinstance(node, ast.If) and isinstance(node.test, ast.Name)]
    seen = {
        alias.asname or alias.name: (each.module, alias.name)
        for each in checked.body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }
    own = {node.name for node in body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"}
    room = import_module(package)
    assert sorted({*seen, *own}) == sorted(set(room.__all__) - {"__version__"})
    assert set(room.__all__) <= set(dir(room))
    for name, (module, original) in seen.items():
        assert module is not None
        assert getattr(room, name) is getattr(import_module(module), original)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(room, "nothing")  # noqa: B009 - a type checker would see it

"""One name, one place: a module of the rooms that programs import is never called like what it defines."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "pitboss"
ROOMS = (
    "fair",
    "lab",
    "odds",
    "odds/knowledge",
    "odds/risk",
    "par",
    "pit",
    "plots",
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

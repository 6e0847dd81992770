"""docs/architecture.md names what is there: every room, every module and every function of the walks."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SOURCE = ROOT / "src" / "pitboss"
ROOMS = {each.name for each in SOURCE.iterdir() if (each / "__init__.py").exists()}
MODULE = re.compile(rf"`((?:{'|'.join(sorted(ROOMS))})/[a-z_0-9]+)`")


def test_every_room_has_its_line() -> None:
    [table] = re.findall(r"## The rooms\n(.*?)\n## ", PAGE, flags=re.DOTALL)
    told = set(re.findall(r"`(\w+)/`", table))
    assert told - {"page"} == ROOMS


def test_every_module_that_is_named_is_there() -> None:
    named = set(MODULE.findall(PAGE))
    assert len(named) > 50
    missing = sorted(each for each in named if not (SOURCE / f"{each}.py").exists())
    assert not missing


def test_every_function_of_a_walk_is_where_the_walk_goes() -> None:
    """In a walk a module is followed by the function in it that takes the data."""
    [walks] = re.findall(r"## Five walks\n(.*?)\n\| walk", PAGE, flags=re.DOTALL)
    pairs = re.findall(rf"{MODULE.pattern}(?:,| with)?\s`(\w+)`", walks)
    assert len(pairs) > 20
    missing = [
        (module, name)
        for module, name in pairs
        if not re.search(rf"(?:def|class) {name}\b", (SOURCE / f"{module}.py").read_text("utf-8"))
    ]
    assert not missing

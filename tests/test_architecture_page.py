"""docs/architecture.md names what is there: every room, every module and every function of its walks."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SOURCE = ROOT / "src" / "pitboss"
ROOMS = {each.name for each in SOURCE.iterdir() if (each / "__init__.py").exists()}
MODULE = re.compile(rf"`((?:{'|'.join(sorted(ROOMS))})/[a-z_0-9/]*[a-z_0-9])`(?:\s`(\w+)`)?")


def test_every_room_has_its_line() -> None:
    [table] = re.findall(r"## Rooms\n(.*?)\n## ", PAGE, flags=re.DOTALL)
    first = "".join(row.split("|")[1] for row in table.splitlines() if row.startswith("|"))
    assert set(re.findall(r"`(\w+)/`", first)) - {"page"} == ROOMS
    files = {each.stem for each in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert set(re.findall(r"`(\w+)`", first)) == files


def test_every_module_and_function_that_is_named_is_there() -> None:
    named = MODULE.findall(PAGE)
    assert len(named) > 40
    missing = [
        (module, name)
        for module, name in named
        if not (SOURCE / f"{module}.py").exists()
        or (name and not re.search(rf"(?:def|class) {name}\b", (SOURCE / f"{module}.py").read_text("utf-8")))
    ]
    assert not missing

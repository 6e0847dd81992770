"""The columns that the audit covers, and those that are free: docs/fairness.md is the one place for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = Path(__file__).parents[2] / "docs" / "fairness.md"


class Listed(NamedTuple):
    """A column of the page's table."""

    table: str
    column: str
    free: bool


def listed() -> tuple[Listed, ...]:
    """Every column that the page names, in its order."""
    rows = re.findall(
        r"^\| `(\w+)` \| ((?:`\w+` ?)+)\| (.*) \|$", PAGE.read_text("utf-8"), flags=re.MULTILINE
    )
    return tuple(
        Listed(table, column, why.startswith("free: "))
        for table, columns, why in rows
        for column in re.findall(r"`(\w+)`", columns)
    )


def covered() -> dict[str, tuple[str, ...]]:
    """The columns whose change the audit sees, by table."""
    found: dict[str, tuple[str, ...]] = {}
    for table, column, free in listed():
        if not free:
            found[table] = (*found.get(table, ()), column)
    return found

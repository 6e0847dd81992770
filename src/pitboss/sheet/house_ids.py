"""Which houses come with Pitboss: the names of their sheet files. Nothing of a sheet is read for it."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Final

STANDARD: Final = "std"  # clauses that all sheets share, and no house


@lru_cache(maxsize=1)
def house_names() -> frozenset[str]:
    """The ids of the houses in no order: no file is opened."""
    files = (entry.name for entry in resources.files("pitboss.sheets").iterdir())
    return frozenset(name.removesuffix(".toml") for name in files if name.endswith(".toml")) - {STANDARD}

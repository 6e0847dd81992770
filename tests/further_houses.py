"""A house more than those that come with Pitboss: for what is asked by the name of a house alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from shutil import copytree
from typing import Any, Final

import pytest

from pitboss.sheet import files, houses
from pitboss.sheet.files import house_names

ULTIMATE: Final = Path(__file__).parents[1] / "examples" / "catalogue" / "ultimate.toml"
SHEETS: Final = "pitboss.sheets"


@contextmanager
def further_house(file: Path, folder: Path) -> Iterator[str]:
    """Its id. The sheets are read from a copy of theirs in a folder, where this one lies beside them."""
    place = folder / "sheets"
    copytree(str(resources.files(SHEETS)), place)
    (place / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    files = resources.files

    def found(anchor: Any = None) -> Any:
        return place if anchor == SHEETS else files(anchor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resources, "files", found)
        _forget()
        yield file.stem
    _forget()


def _forget() -> None:
    """What is remembered of houses is read again."""
    for known in (house_names, houses, files._load_house):
        known.cache_clear()

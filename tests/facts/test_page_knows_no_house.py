"""The page draws whatever a sheet says: its sources name no house and no wager of the printed sheets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from pitboss.sheet import houses, load_house

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "page" / "src"
TEMPLATES: Final = ROOT / "src" / "pitboss" / "web" / "templates"
KINDS: Final = {".ts", ".css", ".j2"}

# Where an id may stand, and why.
ALLOWED: Final = {
    ("drill.ts", "ante"): "the name of a value: the stake of a drill's hand, already written out",
    ("room.ts", "ante"): "a field of the drill's own answer: the stake of its hand",
    ("sheet.html.j2", "ante"): "a key of the format, not of a house: what a showdown does to Ante and Play",
}


def sources() -> list[Path]:
    written = (each for folder in (PAGE, TEMPLATES) for each in folder.rglob("*") if each.suffix in KINDS)
    return sorted(each for each in written if "generated" not in each.parts)


def ids() -> set[str]:
    return {*houses(), *(wager for house in houses() for wager in load_house(house).wagers)}


def code_of(path: Path) -> str:
    """A source without its comments, in which a sheet may serve as an example."""
    text = re.sub(r"/\*.*?\*/|\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"^\s*//.*$|\s// .*$", "", text, flags=re.MULTILINE)


def _names(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_a_source_of_the_page_names_no_house_and_no_wager(path: Path) -> None:
    text = code_of(path)
    found = {name for name in ids() if _names(text, name)}
    assert {name for name in found if (path.name, name) not in ALLOWED} == set()


def test_what_is_allowed_is_still_there() -> None:
    found = {(each.name, id_) for each in sources() for id_ in ids() if _names(code_of(each), id_)}
    assert set(ALLOWED) - found == set()


def test_the_sources_are_found() -> None:
    names = {each.name for each in sources()}
    assert {"geometry.ts", "rail-spots.ts", "tokens.css", "rail.css", "lobby.html.j2"} <= names

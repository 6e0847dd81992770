"""The figures of docs/knowledge.md, read from its tables."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from pitboss.odds.knowledge import Known, edges_of
from pitboss.sheet import load_house

PAGE = Path(__file__).parents[2] / "docs" / "knowledge.md"
ROW = re.compile(r"^\|[^|]*\| `(--[^`]+)` \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$", flags=re.MULTILINE)


class Said(NamedTuple):
    """One row: gain, mean and changes in percent; the exact mean, or nothing where it is simulated."""

    gain: str
    mean: str
    exact: str
    changes: str


def figures_of_page(house: str) -> dict[Known, Said]:
    """What the page says of a house, by what is known."""
    return figures_in_section(load_house(house).name)


def figures_in_section(name: str) -> dict[Known, Said]:
    """What the section says that has this name in its heading."""
    sections = PAGE.read_text("utf-8").split("\n## ")
    [section] = [each for each in sections if name in each.partition("\n")[0]]
    found = {}
    for options, *cells in ROW.findall(section):
        found[known_of(options)] = Said(*(cell.strip().replace("−", "-") for cell in cells))
    return found


def known_of(options: str) -> Known:
    """The question that these options of the command ask."""
    words = options.split()
    said = {word: value for word, value in zip(words, [*words[1:], ""], strict=True) if word[:2] == "--"}
    return Known(
        hole=int(said.get("--hole", 0)),
        edges=edges_of(said["--edges"]) if "--edges" in said else (),
        backs=int(said.get("--backs", 0)),
        seats=int(said.get("--seats", 0)),
        next_card="--next" in said,
    )

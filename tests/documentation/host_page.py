"""docs/host.md as a test reads it: its files, its console sessions and the lines that somebody types."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.documentation.sessions import ROOT

PAGE: Final = ROOT / "docs" / "host.md"
_BLOCK: Final = re.compile(r"^```(toml|sh|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE: Final = re.compile(r"# (\S+\.toml)\n")


class Block(NamedTuple):
    """A part of the page that is set as code, under which heading it stands, and its kind."""

    heading: str
    kind: str
    text: str


def blocks() -> Iterator[Block]:
    """All of them, in their order."""
    text = PAGE.read_text("utf-8")
    for found in _BLOCK.finditer(text):
        [*_, heading] = re.findall(r"^##+ (.*)$", text[: found.start()], re.MULTILINE)
        yield Block(heading, found[1], found[2])


def write_file(block: Block, folder: Path) -> Path:
    """Writes the file that a block shows; its first line is its name."""
    named = _FILE.match(block.text)
    assert named is not None, block.text
    path = folder / named[1]
    path.write_text(block.text, encoding="utf-8")
    return path


def typed(kind: str, heading: str | None = None) -> list[list[str]]:
    """The words of each line that is typed in such blocks, perhaps those under one heading alone."""
    found = [each for each in blocks() if each.kind == kind and heading in (None, each.heading)]
    return [shlex.split(line) for each in found for line in each.text.splitlines()]

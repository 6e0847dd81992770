"""Writes what is made of the commands: the manual page, and the words that a shell completes (`make man`)."""

from __future__ import annotations

import json
from pathlib import Path

from pitboss import __version__
from pitboss.cli.command_tree import command_tree
from pitboss.cli.completion import words_of
from pitboss.cli.man_page import man_page

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "man" / "pitboss.1"
WORDS = ROOT / "src" / "pitboss" / "cli" / "completion_words.json"


def made() -> dict[Path, str]:
    """Each file and what belongs into it."""
    tree = command_tree()
    words = json.dumps(words_of(tree), ensure_ascii=True, indent=0)
    return {PAGE: man_page(tree, __version__), WORDS: words + "\n"}


if __name__ == "__main__":
    for path, text in made().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"Wrote {path.relative_to(ROOT)}.")

"""The table of contents: each section of `docs/index.md` with its list of links is a part of the site."""

from __future__ import annotations

import re
from typing import Final

SECTION: Final = re.compile(r"^## (.+)$", re.MULTILINE)
PAGE: Final = re.compile(r"^- \[[^\]]+\]\(([^)#:]+)\.md\)", re.MULTILINE)


def toctrees(index: str) -> str:
    """The parts of the site, for Sphinx; a page in no list is a warning there, and fails the build."""
    parts = SECTION.split(index)[1:]
    made = ""
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        pages = PAGE.findall(text)
        if pages:
            listed = "\n".join(pages)
            made += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{listed}\n```\n"
    return made

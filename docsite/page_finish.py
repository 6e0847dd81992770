"""What the theme's pages lack for this house: files instead of inline parts, which the server's policy stops,
and names for the parts of a page that a screen reader tells apart.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Final

SCRIPT: Final = re.compile(r"<script(?: type=\"text/javascript\")?>(?P<body>.*?)</script>", re.DOTALL)
STYLE: Final = re.compile(r"<style[^>]*>(?P<body>.*?)</style>", re.DOTALL)
NAMES: Final = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Contents">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
    '<div id="search-results"></div>': '<h1>Search</h1><div id="search-results"></div>',
}
ATTRIBUTE: Final = re.compile(r"(?P<tag><[a-z][^<>]*?) style=\"(?P<body>[^\"]*)\"")


def finish_pages(site: Path) -> None:
    """Moves every inline script and style into files beside the theme's own, and names the landmarks."""
    parts = site / "_static" / "inline"
    parts.mkdir(parents=True, exist_ok=True)
    for page in site.rglob("*.html"):
        mover = _Mover(parts, os.path.relpath(parts, page.parent).replace(os.sep, "/"))
        text = SCRIPT.sub(mover.script, page.read_text("utf-8"))
        text = ATTRIBUTE.sub(mover.attribute, STYLE.sub(mover.style, text))
        for without, named in NAMES.items():
            text = text.replace(without, named)
        links = "".join(f"{mover.link(body)}\n" for body in sorted(mover.rules))
        page.write_text(text.replace("</head>", f"{links}</head>", 1), "utf-8")


class _Mover:
    """Takes the inline parts of one page, from which the folder of the files is `there`."""

    def __init__(self, folder: Path, there: str) -> None:
        self.folder = folder
        self.there = there
        self.rules: set[str] = set()  # of the elements that had a style of their own

    def script(self, found: re.Match[str]) -> str:
        return f'<script src="{self._keep(found["body"], ".js")}"></script>'

    def style(self, found: re.Match[str]) -> str:
        return self.link(found["body"])

    def attribute(self, found: re.Match[str]) -> str:
        mark = _mark(found["body"])
        self.rules.add(f'[data-style="{mark}"] {{ {found["body"]} }}')
        return f'{found["tag"]} data-style="{mark}"'

    def link(self, body: str) -> str:
        return f'<link rel="stylesheet" href="{self._keep(body, ".css")}">'

    def _keep(self, body: str, suffix: str) -> str:
        name = _mark(body) + suffix
        (self.folder / name).write_text(body.strip() + "\n", "utf-8")
        return f"{self.there}/{name}"


def _mark(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:12]

"""The pictures of the documents: small, there where a page shows them, and none that nobody sees."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
MOST = 2 * 1024 * 1024  # bytes in all


def shown() -> set[Path]:
    """Every picture of ours that a document shows."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    return {
        (page.parent / link).resolve()
        for page in pages
        for link in re.findall(r"!\[[^\]]*\]\(([^):]+)\)", page.read_text(encoding="utf-8"))
    }


def test_the_pictures_are_webp_and_at_most_2_mb_in_all() -> None:
    files = list(IMAGES.iterdir())
    assert {each.suffix for each in files} == {".webp"}
    assert all(each.read_bytes()[8:12] == b"WEBP" for each in files)
    assert sum(each.stat().st_size for each in files) <= MOST


def test_every_picture_that_is_shown_is_there_and_every_one_is_shown() -> None:
    assert shown() == {each.resolve() for each in IMAGES.iterdir()}

"""Part of the build: the project's addresses, and the README for a package page, which has no file beside it.

Where PITBOSS_REPOSITORY names the repository (`https://host/owner/name`, as a workflow knows it), links and
pictures lead there, and the metadata says so. Without it no address is made up: pictures are left out, and of
a link to a file its text stays.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

REPOSITORY = "PITBOSS_REPOSITORY"
PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")
EMPTY_TABLE = re.compile(r"^\|[ |]*\|\n\|[-|]+\|\n(?:\|[ |]*\|\n)*\n?", re.MULTILINE)


class PackagePage(MetadataHookInterface):
    """Fills in the readme and the addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        address = os.environ.get(REPOSITORY, "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_page(text, address)}
        metadata["urls"] = urls_of(address)


def package_page(readme: str, address: str) -> str:
    """The README with links that work on a package page."""
    if address:
        readme = PICTURE.sub(rf"![\1]({address}/raw/HEAD/\2)", readme)
        return LINK.sub(rf"[\1]({address}/blob/HEAD/\2)", readme)
    readme = LINK.sub(r"\1", PICTURE.sub("", readme))
    return re.sub(r"\n{3,}", "\n\n", EMPTY_TABLE.sub("", readme))


def urls_of(address: str) -> dict[str, str]:
    """The project's addresses, as far as they are known."""
    if not address:
        return {}
    pages = {"Documentation": "docs/index.md", "Changelog": "CHANGELOG.md"}
    blobs = {name: f"{address}/blob/HEAD/{path}" for name, path in pages.items()}
    return {"Source": address, "Issues": f"{address}/issues", **blobs}

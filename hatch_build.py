"""Part of the build: a package without the built page would install and then have nothing to show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/pitboss/web/built/manifest.json"


class PageIsBuilt(BuildHookInterface[Any]):
    """Refuses to build anything but the editable install before `make page`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            raise SystemExit(f"{PAGE} is missing: build the page first with `make page`.")

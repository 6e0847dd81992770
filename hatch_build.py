"""Part of the build: a release has the built page in it; an install from the source may do without."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/pitboss/web/built/manifest.json"
RELEASE = "PITBOSS_RELEASE"  # `make packages` sets it


class PageIsBuilt(BuildHookInterface[Any]):
    """Refuses to build a release before `make page`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get(RELEASE) and not (Path(self.root) / PAGE).is_file():
            raise SystemExit(f"{PAGE} is missing: build the page first with `make page`.")

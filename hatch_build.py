"""Part of the build: a release has the built page in it, and every wheel the schema of sheet files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/pitboss/web/built/manifest.json"
RELEASE = "PITBOSS_RELEASE"  # `make packages` sets it
SCHEMA = "docs/schema/sheet.schema.json"  # `pitboss new --schema` prints it


class PageIsBuilt(BuildHookInterface[Any]):
    """Refuses to build a release before `make page`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get(RELEASE) and not (Path(self.root) / PAGE).is_file():
            raise SystemExit(f"{PAGE} is missing: build the page first with `make page`.")
        if self.target_name == "wheel" and version != "editable":  # which reads it where it is
            build_data["force_include"][SCHEMA] = f"pitboss/sheet/{Path(SCHEMA).name}"

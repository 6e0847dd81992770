"""Templates of pages: whatever is filled in is escaped, and a name that is missing is a fault, not a gap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def templates_beside(module: str, **more: Any) -> Environment:
    """The templates in the folder beside a module's file."""
    return Environment(
        loader=FileSystemLoader(Path(module).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        **more,
    )

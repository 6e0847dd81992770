"""The table of settings in docs/serve.md is made of the settings themselves.

`python -m tests.documentation.settings_table` writes it anew: read the difference.
"""

from __future__ import annotations

import re
from typing import Final

from pitboss.web.settings import NAMES, ServeSettings, setting_text, variable_of
from tests.documentation.sessions import ROOT

PAGE: Final = ROOT / "docs" / "serve.md"
TABLE: Final = re.compile(r"^\| setting \|.*?\n(?=\n)", re.MULTILINE | re.DOTALL)


def table() -> str:
    """All settings in their order, as the page shows them."""
    rows = ["| setting | in the environment | default | what it says |", "|---|---|---|---|"]
    for name in NAMES:
        known = ServeSettings.model_fields[name]
        shown = f"`{setting_text(name, known.default)}`" if known.default not in ("", ()) else "none"
        rows.append(f"| `{name}` | `{variable_of(name)}` | {shown} | {known.description} |")
    return "".join(f"{row}\n" for row in rows)


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(lambda _: table(), PAGE.read_text("utf-8")), "utf-8")

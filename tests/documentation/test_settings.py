"""What pages say of settings and of the log is what is there."""

from __future__ import annotations

import re

from tests.documentation.sessions import ROOT
from tests.documentation.settings_table import PAGE, TABLE, table

SOURCE = ROOT / "src" / "pitboss"
TOLD = re.compile(r'(?:log|log_often|log_warning|log_table|_log\.tell|_log\.warn|LOG\.\w+)\(\s*"([a-z -]+)"')


def test_the_table_of_settings_is_made_of_the_settings() -> None:
    """`python -m tests.documentation.settings_table` writes it anew."""
    found = TABLE.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[0] == table()


def test_the_page_knows_every_line_that_a_calm_log_has() -> None:
    text = PAGE.read_text("utf-8")
    log = text[text.index("## The log") : text.index("## How much one server carries")]
    rows = [row for row in log.splitlines() if row.startswith(("| `info`", "| `warning`"))]
    shown = {name for row in rows for name in re.findall(r"`([a-z -]+)`", row)}
    written = {
        name
        for room in ("web", "house", "table")
        for file in (SOURCE / room).glob("*.py")
        for name in TOLD.findall(file.read_text("utf-8"))
    }
    quiet = {"gone", "late", "no text"}  # of connections, not of the house
    faults = {"lease", "leases", "set aside"}
    assert written - quiet - faults <= shown

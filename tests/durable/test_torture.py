"""`python -m torture` knows its parts; what they do is tested where they come from."""

from __future__ import annotations

import subprocess
import sys

from tests.durable.apart import ROOT


def _torture(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "torture", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_parts_are_listed() -> None:
    shown = _torture("--help").stdout
    assert all(f"\n  {part} " in shown for part in ("kills", "power", "duplicates", "meters"))
    assert "example:" in shown


def test_an_unknown_part_is_refused_with_what_is_allowed() -> None:
    refused = _torture("kills", "luck")
    assert refused.returncode == 2
    assert "'luck' is no part of it; allowed: kills, power, duplicates, meters" in refused.stderr

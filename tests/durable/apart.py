"""Runs a campaign in a fresh process with one thread, from which children can be forked safely."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def run_apart(module: str, *arguments: object) -> Any:
    """What `python -m module …` says in its last line, as JSON; its fault, if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{module} {arguments}\n{done.stderr[-4000:]}"
    return json.loads(done.stdout.splitlines()[-1])

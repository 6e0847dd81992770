"""Runs commands and puts what they print into one text."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.frozen.commands import ROOT, Command

LONGEST: Final = 6_000  # characters of one output that are kept as they are
HEAD: Final = 1_500  # of a longer one, so much


def kept(name: str) -> Path:
    """The file that keeps the outputs of one house."""
    return ROOT / "tests/frozen/kept" / f"{name}.txt"


def printed(command: Command) -> str:
    """What one command prints, its status, and its errors."""
    words, typed = command
    with tempfile.TemporaryDirectory() as home:
        places = {"HOME": home, "XDG_DATA_HOME": home, "PITBOSS_DB": f"{home}/pitboss.db"}
        done = subprocess.run(
            (sys.executable, "-m", "pitboss", *words),
            input=typed or "",
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, **places, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"},
            timeout=600,
            check=False,
        )
    errors = f"\n--- errors\n{done.stderr}" if done.stderr else ""
    return f"--- status {done.returncode}\n{done.stdout}{errors}"


def short(text: str) -> str:
    """A long output as its beginning, its length and its digest."""
    if len(text) <= LONGEST:
        return text
    digest = sha256(text.encode()).hexdigest()
    return f"{text[:HEAD]}\n--- {len(text):,} characters, SHA-256 {digest}\n"


def written(commands: Iterable[Command], only: str | None = None, before: str = "") -> str:
    """All outputs of one file, one after the other; with `only`, those of other commands as they were."""
    commands = list(commands)
    sections = re.compile(r"^(=== pitboss [^\n]*)\n(.*?)(?=^=== pitboss |\Z)", re.MULTILINE | re.DOTALL)
    then = dict(sections.findall(before))

    def section(command: Command) -> str:
        head = f"=== pitboss {shlex.join(command[0])}"
        if only is not None and command[0][0] != only:
            return f"{head}\n{then[head]}"
        return f"{head}\n{short(printed(command))}\n"

    with ThreadPoolExecutor(2) as pool:
        return "".join(pool.map(section, commands))

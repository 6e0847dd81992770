"""The shell commands of docs/fairness.md, run as they stand there, find the deck with openssl alone."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .independent import FILE

PAGE = FILE.parents[1] / "fairness.md"
BLOCKS = re.findall(r"```bash\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
PRINTED = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
CASES: list[dict[str, Any]] = json.loads(FILE.read_text())["cases"]

# The two uses of `openssl dgst` on the page, for a machine that has none.
STAND_IN = f"""#!{sys.executable}
import hashlib, hmac, sys
keys = [word.removeprefix("hexkey:") for word in sys.argv if word.startswith("hexkey:")]
content = sys.stdin.buffer.read()
answer = hmac.digest(bytes.fromhex(keys[0]), content, "sha256") if keys else hashlib.sha256(content).digest()
print(answer.hex(), "*stdin")
"""


def bash(script: str, folder: Path, own_openssl: bool) -> list[str]:
    """What a script prints, with the machine's openssl or with the stand-in."""
    if not own_openssl:
        tool = folder / "openssl"
        tool.write_text(STAND_IN, encoding="utf-8")
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    paths = f"{folder}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", script],
        env={**os.environ, "PATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def inputs(case: dict[str, Any]) -> str:
    """A case in the words of the first block of the page."""
    seats = " ".join(seat["seed"] or "-" for seat in case["seats"])
    values = {"round": case["round"], "sheet": case["sheet"], "server": case["server_seed"], "seats": seats}
    return "\n".join(f"{name}={shlex.quote(value)}" for name, value in values.items()) + "\n"


def test_the_page_prints_what_its_commands_print(tmp_path: Path) -> None:
    own = shutil.which("openssl") is not None
    assert bash("".join(BLOCKS), tmp_path, own) == PRINTED[0].splitlines()
    assert PRINTED[0].splitlines() == [CASES[0]["commitment"], CASES[0]["deck"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_the_commands_of_the_page_give_the_vectors(case: dict[str, Any], tmp_path: Path) -> None:
    own = shutil.which("openssl") is not None
    script = inputs(case) + "".join(BLOCKS[1:])
    assert bash(script, tmp_path, own) == [case["commitment"], case["deck"]]


def test_the_stand_in_for_openssl_gives_the_same(tmp_path: Path) -> None:
    assert bash("".join(BLOCKS), tmp_path, own_openssl=False) == PRINTED[0].splitlines()


def test_the_page_says_the_cards_of_its_example() -> None:
    text = PAGE.read_text(encoding="utf-8")
    first, second = CASES[0]["deal"]["seats"]
    for cards in (first["cards"], second["cards"], CASES[0]["deal"]["dealer"], CASES[0]["deal"]["fourth"]):
        assert f"`{cards}`" in text
    assert f"`{first['replacement']}` and `{second['replacement']}`" in text

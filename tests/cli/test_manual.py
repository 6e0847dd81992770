"""What is made of the commands: a manual page without a warning, and what a shell completes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from docsite.manual import PAGE, man_page
from pitboss.cli import OFFERS, load
from pitboss.sheet import houses

ROOT = PAGE.parents[2]


def test_the_page_is_that_of_the_commands() -> None:
    assert PAGE.read_text(encoding="utf-8") == man_page(), "docs/man/pitboss.1 is old: run make man"


def test_the_package_brings_the_page_to_where_man_looks() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    assert wheel["shared-data"] == {str(PAGE.relative_to(ROOT)): "share/man/man1/pitboss.1"}


def test_the_page_has_every_command_and_every_option() -> None:
    page = re.sub(r"\\(f[BIR]|&)", "", PAGE.read_text(encoding="utf-8")).replace("\\-", "-")
    for name in OFFERS:
        assert f'"pitboss {name}' in page
        for each in load(name).params:
            assert each.param_type_name == "argument" or each.opts[0] in page, (name, each.opts)


def test_roff_has_nothing_to_say_against_the_page() -> None:
    groff = shutil.which("groff")
    if groff is None:  # nothing else on this machine could read it either
        return
    told = subprocess.run([groff, "-man", "-ww", "-z", PAGE], capture_output=True, text=True, check=True)
    assert told.stderr == ""


HEAVY = """
import sys

sys.argv = ["pitboss"]
from pitboss.cli import main
try:
    main()
finally:
    heavy = {"numpy", "pitboss.sheet.model", "pitboss.cli.odds", "pitboss.cli.options"}
    print(sorted(heavy & set(sys.modules)))
"""


def completed(words: str) -> list[str]:
    """What bash is offered for the last of these words, and what was imported for it."""
    asked = {"COMP_WORDS": "pitboss " + words, "COMP_CWORD": str(words.count(" ") + 1)}
    environment = {**os.environ, "_PITBOSS_COMPLETE": "complete_bash", **asked}
    run = subprocess.run(
        [sys.executable, "-c", HEAVY], env=environment, capture_output=True, text=True, check=False
    )
    return [line for line in run.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("odds ri", ["rivers"]),
        ("odds --st", ["--strategy"]),
        ("odds rivers --bets ", []),
        ("play --coach ", ["off", "after", "before", "ask"]),
        ("play --coach ask r", ["rivers"]),
        ("simulate ", list(houses())),
        ("operator ", ["add", "remove", "list"]),
        ("operator add --d", ["--db"]),
        ("settle ", []),
    ],
)
def test_what_is_completed(typed: str, found: list[str]) -> None:
    assert completed(typed)[:-1] == found


def test_names_of_commands_are_completed_without_importing_one() -> None:
    assert completed("o") == ["odds", "operator", "[]"]
    assert completed("") == [*OFFERS, "[]"]


def test_bash_completes_with_the_script_that_is_shown(tmp_path: Path) -> None:
    command = tmp_path / "pitboss"
    command.write_text(f"#!{sys.executable}\nfrom pitboss.cli import main\n\nmain()\n")
    command.chmod(0o755)
    script = """
    eval "$(pitboss --show-completion)"
    COMP_WORDS=(pitboss rules na) COMP_CWORD=2
    _pitboss_completion pitboss
    echo "${COMPREPLY[@]}"
    """
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    words = ["bash", "--norc", "-c", script]
    run = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert run.stdout == "napa-valley\n", run.stderr

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

from pitboss.cli.command_tree import command_tree
from pitboss.cli.commands import OFFERS
from pitboss.cli.completion import completions
from pitboss.sheet import houses
from tests.cli.manual import PAGE, ROOT, made


def test_page_and_words_are_those_of_the_commands() -> None:
    for path, text in made().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is old: run make man"


def test_the_package_brings_the_page_to_where_man_looks() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    assert wheel["shared-data"] == {str(PAGE.relative_to(ROOT)): "share/man/man1/pitboss.1"}


def test_the_page_has_every_command_and_every_option() -> None:
    page = re.sub(r"\\(f[BIR]|&)", "", PAGE.read_text(encoding="utf-8")).replace("\\-", "-")
    for name, node in command_tree().items():
        assert f'"pitboss {name}' in page
        for each in node["options"]:
            assert ", ".join(each["names"]) in page, (name, each)


def test_the_names_of_options_are_those_that_the_commands_take() -> None:
    from pitboss.cli.commands import load

    for name, node in command_tree().items():
        taken = {option for each in load(name).params for option in each.opts if option[0] == "-"}
        assert {option for each in node["options"] for option in each["names"]} == taken, name


def test_roff_has_nothing_to_say_against_the_page() -> None:
    groff = shutil.which("groff")
    if groff is None:  # nothing else on this machine could read it either
        return
    told = subprocess.run([groff, "-man", "-ww", "-z", PAGE], capture_output=True, text=True, check=True)
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", [*OFFERS, "--help", "--version", "--install-completion", "--show-completion"]),
        ("o", ["odds", "operator"]),
        ("odds ", sorted(houses())),
        ("odds ri", ["rivers"]),
        ("odds --st", ["--strategy"]),
        ("odds rivers --bets ", []),
        ("play --coach ", ["off", "after", "before", "ask"]),
        ("play --coach ask r", ["rivers"]),
        ("operator ", ["add", "remove", "list"]),
        ("operator add --d", ["--db"]),
        ("settle ", []),
        ("nothing ", []),
    ],
)
def test_what_is_completed(typed: str, found: list[str]) -> None:
    *args, started = typed.split(" ")
    assert [word for word, _ in completions(args, started)] == found


SOURCE = """
import sys
from pitboss.cli import main
try:
    main()
except SystemExit:
    heavy = {"numpy", "pitboss.sheet.model", "pitboss.cli.odds", "pitboss.cli.options"}
    print(sorted(heavy & set(sys.modules)))
"""


def asked(shell: str, **more: str) -> list[str]:
    environment = {**os.environ, "_PITBOSS_COMPLETE": f"complete_{shell}", **more}
    run = subprocess.run(
        [sys.executable, "-c", SOURCE], env=environment, capture_output=True, text=True, check=True
    )
    *lines, imported = run.stdout.splitlines()
    assert imported == "[]"  # nothing of it waits for a command
    return lines


def test_shells_are_answered_as_their_scripts_ask_and_no_command_is_imported() -> None:
    assert asked("bash", COMP_WORDS="pitboss\nodds\nri", COMP_CWORD="2") == ["rivers"]
    line = {"_TYPER_COMPLETE_ARGS": "pitboss ope"}
    assert asked("zsh", **line) == [
        f'_arguments \'*: :(("operator":"{OFFERS["operator"].line}"))\''.replace(": g", "\\\\: g")
    ]
    line["_TYPER_COMPLETE_FISH_ACTION"] = "get-args"
    assert asked("fish", **line) == [f"operator\t{OFFERS['operator'].line}"]
    assert asked("zsh", _TYPER_COMPLETE_ARGS="pitboss check ") == ["_files"]


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

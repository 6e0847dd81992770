"""The list of commands: the help imports none of them, and each is what its line says it is."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from pitboss.cli import GROUPS, OFFERS, app, load

LAZY = """
import sys
from pitboss.cli import main
try:
    main()
except SystemExit:
    heavy = {"numpy", "pydantic", "sqlalchemy", "fastapi", "rich.table", "pitboss.sheet", "pitboss.round"}
    print(sorted(heavy & set(sys.modules)))
"""


def test_the_help_says_every_command_in_one_line_of_eighty_columns() -> None:
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80"})
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert all(f"{title}:" in lines for title in GROUPS)
    for name, offer in OFFERS.items():
        [line] = [each for each in lines if each.split()[:1] == [name]]
        assert line.split(maxsplit=1)[1] == offer.line
        assert len(line) <= 80


def test_pitboss_alone_says_where_to_begin_and_names_every_command_on_one_screen() -> None:
    shown = CliRunner().invoke(app, [])
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    begin = [line.split("  ")[1] for line in lines[2:5]]
    assert begin == ["pitboss play rivers", "pitboss odds rivers", "pitboss serve"]
    for line in begin:
        _, called, *words = shlex.split(line)
        load(called).make_context(called, words)
    named = " ".join(lines[6:])
    assert all(title in named for title in GROUPS)
    assert all(re.search(rf"\b{name}\b", named) for name in OFFERS)


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_nothing_heavy_is_imported_before_a_command_is_asked_for(option: str) -> None:
    told = subprocess.run([sys.executable, "-c", LAZY, option], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", OFFERS)
def test_every_command_has_examples_each_on_a_line_of_its_own_that_is_understood(name: str) -> None:
    shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "80"})
    assert shown.exit_code == 0, shown.output
    lines = shown.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    heads = [number for number, line in enumerate(lines) if line in ("  Example:", "  Examples:")]
    inner = getattr(load(name), "commands", None)
    if inner:  # they have them
        assert all("Example" in each.help for each in inner.values())
        return
    [head] = heads
    examples = [line[4:] for line in lines[head + 1 : lines.index("", head)]]
    assert any(line.startswith(f"pitboss {name}") for line in examples)
    for line in [each for each in examples if each.startswith("pitboss ")]:
        _, called, *words = shlex.split(line.partition(" <")[0].partition(" >")[0])
        load(called).make_context(called, words)


def test_a_command_that_is_not_there_is_one_sentence() -> None:
    refused = CliRunner().invoke(app, ["odss"])
    assert refused.exit_code == 2
    assert "No such command 'odss'" in refused.output

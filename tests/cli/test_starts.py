"""What a command imports before it answers: nothing that it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

from pitboss.cli import Command

LEFT = """
import sys
from pitboss.cli import main
sys.argv = ["pitboss", *sys.argv[1:]]
try:
    main()
finally:
    print("imported:", *{name.partition(".")[0] for name in sys.modules})
"""


@pytest.mark.parametrize(
    ("words", "needless"),
    [
        (("odds", "rivers"), {"pydantic", "sqlalchemy", "matplotlib"}),  # converting texts needs no Pydantic
        (
            ("play", "rivers", "--seed", "oak"),
            {"numpy", "matplotlib", "textual"},
        ),  # nothing is computed before a hand
    ],
    ids=["odds", "play"],
)
def test_a_command_imports_no_library_that_it_does_not_need(
    words: tuple[str, ...], needless: set[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEFT, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Rivers" in done.stdout
    assert needless.isdisjoint(done.stdout.rpartition("imported:")[2].split())


def _written(
    text: str,
    many: list[str] = typer.Option([], "--many"),
    number: int = typer.Option(3, "--number", min=1),
    shouted: str = typer.Option("low", "--shouted", callback=lambda value: value and value.upper()),
    flag: bool = typer.Option(False, "--flag"),
) -> None:
    typer.echo(repr((text, list(many), number, shouted, flag)))


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (("a",), "('a', [], 3, 'LOW', False)"),
        (
            ("a", "--many", "b", "--many", "c", "--number", "5", "--shouted", "d", "--flag"),
            "('a', ['b', 'c'], 5, 'D', True)",
        ),
    ],
    ids=["defaults", "given"],
)
def test_what_goes_round_the_conversion_is_what_the_conversion_would_give(
    words: tuple[str, ...], written: str
) -> None:
    for kind in (None, Command):
        app = typer.Typer(rich_markup_mode=None)
        app.command(cls=kind)(_written)
        assert CliRunner().invoke(app, words).stdout.strip() == written


def test_a_value_of_the_wrong_kind_is_still_refused() -> None:
    app = typer.Typer(rich_markup_mode=None)
    app.command(cls=Command)(_written)
    for words in (["a", "--number", "0"], ["a", "--number", "x"], []):
        assert CliRunner().invoke(app, words).exit_code == 2

"""The files of `deploy/`, and what is common to checking them: the real commands and the real settings."""

from __future__ import annotations

import shlex
import subprocess
from functools import cache
from pathlib import Path

import typer
from typer.main import get_command

from pitboss.cli import app
from pitboss.web.settings import PREFIX, ServeSettings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


@cache
def committed() -> frozenset[str]:
    """What git has, or would take, by path from the top."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return frozenset(name for name in listed.split("\0") if name)


def is_committed(path: str) -> bool:
    """Whether git has a file, or a folder with something in it."""
    name = path.rstrip("/").removeprefix("./")
    return name in committed() or any(each.startswith(f"{name}/") for each in committed())


def understood(command: str | list[str]) -> str:
    """Reads a `pitboss …` line as the real command line does, and gives the name of the command.

    Nothing is run; an unknown command or option, or a value that cannot be, fails.
    """
    program, name, *words = shlex.split(command) if isinstance(command, str) else command
    assert Path(program).name == "pitboss"
    group = get_command(app)
    with typer.Context(group) as context:
        found = group.get_command(context, name)  # type: ignore[attr-defined]
        assert found is not None, f"pitboss has no command {name}"
        found.make_context(name, list(words), parent=context)
    return name


def is_setting(variable: str) -> bool:
    """Whether a variable of the environment is one that the server reads."""
    return variable.removeprefix(PREFIX).lower() in ServeSettings.model_fields and variable.startswith(PREFIX)


def is_plain_image(name: str) -> bool:
    """Whether an image is named shortly, with a version and without the address of any registry."""
    path, _, tag = name.partition(":")
    first = path.split("/")[0]
    return "." not in first and "@" not in name and tag not in ("", "latest") and any(map(str.isdigit, tag))

"""The reference: every public name from its docstring, and every command from its own help."""

from __future__ import annotations

import ast
import inspect
import re
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from typer.testing import CliRunner

import pitboss
from pitboss.cli import GROUPS, app

# The rooms that programs call, in the order in which one meets them.
ROOMS: Final = (
    "pitboss.cards",
    "pitboss.hands",
    "pitboss.batch",
    "pitboss.money",
    "pitboss.sheet",
    "pitboss.sheet.model",
    "pitboss.round",
    "pitboss.round.adjudicate",
    "pitboss.odds",
    "pitboss.sim",
    "pitboss.envs",
    "pitboss.dataframes",
    "pitboss.fair",
    "pitboss.proof",
    "pitboss.report",
    "pitboss.lab",
    "pitboss.table",
    "pitboss.ledger",
)
FRONT: Final = "pitboss"


def reference_pages() -> dict[str, str]:
    """The pages by name."""
    shown: set[tuple[str, str]] = set()
    pages = {f"reference/{room}.md": _room(room, shown) for room in _rooms()}
    made = {"python": _overview(), "commands": _commands(), "modules": _modules()}
    return {f"reference/{name}.md": text for name, text in made.items()} | pages


def public_names(room: str) -> tuple[str, ...]:
    """What a module offers: its `__all__`, else what is written in it and has a docstring."""
    module = import_module(room)
    if hasattr(module, "__all__"):
        return tuple(sorted((name for name in module.__all__ if not name.startswith("_")), key=str.lower))
    own = (
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and getattr(value, "__module__", None) == room
        and (inspect.isclass(value) or inspect.isroutine(value))
        and value.__doc__
    )
    return tuple(sorted(own, key=str.lower))


def _rooms() -> tuple[str, ...]:
    front = (FRONT,) if getattr(import_module(FRONT), "__all__", ()) else ()
    return front + ROOMS


def _overview() -> str:
    rows = "".join(f"| [`{room}`]({room}.md) | {_first_line(import_module(room))} |\n" for room in _rooms())
    listed = "\n".join(_rooms())
    contents = f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n"
    return f"\n| module | subject |\n|---|---|\n{rows}\n{contents}"


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").strip().split("\n\n")[0].replace("\n", " ").removesuffix(":")


def _modules() -> str:
    """The index of modules: a table for each room, read from the files without importing any."""
    source = Path(pitboss.__file__).parent
    found = (path.relative_to(source) for path in source.rglob("*.py"))
    files = [path for path in found if "versions" not in path.parts and path.name != "__main__.py"]
    parts = [""]
    for room, paths in groupby(
        sorted(files, key=lambda path: (path.parent, path.name)), lambda path: path.parent
    ):
        parts.append(f"## `{Path('pitboss', room).as_posix()}`\n")
        parts.append("| module | lines | subject |\n|---|---|---|")
        for path in paths:
            text = (source / path).read_text("utf-8")
            subject = (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0].replace("\n", " ")
            parts.append(f"| `{path.stem}` | {text.count(chr(10))} | {subject.replace('|', chr(92) + '|')} |")
        parts.append("")
    return "\n".join(parts)


def _room(room: str, shown: set[tuple[str, str]]) -> str:
    """A page with a module's docstring and its names; the index leads to where one is shown first."""
    module = import_module(room)
    parts = [f"# `{room}`\n", _rst(f".. py:module:: {room}\n\n{_docstring(module)}")]
    for name in public_names(room):
        parts.append(f"## `{name}`\n")
        value = getattr(module, name)
        home = (getattr(value, "__module__", ""), getattr(value, "__qualname__", f"{name} {id(value)}"))
        parts.append(_rst(_directive(room, name, value, again=home in shown)))
        shown.add(home)
    return "\n".join(parts)


def _docstring(module: Any) -> str:
    return inspect.getdoc(module) or ""


def _directive(room: str, name: str, value: object, *, again: bool) -> str:
    unlisted = "   :no-index:\n" if again else ""
    if inspect.isclass(value) and not isinstance(value, type(list[int])):
        return f".. autoclass:: {room}.{name}\n   :members:\n{unlisted}"
    if inspect.isroutine(value):
        return f".. autofunction:: {room}.{name}\n{unlisted}"
    # Of a plain value Python would tell what all values of its kind are.
    return f".. py:data:: {room}.{name}\n   :type: {type(value).__name__}\n{unlisted}"


def _rst(text: str) -> str:
    return f"```{{eval-rst}}\n{text}\n```\n"


def _commands() -> str:
    """The help of every command, as it is printed."""
    parts = [""]
    for title, group in GROUPS.items():
        parts.append(f"## {title}\n")
        for name, offer in group.items():
            parts.append(f"### `pitboss {name}`\n\n{offer.line}\n\n```text\n{_help(name)}\n```\n")
    return "\n".join(parts)


def _help(name: str) -> str:
    told = CliRunner(env={"COLUMNS": "82"}).invoke(app, [name, "--help"])
    return re.sub(r"[ \t]+$", "", told.output.strip("\n"), flags=re.MULTILINE)

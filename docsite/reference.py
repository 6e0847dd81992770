"""The reference: every public name from its docstring, and every command from its own help."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any, Final

from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.cli.command_list import GROUPS

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
    "pitboss.fair",
    "pitboss.proof",
    "pitboss.par",
    "pitboss.lab",
    "pitboss.plots",
    "pitboss.pit",
    "pitboss.cage",
)
FRONT: Final = "pitboss"


def reference_pages() -> dict[str, str]:
    """The pages by name."""
    return {"reference/python.md": _overview(), "reference/commands.md": _commands()} | {
        f"reference/{room}.md": _room(room) for room in _rooms()
    }


def public_names(room: str) -> tuple[str, ...]:
    """What a module offers: its `__all__`, else what is written in it and has a docstring."""
    module = import_module(room)
    if hasattr(module, "__all__"):
        return tuple(sorted(module.__all__, key=str.lower))
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


def _room(room: str) -> str:
    """A page with a module's docstring and each of its names."""
    module = import_module(room)
    parts = [f"# `{room}`\n", _rst(f".. py:module:: {room}\n\n{_docstring(module)}")]
    for name in public_names(room):
        parts.append(f"## `{name}`\n")
        parts.append(_rst(_directive(room, name, getattr(module, name))))
    return "\n".join(parts)


def _docstring(module: Any) -> str:
    return inspect.getdoc(module) or ""


def _directive(room: str, name: str, value: object) -> str:
    again = "" if _home(value) == room or room == FRONT else "   :no-index:\n"
    if inspect.isclass(value) and not isinstance(value, type(list[int])):
        return f".. autoclass:: {room}.{name}\n   :members:\n{again}"
    if inspect.isroutine(value):
        return f".. autofunction:: {room}.{name}\n{again}"
    return f".. autodata:: {room}.{name}\n   :no-value:\n{again}"


def _home(value: object) -> str:
    """The room of `ROOMS` that shows a name first: the one by which it is imported."""
    module = getattr(value, "__module__", "")
    return next((room for room in ROOMS if room == module), module)


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

"""The commands, options and arguments as plain data: the manual and the completion are made of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypedDict, get_args, get_type_hints

import typer
from typer.models import ArgumentInfo, ParameterInfo

from pitboss.cli.commands import OFFERS, found


class Option(TypedDict):
    """One option: its names, what it says, and what may follow it."""

    names: list[str]
    help: str
    value: str | None  # how its value is called; None for a switch
    choices: list[str]
    default: str | None


class Argument(TypedDict):
    """One argument."""

    name: str
    help: str
    required: bool


class Node(TypedDict):
    """A command, or a group of commands."""

    line: str
    text: list[str]  # paragraphs of its help
    examples: list[str]
    arguments: list[Argument]
    options: list[Option]
    commands: Mapping[str, Node]


def command_tree() -> dict[str, Node]:
    """Every command in the order of the help; all of them are imported for it."""
    return {name: _tree(found(name), offer.line) for name, offer in OFFERS.items()}


def _tree(command: Any, line: str = "") -> Node:
    if not isinstance(command, typer.Typer):
        return _command(command, line)
    told, _ = _paragraphs(str(command.info.help))
    inner = {str(each.name): _tree(each.callback) for each in command.registered_commands}
    examples = [example for each in inner.values() for example in each["examples"]]
    return Node(line=line, text=told, examples=examples, arguments=[], options=[], commands=inner)


def _command(function: Callable[..., Any], line: str) -> Node:
    text, examples = _paragraphs(function.__doc__ or "")
    hints = get_type_hints(function, include_extras=True)
    options: list[Option] = []
    arguments: list[Argument] = []
    for name, parameter in inspect.signature(function).parameters.items():
        kind, *more = get_args(hints[name])
        [told] = [each for each in more if isinstance(each, ParameterInfo)]
        if isinstance(told, ArgumentInfo):
            required = parameter.default is inspect.Parameter.empty
            arguments.append(
                Argument(name=(told.metavar or name).strip("[]"), help=told.help or "", required=required)
            )
        else:
            options.append(_option(name, kind, told, parameter.default))
    return Node(
        line=line or text[0], text=text, examples=examples, arguments=arguments, options=options, commands={}
    )


def _paragraphs(text: str) -> tuple[list[str], list[str]]:
    """The paragraphs of a help, each in one line, and its examples, each as it is written."""
    told, examples = [], []
    for part in inspect.cleandoc(text.replace("\b", "")).split("\n\n"):
        lines = part.strip("\n").split("\n")
        if lines[0].startswith("Example"):
            examples += [line[2:] for line in lines[1:]]
        else:
            told.append(" ".join(line.strip() for line in lines))
    return told, examples


def _option(name: str, kind: Any, told: ParameterInfo, default: object) -> Option:
    # In an annotation the first name of an option stands where a default would.
    given = [each for each in (told.default, *(told.param_decls or ())) if isinstance(each, str)]
    names = [each for each in given if each.startswith("-")] or [f"--{name.replace('_', '-')}"]
    types = [each for each in get_args(kind) or (kind,) if isinstance(each, type)]
    choices = [str(each) for found in types if issubclass(found, StrEnum) for each in found]
    value = told.metavar or "|".join(choices) or types[0].__name__.upper()
    plain = default not in (None, False, "", inspect.Parameter.empty)
    return Option(
        names=names,
        help=told.help or "",
        value=None if kind is bool else {"STR": "TEXT", "INT": "N", "FLOAT": "NUMBER"}.get(value, value),
        choices=choices,
        default=str(default) if plain else None,
    )

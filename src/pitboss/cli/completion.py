"""What a shell completes: commands, options, their values, houses. No command is imported for it.

The words come from `completion_words.json`, which `make man` writes; what is asked and how it is answered is
what the scripts of `pitboss --install-completion` say.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from importlib import resources
from typing import Any, Final, TypeAlias

from pitboss.sheet.files import house_names

FRONT: Final = (
    ("--help", "Show this message and exit."),
    ("--version", "Print the version and leave."),
    ("--install-completion", "Install completion for the current shell."),
    ("--show-completion", "Show completion for the current shell."),
)

Found: TypeAlias = list[tuple[str, str]]  # a word, and what it means


def words_of(tree: Any) -> dict[str, Any]:
    """The part of the commands that a shell needs."""
    return {
        name: {
            "line": node["line"],
            "house": any(each["name"].startswith("HOUSE") for each in node["arguments"]),
            "options": [
                [each["names"], each["help"], each["value"] is not None, each["choices"]]
                for each in node["options"]
            ],
            "commands": words_of(node["commands"]),
        }
        for name, node in tree.items()
    }


def completions(args: list[str], started: str) -> Found:
    """What the word that was started can become, after these words."""
    commands: Any = json.loads(resources.files("pitboss.cli").joinpath("completion_words.json").read_bytes())
    node: Any = None
    while args and (node is None or node["commands"]):
        node = commands.get(args.pop(0))
        if node is None:
            return []
        commands = node["commands"]
    if node is None or node["commands"]:
        inner = [(name, each["line"]) for name, each in commands.items()]
        return _starting([*inner, *(FRONT if node is None else ())], started)
    taking = {name: choices for names, _, takes, choices in node["options"] if takes for name in names}
    if args and args[-1] in taking:
        return _starting([(each, "") for each in taking[args[-1]]], started)
    if started.startswith("-"):
        options = [(name, text) for names, text, _, _ in node["options"] for name in names]
        return _starting([*options, FRONT[0]], started)
    return _starting([(house, "") for house in sorted(house_names())] if node["house"] else [], started)


def _starting(found: Found, started: str) -> Found:
    return [each for each in found if each[0].startswith(started)]


def answer_shell(asked: str) -> int:
    """Answers the shell that asks, `complete_bash` and alike; the status to end with."""
    shell = asked.removeprefix("complete_")
    if shell == "bash":
        words = _split(os.environ.get("COMP_WORDS", ""))
        place = int(os.environ.get("COMP_CWORD", "1"))
        args, started = words[1:place], words[place] if place < len(words) else ""
    else:
        line = os.environ.get("_TYPER_COMPLETE_ARGS", "")
        args, started = _split(line)[1:], ""
        if args and not line.endswith(" "):
            started = args.pop()
    found = completions(args, started)
    if shell == "fish" and os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        return 0 if found else 1  # 1: fish looks for files
    sys.stdout.write(_written(shell, found) + "\n")
    return 0


def _split(line: str) -> list[str]:
    """Words as a shell splits them; an open quote ends with the line."""
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    found = []
    try:
        found += list(lexer)
    except ValueError:
        found.append(lexer.token)
    return found


def _written(shell: str, found: Found) -> str:
    if shell == "zsh":
        words = "\n".join(f"{_zsh(word)}:{_zsh(text)}" if text else _zsh(word) for word, text in found)
        return f"_arguments '*: :(({words}))'" if found else "_files"
    between = {"fish": "\t", "powershell": ":::", "pwsh": ":::"}.get(shell)
    return "\n".join(word if between is None else f"{word}{between}{text or ' '}" for word, text in found)


def _zsh(text: str) -> str:
    kept = text.replace('"', '""').replace("'", "''").replace("$", "\\$").replace("`", "\\`")
    return '"' + kept.replace(":", "\\\\:") + '"'

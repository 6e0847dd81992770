"""The manual page `pitboss(1)`, made of the commands themselves: `make man` writes docs/man/pitboss.1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

from pitboss import __version__
from pitboss.cli import GROUPS, MONEY, load

PAGE: Final = Path(__file__).parents[1] / "docs" / "man" / "pitboss.1"
ABOUT: Final = f"""
Pitboss is an open three-card-poker house with play money. A house is a rule sheet; the same sheet deals the
cards at a table in the terminal or in the browser, settles finished rounds by clause, and is priced exactly,
without sampling.

HOUSE is a house that comes with Pitboss (see pitboss houses), or the path of a sheet file: whatever has a /
in it or ends in .toml is a path.

Cards are two characters, rank and suit: Qs, Td, 2c. {MONEY}

Where --json, --csv or a file is asked for, nothing else is written to standard output. Colours and bars of
progress are for terminals alone.
"""
ENVIRONMENT: Final = {
    "PITBOSS_DB": "The database of serve, play and the commands of a host, where --db does not name it.",
    "PITBOSS_TOKEN": "Who you are at a server, for play --join.",
    "PITBOSS_PASSWORD": "The password of --name, for play --join.",
    "NO_COLOR": "If set, nothing is coloured.",
}
VALUES: Final = {
    "int": "N",
    "int range": "N",
    "float": "NUMBER",
    "str": "TEXT",
    "list[str]": "TEXT",
    "path": "FILE",
}
EXIT: Final = {
    "0": "Done.",
    "1": "Refused, and a sentence on standard error says why; or what was checked does not hold.",
    "2": "The command line was not understood.",
}


def man_page() -> str:
    """The page as roff, from the commands as Typer has them."""
    return "\n".join([*_head(__version__), *_commands(), *_tail()]) + "\n"


def _head(version: str) -> Iterator[str]:
    yield f'.TH PITBOSS 1 "" "Pitboss {version}" "Pitboss Manual"'
    yield from (".nh", ".ad l")  # names of options stay whole
    yield from (".SH NAME", r"pitboss \- the open three-card-poker house")
    yield from (".SH SYNOPSIS", r".B pitboss", ".I command", "[\\fIoptions\\fR] [\\fIarguments\\fR]")
    yield ".SH DESCRIPTION"
    yield from _paragraphs(ABOUT.split("\n\n"))


def _commands() -> Iterator[str]:
    for title, offers in GROUPS.items():
        yield f'.SH "{title.upper()}"'
        for name in offers:
            yield from _command(f"pitboss {name}", load(name))


def _command(name: str, command: Any) -> Iterator[str]:
    inner = getattr(command, "commands", {})
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [
        each for each in command.params if each.param_type_name == "option" and "--help" not in each.opts
    ]
    words = [each.metavar.strip("[]") for each in arguments]
    shown = "".join(
        f" {word}" if each.required else f" [{word}]" for each, word in zip(arguments, words, strict=True)
    )
    yield f'.SS "{_quoted(name + shown + (" [options]" if options else ""))}"'
    text, examples = _help(command.help)
    yield from _paragraphs(text)
    for option in options:
        yield from (".TP", _names(option), _plain(_meaning(option)))
    if examples:
        yield from (".PP", f"Example{'s' if len(examples) > 1 else ''}:", ".PP", ".nf", ".RS 4")
        yield from map(_plain, examples)
        yield from (".RE", ".fi")
    for each in inner:
        yield from _command(f"{name} {each}", inner[each])


def _help(text: str) -> tuple[list[str], list[str]]:
    """The paragraphs of a help, each in one line, and its examples, each as it is written."""
    told, examples = [], []
    for part in cleandoc(text.replace("\b", "")).split("\n\n"):
        lines = part.strip("\n").split("\n")
        if lines[0].startswith("Example"):
            examples += [line[2:] for line in lines[1:]]
        else:
            told.append(" ".join(line.strip() for line in lines))
    return told, examples


def _paragraphs(texts: Iterable[str]) -> Iterator[str]:
    for number, text in enumerate(texts):
        yield from ((".PP",) if number else ())
        yield _plain(" ".join(text.split()))


def _names(option: Any) -> str:
    given = ["/".join((each, *option.secondary_opts)) for each in option.opts]
    names = ", ".join(rf"\fB{_plain(each)}\fR" for each in given)
    if option.is_flag:
        return names
    kind = option.display_type(None).strip("<>")
    return rf"{names} \fI{_plain(option.metavar or VALUES.get(kind, kind))}\fR"


def _meaning(option: Any) -> str:
    plain = option.default not in (None, False, "")
    return (option.help or "") + (f" Default: {option.default}." if plain else "")


def _tail() -> Iterator[str]:
    for title, told in (("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", EXIT)):
        yield f'.SH "{title}"'
        for name, text in told.items():
            yield from (".TP", rf"\fB{name}\fR", _plain(text))
    yield ".SH COMPLETION"
    yield _plain("pitboss --install-completion completes commands, houses and options in bash, zsh and fish.")
    yield '.SH "PLAY MONEY"'
    yield "No real money is won or lost here."


_SIGNS: Final = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}
_LETTERS: Final = {"…": "...", "–": r"\(en", "−": r"\(mi", "’": r"\(cq", "×": r"\(mu"}


def _plain(text: str) -> str:
    """Text in which nothing is a request: a sign is itself, and so is a dot at the beginning."""
    made = "".join(_SIGNS.get(letter) or _LETTERS.get(letter) or letter for letter in text)
    return rf"\&{made}" if made.startswith((".", r"\(aq")) else made


def _quoted(text: str) -> str:
    return re.sub('"', r"\(dq", _plain(text))


if __name__ == "__main__":
    PAGE.write_text(man_page(), encoding="utf-8")
    print("Wrote docs/man/pitboss.1.")

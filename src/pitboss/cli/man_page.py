"""The manual page `pitboss(1)`, made of the commands themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pitboss.cli.command_tree import Node, Option
from pitboss.cli.commands import GROUPS, MONEY

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
EXIT: Final = {
    "0": "Done.",
    "1": "Refused, and a sentence on standard error says why; or what was checked does not hold.",
    "2": "The command line was not understood.",
}


def man_page(tree: Mapping[str, Node], version: str) -> str:
    """The page as roff."""
    return "\n".join([*_head(version), *_commands(tree), *_tail()]) + "\n"


def _head(version: str) -> Iterator[str]:
    yield f'.TH PITBOSS 1 "" "Pitboss {version}" "Pitboss Manual"'
    yield from (".nh", ".ad l")  # names of options stay whole
    yield from (".SH NAME", r"pitboss \- the open three-card-poker house")
    yield from (".SH SYNOPSIS", r".B pitboss", ".I command", "[\\fIoptions\\fR] [\\fIarguments\\fR]")
    yield ".SH DESCRIPTION"
    yield from _paragraphs(ABOUT.split("\n\n"))


def _commands(tree: Mapping[str, Node]) -> Iterator[str]:
    for title, offers in GROUPS.items():
        yield f'.SH "{title.upper()}"'
        for name in offers:
            yield from _command(f"pitboss {name}", tree[name])


def _command(name: str, node: Node) -> Iterator[str]:
    arguments = "".join(
        f" {each['name']}" if each["required"] else f" [{each['name']}]" for each in node["arguments"]
    )
    more = " [options]" if node["options"] else ""
    yield f'.SS "{_quoted(name + arguments + more)}"'
    yield from _paragraphs(node["text"])
    for option in node["options"]:
        yield from (".TP", _names(option), _plain(_told(option)))
    if node["examples"] and not node["commands"]:
        yield from (".PP", f"Example{'s' if len(node['examples']) > 1 else ''}:", ".PP", ".nf", ".RS 4")
        yield from map(_plain, node["examples"])
        yield from (".RE", ".fi")
    for inner, each in node["commands"].items():
        yield from _command(f"{name} {inner}", each)


def _paragraphs(texts: Iterable[str]) -> Iterator[str]:
    for number, text in enumerate(texts):
        yield from ((".PP",) if number else ())
        yield _plain(" ".join(text.split()))


def _names(option: Option) -> str:
    names = ", ".join(rf"\fB{_plain(each)}\fR" for each in option["names"])
    return names if option["value"] is None else rf"{names} \fI{_plain(option['value'])}\fR"


def _told(option: Option) -> str:
    return option["help"] + (f" Default: {option['default']}." if option["default"] else "")


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

"""Cases written as a person would mark them in a sheet: lines out, lines in, and the fault that this makes.

# a title, which may be left out
- a line taken out    + a line put in    (two blanks: a line that stays, to tell the place)
> the fault: its key, what is wrong, what is allowed, and a suggestion (~ for a warning)
@ the line on which it is reported, where that is not the first line put in
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from .texts import BASE, changed, line_at, the_fault


class Case(NamedTuple):
    """One place of the base sheet changed, and the one fault that follows."""

    name: str
    text: str
    severity: str
    sentence: str
    line: int

    def assert_told(self) -> None:
        fault = the_fault(self.text)
        assert (fault.severity, fault.sentence) == (self.severity, self.sentence)
        assert fault.line == self.line


def cases(file: str) -> list[Case]:
    """The cases of a file beside this one; blocks of comments alone are passed over."""
    blocks = Path(__file__).with_name(file).read_text(encoding="utf-8").strip().split("\n\n")
    return [_case(block) for block in blocks if any(line[:1] in "-+" for line in block.splitlines())]


def _case(block: str) -> Case:
    text = changed("\n" + _lines(block, " -"), "\n" + _lines(block, " +"), f"\n{BASE}")[1:]
    where = _lines(block, "@") or _lines(block, "+").splitlines(keepends=True)[0]
    sentence = _lines(block, ">~").strip()
    name = _lines(block, "#").strip() or sentence[:60]
    return Case(name, text, "error" if "\n> " in block else "warning", sentence, line_at(text, where))


def _lines(block: str, marks: str) -> str:
    return "".join(f"{line[2:]}\n" for line in block.splitlines() if line[0] in marks)

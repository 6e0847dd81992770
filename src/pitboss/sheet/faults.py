"""What is wrong with a sheet file: one sentence per fault, with its place and what is allowed instead."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. A warning leaves the sheet usable, an error does not."""

    key: str
    message: str
    allowed: str | None = None
    suggestion: str | None = None
    severity: Literal["error", "warning"] = "error"
    line: int | None = None

    @property
    def sentence(self) -> str:
        """The fault as one line of text, without its file and line."""
        parts = [f"{self.key}: {self.message}" if self.key else self.message]
        if self.allowed:
            parts.append(f"allowed: {self.allowed}")
        if self.suggestion:
            parts.append(f"did you mean {self.suggestion!r}?")
        return "; ".join(parts)


class SheetRefused(ValueError):
    """A sheet that cannot be used; `faults` says everything that is wrong with it.

    >>> from pitboss import SheetRefused, load
    >>> try:
    ...     load("rivers", ["dealer.shows=4"])
    ... except SheetRefused as refused:
    ...     print(refused.faults[0].sentence)
    dealer.shows: 4 is not allowed (from --set); allowed: a whole number from 0 to 3
    """

    def __init__(self, name: str, faults: tuple[Fault, ...], more: int = 0) -> None:
        self.name = name
        self.faults = faults
        self.more = more
        errors = [fault for fault in faults if fault.severity == "error"]
        first = errors[0]
        where = f" line {first.line}" if first.line else ""
        others = len(errors) - 1 + more
        hint = f" (and {others} more: run pitboss check)" if others else ""
        super().__init__(f"{name}{where}: {first.sentence}{hint}")


def nearest(word: str, known: object) -> str | None:
    """The known word that a misspelt one was probably meant to be."""
    words = [str(each) for each in known] if isinstance(known, (list, tuple, set, frozenset, dict)) else []
    match = get_close_matches(word, words, n=1, cutoff=0.6)
    return match[0] if match else None

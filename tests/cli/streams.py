"""A command in this process, with streams of any encoding, on a terminal or not."""

from __future__ import annotations

import io
import shlex
import sys
from typing import NamedTuple

import pytest

from pitboss.cli import main


class Stream(io.TextIOWrapper):
    """Text that is kept as bytes, and says whether it is a terminal."""

    def __init__(self, encoding: str, *, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, write_through=True)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    @property
    def text(self) -> str:
        self.flush()
        kept = self.buffer
        assert isinstance(kept, io.BytesIO)
        return kept.getvalue().decode(self.encoding)


class Ran(NamedTuple):
    out: str
    err: str
    status: object


def run_main(
    patch: pytest.MonkeyPatch, line: str, encoding: str = "utf-8", *, terminal: bool = False, said: str = ""
) -> Ran:
    """What `pitboss …` writes; whatever it raises that is no end of a command is raised."""
    out, err = (Stream(encoding, terminal=terminal) for _ in range(2))
    with patch.context() as inner:
        inner.setattr(sys, "argv", ["pitboss", *shlex.split(line)])
        inner.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said.encode()), encoding=encoding))
        inner.setattr(sys, "stdout", out)
        inner.setattr(sys, "stderr", err)
        inner.setenv("TERM", "xterm")
        status: object = None
        try:
            main()
        except SystemExit as ended:
            status = ended.code
    return Ran(out.text, err.text, status)

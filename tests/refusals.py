"""A command that is refused: one sentence on standard error, nothing else, and a status that says so."""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from typing import NamedTuple
from unittest.mock import patch

import pytest

from pitboss.cli import main


class Said(NamedTuple):
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str


def failed_command(*words: str) -> Said:
    """A command that fails, without a process of its own; nothing stands on its standard input."""
    written = BytesIO(), BytesIO()
    out, err = (TextIOWrapper(each, "utf-8", write_through=True) for each in written)
    argv, nothing = patch.object(sys, "argv", ["pitboss", *words]), patch.object(sys, "stdin", StringIO())
    with argv, nothing, redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
        main()
    assert isinstance(left.value.code, int)
    assert left.value.code > 0
    return Said(left.value.code, *(each.getvalue().decode() for each in written))


def refused_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """Its sentence."""
    monkeypatch.setattr(sys, "argv", ["pitboss", *words])
    with pytest.raises(SystemExit) as left:
        main()
    said = capsys.readouterr()
    assert left.value.code == 1
    assert said.out == ""
    assert said.err.startswith("pitboss: ")
    assert said.err.count("\n") == 1
    return said.err

"""A command that is refused: one sentence on standard error, nothing else, and a status that says so."""

from __future__ import annotations

import sys

import pytest

from pitboss.cli import main


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

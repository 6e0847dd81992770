"""`pitboss head`: each one follows the one before it, and the audit knows a kept one again."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from pitboss.cli import app


def run(*words: str, said: str = "") -> str:
    done = CliRunner().invoke(app, list(words), input=said)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_kept_head_shows_what_has_vanished(tmp_path: Path) -> None:
    db = str(tmp_path / "house.db")
    run("play", "shine", "--db", db, said="10\nfold\nquit\n")
    first = json.loads(run("head", "--db", db, "--json"))
    assert (first["number"], first["tables"], first["rounds"]) == (1, 1, 2)  # one played, one closed unused
    run("play", "rivers", "--db", db, said="10\nfold\nquit\n")
    second = run("head", "--db", db).split()
    assert " ".join(second[1:]).startswith("head 2: 4 rounds of 2 tables, ")
    run("audit", "--db", db, "--head", first["head"], "--head", second[0])
    other = CliRunner().invoke(app, ["audit", "--db", db, "--head", "ab" * 32])
    assert other.exit_code == 1

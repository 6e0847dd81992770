"""One evening is played for all of these tests; a test that changes it gets its own copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli import app, main
from tests import postgres
from tests.operate.evenings import make_evening

Run = Callable[..., str]
Refused = Callable[..., str]


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The evening, to be read only."""
    path = tmp_path_factory.mktemp("evening") / "pitboss.db"
    make_evening(path)
    return path


@pytest.fixture
def db(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the evening that the commands of a test work on."""
    path = tmp_path / "pitboss.db"
    shutil.copy(played, path)
    path.chmod(0o600)
    monkeypatch.setenv("PITBOSS_DB", str(path))
    return path


@pytest.fixture
def answer() -> Callable[..., Result]:
    """What a command answers, whatever its status is."""
    return lambda *words: CliRunner().invoke(app, list(words), env={"COLUMNS": "80"})


@pytest.fixture
def run(answer: Callable[..., Result]) -> Run:
    """What a command that does its work prints."""

    def said(*words: str) -> str:
        done = answer(*words)
        assert done.exit_code == 0, done.output
        return str(done.stdout)

    return said


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    """The one sentence of a command that does not do it."""

    def said(*words: str) -> str:
        monkeypatch.setattr("sys.argv", ["pitboss", *words])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        assert left.value.code == 1, shown
        assert shown.out == ""
        assert shown.err.startswith("pitboss: ")
        assert shown.err.count("\n") == 1
        return shown.err

    return said


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A PostgreSQL of these tests."""
    with postgres.running() as address:
        yield address

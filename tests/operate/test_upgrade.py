"""`pitboss upgrade`, and what every command says of a database with a newer or an older shape."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.errors import CageFault
from pitboss.ledger import Unreachable, WrongShape
from pitboss.ledger.accounts import NotWholeCents, Overdrawn, TooMuch
from pitboss.ledger.deeds import OtherContent
from pitboss.ledger.journal import LeaseLost, NoSuchTable
from tests import postgres
from tests.ledger.later import LATER, OURS, later_program
from tests.operate.conftest import Refused, Run

NEWER = "9999"
COMMANDS = (
    ("accounts",),
    ("accounts", "ann"),
    ("grant", "ann", "$5"),
    ("export",),
    ("backup", "copy.db"),
    ("upgrade",),
)


def newer(path: Path) -> None:
    """As a Pitboss of the future would leave it."""
    raw = sqlite3.connect(path)
    raw.execute("UPDATE alembic_version SET version_num = ?", (NEWER,))
    raw.commit()
    raw.close()


def test_an_empty_file_gets_the_latest_shape(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "new.db"
    path.touch()
    assert f"was empty and has the shape {OURS} now" in run("upgrade", "--db", str(path))
    assert f"has the latest shape already ({OURS})" in run("upgrade", "--db", str(path))
    assert "Trial balance: $0." in run("accounts", "--db", str(path))


@pytest.fixture
def old(tmp_path: Path, run: Run) -> Path:
    """A database of ours with a grant to ann: an older one to a later program."""
    path = tmp_path / "old.db"
    run("grant", "ann", "$7", "--new", "--db", str(path))
    return path


def test_an_older_database_is_upgraded_and_nothing_is_lost(old: Path, tmp_path: Path, run: Run) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    with later_program():
        run("backup", str(copy), "--db", str(old))
        said = " ".join(run("doctor", "--db", str(copy)).split())
        assert f"It has the shape {OURS}; the latest is {LATER}." in said
        assert f"had the shape {OURS} and has {LATER} now" in run("upgrade", "--db", str(old))
        run("restore", str(copy), "--db", str(new))
        for each in (old, new):
            assert "ann has $7 in hand." in run("accounts", "ann", "--db", str(each))
            assert "Nothing is wrong." in run("doctor", "--db", str(each))  # it is as a new one is made


def test_upgrading_on_postgresql(server: str, run: Run, refused: Refused) -> None:
    address = postgres.new_database(server, "shapes")
    assert f"was empty and has the shape {OURS} now" in run("upgrade", "--db", address)
    assert f"has the latest shape already ({OURS})" in run("upgrade", "--db", address)
    run("grant", "ann", "$7", "--new", "--db", address)
    with later_program():
        assert f"had the shape {OURS} and has {LATER} now" in run("upgrade", "--db", address)
        assert "ann has $7 in hand." in run("accounts", "ann", "--db", address)
    assert f"has shape {LATER}, which this version" in refused("upgrade", "--db", address)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_newer_database_is_refused_by_every_command_and_left_alone(
    words: tuple[str, ...], db: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(db.parent)
    newer(db)
    before = db.read_bytes()
    said = refused(*words)
    assert f"has shape {NEWER}, which this version of Pitboss does not know (it knows up to {OURS})" in said
    assert "use that one, or restore a backup from before" in said
    assert db.read_bytes() == before
    assert not Path("copy.db").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("accounts", "ann"),
        ("grant", "ann", "$5"),
        ("export",),
        ("head",),
        ("audit",),
        ("play", "rivers"),
        ("table", "list"),
        ("table", "open", "rivers", "--why", "club"),
    ],
    ids=" ".join,
)
def test_an_older_database_is_refused_by_every_other_command_and_left_alone(
    words: tuple[str, ...], old: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_DB", str(old))
    before = old.read_bytes()
    with later_program():
        said = refused(*words)
    assert f"has the older shape {OURS}, and this version of Pitboss needs {LATER}" in said
    assert "Back it up, then run: pitboss upgrade" in said
    assert old.read_bytes() == before


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_somebody_elses_database_is_refused(
    words: tuple[str, ...], tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITBOSS_DB", "other.db")
    raw = sqlite3.connect("other.db")
    raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.commit()
    raw.close()
    assert "not one of Pitboss's: it has the table 'recipes'" in refused(*words)
    Path("other.db").write_bytes(b"Dear diary, " * 100)
    assert "file is not a database" in refused(*words)


def test_what_the_cage_says_is_a_sentence_everywhere() -> None:
    told = (Unreachable, WrongShape, NoSuchTable, LeaseLost, OtherContent, Overdrawn, NotWholeCents, TooMuch)
    assert all(issubclass(each, CageFault) for each in told)


def test_a_command_that_needs_no_database_loads_no_database_library() -> None:
    script = (
        "import sys, pitboss.cli; sys.exit(any(each in sys.modules for each in ('sqlalchemy', 'alembic')))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0

"""`pitboss upgrade`, and what every command says of a database with a newer or an older shape."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import alembic.command
import psycopg
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from pitboss.fair.chain import START, link
from pitboss.faults import CageFault
from pitboss.ledger import Unreachable, WrongShape
from pitboss.ledger.deed_chain import record_text, told_deed
from pitboss.ledger.deeds import OtherContent
from pitboss.ledger.journal import LeaseLost, NoSuchTable
from pitboss.ledger.ledger import MINT, Account, NotWholeCents, Overdrawn, TooMuch, Transfer
from pitboss.ledger.store import bare_store
from pitboss.ledger.upgrade import LATEST, migrations, shape_of
from tests import postgres
from tests.operate.conftest import Refused, Run

NEWER = "9999"
OLDER = [each.revision for each in ScriptDirectory.from_config(migrations()).walk_revisions()][1:]
GRANT_ASKED = sha256(b'{"cents":700,"k":"Grant","person":"ann"}').hexdigest()
OLD_GRANT = f"""
    INSERT INTO accounts (kind, key, may_owe, fractions) VALUES ('mint', '', 1, 0), ('person', 'ann', 0, 0);
    INSERT INTO deeds (actor, command, content, answer, at) VALUES
        ('operator', 'old days', '{GRANT_ASKED}', '{{"granted":700}}', 0);
    INSERT INTO transfers (deed, giver, taker, amount, what) VALUES (1, 1, 2, 700000000, 'grant');
"""
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
    assert f"was empty and has the shape {LATEST} now" in run("upgrade", "--db", str(path))
    assert f"has the latest shape already ({LATEST})" in run("upgrade", "--db", str(path))
    assert "Trial balance: $0." in run("accounts", "--db", str(path))


def older(path: Path, shape: str) -> None:
    """As an older Pitboss left it: its shape, and a grant to ann."""
    store = bare_store(path)

    def work(connection: Connection) -> None:
        assert shape_of(connection) is None
        config = migrations()
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, shape)

    store.write(work)
    store.close()
    raw = sqlite3.connect(path)
    raw.executescript(OLD_GRANT)
    if shape >= "0005":  # since then, such a deed has a record
        moved = [Transfer(MINT, Account("person", "ann"), 700_000_000, "grant")]
        told = told_deed("operator", "old days", GRANT_ASKED, '{"granted":700}', 0, moved)
        content = record_text(1, "deed", 1, told)
        row = (content, link(START, content.encode()))
        raw.execute("INSERT INTO records (number, deed, content, head) VALUES (1, 1, ?, ?)", row)
        raw.commit()
    raw.close()


@pytest.mark.parametrize("shape", OLDER)
def test_an_older_database_is_upgraded_and_nothing_is_lost(shape: str, tmp_path: Path, run: Run) -> None:
    path, copy, new = (tmp_path / name for name in ("old.db", "copy.db", "new.db"))
    older(path, shape)
    run("backup", str(copy), "--db", str(path))
    assert f"It has the shape {shape}; the latest is {LATEST}." in " ".join(
        run("doctor", "--db", str(copy)).split()
    )
    assert f"had the shape {shape} and has {LATEST} now" in run("upgrade", "--db", str(path))
    run("restore", str(copy), "--db", str(new))
    for each in (path, new):
        assert "ann has $7 in hand." in run("accounts", "ann", "--db", str(each))
        assert "Nothing is wrong." in run("doctor", "--db", str(each))  # it is as a new one is made


OLD_TABLES = """
    INSERT INTO sheets (hash, content) VALUES ('with', '{}'), ('without', '{}');
    INSERT INTO accounts (kind, key, may_owe, fractions) VALUES ('meter', 'with', FALSE, TRUE);
    INSERT INTO felts (id, sheet, low, high, epoch, sequence, rounds, head, closed)
        VALUES ('a', 'with', 500, 500, 1, 0, 0, '', FALSE), ('b', 'without', 500, 500, 1, 0, 0, '', FALSE);
"""


def test_tables_of_before_play_with_money_and_share_their_meters(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "old.db"
    older(path, "0003")
    raw = sqlite3.connect(path)
    raw.executescript(OLD_TABLES)
    raw.close()
    run("upgrade", "--db", str(path))
    raw = sqlite3.connect(path)
    tables = raw.execute("SELECT id, purse, meter FROM felts ORDER BY id").fetchall()
    raw.close()
    assert tables == [("a", "house", "with"), ("b", "house", None)]


def test_tables_of_before_on_postgresql(server: str, run: Run) -> None:
    address = postgres.new_database(server, "purses")
    store = bare_store(address)

    def work(connection: Connection) -> None:
        config = migrations()
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "0003")
        connection.exec_driver_sql(OLD_TABLES)

    store.write(work)
    store.close()
    run("upgrade", "--db", address)
    with psycopg.connect(address) as connection:
        tables = connection.execute("SELECT id, purse, meter FROM felts ORDER BY id").fetchall()
    assert tables == [("a", "house", "with"), ("b", "house", None)]


def test_upgrading_on_postgresql(server: str, run: Run, refused: Refused) -> None:
    address = postgres.new_database(server, "shapes")
    assert f"was empty and has the shape {LATEST} now" in run("upgrade", "--db", address)
    assert f"has the latest shape already ({LATEST})" in run("upgrade", "--db", address)
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert f"has shape {NEWER}, which this version" in refused("upgrade", "--db", address)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_newer_database_is_refused_by_every_command_and_left_alone(
    words: tuple[str, ...], db: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(db.parent)
    newer(db)
    before = db.read_bytes()
    said = refused(*words)
    assert f"has shape {NEWER}, which this version of Pitboss does not know (it knows up to {LATEST})" in said
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
    words: tuple[str, ...], tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    older(path, OLDER[0])
    monkeypatch.setenv("PITBOSS_DB", str(path))
    before = path.read_bytes()
    said = refused(*words)
    assert f"has the older shape {OLDER[0]}, and this version of Pitboss needs {LATEST}" in said
    assert "Back it up, then run: pitboss upgrade" in said
    assert path.read_bytes() == before


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

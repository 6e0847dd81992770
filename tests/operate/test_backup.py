"""The drill: back up while tables run, restore elsewhere, and everything is there and adds up."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
import subprocess
import threading
from pathlib import Path
from random import Random

import pytest

from pitboss.cli.backup import void_open_rounds
from pitboss.ledger import open_store
from pitboss.ledger.backup import NotBackedUp, Unsound, back_up, check_file
from pitboss.ledger.balances import figures, trial_balance, unlike_transfers
from pitboss.ledger.journal import stored_tables
from pitboss.money import MICRO
from pitboss.proof import verify_file
from pitboss.proof.stored_receipts import receipts
from pitboss.table import Pit
from tests import postgres
from tests.operate.conftest import Refused, Run
from tests.operate.evenings import evening_at, play_on, play_rounds, ticking


def dump(path: Path) -> list[str]:
    """Everything in a database, as text."""
    raw = sqlite3.connect(path)
    try:
        return list(raw.iterdump())
    finally:
        raw.close()


def test_the_whole_drill(db: Path, tmp_path: Path, run: Run) -> None:
    """A table is played in another thread all the while; some of it is in the backup, some came later."""
    copy, elsewhere = tmp_path / "copy.db", tmp_path / "elsewhere" / "pitboss.db"
    store = open_store(db)
    chance, going, enough = Random(8), threading.Event(), threading.Event()
    pit = Pit(store, chance.randbytes, ticking(1_794_000_000_000))
    table = pit.take("shine")
    before = store.read(figures)

    def play() -> None:
        while not enough.is_set():
            play_rounds(table, chance, 1)
            going.set()

    player = threading.Thread(target=play)
    player.start()
    try:
        assert going.wait(60)
        said = run("backup", str(copy))
        going.clear()
        assert going.wait(60)  # play went on after it
    finally:
        enough.set()
        player.join(60)
    after = store.read(figures)
    live = list(receipts(store))
    store.close()

    assert "Checked: the file is whole" in said
    kept = check_file(copy)
    assert before.events < kept.events < after.events
    assert copy.stat().st_mode & 0o077 == 0
    assert [path.name for path in copy.parent.iterdir() if "copy" in path.name] == ["copy.db"]

    told = run("restore", str(copy), "--db", str(elsewhere))
    restored = open_store(elsewhere)
    assert restored.read(trial_balance) == 0
    assert restored.read(unlike_transfers) == []
    counts = restored.read(figures)
    assert (counts.open, counts.ended) == (0, kept.ended + kept.open)
    assert f"Rounds: {counts.ended} ended, 0 open." in told
    again = list(receipts(restored))
    assert verify_file(again).good
    shine = next(each for each in restored.read(stored_tables) if each.id == "shine")
    voided = {"rivers:5"} | ({f"shine:{shine.rounds}"} if kept.open == 2 else set())
    same = [text for text in again if not any(f'"round":"{name}"' in text for name in voided)]
    assert len(same) == kept.ended
    assert set(same) <= set(live)  # every round that had ended by then, byte for byte
    pit_table = Pit(restored, chance.randbytes, ticking(1_795_000_000_000)).take("rivers")
    play_rounds(pit_table, chance, 1)  # and play goes on
    assert verify_file(receipts(restored)).good
    restored.close()
    assert "Everything fits" in run("audit", "--db", str(elsewhere))


def test_a_backup_is_one_moment_however_slowly_it_is_copied(db: Path, tmp_path: Path) -> None:
    """Between any two pages somebody writes: the copy knows nothing of it."""
    before = dump(db)
    store = open_store(db)
    chance = Random(4)
    table = Pit(store, chance.randbytes, ticking(1_794_000_000_000)).take("shine")
    taken = dump(db)
    steps = []

    def slowly(done: int, pages: int) -> None:
        steps.append((done, pages))
        assert len(steps) <= pages, "the copying began again"
        play_on(table, chance)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.ledger.backup.PAGES", 8)
        back_up(db, tmp_path / "copy.db", progress=slowly)
    store.close()
    assert len(steps) > 5
    assert dump(tmp_path / "copy.db") == taken != before
    assert dump(db) != taken


def test_a_backup_is_never_overwritten_unless_that_is_wanted(
    db: Path, tmp_path: Path, run: Run, refused: Refused
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("something of value", encoding="utf-8")
    assert "is there already: name another file, or use --force" in refused("backup", str(copy))
    assert copy.read_text(encoding="utf-8") == "something of value"
    run("backup", str(copy), "--force")
    assert check_file(copy).ended == 20


@pytest.mark.parametrize("moment", ["check_file", "_sync"])
def test_a_backup_that_fails_leaves_nothing(moment: str, db: Path, tmp_path: Path) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    names = sorted(path.name for path in tmp_path.iterdir())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"pitboss.ledger.backup.{moment}", fail)
        with pytest.raises(OSError, match="No space"):
            back_up(db, tmp_path / "copy.db")
    assert sorted(path.name for path in tmp_path.iterdir()) == names


def test_a_full_disk_is_told_in_one_sentence(
    db: Path, tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "copy.db")

    monkeypatch.setattr("pitboss.ledger.backup._sync", fail)
    assert refused("backup", str(tmp_path / "copy.db")) == "pitboss: copy.db: No space left on device\n"


SABOTAGE = {
    "the accounts add up to 1000000": """
        UPDATE accounts SET balance = balance + 1000000 WHERE kind = 'person' AND key = 'ann'""",
    "the account person:ann does not hold": """
        UPDATE accounts SET balance = balance + CASE key WHEN 'ann' THEN 1000000 ELSE -1000000 END
        WHERE kind = 'person' AND key IN ('ann', 'bob')""",
    "points to one of deeds that is not there": "DROP TRIGGER deeds_kept; DELETE FROM deeds WHERE id = 20",
    "its round has ended": """
        INSERT INTO transfers (deed, giver, taker, amount, what)
        SELECT 1, giver.id, taker.id, 1000000, 'slip' FROM accounts giver, accounts taker
        WHERE giver.kind = 'person' AND giver.key = 'ann'
            AND taker.kind = 'escrow' AND taker.key = 'shine:1'""",
    "shape 9999, which this version": "UPDATE alembic_version SET version_num = '9999'",
    "not one of Pitboss's": "DROP TABLE alembic_version",
}


@pytest.mark.parametrize("fault", SABOTAGE)
def test_an_unsound_backup_is_refused_and_nothing_is_touched(
    fault: str, db: Path, tmp_path: Path, run: Run, refused: Refused
) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(copy))
    raw = sqlite3.connect(copy)
    raw.executescript(SABOTAGE[fault])
    raw.close()
    before = db.read_bytes()
    assert fault in refused("restore", str(copy), "--force")
    assert db.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "pitboss.db"]


@pytest.mark.parametrize("page", [0, 1, 2, 20, 40])
def test_a_damaged_backup_is_refused(page: int, db: Path, tmp_path: Path, run: Run, refused: Refused) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    run("backup", str(copy))
    content = bytearray(copy.read_bytes())
    content[page * 4096 : page * 4096 + 8] = b"\x5a" * 8
    copy.write_bytes(content)
    assert "is not a sound database: " in refused("restore", str(copy), "--db", str(new))
    assert not new.exists()


def test_a_backup_that_was_cut_off_is_refused(db: Path, tmp_path: Path, refused: Refused) -> None:
    cut, new = tmp_path / "cut.db", tmp_path / "new.db"
    cut.write_bytes(db.read_bytes()[:20_000])
    assert "is not a sound database: " in refused("restore", str(cut), "--db", str(new))
    cut.write_bytes(b"")
    assert "is an empty database" in refused("restore", str(cut), "--db", str(new))
    assert not new.exists()


def test_the_database_that_was_there_is_kept_under_another_name(
    db: Path, tmp_path: Path, run: Run, refused: Refused
) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(copy))
    run("grant", "eve", "$5", "--new")
    content = dump(db)
    assert "is there already" in refused("restore", str(copy))
    said = run("restore", str(copy), "--force")
    (aside,) = tmp_path.glob("pitboss.db.*.old")
    assert f"The database that was there is kept as {aside.name}." in said
    assert dump(aside) == content
    assert "There is no account of a person 'eve'" in refused("accounts", "eve")


def test_a_database_in_use_is_not_replaced(db: Path, tmp_path: Path, run: Run, refused: Refused) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(copy))
    store = open_store(db)
    content = dump(db)
    assert "is in use: stop the program" in refused("restore", str(copy), "--force")
    Pit(store, bytes, lambda: 0).grant("eve", 5, "operator", "still there")
    store.close()
    assert dump(db) != content
    assert "Restored" in run("restore", str(copy), "--force")


def test_what_lies_beside_a_broken_file_is_not_read_into_the_restored_one(
    db: Path, tmp_path: Path, run: Run
) -> None:
    """A write-ahead log of the old file would be played into the new one."""
    copy, keep = tmp_path / "copy.db", tmp_path / "keep"
    run("backup", str(copy))
    keep.mkdir()
    store = open_store(db)
    Pit(store, bytes, lambda: 0).grant("eve", 5, "operator", "in the log")
    for name in ("pitboss.db", "pitboss.db-wal"):
        shutil.copy(tmp_path / name, keep / name)
    store.close()
    for name in ("pitboss.db", "pitboss.db-wal"):
        shutil.copy(keep / name, tmp_path / name)
    db.write_bytes(b"no database any more" * 500)
    run("restore", str(copy), "--force", "--keep-open")
    assert dump(db) == dump(copy)
    assert {path.name.rpartition(".")[2] for path in tmp_path.glob("pitboss.db.*.old*")} >= {"old", "old-wal"}
    db.unlink()
    shutil.copy(keep / "pitboss.db-wal", tmp_path / "pitboss.db-wal")
    run("restore", str(copy), "--keep-open")
    assert dump(db) == dump(copy)


def test_open_rounds_are_void_after_a_restore(db: Path, tmp_path: Path, run: Run) -> None:
    """The round may have been played to its end after the backup: its seed may be known."""
    copy = tmp_path / "copy.db"
    run("backup", str(copy))
    raw = sqlite3.connect(copy)
    escrow = raw.execute(
        "SELECT balance FROM accounts WHERE kind = 'escrow' AND key = 'rivers:5'"
    ).fetchone()[0]
    people = raw.execute("SELECT sum(balance) FROM accounts WHERE kind = 'person'").fetchone()[0]
    raw.close()
    said = run("restore", str(copy), "--db", str(tmp_path / "new.db"))
    assert "1 round was open and is void now" in said
    raw = sqlite3.connect(tmp_path / "new.db")
    assert raw.execute("SELECT ended FROM rounds WHERE id = 'rivers:5'").fetchall() == [("void",)]
    assert (
        raw.execute("SELECT sum(balance) FROM accounts WHERE kind = 'person'").fetchone()[0]
        == people + escrow
    )
    assert escrow >= 100 * MICRO
    raw.close()
    assert "void now" not in run("restore", str(copy), "--keep-open", "--db", str(tmp_path / "kept.db"))
    assert dump(tmp_path / "kept.db") == dump(copy)


def test_a_backup_onto_itself_is_refused(db: Path, refused: Refused) -> None:
    for command in ("backup", "restore"):
        assert "are the same file" in refused(command, str(db), "--force")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("backup", "x.db", "--db", "missing.db"), "There is no database at "),
        (("backup", "x.db", "--db", ":memory:"), "gone with its program"),
        (("restore", "missing.db", "--db", "y.db"), "There is no file missing.db"),
        (
            ("backup", "x.dump", "--db", "postgresql://bo:secret@host:99/money"),
            "pg_dump --format=custom --file=x.dump postgresql://bo@host:99/money",
        ),
        (
            ("restore", "my x.dump", "--db", "postgresql+psycopg://bo:secret@host/money"),
            "pg_restore --exit-on-error --dbname=postgresql://bo@host/money 'my x.dump'",
        ),
    ],
)
def test_a_fault_is_one_sentence(
    words: tuple[str, ...], hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused(*words)
    assert hint in said
    assert "secret" not in said
    assert not list(tmp_path.iterdir())


def test_only_files_are_checked(tmp_path: Path) -> None:
    with pytest.raises(Unsound, match="There is no file"):
        check_file(tmp_path)
    with pytest.raises(NotBackedUp, match="is a folder"):
        back_up(Path(__file__), tmp_path)


def test_the_drill_on_postgresql_with_the_lines_that_are_printed(
    server: str, tmp_path: Path, run: Run, refused: Refused
) -> None:
    house, drill = (postgres.new_database(server, name) for name in ("house", "drill"))
    store = open_store(house)
    evening_at(store, 9, 1)
    before = store.read(figures)
    store.close()
    dump_file = str(tmp_path / "monday.dump")
    for said in (refused("backup", dump_file, "--db", house), refused("restore", dump_file, "--db", drill)):
        tool, *words = shlex.split(said.partition("for this: ")[2])
        subprocess.run([postgres.binaries() / tool, *words], check=True, capture_output=True)
    store = open_store(drill)
    assert store.read(figures) == before
    assert store.read(trial_balance) == 0
    store.close()
    assert void_open_rounds(drill, "drill") == ["rivers:2"]
    assert "Everything fits" in run("audit", "--db", drill)

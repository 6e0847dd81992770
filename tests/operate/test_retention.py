"""Backups in a folder: what is kept, what goes, what is never touched; and a kept one is restored."""

from __future__ import annotations

import os
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.ledger.backup import STAMP, Retention, backup_name
from tests.operate.conftest import Refused, Run

NEW = datetime.now(UTC)
times = st.datetimes(datetime(2025, 1, 1), datetime(2026, 3, 1), timezones=st.just(UTC))  # noqa: DTZ001


@given(st.sets(times, min_size=1, max_size=40), *[st.integers(0, 5)] * 3)
def test_what_is_kept_is_what_a_rule_asks_for(
    made: set[datetime], last: int, daily: int, weekly: int
) -> None:
    """Asked of each backup by itself: how many come after it, and how many days or weeks have a later one."""
    wanted = set()
    for each in made:
        later = [other for other in made if other > each]
        week, day = each.isocalendar()[:2], each.date()
        of_day = day not in {other.date() for other in later} and len({o.date() for o in later}) < daily
        weeks = {other.isocalendar()[:2] for other in later}
        if len(later) < max(1, last) or of_day or (week not in weeks and len(weeks) < weekly):
            wanted.add(each)
    assert Retention(last, daily, weekly).kept(made) == wanted
    assert max(made) in wanted


@pytest.fixture
def folder(db: Path, tmp_path: Path) -> Path:
    """A backup of each of the last five days."""
    folder = tmp_path / "backups"
    folder.mkdir()
    for days in range(1, 6):
        shutil.copy(db, folder / backup_name(db, NEW - timedelta(days=days)))
    return folder


def names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def test_older_backups_go_and_nothing_else_does(db: Path, folder: Path, tmp_path: Path, run: Run) -> None:
    old = NEW - timedelta(days=40)
    other = tmp_path / "other.db"
    run("grant", "zoe", "5$", "--new", "--db", str(other))
    strangers = {
        "notes.txt": b"keep me",
        "house.db": db.read_bytes(),  # no time in its name
        f"other-{old:{STAMP}}.db": other.read_bytes(),  # of another database, by its name
        backup_name(db, old): other.read_bytes(),  # and by what is in it alone
        backup_name(db, old - timedelta(days=1)): b"no database",
        "pitboss-20260231-000000.db": db.read_bytes(),  # a day that never was
        f".{backup_name(db, old)}.12.part": db.read_bytes(),
    }
    for name, what in strangers.items():
        (folder / name).write_bytes(what)
    link, inner = backup_name(db, old - timedelta(days=2)), backup_name(db, old - timedelta(days=3))
    (folder / link).symlink_to(db)
    (folder / inner).mkdir()
    before = names(folder)
    said = run("backup", str(folder), "--keep-daily", "3")
    assert "Backups in" in said
    assert "3 kept, 3 removed." in said
    [new] = names(folder) - before
    gone = {backup_name(db, NEW - timedelta(days=days)) for days in (3, 4, 5)}
    assert before - names(folder) == gone
    assert (folder / new).stat().st_mode & 0o777 == 0o600
    for name, what in strangers.items():
        assert (folder / name).read_bytes() == what


def test_a_kept_backup_is_restored_and_audited(db: Path, folder: Path, tmp_path: Path, run: Run) -> None:
    run("backup", str(folder), "--keep", "2")
    assert len(names(folder)) == 2
    newest = max(folder.iterdir())
    drill = tmp_path / "drill.db"
    assert "Restored" in run("restore", str(newest), "--db", str(drill))
    assert "Everything fits" in run("audit", "--db", str(drill))
    db.unlink()  # the disk is lost: the newest one is all there is
    assert "Restored" in run("restore", str(newest))
    assert "Everything fits" in run("audit")


def test_nothing_goes_when_the_new_one_is_not_sound(db: Path, folder: Path, refused: Refused) -> None:
    with sqlite3.connect(db) as raw:
        raw.execute("UPDATE accounts SET balance = balance + 1000000 WHERE kind = 'person'")
    raw.close()
    before = names(folder)
    assert "add up to" in refused("backup", str(folder), "--keep", "1")
    assert names(folder) == before


def test_a_new_folder_is_its_owners_and_a_file_is_none(
    db: Path, tmp_path: Path, run: Run, refused: Refused
) -> None:
    new = tmp_path / "far" / "away"
    run("backup", str(new), "--keep", "1")
    assert new.stat().st_mode & 0o077 == 0 or os.name != "posix"
    assert "is a file" in refused("backup", str(next(new.iterdir())), "--keep", "1")
    assert "is a folder" in refused("backup", str(new))

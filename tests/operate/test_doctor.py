"""`pitboss doctor`: all well is 0, and each fault that is made here is found by its check."""

from __future__ import annotations

import json
import sqlite3
from collections import namedtuple
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import doctor
from pitboss.ledger import open_store
from pitboss.sheet import load_sheet
from pitboss.table.seating import BankTurn, Seating
from pitboss.table.settings import Settings, seating_text, settings_text
from tests import postgres
from tests.operate.conftest import Run
from tests.operate.evenings import NOON

Usage = namedtuple("Usage", "total used free")


def found(answer: Any, *words: str) -> dict[str, dict[str, str]]:
    done = answer("doctor", "--json", *words)
    told = json.loads(done.stdout)
    states = [each["state"] for each in told["checks"]]
    assert told["faults"] == states.count("fault")
    assert done.exit_code == (1 if told["faults"] else 0)
    return {each["check"]: each for each in told["checks"]}


def faults(answer: Any, *words: str) -> set[str]:
    return {name for name, each in found(answer, *words).items() if each["state"] == "fault"}


def change(path: Path, script: str) -> None:
    raw = sqlite3.connect(path)
    raw.executescript(script)
    raw.close()


def test_all_is_well(db: Path, run: Run, answer: Any) -> None:
    text = run("doctor")
    assert "Nothing is wrong." in text
    assert max(map(len, text.splitlines())) <= 80 or len(str(db)) > 70
    checks = found(answer)
    assert len(checks) >= 15
    assert "5 of 5 tables are open, 1 with an open round." in checks["tables"]["text"]
    assert "SQLite 3." in checks["sqlite"]["text"]


SABOTAGE = {
    "money": "UPDATE accounts SET balance = balance + 1000000 WHERE kind = 'person' AND key = 'ann'",
    "balances": """
        UPDATE accounts SET balance = balance + CASE key WHEN 'ann' THEN 1000000 ELSE -1000000 END
        WHERE kind = 'person' AND key IN ('ann', 'bob')""",
    "links": "DROP TRIGGER deeds_kept; DELETE FROM deeds WHERE id = 20",
    "guards": "DROP TRIGGER transfers_unchanged",
    "escrow": """
        INSERT INTO transfers (deed, giver, taker, amount, what)
        SELECT 1, giver.id, taker.id, 1000000, 'slip' FROM accounts giver, accounts taker
        WHERE giver.kind = 'person' AND giver.key = 'ann'
            AND taker.kind = 'escrow' AND taker.key = 'shine:1'""",
    "chain": "DROP TRIGGER deeds_unchanged; UPDATE deeds SET at = at - 1 WHERE id = 1",
    "clock": """
        INSERT INTO deeds (actor, command, content, answer, at) VALUES ('a', 'b', '', '{}', 9000000000000)""",
    "stuck": "INSERT INTO lobby (felt, settings, seating, version) VALUES ('shine', '{', '{', 1)",
    "database": "UPDATE alembic_version SET version_num = '9999'",
}


@pytest.mark.parametrize("check", SABOTAGE)
def test_each_fault_is_found_with_what_to_do(check: str, db: Path, answer: Any) -> None:
    change(db, SABOTAGE[check])
    told = found(answer)
    assert told[check]["state"] == "fault"
    assert told[check]["remedy"] or "use that one" in told[check]["text"]
    also = {"money": {"balances"}, "links": {"guards"}, "escrow": {"chain"}, "clock": {"chain"}}
    also |= {"chain": {"guards"}}
    assert {name for name, each in told.items() if each["state"] == "fault"} == {check} | also.get(
        check, set()
    )
    text = answer("doctor")
    assert text.exit_code == 1
    assert f"fault  {check}" in text.output


def test_a_guard_that_an_older_version_wrote_with_another_indentation_is_as_it_was_made(
    db: Path, answer: Any
) -> None:
    with closing(sqlite3.connect(db)) as raw:
        [(written,)] = raw.execute("SELECT sql FROM sqlite_master WHERE name = 'transfers_unchanged'")
    indented = written.replace("\n", "\n\t  ")
    assert indented != written
    change(db, f"DROP TRIGGER transfers_unchanged; {indented}")
    assert found(answer)["guards"]["state"] == "ok"


def test_a_table_that_was_set_aside_is_told_with_its_fault(db: Path, answer: Any) -> None:
    settings = settings_text(Settings("Oak", frozen=True, aside="TooMuch"))
    seating = seating_text(Seating(), BankTurn(), 1)
    row = f"'shine', '{settings}', '{seating}', 1"
    change(db, f"INSERT INTO lobby (felt, settings, seating, version) VALUES ({row})")
    told = found(answer)["stuck"]
    assert told["state"] == "fault"
    assert told["text"] == "Table shine: A server has set it aside (TooMuch)."


@pytest.mark.parametrize("page", [0, 2, 20])
def test_a_damaged_file_is_found(page: int, db: Path, answer: Any) -> None:
    content = bytearray(db.read_bytes())
    content[page * 4096 : page * 4096 + 8] = b"\x5a" * 8
    db.write_bytes(content)
    assert faults(answer) & {"database", "integrity"}


def test_looking_makes_and_changes_nothing(tmp_path: Path, answer: Any) -> None:
    missing = tmp_path / "not yet" / "pitboss.db"
    told = found(answer, "--db", str(missing))
    assert "There is none yet" in told["database"]["text"]
    assert not missing.parent.exists()
    other = tmp_path / "other.db"
    change(other, "CREATE TABLE recipes (name TEXT)")
    before = other.read_bytes()
    assert faults(answer, "--db", str(other)) == {"database"}
    assert other.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["other.db"]


def test_money_that_waits_for_days_is_a_note(db: Path) -> None:
    """The evening ended within hours of the first of November; the round at rivers is open still."""
    for days, state in ((1, "ok"), (3, "note")):
        told = {each.check: each for each in doctor.database(str(db), NOON + days * 86_400_000)}
        assert told["waiting"].state == state
    assert "rivers:5" in told["waiting"].text


def test_the_file_is_its_owners_alone(db: Path, answer: Any) -> None:
    assert "privacy" not in found(answer)
    db.chmod(0o644)
    assert "chmod 600" in found(answer)["privacy"]["remedy"]


def test_a_file_that_is_not_synced_is_a_fault(db: Path) -> None:
    store = open_store(db, "NORMAL")
    (durability,) = store.read(
        lambda c: [each for each in doctor._on_sqlite(c) if each.check == "durability"]
    )
    store.close()
    assert durability.state == "fault"


def test_a_full_disk_and_old_programs_are_faults(
    db: Path, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.cli.doctor.shutil.disk_usage", lambda _: Usage(10**12, 10**12, 10**6))
    monkeypatch.setattr("sys.version_info", (3, 10, 4))
    monkeypatch.setattr("pitboss.cli.doctor.sqlite3.sqlite_version_info", (3, 34, 1))
    assert faults(answer) == {"space", "python", "sqlite"}


def test_a_folder_that_cannot_be_written_to_is_a_fault(
    db: Path, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pitboss.cli.doctor.tempfile.TemporaryFile", denied)
    assert faults(answer) == {"folder"}


def test_a_missing_package_is_a_fault_only_where_it_is_needed(
    db: Path, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.cli.doctor.find_spec", lambda _: None)
    told = found(answer)
    assert (told["plots"]["state"], told["postgres"]["state"]) == ("note", "note")
    assert "pip install '.[plot]'" in told["plots"]["remedy"]
    assert "postgres" in faults(answer, "--db", "postgresql://bo:secret@localhost:1/money")


def test_a_changed_sheet_of_the_installation_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, answer: Any, db: Path
) -> None:
    monkeypatch.setattr("pitboss.cli.doctor.load_house", lambda name: load_sheet(db))
    assert faults(answer) == {"sheets"}


def test_on_postgresql_settings_that_lose_rounds_are_found(server: str, answer: Any) -> None:
    address = postgres.new_database(server, "doctor")
    assert "It is empty" in found(answer, "--db", address)["database"]["text"]
    open_store(address).close()
    told = found(answer, "--db", address)
    assert told["durability"]["state"] == "fault"  # the server of the tests is quick and does not sync
    assert "fsync=off, full_page_writes=off" in told["durability"]["text"]
    assert {name for name, each in told.items() if each["state"] == "fault"} == {"durability"}
    assert told["money"]["state"] == told["balances"]["state"] == "ok"


def test_a_server_that_is_away_is_told_without_its_password(answer: Any) -> None:
    done = answer("doctor", "--db", "postgresql://bo:secret@localhost:1/money")
    assert done.exit_code == 1
    assert "secret" not in done.output
    assert "Traceback" not in done.output
    assert "refused" in " ".join(done.output.split())

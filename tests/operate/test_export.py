"""`pitboss export`: receipts that verify, rows whose sums are the ledger's, and nothing of an open round."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections import defaultdict
from functools import partial
from pathlib import Path

import pytest

from pitboss.cli.backup import ended_rounds
from pitboss.ledger import open_store
from pitboss.ledger.history import BATCH, ended_stretches
from pitboss.money import MICRO
from pitboss.proof import verify_file
from pitboss.proof.stored_receipts import receipt
from pitboss.round import VoidRound, open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, CloseTable, OpenRound, Pit
from tests import postgres
from tests.operate.conftest import Refused, Run
from tests.operate.evenings import GRANT, NOON, evening_at, ticking
from tests.table.pit_evening import PEOPLE

Row = dict[str, str]
DAY = 86_400_000  # milliseconds


def rows_of(text: str) -> list[Row]:
    return list(csv.DictReader(io.StringIO(text)))


def stored(path: Path, query: str) -> list[tuple[str, ...]]:
    raw = sqlite3.connect(path)
    try:
        return raw.execute(query).fetchall()
    finally:
        raw.close()


def test_each_line_is_the_receipt_of_an_ended_round_and_all_verify(db: Path, run: Run) -> None:
    lines = run("export").splitlines()
    ended = stored(db, "SELECT id FROM rounds WHERE ended IS NOT NULL ORDER BY felt, number")
    store = open_store(db)
    assert lines == [receipt(store, name) for (name,) in ended]
    store.close()
    judged = verify_file(lines)
    assert judged.good, judged.fault
    assert judged.receipts == len(ended) == 20


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_nothing_of_an_open_round_is_written(form: str, db: Path, run: Run) -> None:
    opened = stored(db, "SELECT id, seed FROM rounds WHERE ended IS NULL")
    assert [name for name, _ in opened] == ["rivers:5"]
    text = run("export", "--format", form)
    assert all(name not in text and seed not in text for name, seed in opened)


def test_what_a_person_won_in_the_rows_is_what_the_ledger_says(db: Path, run: Run) -> None:
    """Stakes and pays were moved by the settlement; the rows come from the events. They must agree."""
    net: dict[str, int] = defaultdict(int)
    for row in rows_of(run("export", "--format", "csv")):
        net[row["person"]] += int(row["profit"])
    balances = {
        key: int(held) for key, held in stored(db, "SELECT key, balance FROM accounts WHERE kind = 'person'")
    }
    for person in PEOPLE:
        told = json.loads(run("accounts", person, "--json"))
        waits = sum(each["amount"] for each in told["waiting"])
        assert net[person] == balances[person] // MICRO - GRANT + waits // MICRO
    assert any(net.values())


def test_at_a_player_bank_every_round_sums_to_zero(db: Path, run: Run) -> None:
    sums: dict[str, int] = defaultdict(int)
    for row in rows_of(run("export", "--format", "csv", "--table", "napa-valley")):
        sums[row["round"]] += int(row["profit"])
        assert row["house"] == row["table"] == "napa-valley"
    assert list(sums.values()) == [0] * 4
    assert any(row["wager"] == "bank" for row in rows_of(run("export", "--format", "csv")))


def test_rows_are_the_settled_lines_in_order(db: Path, run: Run) -> None:
    expected = []
    for line in run("export").splitlines():
        document = json.loads(line)
        last = document["events"][-1]
        players = {each["seat"]: each["player"] for each in document["events"] if each["k"] == "bets"}
        for seat in last["seats"]:
            expected += [
                (document["round"], str(seat["seat"]), players[seat["seat"]], *map(str, cells))
                for cells in (
                    (
                        each["id"],
                        each["stake"],
                        each["result"],
                        each["profit"],
                        each["returned"],
                        each["clause"],
                    )
                    for each in seat["lines"]
                )
            ]
    names = ("round", "seat", "person", "wager", "stake", "result", "profit", "returned", "clause")
    found = [
        tuple(row[name] for name in names)
        for row in rows_of(run("export", "--format", "csv"))
        if row["wager"] != "bank"
    ]
    assert found == expected


def test_one_table_and_one_person(db: Path, run: Run) -> None:
    whole = run("export").splitlines()
    one = run("export", "--table", "shine").splitlines()
    assert one == [line for line in whole if json.loads(line)["proof"]["table"] == "shine"]
    assert len(one) == 4
    dan = run("export", "--person", "dan").splitlines()
    assert dan == [line for line in whole if '"player":"dan"' in line]
    assert 0 < len(dan) < len(whole)
    assert {row["person"] for row in rows_of(run("export", "--format", "csv", "--person", "dan"))} == {"dan"}


def test_days_are_those_of_the_last_event_and_both_ends_count(tmp_path: Path, run: Run) -> None:
    """A round each day at noon, but the third is opened a day before it ends."""
    path = tmp_path / "days.db"
    store = open_store(path, "OFF")
    days = [0, 1, 2, 4, 5]
    clock = iter([NOON] * 2 + [NOON + day * DAY for each in days for day in (each if each != 2 else 1, each)])
    pit = Pit(store, bytes, lambda: next(clock))
    pit.grant("ann", 100, "operator", "1")
    table = pit.open("t", open_table(load_house("rivers")), "operator", "2")
    for day in days:
        table.do("operator", f"open {day}", OpenRound())
        table.do("operator", f"void {day}", VoidRound("cannot go on"))

    def numbers(*words: str) -> list[int]:
        lines = run("export", "--db", str(path), *words).splitlines()
        return [json.loads(line)["proof"]["number"] for line in lines]

    midnight = NOON - 12 * 3_600_000
    for start in (
        midnight,
        NOON,
    ):  # at noon a round ends at the very moment: the beginning counts, the end not
        for since in range(-1, 7):
            for until in range(-1, 7):
                span = (start + since * DAY, start + until * DAY)
                found = store.read(partial(ended_stretches, table=None, since=span[0], until=span[1]))
                inside = [number for number, day in enumerate(days, 1) if since <= day < until]
                assert found == ([("t", inside[0], inside[-1])] if inside else [])
    store.close()
    assert numbers("--since", "2026-11-03") == [3, 4, 5]
    assert numbers("--until", "2026-11-03") == [1, 2, 3]
    assert numbers("--since", "2026-11-04", "--until", "2026-11-05") == [4]
    assert numbers("--since", "2026-11-07") == []


def test_a_file_is_written_whole_or_stays_as_it_was(
    db: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "history.jsonl"
    assert run("export", "-o", str(out)) == f"Wrote 20 rounds to {out}.\n"
    assert out.read_text(encoding="utf-8") == run("export")

    def torn(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.cli.backup.iso", torn)
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(AssertionError):
        run("export", "--format", "csv", "-o", str(out))
    monkeypatch.undo()
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert verify_file(out.read_text(encoding="utf-8").splitlines()).receipts == 20


def test_rounds_are_read_as_they_are_written(tmp_path: Path) -> None:
    """The first round is handed on before the last is read: memory does not grow with the history."""
    store = open_store(":memory:")
    pit = Pit(store, bytes, ticking())
    table = pit.open("t", open_table(load_house("shine")), "operator", "open")
    for number in range(2 * BATCH + 1):
        table.do("operator", f"open {number}", OpenRound())
        table.do("operator", f"void {number}", VoidRound("cannot go on"))
    found = store.read(lambda connection: ended_stretches(connection, None, None, None))
    reads = 0
    read = store.read

    def counted(work: object) -> object:
        nonlocal reads
        reads += 1
        return read(work)  # type: ignore[arg-type]

    store.read = counted  # type: ignore[method-assign,assignment]
    rounds = ended_rounds(store, found, shown=False)
    next(rounds)
    at_first = reads
    assert sum(1 for _ in rounds) == 2 * BATCH
    assert at_first <= 2
    assert reads >= at_first + 2
    store.close()


def test_a_round_that_was_closed_unused_has_a_receipt_and_no_rows(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "unused.db"
    store = open_store(path)
    pit = Pit(store, bytes, ticking())
    pit.grant("=ann", 10_000, "operator", "1")
    table = pit.open("t", open_table(load_house("shine")), "operator", "2")
    table.do("operator", "3", OpenRound())
    table.do("=ann", "4", Bet(1, "=ann", {"ante": 1000}))
    table.do("=ann", "5", Bet(1, "=ann", {}))
    table.do("operator", "6", CloseTable())
    store.close()
    assert verify_file(run("export", "--db", str(path)).splitlines()).good
    assert rows_of(run("export", "--format", "csv", "--db", str(path))) == []


def test_names_are_no_formulas_in_a_spreadsheet(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "names.db"
    store = open_store(path)
    pit = Pit(store, bytes, ticking())
    pit.grant("=cmd()", 10_000, "operator", "1")
    table = pit.open("@t", open_table(load_house("shine")), "operator", "2")
    table.do("operator", "3", OpenRound())
    table.do("=cmd()", "4", Bet(1, "=cmd()", {"ante": 1000}))
    table.do("operator", "5", VoidRound("cannot go on"))
    store.close()
    rows = rows_of(run("export", "--format", "csv", "--db", str(path)))
    assert [(row["person"], row["table"], row["round"], row["result"]) for row in rows] == [
        ("'=cmd()", "'@t", "'@t:1", "void")
    ]
    assert rows == rows_of(run("export", "--format", "csv", "--person", "=cmd()", "--db", str(path)))


def test_a_changed_receipt_is_one_sentence(db: Path, refused: Refused) -> None:
    raw = sqlite3.connect(db)
    raw.execute("DROP TRIGGER receipts_unchanged")
    raw.execute("UPDATE receipts SET text = '{}' WHERE round = 'shine:1'")
    raw.commit()
    raw.close()
    out = db.with_name("x")
    said = refused("export", "--table", "shine", "--format", "csv", "-o", str(out))
    assert "A stored receipt was changed (Not a round document" in said
    assert "run pitboss audit" in said
    assert not out.exists()


def test_postgresql_gives_the_same_history(tmp_path: Path, server: str, run: Run) -> None:
    places = [str(tmp_path / "a.db"), postgres.new_database(server, "history")]
    for place in places:
        store = open_store(place, "OFF")
        evening_at(store, 12, 1)
        store.close()
    for words in ((), ("--format", "csv"), ("--since", "2026-11-01", "--person", "ann")):
        on_sqlite, on_postgres = (run("export", "--db", place, *words) for place in places)
        assert on_sqlite == on_postgres
        assert on_sqlite


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--format", "xml"), "write jsonl, csv or deeds"),
        (("--table", "nowhere"), "There is no table 'nowhere'"),
        (("--since", "yesterday"), "--since 'yesterday': write year, month and day"),
        (("--until", "2026-02-30"), "--until '2026-02-30': write year, month and day"),
        (("-o", "/nowhere/at/all.jsonl"), "the folder /nowhere/at is not there"),
        (("-o", "/dev/null"), "no regular file"),
    ],
)
def test_a_fault_is_one_sentence(words: tuple[str, ...], hint: str, db: Path, refused: Refused) -> None:
    assert hint in refused("export", *words)

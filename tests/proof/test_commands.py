"""`pitboss verify` and `pitboss audit` as they are typed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from typer.testing import CliRunner, Result

from pitboss.cli import app
from pitboss.ledger import open_store
from pitboss.ledger.deeds import chain_end
from pitboss.proof.heads import make_head
from pitboss.round import VoidRound
from pitboss.table import OpenRound
from tests.databases import Databases
from tests.proof.evenings import Evening, all_tables, play_evening
from tests.proof.forging import open_up
from tests.proof.forging import run as forgery

OPENED = ("rivers", "shine")


@pytest.fixture(scope="module")
def played(databases: Databases) -> Iterator[tuple[str, Evening]]:
    """A database file with an evening at two tables."""
    with databases.fresh("sqlite") as place:
        store = open_store(place, synchronous="OFF")
        evening = play_evening(store, 3, 30, {name: all_tables()[name] for name in OPENED})
        store.close()
        yield place, evening


def run(*words: str, given: str | bytes = "") -> Result:
    result = CliRunner().invoke(app, list(words), input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def refused(*words: str, given: str | bytes = "") -> str:
    """The one line of a command that fails."""
    result = run(*words, given=given)
    assert result.exit_code == 1
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_verify_one_receipt_of_a_file_and_of_the_input(texts: list[str], tmp_path: Path) -> None:
    file = tmp_path / "receipt.json"
    file.write_text(texts[0])
    data = json.loads(texts[0])
    said = run("verify", str(file))
    assert said.exit_code == 0
    assert said.stdout.startswith(f"The receipt of round {data['round']} ({data['sheet']['id']}) is good.\n")
    assert said.stdout.endswith(f"{data['proof']['head']}\n")
    assert max(map(len, said.stdout.splitlines())) <= 80
    assert run("verify", "-", given=texts[0]).stdout == said.stdout


def test_verify_many_receipts_as_text_and_as_json(texts: list[str], tmp_path: Path) -> None:
    file = tmp_path / "receipts.jsonl"
    file.write_text("\n\n".join(texts) + "\r\n")
    heads = {json.loads(text)["proof"]["table"]: json.loads(text)["proof"] for text in texts}
    said = run("verify", str(file)).stdout
    assert said.startswith(f"{len(texts)} receipts of {len(heads)} tables are good.\n")
    kept = heads["lucky"]["head"]
    found = json.loads(run("verify", str(file), "--json", "--head", kept.upper()).stdout)
    assert found["good"] is True
    assert found["receipts"] == len(texts)
    assert found["fault"] is None
    assert (
        found["kept_head"]
        == f"The kept head is that of round lucky:{heads['lucky']['number']}, the last one."
    )
    assert found["tables"] == {
        table: {"first": 1, "last": proof["number"], "head": proof["head"]} for table, proof in heads.items()
    }
    for table, proof in heads.items():
        assert f"- {table}: rounds 1 to {proof['number']}, with the head\n  {proof['head']}\n" in said


def test_a_tampered_file_is_one_sentence_and_status_1(texts: list[str], tmp_path: Path) -> None:
    file = tmp_path / "receipts.jsonl"
    changed = texts[1].replace('"player":"ann"', '"player":"eve"')
    file.write_text("\n".join([texts[0], changed, *texts[2:]]))
    name = json.loads(changed)["round"]
    fault = f"Receipt 2 ({name}): The head is not that of this receipt: something in it was changed"
    assert refused("verify", str(file)) == f"pitboss: {file}: {fault}"
    found = run("verify", str(file), "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout)["fault"] == fault
    assert json.loads(found.stdout)["good"] is False
    cut = "\n".join(texts[:-1])
    head = json.loads(texts[-1])["proof"]["head"]
    assert "were cut off or changed" in refused("verify", "-", "--head", head, given=cut)


def test_what_is_no_receipt_is_refused_in_one_line(tmp_path: Path) -> None:
    for given in (b"", b"\n\n", b"{}", b"hello\nthere", b"\xff\xfe\x00", b"[" * 5000, b"{" * 10 + b"}"):
        refused("verify", "-", given=given)
    head = CliRunner().invoke(app, ["verify", "-", "--head", "12"]).exception
    assert str(head) == "--head '12': a head has 64 digits from 0-9 and a-f"
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "verify", str(tmp_path / "nothing.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"pitboss: {tmp_path / 'nothing.json'}: No such file or directory\n"


def test_a_name_in_a_receipt_cannot_move_the_cursor(texts: list[str]) -> None:
    hostile = texts[0].replace('"format":', '"\\u001b[2J":1,"format":')
    assert "\x1b" not in refused("verify", "-", given=hostile)


def test_audit_of_a_good_file(played: tuple[str, Evening]) -> None:
    place, evening = played
    said = run("audit", "--db", place)
    assert said.exit_code == 0
    assert said.stdout.endswith("\nEverything fits: no fault was found.\n")
    assert "All accounts together $0\n" in said.stdout
    assert max(map(len, said.stdout.splitlines())) <= 80
    heads = [word for head in evening.heads for word in ("--head", head.head)]
    found = json.loads(run("audit", "--db", place, "--json", *heads).stdout)
    assert found["clean"] is True
    assert found["faults"] == []
    assert found["figures"]["rounds"] == sum(
        each.standing.stored_table.rounds for each in evening.tables.values()
    )


def test_audit_tells_twenty_faults_and_the_number_of_all(played: tuple[str, Evening], tmp_path: Path) -> None:
    place, _ = played
    bad = tmp_path / "bad.db"
    shutil.copy(place, bad)
    store = open_store(bad)
    open_up(store)
    store.write(forgery("UPDATE deeds SET content = 'x'"))
    deeds = store.read(_count_deeds) + store.read(chain_end).number  # a record tells of another content, too
    store.close()
    said = run("audit", "--db", str(bad))
    assert said.exit_code == 1
    assert f"\n{deeds} faults:\n" in said.stdout
    assert sum(line.startswith("- ") for line in said.stdout.splitlines()) == 20
    assert said.stdout.endswith(f"\nand {deeds - 20} more.\n")
    found = run("audit", "--db", str(bad), "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout)["faults_in_all"] == deeds
    missing = run("audit", "--db", place, "--head", "ab" * 32)
    assert missing.exit_code == 1
    assert "The kept head abababababab… is in no chain" in missing.stdout


def why_not(*words: str) -> str:
    """Why a command is refused."""
    return str(CliRunner().invoke(app, list(words)).exception)


def test_audit_goes_on_from_the_head_that_it_has_kept(databases: Databases, tmp_path: Path) -> None:
    """First everything, then what came since; a change before the head is another full audit's to find."""
    kept = tmp_path / "clean.json"
    with databases.fresh("sqlite") as place:
        words = ("audit", "--db", place, "--since-head", str(kept))
        assert "There is no head to go on from next time" in why_not(*words)
        store = open_store(place, synchronous="OFF")
        evening = play_evening(store, 3, 30, {name: all_tables()[name] for name in OPENED})
        first = run(*words)
        assert "Everything fits: no fault was found.\n" in first.stdout
        mark = json.loads(kept.read_text("utf-8"))
        assert (mark["head"], mark["number"]) == (evening.heads[-1].head, len(evening.heads))
        table = evening.tables["rivers"]
        ended = table.standing.stored_table.rounds
        table.do("op", "open", OpenRound())
        table.do("op", "void", VoidRound("cannot go on"))
        later = run(*words).stdout
        assert f"Clean since head {mark['number']} of 1970-01-01T00:00:0" in later
        assert "Checked: 1 rounds" in later
        assert "The last full audit was clean on 20" in " ".join(later.split())
        made = make_head(store, lambda: 5_000)
        assert json.loads(run(*words, "--json").stdout)["since"]["head"] == mark["head"]
        again = json.loads(kept.read_text("utf-8"))
        assert again == {**mark, "head": made.head, "number": made.number, "at": 5_000}
        open_up(store)
        store.write(forgery("UPDATE results SET net = net + 1 WHERE round = 'shine:1'"))
        assert run(*words).exit_code == 0
        assert run("audit", "--db", place).exit_code == 1
        table.do("op", "open more", OpenRound())
        table.do("op", "void more", VoidRound("cannot go on"))
        last = f"rivers:{ended + 2}"
        store.write(forgery(f"UPDATE rounds SET at = at + 1 WHERE id = '{last}'"))
        assert run(*words).exit_code == 1
        assert json.loads(kept.read_text("utf-8")) == again
        store.close()
    kept.write_text("[]", "utf-8")
    assert "this is no file of an audit" in why_not(*words)


def _count_deeds(connection: Connection) -> int:
    return int(connection.execute(text("SELECT count(*) FROM deeds")).scalar_one())


def test_audit_makes_no_database(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "audit", "--db", str(tmp_path / "no.db")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"pitboss: There is no database at {tmp_path / 'no.db'}")
    assert list(tmp_path.iterdir()) == []

"""The chain of what is done outside tables: whole when many write at once, and written with its deed."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.ledger import Store, open_store
from pitboss.ledger.accounts import MINT, Account, Overdrawn, Transfer
from pitboss.ledger.deeds import Act, Request, chain_end
from pitboss.ledger.operators import write_act
from pitboss.ledger.people import StoredLimits, add_guest, write_limits
from pitboss.ledger.posting import do_deed
from pitboss.proof.house_audit import audit
from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from tests.fair.independent import with_lengths
from tests.ledger.at_once import at_once
from tests.ledger.books import rows_of
from tests.proof.house_evening import house_evening

ANN = Account("person", "ann")


def test_records_that_are_written_at_once_follow_each_other(store: Store) -> None:
    """Grants to shared people, new people, limits, acts, from six threads: no record is lost or doubled."""
    pit = Pit(store, bytes, lambda: 7)

    def work(thread: int) -> None:
        for turn in range(5):
            name = f"{thread}-{turn}"
            pit.grant(f"p{turn}", 100, "clerk", name)
            store.write(lambda connection, name=name: add_guest(connection, name, 7))  # type: ignore[misc]
            store.write(lambda connection, name=name: _busy(connection, name))  # type: ignore[misc]

    assert at_once(6, work) == [None] * 6
    assert store.read(chain_end).number == 6 * 5 * 4
    assert audit(store).faults == ()


def _busy(connection: Connection, person: str) -> None:
    """Two records in one transaction, after locks of other rows."""
    write_limits(connection, person, StoredLimits(loss=500), person, 7)
    write_act(connection, Act(7, "clerk", "limits", "{}", "{}"))


def test_a_deed_that_fails_leaves_no_record_and_one_that_is_repeated_no_second(store: Store) -> None:
    pit = Pit(store, bytes, lambda: 7)
    pit.grant("ann", 100, "clerk", "1")
    before = rows_of(store)
    too_much = [Transfer(ANN, MINT, 10**12, "returned")]
    with pytest.raises(Overdrawn):
        store.write(lambda connection: do_deed(connection, Request("clerk", "2", "{}"), "{}", 7, too_much))
    assert pit.grant("ann", 100, "clerk", "1").repeated
    assert rows_of(store) == before
    assert len(before["records"]) == 1


def test_a_table_is_not_called_like_another_chain(store: Store) -> None:
    pit = Pit(store, bytes, lambda: 7)
    for name in ("the house", "the head"):
        with pytest.raises(Refusal, match=f"No table is called '{name}'"):
            pit.open(name, open_table(load_house("shine")), "clerk", name)
    assert not any(rows_of(store)[table] for table in ("felts", "deeds", "records"))


def test_the_exported_chain_can_be_followed_with_nothing_of_ours(tmp_path: Path) -> None:
    """And it tells no name, no reason and no text."""
    path = tmp_path / "house.db"
    store = open_store(path)
    evening = house_evening(store)
    told = "\n".join(
        str(row)
        for row in store.read(
            lambda connection: connection.execute(text("SELECT content FROM records")).all()
        )
    )
    store.close()
    done = CliRunner().invoke(app, ["export", "--format", "deeds", "--db", str(path)])
    assert done.exit_code == 0
    head = "0" * 64
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    for number, line in enumerate(lines, 1):
        document = json.dumps(line["record"], sort_keys=True, separators=(",", ":")).encode()
        head = sha256(with_lengths(bytes.fromhex(head), document)).hexdigest()
        assert (line["record"]["number"], line["head"]) == (number, head)
    assert json.loads(evening.head.chains)["the house"] == [len(lines), head]
    for private in ("Ann", "Cid", "Olga", "lost coat", "asked for it", "mispaid"):
        assert private not in told


@pytest.mark.parametrize("words", [("--table", "t"), ("--person", "ann"), ("--since", "2026-11-15")])
def test_the_chain_is_exported_whole(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "house.db"
    open_store(path).close()
    done = CliRunner().invoke(app, ["export", "--format", "deeds", "--db", str(path), *words])
    assert done.exit_code == 1
    assert "--format deeds writes the whole chain" in done.output + str(done.exception)

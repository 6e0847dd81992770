"""The head over the chains of all tables, and `pitboss head`."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import count
from pathlib import Path

from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.ledger import Store
from pitboss.ledger.deeds import chain_end
from pitboss.ledger.journal import last_link
from pitboss.proof import make_head
from pitboss.proof.house_audit import audit
from tests.fair.independent import with_lengths
from tests.proof.evenings import all_tables, play_evening
from tests.table.pit_evening import PEOPLE


def test_a_head_tells_the_ended_rounds_of_every_table_and_follows_the_one_before(store: Store) -> None:
    opened = {name: all_tables()[name] for name in ("rivers", "napa-valley", "shine", "pechanga")}
    evening = play_evening(store, 2, 17, opened)
    assert any(table.state is not None for table in evening.tables.values())  # an open round is in no chain
    last = evening.heads[-1]
    ends = {
        name: store.read(lambda connection, table=table: last_link(connection, table.standing.stored_table))  # type: ignore[misc]
        for name, table in evening.tables.items()
    }
    house = store.read(chain_end)
    assert house.number == len(PEOPLE) + len(opened)  # grants and openings
    assert json.loads(last.chains) == {
        "the head": [last.number, last.at],
        "the house": list(house),
    } | {
        name: [
            table.standing.stored_table.rounds - (table.state is not None),
            table.standing.stored_table.head,
            table.standing.stored_table.sequence,
            ends[name],
        ]
        for name, table in evening.tables.items()
    }
    first = json.loads(evening.heads[0].chains)
    assert {name: first[name] for name in opened} == {name: [0, "0" * 64, 0, "0" * 64] for name in opened}
    previous = "0" * 64
    for number, head in enumerate(evening.heads, 1):
        assert head.number == number
        assert head.head == sha256(with_lengths(bytes.fromhex(previous), head.chains.encode())).hexdigest()
        previous = head.head


def test_heads_that_are_made_at_the_same_time_follow_each_other(store: Store) -> None:
    play_evening(store, 1, 18, {"shine": all_tables()["shine"]})
    before = audit(store).figures["heads"]
    times = count(10**6)
    with ThreadPoolExecutor(4) as makers:
        made = [each.result() for each in [makers.submit(make_head, store, lambda: 10**6) for _ in range(12)]]
    assert sorted(head.number for head in made) == list(range(before + 1, before + 13))
    assert len({head.head for head in made}) == 12
    assert make_head(store, lambda: next(times)).number == before + 13
    assert audit(store, kept=[head.head for head in made]).clean


# The command


def _run(*words: str, said: str = "") -> str:
    done = CliRunner().invoke(app, list(words), input=said)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_kept_head_shows_what_has_vanished(tmp_path: Path) -> None:
    db = str(tmp_path / "house.db")
    _run("play", "shine", "--db", db, said="10\nfold\nquit\n")
    first = json.loads(_run("head", "--db", db, "--json"))
    assert (first["number"], first["tables"], first["rounds"]) == (1, 1, 2)  # one played, one closed unused
    _run("play", "rivers", "--db", db, said="10\nfold\nquit\n")
    second = _run("head", "--db", db).split()
    assert " ".join(second[1:]).startswith("head 2: 4 rounds of 2 tables, ")
    _run("audit", "--db", db, "--head", first["head"], "--head", second[0])
    other = CliRunner().invoke(app, ["audit", "--db", db, "--head", "ab" * 32])
    assert other.exit_code == 1

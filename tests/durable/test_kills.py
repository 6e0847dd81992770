"""`kill -9` at every named point and at any moment: nothing is lost, doubled or unbalanced."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import Databases
from tests.durable.apart import ROOT, run_apart
from tests.durable.kills import Tally, look, whole, with_store
from tests.durable.places import SQLITE
from tests.durable.recorder import read_log, record

SEED = 41


def test_killed_at_every_named_point_and_at_any_moment() -> None:
    told = run_apart("tests.durable.kills", SQLITE, SEED, 0, 25)
    assert len(told["points"]) >= 25
    assert told["kills"] == dict.fromkeys(told["points"], 1) | {"any moment": 25}
    assert told["unstored"] > told["stored"] > 0  # killed before the commit, and between commit and answer


def test_killed_over_postgresql(databases: Databases) -> None:
    told = run_apart("tests.durable.kills", databases.server, SEED, 10, 5)
    assert sum(told["kills"].values()) == 15
    assert told["kills"]["any moment"] == 5


def test_killed_processes_start_again_from_nothing(tmp_path: Path) -> None:
    """The first is killed while it makes the database, the others in play; each is a process of its own."""
    where, log, tally = str(tmp_path / "cage.db"), tmp_path / "log", Tally()
    play = [sys.executable, "-m", "tests.durable.recorder", where, str(log), str(SEED), "5000"]
    for point, nth in (("store:before commit", "1"), ("Settle:moved", "1"), ("Decide:stored", "2")):
        done = subprocess.run([*play, point, nth], cwd=ROOT, check=False)
        assert done.returncode == -signal.SIGKILL
        with_store(where, lambda store: look(store, log, SEED, tally))
    assert (tally.between, tally.unstored, tally.stored) == (1, 1, 1)
    until = len(read_log(log).answers) + 20
    record(where, log, SEED, until)
    with_store(where, lambda store: whole(store, SEED, until))


HALVES = """
import sys
from pathlib import Path
from pitboss.ledger import journal
from tests.durable.recorder import die_at, record

whole = journal.write_events

def in_halves(connection, *rest):
    last = whole(connection, *rest)
    connection.exec_driver_sql("COMMIT")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    return last

journal.write_events = in_halves
die_at("Bet:moved", 1)
record(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), 5000)
"""


def test_a_command_that_is_stored_in_two_halves_is_seen(tmp_path: Path) -> None:
    """Were there a commit between the events and the money, a kill would leave a bet without a stake."""
    where, log = str(tmp_path / "cage.db"), tmp_path / "log"
    done = subprocess.run([sys.executable, "-c", HALVES, where, str(log), str(SEED)], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    with pytest.raises(AssertionError):
        with_store(where, lambda store: look(store, log, SEED, Tally()))

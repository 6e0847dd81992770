"""The reconciliation sees what it is there to see: each planted fault is found."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from pitboss.ledger import open_store
from pitboss.round.document import NotADocument
from tests.durable.reconcile import reconcile
from tests.durable.recorder import Evening

FAULTS = {
    "a balance is changed": "UPDATE accounts SET balance = balance + 1000000 WHERE kind = 'house'",
    "a balance is moved": """UPDATE accounts SET balance = balance +
        CASE key WHEN 'ann' THEN 1000000 WHEN 'bob' THEN -1000000 ELSE 0 END WHERE kind = 'person'""",
    "a transfer is lost": "DELETE FROM transfers WHERE id = (SELECT MAX(id) FROM transfers)",
    "a pay is doubled, and the balances with it": """INSERT INTO transfers (deed, giver, taker, amount, what)
        SELECT deed, giver, taker, amount, what FROM transfers WHERE what = 'won' LIMIT 1""",
    "a grant is doubled": """INSERT INTO transfers (deed, giver, taker, amount, what)
        SELECT deed, giver, taker, amount, what FROM transfers WHERE what = 'grant' LIMIT 1""",
    "a transfer belongs to another command": """UPDATE transfers SET deed = deed + 1
        WHERE id = (SELECT MAX(id) FROM transfers WHERE what = 'stakes')""",
    "an event is lost": "DELETE FROM events WHERE sequence = 3 AND felt LIKE 'rivers%'",
    "the last event is lost": """DELETE FROM events WHERE (felt, sequence) IN
        (SELECT felt, MAX(sequence) FROM events GROUP BY felt)""",
    "a seed is changed": "UPDATE rounds SET seed = REPLACE(seed, 'a', 'b') WHERE number = 1",
    "a decision is changed": """UPDATE events SET body =
        REPLACE(body, '"action":"play"', '"action":"fold"')""",
    "a seat's seed is changed": """UPDATE events SET body = REPLACE(body, '"seed":""',
        '"seed":"00000000000000000000000000000000"')""",
    "a chain is cut": "UPDATE rounds SET previous = head WHERE number = 2",
    "a head is changed": "UPDATE felts SET head = '00' || SUBSTR(head, 3)",
    "a round is lost": "UPDATE felts SET rounds = rounds + 1",
    "a round is opened again": """UPDATE rounds SET ended = NULL, previous = NULL, head = NULL
        WHERE number = 1""",
    "a command is lost": "DELETE FROM deeds WHERE id = 40",
    "a command is answered with another place": """UPDATE deeds SET answer = '{"first":1,"last":9}'
        WHERE id = 40""",
    "a contribution is changed": """UPDATE events SET body =
        REPLACE(body, '"fed":"25000000"', '"fed":"24000000"')""",
    "a meter begins elsewhere": """UPDATE events SET body =
        REPLACE(body, '"before":"100000000000"', '"before":"100000000001"')""",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that keeps nothing from being changed."""
    path = tmp_path_factory.mktemp("played") / "cage.db"
    store = open_store(path)
    Evening(store, 5, lambda line: None).play(400)
    found = reconcile(store)
    assert len(found.books.deeds) == 400
    assert found.open
    store.close()
    with sqlite3.connect(path) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            if name != "transfers_move":
                connection.execute(f"DROP TRIGGER {name}")
    connection.close()
    return path


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, played: Path, tmp_path: Path) -> None:
    path = tmp_path / "cage.db"
    shutil.copyfile(played, path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = OFF")
    assert connection.execute(FAULTS[fault]).rowcount > 0
    connection.commit()
    connection.close()
    store = open_store(path)
    with pytest.raises((AssertionError, KeyError, ValueError, NotADocument)):
        reconcile(store)
    store.close()

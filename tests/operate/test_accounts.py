"""`pitboss accounts` and `pitboss grant`, against books that a naive reader adds up from the transfers."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection

from pitboss.ledger import open_store
from pitboss.ledger.accounts import Account, Transfer
from pitboss.ledger.balances import (
    PER_ROUND,
    by_kind,
    left_in_ended,
    movements,
    position,
    trial_balance,
    unlike_transfers,
    waiting_rounds,
)
from pitboss.ledger.deeds import Request, write_deed
from pitboss.ledger.posting import move
from pitboss.ledger.schema import MOST
from pitboss.money import MICRO
from pitboss.round import Refusal
from pitboss.table import Pit
from tests import postgres
from tests.operate.conftest import Refused, Run
from tests.operate.evenings import GRANT, evening_at
from tests.table.pit_evening import PEOPLE

Books = dict[tuple[str, str], int]


def added_up(path: Path) -> tuple[Books, list[tuple[Any, ...]]]:
    """Every balance, from nothing but the transfers; and these, in order."""
    with sqlite3.connect(path) as raw:
        names = {
            number: (kind, key) for number, kind, key in raw.execute("SELECT id, kind, key FROM accounts")
        }
        rows = raw.execute("SELECT giver, taker, amount, what FROM transfers ORDER BY id").fetchall()
    raw.close()
    books: Books = defaultdict(int)
    moved = []
    for giver, taker, amount, what in rows:
        books[names[giver]] -= amount
        books[names[taker]] += amount
        moved.append((names[giver], names[taker], amount, what))
    return books, moved


def test_all_accounts_are_shown_by_kind_and_sum_to_zero(db: Path, run: Run) -> None:
    books, _ = added_up(db)
    told = json.loads(run("accounts", "--json"))
    assert told["trial_balance"] == 0 == sum(books.values())
    for kind in told["kinds"]:
        mine = [balance for (name, _), balance in books.items() if name == kind["kind"]]
        assert kind["total"] == sum(mine)
        assert kind["used"] == sum(balance != 0 for balance in mine)
    assert {kind["kind"] for kind in told["kinds"]} == {
        kind for (kind, _), balance in books.items() if balance or kind not in PER_ROUND
    }
    text = run("accounts")
    assert "Trial balance: $0." in text
    assert max(map(len, text.splitlines())) <= 80
    rows = list(csv.DictReader(io.StringIO(run("accounts", "--csv"))))
    assert sum(int(row["micro_cents"]) for row in rows) == 0


@pytest.mark.parametrize("kind", ["person", "escrow", "house", "meter", "mint", "proposition", "bank"])
def test_the_accounts_of_one_kind(kind: str, db: Path, run: Run) -> None:
    books, _ = added_up(db)
    told = json.loads(run("accounts", "--kind", kind, "--json"))["accounts"]
    found = {each["key"]: each["balance"] for each in told}
    expected = {key: balance for (name, key), balance in books.items() if name == kind}
    if kind in ("escrow", "bank"):
        expected = {key: balance for key, balance in expected.items() if balance}
    assert found == expected
    assert max(map(len, run("accounts", "--kind", kind).splitlines())) <= 80


@pytest.mark.parametrize("person", PEOPLE)
def test_a_person_sees_hand_escrow_and_movements(person: str, db: Path, run: Run) -> None:
    books, moved = added_up(db)
    told = json.loads(run("accounts", person, "--last", "10000", "--json"))
    me = ("person", person)
    assert told["balance"] == books[me]
    assert told["granted"] == GRANT * MICRO
    open_round = "rivers:5"  # four ended at each table, and one was left open here
    waits = sum(amount for giver, taker, amount, _ in moved if giver == me and taker[1] == open_round)
    back = sum(amount for giver, taker, amount, _ in moved if taker == me and giver[1] == open_round)
    assert {each["round"]: each["amount"] for each in told["waiting"]} == (
        {open_round: waits - back} if waits > back else {}
    )
    mine = [
        (what, amount if taker == me else -amount)
        for giver, taker, amount, what in moved
        if me in (giver, taker)
    ]
    assert [(each["what"], each["amount"]) for each in told["movements"]] == mine[::-1]
    assert sum(each["amount"] for each in told["movements"]) == told["balance"]
    for each in told["movements"]:
        assert (each["round"] is None) == (each["what"] == "grant")
        if each["other"].startswith(("escrow:", "bank:")):
            assert each["other"].partition(":")[2] == each["round"]


def test_somebody_waits_for_the_open_round(db: Path, run: Run) -> None:
    books, _ = added_up(db)
    waits = sum(
        each["amount"]
        for person in PEOPLE
        for each in json.loads(run("accounts", person, "--json"))["waiting"]
    )
    assert waits == books["escrow", "rivers:5"] > 0
    assert "waits in the open round rivers:5." in run("accounts", "ann")


def test_stakes_and_a_bank_in_one_round_wait_together(db: Path) -> None:
    store = open_store(db)
    ann = Account("person", "ann")

    def work(connection: Connection) -> None:
        deed = write_deed(connection, Request("operator", "a bank", "{}"), "{}", 0)
        move(connection, deed, [Transfer(ann, Account("bank", "rivers:5"), 7 * MICRO, "bank")])

    before = store.read(lambda connection: position(connection, ann))
    store.write(work)
    after = store.read(lambda connection: position(connection, ann))
    store.close()
    assert before is not None
    assert after is not None
    assert after.balance == before.balance - 7 * MICRO
    assert dict(after.waiting) == {"rivers:5": dict(before.waiting)["rivers:5"] + 7 * MICRO}


def test_a_statement_fits_into_80_columns_and_shows_the_last_first(db: Path, run: Run) -> None:
    text = run("accounts", "ann", "--last", "5")
    assert max(map(len, text.splitlines())) <= 80
    assert len(text.split("Amount")[1].strip().splitlines()) == 5
    long = "terminal:" + "a1b2c3d4-" * 12
    store = open_store(db)
    Pit(store, bytes, lambda: 0).grant("ann", 1, "operator", long)
    store.close()
    assert max(map(len, run("accounts", "ann", "--last", "5").splitlines())) <= 80


def test_a_changed_balance_is_told_and_the_status_is_one(db: Path, answer: Any) -> None:
    with sqlite3.connect(db) as raw:
        raw.execute("UPDATE accounts SET balance = balance + 2500001 WHERE kind = 'house'")
    raw.close()
    done = answer("accounts")
    assert done.exit_code == 1
    assert "Trial balance: $0.10000004." in done.output  # four houses: at Napa Valley a player is the bank
    assert "It must be $0" in done.output


def test_the_books_read_the_same_on_both_databases(tmp_path: Path, server: str) -> None:
    stores = [open_store(tmp_path / "a.db", "OFF"), open_store(postgres.new_database(server, "books"))]
    for store in stores:
        evening_at(store, 11, 1)
    ann = Account("person", "ann")
    for look in (
        by_kind,
        trial_balance,
        unlike_transfers,
        left_in_ended,
        waiting_rounds,
        lambda connection: position(connection, ann),
        lambda connection: movements(connection, ann, 30),
    ):
        on_sqlite, on_postgres = (store.read(look) for store in stores)
        assert on_sqlite == on_postgres
    for store in stores:
        store.close()


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("accounts", "nobody"), "There is no account of a person 'nobody'"),
        (("accounts", "--kind", "purse"), "write mint, person, escrow"),
        (("accounts", "ann", "--kind", "person"), "leave out either"),
        (("accounts", "--json", "--csv"), "not both"),
        (("accounts", "--db", "missing.db"), "There is no database at missing.db"),
        (("grant", "ann", "0"), "from $0.01 to $1,000,000"),
        (("grant", "ann", "$1000000.01"), "from $0.01 to $1,000,000, not $1,000,000.01"),
        (("grant", "ann", "$12.345"), "not an amount of money"),
        (("grant", "ann", "much"), "not an amount of money"),
        (("grant", "", "$5"), "a person's name has 1 to 100"),
        (("grant", " ann", "$5"), "a person's name has 1 to 100"),
        (("grant", "a\nb", "$5"), "a person's name has 1 to 100"),
        (("grant", "a" * 101, "$5"), "a person's name has 1 to 100"),
        (("grant", "ann", "$5", "--id", "a\tb"), "an id has 1 to 100"),
        (("grant", "proposition", "$5"), "house's own player"),
    ],
)
def test_a_fault_is_one_sentence(words: tuple[str, ...], hint: str, db: Path, refused: Refused) -> None:
    before = db.read_bytes()
    assert hint in refused(*words)
    assert db.read_bytes() == before
    assert not Path("missing.db").exists()


def test_a_grant_moves_money_from_the_mint_once(db: Path, run: Run, refused: Refused) -> None:
    before, _ = added_up(db)
    words = ("grant", "ann", "$12.50", "--id", "gift", "--why", "a birthday")
    first = run(*words)
    assert first.startswith("$12.50 given. ann has $")
    again = run(*words)
    assert "was given before under this id" in again
    assert first.partition("ann has")[2] == again.partition("ann has")[2]
    for other in (
        ("grant", "bob", "$12.50"),
        ("grant", "ann", "$12.51"),
        ("grant", "ann", "$12.50", "--why", "x"),
    ):
        assert "was used before for something else" in refused(*other, "--id", "gift")
    after, moved = added_up(db)
    assert (
        after["person", "ann"] - before["person", "ann"]
        == 1250 * MICRO
        == before["mint", ""] - after["mint", ""]
    )
    assert moved[-1] == (("mint", ""), ("person", "ann"), 1250 * MICRO, "grant")
    with sqlite3.connect(db) as raw:
        kept = raw.execute(
            "SELECT answer FROM deeds WHERE actor = 'operator:console' AND command = 'gift'"
        ).fetchone()
    raw.close()
    assert json.loads(kept[0]) == {"granted": 1250, "why": "a birthday"}


def test_grants_without_an_id_are_each_their_own(tmp_path: Path, run: Run) -> None:
    new = str(tmp_path / "folder" / "new.db")
    run("grant", "eve", "$5", "--new", "--db", new)
    assert run("grant", "eve", "$5", "--db", new) == "$5 given. eve has $10 in hand.\n"


def test_more_than_can_be_counted_is_refused_whole(db: Path) -> None:
    store = open_store(db)
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    with pytest.raises(Refusal, match=r"Nobody is granted more than they may hold: \$5,000,000,000"):
        pit.grant("ann", MOST // MICRO, "operator", "too much")
    assert store.read(trial_balance) == 0
    store.close()


def test_names_are_no_formulas_in_a_spreadsheet(db: Path, run: Run) -> None:
    for name in ("=1+1", "@x", "+x", "-x"):
        run("grant", "--new", "--db", str(db), "--", name, "$5")
    cells = {row["key"] for row in csv.DictReader(io.StringIO(run("accounts", "--kind", "person", "--csv")))}
    assert cells == {*PEOPLE, "'=1+1", "'@x", "'+x", "'-x"}

"""An insider with SQL and no guards in the way: what is altered at tables and outside them is seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Connection, Text

import pitboss
from pitboss.canonical import link
from pitboss.ledger import Store, open_store
from pitboss.ledger.accounts import MINT, Account, Transfer
from pitboss.ledger.deeds import Request, chain_end, record_text, told_deed, write_deed
from pitboss.ledger.schema import metadata
from pitboss.ledger.store import Conflict
from pitboss.proof.audit_rows import AUDITED, Audit
from tests.databases import KINDS, Databases
from tests.proof.coverage import Listed, listed
from tests.proof.forging import Forgery, ask, audited, close_up, open_up, run
from tests.proof.house_evening import HouseEvening, house_evening
from tests.proof.rows import unguard
from tests.proof.tampers import TAMPERS, forge_a_grant
from tests.proof.tournament import tournament

KEYS = {"accounts": "id", "deeds": "id", "transfers": "id", "sheets": "hash", "felts": "id", "rounds": "id"}
KEYS |= {"events": "sequence", "evenings": "id", "people": "id", "receipts": "round", "results": "round"}
KEYS |= {"entrants": "person"}  # of the others: number
CONSTRAINED = {"role": "'operator'", "deleted": "NOT deleted"}
WHERE = {  # the row that is changed, where not the last will do
    "accounts": "kind = 'person'",
    "people": "loss IS NOT NULL",
    "rounds": "ended = 'settled'",
    "felts": "closed",
}


class Insider:
    """An evening in a database that anybody can write; each change is taken back."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.evening: HouseEvening = house_evening(store, tournament)
        open_up(store)
        if store.engine.dialect.name == "sqlite":
            unguard(store)

    def finds(self, forge: Forgery, *kept: str) -> Audit:
        def unguarded(connection: Connection) -> None:
            if connection.dialect.name == "postgresql":  # no foreign keys
                connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
            forge(connection)

        return audited(self.store, unguarded, kept)


@pytest.fixture(scope="module", params=KINDS)
def insider(request: pytest.FixtureRequest, databases: Databases) -> Iterator[Insider]:
    if request.param == "sqlite":
        store = open_store(":memory:")
        yield Insider(store)
        store.close()
        return
    with databases.fresh("postgresql") as place:
        store = open_store(place)
        yield Insider(store)
        close_up(store)
        store.close()


def test_the_evening_is_clean_and_everything_in_it_is_recorded(insider: Insider) -> None:
    found = insider.finds(lambda connection: None, insider.evening.head.head)
    assert found.faults == ()
    assert all(found.figures[table.name] for table in AUDITED if table.name != "felts")
    what = insider.store.read(lambda connection: ask(connection, "SELECT DISTINCT what FROM acts"))
    done = {"open", "close", "freeze", "thaw", "void", "grant", "exclude", "note", "close dispute"}
    assert {row[0] for row in what} == done


@pytest.mark.parametrize("name", TAMPERS)
def test_a_tamper_is_seen(insider: Insider, name: str) -> None:
    assert not insider.finds(TAMPERS[name](insider.evening)).clean


# Every column


def test_the_page_lists_every_column_of_every_table_once() -> None:
    named = [(each.table, each.column) for each in listed()]
    assert len(named) == len(set(named))
    assert set(named) == {
        (table.name, column.name) for table in metadata.tables.values() for column in table.c
    }
    audited_ = {table.name for table in AUDITED}
    assert {each.table for each in listed() if not each.free} == audited_


@pytest.mark.parametrize(
    "column",
    [each for each in listed() if each.table in {table.name for table in AUDITED}],
    ids=lambda each: f"{each.table}.{each.column}",
)
def test_the_audit_sees_a_change_of_every_column_but_the_free_ones(insider: Insider, column: Listed) -> None:
    try:
        found = insider.finds(_changed(column))
    except Conflict:  # a check that is part of the table refuses even the insider
        assert not column.free
    else:
        assert found.clean == column.free, found.faults


def _changed(listed_: Listed) -> Forgery:
    """One row has another value of the same kind in this column."""
    table, name, _ = listed_
    key = KEYS.get(table, "number")
    column = metadata.tables[table].c[name]

    def forge(connection: Connection) -> None:
        where = WHERE.get(table, "true")
        query = f"SELECT {key}, {name} FROM {table} WHERE {where} ORDER BY {key} DESC LIMIT 1"
        row, old = ask(connection, query)[0]
        change = f"UPDATE {table} SET {name} = {CONSTRAINED.get(name, ':new')} WHERE {key} = :row AND {where}"
        values: dict[str, Any] = {} if name in CONSTRAINED else {"new": _other(column, old)}
        ask(connection, change, row=row, **values)

    return forge


def _other(column: Any, old: Any) -> Any:
    if isinstance(column.type, Boolean):
        return not old
    if isinstance(column.type, Text):
        return "x" if not old else ("0" if old[0] != "0" else "1") + old[1:]
    return 1_000_000 if old is None else old + 1_000_000


# Rows that come and go


@pytest.mark.parametrize("table", [table.name for table in AUDITED])
def test_a_row_that_is_taken_away_is_seen(insider: Insider, table: str) -> None:
    key = KEYS.get(table, "number")

    def forge(connection: Connection) -> None:
        chosen = f"(SELECT max({key}) FROM {table} WHERE {WHERE.get(table, 'true')})"
        ask(connection, f"DELETE FROM {table} WHERE {key} = {chosen} AND {WHERE.get(table, 'true')}")

    kept = [insider.evening.head.head] if table == "heads" else []
    assert not insider.finds(forge, *kept).clean


# What heads are for


def _cut(connection: Connection) -> None:
    """The last record and what it tells of go, and all that is left fits."""
    ((number, person),) = ask(connection, "SELECT number, person FROM records ORDER BY number DESC LIMIT 1")
    assert person is not None
    ask(connection, "DELETE FROM records WHERE number = :number", number=number)
    ask(connection, "UPDATE people SET role = 'operator' WHERE id = :person", person=person)


def test_an_end_of_the_house_s_chain_that_is_cut_off_is_seen_by_heads_alone(insider: Insider) -> None:
    def without_heads(connection: Connection) -> None:
        _cut(connection)
        ask(connection, "DELETE FROM heads")

    number, last = insider.store.read(chain_end)
    (fault,) = insider.finds(_cut).faults
    gone = f"It knows record {number} of the house with the head {last[:12]}, which is gone"
    assert fault == f"Head 2 over all chains: {gone}"
    assert insider.finds(without_heads).clean
    for kept in (insider.evening.head.head, last):
        (fault,) = insider.finds(without_heads, kept).faults
        assert fault == f"The kept head {kept[:12]}… is in no chain: what led to it is gone"


def test_what_fits_and_came_after_the_last_kept_head_is_the_house_s_word(insider: Insider) -> None:
    """docs/fairness.md says so: whoever has the program can hash again, and give what the house can give."""

    def forge(connection: Connection) -> None:
        """A grant with its record: no other than `pitboss grant` would have given."""
        forge_a_grant(connection, insider.evening)
        query = "SELECT id, actor, command, content, answer, at FROM deeds ORDER BY id DESC LIMIT 1"
        deed, actor, command, asked, answer, at = ask(connection, query)[0]
        given = Transfer(MINT, Account("person", insider.evening.bob), 100_000_000, "grant")
        number, previous = chain_end(connection)
        told = told_deed(actor, command, asked, answer, at, [given])
        content = record_text(number + 1, "deed", deed, told)
        row = {"number": number + 1, "deed": deed, "content": content}
        row["head"] = link(previous, content.encode())
        ask(
            connection,
            "INSERT INTO records (number, deed, content, head) VALUES (:number, :deed, :content, :head)",
            **row,
        )

    assert insider.finds(forge, insider.evening.head.head).clean


def test_a_deed_that_a_writer_forgot_to_record_is_found(store: Store) -> None:
    """Whoever writes a deed, an act, a note or a person past the chain is told by the first audit."""
    asked = Request("clerk", "1", "{}")
    forgotten: dict[str, Forgery] = {
        "Deed 1": lambda connection: write_deed(connection, asked, "{}", 0),
        "Act 1": run(
            "INSERT INTO acts (number, at, actor, what, before, after) VALUES (1, 0, 'c', 'x', '{}', '{}')"
        ),
        "Person eve": run(
            "INSERT INTO people (id, role, created, last_seen, deleted) VALUES ('eve', 'player', 0, 0, false)"
        ),
    }
    for name, write in forgotten.items():
        assert f"{name} is in no record of the house's chain" in audited(store, write).faults


def test_one_module_alone_writes_deeds_outside_tables_and_the_chain() -> None:
    """The table of records is the chain's own; `write_deed` and `move` are its and the pit's."""
    root = Path(pitboss.__file__).parent
    files = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in root.rglob("*.py")}
    for pattern, allowed in (
        (
            r"\bwrite_deed\(",
            {"ledger/deeds.py", "ledger/posting.py", "table/pit.py"},
        ),
        (r"insert\(records\)|INSERT INTO records", {"ledger/deeds.py"}),
        (r"insert\(acts\)|insert\(notes\)", {"ledger/operators.py"}),
        (r"insert\(people\)", {"ledger/people.py"}),
        (r"update\(people\)", {"ledger/people.py", "ledger/history.py"}),
    ):
        assert {name for name, text in files.items() if re.search(pattern, text)} == allowed, pattern

"""What an insider with the database in hand may try, each alone, with money, acts, notes, roles, authors."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection

from pitboss.ledger.deeds import canonical
from tests.proof.forging import Forgery, ask, run, shift
from tests.proof.house_evening import HouseEvening

Tamper = Callable[[HouseEvening], Forgery]
Step = Callable[[Connection, HouseEvening], object]

GRANT = "(SELECT min(id) FROM deeds WHERE answer LIKE '%lost coat%')"
OPENING = "(SELECT min(id) FROM deeds WHERE answer LIKE '{{\"table\"%')"
RETURN = "(SELECT min(id) FROM deeds WHERE answer LIKE '{{\"returned\"%')"
VOID = '(SELECT min(deed) FROM events WHERE body LIKE \'%"k":"void"%\')'
CLOSE = '(SELECT min(deed) FROM events WHERE body LIKE \'%"k":"closed"%\')'
BET = '(SELECT min(deed) FROM events WHERE body LIKE \'%"k":"bets"%\')'
DEAL = '(SELECT min(deed) FROM events WHERE body LIKE \'%"k":"deal"%\')'


def plainly(*statements: str) -> Tamper:
    """Plain SQL, with the names of the evening in braces."""
    return lambda evening: run(*(statement.format(**evening._asdict()) for statement in statements))


def steps(step: Step) -> Tamper:
    """Several steps."""
    return lambda evening: lambda connection: step(connection, evening)


def _asked(person: str, cents: int) -> str:
    told = {"k": "Grant", "person": person, "cents": cents, "why": "lost coat"}
    return sha256(canonical(told).encode()).hexdigest()


def _grant(connection: Connection) -> tuple[int, int, int]:
    """The deed, the transfer and the amount of the operator's grant."""
    [(deed,)] = ask(connection, f"SELECT {GRANT}")
    [(transfer, amount)] = ask(connection, "SELECT id, amount FROM transfers WHERE deed = :deed", deed=deed)
    return deed, transfer, amount


def _rewritten(connection: Connection, deed: int, **values: Any) -> None:
    """A deed that says something else from now on."""
    for column, value in values.items():
        ask(connection, f"UPDATE deeds SET {column} = :value WHERE id = :deed", value=value, deed=deed)


def _moved_back(connection: Connection, taker: str, amount: int) -> None:
    """The balances as if a grant had not been."""
    for kind, key, sign in (("mint", "", 1), ("person", taker, -1)):
        change = "UPDATE accounts SET balance = balance + :more WHERE kind = :kind AND key = :key"
        ask(connection, change, more=sign * amount, kind=kind, key=key)


def forge_a_grant(connection: Connection, evening: HouseEvening) -> None:
    """A deed and its transfer, in books that balance."""
    deed = ask(connection, "SELECT max(id) + 1 FROM deeds")[0][0]
    values = {
        "id": deed,
        "content": _asked(evening.bob, 100),
        "answer": canonical({"granted": 100, "why": "lost coat"}),
    }
    ask(
        connection,
        "INSERT INTO deeds (id, actor, command, content, answer, at)"
        " VALUES (:id, 'operator', 'forged', :content, :answer, 1794744060000)",
        **values,
    )
    shift(connection, "mint:", f"person:{evening.bob}", 100_000_000, deed, "grant")


def enlarge_a_grant(connection: Connection, evening: HouseEvening) -> None:
    """Ten times the money: transfer, balances, answer and what was asked all fit."""
    deed, transfer, amount = _grant(connection)
    ask(connection, "UPDATE transfers SET amount = amount * 10 WHERE id = :id", id=transfer)
    _moved_back(connection, evening.ann, -9 * amount)
    cents = amount * 10 // 1_000_000
    answer = canonical({"granted": cents, "why": "lost coat"})
    _rewritten(connection, deed, answer=answer, content=_asked(evening.ann, cents))


def turn_a_grant(connection: Connection, evening: HouseEvening) -> None:
    """The same money to somebody else."""
    deed, transfer, amount = _grant(connection)
    _moved_back(connection, evening.ann, amount)
    _moved_back(connection, evening.bob, -amount)
    taker = "(SELECT id FROM accounts WHERE kind = 'person' AND key = :bob)"
    ask(connection, f"UPDATE transfers SET taker = {taker} WHERE id = :id", bob=evening.bob, id=transfer)
    _rewritten(connection, deed, content=_asked(evening.bob, amount // 1_000_000))


def delete_a_grant(connection: Connection, evening: HouseEvening) -> None:
    """As if it had never been given."""
    deed, transfer, amount = _grant(connection)
    _moved_back(connection, evening.ann, amount)
    ask(connection, "DELETE FROM transfers WHERE id = :id", id=transfer)
    ask(connection, "DELETE FROM deeds WHERE id = :id", id=deed)


def delete_a_grant_and_its_record(connection: Connection, evening: HouseEvening) -> None:
    deed, _, _ = _grant(connection)
    ask(connection, "DELETE FROM records WHERE deed = :deed", deed=deed)
    delete_a_grant(connection, evening)


def delete_an_act_and_close_the_gap(connection: Connection, evening: HouseEvening) -> None:
    """An act and its record go, and the later records move up; nobody hashes them again."""
    ((number,),) = ask(connection, "SELECT number FROM records WHERE act = 1")
    ask(connection, "DELETE FROM records WHERE act = 1")
    ask(connection, "DELETE FROM acts WHERE number = 1")
    for (later,) in ask(connection, "SELECT number FROM records WHERE number > :n ORDER BY number", n=number):
        ask(connection, "UPDATE records SET number = number - 1 WHERE number = :later", later=later)


def swap_two_records(connection: Connection, evening: HouseEvening) -> None:
    rows = ask(connection, "SELECT number, content FROM records WHERE deed IS NOT NULL ORDER BY number")[:2]
    (one, first), (two, second) = rows
    for number, content in ((one, second), (two, first)):
        ask(connection, "UPDATE records SET content = :content WHERE number = :n", content=content, n=number)


def delete_a_void_and_its_acts(connection: Connection, evening: HouseEvening) -> None:
    """Nobody voided anything, as far as the operators' journal tells."""
    ask(connection, "DELETE FROM records WHERE act IN (SELECT number FROM acts WHERE what = 'void')")
    ask(connection, "DELETE FROM acts WHERE what = 'void'")


# What changes one column of an act, a note, a person, a record or a head is in test_insider.py.
TAMPERS: dict[str, Tamper] = {
    "grant forged": steps(forge_a_grant),
    "grant enlarged": steps(enlarge_a_grant),
    "grant turned to another": steps(turn_a_grant),
    "grant deleted": steps(delete_a_grant),
    "grant deleted with its record": steps(delete_a_grant_and_its_record),
    "grant backdated": plainly(f"UPDATE deeds SET at = at - 86400000 WHERE id = {GRANT}"),
    "grant of another author": plainly(f"UPDATE deeds SET actor = 'operator:{{ann}}' WHERE id = {GRANT}"),
    "grant under another id": plainly(f"UPDATE deeds SET command = 'other' WHERE id = {GRANT}"),
    "grant for another reason": plainly(
        f"UPDATE deeds SET answer = replace(answer, 'lost coat', 'a bet') WHERE id = {GRANT}"
    ),
    "first money backdated": plainly("UPDATE deeds SET at = 0 WHERE command = 'welcome' AND id = 1"),
    "top-up later": plainly("UPDATE deeds SET at = at + 3600000 WHERE command = 'top-up 1'"),
    "top-up under another number": plainly("UPDATE deeds SET command = 'x' WHERE command = 'top-up 1'"),
    "money given back earlier": plainly(f"UPDATE deeds SET at = at - 1 WHERE id = {RETURN}"),
    "money given back by another": plainly(f"UPDATE deeds SET actor = 'cashier' WHERE id = {RETURN}"),
    "table opened by another": plainly(f"UPDATE deeds SET actor = 'ann' WHERE id = {OPENING}"),
    "table opened earlier": plainly(f"UPDATE deeds SET at = at - 60000 WHERE id = {OPENING}"),
    "table opened under another id": plainly(f"UPDATE deeds SET command = 'x' WHERE id = {OPENING}"),
    "void's acts deleted": steps(delete_a_void_and_its_acts),
    "act deleted, gap closed": steps(delete_an_act_and_close_the_gap),
    "act added": plainly(
        "INSERT INTO acts (number, at, actor, what, before, after)"
        " VALUES (99, 0, '{operator}', 'grant', '{{}}', '{{}}')"
    ),
    "open dispute deleted": plainly("DELETE FROM disputes WHERE closed IS NULL"),
    "closed dispute deleted": plainly("DELETE FROM disputes WHERE closed IS NOT NULL"),
    "open dispute closed": plainly("UPDATE disputes SET closed = 1 WHERE closed IS NULL"),
    "closed dispute opened": plainly("UPDATE disputes SET closed = NULL"),
    "dispute invented": plainly(
        "INSERT INTO disputes (round, note) SELECT '{table}:2', max(number) FROM notes"
    ),
    "closed dispute doubled": plainly(
        "INSERT INTO disputes (round, note, closed) SELECT round, note, closed FROM disputes"
        " WHERE closed IS NOT NULL"
    ),
    "note added": plainly(
        "INSERT INTO notes (number, at, author, round, text) VALUES (9, 0, '{ann}', '{table}:1', 'so it was')"
    ),
    "person deleted without a deed": plainly(
        "UPDATE people SET deleted = true, name = NULL, folded = NULL, password = NULL WHERE id = '{ann}'"
    ),
    "person forged": plainly(
        "INSERT INTO people (id, role, created, last_seen, deleted) VALUES ('eve', 'operator', 0, 0, false)"
    ),
    "void's author": plainly(f"UPDATE deeds SET actor = 'operator:{{ann}}' WHERE id = {VOID}"),
    "void's time": plainly(f"UPDATE deeds SET at = at - 1 WHERE id = {VOID}"),
    "void's command": plainly(f"UPDATE deeds SET command = 'x' WHERE id = {VOID}"),
    "who closed a table": plainly(f"UPDATE deeds SET actor = 'table' WHERE id = {CLOSE}"),
    "when a table closed": plainly(f"UPDATE deeds SET at = at + 86400000 WHERE id = {CLOSE}"),
    "when a bet came": plainly(f"UPDATE deeds SET at = at + 1 WHERE id = {BET}"),
    "a bet's command": plainly(f"UPDATE deeds SET command = 'x' WHERE id = {BET}"),
    "who dealt": plainly(f"UPDATE deeds SET actor = '{{ann}}' WHERE id = {DEAL}"),
    "record of another row": plainly("UPDATE records SET act = 98 WHERE act = 1"),
    "record doubled": plainly(
        "INSERT INTO records (number, person, content, head)"
        " SELECT (SELECT max(number) + 1 FROM records), person, content, head FROM records WHERE number = 1"
    ),
    "records swapped": steps(swap_two_records),
}  # fmt: skip

"""What a forger with the database in hand can do: the triggers are gone, and any row can be written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, text

from pitboss.ledger import Store
from pitboss.proof.audit_rows import AUDITED, Audit
from pitboss.proof.house_audit import audit_picture

TABLES = tuple(table.name for table in AUDITED)
Forgery = Callable[[Connection], object]


class Undo(Exception):
    """Takes a forgery back."""


def open_up(store: Store) -> None:
    """Takes away what keeps rows as they are."""

    def work(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            _triggers(connection, "DISABLE")
            return
        names = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars()
        for name in list(names):
            connection.execute(text(f"DROP TRIGGER {name}"))

    store.write(work)


def close_up(store: Store) -> None:
    """Puts a PostgreSQL database, which other tests get too, back in order."""
    if store.engine.dialect.name == "postgresql":
        store.write(lambda connection: _triggers(connection, "ENABLE"))


def _triggers(connection: Connection, what: str) -> None:
    for table in TABLES:
        connection.execute(text(f"ALTER TABLE {table} {what} TRIGGER USER"))


def audited(store: Store, forge: Forgery, kept: Sequence[str] = (), since: str | None = None) -> Audit:
    """What the audit says after a forgery, which is then taken back; the whole one, or that since a head."""
    found: list[Audit] = []

    def work(connection: Connection) -> None:
        forge(connection)
        found.append(audit_picture(connection, None, kept, since))
        raise Undo

    with suppress(Undo):
        store.write(work)
    return found[0]


def ask(connection: Connection, sql: str, **values: Any) -> list[Any]:
    """Runs a statement; its rows, where it has any."""
    result = connection.execute(text(sql), values)
    return list(result) if result.returns_rows else []


def run(*statements: str) -> Forgery:
    """A forgery in plain SQL."""

    def forge(connection: Connection) -> None:
        for statement in statements:
            changed = connection.execute(text(statement.replace(":", "\\:"))).rowcount  # no parameters
            assert changed, statement

    return forge


def rewrite(table: str, column: str, where: str, change: Callable[[str], str]) -> Forgery:
    """Changes one text of one row."""

    def forge(connection: Connection) -> None:
        key = {"events": "sequence", "heads": "number", "receipts": "round"}.get(table, "id")
        extra = ", felt" if table == "events" else ""
        found = ask(connection, f"SELECT {key}, {column}{extra} FROM {table} WHERE {where} ORDER BY {key}")
        row, new = found[0], change(found[0][1])
        assert new != row[1]
        also = " AND felt = :felt" if table == "events" else ""
        felt = {"felt": row[2]} if table == "events" else {}
        ask(
            connection,
            f"UPDATE {table} SET {column} = :new WHERE {key} = :key{also}",
            new=new,
            key=row[0],
            **felt,
        )

    return forge


def shift(connection: Connection, giver: str, taker: str, amount: int, deed: int, what: str) -> None:
    """Moves money as the trigger would have done: a transfer and both balances."""
    for sign, who in ((-1, giver), (1, taker)):
        kind, _, key = who.partition(":")
        ask(
            connection,
            "UPDATE accounts SET balance = balance + :amount WHERE kind = :kind AND key = :key",
            amount=sign * amount,
            kind=kind,
            key=key,
        )
    ids = {
        who: ask(
            connection,
            "SELECT id FROM accounts WHERE kind = :kind AND key = :key",
            kind=who.partition(":")[0],
            key=who.partition(":")[2],
        )[0][0]
        for who in (giver, taker)
    }
    ask(
        connection,
        "INSERT INTO transfers (deed, giver, taker, amount, what)"
        " VALUES (:deed, :giver, :taker, :amount, :what)",
        deed=deed,
        giver=ids[giver],
        taker=ids[taker],
        amount=amount,
        what=what,
    )


def cut_off_last_round(connection: Connection, table_id: str) -> None:
    """Removes the last round of a table without a trace in the table's own rows: books and counters fit."""
    last, number = ask(
        connection,
        "SELECT id, number FROM rounds WHERE felt = :felt ORDER BY number DESC LIMIT 1",
        felt=table_id,
    )[0]
    deeds = [row[0] for row in ask(connection, "SELECT deed FROM events WHERE round = :last", last=last)]
    back = Counter[int]()
    for deed in deeds:
        for giver, taker, amount in ask(
            connection, "SELECT giver, taker, amount FROM transfers WHERE deed = :deed", deed=deed
        ):
            back[giver] += amount
            back[taker] -= amount
        ask(connection, "DELETE FROM transfers WHERE deed = :deed", deed=deed)
    for account, amount in back.items():
        change = "UPDATE accounts SET balance = balance + :amount WHERE id = :id"
        ask(connection, change, amount=amount, id=account)
    ask(connection, "DELETE FROM events WHERE round = :last", last=last)
    for deed in deeds:
        ask(connection, "DELETE FROM deeds WHERE id = :deed", deed=deed)
    ask(connection, "DELETE FROM accounts WHERE kind IN ('escrow', 'bank') AND key = :last", last=last)
    for table in ("receipts", "results"):
        ask(connection, f"DELETE FROM {table} WHERE round = :last", last=last)
    ask(connection, "DELETE FROM rounds WHERE id = :last", last=last)
    sequence = ask(connection, "SELECT max(sequence) FROM events WHERE felt = :felt", felt=table_id)[0][0]
    head = ask(
        connection, "SELECT head FROM rounds WHERE felt = :felt AND number = :n", felt=table_id, n=number - 1
    )[0][0]
    ask(
        connection,
        "UPDATE felts SET sequence = :sequence, rounds = :rounds, head = :head WHERE id = :felt",
        sequence=sequence,
        rounds=number - 1,
        head=head,
        felt=table_id,
    )

"""Receipts are kept as they were hashed; rounds of the first format are written in the second.

Money, seeds and commitments stay as they are. What the rounds' events say is written anew by the rules, which
are not the cage's: so the work itself is `pitboss.proof.renewal`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

GUARDS = {  # what guards the rows that are written anew
    "events": ("unchanged", "UPDATE"),
    "heads": ("unchanged", "UPDATE"),
    "rounds": ("ended", "UPDATE"),
}


def upgrade() -> None:
    op.create_table(
        "receipts",
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    if connection.execute(sa.text("SELECT 1 FROM rounds LIMIT 1")).first() is not None:
        for statement in _lowered(sqlite):
            _run(statement)
        import_module("pitboss.proof.renewal").renew_rounds(connection)
        for statement in _raised(sqlite):
            _run(statement)
    for statement in _guarded(sqlite):
        _run(statement)


def _run(statement: str) -> None:
    op.execute(sa.text(statement.replace(":", "\\:")))


def _lowered(sqlite: bool) -> Iterator[str]:
    for table, (name, _) in GUARDS.items():
        yield (
            f"DROP TRIGGER {table}_{name}"
            if sqlite
            else f"ALTER TABLE {table} DISABLE TRIGGER {table}_{name}"
        )


def _raised(sqlite: bool) -> Iterator[str]:
    for table, (name, when) in GUARDS.items():
        if sqlite:
            only = "WHEN OLD.ended IS NOT NULL " if name == "ended" else ""
            yield f"""
                CREATE TRIGGER {table}_{name} BEFORE {when} ON {table} {only}BEGIN
                    SELECT RAISE(ABORT, '{table} are never changed');
                END"""
        else:
            yield f"ALTER TABLE {table} ENABLE TRIGGER {table}_{name}"


def _guarded(sqlite: bool) -> Iterator[str]:
    for name, when in (("unchanged", "UPDATE"), ("kept", "DELETE")):
        if sqlite:
            yield f"""
                CREATE TRIGGER receipts_{name} BEFORE {when} ON receipts BEGIN
                    SELECT RAISE(ABORT, 'receipts are never changed');
                END"""
        else:
            yield f"""
                CREATE TRIGGER receipts_{name} BEFORE {when} ON receipts
                FOR EACH ROW EXECUTE FUNCTION never_changed()"""
    if not sqlite:
        yield """
            CREATE TRIGGER receipts_not_emptied BEFORE TRUNCATE ON receipts
            EXECUTE FUNCTION never_changed()"""

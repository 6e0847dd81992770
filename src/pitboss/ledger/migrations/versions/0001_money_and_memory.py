"""Money and memory: accounts, deeds, transfers, sheets, tables, rounds, events, heads."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOST = 4 * 10**18
KEPT = {  # table -> columns that never change; none named: nothing does
    "transfers": (),
    "deeds": (),
    "events": (),
    "sheets": (),
    "heads": (),
    "rounds": ("id", "felt", "number", "sheet", "low", "high", "commitment", "seed"),
    "accounts": ("id", "kind", "key", "may_owe", "fractions"),
    "felts": ("id",),
}


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "accounts",
        sa.Column("id", number, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("may_owe", sa.Boolean, nullable=False),
        sa.Column("fractions", sa.Boolean, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.UniqueConstraint("kind", "key", name="one_account"),
        sa.CheckConstraint("balance >= 0 OR may_owe", name="no_overdraft"),
        sa.CheckConstraint("balance % 1000000 = 0 OR fractions", name="whole_cents"),
        sa.CheckConstraint(f"balance BETWEEN -{MOST} AND {MOST}", name="countable"),
    )
    op.create_table(
        "deeds",
        sa.Column("id", number, primary_key=True),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("actor", "command", name="one_deed"),
    )
    op.create_table(
        "transfers",
        sa.Column("id", number, primary_key=True),
        sa.Column("deed", sa.BigInteger, sa.ForeignKey("deeds.id"), nullable=False),
        sa.Column("giver", sa.BigInteger, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("taker", sa.BigInteger, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.CheckConstraint(f"amount BETWEEN 1 AND {MOST}", name="some_amount"),
        sa.CheckConstraint("CAST(amount AS BIGINT) = amount", name="whole_amount"),  # SQLite would take 1.5
        sa.CheckConstraint("giver <> taker", name="two_accounts"),
    )
    op.create_table(
        "sheets",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_table(
        "felts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("sheet", sa.Text, sa.ForeignKey("sheets.hash"), nullable=False),
        sa.Column("low", sa.BigInteger, nullable=False),
        sa.Column("high", sa.BigInteger, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("rounds", sa.BigInteger, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("felt", sa.Text, sa.ForeignKey("felts.id"), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("sheet", sa.Text, sa.ForeignKey("sheets.hash"), nullable=False),
        sa.Column("low", sa.BigInteger, nullable=False),
        sa.Column("high", sa.BigInteger, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("ended", sa.Text),
        sa.Column("previous", sa.Text),
        sa.Column("head", sa.Text),
        sa.UniqueConstraint("felt", "number", name="one_number"),
    )
    op.create_table(
        "events",
        sa.Column("felt", sa.Text, sa.ForeignKey("felts.id"), primary_key=True),
        sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id")),
        sa.Column("deed", sa.BigInteger, sa.ForeignKey("deeds.id"), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Index("events_of_round", "round"),
    )
    op.create_table(
        "heads",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("chains", sa.Text, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
    )
    statements = _for_sqlite() if op.get_bind().dialect.name == "sqlite" else _for_postgresql()
    for statement in statements:
        op.execute(sa.text(statement.replace(":", "\\:")))


def _for_sqlite() -> Iterator[str]:
    yield """
        CREATE TRIGGER transfers_move AFTER INSERT ON transfers BEGIN
            UPDATE accounts SET balance = balance - NEW.amount WHERE id = NEW.giver;
            UPDATE accounts SET balance = balance + NEW.amount WHERE id = NEW.taker;
        END"""
    for table, columns in KEPT.items():
        of = f"UPDATE OF {', '.join(columns)}" if columns else "UPDATE"
        for name, when in (("unchanged", of), ("kept", "DELETE")):
            yield f"""
                CREATE TRIGGER {table}_{name} BEFORE {when} ON {table} BEGIN
                    SELECT RAISE(ABORT, '{table} are never changed');
                END"""
    yield """
        CREATE TRIGGER rounds_ended BEFORE UPDATE ON rounds WHEN OLD.ended IS NOT NULL BEGIN
            SELECT RAISE(ABORT, 'rounds are never changed');
        END"""


def _for_postgresql() -> Iterator[str]:
    yield """
        CREATE FUNCTION transfers_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE accounts SET balance = balance - NEW.amount WHERE id = NEW.giver;
            UPDATE accounts SET balance = balance + NEW.amount WHERE id = NEW.taker;
            RETURN NULL;
        END $$"""
    yield """
        CREATE TRIGGER transfers_move AFTER INSERT ON transfers
        FOR EACH ROW EXECUTE FUNCTION transfers_move()"""
    yield """
        CREATE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION '% are never changed', TG_TABLE_NAME;
        END $$"""
    for table, columns in KEPT.items():
        of = f"UPDATE OF {', '.join(columns)}" if columns else "UPDATE"
        for name, when in (("unchanged", of), ("kept", "DELETE")):
            yield f"""
                CREATE TRIGGER {table}_{name} BEFORE {when} ON {table}
                FOR EACH ROW EXECUTE FUNCTION never_changed()"""
        yield f"""
            CREATE TRIGGER {table}_not_emptied BEFORE TRUNCATE ON {table}
            EXECUTE FUNCTION never_changed()"""
    yield """
        CREATE TRIGGER rounds_ended BEFORE UPDATE ON rounds
        FOR EACH ROW WHEN (OLD.ended IS NOT NULL) EXECUTE FUNCTION never_changed()"""

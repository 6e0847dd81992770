"""People: names and credentials, tokens, limits of play, the lobby, operators' acts and notes."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEPT = {  # table -> columns that never change; none named: nothing does
    "acts": (),
    "notes": (),
    "people": ("id", "created"),
}


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text),
        sa.Column("folded", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("last_seen", sa.BigInteger, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sa.Column("loss", sa.BigInteger),
        sa.Column("loss_next", sa.BigInteger),
        sa.Column("loss_from", sa.BigInteger),
        sa.Column("minutes", sa.BigInteger),
        sa.Column("minutes_next", sa.BigInteger),
        sa.Column("minutes_from", sa.BigInteger),
        sa.Column("excluded_until", sa.BigInteger),
        sa.Column("playing_from", sa.BigInteger),
        sa.Column("playing_after", sa.BigInteger),
        sa.Column("playing_carried", sa.BigInteger),
        sa.UniqueConstraint("folded", name="one_name"),
        sa.CheckConstraint("role IN ('player', 'operator')", name="one_role"),
        sa.CheckConstraint("(name IS NULL) = (folded IS NULL)", name="whole_name"),
        sa.CheckConstraint("NOT deleted OR (name IS NULL AND password IS NULL)", name="erased"),
    )
    op.create_table(
        "spent_names",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.Column("last_used", sa.BigInteger),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("extra", sa.Text, nullable=False),
        sa.CheckConstraint("kind IN ('session', 'bearer', 'ticket')", name="one_kind"),
        sa.Index("tokens_of_person", "person"),
    )
    op.create_table(
        "lobby",
        sa.Column("felt", sa.Text, sa.ForeignKey("felts.id"), primary_key=True),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("seating", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "acts",
        sa.Column("number", number, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("after", sa.Text, nullable=False),
        sa.Column("felt", sa.Text, sa.ForeignKey("felts.id")),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id")),
    )
    op.create_table(
        "notes",
        sa.Column("number", number, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Index("notes_of_round", "round"),
    )
    op.create_index("transfers_of_giver", "transfers", ["giver", "id"])
    op.create_index("transfers_of_taker", "transfers", ["taker", "id"])
    for statement in _triggers(op.get_bind().dialect.name):
        op.execute(sa.text(statement.replace(":", "\\:")))


def _triggers(dialect: str) -> Iterator[str]:
    """As for what 0001 keeps, whose function PostgreSQL knows already."""
    for table, columns in KEPT.items():
        of = f"UPDATE OF {', '.join(columns)}" if columns else "UPDATE"
        for name, when in (("unchanged", of), ("kept", "DELETE")):
            if dialect == "sqlite":
                yield f"""
                    CREATE TRIGGER {table}_{name} BEFORE {when} ON {table} BEGIN
                        SELECT RAISE(ABORT, '{table} are never changed');
                    END"""
            else:
                yield f"""
                    CREATE TRIGGER {table}_{name} BEFORE {when} ON {table}
                    FOR EACH ROW EXECUTE FUNCTION never_changed()"""
        if dialect != "sqlite":
            yield f"""
                CREATE TRIGGER {table}_not_emptied BEFORE TRUNCATE ON {table}
                EXECUTE FUNCTION never_changed()"""

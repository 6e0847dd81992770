"""Progress: decisions at tables and in drills, each with what it gave up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("people", sa.Column("progress_after", sa.BigInteger))
    op.create_table(
        "decisions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("sheet", sa.Text, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("up", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("best", sa.Text, nullable=False),
        sa.Column("cost", sa.BigInteger, nullable=False),
        sa.Column("ante", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id")),
        sa.Column("seat", sa.BigInteger),
        sa.Column("drill", sa.BigInteger),
        sa.Column("step", sa.BigInteger),
        sa.Column("ms", sa.BigInteger),
        sa.UniqueConstraint("person", "round", "seat", name="one_decision"),
        sa.CheckConstraint("kind IN ('table', 'drill')", name="one_sort"),
        sa.CheckConstraint("(kind = 'table') = (round IS NOT NULL)", name="of_a_round"),
        sa.CheckConstraint("cost >= 0 AND ante > 0", name="some_stake"),
        sa.Index("decisions_of_person", "person", "id"),
    )

"""Who must go from all tables is written down, so that every server hears of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "departures",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("reason IN ('signed_out', 'excluded')", name="one_reason"),
        sa.Index("departures_by_time", "at"),
    )

"""Evenings and leagues: tournaments with chips of their own, and what has happened to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("felts", sa.Column("evening", sa.Text))
    op.create_index("felts_of_evening", "felts", ["evening"])
    op.create_table(
        "leagues",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "evenings",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("league", sa.Text, sa.ForeignKey("leagues.id")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("phase", "invite")),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("made", "version")),
        sa.Column("state", sa.Text, nullable=False),
        sa.CheckConstraint("phase IN ('listed', 'running', 'ended', 'called_off')", name="one_phase"),
    )
    op.create_index("evenings_by_phase", "evenings", ["phase"])
    op.create_index("evenings_of_host", "evenings", ["host"])
    op.create_table(
        "evening_events",
        sa.Column("evening", sa.Text, sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("deed", sa.BigInteger, sa.ForeignKey("deeds.id"), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("deed", name="one_event_of_a_deed"),
    )

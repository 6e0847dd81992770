"""Which rounds somebody doubts, and audits that are asked for while the house runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OPEN = sa.text("closed IS NULL")
RUNNING = sa.text("state = 'running'")


def upgrade() -> None:
    op.create_table(
        "disputes",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id"), nullable=False),
        sa.Column("note", sa.BigInteger, sa.ForeignKey("notes.number"), nullable=False),
        sa.Column("closed", sa.BigInteger, sa.ForeignKey("acts.number")),
        sa.Index("one_open_dispute", "round", unique=True, sqlite_where=OPEN, postgresql_where=OPEN),
        sa.Index("disputes_of_round", "round"),
    )
    op.create_table(
        "audits",
        sa.Column("number", NUMBER, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("operator", "state", "result")),
        *(
            sa.Column(name, sa.BigInteger, nullable=False)
            for name in ("at", "seen", "done", "total", "faults")
        ),
        sa.Column("ended", sa.BigInteger),
        sa.CheckConstraint(
            "state IN ('running', 'clean', 'faulty', 'stopped', 'lost', 'failed')", name="one_state"
        ),
        sa.Index("one_audit", "state", unique=True, sqlite_where=RUNNING, postgresql_where=RUNNING),
    )

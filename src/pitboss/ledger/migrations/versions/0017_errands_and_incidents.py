"""Acts at tables of other servers, what operators should look at, and a way to rounds that were void."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
WAITS = sa.text("state = 'waits'")
VOID = sa.text("ended = 'void'")


def upgrade() -> None:
    op.create_table(
        "errands",
        sa.Column("number", NUMBER, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("operator", "command", "what")),
        sa.Column("felt", sa.Text),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.CheckConstraint("state IN ('waits', 'done', 'refused', 'withdrawn')", name="one_end"),
        sa.Index("errands_that_wait", "number", sqlite_where=WAITS, postgresql_where=WAITS),
    )
    op.create_table(
        "incidents",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("times", sa.BigInteger, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Index("incidents_by_time", "last"),
    )
    op.create_index("rounds_that_were_void", "rounds", ["id"], sqlite_where=VOID, postgresql_where=VOID)

"""Several servers on one database: each has a row with the end of its leases, and a table names its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("deadline", sa.BigInteger, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.execute("ALTER TABLE felts ADD COLUMN owner TEXT")
